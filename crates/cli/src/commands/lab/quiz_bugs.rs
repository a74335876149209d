//! `alinea lab quiz-bugs`: traces of searches with a mistake, and the question which one it is.

use crate::answer::{Answer, Failed};
use crate::commands::{Context, print, print_json};
use alinea_core::Message;
use alinea_lab::grade::{Exercise, Exercises};
use std::fmt::Write;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game [default: several small ones]
    #[arg(long)]
    game: Option<String>,
    /// How many exercises
    #[arg(long, value_name = "N", default_value_t = 5)]
    count: usize,
    /// The same exercises again [default: other ones each time]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let rng_seed = args.seed.unwrap_or_else(now);
    let mut exercises = Exercises::new(rng_seed, args.game.as_deref());
    let (mut right, mut asked) = (0, 0);
    for number in 1..=args.count {
        let exercise = exercises.next_one().map_err(|error| Failed::Wrong(error.to_string()))?;
        if context.json {
            print_json(&exercise.json(context.language))?;
            continue;
        }
        print(&question(&exercise, number, context))?;
        let Some(answer) = answer(exercise.options.len())? else { break };
        asked += 1;
        right += usize::from(answer == exercise.answer);
        print(&verdict(&exercise, answer, context))?;
    }
    if !context.json {
        let score = Message::new("lab.quiz.score").with("right", right).with("asked", asked);
        print(&(context.language.say(&score) + "\n"))?;
    }
    Ok(Answer::Yes)
}

/// Other exercises each time.
fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |time| time.as_nanos() as u64)
}

fn question(exercise: &Exercise, number: usize, context: Context) -> String {
    let asked = Message::new("lab.quiz.asked")
        .with("engine", &exercise.engine)
        .with("game", &exercise.game)
        .with("position", &exercise.position);
    let mut text = format!("\n{number}. {}\n", context.language.say(&asked));
    text += &exercise.board();
    text.push('\n');
    for (i, node) in exercise.nodes().iter().enumerate() {
        let _ = writeln!(text, "{:>4}  {}", i + 1, node.drawn());
    }
    let _ = writeln!(text, "\n{}", context.language.text("lab.quiz.ask"));
    for option in 0..exercise.options.len() {
        let _ = writeln!(text, "  {}) {}", option + 1, exercise.sentence(option, context.language));
    }
    let prompt = Message::new("lab.quiz.prompt").with("count", exercise.options.len());
    text + context.language.say(&prompt).as_str()
}

/// The option that was typed; `None` at the end.
fn answer(options: usize) -> Result<Option<usize>, Failed> {
    loop {
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line)? == 0 {
            print("\n")?;
            return Ok(None);
        }
        match line.trim().parse::<usize>() {
            Ok(number) if (1..=options).contains(&number) => return Ok(Some(number - 1)),
            _ if line.trim().eq_ignore_ascii_case("q") => return Ok(None),
            _ => {}
        }
    }
}

fn verdict(exercise: &Exercise, answer: usize, context: Context) -> String {
    let mut text = if answer == exercise.answer {
        context.language.text("lab.quiz.right")
    } else {
        let number = Message::new("lab.quiz.number").with("number", exercise.answer + 1);
        let wrong = Message::new("lab.quiz.wrong");
        context.language.say(&wrong.with("answer", context.language.say(&number)))
    };
    let shows = Message::new("lab.quiz.shows")
        .with("line", exercise.shows.line)
        .with("message", context.language.say(&exercise.shows.message));
    let _ = write!(text, "\n{}\n", context.language.say(&shows));
    if !exercise.shows.moves.is_empty() {
        let after = Message::new("lab.grade.after").with("moves", exercise.shows.moves.join(" "));
        let _ = writeln!(text, "{}", context.language.say(&after));
    }
    text += &exercise.shows.board();
    let look = Message::new("lab.grade.look").with("what", exercise.look(context.language));
    text + context.language.say(&look).as_str() + "\n"
}
