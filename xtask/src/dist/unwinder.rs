//! A linker for static Linux programs whose standard library was built from its sources. What a
//! built one brings along is taken from the system: start files and C library from `musl-tools`,
//! and the unwinder of the C compiler under the name that the standard library asks for.

use super::make;
use crate::steps::{command, output, succeed};
use std::fs;
use std::path::{Path, PathBuf};

const SOURCE: &str = include_str!("unwinder.c");

/// Writes the library into a folder, and beside it a linker that finds it there. A path among the
/// compiler's flags would change the names, and so the bytes, of everything it builds.
pub(super) fn linker(folder: &Path) -> Result<PathBuf, String> {
    make(folder)?;
    let of_compiler = output(&mut command("gcc", &["-print-file-name=libgcc_eh.a"]))?;
    // The compiler knows by its name what kind of linker it is.
    let [library, source, object, linker] =
        ["libunwind.a", "unwinder.c", "unwinder.o", "musl-gcc"].map(|name| folder.join(name));
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::copy(of_compiler.trim(), &library).map_err(wrong)?;
    fs::write(&source, SOURCE).map_err(wrong)?;
    succeed(command("musl-gcc", &["-O2", "-c", "-o"]).arg(&object).arg(&source))?;
    succeed(command("ar", &["rD"]).arg(&library).arg(&object))?;
    let script = format!("#!/bin/sh\nexec musl-gcc \"-L{}\" \"$@\"\n", folder.display());
    fs::write(&linker, script).map_err(wrong)?;
    make_runnable(&linker).map_err(wrong)?;
    Ok(linker)
}

#[cfg(unix)]
fn make_runnable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_runnable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
