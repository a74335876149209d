//! Installing Debian's packages where that may be done: as the administrator of such a machine.

use crate::steps::{command, exists, succeed};
use std::sync::OnceLock;

/// Whether the package is installed now. The list of packages is brought up to date once a run, since
/// a fresh machine may have none.
pub(crate) fn install(package: &str) -> bool {
    if !may_install() {
        return false;
    }
    println!("installing {package} with apt-get");
    static UPDATED: OnceLock<()> = OnceLock::new();
    UPDATED.get_or_init(|| {
        // Offline the old list may still do: the install says so if not.
        let _ = succeed(&mut command("apt-get", &["update", "-qq"]));
    });
    let install = ["install", "-y", "-qq", "--no-install-recommends", package];
    succeed(command("apt-get", &install).env("DEBIAN_FRONTEND", "noninteractive")).is_ok()
}

fn may_install() -> bool {
    let is_root = command("id", &["-u"]).output().is_ok_and(|out| out.stdout.starts_with(b"0\n"));
    is_root && exists("apt-get")
}
