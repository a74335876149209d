//! Pairs of students whose choices agree suspiciously often on solved positions. A reason to look at
//! both files, never a proof: two who solved the exercise well agree too.

use crate::seating::Kept;
use crate::{ArenaError, Plan};
use alinea_catalogue::{Contestant, Student, open};
use alinea_lab::xray::embedded;
use alinea_search::{Ignore, Limits, Stop};
use std::collections::HashMap;
use std::sync::Arc;

/// Positions every student is asked about.
const POSITIONS: usize = 120;
/// Positions a choice may take.
const NODES: u64 = 2_000;
/// From this share of equal choices on a pair is named, where the class itself does not agree.
const SUSPICIOUS: f64 = 0.95;
/// Positions on which the class must differ for a share to mean anything.
const MIN_POSITIONS: usize = 20;

/// Two students who choose alike.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// Their contestants.
    pub pair: (usize, usize),
    /// The share of equal choices, of the positions on which the class differs.
    pub share: f64,
    /// Whether the files are the same to the last byte.
    pub identical: bool,
}

/// Asks every heuristic file for its moves; pairs that agree too often, most alike first.
pub(super) fn agreements(plan: &Plan, kept: &Kept) -> Result<Vec<Agreement>, ArenaError> {
    let Some(truths) = embedded(&plan.game) else { return Ok(Vec::new()) };
    let mut session = open(&plan.game)?;
    session.allow_files(Arc::new(kept.clone()));
    let step = (truths.len() / POSITIONS).max(1);
    let positions: Vec<_> = truths.iter().step_by(step).take(POSITIONS).collect();
    let mut choices: Vec<(usize, Vec<Option<String>>)> = Vec::new();
    for student in &plan.students {
        let Some(contestant) = student.contestant else { continue };
        let Contestant::Student(Student::File(engine)) = &plan.contestants[contestant] else {
            continue;
        };
        let Ok(mut seat) = session.seat(engine) else { continue };
        let own = positions.iter().map(|truth| {
            let board = session.read(&truth.position).ok()?;
            let limits = Limits::nodes(NODES);
            seat.think(&*board, &limits, &Stop::new(), &mut Ignore).ok()?.best
        });
        choices.push((contestant, own.collect()));
    }
    let hash = |contestant: usize| {
        let entry = plan.students.iter().find(|one| one.contestant == Some(contestant));
        entry.map(|one| one.hash.as_str())
    };
    let mut found = alike(&choices);
    for one in &mut found {
        one.identical = hash(one.pair.0) == hash(one.pair.1);
    }
    Ok(found)
}

/// Pairs whose choices agree too often, over the positions on which most of the class differs.
fn alike(choices: &[(usize, Vec<Option<String>>)]) -> Vec<Agreement> {
    let count = choices.first().map_or(0, |(_, own)| own.len());
    // A position on which nearly everybody plays the same says nothing about two of them.
    let telling: Vec<usize> = (0..count)
        .filter(|&i| {
            let mut votes: HashMap<&String, usize> = HashMap::new();
            let given = choices.iter().filter_map(|(_, own)| own[i].as_ref());
            given.for_each(|mv| *votes.entry(mv).or_default() += 1);
            votes.values().max().is_some_and(|&most| 4 * most < 3 * choices.len().max(3))
        })
        .collect();
    let mut found = Vec::new();
    for (i, (a, of_a)) in choices.iter().enumerate() {
        for (b, of_b) in &choices[..i] {
            let both = telling.iter().filter(|&&at| of_a[at].is_some() && of_b[at].is_some());
            let (mut equal, mut all) = (0, 0);
            for &at in both {
                all += 1;
                equal += usize::from(of_a[at] == of_b[at]);
            }
            let share = f64::from(equal as u32) / f64::from(all.max(1) as u32);
            if all >= MIN_POSITIONS && share >= SUSPICIOUS {
                found.push(Agreement { pair: (*b, *a), share, identical: false });
            }
        }
    }
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pairs_that_agree_where_others_differ_are_named() {
        let choose = |f: &dyn Fn(usize) -> usize| -> Vec<Option<String>> {
            (0..40).map(|i| Some(f(i).to_string())).collect()
        };
        let choices = [
            (0, choose(&|i| i % 7)),
            (1, choose(&|i| i % 7)),
            (2, choose(&|i| (3 * i + 1) % 5)),
            (3, choose(&|i| (i * i) % 6)),
        ];
        let found = alike(&choices);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].pair, found[0].share), ((0, 1), 1.0));
        // A class of one mind is no crowd of cheats.
        let same: Vec<_> = (0..5).map(|i| (i, choose(&|_| 4))).collect();
        assert!(alike(&same).is_empty());
    }
}
