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

/// What a search is for: where an engine can prove or explain more, it spends on that only if asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// A move to play.
    #[default]
    Play,
    /// People look at the answer: a proof is worth a larger share, whatever the depth or the number of lines.
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
