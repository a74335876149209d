//! The server of the web app: a small, stateless API over the text edge, and the page itself.
//! It knows no rules and never runs other programs.
#![forbid(unsafe_code)]

mod api;
mod app;
mod chairs;
mod clients;
mod guard;
mod lan;
mod limits;
mod page;
mod pool;
mod serve;

pub use api::description;
pub use app::{App, app};
pub use guard::Hosts;
pub use lan::qr_code;
pub use limits::{
    MAX_BODY_BYTES, MAX_LINES, MAX_MOVES, MAX_TABLE_MB, MAX_THREADS, MAX_TIME_S, QUEUE_LENGTH,
};
pub use page::{page_digest, page_file};
pub use serve::{Access, Addresses, DEFAULT_PORT, Server};
