//! Programs outside: started in a process group of their own, asked with a deadline, their last
//! words on stderr kept, killed with all their children; and the seat of programs that speak the
//! protocol of `docs/protocol.md`. Knows no game.
#![forbid(unsafe_code)]

mod answer;
mod child;
mod command;
mod compliance;
mod confinement;
mod conversation;
mod guard;
mod output;
mod patience;
mod process;
mod suspension;

pub use child::{Child, Lost};
pub use command::{CommandError, Program};
pub use compliance::{Finding, check_program};
pub use confinement::{Confinement, Stage};
pub use conversation::{SeatOptions, listen};
pub use patience::Patience;
pub use process::ProcessSeat;
pub use suspension::OpponentsTurn;
