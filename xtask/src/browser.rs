//! Finding a Chromium for the browser tests, or installing one where that is possible.

use crate::apt;
use crate::steps::{command, root, succeed};
use std::path::{Path, PathBuf};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// `$CHROME`, the system's, Debian's package, or the one that npm carries; in this order.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROME").map(PathBuf::from) {
        return path.exists().then_some(path);
    }
    system().or_else(from_apt).or_else(from_npm)
}

fn system() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let named = NAMES.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    let mac = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    named.chain([mac]).find(|path| path.is_file())
}

fn from_apt() -> Option<PathBuf> {
    apt::install("chromium").then(system)?
}

/// A Chromium packed for npm, unpacked beside our build.
fn from_npm() -> Option<PathBuf> {
    let folder = root().join("target").join("chromium");
    std::fs::create_dir_all(&folder).ok()?;
    let install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix"];
    let mut npm = command("npm", &install);
    npm.arg(&folder).arg("@sparticuz/chromium@138");
    succeed(&mut npm).ok()?;
    unpacked(&folder)
}

fn unpacked(folder: &Path) -> Option<PathBuf> {
    let script = "import('@sparticuz/chromium').then(m => m.default.executablePath()).then(p => console.log(p))";
    let mut node = command("node", &["--input-type=module", "-e", script]);
    let out = node.current_dir(folder).output().ok()?;
    let path = PathBuf::from(String::from_utf8(out.stdout).ok()?.trim());
    path.is_file().then_some(path)
}
