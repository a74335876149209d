//! What a player does in a turn of Boom.

use std::fmt;

/// One action: a stone into a column, or the explosion of one's own bomb.
///
/// The course numbers them 0 to 7 and generates them in that order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `PUT`: a stone into this column, from 0 on the left.
    Put(u8),
    /// `BOOM`: the mover's bomb explodes.
    Boom,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Put(col) => write!(f, "{}", u16::from(*col) + 1),
            Action::Boom => f.write_str("B"),
        }
    }
}
