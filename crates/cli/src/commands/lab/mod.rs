//! `alinea lab`: write a heuristic, see the truth about it, grade a trace.

mod check;
mod grade;
mod new;
mod quiz_bugs;
mod xray;

use super::Context;
use crate::answer::{Answer, Failed};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Write a commented template of a heuristic file
    New(new::Args),
    /// Show a heuristic's values beside the built-in ones, its speed, and what is wrong with it
    Check(check::Args),
    /// Compare a heuristic with the truth on solved positions
    Xray(xray::Args),
    /// Compare a student's trace with the exact search and name the mistake
    Grade(grade::Args),
    /// Exercises: which mistake gives this trace?
    QuizBugs(quiz_bugs::Args),
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    match &args.what {
        What::New(args) => new::run(args, context),
        What::Check(args) => check::run(args, context),
        What::Xray(args) => xray::run(args, context),
        What::Grade(args) => grade::run(args, context),
        What::QuizBugs(args) => quiz_bugs::run(args, context),
    }
}
