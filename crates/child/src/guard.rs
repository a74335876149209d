//! A watcher that ends a program's process group when the manager is gone, however it went. It
//! waits on a pipe that only the manager holds: the system closes it even after SIGKILL.

use std::process::Child;
#[cfg(unix)]
use std::process::{Command, Stdio};

/// The watcher of one process group. Dropping it ends the watcher and nothing else.
pub(crate) struct Guard(Child);

impl Guard {
    /// Starts to watch; `None` where there is no shell.
    #[cfg(unix)]
    pub(crate) fn over(group: u32) -> Option<Guard> {
        use std::os::unix::process::CommandExt;
        // The pipe says nothing: reading it ends when nobody holds its other end any more.
        let script = format!("read line; kill -KILL -{group}");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).process_group(0);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().ok().map(Guard)
    }

    #[cfg(not(unix))]
    pub(crate) fn over(_: u32) -> Option<Guard> {
        None
    }

    /// Does what the end of the manager does: closes the pipe.
    #[cfg(all(test, unix))]
    pub(crate) fn let_go(mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Killed before its pipe closes: the group is the manager's own business from here on.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
