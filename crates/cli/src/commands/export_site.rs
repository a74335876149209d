//! `alinea export-site`: the web app as plain files.

use crate::answer::{Answer, Failed};
use crate::commands::print;
use std::path::PathBuf;

/// Writes the web app as plain files: it works in any folder of any file host, without a server
/// of its own, and without a network after the first visit
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to write to; made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    if args.folder.exists() && !args.folder.is_dir() {
        let found = args.folder.display();
        return Err(Failed::Wrong(format!("DIR: expected a folder, found the file '{found}'")));
    }
    let count = alinea_web::export_site(&args.folder)?;
    print(&format!("{}: {count} files\n", args.folder.display()))?;
    Ok(Answer::Yes)
}
