//! Results as text for a terminal, and a tournament's table as JSON.

use crate::{Finish, MatchResult, Plan, Progress, Ranked, ranking};
use serde_json::{Value, json};
use std::fmt::Write;

/// The line of progress of a match.
#[must_use]
pub fn match_status(plan: &Plan, progress: &Progress<'_>) -> String {
    let tally = progress.tally;
    let wdl = tally.against(0, 1);
    let mut line = format!(
        "game {}/{}  +{} ={} -{}",
        tally.games(),
        progress.total,
        wdl.wins,
        wdl.draws,
        wdl.losses
    );
    if let Some(summary) = tally.summary(0, 1) {
        let (elo, error, los) = (summary.elo, summary.error, 100.0 * summary.los);
        let _ = write!(line, "  Elo {elo:+.1} ± {error:.1}  LOS {los:.1} %");
    }
    if let Ok(Some(test)) = plan.test() {
        let (lower, upper) = test.bounds();
        let llr = test.llr(tally.pairs(0, 1));
        let _ = write!(line, "  LLR {llr:+.2} [{lower:.2}, {upper:.2}]");
    }
    line.push_str(&left_text(progress));
    line
}

fn left_text(progress: &Progress<'_>) -> String {
    let left = progress.left.map(alinea_jobs::duration_text);
    left.map(|left| format!("  {left} left")).unwrap_or_default()
}

/// The result of a match for people.
#[must_use]
pub fn match_text(plan: &Plan, result: &MatchResult) -> String {
    let names = plan.names();
    let mut text = format!("{}: {} against {}\n", plan.game, names[0], names[1]);
    let points = result.wins as f64 + 0.5 * result.draws as f64;
    let percent = 100.0 * points / result.games.max(1) as f64;
    let _ = writeln!(
        text,
        "games     {}   won {}, drawn {}, lost {}   {percent:.1} %",
        result.games, result.wins, result.draws, result.losses
    );
    let _ = writeln!(
        text,
        "Elo       {:+.1} ± {:.1}   likelihood of superiority {:.1} %",
        result.elo,
        result.error,
        100.0 * result.los
    );
    let [none, half, one, more, both] = result.pairs;
    let _ = writeln!(text, "pairs     {none} {half} {one} {more} {both}   (0, ½, 1, 1½, 2 points)");
    if let (Some(llr), Some((lower, upper))) = (result.llr, result.bounds) {
        let _ = writeln!(text, "LLR       {llr:+.2}   bounds {lower:.2} and {upper:.2}");
    }
    for player in (0..2).filter(|&player| result.failures[player] > 0) {
        let (name, failures) = (&names[player], result.failures[player]);
        let why = result.reasons[player].as_deref();
        let why = why.map(|why| format!("; the first: {}", shortened(why)));
        let why = why.unwrap_or_default();
        let _ = writeln!(text, "failures  {name} lost {failures} games by failing{why}");
    }
    let _ = writeln!(text, "{}", result.verdict);
    text
}

/// The line of progress of a tournament.
#[must_use]
pub fn tournament_status(plan: &Plan, progress: &Progress<'_>) -> String {
    let names = plan.names();
    let leader = ranking(progress.tally).first().map_or("", |one| names[one.player].as_str());
    let (games, total) = (progress.tally.games(), progress.total);
    format!("game {games}/{total}  leading: {leader}{}", left_text(progress))
}

/// The table with stable keys.
#[must_use]
pub fn tournament_json(plan: &Plan, finish: &Finish) -> Value {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let round = |x: f64| (x * 100.0).round() / 100.0;
    let rows: Vec<Value> = ranking(tally)
        .into_iter()
        .map(|Ranked { rank, player }| {
            let total = tally.total(player);
            let against: Vec<Value> = (0..names.len())
                .filter(|&other| tally.against(player, other).games() > 0)
                .map(|other| {
                    let wdl = tally.against(player, other);
                    json!({"name": names[other], "wins": wdl.wins, "draws": wdl.draws, "losses": wdl.losses})
                })
                .collect();
            json!({
                "rank": rank,
                "name": names[player],
                "games": total.games(),
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "elo": round(ratings[player].elo),
                "error": round(ratings[player].error),
                "failures": tally.failures(player),
                "against": against,
            })
        })
        .collect();
    json!({
        "game": plan.game,
        "games": tally.games(),
        "table": rows,
        "interrupted": finish.interrupted,
    })
}

/// The list of strengths and the crosstable.
#[must_use]
pub fn tournament_text(plan: &Plan, finish: &Finish) -> String {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let order = ranking(tally);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}, {} games\n", plan.game, tally.games());
    let _ = writeln!(text, "  # {:width$}     Elo  error   games  score    +    =    -", "");
    for &Ranked { rank, player } in &order {
        let total = tally.total(player);
        let _ = write!(
            text,
            "{:>3} {:width$} {:>+7.0} {:>6.0} {:>7} {:>5.1}% {:>4} {:>4} {:>4}",
            rank,
            names[player],
            // Adding nothing turns a negative zero into a plain one.
            ratings[player].elo.round() + 0.0,
            ratings[player].error,
            total.games(),
            100.0 * tally.points(player) / total.games().max(1) as f64,
            total.wins,
            total.draws,
            total.losses,
        );
        match tally.failures(player) {
            0 => text.push('\n'),
            failures => {
                let why = tally.first_failure(player).map(|why| format!(": {}", shortened(why)));
                let _ = writeln!(text, "   {failures} lost by failing{}", why.unwrap_or_default());
            }
        }
    }
    if order.len() > 2 {
        text += &crosstable(&names, finish, &order, width);
    }
    text
}

/// The two ends of a long reason: what went wrong, and the last words of a program that failed.
fn shortened(reason: &str) -> String {
    const ENDS: [usize; 2] = [60, 120];
    let letters: Vec<char> = reason.chars().collect();
    if letters.len() <= ENDS[0] + ENDS[1] + 3 {
        return reason.to_owned();
    }
    let (head, tail) = (&letters[..ENDS[0]], &letters[letters.len() - ENDS[1]..]);
    format!("{} … {}", head.iter().collect::<String>(), tail.iter().collect::<String>())
}

/// Points of the row against the column, in percent.
fn crosstable(names: &[String], finish: &Finish, order: &[Ranked], width: usize) -> String {
    let mut text = format!("\n    {:width$}", "");
    for Ranked { rank, .. } in order {
        let _ = write!(text, " {rank:>4}");
    }
    text.push('\n');
    for &Ranked { rank, player } in order {
        let _ = write!(text, "{rank:>3} {:width$}", names[player]);
        for &Ranked { player: opponent, .. } in order {
            let wdl = finish.tally.against(player, opponent);
            let _ = match wdl.games() {
                0 => write!(text, "    ·"),
                games => write!(text, " {:>4.0}", 100.0 * wdl.points() / games as f64),
            };
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Record, Tally};

    /// The strong one beats the middle one 2-0 and the weak one 2-0; the middle one beats the weak
    /// one 1.5-0.5.
    fn three() -> (Plan, Finish) {
        let names = ["weak", "strong", "middle"].map(str::to_owned);
        let plan = Plan::new("connect4", &names.clone().map(|name| name.parse().unwrap()), 2);
        let mut tally = Tally::new(3);
        for job in plan.order().jobs() {
            let result = match (job.first, job.second) {
                (1, _) | (2, 0) => GameResult::First,
                (_, 1) => GameResult::Second,
                _ => GameResult::Draw,
            };
            tally.add(&job, &Record::sample(&job, &names, result));
        }
        (plan, Finish { tally, decision: None, interrupted: false, parked: Vec::new() })
    }

    #[test]
    fn a_row_of_the_crosstable_holds_the_points_of_its_own_contestant() {
        let (plan, finish) = three();
        let text = tournament_text(&plan, &finish);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .skip_while(|line| !line.is_empty())
            .skip(2)
            .map(|line| line.split_whitespace().collect())
            .collect();
        let expected: [&[&str]; 3] = [
            &["1", "strong", "·", "100", "100"],
            &["2", "middle", "0", "·", "75"],
            &["3", "weak", "0", "25", "·"],
        ];
        assert_eq!(rows, expected, "{text}");
        let row = text.lines().find(|line| line.contains("middle")).unwrap();
        let row: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(row[4..], ["4", "37.5%", "1", "1", "2"], "{text}");
    }

    #[test]
    fn a_long_reason_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("crashed: ended with signal: 9"), "crashed: ended with signal: 9");
        let long = format!("crashed: {} ValueError: 'á'", "line | ".repeat(60));
        let short = shortened(&long);
        assert!(short.chars().count() < 190, "{short}");
        assert!(
            short.starts_with("crashed: line") && short.ends_with("ValueError: 'á'"),
            "{short}"
        );
    }

    /// Two that won both games against the third and shared theirs.
    #[test]
    fn equal_results_share_a_rank() {
        let names = ["weak", "one", "other"].map(str::to_owned);
        let plan = Plan::new("connect4", &names.clone().map(|name| name.parse().unwrap()), 2);
        let mut tally = Tally::new(3);
        for job in plan.order().jobs() {
            let result = match (job.first, job.second) {
                (0, _) => GameResult::Second,
                _ => GameResult::First,
            };
            tally.add(&job, &Record::sample(&job, &names, result));
        }
        let finish = Finish { tally, decision: None, interrupted: false, parked: Vec::new() };
        let text = tournament_text(&plan, &finish);
        let ranks: Vec<&str> =
            text.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
        // The list, the heading of the crosstable and its rows.
        assert_eq!(ranks, ["1", "1", "3", "1", "1", "1", "3"], "{text}");
        let heading = text.lines().skip_while(|line| !line.is_empty()).nth(1).unwrap();
        assert_eq!(heading.split_whitespace().collect::<Vec<_>>(), ["1", "1", "3"], "{text}");
        let json = tournament_json(&plan, &finish);
        let ranks: Vec<_> = (0..3).map(|row| json["table"][row]["rank"].as_u64()).collect();
        assert_eq!(ranks, [Some(1), Some(1), Some(3)]);
    }
}
