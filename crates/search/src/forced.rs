//! A forced win and what can be shown of it. Plain data.
//!
//! The line, the defences and how each is refuted, and cells to mark.

use crate::Distance;
use alinea_core::{Cell, Message};

/// By which moves a win is forced: by fours alone, or by other threats too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Means {
    /// Every attacking move makes a four: each answer is forced.
    Fours,
    /// Some attacking moves only threaten fours: open threes, mostly.
    Threats,
}

/// A forced win for the player to move: its line and the answer to every defence.
///
/// ```
/// use alinea_search::{Defence, Distance, Means, Proof};
/// // Moves are whatever the game has: here columns from 0, to be written from 1.
/// let proof = Proof {
///     means: Means::Fours,
///     line: vec![2, 5, 3],
///     plies: 3,
///     distance: Distance::Exact,
///     defences: vec![Defence { mv: 5, line: vec![3] }],
/// };
/// let written = proof.map(|column| (column + 1).to_string());
/// assert_eq!(written.line, ["3", "6", "4"]);
/// assert_eq!(written.defences[0], Defence { mv: "6".to_owned(), line: vec!["4".to_owned()] });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// How it is forced.
    pub means: Means,
    /// Both sides' moves in turn, up to the attacker's deciding move.
    ///
    /// The defender's are the longest resistance that was seen.
    pub line: Vec<M>,
    /// Plies to the end of the game along the line.
    ///
    /// They may be more than the line has moves: after its last one there may be a choice of
    /// winning moves.
    pub plies: u32,
    /// What the plies mean.
    pub distance: Distance,
    /// The answers to the first move that do not lose at once, each with how it is refuted.
    pub defences: Vec<Defence<M>>,
}

/// An answer to an attack, and its refutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence<M> {
    /// The answer.
    pub mv: M,
    /// Both sides' moves in turn, the attacker's first.
    pub line: Vec<M>,
}

impl<M> Proof<M> {
    /// The same proof with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Proof<N> {
        let defences = self.defences.iter().map(|defence| Defence {
            mv: write(&defence.mv),
            line: defence.line.iter().map(&write).collect(),
        });
        Proof {
            means: self.means,
            defences: defences.collect(),
            plies: self.plies,
            distance: self.distance,
            line: self.line.iter().map(&write).collect(),
        }
    }
}

/// Why a cell is marked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    /// A stone here completes a winning row.
    Win,
    /// A cell that a threat or a rule is about.
    Threat,
    /// The other side would win here.
    Danger,
    /// The other side may not play here.
    Forbidden,
}

/// A cell to mark on the board, with its number where there are several of a kind.
///
/// ```
/// use alinea_core::{Cell, Message};
/// use alinea_search::{Explanation, Mark, MarkKind};
/// let marks = Mark::all(MarkKind::Win, [Cell::new(2, 0), Cell::new(6, 0)]);
/// assert_eq!(marks[1], Mark { cell: Cell::new(6, 0), kind: MarkKind::Win, number: 2 });
/// // What a reason says in words, the marks show.
/// let explanation = Explanation { reason: Message::new("reason.connect4.two-threats.you"), marks };
/// assert_eq!(explanation.marks.len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub kind: MarkKind,
    /// 1, 2, ... among the marks of this kind.
    pub number: u32,
}

impl Mark {
    /// Marks of one kind, numbered in order.
    pub fn all(kind: MarkKind, cells: impl IntoIterator<Item = Cell>) -> Vec<Mark> {
        cells.into_iter().zip(1..).map(|(cell, number)| Mark { cell, kind, number }).collect()
    }
}

/// Why a move is good or a position lost, in words and on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The sentence.
    pub reason: Message,
    /// The cells it speaks of.
    pub marks: Vec<Mark>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_numbered_from_one_in_the_order_given() {
        let cells = [Cell::new(4, 1), Cell::new(0, 2), Cell::new(3, 3)];
        let marks = Mark::all(MarkKind::Danger, cells);
        assert_eq!(marks.iter().map(|mark| mark.cell).collect::<Vec<_>>(), cells);
        assert_eq!(marks.iter().map(|mark| mark.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(marks.iter().all(|mark| mark.kind == MarkKind::Danger));
        assert_eq!(Mark::all(MarkKind::Win, []), []);
    }

    #[test]
    fn a_proof_written_another_way_and_back_is_the_same() {
        let defence = |mv, line: &[u8]| Defence { mv, line: line.to_vec() };
        let proof = Proof {
            means: Means::Threats,
            line: vec![1, 2, 3],
            plies: 5,
            distance: Distance::Exact,
            defences: vec![defence(2, &[3]), defence(4, &[5, 6])],
        };
        let written = proof.map(|mv| mv.to_string());
        assert_eq!(written.line.concat(), "123");
        assert_eq!(written.defences[1].line.concat(), "56");
        assert_eq!(written.map(|text| text.parse::<u8>().expect("a number")), proof);
    }
}
