//! Long work of any kind: matches, labels, self-play, books. Knows no game and no network.
//!
//! A [`Plan`] is data: what kind of work, how many units, and every file it needs by hash. A unit
//! is a number. A [`Worker`] turns a unit into the bytes of its result, and the same unit always
//! gives the same bytes. The [`Journal`] holds the results in unit order, one a line, and is the
//! truth; a [`Fold`] reads them in that order and may say that it has seen enough.
//!
//! [`run`] computes the units on this machine. `alinea-fleet` computes them on many. Both write
//! through a [`Ledger`], so both leave the same journal behind, byte for byte.
//!
//! # A new kind of work
//!
//! 1. Implement [`Work`] and [`Worker`] in a library crate, opened from a [`Job`] (plan and files).
//! 2. Add a [`Kind`] to the table of the command line: then a worker of a fleet can run it too.
//! 3. Write what is typed into a [`Plan`], [`Folder::create`] the folder, and [`run`] it.
//!
//! ```
//! use alinea_jobs::{Folder, Fold, Next, Options, Output, Plan, Refusal, Unfinished, Work, Worker, run};
//! use alinea_core::Stop;
//!
//! struct Squares;
//! impl Work for Squares {
//!     fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
//!         Ok(Box::new(Squares))
//!     }
//! }
//! impl Worker for Squares {
//!     fn run(&mut self, unit: u64, _stop: &Stop) -> Result<Output, Unfinished> {
//!         Ok(Output::new((unit * unit).to_string()))
//!     }
//! }
//! struct Sum(u64);
//! impl Fold for Sum {
//!     fn reset(&mut self) -> Result<(), Refusal> {
//!         self.0 = 0;
//!         Ok(())
//!     }
//!     fn add(&mut self, _unit: u64, result: &[u8]) -> Result<Next, Refusal> {
//!         let text = std::str::from_utf8(result).map_err(Refusal::new)?;
//!         self.0 += text.parse::<u64>().map_err(Refusal::new)?;
//!         Ok(if self.0 > 100 { Next::Enough } else { Next::More })
//!     }
//! }
//! let dir = std::env::temp_dir().join(format!("alinea-squares-{}", std::process::id()));
//! let folder = Folder::create(&dir, Plan::new("squares", 1_000_000), &[])?;
//! let mut sum = Sum(0);
//! let finish = run(folder, &Squares, &mut sum, &Options::default(), &mut |_| {})?;
//! assert_eq!((finish.units, sum.0), (8, 140));
//! # std::fs::remove_dir_all(&dir).unwrap();
//! # Ok::<(), alinea_jobs::JobError>(())
//! ```
#![forbid(unsafe_code)]

mod ahead;
mod error;
mod folder;
mod hash;
mod journal;
mod ledger;
mod local;
mod notes;
mod plan;
mod progress;
mod work;

pub use error::{JobError, Refusal};
pub use folder::{Folder, PLAN_FILE};
pub use hash::{Hash, sha256};
pub use journal::{Journal, read_results};
pub use ledger::{Added, Finish, Ledger, TRIES, WINDOW};
pub use local::{MAX_THREADS, Options, Runner, cores, run, run_unit};
pub use notes::{Note, read_notes};
pub use plan::{Job, MAX_UNITS, Plan};
pub use progress::{Progress, duration_text};
pub use work::{Fold, Kind, Next, Output, PARKED, Unfinished, Work, Worker};
