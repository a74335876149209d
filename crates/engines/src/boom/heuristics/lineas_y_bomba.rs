//! `lineas-y-bomba`: the published idea that own runs of one, two and three cost 10, 20 and 30
//! and a bomb in hand is worth 100. A yardstick that NINJA must beat.
//!
//! Decisions: a run of one is a stone without any neighbour of its colour, longer runs are
//! maximal, in any of the four directions, bombs included; what is bad for one side is good for
//! the other, so that both are counted; the win value has a depth term of one point a ply; a draw
//! is worth 0. Its player tried BOOM first: `order=boom-first`.

use super::{cells, runs, utility_by_depth};
use alinea_core::{Message, Player};
use alinea_games::Boom;
use alinea_search::{Heuristic, Part};

/// A heuristic of Boom: own runs cost points, a bomb on the board is worth some.
pub struct LineasYBomba;

const BOMB: i32 = 100;

/// The stones of the runs of one to three, how many runs there are, and what they cost.
fn lines(discs: u64) -> [(u64, u32, i32); 3] {
    let lone = runs::lone(discs);
    [
        (lone, lone.count_ones(), -10),
        (runs::stones(discs, 2), runs::count(discs, 2), -20),
        (runs::stones(discs, 3), runs::count(discs, 3), -30),
    ]
}

fn worth(pos: &Boom, player: Player) -> i32 {
    let discs = pos.discs(player);
    let runs = -10 * runs::lone(discs).count_ones() as i32
        - 20 * runs::count(discs, 2) as i32
        - 30 * runs::count(discs, 3) as i32;
    runs + if pos.bomb(player) != 0 { BOMB } else { 0 }
}

impl Heuristic<Boom> for LineasYBomba {
    fn evaluate(&self, pos: &Boom, player: Player, ply: u32) -> f64 {
        utility_by_depth(pos, player, ply)
            .unwrap_or_else(|| f64::from(worth(pos, player) - worth(pos, player.other())))
    }

    fn explain(&self, pos: &Boom, player: Player, ply: u32) -> Vec<Part> {
        if let Some(points) = utility_by_depth(pos, player, ply) {
            return vec![Part { label: Message::new("part.decided"), cells: Vec::new(), points }];
        }
        let mut parts = Vec::new();
        for (who, sign) in [(player, 1), (player.other(), -1)] {
            let [line, bomb] = if who == player {
                ["part.own-line", "part.own-bomb"]
            } else {
                ["part.enemy-line", "part.enemy-bomb"]
            };
            for (length, (stones, count, points)) in (1..).zip(lines(pos.discs(who))) {
                parts.push(Part {
                    label: Message::new(line).with("stones", length),
                    cells: cells(stones),
                    points: f64::from(sign * points * count as i32),
                });
            }
            let bombs = pos.bomb(who);
            let points = f64::from(sign * BOMB * bombs.count_ones() as i32);
            parts.push(Part { label: Message::new(bomb), cells: cells(bombs), points });
        }
        parts.retain(|part| part.points != 0.0);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{DRAWN, after, assert_explained, told};
    use super::*;

    #[test]
    fn counts_runs_and_bombs() {
        let pos = after("diagram:......./......./......./......./o....../xo...../xxxo..X o 9");
        let green = f64::from(-10 - 2 * 20 - 30 + 100);
        let blue = f64::from(-10 - 20);
        assert_eq!(LineasYBomba.evaluate(&pos, Player::First, 0), green - blue);
        assert_eq!(LineasYBomba.evaluate(&pos, Player::Second, 0), blue - green);
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&LineasYBomba);
    }

    #[test]
    fn every_part_is_named_after_its_owner_and_shows_its_stones() {
        let parts = |player| told(&LineasYBomba.explain(&after(DRAWN), player, 0));
        let first = [
            "part.own-line stones=1 -10 g1",
            "part.own-line stones=2 -40 a1 b1 a2",
            "part.own-line stones=3 -30 a1 b1 c1",
            "part.own-bomb 100 g1",
            "part.enemy-line stones=1 10 d1",
            "part.enemy-line stones=2 20 b2 a3",
        ];
        assert_eq!(parts(Player::First), first);
        let second = parts(Player::Second);
        assert_eq!(second[0], "part.own-line stones=1 -10 d1");
        assert_eq!(second[5], "part.enemy-bomb -100 g1");
        let ended = told(&LineasYBomba.explain(&after("1717171"), Player::First, 3));
        assert_eq!(ended, ["part.decided -99999996"]);
    }
}
