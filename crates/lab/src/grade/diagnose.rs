//! Which mistakes explain a printed tree.
//!
//! Searches are compared with the trace from its first line on and stopped at the first
//! difference. Two mistakes can explain a trace together only if one of them changes something
//! at the very line where the exact search leaves the trace, or if both change the same earlier
//! line and undo each other there: the other pairs are known to fail and are not searched.

use super::choices::{Choices, Style};
use super::compare::{Difference as Found, Kind, MAX_NODES, Node, Tree, Windows, follow};
use super::desk::Desk;
use super::moves::{Reading, Texts, text_of};
use super::parallel::within;
use super::plan::Plan;
use super::read::{Printed, RawMove, RawNode, Shape};
use super::rounding::Rounding;
use super::search::Effort;
use super::suspects::{go_together, named, suspects};
use super::{
    Candidate, Difference, Grade, GradeError, Mistake, Unit, is_settled, next, plain, rows_of,
    smallest, too_large,
};
use alinea_catalogue::Entry;
use alinea_core::Message;
use alinea_search::Window;
use std::collections::HashMap;

/// Nodes that all single mistakes together may visit.
const SINGLE_NODES: u64 = 40_000_000;
/// Nodes that all pairs of mistakes together may visit.
const PAIR_NODES: u64 = 30_000_000;

/// A way to search and to print.
type Way = (Style, Windows);

/// Where the exact search leaves the trace, by number of the way.
type Exact<M> = HashMap<usize, Option<Found<M>>>;

/// Mistakes to try, and the number of the way.
type Trial = (usize, Vec<Mistake>, Way);

/// Where a search leaves the trace, if it does; `None` if its mistakes make no sense in its style.
type Followed<M> = Option<Option<Found<M>>>;

/// One trace and everything it is compared with.
struct Case<G: Entry> {
    plan: Plan<G>,
    start: Desk<G>,
    tree: Tree,
    texts: Texts,
}

/// Diagnoses a tree. One that nothing explains may lack its end: then it is graded up to there.
pub(super) fn tree<G: Entry>(
    plan: Plan<G>,
    pos: &G,
    (raw, printed): &Shape,
    cut: bool,
) -> Result<Grade, GradeError> {
    let mut case = Case::of(plan, pos, (raw, *printed), cut);
    let readings = case.readings(pos, raw)?;
    let graded = case.graded(&readings, pos);
    if is_settled(&graded) || cut {
        return graded;
    }
    case.tree.cut = true;
    let cut_off = case.graded(&readings, pos);
    if is_settled(&cut_off) { cut_off } else { graded }
}

/// How far the exact search agrees with a tree whose end may be missing; nothing if it cannot be
/// read.
pub(super) fn reach<G: Entry>(plan: Plan<G>, pos: &G, (raw, printed): &Shape) -> Option<usize> {
    let mut case = Case::of(plan, pos, (raw, *printed), true);
    let readings = case.readings(pos, raw).ok()?;
    case.furthest(&readings).map(|(_, difference, ..)| agreed(&difference))
}

/// Where the exact search leaves a tree, if none of these mistakes explains it.
pub(super) fn first_difference<G: Entry>(
    plan: Plan<G>,
    pos: &G,
    (raw, printed): (&[RawNode], Printed),
    others: &[Mistake],
) -> Option<Difference> {
    let mut case = Case::of(plan, pos, (raw, printed), false);
    case.tree.nodes = case.readings(pos, raw).ok()?.into_iter().next()?;
    let ways = case.ways();
    let mut gives = |other: &Mistake| {
        ways.iter().any(|&way| case.try_on(std::slice::from_ref(other), way) == Some(None))
    };
    if others.iter().any(&mut gives) {
        return None;
    }
    let found =
        ways.into_iter().filter_map(|way| case.try_on(&[], way)).collect::<Option<Vec<_>>>()?;
    let furthest = found.into_iter().max_by_key(|difference| difference.event)?;
    Some(case.difference(&furthest, pos))
}

/// The tree before its moves are read.
fn bare(raw: &[RawNode], printed: Printed, cut: bool) -> Tree {
    let root = raw.iter().find(|node| node.level == 0);
    // A window that lies evenly around 0 is the one that the search began with.
    let is_even = root.is_some_and(|root| {
        root.alpha.zip(root.beta).is_some_and(|(alpha, beta)| alpha < 0.0 && alpha == -beta)
    });
    let bound = |of: fn(&RawNode) -> Option<f64>, pick: fn(f64, f64) -> f64| {
        let printed = root.and_then(of).or_else(|| raw.iter().filter_map(of).reduce(pick));
        printed.filter(|bound| is_even || bound.abs() >= 1000.0)
    };
    // What is left of the root's window when it is printed late is not its infinity.
    let lowest = bound(|node| node.alpha, f64::min);
    let highest = bound(|node| node.beta, f64::max);
    let opposite = |known: Option<f64>, other: Option<f64>| known.or(other.map(|bound| -bound));
    Tree {
        nodes: Vec::new(),
        printed,
        cut,
        has_root: root.is_some(),
        utility: None,
        rounding: Rounding::of(raw.iter().filter_map(|node| node.value)),
        infinity: [
            opposite(lowest, highest).filter(|bound| *bound < 0.0).unwrap_or(f64::NEG_INFINITY),
            opposite(highest, lowest).filter(|bound| *bound > 0.0).unwrap_or(f64::INFINITY),
        ],
    }
}

fn given(tree: &Tree) -> Window {
    let [alpha, beta] = tree.infinity;
    Window { alpha, beta }
}

/// How long the exact search agrees with a trace.
fn agreed<M>(found: &Option<Found<M>>) -> usize {
    found.as_ref().map_or(usize::MAX, |difference| difference.event)
}

/// The way and the reading that agree longest, where they part, and where all other ways do.
type Furthest<'r, M> = (Way, Option<Found<M>>, &'r Vec<Node>, Exact<M>);

impl<G: Entry> Case<G> {
    fn of(plan: Plan<G>, pos: &G, (raw, printed): (&[RawNode], Printed), cut: bool) -> Case<G> {
        let tree = Tree { utility: plan.utility, ..bare(raw, printed, cut) };
        let mut case = Case { plan, start: Desk::new(pos), tree, texts: Texts::new(G::MAX_INDEX) };
        case.plan.given = given(&case.tree);
        case
    }

    /// The exact search beside every reading.
    fn furthest<'r>(&mut self, readings: &'r [Vec<Node>]) -> Option<Furthest<'r, G::Move>> {
        let mut best: Option<(Way, Option<Found<G::Move>>, &Vec<Node>)> = None;
        let mut exact: Exact<G::Move> = HashMap::new();
        for nodes in readings {
            self.tree.nodes.clone_from(nodes);
            let mut found: Exact<G::Move> = HashMap::new();
            for (i, way) in self.ways().into_iter().enumerate() {
                let Some(difference) = self.try_on(&[], way) else { continue };
                // The first of equals: fail-hard, as the lecture has it.
                if best.as_ref().is_none_or(|(_, known, _)| agreed(&difference) > agreed(known)) {
                    best = Some((way, difference.clone(), nodes));
                }
                found.insert(i, difference);
            }
            if best.as_ref().is_some_and(|(_, _, known)| std::ptr::eq(*known, nodes)) {
                exact = found;
            }
        }
        best.map(|(way, difference, nodes)| (way, difference, nodes, exact))
    }

    fn graded(&mut self, readings: &[Vec<Node>], pos: &G) -> Result<Grade, GradeError> {
        let found = self.furthest(readings);
        let Some((way, difference, nodes, exact)) = found else { return Err(too_large()) };
        self.tree.nodes.clone_from(nodes);
        match difference {
            None => Ok(self.correct(way)),
            Some(difference) if difference.kind == Kind::TooLarge => Err(too_large()),
            Some(difference) => self.mistaken(way, &difference, &exact, pos),
        }
    }

    /// The nodes with their moves read in every way that makes sense of all of them.
    fn readings(&mut self, pos: &G, raw: &[RawNode]) -> Result<Vec<Vec<Node>>, GradeError> {
        let mut readings: Vec<Vec<Node>> = Vec::new();
        let mut furthest = 0;
        for reading in Reading::ALL {
            let mut known: HashMap<&RawMove, Option<u16>> = HashMap::new();
            let mut nodes = Vec::with_capacity(raw.len());
            for node in raw {
                let mut number = |mv: &'_ RawMove| {
                    text_of(pos, mv, reading).map(|text| self.texts.number(&text))
                };
                let mut read = |mv| match mv {
                    &RawMove::Absent => Some(0),
                    mv => *known.entry(mv).or_insert_with(|| number(mv)),
                };
                let (Some(mv), Some(best)) = (read(&node.mv), read(&node.best)) else { break };
                let RawNode { line, level, value, alpha, beta, .. } = *node;
                nodes.push(Node { line, mv, level, value, alpha, beta, best });
            }
            furthest = furthest.max(nodes.len());
            if nodes.len() == raw.len() && !readings.contains(&nodes) {
                readings.push(nodes);
            }
        }
        if readings.is_empty() {
            let node = &raw[furthest.min(raw.len() - 1)];
            let found = match &node.mv {
                RawMove::Text(text) => text.clone(),
                RawMove::Number(number) => number.to_string(),
                RawMove::Pair(row, col) => format!("{row},{col}"),
                RawMove::Absent => "no move".to_owned(),
            };
            let found: String = found.chars().take(30).collect();
            let message = format!(
                "expected a move of {}, found '{found}': is it the trace of another game?",
                G::NAME
            );
            return Err(GradeError::at(node.line, &message));
        }
        Ok(readings)
    }

    fn ways(&self) -> Vec<Way> {
        let has_windows = self.tree.nodes.iter().any(|n| n.alpha.is_some() || n.beta.is_some());
        let windows: &[Windows] =
            if has_windows { &[Windows::Entered, Windows::Left] } else { &[Windows::Entered] };
        let ways = Style::ALL.into_iter().flat_map(|s| windows.iter().map(move |w| (s, *w)));
        ways.collect()
    }

    /// Follows the trace with these mistakes; `None` if they make no sense in this style.
    fn try_on(&mut self, mistakes: &[Mistake], way: Way) -> Followed<G::Move> {
        let Case { plan, start, tree, texts } = self;
        follow_all(plan, start, tree, (mistakes, way), texts).0
    }

    /// Follows the trace with each of these, as far as the limit allows.
    fn try_all(&self, trials: &[Trial], most: u64) -> Vec<Followed<G::Move>> {
        let Case { plan, start, tree, texts } = self;
        let work = |texts: &mut Texts, (_, mistakes, way): &Trial| {
            follow_all(plan, start, tree, (mistakes, *way), texts)
        };
        within(trials, most, || texts.clone(), work).0
    }

    fn correct(&self, way: Way) -> Grade {
        let all = suspects(&self.plan, self.start.position());
        let trials: Vec<Trial> = all.into_iter().map(|mistake| (0, vec![mistake], way)).collect();
        let found = self.try_all(&trials, SINGLE_NODES);
        let untried = trials.len() - found.len();
        let unseen = trials.into_iter().zip(found).filter(|(_, found)| *found == Some(None));
        let unseen: Vec<Vec<Mistake>> = unseen.map(|((_, mistakes, _), _)| mistakes).collect();
        self.grade(None, Vec::new(), &unseen, way.0, untried)
    }

    fn mistaken(
        &mut self,
        way: Way,
        difference: &Found<G::Move>,
        exact: &Exact<G::Move>,
        pos: &G,
    ) -> Result<Grade, GradeError> {
        let all = suspects(&self.plan, pos);
        let ways = self.ways();
        let singles = |(i, &way): (usize, &Way)| {
            let is_wrong = matches!(exact.get(&i), Some(Some(_)));
            all.iter().filter(move |_| is_wrong).map(move |&mistake| (i, vec![mistake], way))
        };
        let singles: Vec<Trial> = ways.iter().enumerate().flat_map(singles).collect();
        let found = self.try_all(&singles, SINGLE_NODES);
        let mut untried = singles.len() - found.len();
        let mut fitting: Vec<(Vec<Mistake>, Found<G::Move>, Way)> = Vec::new();
        let mut acting: Vec<Vec<(Mistake, Option<usize>)>> = vec![Vec::new(); ways.len()];
        for ((i, mistakes, way), found) in singles.into_iter().zip(found) {
            let (Some(Some(here)), Some(found)) = (exact.get(&i), found) else { continue };
            match found {
                None if fitting.iter().any(|(known, _, _)| *known == mistakes) => {}
                None => fitting.push((mistakes, here.clone(), way)),
                Some(found) => {
                    let event = found.event.min(here.event);
                    let is_later = found.event == here.event && found.kind == here.kind;
                    acting[i].push((mistakes[0], (!is_later).then_some(event)));
                }
            }
        }
        let mut pairs: Vec<Trial> = Vec::new();
        for (i, &way) in ways.iter().enumerate() {
            let Some(Some(here)) = exact.get(&i) else { continue };
            let both = eligible(&acting[i], here.event);
            pairs.extend(both.into_iter().map(|pair| (i, pair.to_vec(), way)));
        }
        let found = self.try_all(&pairs, PAIR_NODES);
        untried += pairs.len() - found.len();
        let found = pairs.into_iter().zip(found).filter(|(_, found)| *found == Some(None));
        for ((i, pair, way), _) in found {
            let is_known = |(known, _, _): &(Vec<Mistake>, _, _)| {
                *known == pair || known.iter().any(|one| known.len() == 1 && pair.contains(one))
            };
            if let Some(Some(here)) = exact.get(&i)
                && !fitting.iter().any(is_known)
            {
                fitting.push((pair, here.clone(), way));
            }
        }
        let rank = |mistakes: &Vec<Mistake>| {
            let at = |m: &Mistake| all.iter().position(|known| known == m).unwrap_or_default();
            (mistakes.len(), mistakes.iter().map(at).sum::<usize>())
        };
        fitting.sort_by_key(|(mistakes, _, _)| rank(mistakes));
        if fitting.is_empty() {
            self.refuse_another_position(pos)?;
        }
        let told = self.difference(difference, pos);
        let candidates = fitting.iter().map(|(mistakes, here, _)| Candidate {
            mistakes: mistakes.iter().map(|&m| named(&self.plan, m)).collect(),
            shows: Some(self.difference(here, pos)),
        });
        let candidates: Vec<Candidate> = candidates.collect();
        let style = fitting.first().map_or(way, |(_, _, way)| *way);
        let unseen = match fitting.first() {
            None => Vec::new(),
            Some((first, _, way)) => self.unseen_beside(first, *way, &all),
        };
        Ok(self.grade(Some(told), candidates, &unseen, style.0, untried))
    }

    /// Mistakes that would not show beside these.
    fn unseen_beside(&self, first: &[Mistake], way: Way, all: &[Mistake]) -> Vec<Vec<Mistake>> {
        if first.len() > 1 {
            return Vec::new();
        }
        let beside = |&mistake: &Mistake| go_together(mistake, first[0]);
        let others = all.iter().copied().filter(beside);
        let trials: Vec<Trial> = others.map(|mistake| (0, vec![first[0], mistake], way)).collect();
        let found = self.try_all(&trials, PAIR_NODES);
        let unseen = trials.into_iter().zip(found).filter(|(_, found)| *found == Some(None));
        unseen.map(|((_, mistakes, _), _)| vec![mistakes[1]]).collect()
    }

    /// A move that cannot be played at the root, where no mistake explains it, is not the
    /// student's fault: the trace is of another position.
    fn refuse_another_position(&mut self, pos: &G) -> Result<(), GradeError> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let legal: Vec<u16> = moves.iter().map(|&mv| self.texts.of(pos, mv)).collect();
        let stray = self
            .tree
            .nodes
            .iter()
            .find(|node| node.level == 1 && node.mv != 0 && !legal.contains(&node.mv));
        match stray {
            None => Ok(()),
            Some(node) => {
                let mv = self.texts.text(node.mv);
                let message = format!(
                    "expected a move that can be played in this position, found {mv}: is it the \
                     trace of another position or game?"
                );
                Err(GradeError::at(node.line, &message))
            }
        }
    }

    fn grade(
        &self,
        difference: Option<Difference>,
        candidates: Vec<Candidate>,
        unseen: &[Vec<Mistake>],
        style: Style,
        untried: usize,
    ) -> Grade {
        let cannot_tell = unseen.iter().map(|mistakes| Candidate {
            mistakes: mistakes.iter().map(|&m| named(&self.plan, m)).collect(),
            shows: None,
        });
        let cannot_tell: Vec<Candidate> = cannot_tell.collect();
        let first: Option<Vec<Mistake>> = candidates.first().map(Candidate::ids);
        let pos = self.start.position();
        let next_run = next::find(&self.plan, pos, &candidates, &cannot_tell, (style, Unit::Nodes));
        Grade {
            unit: Unit::Nodes,
            compared: self.tree.nodes.len(),
            cut: self.tree.cut && self.tree.nodes.len() > 1,
            difference,
            smallest: first.and_then(|m| smallest::find(&self.plan, &pos.setup(), &m, style)),
            candidates,
            cannot_tell,
            next_run,
            untried,
        }
    }

    /// A difference in words, with its board.
    fn difference(&self, found: &Found<G::Move>, start: &G) -> Difference {
        let (mut pos, mut moves) = (start.clone(), Vec::new());
        for &mv in &found.path {
            if !pos.is_legal(mv) {
                break;
            }
            moves.push(pos.move_text(mv));
            let _ = pos.play_unchecked(mv);
        }
        let nodes = &self.tree.nodes;
        let node = nodes.get(found.node);
        let line = node.or(nodes.last()).map_or(1, |node| node.line);
        let name = |mv: u16| if mv == 0 { "root".to_owned() } else { self.texts.text(mv) };
        let at = |mv: u16, level: u32| format!("{} ({level})", name(mv));
        let printed = node.map_or_else(|| "-".to_owned(), |node| at(node.mv, node.level));
        let number = |value: Option<f64>| value.map_or("-".to_owned(), plain);
        let mv = node.map_or_else(|| "-".to_owned(), |node| name(node.mv));
        let of = |bound: &str, expected: f64, found: Option<f64>| {
            let message = Message::new("lab.grade.bound").with("bound", bound).with("move", &mv);
            (message, plain(expected), number(found))
        };
        let (message, expected, found) = match found.kind {
            Kind::Node(mv, level) => (Message::new("lab.grade.node"), at(mv, level), printed),
            Kind::Missing(mv, level) => {
                (Message::new("lab.grade.tree-ends"), at(mv, level), "-".to_owned())
            }
            Kind::Over | Kind::TooLarge => {
                (Message::new("lab.grade.search-over"), "-".to_owned(), printed)
            }
            Kind::Alpha(expected) => of("alpha", expected, node.and_then(|node| node.alpha)),
            Kind::Beta(expected) => of("beta", expected, node.and_then(|node| node.beta)),
            Kind::Value(expected) => {
                let message = Message::new("lab.grade.value").with("move", &mv);
                (message, plain(expected), number(node.and_then(|node| node.value)))
            }
            Kind::Best(best) => {
                let printed = node.map_or_else(|| "-".to_owned(), |node| name(node.best));
                (Message::new("lab.grade.best").with("move", &mv), name(best), printed)
            }
        };
        let message = message.with("expected", &expected).with("found", &found);
        let (rows, falls) = (rows_of(&pos), pos.gravity());
        Difference { line, message, expected, found, rows, falls, moves }
    }
}

/// Follows a trace with every search that these mistakes can mean: where the one leaves it that
/// goes furthest, and what it cost.
fn follow_all<G: Entry>(
    plan: &Plan<G>,
    start: &Desk<G>,
    tree: &Tree,
    (mistakes, way): (&[Mistake], Way),
    texts: &mut Texts,
) -> (Followed<G::Move>, u64) {
    let mut furthest: Option<Found<G::Move>> = None;
    let mut cost = 0;
    for choices in Choices::variants(way.0, mistakes) {
        let mut effort = Effort::of(MAX_NODES);
        let found = follow(plan, start, tree, (choices, way.1), texts, &mut effort);
        cost += effort.nodes();
        let Some(found) = found else { return (Some(None), cost) };
        if furthest.as_ref().is_none_or(|known| found.event > known.event) {
            furthest = Some(found);
        }
        if !effort.is_ambiguous {
            break;
        }
    }
    (furthest.map(Some), cost)
}

/// The pairs that may explain a trace which the exact search leaves at `event`. Each mistake comes
/// with the event at which it first changes something, `None` if that is later.
fn eligible(acting: &[(Mistake, Option<usize>)], event: usize) -> Vec<[Mistake; 2]> {
    let mut pairs = Vec::new();
    for (i, &(a, a_at)) in acting.iter().enumerate() {
        for &(b, b_at) in &acting[i + 1..] {
            let is_in_time = |at: Option<usize>| at.is_none_or(|at| at >= event);
            let acts_here = a_at == Some(event) || b_at == Some(event);
            let acts_early = a_at == b_at && a_at.is_some_and(|at| at < event);
            let fits = (acts_here && is_in_time(a_at) && is_in_time(b_at)) || acts_early;
            if fits && go_together(a, b) {
                pairs.push([a, b]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests;
