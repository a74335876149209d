//! `alinea serve`: the web app.

use crate::answer::{Answer, Failed};
use crate::commands::print;
use alinea_lab::Shelf;
use alinea_web::{Access, DEFAULT_PORT, Server, qr_code};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Serves the web app
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Port to listen on; the next free one if it is taken, any free one if 0
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Let every machine of the local network in, and print a QR code for phones
    #[arg(long)]
    lan: bool,
    /// A folder of heuristic files (*.toml, *.rhai) to offer beside the built-in ones
    #[arg(long, value_name = "DIR")]
    heuristics: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    let access = if args.lan { Access::Lan } else { Access::Loopback };
    let mut server = Server::bind(args.port, access)?;
    if let Some(folder) = &args.heuristics {
        if !folder.is_dir() {
            let found = folder.display();
            return Err(Failed::Wrong(format!("--heuristics: expected a folder, found '{found}'")));
        }
        server = server.with_files(Arc::new(Shelf::new(folder.clone())));
    }
    let addresses = server.addresses()?;
    print(&format!("{}\n", addresses.local))?;
    if args.lan {
        print(&match &addresses.lan {
            Some(lan) => format!("{lan}\n{}", qr_code(lan).unwrap_or_default()),
            None => "No address of the local network was found.\n".to_owned(),
        })?;
    }
    if args.open && has_browser() {
        open_browser(&addresses.local);
    }
    server.run()?;
    Ok(Answer::Yes)
}

/// A graphical session, as far as one can tell.
fn has_browser() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    // The address was printed: without a browser it can still be opened by hand.
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
