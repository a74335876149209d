//! How far a search may go.

use std::time::Duration;

/// How far a search may go: plain data; it ends at whichever limit it meets first.
///
/// ```
/// use alinea_search::Limits;
/// let limits = Limits { nodes: Some(10_000), ..Limits::depth(8) };
/// assert_eq!((limits.depth, limits.nodes, limits.time), (Some(8), Some(10_000), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Wall-clock time for this move.
    pub time: Option<Duration>,
    /// Number of best lines wanted; 0 and 1 both mean one.
    pub lines: usize,
    /// What the answer is for.
    pub purpose: Purpose,
}

/// What a search is for: a move to play, or an answer for people to look at.
///
/// Where an engine can prove or explain more, it spends on that only if asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// A move to play.
    #[default]
    Play,
    /// An answer for people to look at: a larger share goes to proofs, at any depth.
    Analysis,
}

impl Limits {
    /// A depth limit alone.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A node limit alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time limit alone.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// These limits, for people to look at.
    #[must_use]
    pub fn for_analysis(self) -> Limits {
        Limits { purpose: Purpose::Analysis, ..self }
    }

    /// These limits, with what they leave open taken from `other`.
    ///
    /// ```
    /// use alinea_search::{Limits, Purpose};
    /// let asked = Limits::depth(5).for_analysis();
    /// let all = asked.or(Limits { depth: Some(9), ..Limits::nodes(1000) });
    /// assert_eq!((all.depth, all.nodes, all.purpose), (Some(5), Some(1000), Purpose::Analysis));
    /// ```
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        Limits {
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
            lines: self.lines.max(other.lines),
            purpose: if self.purpose == Purpose::Play { other.purpose } else { self.purpose },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_leaves_the_others_open() {
        let second = Duration::from_secs(1);
        let open =
            Limits { depth: None, nodes: None, time: None, lines: 0, purpose: Purpose::Play };
        assert_eq!(Limits::default(), open);
        assert_eq!(Limits::depth(4), Limits { depth: Some(4), ..open });
        assert_eq!(Limits::nodes(5), Limits { nodes: Some(5), ..open });
        assert_eq!(Limits::time(second), Limits { time: Some(second), ..open });
        let analysis = Limits { nodes: Some(5), purpose: Purpose::Analysis, ..open };
        assert_eq!(Limits::nodes(5).for_analysis(), analysis);
    }

    #[test]
    fn what_is_open_is_taken_from_the_others_and_nothing_else() {
        let mine = Limits { depth: Some(3), lines: 2, ..Limits::default() };
        let other = Limits { nodes: Some(9), lines: 1, ..Limits::depth(7) }.for_analysis();
        let both = mine.or(other);
        assert_eq!((both.depth, both.nodes, both.time, both.lines), (Some(3), Some(9), None, 2));
        assert_eq!(both.purpose, Purpose::Analysis, "one of them is for people");
        assert_eq!(other.or(mine).depth, Some(7));
        assert_eq!(other.or(mine).purpose, Purpose::Analysis);
        assert_eq!(mine.or(Limits::time(Duration::ZERO)).purpose, Purpose::Play);
        assert_eq!(mine.or(Limits::time(Duration::ZERO)).time, Some(Duration::ZERO));
        assert_eq!(Limits::default().or(other), other);
        assert_eq!(other.or(Limits::default()), other);
    }
}
