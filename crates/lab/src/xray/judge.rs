//! What a heuristic says of positions whose truth is known, and what it would play.

use super::Truth;
use crate::take_printed;
use alinea_catalogue::files::Files;
use alinea_catalogue::{Entry, GameVisitor, SpecError, factory};
use alinea_core::{Player, parse_position};
use alinea_search::Part;

/// What the heuristic says of one position.
pub(super) struct Judged {
    pub(super) value: f64,
    /// The parts of the value, where its sign is wrong.
    pub(super) parts: Vec<Part>,
    /// What a script printed about the position.
    pub(super) printed: Vec<String>,
    /// Whether stones fall in this game.
    pub(super) gravity: bool,
    /// Whether its choice is a best move; `None` where that is not known.
    pub(super) best: Option<bool>,
    /// Whether its choice keeps the result; `None` where that is not known.
    pub(super) kept: Option<bool>,
    pub(super) rows: Vec<String>,
    pub(super) turn: Player,
    /// Where the best moves go: row from the top, column from the left.
    pub(super) squares: Vec<(usize, usize)>,
}

/// Asks a heuristic about all positions.
pub(super) struct Judge<'a> {
    pub(super) heuristic: &'a str,
    pub(super) files: &'a Files,
    pub(super) truths: &'a [Truth],
}

impl GameVisitor for Judge<'_> {
    type Output = Result<Vec<Judged>, SpecError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<Vec<Judged>, SpecError> {
        let heuristic = factory::heuristic_or_file::<G>(&setup, self.heuristic, Some(self.files))?;
        let mut all = Vec::new();
        for truth in self.truths {
            let pos = parse_position::<G>(&setup, &truth.position)
                .map_err(|error| {
                    SpecError::new(alinea_words::Language::English.say(&error.message()))
                })?
                .pos;
            let player = pos.turn();
            let value = heuristic.evaluate(&pos, player, 0);
            let printed = take_printed();
            let is_wrong = value * f64::from(truth.result()) < 0.0;
            let parts = if is_wrong { heuristic.explain(&pos, player, 0) } else { Vec::new() };
            let mut chosen: Option<(f64, String)> = None;
            for (mv, child) in children(&pos) {
                let value = heuristic.evaluate(&child, player, 1);
                if chosen.as_ref().is_none_or(|(best, _)| value > *best) {
                    chosen = Some((value, pos.move_text(mv)));
                }
            }
            if let Some(fault) = self.files.fault() {
                let (name, position) = (self.heuristic, &truth.position);
                return Err(SpecError::new(format!("{name}: {fault} (at {position})")));
            }
            let chosen = chosen.map(|(_, mv)| mv).unwrap_or_default();
            let score = truth.moves.iter().find(|(mv, _)| *mv == chosen).map(|(_, score)| *score);
            // Of a lost position only the longest defence is known.
            let is_known = truth.is_exact() || truth.score > 0;
            let kept = score.is_some_and(|score| score.signum() == truth.result());
            all.push(Judged {
                value,
                parts,
                printed,
                gravity: pos.gravity(),
                best: is_known.then(|| truth.best().contains(&chosen.as_str())),
                kept: is_known.then_some(kept),
                rows: rows(&pos),
                turn: player,
                squares: squares(&pos, &truth.best()),
            });
        }
        Ok(all)
    }
}

fn children<G: Entry>(pos: &G) -> Vec<(G::Move, G)> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let child = |mv| {
        let mut child = pos.clone();
        let _ = child.play_unchecked(mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

fn rows<G: Entry>(pos: &G) -> Vec<String> {
    let drawn = pos.to_diagram();
    drawn.rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// Where moves put their stones: the empty squares that are taken afterwards.
fn squares<G: Entry>(pos: &G, moves: &[&str]) -> Vec<(usize, usize)> {
    let before = pos.to_diagram().rows;
    let is_named = |mv: G::Move| moves.contains(&pos.move_text(mv).as_str());
    let named = children(pos).into_iter().filter(|(mv, _)| is_named(*mv));
    named
        .filter_map(|(_, child)| {
            let after = child.to_diagram().rows;
            (0..before.len()).find_map(|r| {
                let taken = before[r].iter().zip(&after[r]).position(|(b, a)| *b == b'.' && a != b);
                taken.map(|c| (r, c))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::{ScriptLimits, parse};
    use alinea_catalogue::files::{BoardHeuristic, HeuristicFiles};
    use alinea_catalogue::visit;
    use std::sync::Arc;

    /// A script under any name.
    struct Script(&'static str);

    impl HeuristicFiles for Script {
        fn load(&self, _: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
            let text = format!("fn evaluate(board, player, level) {{\n{}\n}}", self.0);
            parse("a.rhai", &text, ScriptLimits::default())
                .map_err(|error| SpecError::new(error.to_string()))
        }
    }

    fn judged(game: &str, script: &'static str, lines: &[&str]) -> Vec<Judged> {
        let truths: Vec<Truth> = lines.iter().map(|line| read(line).unwrap()).collect();
        let files = Files::new(Arc::new(Script(script)));
        visit(game, Judge { heuristic: "a.rhai", files: &files, truths: &truths }).unwrap().unwrap()
    }

    #[test]
    fn best_moves_are_shown_where_their_stones_come_to_lie() {
        let all = judged("connect4", "0", &["4444 5 1=5,2=-3,4=5,7=5", "44 0 4=0"]);
        assert_eq!(all[0].squares, [(5, 0), (1, 3), (5, 6)]);
        assert_eq!(all[1].squares, [(3, 3)]);
        assert_eq!(all[0].rows[..3], [".......", ".......", "...o..."]);
        assert_eq!((all[0].rows.len(), all[0].turn, all[0].gravity), (6, Player::First, true));
        let all = judged("gomoku", "0", &["h8i9a1 995 c2=995,o15=995,d1=993"]);
        assert_eq!(all[0].squares, [(0, 14), (13, 2)]);
        assert_eq!((all[0].rows[14].as_str(), all[0].gravity), ("x..............", false));
        assert_eq!((all[0].rows[6].as_str(), all[0].turn), ("........o......", Player::Second));
        // A bomb that goes off puts no stone anywhere.
        assert_eq!(judged("boom", "0", &["21631151163B4331 995 B=995"])[0].squares, []);
    }

    #[test]
    fn parts_are_told_where_the_sign_is_wrong() {
        let lines = ["44 3 4=3", "44 0 4=0", "44 -3 4=-3"];
        let told = |script: &'static str| -> Vec<usize> {
            judged("connect4", script, &lines).iter().map(|one| one.parts.len()).collect()
        };
        assert_eq!(told("#{centre: 12, lines: -3}"), [0, 0, 2]);
        assert_eq!(told("#{centre: -12, lines: 3}"), [2, 0, 0]);
        assert_eq!(told("#{centre: 3, lines: -3}"), [0, 0, 0]);
    }

    #[test]
    fn the_choice_is_the_first_of_the_highest_values_one_ply_deep() {
        // Columns further right are worth more, and the last two as much.
        let right = "if level == 0 { return 0; } let sum = 0; for c in 0..7 { \
             if board.at(c, 0) == player { sum = if c == 6 { 5 } else { c }; } } sum";
        let known = |line: &str| {
            let one = &judged("connect4", right, &[line])[0];
            (one.best, one.kept)
        };
        let yes = Some(true);
        assert_eq!(known("- 5 6=5,7=9,1=3"), (Some(false), yes));
        assert_eq!(known("- 5 6=5,7=5"), (yes, yes));
        assert_eq!(known("- 5 6=-5,7=5"), (Some(false), Some(false)));
        assert_eq!(known("- 5 7=5"), (Some(false), Some(false)), "of the choice nothing is known");
        assert_eq!(known("- -5 6=-7,1=-5"), (Some(false), yes), "exact scores are known of losses");
        // Elsewhere only the longest defence is known of a loss.
        assert_eq!(known("- -995 6=-995"), (None, None));
        assert_eq!(known("- 995 6=995,1=993"), (yes, yes));
        assert_eq!(known("- 995 1=995,6=993"), (Some(false), yes));
    }

    #[test]
    fn what_a_script_prints_of_a_position_is_kept_and_of_its_moves_is_not() {
        let all = judged("connect4", "print(`level ${level}`); 1", &["44 3 4=3", "4 3 4=3"]);
        assert!(all.iter().all(|one| one.printed == ["level 0"]), "{:?}", all[1].printed);
    }
}
