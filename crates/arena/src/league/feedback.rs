//! One page a student: results by opponent, and the lost games with the move that lost them and the
//! part of the heuristic that did not see it.

use super::table::{Standing, link_to_table, page_head};
use crate::report::{by_result, escape, linked};
use crate::seating::Kept;
use crate::{ArenaError, Finish, GameResult, Plan, Record};
use alinea_catalogue::{Contestant, EngineSpec, Session, Setting, Student, open};
use alinea_core::{Message, Player};
use alinea_search::{Ignore, Limits, Stop};
use alinea_words::Language;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Lost games that are looked into; the others are listed.
const MAX_GAMES: usize = 5;
/// Lost games that are listed.
const MAX_LISTED: usize = 100;
/// Positions the judge looks at for one answer.
const JUDGE_NODES: u64 = 20_000;
/// Its transposition table.
const JUDGE_TABLE_MB: usize = 8;
/// Where the pages are, beside the table.
pub(super) const FOLDER: &str = "students";

/// Where the page of a student is, beside the table: its number among all that were handed in, and
/// the name, for whoever sends the pages.
pub(super) fn page_name(number: usize, title: &str) -> String {
    let letters = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let name: String = title.to_lowercase().chars().map(letters).collect();
    let name: Vec<&str> = name.split_whitespace().collect();
    format!("{FOLDER}/{number:03}-{}.html", name.join("-"))
}

/// Everything the pages are made of.
pub(super) struct Feedback<'f> {
    pub(super) plan: &'f Plan,
    pub(super) finish: &'f Finish,
    pub(super) records: &'f [Record],
    pub(super) kept: &'f Kept,
    pub(super) language: Language,
}

impl Feedback<'_> {
    /// Writes a page for everybody who handed something in.
    pub(super) fn write(&self, dir: &Path, table: &[Standing]) -> Result<(), ArenaError> {
        let folder = dir.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| ArenaError::File(folder, error))?;
        let mut session = open(&self.plan.game)?;
        session.allow_files(Arc::new(self.kept.clone()));
        for row in table {
            let Some(page) = &row.page else { continue };
            let path = dir.join(page);
            fs::write(&path, self.page(&*session, row))
                .map_err(|error| ArenaError::File(path, error))?;
        }
        Ok(())
    }

    fn page(&self, session: &dyn Session, row: &Standing) -> String {
        let language = self.language;
        let mut page = page_head(&row.name, language);
        let paragraph = |message: &Message| format!("<p>{}</p>", escape(&language.say(message)));
        page += &link_to_table("../", language);
        let Some(contestant) = row.contestant else {
            let refused = Message::new("league.refused").with("name", &row.name);
            let reason = row.reason.as_deref().unwrap_or_default();
            page += &paragraph(&refused.with("reason", reason));
            return page + "</html>\n";
        };
        let rank = row.rank.map_or("–".to_owned(), |rank| rank.to_string());
        page += &paragraph(
            &Message::new("league.standing")
                .with("rank", rank)
                .with("points", row.points)
                .with("games", row.results.iter().sum::<u64>()),
        );
        if let Some(reason) = &row.reason {
            page += &paragraph(&Message::new("league.first-failure").with("reason", reason));
        }
        page += &self.results(contestant);
        let lost = self.lost_games(session, contestant, &row.name);
        if !lost.is_empty() {
            let title = escape(&language.text("league.lost-games"));
            let _ = write!(page, "<h2>{title}</h2><ul>{lost}</ul>");
        }
        page + "</html>\n"
    }

    /// Games won, drawn and lost against each opponent.
    fn results(&self, contestant: usize) -> String {
        let language = self.language;
        let mut table = "<div><table class=\"against\"><tr>".to_owned();
        for key in ["contestant", "won", "drawn", "lost"] {
            let _ = write!(table, "<th>{}", escape(&language.text(&format!("lab.league.{key}"))));
        }
        for (other, name) in self.plan.names().iter().enumerate() {
            let wdl = self.finish.tally.against(contestant, other);
            if wdl.games() > 0 {
                let target = format!("../report.html#pair={contestant},{other}");
                let _ = write!(table, "<tr><td><a href=\"{target}\">{}</a>", escape(name));
                for (only, count) in by_result(wdl, 0).into_iter().take(3) {
                    let target = format!("{target}&amp;only={only}");
                    let _ = write!(table, "<td>{}", linked(&target, count));
                }
                table.push('\n');
            }
        }
        table + "</table></div>"
    }

    /// The first lost games as list items.
    fn lost_games(&self, session: &dyn Session, contestant: usize, name: &str) -> String {
        let mut items = String::new();
        // A league that was stopped ends at once: games are looked into when it is over.
        let looked_into = if self.finish.interrupted { 0 } else { MAX_GAMES };
        let lost = self.records.iter().filter_map(|record| match record.result {
            GameResult::First if record.second == name => Some((record, Player::Second)),
            GameResult::Second if record.first == name => Some((record, Player::First)),
            _ => None,
        });
        for (i, (record, side)) in lost.take(MAX_LISTED).enumerate() {
            let opponent = if side == Player::First { &record.second } else { &record.first };
            let game =
                Message::new("league.lost-game").with("game", record.game).with("name", opponent);
            let (ply, said) = match &record.reason {
                Some(reason) => (None, format!(": {reason}")),
                None if i < looked_into => {
                    let (ply, said) = self.turning_point(session, contestant, record, side);
                    (ply, format!(": {said}"))
                }
                None => (None, String::new()),
            };
            // The board shows the position after the move that lost.
            let ply = ply.map(|ply| format!("&amp;ply={}", ply + 1)).unwrap_or_default();
            let _ = writeln!(
                items,
                "<li><a href=\"../report.html#game={}{ply}\">{}</a>{}</li>",
                record.game,
                escape(&self.language.say(&game)),
                escape(&said)
            );
        }
        items
    }

    /// The student's last move before which the loss was not proven, and what its heuristic liked
    /// about it.
    fn turning_point(
        &self,
        session: &dyn Session,
        contestant: usize,
        record: &Record,
        side: Player,
    ) -> (Option<usize>, String) {
        let say = |message: &Message| self.language.say(message);
        let unknown = || (None, say(&Message::new("league.no-turning-point")));
        let moves: Vec<&str> = record.moves.split_whitespace().collect();
        let Some(ply) = last_not_lost(session, record, &moves, side) else { return unknown() };
        let turned = Message::new("league.turning-point")
            .with("ply", ply + 1)
            .with("move", moves.get(ply).copied().unwrap_or_default());
        let mut said = say(&turned);
        if let Contestant::Student(Student::File(engine)) = &self.plan.contestants[contestant]
            && let Some(heuristic) = engine.heuristic()
            && let Some(after) = position_after(session, record, &moves[..=ply])
            && let Ok((value, parts)) = after.evaluate(heuristic, Some(side), 0)
        {
            let judged = Message::new("league.misjudged").with("value", rounded(value));
            said = format!("{said} {}", say(&judged));
            let best = parts.iter().max_by(|a, b| a.points.total_cmp(&b.points));
            if let Some(part) = best.filter(|part| part.points > 0.0) {
                let liked = Message::new("league.misjudged-part")
                    .with("part", say(&part.label))
                    .with("points", rounded(part.points));
                said = format!("{said} {}", say(&liked));
            }
        }
        (Some(ply), said)
    }
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn position_after(
    session: &dyn Session,
    record: &Record,
    moves: &[&str],
) -> Option<Box<dyn Session>> {
    let mut board = session.read(if record.start.is_empty() { "-" } else { &record.start }).ok()?;
    moves.iter().try_for_each(|mv| board.play(mv).map(drop).map_err(drop)).ok()?;
    Some(board)
}

/// The last of the loser's turns that was not yet proven lost, as a number of plies before it.
/// Walks back from the end, where proofs are short.
fn last_not_lost(
    session: &dyn Session,
    record: &Record,
    moves: &[&str],
    side: Player,
) -> Option<usize> {
    let mut judge = session.seat(&EngineSpec::best().with(Setting::Table(JUDGE_TABLE_MB))).ok()?;
    for ply in (record.opening..moves.len()).rev() {
        let board = position_after(session, record, &moves[..ply])?;
        if board.turn() != side {
            continue;
        }
        judge.new_game();
        let limits = Limits::nodes(JUDGE_NODES);
        let thought = judge.think(&*board, &limits, &Stop::new(), &mut Ignore).ok()?;
        let is_lost = thought.proven && thought.score.loss().is_some();
        if !is_lost {
            return Some(ply);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::End;

    /// Tic-tac-toe: an edge in answer to the centre is the only mistake, and it loses.
    #[test]
    fn the_turning_point_is_the_last_move_that_could_have_saved_the_game() {
        let session = open("mnk:3x3x3").unwrap();
        let record = Record {
            game: 1,
            round: 1,
            first: "a".into(),
            second: "b".into(),
            start: "-".into(),
            opening: 0,
            moves: "b2 b1 a1 c3 a3 a2 c1".into(),
            plies: 7,
            result: GameResult::First,
            end: End::Rules,
            reason: None,
            nodes: [0, 0],
        };
        let moves: Vec<&str> = record.moves.split(' ').collect();
        assert_eq!(last_not_lost(&*session, &record, &moves, Player::Second), Some(1));
    }
}
