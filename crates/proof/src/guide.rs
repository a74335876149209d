//! Following a strategy: what the hero plays in a game, and why; every position that can arise.

use crate::board::{ODD, Shape, Stones, column, column_of, wins};
use crate::certificate::{Certificate, Strategy, playable, position};
use crate::family::Goal;
use crate::plan::{Common, Plan, common};
use alinea_core::Player;
use std::collections::{HashMap, HashSet};

/// Why the hero plays a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It completes four.
    Win,
    /// The line with this number says so.
    Stored {
        /// Counted from 0.
        line: usize,
    },
    /// The line with this number says so, and a plan begins.
    PlanBegins {
        /// Counted from 0.
        line: usize,
        /// The plan as it applies to this game, mirrored if the game is.
        plan: Plan,
    },
    /// The opponent threatens four there.
    Block,
    /// The plan of the line with this number is followed.
    Plan {
        /// Counted from 0.
        line: usize,
        /// The plan as it applies to this game, mirrored if the game is.
        plan: Plan,
        /// Which rule of plans chose.
        rule: PlanRule,
    },
}

/// Which rule of plans chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanRule {
    /// The opponent threatens four there.
    Block,
    /// Two ways to complete four at once.
    TwoThreats,
    /// Directly above the opponent's move.
    Answer,
    /// A column the plan wants at once.
    Now,
    /// Nothing to answer: an even row.
    EvenRow,
    /// Nothing to answer: an odd row.
    OddRow,
}

/// What the strategy says in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The hero's column, counted from 0, and the reason.
    Play {
        /// The column.
        col: u8,
        /// The reason.
        why: Why,
    },
    /// The opponent is to move.
    Wait,
    /// The game is over.
    Over,
    /// The hero left the strategy, so it says nothing.
    Left,
}

/// A strategy that can be followed.
#[derive(Debug)]
pub struct Guide<'a> {
    shape: Shape,
    strategy: &'a Strategy,
    places: HashMap<Stones, usize>,
}

/// A position in the orientation of the line that is followed.
#[derive(Clone, Copy)]
struct View {
    pos: Stones,
    mirrored: bool,
}

impl<'a> Guide<'a> {
    /// A guide for one of the strategies of a certificate.
    #[must_use]
    pub fn new(certificate: &'a Certificate, strategy: &'a Strategy) -> Self {
        let places = strategy.places(&certificate.shape);
        Self { shape: certificate.shape, strategy, places }
    }

    /// What the strategy says after these columns, counted from 0; `None` when they are no game.
    #[must_use]
    pub fn advise(&self, columns: &[u8]) -> Option<Advice> {
        let hero_first = self.strategy.hero == Player::First;
        let mut plan: Option<(usize, bool)> = None;
        let mut left = false;
        for ply in 0..=columns.len() {
            let played = &columns[..ply];
            let Some((pos, hero_to_move)) = position(&self.shape, self.strategy.hero, played)
            else {
                let before = position(&self.shape, self.strategy.hero, &columns[..ply - 1]);
                let legal = before
                    .is_some_and(|(pos, _)| playable(&self.shape, pos, columns[ply - 1]) != 0);
                return (legal && ply == columns.len()).then_some(Advice::Over);
            };
            debug_assert_eq!(hero_to_move, (ply % 2 == 0) == hero_first, "sides take turns");
            let last = played.last().copied();
            if self.shape.playable(pos.mask) == 0 {
                return Some(Advice::Over);
            }
            if !hero_to_move {
                if ply == columns.len() {
                    return Some(if left { Advice::Left } else { Advice::Wait });
                }
                continue;
            }
            let advice = self.at(pos, last, plan);
            if ply == columns.len() {
                return Some(match advice {
                    Some((col, why)) if !left || plan.is_none() => Advice::Play { col, why },
                    _ => Advice::Left,
                });
            }
            // A hero that left the strategy comes back when it meets a position of it.
            match advice {
                Some((col, why)) if col == columns[ply] => {
                    if let Why::PlanBegins { line, .. } = why {
                        plan = Some((line, self.is_mirrored(pos, line)));
                    }
                    left = false;
                }
                _ => {
                    left = true;
                    plan = None;
                }
            }
        }
        None
    }

    fn is_mirrored(&self, pos: Stones, line: usize) -> bool {
        let written = position(&self.shape, self.strategy.hero, &self.strategy.lines[line].moves);
        written.is_some_and(|(written, _)| written != pos)
    }

    fn at(&self, pos: Stones, last: Option<u8>, plan: Option<(usize, bool)>) -> Option<(u8, Why)> {
        let now = wins(pos.hero) & self.shape.playable(pos.mask);
        if now != 0 {
            return Some((column_of(now) as u8, Why::Win));
        }
        if let Some((line, mirrored)) = plan {
            return self.follow(View { pos, mirrored }, line, last?);
        }
        if let Some(&line) = self.places.get(&pos.canonical(&self.shape).0) {
            let mirrored = self.is_mirrored(pos, line);
            let found = &self.strategy.lines[line];
            let col = self.turned(found.col, mirrored);
            let why = match found.plan {
                None => Why::Stored { line },
                Some(plan) => Why::PlanBegins { line, plan: self.turned_plan(plan, mirrored) },
            };
            return Some((col, why));
        }
        let threat = wins(pos.villain()) & self.shape.playable(pos.mask);
        (threat.count_ones() == 1).then(|| (column_of(threat) as u8, Why::Block))
    }

    fn follow(&self, view: View, line: usize, last: u8) -> Option<(u8, Why)> {
        let plan = self.strategy.lines[line].plan?;
        let pos = if view.mirrored { view.pos.mirrored(&self.shape) } else { view.pos };
        let last = u32::from(self.turned(last, view.mirrored));
        let (square, rule) = plan_move(&self.shape, &plan, pos, last)?;
        let col = self.turned(column_of(square) as u8, view.mirrored);
        let plan = self.turned_plan(plan, view.mirrored);
        Some((col, Why::Plan { line, plan, rule }))
    }

    fn turned(&self, col: u8, mirrored: bool) -> u8 {
        if mirrored { self.shape.cols() as u8 - 1 - col } else { col }
    }

    fn turned_plan(&self, plan: Plan, mirrored: bool) -> Plan {
        if mirrored { plan.mirrored(self.shape.cols()) } else { plan }
    }

    /// Calls `tell` with every position that can arise with the hero to move, as the columns
    /// from the empty board and the hero's column; mirror images once. `None` when the strategy
    /// has no move somewhere; then it is no proof.
    pub fn expand(&self, mut tell: impl FnMut(&[u8], u8)) -> Option<()> {
        let mut seen = HashSet::new();
        let start = Task { pos: Stones::default(), path: Vec::new(), plan: None };
        let mut tasks = Vec::new();
        if self.strategy.hero == Player::First {
            tasks.push(start);
        } else {
            self.push_replies(&start, &mut tasks)?;
        }
        while let Some(mut task) = tasks.pop() {
            if self.shape.playable(task.pos.mask) == 0 {
                if self.strategy.goal == Goal::Win {
                    return None;
                }
                continue;
            }
            if !seen.insert(task.pos.canonical(&self.shape).0) {
                continue;
            }
            // Outside plans a task looks at the board as the line does, so that plans begin
            // the right way round.
            if task.plan.is_none()
                && let Some(&line) = self.places.get(&task.pos.canonical(&self.shape).0)
                && self.is_mirrored(task.pos, line)
            {
                task.pos = task.pos.mirrored(&self.shape);
                for col in &mut task.path {
                    *col = self.turned(*col, true);
                }
            }
            let plan = task.plan.map(|line| (line, false));
            let (col, why) = self.at(task.pos, task.path.last().copied(), plan)?;
            tell(&task.path, col);
            if why == Why::Win {
                continue;
            }
            if let Why::PlanBegins { line, .. } = why {
                task.plan = Some(line);
            }
            task.pos = task.pos.hero_plays(playable(&self.shape, task.pos, col));
            task.path.push(col);
            self.push_replies(&task, &mut tasks)?;
        }
        Some(())
    }

    fn push_replies(&self, task: &Task, tasks: &mut Vec<Task>) -> Option<()> {
        let squares = self.shape.playable(task.pos.mask);
        if wins(task.pos.villain()) & squares != 0
            || (squares == 0 && self.strategy.goal == Goal::Win)
        {
            return None;
        }
        for col in 0..self.shape.cols() {
            let square = squares & column(col);
            if square != 0 {
                let mut path = task.path.clone();
                path.push(col as u8);
                tasks.push(Task { pos: task.pos.villain_plays(square), path, plan: task.plan });
            }
        }
        Some(())
    }
}

/// A position with the hero to move, still to be looked at.
struct Task {
    pos: Stones,
    path: Vec<u8>,
    plan: Option<usize>,
}

/// What a plan plays, and by which rule; `None` when it has failed.
fn plan_move(shape: &Shape, plan: &Plan, pos: Stones, last: u32) -> Option<(u64, PlanRule)> {
    match common(shape, pos) {
        Common::Win | Common::Lost | Common::Full => None,
        Common::Block(square) => Some((square, PlanRule::Block)),
        Common::Double(square) => Some((square, PlanRule::TwoThreats)),
        Common::Free { kept, .. } => {
            let square = plan.choose(shape, kept, last);
            let col = column_of(square);
            let is_odd_row = square & ODD != 0;
            let rule = match plan.words[col as usize].rank(col == last, is_odd_row) {
                0 => PlanRule::Now,
                1 => PlanRule::Answer,
                _ if is_odd_row => PlanRule::OddRow,
                _ => PlanRule::EvenRow,
            };
            Some((square, rule))
        }
    }
}
