//! Follows a proven win by threats: the longest resistance, and every defence with its refutation. Finds nothing by itself.

use std::collections::HashMap;

use alinea_search::{Defence, Distance, Means, Proof};

use super::classes::Class;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use super::vct::{FOURS_LIMIT, LONG_FOURS, Vct};

/// Most defences that are listed.
const MAX_DEFENCES: usize = 40;

/// What the attacker does in a proven position.
#[derive(Clone)]
enum Step {
    /// A win by fours to the end.
    Fours(Vec<Point>),
    /// A move, and the answer that holds out longest; none if every answer loses at once.
    Attack(Point, Option<Point>),
}

/// Steps by position, with the plies to the end of the game.
type Walked = HashMap<u64, (Step, u32)>;

impl Vct<'_> {
    /// Whether the player to move wins by force, as far as so many nodes show.
    pub(super) fn proves<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        limit: u64,
    ) -> Option<Means> {
        self.renew(limit);
        if self.by_fours(board, LONG_FOURS).is_some() {
            return Some(Means::Fours);
        }
        self.is_proven(board).then_some(Means::Threats)
    }

    /// The line and the defences of a win that [`Vct::proves`] found. Where so many nodes do not suffice for all defences, one line is followed and nothing said of its length.
    pub(super) fn follow<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        means: Means,
        limit: u64,
    ) -> Option<Proof<Point>> {
        self.renew(limit);
        let mut walked = Walked::new();
        if means == Means::Fours {
            let line = self.by_fours(board, LONG_FOURS)?;
            let plies = plies_of(board, &line);
            walked.insert(board.key(), (Step::Fours(line), plies));
        }
        let longest = self.longest(board, &mut walked);
        if longest.is_none() {
            self.renew(limit);
        }
        let (line, distance) = match longest {
            Some(_) => (written(board, &walked), Distance::AtMost),
            None => (self.one_line(board)?, Distance::Unknown),
        };
        let plies = longest.unwrap_or_else(|| plies_of(board, &line));
        let defences = self.refuted(board, *line.first()?, &walked);
        Some(Proof { means, line, plies, distance, defences })
    }

    /// The line and the defences of a win that begins with a given move, if threats prove it within so many nodes.
    pub(super) fn follow_from<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        attack: Point,
        limit: u64,
    ) -> Option<Proof<Point>> {
        self.renew(limit);
        let mut walked = Walked::new();
        board.play(attack);
        let means = self.means_after(board);
        let answer = means.and_then(|_| self.longest_answer(board, &mut walked));
        board.undo();
        let (reply, rest) = answer?;
        let plies = rest + 1;
        walked.insert(board.key(), (Step::Attack(attack, reply), plies));
        let line = written(board, &walked);
        let defences = self.refuted(board, attack, &walked);
        Some(Proof { means: means?, line, plies, distance: Distance::AtMost, defences })
    }

    /// How the side that has just moved wins against every answer; none if threats do not show it.
    fn means_after<R: PatternRule>(&mut self, board: &mut PatternBoard<R>) -> Option<Means> {
        let four = board.count(board.turn().other(), Class::Five) > 0;
        let mut means = if four { Means::Fours } else { Means::Threats };
        let replies = match self.defences(board) {
            Ok(replies) => replies,
            Err(settled) => return settled.is_proven().then_some(means),
        };
        for reply in replies {
            board.play(reply);
            let fours = self.by_fours(board, FOURS_LIMIT).is_some();
            let wins = fours || self.is_proven(board);
            board.undo();
            if !wins {
                return None;
            }
            if !fours {
                means = Means::Threats;
            }
        }
        Some(means)
    }

    /// A win that [`Vct::proves`] found and nobody had the time to follow: its first move; the game lasts no longer than there are empty cells.
    pub(super) fn unfollowed<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        means: Means,
    ) -> Option<Proof<Point>> {
        let line = vec![self.proven_attack(board)?];
        let plies = board.empty_cells();
        Some(Proof { means, line, plies, distance: Distance::Unknown, defences: Vec::new() })
    }

    /// Plies to the end if the attacker, to move, follows the proof and the defender holds out as long as possible. None if nodes or time ran out.
    fn longest<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        walked: &mut Walked,
    ) -> Option<u32> {
        let key = board.key();
        if let Some((_, plies)) = walked.get(&key) {
            return Some(*plies);
        }
        if self.out() {
            return None;
        }
        if let Some(line) = self.by_fours(board, FOURS_LIMIT) {
            let plies = plies_of(board, &line);
            walked.insert(key, (Step::Fours(line), plies));
            return Some(plies);
        }
        let attack = self.proven_attack(board)?;
        board.play(attack);
        let answer = self.longest_answer(board, walked);
        board.undo();
        let (reply, rest) = answer?;
        walked.insert(key, (Step::Attack(attack, reply), rest + 1));
        Some(rest + 1)
    }

    /// The defender's answer that holds out longest, and the plies to the end.
    fn longest_answer<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        walked: &mut Walked,
    ) -> Option<(Option<Point>, u32)> {
        let attacker = board.turn().other();
        let mut longest = (None, 2);
        if board.count(attacker, Class::Five) == 0 {
            board.pass();
            let threat = self.by_fours(board, FOURS_LIMIT);
            let plies = threat.map(|line| plies_of(board, &line));
            board.pass();
            longest.1 = 1 + plies?;
        }
        let Ok(replies) = self.defences(board) else { return Some(longest) };
        for reply in replies {
            board.play(reply);
            let rest = self.longest(board, walked);
            board.undo();
            let plies = 1 + rest?;
            if longest.0.is_none() || plies > longest.1 {
                longest = (Some(reply), plies.max(longest.1));
            }
        }
        Some(longest)
    }

    /// Every answer to the first move that does not lose at once, with its refutation.
    fn refuted<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        attack: Point,
        walked: &Walked,
    ) -> Vec<Defence<Point>> {
        board.play(attack);
        let mut list = Vec::new();
        for reply in self.defences(board).unwrap_or_default().into_iter().take(MAX_DEFENCES) {
            board.play(reply);
            let line = if walked.contains_key(&board.key()) {
                Some(written(board, walked))
            } else {
                self.one_line(board)
            };
            board.undo();
            list.extend(line.map(|line| Defence { mv: reply, line }));
        }
        board.undo();
        list
    }
}

/// The line of a position that was walked.
fn written<R: PatternRule>(board: &mut PatternBoard<R>, walked: &Walked) -> Vec<Point> {
    let mut line = Vec::new();
    let mut played = 0;
    while let Some((step, _)) = walked.get(&board.key()) {
        match step {
            Step::Fours(fours) => {
                line.extend(fours);
                break;
            }
            Step::Attack(attack, reply) => {
                line.push(*attack);
                let Some(reply) = reply else { break };
                line.push(*reply);
                board.play(*attack);
                board.play(*reply);
                played += 2;
            }
        }
    }
    for _ in 0..played {
        board.undo();
    }
    line
}

/// The plies of a win: its line ends with five itself, or with the move that leaves two winning points.
pub(super) fn plies_of<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> u32 {
    let Some((last, before)) = line.split_last() else { return 0 };
    before.iter().for_each(|point| board.play(*point));
    let ends = board.class(board.turn(), *last) == Class::Five;
    before.iter().for_each(|_| board.undo());
    line.len() as u32 + if ends { 0 } else { 2 }
}
