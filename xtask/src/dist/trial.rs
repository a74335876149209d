//! The programs of a release, started as their users start them: the Linux program in a folder
//! with nothing else, the Windows programs under Wine where there is one.

use super::make;
use crate::Outcome;
use crate::steps::{command, exists, output, root, succeed};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program in an empty folder: it needs no file of the system to solve and to serve.
pub(super) fn runs_alone(program: &Path, folder: &Path) -> Outcome {
    copy(program, folder, "alinea")?;
    let alone = || {
        let mut alone = command("unshare", &["--map-root-user", "chroot"]);
        alone.arg(folder).arg("/alinea");
        alone
    };
    let solved = output(alone().args(["solve", "4453"]))?;
    if solved.trim().is_empty() {
        return Err("solve printed nothing".to_owned());
    }
    serves(&mut alone())
}

/// An analysis, the page, and two whole games by the Gomocup protocol, under Wine.
pub(super) fn runs_under_wine(linux: &Path, windows: &Path, folder: &Path) -> Outcome {
    let Some(wine) = ["wine64", "wine"].into_iter().find(|name| exists(name)) else {
        println!("SKIPPED: no Wine was found (Debian: apt install wine64 wine)");
        return Ok(());
    };
    for name in ["alinea.exe", "pbrain-alinea.exe"] {
        copy(&windows.join(name), folder, name)?;
    }
    add_random_bytes(folder)?;
    let quiet = |program: &str| {
        let mut quiet = command(program, &[]);
        quiet.current_dir(folder).env("WINEDEBUG", "-all");
        // Not the one of whoever builds.
        quiet.env("WINEPREFIX", root().join("target/wine"));
        quiet
    };
    let analyze = ["alinea.exe", "analyze", "connect4", "4453", "--depth", "6", "--json"];
    let analysed = output(quiet(wine).args(analyze))?;
    if !analysed.contains("\"moves\"") {
        return Err(format!("analyze printed '{analysed}'"));
    }
    serves(quiet(wine).arg("alinea.exe"))?;
    let brain = format!("gomocup:{wine} pbrain-alinea.exe");
    // Starting a program under Wine takes long, which is no fault of the program.
    let games = ["match", "gomoku", &brain, "level:1", "--games", "2", "--time", "0.5"];
    let rest = ["--grace", "20", "--concurrency", "1", "--json"];
    let played = output(quiet(&linux.display().to_string()).args(games).args(rest))?;
    if played.contains("\"games\":2") && played.contains("\"failures\":[0,0]") {
        return Ok(());
    }
    Err(format!("expected two games without a failure, found '{played}'"))
}

fn copy(program: &Path, folder: &Path, name: &str) -> Outcome {
    let _ = fs::remove_file(folder.join(name));
    make(folder)?;
    let copied = fs::copy(program, folder.join(name));
    copied.map(drop).map_err(|error| format!("{}: {error}", program.display()))
}

fn add_random_bytes(folder: &Path) -> Outcome {
    let source = folder.join("random.c");
    fs::write(&source, include_str!("random.c")).map_err(|error| error.to_string())?;
    let mut build = command("x86_64-w64-mingw32-gcc", &["-shared", "-o"]);
    succeed(build.arg(folder.join("bcryptprimitives.dll")).arg(source).arg("-ladvapi32"))
}

/// Whether a program serves the page and answers the API, and leaves when it is told to.
fn serves(program: &mut Command) -> Outcome {
    let serve = program.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let mut server = serve.spawn().map_err(|error| error.to_string())?;
    let found = answers(&mut server);
    let _ = server.kill();
    let _ = server.wait();
    found.map_err(|error| format!("serve: {error}"))
}

fn answers(server: &mut Child) -> Outcome {
    let mut line = String::new();
    let out = server.stdout.take().ok_or("no output")?;
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    for (path, expected) in [("/", "<title>"), ("/api/v1/games", "connect4")] {
        let text = get(address, path).map_err(|error| format!("{address}{path}: {error}"))?;
        if !text.starts_with("HTTP/1.1 200") || !text.contains(expected) {
            return Err(format!("{path} answers '{}'", text.lines().next().unwrap_or_default()));
        }
    }
    Ok(())
}

fn get(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
