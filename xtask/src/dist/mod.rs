//! `cargo xtask dist [DIR]`: what a release holds, built so that the same sources give the same
//! bytes. docs/releasing.md says what it needs. `--twice` builds everything again elsewhere and
//! compares.

mod trial;
mod unwinder;

use crate::Outcome;
use crate::archive::{Entry, tar_gz, zip};
use crate::licences;
use crate::steps::{Steps, cargo, command, exists, output, root, succeed};
use crate::wasm::{Compiler, hex};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LINUX: &str = "x86_64-unknown-linux-musl";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What Gomocup takes: one program of at most this size.
const GOMOCUP_BYTES: u64 = 350 * 1024 * 1024;
const SHELLS: [(&str, &str); 4] = [
    ("bash", "alinea.bash"),
    ("zsh", "_alinea"),
    ("fish", "alinea.fish"),
    ("powershell", "alinea.ps1"),
];

pub(crate) fn run(args: &[String]) -> Outcome {
    let (mut twice, mut folder) = (false, root().join("target/dist"));
    for arg in args {
        match arg.as_str() {
            "--twice" => twice = true,
            other if other.starts_with('-') => {
                return Err(format!("expected --twice or a folder, found '{other}'"));
            }
            other => folder = PathBuf::from(other),
        }
    }
    // Whatever is missing is named before anything is built.
    let linux = Compiler::find(LINUX)?;
    let windows = Compiler::find(WINDOWS)?;
    needs("musl-gcc", "Debian: apt install musl-tools")?;
    needs("x86_64-w64-mingw32-gcc", "Debian: apt install gcc-mingw-w64-x86-64")?;
    let mut steps = Steps::new();
    let sums = release(&mut steps, &linux, &windows, &folder, "target/release-builds")?;
    if twice {
        let again = folder.join("again");
        let other = release(&mut steps, &linux, &windows, &again, "target/release-builds-again")?;
        if sums != other {
            return Err(format!("two builds differ:\n{sums}\n{other}"));
        }
        println!("two builds give the same bytes");
    }
    steps.summary();
    print!("{sums}");
    Ok(())
}

fn needs(program: &str, how: &str) -> Outcome {
    if exists(program) || output(Command::new("which").arg(program)).is_ok() {
        return Ok(());
    }
    Err(format!("{program} was not found ({how})"))
}

/// Builds everything into a folder; the sums of its files.
fn release(
    steps: &mut Steps,
    linux: &Compiler,
    windows: &Compiler,
    folder: &Path,
    target: &str,
) -> Result<String, String> {
    let target = root().join(target);
    let _ = fs::remove_dir_all(folder);
    make(folder)?;
    let built = target.join("stripped");
    make(&built)?;
    steps.step("Linux program", || {
        build(linux, LINUX, &target)?;
        strip("strip", &target.join(LINUX), &built, ["alinea", "pbrain-alinea"])
    })?;
    let program = built.join("alinea");
    steps.step("in an empty folder", || trial::runs_alone(&program, &target.join("alone")))?;
    let exe = &built;
    steps.step("Windows programs", || {
        build(windows, WINDOWS, &target)?;
        let names = ["alinea.exe", "pbrain-alinea.exe"];
        strip("x86_64-w64-mingw32-strip", &target.join(WINDOWS), exe, names)
    })?;
    steps.step("under Wine", || trial::runs_under_wine(&program, exe, &target.join("wine")))?;
    let papers = papers(&program, &target.join("papers"))?;
    let mut names = Vec::new();
    let mut keep = |name: String, bytes: Vec<u8>| {
        let path = folder.join(&name);
        fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        names.push((name, hex(&Sha256::digest(&bytes))));
        Ok::<(), String>(())
    };
    let mut own = vec![program_entry("alinea", &program)?];
    own.push(program_entry("pbrain-alinea", &built.join("pbrain-alinea"))?);
    own.extend(papers.iter().cloned());
    // One folder: whoever unpacks it at home finds it again.
    for entry in &mut own {
        entry.name.insert_str(0, "alinea/");
    }
    keep(format!("alinea-{VERSION}-x86_64-linux.tar.gz"), tar_gz(&own)?)?;
    let mut own = vec![program_entry("alinea.exe", &exe.join("alinea.exe"))?];
    own.push(program_entry("pbrain-alinea.exe", &exe.join("pbrain-alinea.exe"))?);
    own.extend(papers.iter().filter(|entry| !entry.name.starts_with("man/")).cloned());
    keep(format!("alinea-{VERSION}-x86_64-windows.zip"), zip(&own)?)?;
    keep(format!("pbrain-alinea-{VERSION}-gomocup.zip"), zip(&gomocup(exe)?)?)?;
    keep(format!("alinea-{VERSION}-site.zip"), zip(&site(&program, &target.join("site"))?)?)?;
    let sums: String = names.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    let path = folder.join("SHA256SUMS");
    fs::write(&path, &sums).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(sums)
}

fn build(compiler: &Compiler, target: &str, folder: &Path) -> Outcome {
    let mut build = cargo(&["build", "--quiet", "--locked", "--release", "-p", "alinea-cli"]);
    // The fleet needs a broker and a machine to itself: who has those builds from the sources.
    build.args(["--bins", "--no-default-features", "--target", target]);
    // Where it is built says nothing about it.
    let place = format!("--remap-path-prefix={}=target", folder.display());
    let mut flags = vec![place.as_str()];
    let mut linker = PathBuf::from("musl-gcc");
    if target == WINDOWS {
        flags.push("-Clink-arg=-Wl,--no-insert-timestamp");
    }
    if compiler.builds_std() {
        flags.push("-Clink-self-contained=no");
        if target == LINUX {
            flags.push("-Crelocation-model=static");
            linker = unwinder::linker(&folder.join("unwinder"))?;
        }
    }
    compiler.prepare(&mut build, &flags);
    build.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER", linker);
    succeed(build.env("CARGO_TARGET_DIR", folder))
}

/// Programs without their symbols, which hold names of folders that were made for one build. What it
/// writes keeps the dates of what it reads (`-p`), also the one within a Windows program, which is none.
fn strip(tool: &str, from: &Path, to: &Path, names: [&str; 2]) -> Outcome {
    for name in names {
        let mut strip = command(tool, &["-p", "-o"]);
        succeed(strip.arg(to.join(name)).arg(from.join("release").join(name)))?;
    }
    Ok(())
}

/// Completions, man pages, licences, and what to read first.
fn papers(program: &Path, folder: &Path) -> Result<Vec<Entry>, String> {
    let _ = fs::remove_dir_all(folder);
    make(&folder.join("man"))?;
    let run = |args: &[&str]| output(Command::new(program).args(args));
    let mut entries = Vec::new();
    for (shell, name) in SHELLS {
        entries.push(Entry::text(&format!("completions/{name}"), &run(&["completions", shell])?));
    }
    run(&["man", &folder.join("man").display().to_string()])?;
    entries.extend(Entry::folder(&folder.join("man"), "man/")?);
    for name in ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT"] {
        let text =
            fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))?;
        entries.push(Entry::text(name, &text));
    }
    entries.push(Entry::text("THIRD-PARTY.txt", &licences::text()?));
    Ok(entries)
}

/// What Gomocup takes: one program, within its limit.
fn gomocup(folder: &Path) -> Result<Vec<Entry>, String> {
    let entry = program_entry("pbrain-alinea.exe", &folder.join("pbrain-alinea.exe"))?;
    if entry.bytes.len() as u64 > GOMOCUP_BYTES {
        return Err(format!(
            "pbrain-alinea.exe: {} bytes, Gomocup takes {GOMOCUP_BYTES}",
            entry.bytes.len()
        ));
    }
    Ok(vec![entry])
}

fn site(program: &Path, folder: &Path) -> Result<Vec<Entry>, String> {
    let _ = fs::remove_dir_all(folder);
    output(Command::new(program).arg("export-site").arg(folder))?;
    Entry::folder(folder, "alinea/")
}

fn program_entry(name: &str, path: &Path) -> Result<Entry, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Entry { name: name.to_owned(), bytes, runs: true })
}

fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
