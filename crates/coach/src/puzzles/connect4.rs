//! Puzzles of Connect Four: the solver knows the result of every move.

use super::prover::{Answered, Doubt, Found, Left, Look, Prover, is_forced, wins_at_once};
use super::{Goal, Puzzle, PuzzleProof, Theme};
use alinea_catalogue::Session;
use alinea_core::{Player, Position};
use alinea_engines::connect4::analyst::{Allowance, Analyst, as_score};
use alinea_engines::connect4::solver::{Goal as Question, Rules, Width};
use alinea_games::Connect4;
use alinea_search::{Limits, Stop};
use std::ops::Range;
use std::time::Duration;

const TABLE_MB: usize = 16;
/// Before this ply every puzzle is a question about openings.
const FIRST_PLY: usize = 12;
/// The last plies of a full board hold no choice.
const LAST_PLY: usize = 36;
/// Time for the line that is shown of a try.
const LINE_TIME: Duration = Duration::from_secs(1);
/// Moves of a drawn line that are kept.
const SHOWN: usize = 8;

/// Proves by the solver and its book, and again without book, lanes and static rules.
pub(crate) struct Connect4Prover {
    analyst: Analyst,
    plain: Option<Analyst>,
}

impl Connect4Prover {
    /// A prover for the board of this session; nothing where it cannot be solved.
    pub(crate) fn new(session: &dyn Session) -> Option<Connect4Prover> {
        let size = session.position::<Connect4>()?.size();
        Some(Connect4Prover { analyst: Analyst::new(size, TABLE_MB, 1)?, plain: None })
    }

    /// Another way to the same answers: no book, no vector lanes, no static rules.
    fn plain(&mut self, pos: &Connect4) -> Option<&mut Analyst> {
        if self.plain.is_none() {
            let rules = Rules { claimeven: false, odd_threat: false };
            let analyst = Analyst::new(pos.size(), TABLE_MB, 1)?;
            self.plain = Some(analyst.without_book().with(Width::Scalar, rules));
        }
        self.plain.as_mut()
    }
}

fn exactly(stop: &Stop) -> Allowance {
    Allowance::new(Question::Exact, &Limits::default(), stop)
}

fn text(col: u8) -> String {
    (col + 1).to_string()
}

impl Prover for Connect4Prover {
    fn window(&self, moves: usize) -> Range<usize> {
        FIRST_PLY..moves.min(LAST_PLY)
    }

    fn find(&mut self, at: &dyn Session, stop: &Stop) -> Look {
        self.only_move(at, stop).map_or(Look::Decided, Look::Puzzle)
    }

    fn verify(&mut self, at: &dyn Session, puzzle: &Puzzle, stop: &Stop) -> Result<(), Doubt> {
        if puzzle.proof != PuzzleProof::Solver {
            return Err(Doubt::Unknown);
        }
        let pos = *at.position::<Connect4>().ok_or(Doubt::Unknown)?;
        let wanted = if puzzle.theme.goal() == Goal::Win { 1 } else { 0 };
        let solution = puzzle.solution.first().ok_or(Doubt::Solution)?;
        let plain = self.plain(&pos).ok_or(Doubt::Unknown)?;
        let mut seen = false;
        for (col, bounds) in plain.move_scores(&pos, &mut exactly(stop), |_, _| {}) {
            let mv = text(col);
            if !bounds.is_exact() {
                return Err(Doubt::Unproven(mv));
            }
            let keeps = bounds.lower >= wanted;
            match (mv == *solution, keeps) {
                (true, false) => return Err(Doubt::Solution),
                (false, true) => return Err(Doubt::Another(mv)),
                (is_solution, _) => seen |= is_solution,
            }
            // The result asked for is the best there is: a position that wins asks for the win.
            if bounds.lower > 0 && wanted == 0 {
                return Err(Doubt::Solution);
            }
        }
        if seen { Ok(()) } else { Err(Doubt::Solution) }
    }

    fn answer(&mut self, at: &dyn Session, goal: Goal, stop: &Stop) -> Answered {
        let lost = |line| Answered::Lost { line, left: Left::Nothing };
        let Some(pos) = at.position::<Connect4>() else { return lost(Vec::new()) };
        let mut allowance = exactly(stop);
        let bounds = self.analyst.score(pos, &mut allowance);
        // The score of the side to move, which is not the one who tried.
        let own = -bounds.lower;
        let kept = own >= if goal == Goal::Win { 1 } else { 0 };
        // The result is exact; how the game goes on is shown as far as it is seen in time.
        let mut soon = Allowance::new(Question::Exact, &Limits::time(LINE_TIME), stop);
        let line = self.analyst.line(pos, bounds.lower, &mut soon);
        let line: Vec<String> = line.into_iter().map(text).collect();
        if kept {
            return Answered::Kept(line.first().cloned());
        }
        let left = if own < 0 { Left::Loss } else { Left::Draw };
        Answered::Lost { line, left }
    }
}

impl Connect4Prover {
    /// The only move that wins or holds.
    fn only_move(&mut self, at: &dyn Session, stop: &Stop) -> Option<Found> {
        let pos = at.position::<Connect4>()?;
        let mut allowance = exactly(stop);
        let bounds = self.analyst.score(pos, &mut allowance);
        let exact = bounds.is_exact().then_some(bounds.lower).filter(|&exact| exact >= 0)?;
        if wins_at_once(at) {
            return None;
        }
        // Every win is worth at least 1, every draw 0.
        let keeping = self.analyst.moves_worth(pos, exact.min(1), &mut allowance);
        let [only] = keeping[..] else { return None };
        if stop.is_set() || is_forced(at, &text(only)) {
            return None;
        }
        let mut line = self.analyst.line(pos, exact, &mut allowance);
        let theme = if exact > 0 { theme(pos, &line)? } else { Theme::Defence };
        let plies = match exact {
            0 => self.longest_loss(pos, only, stop)?,
            _ => as_score(pos, exact).win()?,
        };
        if exact == 0 {
            line.truncate(SHOWN);
        }
        let solution = line.into_iter().map(text).collect();
        (!stop.is_set()).then_some(Found { solution, theme, plies, proof: PuzzleProof::Solver })
    }

    /// How long the wrong move that holds out longest lasts.
    fn longest_loss(&mut self, pos: &Connect4, only: u8, stop: &Stop) -> Option<u32> {
        let scores = self.analyst.move_scores(pos, &mut exactly(stop), |_, _| {});
        let wrong = scores.into_iter().filter(|(col, _)| *col != only);
        wrong.filter_map(|(_, bounds)| as_score(pos, bounds.lower).loss()).max()
    }
}

/// How the line wins: by two threats at once, or by a square that the loser has to make playable.
fn theme(pos: &Connect4, line: &[u8]) -> Option<Theme> {
    let winner = pos.turn();
    let (win, before) = line.split_last()?;
    let (_, quiet) = before.split_last()?;
    // The position before the loser's last move.
    let mut end = *pos;
    for col in quiet {
        end.play_unchecked(*col);
    }
    let height = end.height();
    let fills = |bit: u64| Connect4::has_four(end.discs(winner) | bit, height);
    let bits = (0..u64::BITS).map(|bit| 1 << bit);
    let open = bits.filter(|bit| end.landing() & bit != 0 && fills(*bit)).count();
    if open > 0 {
        // One open threat that is stopped leaves another: beside it, or on top of it.
        return Some(Theme::DoubleThreat);
    }
    let mut last = end;
    last.play_unchecked(*before.last()?);
    let column = ((1 << height) - 1) << (u32::from(*win) * height);
    let row = (last.landing() & column).trailing_zeros() - u32::from(*win) * height;
    let is_odd = row.is_multiple_of(2);
    Some(if winner == Player::First && is_odd { Theme::OddThreat } else { Theme::Zugzwang })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::open;

    fn found(moves: &str) -> Option<Found> {
        let session = open("connect4").unwrap().read(moves).unwrap();
        Connect4Prover::new(session.as_ref()).unwrap().only_move(session.as_ref(), &Stop::new())
    }

    #[test]
    fn the_theme_is_how_the_line_wins() {
        let theme_of = |moves: &str| {
            let puzzle = found(moves).unwrap_or_else(|| panic!("{moves} is a puzzle"));
            (puzzle.theme, puzzle.solution[0].clone(), puzzle.plies)
        };
        assert_eq!(theme_of("621247446653"), (Theme::DoubleThreat, "5".to_owned(), 3));
        let odd = theme_of("2416741143536334554315545311");
        assert_eq!((odd.0, odd.1.as_str()), (Theme::OddThreat, "7"));
        // The second player's threat in an even row.
        let even = theme_of("52365345546266322345335626244477777");
        assert_eq!((even.0, even.1.as_str()), (Theme::Zugzwang, "7"));
    }

    #[test]
    fn nothing_to_see_is_no_puzzle() {
        assert_eq!(found("112233"), None, "wins at once");
        assert_eq!(found("1122334"), None, "the game is over");
        assert_eq!(found("4455"), None, "two moves win");
        assert_eq!(found("17273"), None, "anything else loses to the next move");
    }
}
