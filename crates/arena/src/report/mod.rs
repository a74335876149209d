//! One page that holds everything about a match: tables, plots and every game on a board. It
//! needs no network and no other file. Knows no rules: what a move does to the squares is
//! replayed by a session when the page is written.

mod games;
mod plots;

use crate::{ArenaError, End, Plan, Ranked, Record, Tally, Times, ranking};
use alinea_catalogue::open;
use alinea_stats::Wdl;
use alinea_words::Language;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one worker of a fleet did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WorkerPace {
    /// Games it played.
    pub games: u64,
    /// Positions that its engines searched.
    pub nodes: u64,
    /// How long they thought.
    pub think_ms: f64,
}

/// Everything the page shows.
pub struct Report<'r> {
    /// What was played.
    pub plan: &'r Plan,
    /// The score.
    pub tally: &'r Tally,
    /// The games, in order.
    pub records: &'r [Record],
    /// What the clock said, by game number.
    pub times: &'r BTreeMap<usize, Times>,
}

impl Report<'_> {
    /// The page.
    pub fn html(&self) -> Result<String, ArenaError> {
        self.html_of_fleet(&BTreeMap::new())
    }

    /// The page of a match that many machines played.
    pub fn html_of_fleet(
        &self,
        workers: &BTreeMap<String, WorkerPace>,
    ) -> Result<String, ArenaError> {
        let session = open(&self.plan.game)?;
        let games = games::games_json(&*session, self.plan, self.records);
        let kind =
            if self.plan.contestants.len() == 2 { "report.match" } else { "report.tournament" };
        let mut page = String::new();
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <title>Alinea – {game}</title>\n<style>\n{style}</style></head><body>\n\
             {header}<main>\n<h1 class=\"wide\">{title}<small>{game}</small></h1>\n",
            game = escape(&self.plan.game),
            style = include_str!("style.css"),
            header = HEADER,
            title = word(kind, "span", ""),
        );
        page +=
            &card("report.table", "wide", &format!("<div class=\"scroll\">{}</div>", self.table()));
        let note = word("report.strength-note", "p", "note");
        page +=
            &card("report.strength", "", &(plots::strength(self.plan, self.tally) + note.as_str()));
        let note = word("report.times-note", "p", "note");
        page += &card(
            "report.times",
            "",
            &(plots::times(self.plan, self.records, self.times) + note.as_str()),
        );
        if self.plan.contestants.len() > 2 {
            let note = word("report.cross-note", "p", "note");
            let cross = format!("<div class=\"scroll\">{}</div>{note}", self.crosstable());
            page += &card("report.cross", "wide", &cross);
        }
        let note = word("report.lengths-note", "p", "note");
        page += &card("report.lengths", "", &(plots::lengths(self.records) + note.as_str()));
        page += &card("report.ends", "", &self.ends());
        if !workers.is_empty() {
            page += &card("report.workers", "wide", &workers_table(workers));
        }
        page += &card("report.replay", "wide", REPLAY);
        page += "</main>\n";
        let _ = write!(
            page,
            "<script type=\"application/json\" id=\"words\">{}</script>\n\
             <script type=\"application/json\" id=\"games\">{}</script>\n\
             <script>\n{}</script>\n</body></html>\n",
            in_script(&words()),
            in_script(&games),
            include_str!("script.js"),
        );
        Ok(page)
    }

    fn table(&self) -> String {
        let ratings = self.tally.ratings();
        let names = self.plan.names();
        let heads = ["elo", "score", "games", "won", "drawn", "lost", "failed"];
        let heads: String =
            heads.iter().map(|key| word(&format!("report.{key}"), "th", "")).collect();
        let mut text = format!(
            "<table><thead><tr>{}{}{heads}</tr></thead><tbody>",
            word("report.rank", "th", ""),
            word("report.engine", "th", "name"),
        );
        for Ranked { rank, player } in ranking(self.tally) {
            let total = self.tally.total(player);
            let _ = write!(
                text,
                "<tr><td>{}</td><td class=\"name\">{}</td><td>{} ± {:.0}</td><td>{:.1} %</td>\
                 <td>{}</td>",
                rank,
                escape(&names[player]),
                signed(ratings[player].elo),
                ratings[player].error,
                100.0 * self.tally.points(player) / total.games().max(1) as f64,
                linked(&format!("#who={player}"), total.games()),
            );
            for (only, count) in by_result(total, self.tally.failures(player)) {
                let cell = linked(&format!("#who={player}&amp;only={only}"), count);
                let _ = write!(text, "<td>{cell}</td>");
            }
            text += "</tr>";
        }
        text + "</tbody></table>"
    }

    fn crosstable(&self) -> String {
        let order = ranking(self.tally);
        let names = self.plan.names();
        let heads: String = order.iter().map(|one| format!("<th>{}</th>", one.rank)).collect();
        let mut text = format!(
            "<table class=\"cross\"><thead><tr><th></th><th></th>{heads}</tr></thead><tbody>"
        );
        for &Ranked { rank, player } in &order {
            let name = escape(&names[player]);
            let _ = write!(text, "<tr><td>{rank}</td><td class=\"name\">{name}</td>");
            for &Ranked { player: opponent, .. } in &order {
                let wdl = self.tally.against(player, opponent);
                if wdl.games() == 0 {
                    text += "<td class=\"cell self\">·</td>";
                    continue;
                }
                let percent = 100.0 * wdl.points() / wdl.games() as f64;
                let (hue, strength) = if percent >= 50.0 {
                    ("--good", percent - 50.0)
                } else {
                    ("--bad", 50.0 - percent)
                };
                let _ = write!(
                    text,
                    "<td class=\"cell\" title=\"+{} ={} -{}\" style=\"background:color-mix(in srgb,\
                     var({hue}) {:.0}%,transparent)\"><a href=\"#pair={player},{opponent}\">{percent:.0}</a></td>",
                    wdl.wins,
                    wdl.draws,
                    wdl.losses,
                    strength * 0.6,
                );
            }
            text += "</tr>";
        }
        text + "</tbody></table>"
    }

    /// How games ended, who moved first, and the settings.
    fn ends(&self) -> String {
        let mut text = "<ul class=\"plain\">".to_owned();
        for end in End::ALL.into_iter().filter(|end| self.tally.ended(*end) > 0) {
            let what = word(&format!("report.end.{}", end.word()), "span", "");
            let _ = write!(text, "<li>{what}<span>{}</span></li>", self.tally.ended(end));
        }
        let first = self.tally.first_mover();
        let percent = 100.0 * first.points() / first.games().max(1) as f64;
        let sentence = Language::English.text("report.first-mover");
        let percent = format!("{percent:.1}");
        let _ = write!(
            text,
            "</ul><p class=\"note\" data-t=\"report.first-mover\" data-percent=\"{percent}\">{}</p>",
            sentence.replace("{percent}", &percent),
        );
        let _ = write!(
            text,
            "<ul class=\"plain note\"><li>{}<span>{}</span></li><li>{}<span>{}</span></li>\
             <li>{}<span>{} {}</span></li></ul>",
            word("report.limits", "span", ""),
            self.limits(),
            word("report.seed", "span", ""),
            self.plan.seed,
            word("report.draw-at", "span", ""),
            self.plan.max_plies,
            word("report.plies", "span", ""),
        );
        text
    }

    fn limits(&self) -> String {
        let plan = self.plan;
        let limits = [
            plan.depth.map(|depth| format!("depth {depth}")),
            plan.nodes.map(|nodes| format!("{nodes} nodes")),
            plan.time_ms.map(|ms| format!("{ms} ms")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        if limits.is_empty() { word("report.own-limits", "span", "") } else { limits.join(", ") }
    }
}

const HEADER: &str = "<header><span class=\"logo\"><svg width=\"34\" height=\"12\" viewBox=\"0 0 34 12\" aria-hidden=\"true\">\
<circle cx=\"6\" cy=\"6\" r=\"5\" fill=\"#e2483d\"/><circle cx=\"17\" cy=\"6\" r=\"5\" fill=\"#e2483d\"/>\
<circle cx=\"28\" cy=\"6\" r=\"5\" fill=\"none\" stroke=\"#e2483d\" stroke-width=\"1.6\" stroke-dasharray=\"2.4 2\"/></svg>Alinea</span>\
<span class=\"space\"></span><span class=\"row-of\">\
<button data-lang=\"en\">EN</button><button data-lang=\"pt-BR\">PT</button><button data-lang=\"es\">ES</button></span></header>\n";

const REPLAY: &str = include_str!("replay.html");

/// Games and nodes a second of every worker.
fn workers_table(workers: &BTreeMap<String, WorkerPace>) -> String {
    let heads = ["games", "speed"].map(|key| word(&format!("report.{key}"), "th", "")).concat();
    let name = word("report.worker", "th", "name");
    let mut text =
        format!("<div class=\"scroll\"><table><thead><tr>{name}{heads}</tr></thead><tbody>");
    for (name, pace) in workers {
        let speed = 1000.0 * pace.nodes as f64 / pace.think_ms.max(1.0);
        let (name, games) = (escape(name), pace.games);
        let _ = write!(
            text,
            "<tr><td class=\"name\">{name}</td><td>{games}</td><td>{speed:.0}</td></tr>"
        );
    }
    text + "</tbody></table></div>"
}

fn card(title: &str, class: &str, body: &str) -> String {
    format!("<section class=\"card {class}\">{}{body}</section>\n", word(title, "h2", ""))
}

/// A text of the dictionaries: English in the page, the others put in by the script.
fn word(key: &str, tag: &str, class: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<{tag}{class} data-t=\"{key}\">{}</{tag}>", escape(&Language::English.text(key)))
}

/// All words of the page in the three languages.
fn words() -> Value {
    let mut all = Map::new();
    for language in Language::ALL {
        let keys = language.keys("report.");
        let texts: Map<String, Value> =
            keys.into_iter().map(|key| (key.to_owned(), language.text(key).into())).collect();
        all.insert(language.tag().to_owned(), texts.into());
    }
    all.into()
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number with a link to the games it counts.
pub(crate) fn linked(target: &str, count: u64) -> String {
    match count {
        0 => "0".to_owned(),
        _ => format!("<a href=\"{target}\">{count}</a>"),
    }
}

/// Games won, drawn, lost and lost by failing, each with the word for it in links.
pub(crate) fn by_result(total: Wdl, failures: u64) -> [(&'static str, u64); 4] {
    [("won", total.wins), ("drawn", total.draws), ("lost", total.losses), ("failed", failures)]
}

/// JSON that cannot end the script element it stands in.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Whole points with a real minus sign.
fn signed(x: f64) -> String {
    // Adding nothing turns a negative zero into a plain one.
    let rounded = x.round() + 0.0;
    if rounded < 0.0 { format!("−{}", -rounded) } else { format!("+{rounded}") }
}

#[cfg(test)]
mod tests;
