//! Games of the Gomoku engine against itself from random openings, for fitting its numbers: a unit
//! is a game, a result one line of text: `SIZE RESULT OPENING x,y,score ...`. The result is 1, 0 or
//! -1 for black; scores are for the player who moved, and 0 in the opening.

use alinea_core::{Cell, Game, Outcome, Player, Position, SplitMix64};
use alinea_engines::gomoku::engine::training::{near_stones, recorded};
use alinea_engines::gomoku::engine::{GomokuEngine, PatternRule};
use alinea_games::gomoku::{
    Board, CaroRule, FreestyleRule, RenjuRule, Size, StandardRule, Variant,
};
use alinea_jobs::{Job, Kind, Output, Plan, Refusal, Unfinished, Work, Worker};
use alinea_search::{Engine, Ignore, Limits, Stop};
use serde::{Deserialize, Serialize};

/// Self-play, for the table of kinds that a worker can run.
pub const KIND: Kind = Kind { name: NAME, open: open_work };
const NAME: &str = "gomoku-data";
/// Openings with a score beyond this are drawn again.
const BALANCED: i32 = 350;
/// The same for openings with detours, which favour a side but do not decide the game.
const OPEN: i32 = 1000;
const TABLE_BYTES: usize = 8 << 20;
/// Moves among which the most even one is chosen.
const EVEN_MOVES: usize = 5;

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// 1, 0 or -1 for black.
    pub result: i32,
    /// Plies that were not chosen by the engine.
    pub opening: usize,
    /// Moves with their scores.
    pub moves: Vec<(Cell, i32)>,
}

impl Record {
    /// As one line.
    #[must_use]
    pub fn write(&self) -> String {
        let side = self.size.get();
        let mut line = format!("{side} {} {}", self.result, self.opening);
        for (cell, score) in &self.moves {
            line.push_str(&format!(" {},{},{score}", cell.col, side - 1 - cell.row));
        }
        line
    }

    /// From one line.
    #[must_use]
    pub fn read(line: &str) -> Option<Record> {
        let mut words = line.split_whitespace();
        let size = Size::new(words.next()?.parse().ok()?)?;
        let side = size.get();
        let result = words.next()?.parse().ok()?;
        let opening = words.next()?.parse().ok()?;
        let mut moves = Vec::new();
        for word in words {
            let mut parts = word.split(',');
            let x: u8 = parts.next()?.parse().ok()?;
            let y: u8 = parts.next()?.parse().ok()?;
            let score = parts.next()?.parse().ok()?;
            if x >= side || y >= side || parts.next().is_some() {
                return None;
            }
            moves.push((Cell::new(x, side - 1 - y), score));
        }
        Some(Record { size, result, opening, moves })
    }
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// `freestyle`, `standard`, `renju` or `caro`.
    pub rule: String,
    /// Points a side.
    pub size: u8,
    /// Positions a move.
    pub nodes: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// Most stones of an opening: beyond the random ones both sides keep the game even until so many stand.
    #[serde(default = "random_stones")]
    pub stones: u32,
    /// One in so many moves of an opening is any move, and the opening may favour a side; 0 keeps it even.
    #[serde(default)]
    pub detours: u32,
}

/// Most stones of an opening that are put at random.
#[must_use]
pub const fn random_stones() -> u32 {
    8
}

/// The rule of this name.
pub fn rule(name: &str) -> Result<Variant, Refusal> {
    match name {
        "freestyle" => Ok(Variant::Freestyle),
        "standard" => Ok(Variant::Standard),
        "renju" => Ok(Variant::Renju),
        "caro" => Ok(Variant::Caro),
        other => Err(Refusal(format!(
            "expected the rule freestyle, standard, renju or caro, found '{other}'"
        ))),
    }
}

/// The plan for so many games.
#[must_use]
pub fn plan(settings: &Settings, games: u64) -> Plan {
    let mut plan = Plan::new(NAME, games);
    plan.settings = serde_json::to_value(settings).unwrap_or_default();
    plan.journal = "games.txt".to_owned();
    plan
}

/// Self-play that is open.
pub struct SelfPlayWork {
    variant: Variant,
    size: Size,
    nodes: u64,
    seed: u64,
    stones: u32,
    detours: u32,
}

impl SelfPlayWork {
    /// Opens a job.
    pub fn open(job: &Job) -> Result<SelfPlayWork, Refusal> {
        let settings: Settings = job.plan.settings()?;
        let size = Size::new(settings.size);
        let size = size.ok_or_else(|| Refusal::new("expected a size from 5 to 22"))?;
        let variant = rule(&settings.rule)?;
        let Settings { nodes, seed, stones, detours, .. } = settings;
        Ok(SelfPlayWork { variant, size, nodes, seed, stones, detours })
    }
}

fn open_work(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    Ok(Box::new(SelfPlayWork::open(job)?))
}

impl Work for SelfPlayWork {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(BothSides { work: self, engine: GomokuEngine::new(TABLE_BYTES, 1) }))
    }
}

/// The engine that plays both sides.
struct BothSides<'w> {
    work: &'w SelfPlayWork,
    engine: GomokuEngine,
}

impl Worker for BothSides<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let record = match self.work.variant {
            Variant::Freestyle => self.play::<FreestyleRule>(unit, stop),
            Variant::Standard => self.play::<StandardRule>(unit, stop),
            Variant::Renju => self.play::<RenjuRule>(unit, stop),
            Variant::Caro => self.play::<CaroRule>(unit, stop),
        }
        .map_err(Unfinished::Failed)?;
        if stop.is_set() {
            return Err(Unfinished::Stopped);
        }
        Ok(Output::new(record.write()))
    }
}

impl BothSides<'_> {
    fn play<R: PatternRule>(&mut self, number: u64, stop: &Stop) -> Result<Record, Refusal> {
        let seed = self.work.seed.wrapping_mul(1 << 32).wrapping_add(number);
        let mut dice = SplitMix64::new(SplitMix64::mix(seed));
        let (mut pos, mut moves) = self.opening::<R>(&mut dice, stop)?;
        let opening = moves.len();
        self.engine.clear();
        let mut result = 0;
        while pos.outcome().is_none() && !stop.is_set() {
            let limits = Limits::nodes(self.work.nodes);
            let thought = self.engine.think(&pos, &limits, stop, &mut Ignore);
            let Some(best) = thought.best else { break };
            let score = recorded(thought.score);
            let sign = if pos.turn() == Player::First { 1 } else { -1 };
            pos.play_unchecked(best);
            let won = matches!(pos.outcome(), Some(Outcome::Win(_)));
            moves.push((best, score));
            // A decided score is a proof: the rest of the game would teach nothing.
            if won || thought.score.is_decided() {
                result = if won { sign } else { sign * score.signum() };
                break;
            }
        }
        Ok(Record { size: self.work.size, result, opening, moves })
    }

    /// Random stones near each other that leave both sides a game.
    fn opening<R: PatternRule>(
        &mut self,
        dice: &mut SplitMix64,
        stop: &Stop,
    ) -> Result<(Board<R>, Vec<(Cell, i32)>), Refusal> {
        let size = self.work.size;
        for _ in 0..1000 {
            let mut pos = Board::<R>::start(&size);
            let mut moves = Vec::new();
            let stones = 1 + dice.below(random_stones() as usize);
            let side = usize::from(size.get());
            let (margin, span) = (side / 5, side - 2 * (side / 5));
            let (x, y) = (margin + dice.below(span), margin + dice.below(span));
            let first = Cell::new(x as u8, (side - 1 - y) as u8);
            pos.play_unchecked(first);
            moves.push((first, 0));
            while moves.len() < stones {
                let Some(cell) = dice.pick(&near_stones(&pos)).copied() else { break };
                if pos.is_legal(cell) {
                    pos.play_unchecked(cell);
                    moves.push((cell, 0));
                }
            }
            if self.work.stones > random_stones() {
                let stones = stones + dice.below((self.work.stones - random_stones()) as usize);
                let unfinished = match self.work.detours {
                    0 => self.go_on_evenly(&mut pos, &mut moves, stones, stop),
                    _ => self.go_on_with_detours(&mut pos, &mut moves, stones, dice, stop),
                };
                if !unfinished {
                    continue;
                }
            }
            self.engine.clear();
            let limits = Limits::nodes(self.work.nodes / 2);
            let thought = self.engine.think(&pos, &limits, stop, &mut Ignore);
            let limit = if self.work.detours == 0 { BALANCED } else { OPEN };
            let balanced =
                thought.moves.first().is_some_and(|best| recorded(best.score).abs() < limit);
            if balanced || stop.is_set() {
                return Ok((pos, moves));
            }
        }
        Err(Refusal::new("no balanced opening found"))
    }

    /// Plays the most even of the better moves until so many stones stand: games that last are rare by
    /// themselves, and what is judged there has to be learnt too. False if somebody wins on the way.
    fn go_on_evenly<R: PatternRule>(
        &mut self,
        pos: &mut Board<R>,
        moves: &mut Vec<(Cell, i32)>,
        stones: usize,
        stop: &Stop,
    ) -> bool {
        while moves.len() < stones && !stop.is_set() {
            let limits = Limits { lines: EVEN_MOVES, ..Limits::nodes(self.work.nodes / 4) };
            let thought = self.engine.think(pos, &limits, stop, &mut Ignore);
            let even = thought.moves.iter().filter(|found| !found.score.is_decided());
            let Some(even) = even.min_by_key(|found| recorded(found.score).abs()) else {
                return false;
            };
            moves.push((even.mv, 0));
            pos.play_unchecked(even.mv);
            if pos.outcome().is_some() {
                return false;
            }
        }
        true
    }

    /// Plays good moves and, one time in so many, any move near the stones: a search looks at such positions
    /// all the time, and games of good moves alone do not show them. False if somebody wins on the way.
    fn go_on_with_detours<R: PatternRule>(
        &mut self,
        pos: &mut Board<R>,
        moves: &mut Vec<(Cell, i32)>,
        stones: usize,
        dice: &mut SplitMix64,
        stop: &Stop,
    ) -> bool {
        while moves.len() < stones && !stop.is_set() {
            let any = dice.below(self.work.detours as usize) == 0 || moves.len() + 1 == stones;
            let cell = if any {
                dice.pick(&near_stones(pos)).copied().filter(|cell| pos.is_legal(*cell))
            } else {
                let limits = Limits::nodes(self.work.nodes / 8);
                self.engine.think(pos, &limits, stop, &mut Ignore).best
            };
            let Some(cell) = cell else { return false };
            moves.push((cell, 0));
            pos.play_unchecked(cell);
            if pos.outcome().is_some() {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back() {
        let moves = vec![(Cell::new(7, 7), 0), (Cell::new(8, 6), -120)];
        let record = Record { size: Size::default(), result: -1, opening: 1, moves };
        assert_eq!(Record::read(&record.write()), Some(record));
        assert_eq!(Record::read("15 1 0 15,3,0"), None);
        assert_eq!(Record::read("15 one"), None);
    }

    fn played(settings: &Settings, games: u64) -> Vec<Record> {
        let work = SelfPlayWork {
            variant: rule(&settings.rule).expect("a rule"),
            size: Size::new(settings.size).expect("a size"),
            nodes: settings.nodes,
            seed: settings.seed,
            stones: settings.stones,
            detours: settings.detours,
        };
        let mut worker = BothSides { work: &work, engine: GomokuEngine::new(TABLE_BYTES, 1) };
        (0..games)
            .map(|game| worker.play::<StandardRule>(game, &Stop::new()).expect("a game"))
            .collect()
    }

    #[test]
    fn long_openings_have_as_many_stones_as_wanted_and_nobody_has_won() {
        let few = Settings {
            rule: "standard".to_owned(),
            size: 15,
            nodes: 400,
            seed: 5,
            stones: random_stones(),
            detours: 0,
        };
        let many = Settings { stones: 60, ..few.clone() };
        assert!(played(&few, 6).iter().all(|game| game.opening <= 8));
        let long = played(&many, 6);
        assert!(long.iter().all(|game| game.opening < 60), "{long:?}");
        assert!(long.iter().any(|game| game.opening > 20), "{long:?}");
        for game in &long {
            let mut pos = Board::<StandardRule>::start(&game.size);
            for (cell, _) in &game.moves[..game.opening] {
                assert!(pos.is_legal(*cell), "{cell} in {game:?}");
                pos.play_unchecked(*cell);
            }
            assert_eq!(pos.outcome(), None, "{game:?}");
        }
        assert_eq!(long, played(&many, 6), "the same seed gives the same games");
    }

    /// The share of openings that favour a side by more than an even one may.
    fn favoured(games: &[Record]) -> usize {
        let first = games.iter().filter_map(|game| game.moves.get(game.opening));
        first.filter(|(_, score)| score.abs() > BALANCED).count()
    }

    #[test]
    fn openings_with_detours_are_legal_open_and_often_favour_a_side() {
        let even = Settings {
            rule: "standard".to_owned(),
            size: 15,
            nodes: 400,
            seed: 5,
            stones: 40,
            detours: 0,
        };
        let detours = Settings { detours: 3, ..even.clone() };
        let games = played(&detours, 16);
        assert!(favoured(&games) > favoured(&played(&even, 16)), "{games:?}");
        assert!(games.iter().any(|game| game.opening > 8), "{games:?}");
        for game in &games {
            let mut pos = Board::<StandardRule>::start(&game.size);
            for (ply, (cell, _)) in game.moves.iter().enumerate() {
                assert!(pos.outcome().is_none() && pos.is_legal(*cell), "ply {ply} in {game:?}");
                pos.play_unchecked(*cell);
            }
            assert!(game.opening < game.moves.len() && game.opening < 40, "{game:?}");
        }
        assert_eq!(games, played(&detours, 16), "the same seed gives the same games");
    }

    #[test]
    fn plans_of_before_are_read_with_short_openings() {
        let old = r#"{"rule":"renju","size":15,"nodes":2000,"seed":3}"#;
        let settings: Settings = serde_json::from_str(old).expect("settings");
        assert_eq!((settings.stones, settings.detours), (random_stones(), 0));
    }
}
