use super::*;
use crate::GameResult;

fn record(game: usize, names: [&str; 2], moves: &str, result: GameResult) -> Record {
    Record {
        game,
        round: game.div_ceil(2),
        first: names[0].to_owned(),
        second: names[1].to_owned(),
        start: "-".into(),
        opening: 2,
        moves: moves.to_owned(),
        plies: moves.split_whitespace().count(),
        result,
        end: End::Rules,
        reason: None,
        nodes: [1, 1],
    }
}

fn page(game: &str, names: [&str; 2], moves: &str) -> String {
    let plan = Plan::new(game, &names.map(|name| name.parse().unwrap()), 2);
    let records = [
        record(1, names, moves, GameResult::First),
        record(2, [names[1], names[0]], moves, GameResult::First),
    ];
    let mut tally = Tally::new(2);
    plan.order().jobs().zip(&records).for_each(|(job, record)| tally.add(&job, record));
    let times = BTreeMap::new();
    Report { plan: &plan, tally: &tally, records: &records, times: &times }.html().unwrap()
}

#[test]
fn the_page_stands_alone_and_holds_every_game() {
    let page = page("connect4", ["ligue4", "random"], "1 2 1 2 1 2 1");
    assert!(page.contains("\"m\":\"1:xa1 2:ob1 1:xa2 2:ob2 1:xa3 2:ob3 1:xa4\""));
    assert!(page.contains("\"l\":[\"a1\",\"a2\",\"a3\",\"a4\"]"));
    for forbidden in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    for tag in ["\"en\":{", "\"pt-BR\":{", "\"es\":{"] {
        assert!(page.contains(tag), "{tag}");
    }
}

#[test]
fn squares_are_their_own_moves_on_open_boards() {
    let page = page("mnk:3x3x3", ["best", "random"], "a1 b1 a2 b2 a3");
    assert!(page.contains("\"m\":\"xa1 ob1 xa2 ob2 xa3\""));
    assert!(page.contains("\"gravity\":false"));
}

#[test]
fn names_cannot_break_out_of_the_page() {
    let evil = "process:</script><script>alert(1)</script>";
    let page = page("connect4", [evil, "random"], "4");
    assert!(!page.contains("<script>alert"));
    assert!(!page.contains("</script><script>a"));
    assert!(page.contains("&lt;/script&gt;"));
}

#[test]
fn every_word_of_the_script_is_in_the_dictionaries() {
    let sources = [include_str!("script.js"), include_str!("replay.html"), include_str!("mod.rs")];
    for source in sources {
        for (at, _) in source.match_indices("\"report.") {
            let key: String =
                source[at + 1..].chars().take_while(|c| !"\"\\".contains(*c)).collect();
            if key.ends_with('.') || key.contains('{') {
                continue;
            }
            assert!(Language::ALL.iter().all(|language| language.knows(&key)), "{key}");
        }
    }
    for end in End::ALL {
        assert!(Language::English.knows(&format!("report.end.{}", end.word())));
    }
}

#[test]
fn a_row_of_the_crosstable_holds_the_points_of_its_own_contestant() {
    let names = ["weak", "strong", "middle"];
    let plan = Plan::new("connect4", &names.map(|name| name.parse().unwrap()), 2);
    let mut tally = Tally::new(3);
    for job in plan.order().jobs() {
        let result = match (job.first, job.second) {
            (1, _) | (2, 0) => GameResult::First,
            (_, 1) => GameResult::Second,
            _ => GameResult::Draw,
        };
        tally.add(&job, &record(1, [names[job.first], names[job.second]], "4", result));
    }
    let times = BTreeMap::new();
    let report = Report { plan: &plan, tally: &tally, records: &[], times: &times };
    let table = report.crosstable();
    let cells: Vec<&str> = table
        .split("<td class=\"cell")
        .skip(1)
        .map(|cell| {
            cell.split('>').find(|text| {
                !text.is_empty() && !text.starts_with(['<', '"', ' ']) && text.contains('<')
            })
        })
        .map(|text| text.unwrap().split('<').next().unwrap())
        .collect();
    assert_eq!(cells, ["·", "100", "100", "0", "·", "75", "0", "25", "·"], "{table}");
}
