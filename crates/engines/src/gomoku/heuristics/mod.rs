//! Heuristics of the Gomoku reports. They read any board of lines: the whole family and every
//! m,n,k board.

mod dezenas;
mod vizinhos;

pub use dezenas::Dezenas;
pub use vizinhos::Vizinhos;

pub use crate::lines::Rows;
