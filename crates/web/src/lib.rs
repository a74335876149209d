//! The server of the web app: it carries the API over HTTP and serves the page. It knows no
//! rules and never runs other programs.
#![forbid(unsafe_code)]

mod app;
mod clients;
mod events;
mod guard;
mod lan;
mod listener;
mod page;
mod pool;
mod response;
mod routes;
mod serve;
mod site;

pub use app::{App, app};
pub use guard::Hosts;
pub use lan::qr_code;
pub use page::{page_digest, page_file};
pub use pool::QUEUE_LENGTH;
pub use serve::{Access, Addresses, DEFAULT_PORT, Server};
pub use site::export_site;
