//! `alinea label`: exact labels of Connect Four positions, as JSON lines or CSV, resumable.

use super::fleet::{FleetArgs, Here};
use super::solve::{Line, complain, positions};
use crate::answer::{Answer, Failed};
use alinea_data::label::{Format, LabelWork, belongs, plan, positions_file, read_diagram_or_moves};
use alinea_data::{Kept, Silent};
use alinea_jobs::{Finish, Fold, Folder, Next, Refusal, cores};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions, one a line [default: standard input, read to its end first]
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
    /// Where the labels go; labels already there are kept and not computed again
    /// [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Comma-separated values with a header instead of JSON lines
    #[arg(long)]
    csv: bool,
    /// Positions at the same time; fewer positions share the threads
    /// [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    fleet: FleetArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    let input: Box<dyn BufRead> = match &args.input {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|e| at(path, &e))?)),
        None => Box::new(std::io::stdin().lock()),
    };
    let (mut answer, mut lines) = (Answer::Yes, Vec::new());
    for line in positions(input) {
        let Line { number, position } = line?;
        if let Err(error) = read_diagram_or_moves(&position) {
            complain(number, &error);
            answer = Answer::No;
        }
        lines.push(position);
    }
    let format = if args.csv { Format::Csv } else { Format::Json };
    let plan = plan(&lines, format);
    let (name, text) = positions_file(&lines);
    let files = [(name, text.as_bytes())];
    let finish = match &args.out {
        Some(path) => {
            let kept = Kept::new(path);
            let is_label = |unit: u64, line: &[u8]| {
                lines.get(unit as usize).is_some_and(|position| belongs(format, position, line))
            };
            let folder = kept.open(plan, &files, &is_label).map_err(wrong)?;
            let finish = label(args, folder, &mut Silent)?;
            if !finish.interrupted {
                kept.close();
            }
            finish
        }
        None => {
            let dir = std::env::temp_dir().join(format!("alinea-label-{}", std::process::id()));
            let heading = plan.heading.clone();
            let folder = Folder::create(&dir, plan, &files).map_err(wrong)?;
            let out = std::io::stdout().lock();
            let finish = label(args, folder, &mut Printed { out: Box::new(out), heading });
            let _ = std::fs::remove_dir_all(&dir);
            finish?
        }
    };
    if !finish.parked.is_empty() {
        return Err(Failed::Wrong(format!("positions {:?} were given up", finish.parked)));
    }
    Ok(if finish.interrupted { Answer::No } else { answer })
}

fn label(args: &Args, folder: Folder, fold: &mut dyn Fold) -> Result<Finish, Failed> {
    if let Err(error) = alinea_engines::connect4::book::Book::embedded() {
        super::solve::say(&format!("{error}; going on without it"));
    }
    let threads = args.threads.map_or_else(cores, usize::from);
    let units = usize::try_from(folder.job().plan.units).unwrap_or(usize::MAX).max(1);
    let work = LabelWork::open(folder.job(), (threads / units).max(1)).map_err(wrong)?;
    let mut here = Here::new(&args.fleet, threads.min(units))?;
    let finish = here.run(folder, &work, fold, "positions").map_err(wrong)?;
    if finish.interrupted {
        super::solve::say("stopped; what is finished is kept: run the same command to go on");
    }
    Ok(finish)
}

/// Labels on standard output as soon as it is their turn.
struct Printed<'o> {
    out: Box<dyn Write + 'o>,
    heading: Option<String>,
}

impl Fold for Printed<'_> {
    fn reset(&mut self) -> Result<(), Refusal> {
        match self.heading.take() {
            Some(heading) => writeln!(self.out, "{heading}").map_err(Refusal::new),
            None => Ok(()),
        }
    }

    fn add(&mut self, _: u64, result: &[u8]) -> Result<Next, Refusal> {
        let written = self.out.write_all(result).and_then(|()| self.out.write_all(b"\n"));
        written.and_then(|()| self.out.flush()).map_err(Refusal::new)?;
        Ok(Next::More)
    }
}

fn wrong(error: impl std::fmt::Display) -> Failed {
    Failed::Wrong(error.to_string())
}

fn at(path: &Path, error: &std::io::Error) -> Failed {
    Failed::Wrong(format!("{}: {error}", path.display()))
}
