//! A program outside that speaks in lines: started in its own process group, asked with a
//! deadline, its last words on stderr kept, killed with all its children. Knows no protocol.
#![forbid(unsafe_code)]

mod child;
mod command;
mod output;
mod patience;

pub use child::{Child, Lost};
pub use command::{CommandError, Program};
pub use patience::Patience;
