//! `alinea play`: a game in the terminal, between people and engines.

mod save;
mod saved;
mod talk;
mod ugr;

use super::show::status;
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed, why_refused};
use crate::board;
use crate::style::{Paint, Style};
use alinea_catalogue::{EngineSpec, OutcomeJson, Refused, Seat, Session, engine_name};
use alinea_core::{Effect, Outcome, Player};
use alinea_search::{Ignore, Limits, Stop, Thought};
use saved::Saved;
use serde_json::json;
use std::io::IsTerminal;
use std::time::Duration;
use talk::{Said, Talk};

/// How long an engine without limits of its own thinks about a move.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_millis(500);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    #[arg(default_value = "connect4")]
    game: String,
    /// Who plays first: human or an engine
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    first: String,
    /// Who plays second: human or an engine
    #[arg(long, value_name = "PLAYER", default_value = "level:3")]
    second: String,
    /// Where the game begins
    #[arg(long, value_name = "POSITION", default_value = "-")]
    position: String,
    /// Stop after this many moves
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Print the log of a Boom game in the course's format instead of boards
    #[arg(long, value_enum)]
    log: Option<Log>,
    /// Go on with the game that was interrupted
    #[arg(long)]
    resume: bool,
    /// No undo and no hints
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Log {
    /// The format of the Desconecta-4 Boom course
    Ugr,
}

/// Who plays a side.
enum Side {
    Human,
    Engine(Box<dyn Seat>, EngineSpec),
}

/// A game under way.
struct GameUnderWay {
    session: Box<dyn Session>,
    sides: [Side; 2],
    names: [String; 2],
    context: Context,
    style: Style,
    log: Option<Log>,
    strict: bool,
    /// Squares that the last move touched.
    last: Vec<alinea_core::Cell>,
}

enum Turn {
    Played,
    Left,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let saved = choose_saved(args, context)?;
    let (game, position, names) = match &saved {
        Some(saved) => (saved.game.clone(), saved.start.clone(), saved.names.clone()),
        None => {
            (args.game.clone(), args.position.clone(), [args.first.clone(), args.second.clone()])
        }
    };
    let mut session = super::open_at(&game, &position)?;
    for mv in saved.iter().flat_map(|saved| &saved.moves) {
        session.play(mv).map_err(|refused| {
            let why = why_refused(&refused, context.language);
            Failed::Refused(format!("the saved game cannot go on: {mv}: {why}"))
        })?;
    }
    if args.log == Some(Log::Ugr) && session.name() != "boom" {
        return Err(Failed::Wrong(format!("--log ugr: expected boom, found {}", session.name())));
    }
    let side = |name: &String| -> Result<Side, Failed> {
        if name == "human" {
            return Ok(Side::Human);
        }
        let spec = name.parse()?;
        Ok(Side::Engine(session.seat(&spec)?, spec))
    };
    let sides = [side(&names[0])?, side(&names[1])?];
    let last = board::touched(&session.view().effects);
    let style = Style::detect();
    let (log, strict) = (args.log, args.strict);
    let mut table = GameUnderWay { session, sides, names, context, style, log, strict, last };
    table.play_out(args.plies.unwrap_or(usize::MAX))
}

/// The interrupted game to go on with, if there is one and it is wanted.
fn choose_saved(args: &Args, context: Context) -> Result<Option<Saved>, Failed> {
    if args.resume {
        let none = "there is no interrupted game to go on with";
        return save::load().map(Some).ok_or_else(|| Failed::Refused(none.to_owned()));
    }
    let asked = std::io::stdin().is_terminal() && args.first == "human" && args.position == "-";
    let Some(saved) = save::load().filter(|saved| asked && saved.is_game(&args.game)) else {
        return Ok(None);
    };
    let question = context.language.text("play.continue");
    let question = question.replace("{moves}", &saved.moves.len().to_string());
    let mut talk = Talk::new(context.language);
    Ok(talk.agrees(&question)?.then_some(saved))
}

impl GameUnderWay {
    fn play_out(&mut self, plies: usize) -> Result<Answer, Failed> {
        let has_people = self.sides.iter().any(|side| matches!(side, Side::Human));
        if has_people {
            announce_on_interrupt(self.context);
        }
        let mut talk = Talk::new(self.context.language);
        if has_people && self.draws() {
            print(&format!("{}\n", self.context.language.text("play.welcome")))?;
        }
        let mut played = 0;
        let mut left = false;
        while self.session.outcome().is_none() && played < plies && !left {
            if has_people {
                self.draw()?;
            }
            match self.turn(&mut talk)? {
                Turn::Played => played = self.session.moves().len().max(played + 1),
                Turn::Left => left = true,
            }
            if has_people {
                self.save();
            }
        }
        if self.session.outcome().is_some() && has_people {
            save::forget();
        }
        self.finish(left)?;
        Ok(Answer::Yes)
    }

    fn draws(&self) -> bool {
        self.log.is_none() && !self.context.json
    }

    fn draw(&self) -> Result<(), Failed> {
        if !self.draws() {
            return Ok(());
        }
        let view = self.session.view();
        let drawn = board::draw(&view, &self.last, self.style);
        print(&format!("\n{drawn}{}\n", status(&view, self.context.language)))
    }

    fn turn(&mut self, talk: &mut Talk) -> Result<Turn, Failed> {
        let side = self.session.turn().index();
        if matches!(self.sides[side], Side::Human) {
            return self.human_turn(talk);
        }
        if self.log.is_some() {
            print(&ugr::applicable(self.session.as_ref()))?;
        }
        let thought = self.think(side)?;
        let best = thought.best.clone().unwrap_or_default();
        if self.log.is_some() {
            print(&ugr::chosen(&thought, &best))?;
        } else if self.draws() {
            let line = self.context.language.text("play.engine-move");
            let line = line.replace("{engine}", &self.called(side)).replace("{move}", &best);
            print(&format!("{}\n", self.style.paint(Paint::Strong, &line)))?;
        }
        self.play(&best)?;
        Ok(Turn::Played)
    }

    fn think(&mut self, side: usize) -> Result<Thought<String>, Failed> {
        let Side::Engine(seat, _) = &mut self.sides[side] else {
            return Err(Failed::Wrong("nobody to think".to_owned()));
        };
        let open_ended = seat.is_open_ended();
        let limits = if open_ended { Limits::time(DEFAULT_TIME) } else { Limits::default() };
        seat.think(self.session.as_ref(), &limits, &Stop::new(), &mut Ignore)
            .map_err(|failure| Failed::Wrong(format!("{} {failure}", self.names[side])))
    }

    /// Asks until a move is played or the person leaves.
    fn human_turn(&mut self, talk: &mut Talk) -> Result<Turn, Failed> {
        loop {
            let letters = !self.session.legal().iter().all(|mv| mv.len() > 1 || mv == "B")
                && self.session.legal().iter().any(|mv| mv.bytes().all(|b| b.is_ascii_lowercase()));
            match talk.ask(self.session.turn(), letters)? {
                Said::Nothing => {}
                Said::Leave => return Ok(Turn::Left),
                Said::Help => print(&self.help())?,
                Said::Board => self.draw()?,
                Said::Undo if self.strict => print(&self.sentence("play.strict"))?,
                Said::Hint if self.strict => print(&self.sentence("play.strict"))?,
                Said::Undo => {
                    self.undo()?;
                    self.draw()?;
                }
                Said::Hint => self.hint()?,
                Said::Move(text) => match self.session.effects(&text) {
                    Ok(_) => {
                        self.play(&text)?;
                        return Ok(Turn::Played);
                    }
                    Err(refused) => {
                        let why = self.why_not(&text, &refused);
                        print(&format!("{}\n", self.style.paint(Paint::Warning, &why)))?;
                    }
                },
            }
        }
    }

    /// Plays a move and shows what an explosion does before the stones fall.
    fn play(&mut self, text: &str) -> Result<(), Failed> {
        let before = self.session.view();
        let effects = self.session.play(text).map_err(|refused| {
            Failed::Wrong(format!("'{text}': {}", why_refused(&refused, self.context.language)))
        })?;
        self.last = board::touched(&effects);
        let explodes = effects.iter().any(|effect| matches!(effect, Effect::Removed { .. }));
        if explodes && self.draws() {
            let mut burning = before;
            for cell in &self.last {
                let row = burning.rows.len() - 1 - usize::from(cell.row);
                let col = usize::from(cell.col);
                burning.rows[row].replace_range(col..=col, ".");
            }
            let drawn = board::draw(&burning, &self.last, self.style);
            print(&format!("\n{drawn}{}", self.sentence("play.explosion")))?;
        }
        Ok(())
    }

    /// Back to the last time a person was to move.
    fn undo(&mut self) -> Result<(), Failed> {
        if self.session.moves().is_empty() {
            return print(&self.sentence("play.nothing-to-undo"));
        }
        self.session.undo();
        while matches!(self.sides[self.session.turn().index()], Side::Engine(..)) {
            if self.session.undo().is_none() {
                break;
            }
        }
        self.last = board::touched(&self.session.view().effects);
        Ok(())
    }

    fn hint(&self) -> Result<(), Failed> {
        let mut best = self.session.seat(&EngineSpec::best())?;
        let limits = Limits::time(HINT_TIME);
        let thought = best.think(self.session.as_ref(), &limits, &Stop::new(), &mut Ignore);
        let Some(mv) = thought.ok().and_then(|thought| thought.best) else { return Ok(()) };
        let line = self.context.language.text("play.hint").replace("{move}", &mv);
        print(&format!("{}\n", self.style.paint(Paint::Strong, &line)))
    }

    /// Why what was typed is not played, in the player's language.
    fn why_not(&self, typed: &str, refused: &Refused) -> String {
        match refused {
            Refused::Illegal(message) => self.context.language.say(message),
            Refused::NotAMove(_) => {
                let typed: String = typed.chars().take(20).collect();
                let not = self.context.language.text("play.not-a-move").replace("{text}", &typed);
                format!("{not} {}", self.how_to_move())
            }
        }
    }

    fn how_to_move(&self) -> String {
        let key = match self.session.name() {
            "boom" => "play.help.boom",
            _ if self.session.view().gravity => "play.help.columns",
            _ => "play.help.cells",
        };
        self.context.language.text(key)
    }

    fn help(&self) -> String {
        format!("{}\n{}\n", self.how_to_move(), self.context.language.text("play.help"))
    }

    /// What the engine on this side is called.
    fn called(&self, side: usize) -> String {
        match &self.sides[side] {
            Side::Engine(_, spec) => engine_name(self.context.language, self.session.name(), spec),
            Side::Human => self.names[side].clone(),
        }
    }

    fn sentence(&self, key: &str) -> String {
        format!("{}\n", self.context.language.text(key))
    }

    fn save(&self) {
        save::store(&Saved::of(self.session.as_ref(), &self.names));
    }

    fn finish(&self, left: bool) -> Result<(), Failed> {
        if self.context.json {
            return print_json(&json!({
                "game": self.session.name(),
                "setup": self.session.setup(),
                "start": self.session.start(),
                "first": self.names[0],
                "second": self.names[1],
                "moves": self.session.moves(),
                "outcome": self.session.outcome().map(OutcomeJson::from),
            }));
        }
        if left && !self.session.moves().is_empty() {
            return print(&self.sentence("play.saved"));
        }
        if left || self.log.is_some() {
            return Ok(());
        }
        self.draw()?;
        self.congratulate()
    }

    /// A word for the person who played an engine.
    fn congratulate(&self) -> Result<(), Failed> {
        let people: Vec<Player> = Player::BOTH
            .into_iter()
            .filter(|side| matches!(self.sides[side.index()], Side::Human))
            .collect();
        match (people.as_slice(), self.session.outcome()) {
            ([person], Some(Outcome::Win(winner))) if *person == winner => {
                print(&self.sentence("play.you-win"))
            }
            ([_], Some(Outcome::Win(_))) => print(&self.sentence("play.engine-wins")),
            _ => Ok(()),
        }
    }
}

/// Every move is saved when it is played, so Ctrl-C only has to say how to go on.
fn announce_on_interrupt(context: Context) {
    let saved = context.language.text("play.saved");
    // A handler set twice is harmless: the first stays.
    let _ = ctrlc::set_handler(move || {
        let _ = print(&format!("\n{saved}\n"));
        std::process::exit(130);
    });
}
