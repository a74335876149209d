//! A logged game beside the exact search. Every turn is a search of its own from a position that
//! the log gives.

use super::choices::{Board, Choices, Style};
use super::desk::Desk;
use super::memory::Memory;
use super::moves::{Reading, text_of};
use super::parallel::within;
use super::plan::{Asked, Plan};
use super::read::{RawMove, RawTurn};
use super::rounding::{Rounding, is_noise};
use super::search::Effort;
use super::sound::around;
use super::suspects::{named, suspects};
use super::{
    Candidate, Difference, Grade, GradeError, Mistake, Unit, next, plain, rows_of, smallest,
    text_of as move_text,
};
use alinea_catalogue::Entry;
use alinea_core::Message;
use alinea_search::Window;
use std::collections::HashMap;

/// Nodes that one search may visit.
const MAX_NODES: u64 = 60_000_000;
/// Nodes that the exact search may visit in all turns together.
const MAX_EXACT: u64 = 400_000_000;

/// One turn with its moves read.
#[derive(Clone, PartialEq)]
pub(super) struct Turn {
    line: usize,
    legal: Option<Vec<String>>,
    pub(super) value: f64,
    pub(super) mv: String,
}

/// What the exact search says of a turn.
pub(super) struct Exact<M> {
    pub(super) value: f64,
    pub(super) best: Option<M>,
    pub(super) nodes: u64,
    /// Whether the log says the same.
    pub(super) agrees: bool,
}

/// A log and everything it is compared with.
pub(super) struct Case<G: Entry> {
    pub(super) plan: Plan<G>,
    pub(super) turns: Vec<Turn>,
    pub(super) rounding: Rounding,
    /// The boards at each turn, by the rules that the program follows; none past a move that
    /// cannot be played.
    boards: HashMap<u8, Vec<Shown<G>>>,
}

/// The board at a turn.
pub(super) struct Shown<G> {
    pub(super) desk: Desk<G>,
    /// Whether the log lists the actions that a program with such a board lists.
    pub(super) lists_right: bool,
}

/// Diagnoses a log.
pub(super) fn game<G: Entry>(plan: Plan<G>, pos: &G, raw: &[RawTurn]) -> Result<Grade, GradeError> {
    check_turns(raw)?;
    let mut readings: Vec<Vec<Turn>> = Vec::new();
    let mut first_error = None;
    for reading in Reading::ALL {
        match read_turns(pos, raw, reading) {
            Ok(turns) if readings.contains(&turns) => {}
            Ok(turns) => readings.push(turns),
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    let rounding = Rounding::of(raw.iter().map(|turn| turn.value));
    let mut case = Case { plan, turns: Vec::new(), rounding, boards: HashMap::new() };
    // Numbers may be meant in several ways: the one is right that agrees longest.
    let mut best: Option<(usize, Vec<Turn>)> = None;
    if readings.len() > 1 {
        for turns in readings.drain(..) {
            case.read(turns, pos);
            let reach = case.broken(&case.exact()?).unwrap_or(usize::MAX);
            if best.as_ref().is_none_or(|(known, _)| reach > *known) {
                best = Some((reach, std::mem::take(&mut case.turns)));
            }
        }
    }
    let Some(turns) = best.map(|(_, turns)| turns).or(readings.pop()) else {
        return Err(first_error.unwrap_or_else(|| GradeError::at(1, "no turn could be read")));
    };
    case.read(turns, pos);
    case.graded(pos)
}

/// Both sides must be logged, one after the other: else the position of a turn is not known.
fn check_turns(raw: &[RawTurn]) -> Result<(), GradeError> {
    for pair in raw.windows(2) {
        if let [Some(before), Some(now)] = [&pair[0].who, &pair[1].who]
            && before == now
        {
            let message = format!(
                "expected the turns of both players one after the other, found '{now}' twice"
            );
            return Err(GradeError::at(pair[1].line, &message));
        }
    }
    Ok(())
}

fn read_turns<G: Entry>(
    pos: &G,
    raw: &[RawTurn],
    reading: Reading,
) -> Result<Vec<Turn>, GradeError> {
    let read = |turn: &RawTurn| {
        let text = |mv: &RawMove| {
            text_of(pos, mv, reading).ok_or_else(|| {
                let found = match mv {
                    RawMove::Text(text) => text.chars().take(30).collect(),
                    RawMove::Number(number) => number.to_string(),
                    RawMove::Pair(row, col) => format!("{row},{col}"),
                    RawMove::Absent => "no move".to_owned(),
                };
                let message = format!(
                    "expected a move of {}, found '{found}': is it the log of another game?",
                    G::NAME
                );
                GradeError::at(turn.line, &message)
            })
        };
        let legal = match &turn.legal {
            None => None,
            Some(listed) => {
                let mut legal = listed.iter().map(text).collect::<Result<Vec<String>, _>>()?;
                legal.sort_unstable();
                Some(legal)
            }
        };
        Ok(Turn { line: turn.line, legal, value: turn.value, mv: text(&turn.mv)? })
    };
    raw.iter().map(read).collect()
}

impl<G: Entry> Case<G> {
    fn read(&mut self, turns: Vec<Turn>, pos: &G) {
        self.turns = turns;
        self.boards.clear();
        self.lay_out(pos, Board::Right);
    }

    fn graded(&mut self, pos: &G) -> Result<Grade, GradeError> {
        let exact = self.exact()?;
        let broken = self.broken(&exact);
        let all = suspects(&self.plan, pos);
        let Some(first) = broken else {
            return Ok(self.correct(pos, &exact, &all));
        };
        for mistake in &all {
            if let Some(choices) = Choices::with(Style::Hard, &[*mistake]) {
                self.lay_out(pos, choices.board.rules);
            }
        }
        let told = self.difference(first, &exact);
        let (fitting, untried) = self.explain(&exact, &all);
        if fitting.is_empty() && first == 0 {
            self.refuse_another_position()?;
        }
        let candidates: Vec<Candidate> = fitting
            .iter()
            .map(|(mistakes, _)| Candidate {
                mistakes: mistakes.iter().map(|&m| named(&self.plan, m)).collect(),
                shows: Some(told.clone()),
            })
            .collect();
        let style = fitting.first().map_or(Style::Hard, |(_, style)| *style);
        Ok(self.grade(pos, Some(told), candidates, Vec::new(), style, untried))
    }

    /// The boards at each turn if the program's board follows these rules.
    fn lay_out(&mut self, pos: &G, rules: Board) {
        let key = rules as u8;
        if self.boards.contains_key(&key) {
            return;
        }
        let mut desk = Desk::new(pos);
        let mut boards = Vec::with_capacity(self.turns.len());
        for turn in &self.turns {
            if desk.outcome().is_some() {
                break;
            }
            boards.push(Shown { lists_right: lists_right(turn, &desk, rules), desk: desk.clone() });
            let read = desk.position().parse_move(&turn.mv).ok();
            let mv = read.filter(|(mv, rest)| rest.is_empty() && desk.can_play(*mv));
            let Some((mv, _)) = mv else { break };
            desk.play(mv, rules);
        }
        self.boards.insert(key, boards);
    }

    pub(super) fn boards(&self, rules: Board) -> &[Shown<G>] {
        self.boards.get(&(rules as u8)).map_or(&[], Vec::as_slice)
    }

    /// The exact search at every turn.
    fn exact(&self) -> Result<Vec<Exact<G::Move>>, GradeError> {
        let turns: Vec<(&Turn, &Shown<G>)> =
            self.turns.iter().zip(self.boards(Board::Right)).collect();
        let search = |memory: &mut Memory<G>, (turn, shown): &(&Turn, &Shown<G>)| {
            let mut effort = Effort::of(MAX_NODES);
            let mut answer =
                |asked: Asked<G::Move>| self.plan.answer(&shown.desk, asked, &mut effort, memory);
            let exact = self.exact_at(turn, shown, &mut answer);
            let nodes = effort.nodes();
            (exact.map(|exact| Exact { nodes, ..exact }), nodes)
        };
        let (found, _) = within(&turns, MAX_EXACT, Memory::new, search);
        if found.len() < turns.len() {
            return Err(super::too_large());
        }
        found.into_iter().collect::<Option<_>>().ok_or_else(super::too_large)
    }

    /// The exact search at a turn; nothing if it is too large.
    fn exact_at(
        &self,
        turn: &Turn,
        shown: &Shown<G>,
        answer: &mut impl FnMut(Asked<G::Move>) -> Option<(f64, Option<G::Move>)>,
    ) -> Option<Exact<G::Move>> {
        let asked = |window| {
            let choices = Choices::right(Style::Hard);
            Asked { choices, window, only: None, hoped: None }
        };
        // Most turns are right, which a narrow window tells soonest.
        if let Some(window) = around(turn.value, self.rounding) {
            let asked = asked(Some(window));
            let found = answer(asked)?;
            if self.is_given(turn, shown, found, |only| answer(Asked { only, ..asked }))? {
                return Some(Exact { value: found.0, best: found.1, nodes: 0, agrees: true });
            }
        }
        let asked = asked(Some(Window::FULL));
        let found = answer(asked)?;
        let agrees = self.is_given(turn, shown, found, |only| answer(Asked { only, ..asked }))?;
        Some(Exact { value: found.0, best: found.1, nodes: 0, agrees })
    }

    /// Whether the log says what a search found. Of moves that are worth the same but for rounding
    /// any may be the first: the search is asked again for the logged one. Nothing if that is too
    /// large.
    pub(super) fn is_given(
        &self,
        turn: &Turn,
        shown: &Shown<G>,
        (value, best): (f64, Option<G::Move>),
        answer: impl FnOnce(Option<G::Move>) -> Option<(f64, Option<G::Move>)>,
    ) -> Option<bool> {
        if !self.rounding.agrees(turn.value, value) {
            return Some(false);
        }
        let pos = shown.desk.position();
        let is_same = move_text(pos, best) == turn.mv;
        if is_same || self.rounding.is_exact() || self.plan.is_decided(value) {
            return Some(is_same);
        }
        let read = pos.parse_move(&turn.mv).ok().filter(|(_, rest)| rest.is_empty());
        let Some((only, _)) = read else { return Some(false) };
        answer(Some(only)).map(|(alone, best)| best.is_some() && is_noise(alone, value))
    }

    /// The first turn that is not right.
    fn broken(&self, exact: &[Exact<G::Move>]) -> Option<usize> {
        let boards = self.boards(Board::Right);
        (0..self.turns.len()).find(|&i| {
            let Some(shown) = boards.get(i) else { return true };
            !exact[i].agrees || !shown.lists_right
        })
    }

    /// Whether the log lists the actions that can be played, as long as it can be followed.
    pub(super) fn lists_right(&self) -> bool {
        let boards = self.boards(Board::Right);
        boards.len() == self.turns.len() && boards.iter().all(|shown| shown.lists_right)
    }

    fn refuse_another_position(&self) -> Result<(), GradeError> {
        let Some(Shown { desk, lists_right }) = self.boards(Board::Right).first() else {
            return Ok(());
        };
        let turn = &self.turns[0];
        let read = desk.position().parse_move(&turn.mv).ok();
        let plays = read.is_some_and(|(mv, _)| desk.can_play(mv));
        if *lists_right && plays {
            return Ok(());
        }
        let message = format!(
            "expected actions that can be played in this position, found {}: is it the log of \
             another position or game?",
            turn.legal.as_ref().map_or(turn.mv.clone(), |listed| listed.join(" "))
        );
        Err(GradeError::at(turn.line, &message))
    }

    fn correct(&mut self, pos: &G, exact: &[Exact<G::Move>], all: &[Mistake]) -> Grade {
        for mistake in all {
            if let Some(choices) = Choices::with(Style::Hard, &[*mistake]) {
                self.lay_out(pos, choices.board.rules);
            }
        }
        let (unseen, untried) = self.unseen(exact, all);
        let told = |mistake| Candidate { mistakes: vec![named(&self.plan, mistake)], shows: None };
        let unseen = unseen.into_iter().map(told).collect();
        self.grade(pos, None, Vec::new(), unseen, Style::Hard, untried)
    }

    fn grade(
        &self,
        pos: &G,
        difference: Option<Difference>,
        candidates: Vec<Candidate>,
        cannot_tell: Vec<Candidate>,
        style: Style,
        untried: usize,
    ) -> Grade {
        let first: Option<Vec<Mistake>> = candidates.first().map(Candidate::ids);
        let next_run = next::find(&self.plan, pos, &candidates, &cannot_tell, (style, Unit::Moves));
        Grade {
            unit: Unit::Moves,
            compared: self.turns.len(),
            cut: false,
            difference,
            smallest: first.and_then(|m| smallest::find(&self.plan, &pos.setup(), &m, style)),
            candidates,
            cannot_tell,
            next_run,
            untried,
        }
    }

    /// A turn that is not right, in words and with its board.
    fn difference(&self, i: usize, exact: &[Exact<G::Move>]) -> Difference {
        let turn = &self.turns[i];
        let boards = self.boards(Board::Right);
        let falls = boards.first().is_some_and(|shown| shown.desk.position().gravity());
        let moves: Vec<String> = self.turns[..i].iter().map(|turn| turn.mv.clone()).collect();
        let Some(Shown { desk, lists_right }) = boards.get(i) else {
            // The move before cannot be played, or it ended the game.
            let last = boards.len().saturating_sub(1);
            let key = if exact.get(last).is_some() && self.can_be_played(last) {
                "lab.grade.over"
            } else {
                "lab.grade.illegal"
            };
            let at = if key == "lab.grade.over" { i } else { last };
            let mv = self.turns[at].mv.clone();
            let message = Message::new(key).with("move", &mv);
            let rows = boards.last().map_or_else(Vec::new, |shown| rows_of(shown.desk.position()));
            return Difference {
                line: self.turns[at].line,
                message,
                expected: "-".to_owned(),
                found: mv,
                rows,
                falls,
                moves: moves[..last.min(moves.len())].to_vec(),
            };
        };
        let pos = desk.position();
        let rows = rows_of(pos);
        if !lists_right {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            let legal: Vec<String> = legal.into_iter().map(|mv| pos.move_text(mv)).collect();
            let listed = turn.legal.clone().unwrap_or_default();
            let (expected, found) = (legal.join(" "), listed.join(" "));
            let message = Message::new("lab.grade.actions");
            let message = message.with("expected", &expected).with("found", &found);
            return Difference { line: turn.line, message, expected, found, rows, falls, moves };
        }
        let (value, best) = (plain(exact[i].value), move_text(pos, exact[i].best));
        let message = Message::new("lab.grade.turn")
            .with("value", &value)
            .with("move", &best)
            .with("found", plain(turn.value))
            .with("played", &turn.mv);
        let (expected, found) =
            (format!("{value} {best}"), format!("{} {}", plain(turn.value), turn.mv));
        Difference { line: turn.line, message, expected, found, rows, falls, moves }
    }

    fn can_be_played(&self, turn: usize) -> bool {
        let shown = self.boards(Board::Right).get(turn);
        shown.is_some_and(|Shown { desk, .. }| {
            let read = desk.position().parse_move(&self.turns[turn].mv).ok();
            read.is_some_and(|(mv, rest)| rest.is_empty() && desk.can_play(mv))
        })
    }
}

/// Whether the applicable actions of a turn are what a program with such a board lists.
fn lists_right<G: Entry>(turn: &Turn, desk: &Desk<G>, rules: Board) -> bool {
    let Some(listed) = &turn.legal else { return true };
    let mut moves = Vec::new();
    desk.reopened(|pos| pos.legal_moves(&mut moves));
    let mut legal: Vec<String> = moves.iter().map(|&mv| desk.position().move_text(mv)).collect();
    if rules == Board::BoomMissing {
        legal.retain(|mv| mv != "B");
    }
    legal.sort_unstable();
    // A program without BOOM may play under a referee that knows it.
    *listed == legal || (rules == Board::BoomMissing && listed.contains(&"B".to_owned()))
}

#[cfg(test)]
pub(super) mod tests;
