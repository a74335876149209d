//! Which mistakes explain a logged game. Every turn is a search of its own from a position that
//! the log gives: a search is tried on the cheapest turn that the exact one gets wrong, then on
//! the others, the cheapest first.

use super::choices::{Board, Choices, Style};
use super::desk::Desk;
use super::diagnose::MAX_CANDIDATES;
use super::moves::{Reading, text_of};
use super::read::{RawMove, RawTurn};
use super::search::{Deaf, Plan};
use super::suspects::{go_together, named, suspects};
use super::{
    Candidate, Difference, Grade, GradeError, Mistake, Unit, next, plain, rows_of, same, smallest,
    text_of as move_text,
};
use alinea_catalogue::Entry;
use alinea_core::Message;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes that one search may visit.
const MAX_NODES: u64 = 60_000_000;
/// Nodes that the exact search may visit in all turns together.
const MAX_EXACT: u64 = 3_000_000_000;
/// A search with a mistake may visit so many times the nodes of the exact one, and at least some.
const SLOWER: u64 = 30;
const AT_LEAST: u64 = 200_000;
/// Nodes that all pairs of mistakes together may visit.
const PAIR_NODES: u64 = 40_000_000;

/// One turn with its moves read.
#[derive(Clone, PartialEq)]
struct Turn {
    line: usize,
    legal: Option<Vec<String>>,
    value: f64,
    mv: String,
}

/// What the exact search says of a turn.
struct Exact<M> {
    value: f64,
    best: Option<M>,
    nodes: u64,
    /// Whether the log says the same.
    agrees: bool,
}

struct Case<G: Entry> {
    plan: Plan<G>,
    turns: Vec<Turn>,
    /// The boards at each turn, by the rules that the program follows; none past a move that
    /// cannot be played.
    boards: HashMap<u8, Vec<Desk<G>>>,
}

/// The answer of a search at a turn: its value and move, if it finished in time.
type Answer<M> = Option<(f64, Option<M>)>;

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
    let mut case = Case { plan, turns: Vec::new(), boards: HashMap::new() };
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
            .take(MAX_CANDIDATES)
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
        let mut desks = Vec::with_capacity(self.turns.len());
        for turn in &self.turns {
            if desk.outcome().is_some() {
                break;
            }
            desks.push(desk.clone());
            let read = desk.position().parse_move(&turn.mv).ok();
            let mv = read.filter(|(mv, rest)| rest.is_empty() && desk.can_play(*mv));
            let Some((mv, _)) = mv else { break };
            desk.play(mv, rules);
        }
        self.boards.insert(key, desks);
    }

    fn desks(&self, rules: Board) -> &[Desk<G>] {
        self.boards.get(&(rules as u8)).map_or(&[], Vec::as_slice)
    }

    /// The exact search at every turn.
    fn exact(&self) -> Result<Vec<Exact<G::Move>>, GradeError> {
        let desks = self.desks(Board::Right);
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
        let search = |i: usize| {
            let mut nodes = MAX_NODES;
            let choices = Choices::right(Style::Hard);
            let found =
                self.plan.search(&desks[i], self.plan.depth, choices, &mut nodes, &mut Deaf);
            let (value, best) = found?;
            let turn = &self.turns[i];
            let pos = desks[i].position();
            let agrees = same(value, turn.value) && move_text(pos, best) == turn.mv;
            Some(Exact { value, best, nodes: MAX_NODES - nodes, agrees })
        };
        let found: Vec<Option<Exact<G::Move>>> = std::thread::scope(|scope| {
            let search = &search;
            let spawn = |thread: usize| {
                scope.spawn(move || {
                    let own = (thread..desks.len()).step_by(threads);
                    own.map(|i| (i, search(i))).collect::<Vec<_>>()
                })
            };
            let spawned: Vec<_> = (0..threads).map(spawn).collect();
            let mut all: Vec<_> =
                spawned.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect();
            all.sort_by_key(|(i, _)| *i);
            all.into_iter().map(|(_, found)| found).collect()
        });
        let exact: Vec<Exact<G::Move>> =
            found.into_iter().collect::<Option<_>>().ok_or_else(super::too_large)?;
        if exact.iter().map(|one| one.nodes).sum::<u64>() > MAX_EXACT {
            return Err(super::too_large());
        }
        Ok(exact)
    }

    /// The first turn that is not right.
    fn broken(&self, exact: &[Exact<G::Move>]) -> Option<usize> {
        let desks = self.desks(Board::Right);
        (0..self.turns.len()).find(|&i| {
            let Some(desk) = desks.get(i) else { return true };
            !exact[i].agrees || !self.lists_right(i, desk, Choices::right(Style::Hard))
        })
    }

    /// Whether the applicable actions of a turn are what a program with these choices lists.
    fn lists_right(&self, turn: usize, desk: &Desk<G>, choices: Choices) -> bool {
        let Some(listed) = &self.turns[turn].legal else { return true };
        let mut moves = Vec::new();
        desk.reopened(|pos| pos.legal_moves(&mut moves));
        let mut legal: Vec<String> =
            moves.iter().map(|&mv| desk.position().move_text(mv)).collect();
        if choices.board.rules == Board::BoomMissing {
            legal.retain(|mv| mv != "B");
        }
        legal.sort_unstable();
        // A program without BOOM may play under a referee that knows it.
        *listed == legal
            || (choices.board.rules == Board::BoomMissing && listed.contains(&"B".to_owned()))
    }

    fn answer(&self, turn: usize, choices: Choices, nodes: &mut u64) -> Answer<G::Move> {
        let desk = self.desks(choices.board.rules).get(turn)?;
        if !self.lists_right(turn, desk, choices) {
            return None;
        }
        self.plan.search(desk, self.plan.depth, choices, nodes, &mut Deaf)
    }

    fn agrees(&self, turn: usize, choices: Choices, answer: Answer<G::Move>) -> bool {
        let Some((value, best)) = answer else { return false };
        let Some(desk) = self.desks(choices.board.rules).get(turn) else { return false };
        let logged = &self.turns[turn];
        same(value, logged.value) && move_text(desk.position(), best) == logged.mv
    }

    /// Whether these choices give every turn, the cheapest first.
    fn gives_all(&self, choices: Choices, exact: &[Exact<G::Move>], spent: &mut u64) -> bool {
        let mut order: Vec<usize> = (0..self.turns.len()).collect();
        order.sort_by_key(|&i| exact.get(i).map_or(0, |one| one.nodes));
        order.into_iter().all(|i| {
            let allowed = allowed(exact.get(i));
            let mut nodes = allowed;
            let answer = self.answer(i, choices, &mut nodes);
            *spent += allowed - nodes;
            self.agrees(i, choices, answer)
        })
    }

    /// The mistakes that give this log, the simplest first, and how many pairs were not tried.
    fn explain(
        &self,
        exact: &[Exact<G::Move>],
        all: &[Mistake],
    ) -> (Vec<(Vec<Mistake>, Style)>, usize) {
        // The cheapest turn that the exact search gets wrong; an illegal move has no search.
        let wrong = |&i: &usize| exact.get(i).is_none_or(|one| !one.agrees);
        let cost = |&i: &usize| exact.get(i).map_or(u64::MAX, |one| one.nodes);
        let Some(probe) = (0..self.turns.len()).filter(wrong).min_by_key(cost) else {
            return (self.explain_lists(exact, all), 0);
        };
        let mut fitting: Vec<(Vec<Mistake>, Style)> = Vec::new();
        let mut acting: Vec<(Mistake, Style, bool)> = Vec::new();
        let right = exact.get(probe).map(|one| (one.value, one.best));
        for &mistake in all {
            for style in Style::ALL {
                let (mut acts, mut is_possible) = (false, false);
                for choices in Choices::variants(style, &[mistake]) {
                    is_possible = true;
                    let mut nodes = allowed(exact.get(probe));
                    let answer = self.answer(probe, choices, &mut nodes);
                    if self.agrees(probe, choices, answer)
                        && self.gives_all(choices, exact, &mut 0)
                        && !fitting.iter().any(|(known, _)| *known == [mistake])
                    {
                        fitting.push((vec![mistake], style));
                    }
                    acts |= match (answer, right) {
                        (Some((value, best)), Some((exact, right))) => {
                            !same(value, exact) || best != right
                        }
                        _ => true,
                    };
                }
                if is_possible {
                    acting.push((mistake, style, acts));
                }
            }
        }
        let alone: Vec<Mistake> = fitting.iter().map(|(known, _)| known[0]).collect();
        acting.retain(|(mistake, _, _)| !alone.contains(mistake));
        let (pairs, untried) = self.explain_by_pairs(&acting, probe, exact);
        fitting.extend(pairs);
        let rank = |mistakes: &Vec<Mistake>| {
            let at = |m: &Mistake| all.iter().position(|known| known == m).unwrap_or_default();
            (mistakes.len(), mistakes.iter().map(at).sum::<usize>())
        };
        fitting.sort_by_key(|(mistakes, _)| rank(mistakes));
        (fitting, untried)
    }

    fn explain_by_pairs(
        &self,
        acting: &[(Mistake, Style, bool)],
        probe: usize,
        exact: &[Exact<G::Move>],
    ) -> (Vec<(Vec<Mistake>, Style)>, usize) {
        let mut pairs = Vec::new();
        for (i, &(a, style, a_acts)) in acting.iter().enumerate() {
            // A log shows no values below the root: negamax adds nothing that minimax has not.
            let others = acting[i + 1..].iter().filter(|(_, other, _)| *other == style);
            for &(b, _, b_acts) in others {
                let is_new = !style.is_nega() || [a, b].into_iter().any(is_of_negamax);
                if (a_acts || b_acts) && go_together(a, b) && is_new {
                    pairs.push(([a, b], style));
                }
            }
        }
        let spent = AtomicU64::new(0);
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
        let try_one = |&(pair, style): &([Mistake; 2], Style)| -> Option<bool> {
            if spent.load(Ordering::Relaxed) > PAIR_NODES {
                return None;
            }
            let fits = Choices::variants(style, &pair).into_iter().any(|choices| {
                let allowed = allowed(exact.get(probe));
                let mut nodes = allowed;
                let answer = self.answer(probe, choices, &mut nodes);
                let mut used = allowed - nodes;
                let fits = self.agrees(probe, choices, answer)
                    && self.gives_all(choices, exact, &mut used);
                spent.fetch_add(used, Ordering::Relaxed);
                fits
            });
            Some(fits)
        };
        let tried: Vec<(usize, Option<bool>)> = std::thread::scope(|scope| {
            let (pairs, try_one) = (&pairs, &try_one);
            let spawn = |thread: usize| {
                scope.spawn(move || {
                    let own = (thread..pairs.len()).step_by(threads);
                    own.map(|i| (i, try_one(&pairs[i]))).collect::<Vec<_>>()
                })
            };
            let spawned: Vec<_> = (0..threads).map(spawn).collect();
            let mut all: Vec<_> =
                spawned.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect();
            all.sort_by_key(|(i, _)| *i);
            all
        });
        let untried = tried.iter().filter(|(_, fits)| fits.is_none()).count();
        let mut fitting: Vec<(Vec<Mistake>, Style)> = Vec::new();
        for (i, _) in tried.into_iter().filter(|(_, fits)| *fits == Some(true)) {
            let (pair, style) = pairs[i];
            if !fitting.iter().any(|(known, _)| known.as_slice() == pair) {
                fitting.push((pair.to_vec(), style));
            }
        }
        (fitting, untried)
    }

    /// Mistakes that explain wrong lists of actions where every search is right.
    fn explain_lists(
        &self,
        exact: &[Exact<G::Move>],
        all: &[Mistake],
    ) -> Vec<(Vec<Mistake>, Style)> {
        let fits = |mistake: &&Mistake| {
            Choices::with(Style::Hard, &[**mistake])
                .is_some_and(|choices| self.gives_all(choices, exact, &mut 0))
        };
        all.iter().filter(fits).map(|&mistake| (vec![mistake], Style::Hard)).collect()
    }

    fn refuse_another_position(&self) -> Result<(), GradeError> {
        let Some(desk) = self.desks(Board::Right).first() else { return Ok(()) };
        let turn = &self.turns[0];
        let lists = self.lists_right(0, desk, Choices::right(Style::Hard));
        let read = desk.position().parse_move(&turn.mv).ok();
        let plays = read.is_some_and(|(mv, _)| desk.can_play(mv));
        if lists && plays {
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
        let mut spent = 0;
        let mut unseen = Vec::new();
        for &mistake in all {
            let fits = [Style::Hard, Style::Soft].into_iter().any(|style| {
                let choices = Choices::with(style, &[mistake]);
                spent <= PAIR_NODES
                    && choices.is_some_and(|choices| self.gives_all(choices, exact, &mut spent))
            });
            if fits {
                unseen.push(Candidate { mistakes: vec![named(&self.plan, mistake)], shows: None });
            }
        }
        self.grade(pos, None, Vec::new(), unseen, Style::Hard, 0)
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
        let desks = self.desks(Board::Right);
        let moves: Vec<String> = self.turns[..i].iter().map(|turn| turn.mv.clone()).collect();
        let Some(desk) = desks.get(i) else {
            // The move before cannot be played, or it ended the game.
            let last = desks.len().saturating_sub(1);
            let key = if exact.get(last).is_some() && self.can_be_played(last) {
                "lab.grade.over"
            } else {
                "lab.grade.illegal"
            };
            let at = if key == "lab.grade.over" { i } else { last };
            let mv = self.turns[at].mv.clone();
            let message = Message::new(key).with("move", &mv);
            let rows = desks.last().map_or_else(Vec::new, |desk| rows_of(desk.position()));
            return Difference {
                line: self.turns[at].line,
                message,
                expected: "-".to_owned(),
                found: mv,
                rows,
                moves: moves[..last.min(moves.len())].to_vec(),
            };
        };
        let pos = desk.position();
        let rows = rows_of(pos);
        if !self.lists_right(i, desk, Choices::right(Style::Hard)) {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            let legal: Vec<String> = legal.into_iter().map(|mv| pos.move_text(mv)).collect();
            let listed = turn.legal.clone().unwrap_or_default();
            let (expected, found) = (legal.join(" "), listed.join(" "));
            let message = Message::new("lab.grade.actions");
            let message = message.with("expected", &expected).with("found", &found);
            return Difference { line: turn.line, message, expected, found, rows, moves };
        }
        let (value, best) = (plain(exact[i].value), move_text(pos, exact[i].best));
        let message = Message::new("lab.grade.turn")
            .with("value", &value)
            .with("move", &best)
            .with("found", plain(turn.value))
            .with("played", &turn.mv);
        let (expected, found) =
            (format!("{value} {best}"), format!("{} {}", plain(turn.value), turn.mv));
        Difference { line: turn.line, message, expected, found, rows, moves }
    }

    fn can_be_played(&self, turn: usize) -> bool {
        let desk = self.desks(Board::Right).get(turn);
        desk.is_some_and(|desk| {
            let read = desk.position().parse_move(&self.turns[turn].mv).ok();
            read.is_some_and(|(mv, rest)| rest.is_empty() && desk.can_play(mv))
        })
    }
}

/// Whether a mistake can only be made in negamax.
fn is_of_negamax(mistake: Mistake) -> bool {
    let is_made = |style: Style| Choices::with(style, &[mistake]).is_some();
    !is_made(Style::Hard) && !is_made(Style::Soft)
}

/// Nodes that a search with a mistake may visit at a turn.
fn allowed<M>(exact: Option<&Exact<M>>) -> u64 {
    let nodes = exact.map_or(0, |one| one.nodes);
    (nodes * SLOWER).clamp(AT_LEAST, MAX_NODES)
}
