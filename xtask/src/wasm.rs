//! `cargo xtask wasm [--nets]`: the modules that compute in a browser, built into `web/wasm`, which
//! is committed: a clone with Rust alone serves the page that needs no server. `cargo xtask lint`
//! compares the digest of their sources without building anything. `--nets` writes the networks
//! alone, which no module holds.

use crate::Outcome;
use crate::steps::{cargo, long, output, root, succeed};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "web/wasm";
const DIGEST: &str = "web/wasm/sources.digest";
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The largest a module may be, packed; it holds no network.
const MAX_BYTES: usize = 900_000;
/// The largest the network of one rule may be, packed.
const MAX_NET_BYTES: usize = 300_000;
/// The networks of the Gomoku engine, one file a rule.
const NETS: &str = "crates/engines/src/gomoku/engine/net/weights";

/// The crates the modules are made of.
const CRATES: [&str; 11] = [
    "core",
    "games",
    "search",
    "engines",
    "words",
    "catalogue",
    "lab",
    "coach",
    "proof",
    "api",
    "wasm",
];

/// A module of the page.
struct Module {
    name: &'static str,
    /// What of `alinea-wasm` is in it.
    features: &'static str,
    /// What the compiler is told; a module with vectors needs a browser that has them.
    flags: &'static [&'static str],
}

const VECTORS: &[&str] = &["-Ctarget-feature=+simd128"];
const MODULES: [Module; 4] = [
    Module { name: "first", features: "first", flags: VECTORS },
    Module { name: "games", features: "games", flags: VECTORS },
    Module { name: "plain", features: "games", flags: &[] },
    Module { name: "study", features: "", flags: &[] },
];

pub(crate) fn run(args: &[String]) -> Outcome {
    match args {
        [] => modules(),
        [arg] if arg == "--nets" => Ok(()),
        _ => Err(format!("expected nothing or --nets, found '{}'", args.join(" "))),
    }?;
    replace("net-", &packed_nets(&nets()?)?)
}

/// Builds every module anew.
fn modules() -> Outcome {
    let compiler = Compiler::find(TARGET)?;
    let digest = digest()?;
    let nets = nets()?;
    let mut files = Vec::new();
    for Module { name, features, flags } in MODULES {
        println!("==> {name}");
        let module = build(&compiler, features, flags)?;
        let packed = pack(&module)?;
        println!("    {} bytes packed", packed.len());
        fits(name, &module, packed.len(), &nets)?;
        files.push(named(name, "wasm.gz", packed));
    }
    // The list of games, as the server answers it: no module is needed to choose one.
    let list = output(&mut long("games-list"))?;
    files.push(named("catalogue", "json", list.into_bytes()));
    // Everything is built before anything is replaced.
    replace("", &files)?;
    fs::write(root().join(DIGEST), digest + "\n").map_err(|error| format!("{DIGEST}: {error}"))
}

/// Puts files in the place of all those whose names begin so.
fn replace(begin: &str, files: &[(String, Vec<u8>)]) -> Outcome {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut there = Vec::new();
    sources(&folder, &mut there)?;
    for path in there.iter().filter(|path| file_name(path).starts_with(begin)) {
        fs::remove_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// A file whose name tells its bytes.
fn named(name: &str, end: &str, bytes: Vec<u8>) -> (String, Vec<u8>) {
    (format!("{name}-{}.{end}", hex(&Sha256::digest(&bytes)[..4])), bytes)
}

/// The networks as the page fetches them.
fn packed_nets(nets: &[(String, Vec<u8>)]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    for (game, net) in nets {
        let packed = pack(net)?;
        if packed.len() > MAX_NET_BYTES {
            let found = packed.len();
            return Err(format!(
                "weights of {game}: expected at most {MAX_NET_BYTES} bytes, found {found}"
            ));
        }
        files.push(named(&format!("net-{game}"), "bin.gz", packed));
    }
    Ok(files)
}

/// Refuses modules that were built from other sources, and networks that are not the built-in ones.
pub(crate) fn check() -> Outcome {
    let mut there = Vec::new();
    sources(&root().join(FOLDER), &mut there)?;
    let mut there: Vec<String> = there.iter().map(|path| file_name(path)).collect();
    there.retain(|name| name.starts_with("net-"));
    there.sort();
    let mut nets: Vec<String> = packed_nets(&nets()?)?.into_iter().map(|(name, _)| name).collect();
    nets.sort();
    if there != nets {
        return Err(format!("{FOLDER} has other networks: run 'cargo xtask wasm --nets'"));
    }
    let known = fs::read_to_string(root().join(DIGEST)).unwrap_or_default();
    if known.trim() == digest()? {
        return Ok(());
    }
    Err(format!("{FOLDER} is stale: run 'cargo xtask wasm' (docs/releasing.md says what it needs)"))
}

fn build(compiler: &Compiler, features: &str, flags: &[&str]) -> Result<Vec<u8>, String> {
    // A folder for each set of flags: with one for both, each would throw away the other's work.
    let folder = if flags.is_empty() { "target/modules" } else { "target/modules-vectors" };
    let target = root().join(folder);
    let mut build = cargo(&["build", "--quiet", "--locked", "--profile", "wasm"]);
    build.args(["-p", "alinea-wasm", "--target", TARGET, "--features", features]);
    compiler.prepare(&mut build, flags);
    succeed(build.env("CARGO_TARGET_DIR", &target))?;
    let path = target.join(TARGET).join("wasm/alinea_wasm.wasm");
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The networks of the Gomoku engine: the name of the game that each is for, and its file.
fn nets() -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    sources(&root().join(NETS), &mut files)?;
    files.sort();
    let mut nets = Vec::new();
    for path in files {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let rule = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Among games, free-style gomoku has the name of the family.
        nets.push((if rule == "freestyle" { "gomoku".to_owned() } else { rule }, bytes));
    }
    Ok(nets)
}

/// Refuses a module that is too large or holds weights that it is to be given.
fn fits(name: &str, module: &[u8], packed: usize, nets: &[(String, Vec<u8>)]) -> Outcome {
    let holds = |net: &[u8]| module.windows(net.len().max(1)).any(|found| found == net);
    if let Some((game, _)) = nets.iter().find(|(_, net)| holds(net)) {
        return Err(format!(
            "{name}: it holds the weights of {game}, which are a file of their own"
        ));
    }
    // Exercises and scripts come with the last one, which is loaded when they are used.
    if name != "study" && packed > MAX_BYTES {
        return Err(format!("{name}: {packed} bytes packed, expected at most {MAX_BYTES}"));
    }
    Ok(())
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    packed.write_all(bytes).and_then(|()| packed.finish()).map_err(|error| error.to_string())
}

/// The digest of what the modules are made of; tests, comments and the page's own sentences are not.
fn digest() -> Result<String, String> {
    let mut files = Vec::new();
    for name in CRATES {
        sources(&root().join("crates").join(name), &mut files)?;
    }
    // Networks are files of their own beside the modules.
    let nets = root().join(NETS);
    files.retain(|path| !path.starts_with(&nets));
    files.sort();
    let mut hash = Sha256::new();
    for path in files {
        let mut text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if path.extension().is_some_and(|ending| ending == "rs") {
            text = compiled(&String::from_utf8_lossy(&text)).into_bytes();
        }
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        hash.update(format!("{name}\n{}\n", text.len()));
        hash.update(text);
    }
    for tag in ["en", "es", "pt-BR"] {
        let path = root().join("locales").join(format!("{tag}.json"));
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let all: BTreeMap<String, String> =
            serde_json::from_str(&text).map_err(|error| error.to_string())?;
        for (key, sentence) in all.iter().filter(|(key, _)| !key.starts_with("page.")) {
            hash.update(format!("{tag} {key}={sentence}\n"));
        }
    }
    Ok(hex(&hash.finalize()))
}

/// A Rust source without its comment lines and the tests at its end, which change no module.
fn compiled(source: &str) -> String {
    let (program, _) = source.split_once("\n#[cfg(test)]\nmod tests {").unwrap_or((source, ""));
    let mut lines = program.lines().filter(|line| !line.trim_start().starts_with("//")).peekable();
    let mut kept = String::new();
    while let Some(line) = lines.next() {
        let is_tests = |next: &&str| next.contains("mod ") && next.ends_with(';');
        if line == "#[cfg(test)]" && lines.next_if(is_tests).is_some() {
            continue;
        }
        kept.extend([line, "\n"]);
    }
    kept
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in read {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = file_name(&path);
        if path.is_dir() {
            if !["tests", "benches", "examples"].contains(&name.as_str()) {
                sources(&path, files)?;
            }
        } else if !name.ends_with("tests.rs") && !name.ends_with(".md") {
            files.push(path);
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A Rust compiler that can build for a target: it has the target's standard library, or the
/// sources to build it.
pub(crate) struct Compiler {
    rustc: String,
    sysroot: PathBuf,
    target: &'static str,
    builds_std: bool,
}

impl Compiler {
    /// The compiler that `ALINEA_RUSTC` names, else the usual one, else the system's.
    pub(crate) fn find(target: &'static str) -> Result<Compiler, String> {
        let named = std::env::var("ALINEA_RUSTC").ok();
        let tried = match &named {
            Some(rustc) => vec![rustc.as_str()],
            None => vec!["rustc", "/usr/bin/rustc"],
        };
        for rustc in tried {
            let Ok(sysroot) = output(Command::new(rustc).args(["--print", "sysroot"])) else {
                continue;
            };
            let sysroot = PathBuf::from(sysroot.trim());
            let libraries = sysroot.join("lib/rustlib");
            let has_target = libraries.join(target).join("lib").is_dir();
            let builds_std = libraries.join("src/rust/library/std/Cargo.toml").is_file();
            if has_target || builds_std {
                let rustc = rustc.to_owned();
                return Ok(Compiler { rustc, sysroot, target, builds_std: !has_target });
            }
        }
        Err(format!(
            "no compiler for {target} was found. Run 'rustup target add {target}', or set \
             ALINEA_RUSTC to a rustc that has this target or the sources of its standard library \
             (on Debian: apt install rustc-web rust-web-src; ALINEA_RUSTC=/usr/bin/rustc)"
        ))
    }

    /// Makes cargo use this compiler, with paths of this machine left out of what it builds.
    pub(crate) fn prepare(&self, build: &mut Command, more: &[&str]) {
        build.env("RUSTC", &self.rustc);
        // A library draws random numbers while it is compiled, and has them in its bytes.
        build.env("CONST_RANDOM_SEED", "alinea");
        if self.builds_std {
            build.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        }
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
        let mut all = Vec::new();
        let known = [(home, "cargo"), (Some(self.sysroot.clone()), "rust"), (Some(root()), ".")];
        for (path, name) in known {
            if let Some(path) = path {
                all.push(format!("--remap-path-prefix={}={name}", path.display()));
            }
        }
        all.extend(more.iter().map(|&flag| flag.to_owned()));
        build.env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"));
        if self.target == TARGET
            && let Some(linker) = self.linker()
        {
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }

    /// Whether it has to build the standard library, and so lacks what comes with a built one.
    pub(crate) const fn builds_std(&self) -> bool {
        self.builds_std
    }

    /// The linker for modules, where it does not lie beside the compiler.
    fn linker(&self) -> Option<PathBuf> {
        let beside = |sysroot: &Path| {
            let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
            sysroot.join("lib/rustlib").join(host).join("bin/rust-lld")
        };
        if beside(&self.sysroot).is_file() {
            return None;
        }
        let usual = output(Command::new("rustc").args(["--print", "sysroot"])).ok()?;
        let usual = beside(Path::new(usual.trim()));
        Some(if usual.is_file() { usual } else { PathBuf::from("wasm-ld") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_tests_change_no_module() {
        let source = "//! Rooms.\nfn f() {\n    // Why.\n    g(); // how\n}\n\n#[cfg(test)]\nmod tests {\n}\n";
        assert_eq!(compiled(source), "fn f() {\n    g(); // how\n}\n");
        assert_ne!(compiled(source), compiled(&source.replace("g()", "h()")));
        let rooms =
            "mod a;\n#[cfg(test)]\npub(super) mod a_tests;\n#[cfg(test)]\nconst A: u8 = 1;\n";
        assert_eq!(compiled(rooms), "mod a;\n#[cfg(test)]\nconst A: u8 = 1;\n");
    }

    #[test]
    fn the_page_has_the_networks_of_the_program() {
        let nets = packed_nets(&nets().unwrap()).unwrap();
        for (name, bytes) in nets {
            let there = fs::read(root().join(FOLDER).join(&name));
            assert!(there.is_ok_and(|found| found == bytes), "{name}");
        }
    }

    #[test]
    fn a_module_is_small_and_holds_no_weights() {
        let nets = nets().unwrap();
        let names: Vec<&str> = nets.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["caro", "gomoku", "renju", "standard"]);
        let plain = vec![1; 100_000];
        let holding = [&plain, &nets[2].1, &plain].map(Vec::as_slice).concat();
        assert!(fits("games", &plain, MAX_BYTES, &nets).is_ok());
        assert!(fits("games", &plain, MAX_BYTES + 1, &nets).is_err());
        assert!(fits("study", &plain, 2 * MAX_BYTES, &nets).is_ok());
        assert!(fits("study", &holding, 1000, &nets).unwrap_err().contains("renju"));
    }
}
