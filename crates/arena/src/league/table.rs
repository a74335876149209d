//! The table of a league: a row for everybody who handed something in, and for everybody else.

use super::agreement::{Agreement, agreements};
use super::feedback::{Feedback, page_name};
use crate::files::kept_in;
use crate::report::{by_result, escape, linked};
use crate::{ArenaError, Finish, Plan, Ranked, ranking, read_games};
use alinea_core::Message;
use alinea_stats::Wdl;
use alinea_words::Language;
use std::fs;
use std::path::Path;

/// A line of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The place; equal results share one, whoever was refused has none.
    pub rank: Option<usize>,
    /// The number of the contestant; none where it was refused.
    pub contestant: Option<usize>,
    /// The contestant as people call it.
    pub name: String,
    /// The file it handed in; empty for engines.
    pub file: String,
    /// Its page beside the table; none for engines.
    pub page: Option<String>,
    /// Wins, draws and losses.
    pub results: [u64; 3],
    /// A point a win, half a point a draw, none for what never worked.
    pub points: f64,
    /// Games lost by failing: files that do not parse, loop, or divide by zero.
    pub failures: u64,
    /// Why it was refused, or what it failed with first.
    pub reason: Option<String>,
    /// Strength and its error.
    pub elo: (f64, f64),
    /// From 0 to 10 between the anchors `random`, `level:3` and `level:5`, where they play.
    pub grade: Option<f64>,
}

impl Standing {
    /// Whole points; adding nothing turns a negative zero into a plain one.
    fn whole_elo(&self) -> f64 {
        self.elo.0.round() + 0.0
    }

    fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// Every row, best first, those that were refused last.
#[must_use]
pub fn standings(plan: &Plan, finish: &Finish) -> Vec<Standing> {
    let (names, tally) = (plan.names(), &finish.tally);
    let ratings = tally.ratings();
    let anchors = anchors(plan, &ratings);
    let entries = || (1..).zip(&plan.students);
    let of_player = |Ranked { rank, player }: Ranked| {
        let total = tally.total(player);
        let entry = entries().find(|(_, one)| one.contestant == Some(player));
        let elo = ratings[player].elo;
        let graded = |anchors| if tally.is_broken(player) { 0.0 } else { grade(anchors, elo) };
        // What could not begin is a crash to the arena; its reason says more.
        let reason = tally.first_failure(player);
        let reason = reason.map(|said| said.strip_prefix("crashed: ").unwrap_or(said).to_owned());
        Standing {
            rank: Some(rank),
            contestant: Some(player),
            name: names[player].clone(),
            file: entry.map(|(_, one)| one.file.clone()).unwrap_or_default(),
            page: entry.map(|(number, one)| page_name(number, &one.title())),
            results: [total.wins, total.draws, total.losses],
            points: tally.points(player),
            failures: tally.failures(player),
            reason,
            elo: (elo, ratings[player].error),
            grade: anchors.map(graded),
        }
    };
    let mut table: Vec<Standing> = ranking(tally).into_iter().map(of_player).collect();
    let refused = entries().filter(|(_, one)| one.contestant.is_none());
    table.extend(refused.map(|(number, one)| Standing {
        rank: None,
        contestant: None,
        name: one.title(),
        file: one.file.clone(),
        page: Some(page_name(number, &one.title())),
        results: [0; 3],
        points: 0.0,
        failures: 0,
        reason: one.refused.clone(),
        elo: (0.0, 0.0),
        grade: anchors.map(|_| 0.0),
    }));
    table
}

/// Strengths of the three anchors, where all of them play and lie in their order.
fn anchors(plan: &Plan, ratings: &[alinea_stats::Rating]) -> Option<[f64; 3]> {
    let elo = |text: &str| {
        let is_it = |who: &alinea_catalogue::Contestant| who.to_string() == text;
        plan.contestants.iter().position(is_it).map(|player| ratings[player].elo)
    };
    let [random, middle, high] = super::ANCHORS;
    let anchors = [elo(random)?, elo(middle)?, elo(high)?];
    (anchors[0] < anchors[1] && anchors[1] < anchors[2]).then_some(anchors)
}

/// Random play is 0, level 3 is 5, level 5 is 10, and straight lines lie between.
fn grade([random, middle, high]: [f64; 3], elo: f64) -> f64 {
    let grade = if elo < middle {
        5.0 * (elo - random) / (middle - random)
    } else {
        5.0 + 5.0 * (elo - middle) / (high - middle)
    };
    grade.clamp(0.0, 10.0)
}

/// The table as comma-separated values, one contestant a line, best first.
#[must_use]
pub fn csv(table: &[Standing]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\"").replace('\n', " "));
    let mut text =
        "rank,name,games,points,wins,draws,losses,failures,elo,error,grade,file,reason\n"
            .to_owned();
    for row in table {
        let [wins, draws, losses] = row.results;
        let (games, points, failures) = (row.games(), row.points, row.failures);
        let rank = row.rank.map(|rank| rank.to_string()).unwrap_or_default();
        let (elo, error) = match row.games() {
            0 => (String::new(), String::new()),
            _ => (format!("{:.0}", row.whole_elo()), format!("{:.0}", row.elo.1)),
        };
        let grade = row.grade.map(|grade| format!("{grade:.1}")).unwrap_or_default();
        let (name, file) = (quoted(&row.name), quoted(&row.file));
        let reason = row.reason.as_deref().map(quoted).unwrap_or_default();
        text += &format!(
            "{rank},{name},{games},{points},{wins},{draws},{losses},{failures},{elo},{error},\
             {grade},{file},{reason}\n"
        );
    }
    text
}

/// Writes `table.csv`, `table.html` and a page for every student beside the records. What takes time,
/// a look into lost games and at pairs that choose alike, waits for the end of the league.
pub fn write_tables(
    dir: &Path,
    plan: &Plan,
    finish: &Finish,
    language: Language,
) -> Result<(), ArenaError> {
    let table = standings(plan, finish);
    let kept = kept_in(dir)?;
    let records = read_games(dir)?;
    Feedback { plan, finish, records: &records, kept: &kept, language }.write(dir, &table)?;
    let alike = if finish.interrupted { None } else { Some(agreements(plan, &kept)?) };
    let write = |name: &str, text: String| {
        let (path, beside) = (dir.join(name), dir.join(format!("{name}.new")));
        // Whole or not at all: a kill must not leave half a table.
        let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path));
        written.map_err(|error| ArenaError::File(path, error))
    };
    write("alike.html", alike_page(plan, alike.as_deref(), language))?;
    write("table.csv", csv(&table))?;
    write("table.html", html(&plan.game, &table, language))
}

/// Pairs of students whose choices agree suspiciously often; none where nobody looked yet.
fn alike_page(plan: &Plan, alike: Option<&[Agreement]>, language: Language) -> String {
    let names = plan.names();
    let mut page = page_head(&language.text("league.alike"), language);
    page += &link_to_table("", language);
    page += &format!("<p>{}</p><ul>", escape(&language.text("league.alike-note")));
    for one in alike.unwrap_or_default() {
        let key = if one.identical { "league.alike-same" } else { "league.alike-pair" };
        let message = Message::new(key)
            .with("first", &names[one.pair.0])
            .with("second", &names[one.pair.1])
            .with("percent", (100.0 * one.share).round());
        page += &format!("<li>{}\n", escape(&language.say(&message)));
    }
    let nothing = match alike {
        None => "league.alike-later",
        Some([]) => "league.alike-none",
        Some(_) => return page + "</ul></html>\n",
    };
    page += &format!("<li>{}", escape(&language.text(nothing)));
    page + "</ul></html>\n"
}

/// The way back to the table, from `root` of the league's folder.
pub(super) fn link_to_table(root: &str, language: Language) -> String {
    let name = escape(&language.text("league.to-table"));
    format!("<p><a href=\"{root}table.html\">{name}</a></p>")
}

/// The beginning of every page of a league.
pub(super) fn page_head(title: &str, language: Language) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>",
        language.tag()
    )
}

const STYLE: &str = "\
:root{color-scheme:light dark;--rule:#ccd;--soft:#667}\
@media(prefers-color-scheme:dark){:root{--rule:#445;--soft:#aab}}\
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}\
div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th{font-size:.85rem;color:var(--soft);vertical-align:bottom}\
td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--rule)}\
.standings :is(td,th):nth-child(2),.against :is(td,th):first-child,.why{text-align:left}\
td.why{font-size:.85rem;color:var(--soft);min-width:20rem;overflow-wrap:anywhere}";

/// The table as one HTML page that needs nothing else.
#[must_use]
pub fn html(game: &str, table: &[Standing], language: Language) -> String {
    let title = language.say(&Message::new("lab.league.title").with("game", game));
    let mut page = page_head(&title, language);
    page += &format!(
        "<p><a href=\"report.html\">{}</a> · <a href=\"alike.html\">{}</a></p><div><table class=\"standings\"><tr><th>#",
        escape(&language.text("league.to-games")),
        escape(&language.text("league.alike")),
    );
    for key in ["contestant", "games", "points", "won", "drawn", "lost", "failures"] {
        page += &format!("<th>{}", language.text(&format!("lab.league.{key}")));
    }
    let is_graded = table.iter().any(|row| row.grade.is_some());
    page += "<th>Elo<th>±";
    if is_graded {
        page += &format!("<th>{}", language.text("league.grade"));
    }
    page += &format!("<th class=\"why\">{}\n", language.text("lab.league.reason"));
    for row in table {
        let rank = row.rank.map_or("–".to_owned(), |rank| rank.to_string());
        let name = match &row.page {
            Some(page) => format!("<a href=\"{}\">{}</a>", escape(page), escape(&row.name)),
            None => escape(&row.name),
        };
        let games = |only: &str, count: u64| match row.contestant {
            Some(own) => linked(&format!("report.html#who={own}{only}"), count),
            None => count.to_string(),
        };
        page += &format!(
            "<tr><td>{rank}<td title=\"{}\">{name}<td>{}<td>{}",
            escape(&row.file),
            games("", row.games()),
            row.points,
        );
        let [wins, draws, losses] = row.results;
        for (only, count) in by_result(Wdl { wins, draws, losses }, row.failures) {
            page += &format!("<td>{}", games(&format!("&amp;only={only}"), count));
        }
        page += &match row.games() {
            0 => "<td>–<td>–".to_owned(),
            _ => format!("<td>{:+.0}<td>{:.0}", row.whole_elo(), row.elo.1),
        };
        if is_graded {
            page += &row.grade.map_or("<td>".to_owned(), |grade| format!("<td>{grade:.1}"));
        }
        page += &format!(
            "<td class=\"why\">{}\n",
            row.reason.as_deref().map(escape).unwrap_or_default()
        );
    }
    page + "</table></div></html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::Enrolled;
    use crate::{End, GameResult, Record, Tally};

    /// A file that is no heuristic and no program.
    fn refused() -> Enrolled {
        Enrolled {
            name: "late".to_owned(),
            file: "late.doc".to_owned(),
            hash: String::new(),
            version: 1,
            contestant: None,
            refused: Some("wrong ending".to_owned()),
        }
    }

    fn row(name: &str) -> Standing {
        Standing {
            rank: Some(1),
            contestant: Some(0),
            name: name.to_owned(),
            file: "a.rhai".to_owned(),
            page: Some("students/001-a.html".to_owned()),
            points: 3.5,
            results: [3, 1, 0],
            failures: 2,
            reason: Some("a.rhai: line 2, column 3: Division by zero".to_owned()),
            elo: (12.4, 5.0),
            grade: None,
        }
    }

    #[test]
    fn tables_keep_odd_names_apart() {
        let text = csv(&[row("a\"b<c")]);
        assert!(text.contains("1,\"a\"\"b<c\",4,3.5,3,1,0,2,12,5,,\"a.rhai\","), "{text}");
        assert!(text.ends_with(",\"a.rhai: line 2, column 3: Division by zero\"\n"), "{text}");
        let page = html("a & b", &[row("a\"b<c")], Language::English);
        assert!(
            page.contains(">a&quot;b&lt;c</a><td><a href=\"report.html#who=0\">4</a><td>3.5<td>"),
            "{page}"
        );
        assert!(page.contains("<a href=\"report.html#who=0&amp;only=won\">3</a>"), "{page}");
        assert!(page.contains("<a href=\"report.html#who=0&amp;only=failed\">2</a>"), "{page}");
    }

    /// Two that work and draw, two that never worked and meet each other, one that was refused.
    #[test]
    fn equal_results_share_a_rank_and_broken_files_earn_nothing() {
        let names = ["good", "fine", "bad", "worse"];
        let contestants: Vec<alinea_catalogue::Contestant> =
            (0..4).map(|i| format!("student:s{i}.rhai,depth=1").parse().unwrap()).collect();
        let mut plan = Plan::new("connect4", &contestants, 2);
        plan.students = names
            .iter()
            .enumerate()
            .map(|(i, name)| Enrolled {
                name: (*name).to_owned(),
                file: format!("{name}.rhai"),
                hash: String::new(),
                version: 1,
                contestant: Some(i),
                refused: None,
            })
            .collect();
        plan.students.push(refused());
        let (titles, mut tally) = (plan.names(), Tally::new(4));
        for job in plan.order().jobs() {
            let first_works = job.first < 2;
            let result = if first_works { GameResult::First } else { GameResult::Second };
            let mut record = Record::sample(&job, &titles, result);
            if first_works && job.second < 2 {
                record.result = GameResult::Draw;
            } else {
                (record.plies, record.end) = (usize::from(first_works), End::Crash);
                record.reason = Some("crashed: no".to_owned());
            }
            tally.add(&job, &record);
        }
        let finish = Finish { tally, decision: None, interrupted: false, parked: Vec::new() };
        let table = standings(&plan, &finish);
        let shown: Vec<(Option<usize>, &str, f64)> =
            table.iter().map(|row| (row.rank, row.name.as_str(), row.points)).collect();
        assert_eq!(
            shown,
            [
                (Some(1), "good", 5.0),
                (Some(1), "fine", 5.0),
                (Some(3), "bad", 0.0),
                (Some(3), "worse", 0.0),
                (None, "late", 0.0),
            ]
        );
        assert_eq!(table[4].reason.as_deref(), Some("wrong ending"));
        assert_eq!(table[2].reason.as_deref(), Some("no"));
    }

    #[test]
    fn grades_go_from_anchor_to_anchor() {
        let anchors = [-400.0, 0.0, 100.0];
        let graded =
            [-500.0, -400.0, -200.0, 0.0, 50.0, 100.0, 300.0].map(|elo| grade(anchors, elo));
        assert_eq!(graded, [0.0, 0.0, 2.5, 5.0, 7.5, 10.0, 10.0]);
    }

    /// A tournament in which whoever has the greater strength wins; strength 0 never makes a move.
    fn league_of(contestants: &[(&str, u32)]) -> Vec<Standing> {
        let parsed: Vec<_> = contestants.iter().map(|(text, _)| text.parse().unwrap()).collect();
        let mut plan = Plan::new("connect4", &parsed, 4);
        plan.students.push(refused());
        let (names, mut tally) = (plan.names(), Tally::new(contestants.len()));
        for job in plan.order().jobs() {
            let [first, second] = [job.first, job.second].map(|player| contestants[player].1);
            let result = match first.cmp(&second) {
                std::cmp::Ordering::Less => GameResult::Second,
                std::cmp::Ordering::Equal => GameResult::Draw,
                std::cmp::Ordering::Greater => GameResult::First,
            };
            let mut record = Record::sample(&job, &names, result);
            if first == 0 || second == 0 {
                (record.plies, record.end) = (usize::from(first > 0), End::Crash);
                record.reason = Some("crashed: no".to_owned());
            }
            tally.add(&job, &record);
        }
        let finish = Finish { tally, decision: None, interrupted: false, parked: Vec::new() };
        standings(&plan, &finish)
    }

    #[test]
    fn the_grade_column_stands_between_the_anchors() {
        let mut contestants = vec![
            ("random", 1),
            ("level:3", 3),
            ("level:5", 5),
            ("student:a.rhai,depth=1", 3),
            ("student:b.rhai,depth=1", 5),
            ("student:c.rhai,depth=1", 4),
            ("student:d.rhai,depth=1", 0),
        ];
        let table = league_of(&contestants);
        let grade = |name: &str| {
            let row = table
                .iter()
                .find(|row| row.name == name || row.name.contains(&format!(":{name}.rhai")));
            row.unwrap_or_else(|| panic!("no {name} in {table:?}")).grade.unwrap()
        };
        let near = |grade: f64, expected: f64| (grade - expected).abs() < 0.05;
        assert!(near(grade("random"), 0.0) && near(grade("level:3"), 5.0), "{table:?}");
        assert!(near(grade("level:5"), 10.0) && near(grade("a"), 5.0), "{table:?}");
        assert!(near(grade("b"), 10.0) && (6.0..9.0).contains(&grade("c")), "{table:?}");
        assert_eq!((grade("d"), grade("late")), (0.0, 0.0), "broken and refused");
        let line =
            csv(&table).lines().find(|line| line.contains("\"level:3\"")).unwrap().to_owned();
        assert!(line.ends_with(",5.0,\"\","), "{line}");
        let page = html("connect4", &table, Language::English);
        assert!(page.contains("<th>grade") || page.contains("<th>Grade"), "{page}");
        assert!(page.contains("<td>5.0") && page.contains("<td>10.0"), "{page}");
        // Without an anchor there is nothing to measure by, and no column.
        contestants.remove(2);
        let table = league_of(&contestants);
        assert!(table.iter().all(|row| row.grade.is_none()), "{table:?}");
        let page = html("connect4", &table, Language::English);
        assert!(!page.to_lowercase().contains("<th>grade"), "{page}");
    }
}
