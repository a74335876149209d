//! What an engine's text means, option by option, and the sentence that refuses it otherwise.

use alinea_catalogue::{
    EngineSpec, Key, MAX_TABLE_MB, MAX_THREADS, Method, Setting, nearest, parse_seconds,
};
use alinea_search::Cut;
use std::time::Duration;

fn read(text: &str) -> EngineSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    text.parse::<EngineSpec>().expect_err(text).to_string()
}

#[test]
fn every_option_is_read_into_its_own_place() {
    let text = "textbook:depth=6,nodes=700,time=2.5,threads=8,table=64,seed=9,\
                heuristic=mine.toml,algorithm=minimax,order=center,cut=strict,near=2,\
                repetition=off";
    let spec = read(text);
    assert_eq!(spec.to_string(), text);
    let limits = spec.limits();
    assert_eq!((limits.depth, limits.nodes), (Some(6), Some(700)));
    assert_eq!(limits.time, Some(Duration::from_millis(2500)));
    assert_eq!((spec.threads(), spec.table_mb(), spec.rng_seed()), (8, Some(64), 9));
    assert_eq!((spec.heuristic(), spec.file()), (Some("mine.toml"), Some("mine.toml")));
    assert_eq!((spec.method(), spec.cut()), (Method::Minimax, Cut::Strict));
    assert_eq!((spec.order(), spec.near()), (Some("center"), 2));
    assert_eq!(spec.settings().iter().map(Setting::key).collect::<Vec<_>>(), Key::ALL);
}

#[test]
fn what_is_not_said_has_a_usual_value() {
    let spec = read("textbook");
    assert_eq!((spec.threads(), spec.table_mb(), spec.rng_seed()), (1, None, 0));
    assert_eq!((spec.heuristic(), spec.file(), spec.order(), spec.near()), (None, None, None, 0));
    assert_eq!((spec.method(), spec.cut()), (Method::AlphaBeta, Cut::Equal));
    assert_eq!((spec.limits().depth, spec.limits().nodes, spec.limits().time), (None, None, None));
    assert!(spec.settings().is_empty());
    // A heuristic of the catalogue is no file.
    assert_eq!(read("textbook:heuristic=ligue4").file(), None);
}

#[test]
fn numbers_are_read_up_to_the_ends_of_their_ranges_and_no_further() {
    let table = "table: expected MB from 1 to 16384";
    let threads = "threads: expected threads from 1 to 256";
    for (key, ends, beyond, sentence) in [
        ("depth", ["1", "1000"], ["0", "1001"], "depth: expected plies from 1 to 1000"),
        (
            "nodes",
            ["1", "18446744073709551615"],
            ["0", "18446744073709551616"],
            "nodes: expected a number of nodes",
        ),
        ("time", ["0.001", "604800"], ["0.00099", "604800.1"], "time: expected seconds"),
        ("threads", ["1", "256"], ["0", "257"], threads),
        ("table", ["1", "16384"], ["0", "16385"], table),
        (
            "seed",
            ["0", "18446744073709551615"],
            ["-1", "18446744073709551616"],
            "seed: expected a whole number",
        ),
        ("near", ["0", "2"], ["-1", "3"], "near: expected 0, 1 or 2"),
    ] {
        for value in ends {
            let text = format!("best:{key}={value}");
            assert_eq!(read(&text).to_string(), text);
        }
        for value in beyond {
            let said = refusal(&format!("best:{key}={value}"));
            assert_eq!(said, format!("{sentence}, found '{value}'"));
        }
    }
    // What other crates check against is what the sentences say.
    assert!(table.ends_with(&MAX_TABLE_MB.to_string()));
    assert!(threads.ends_with(&MAX_THREADS.to_string()));
}

#[test]
fn seconds_are_read_as_people_type_them() {
    assert_eq!(parse_seconds("1.5"), Some(Duration::from_millis(1500)));
    assert_eq!(parse_seconds("0.001"), Some(Duration::from_millis(1)));
    assert_eq!(parse_seconds("604800"), Some(Duration::from_secs(7 * 24 * 60 * 60)));
    for text in ["", "soon", "0", "-1", "inf", "nan", "604801", "1 "] {
        assert_eq!(parse_seconds(text), None, "{text:?}");
    }
}

#[test]
fn words_that_are_no_value_are_answered_with_those_that_are() {
    assert_eq!(
        refusal("textbook:algorithm=minmax"),
        "unknown algorithm 'minmax'; did you mean 'minimax'? (known: minimax, alphabeta)"
    );
    assert_eq!(refusal("textbook:cut=often"), "unknown cut 'often' (known: equal, strict)");
    assert_eq!(refusal("ninja:repetition=no"), "unknown repetition 'no' (known: draw, off)");
    for kept in ["algorithm=alphabeta", "cut=equal", "repetition=draw"] {
        assert_eq!(read(&format!("x:{kept}")).to_string(), format!("x:{kept}"));
    }
}

#[test]
fn names_have_letters_and_neither_commas_nor_lines() {
    assert_eq!(refusal("textbook:heuristic="), "heuristic: expected a name, found ''");
    assert_eq!(refusal("textbook:order= "), "order: expected a name, found ''");
    for name in ["a,b", "a\nb"] {
        let said = Setting::parse(Key::Order, name).unwrap_err().to_string();
        assert_eq!(said, format!("order: expected a name without commas, found '{name}'"));
    }
    let plain = Setting::parse(Key::Heuristic, "a = b/c.toml").unwrap();
    assert_eq!(plain.to_string(), "heuristic=a = b/c.toml");
}

#[test]
fn a_number_alone_is_a_level_and_only_at_the_beginning() {
    for (text, level) in [("level:1", 1), ("level:10", 10), ("level:,4", 4), ("level:2,seed=1", 2)]
    {
        assert_eq!(read(text).strength(), Some(level), "{text}");
    }
    for text in ["level:0", "level:11", "level:256", "level:-1", "level:strong"] {
        assert_eq!(refusal(text), format!("expected level:1 to level:10, found '{text}'"));
    }
    // Without a number it is no engine, with options or without.
    for text in ["level", "level:", "level:seed=3"] {
        assert_eq!(refusal(text), "expected level:1 to level:10, found 'level'", "{text}");
    }
    for (text, found) in [("level:3,5", "5"), ("level:seed=1,5", "5"), ("best:7", "7")] {
        let said = format!("expected key=value in the engine '{text}', found '{found}'");
        assert_eq!(refusal(text), said);
    }
    assert_eq!(read("best:depth=3").strength(), None);
    assert_eq!(EngineSpec::level(0), read("level:1"));
    assert_eq!(EngineSpec::level(11), read("level:10"));
}

#[test]
fn the_engines_of_every_game_are_written_as_they_are_typed() {
    for (made, text) in [
        (EngineSpec::best(), "best"),
        (EngineSpec::textbook(), "textbook"),
        (EngineSpec::alphabeta(), "alphabeta"),
        (EngineSpec::random(), "random"),
        (EngineSpec::level(7).with(Setting::Seed(2)), "level:7,seed=2"),
    ] {
        assert_eq!(made.to_string(), text);
        assert_eq!(made, read(text));
    }
}

#[test]
fn a_preset_replaces_name_and_strength() {
    let filled = EngineSpec::level(3).with(Setting::Seed(5)).filled_from(&read("textbook:depth=6"));
    assert_eq!(filled, read("textbook:seed=5,depth=6"));
    let filled = read("strong:seed=5").filled_from(&EngineSpec::level(9));
    assert_eq!(filled, read("level:9,seed=5"));
}

#[test]
fn an_engine_takes_the_common_options_and_its_own() {
    let known = [Key::Heuristic];
    let common = "depth=1,nodes=1,time=1,threads=1,table=1,seed=1";
    assert_eq!(read(&format!("x:{common}")).expect_keys(&[]), Ok(()));
    assert_eq!(read(&format!("x:heuristic=a,{common}")).expect_keys(&known), Ok(()));
    let refused = read("x:depth=1,heuristic=a,cut=equal,near=1").expect_keys(&known).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "unknown option of x 'cut' (known: heuristic, depth, nodes, time, threads, table, seed)"
    );
}

#[test]
fn a_key_nobody_knows_is_answered_with_all_keys() {
    let keys = "(known: heuristic, algorithm, order, cut, near, repetition, depth, nodes, time, \
                threads, table, seed)";
    let near = format!("unknown option of best 'sede'; did you mean 'seed'? {keys}");
    assert_eq!(refusal("best:sede=1"), near);
    assert_eq!(refusal("best:x=1"), format!("unknown option of best 'x' {keys}"));
}

#[test]
fn texts_are_read_up_to_4096_characters() {
    let longest = format!("best:heuristic={}", "x".repeat(4096 - 15));
    assert_eq!((longest.len(), read(&longest).to_string()), (4096, longest.clone()));
    assert_eq!(refusal(&format!("{longest}x")), "an engine takes at most 4096 characters");
}

#[test]
fn long_wrong_names_are_cut_where_they_are_said_again() {
    let said = refusal(&format!("best:{}=1", "y".repeat(100)));
    assert!(said.starts_with(&format!("unknown option of best '{}' (", "y".repeat(40))), "{said}");
}

#[test]
fn engines_are_texts_in_json() {
    let spec = read("level:7,seed=3");
    assert_eq!(serde_json::to_string(&spec).unwrap(), "\"level:7,seed=3\"");
    assert_eq!(serde_json::from_str::<EngineSpec>("\"level:7,seed=3\"").unwrap(), spec);
    let wrong = serde_json::from_str::<EngineSpec>("\"level:70\"").unwrap_err().to_string();
    assert!(wrong.contains("expected level:1 to level:10, found 'level:70'"), "{wrong}");
}

/// A third of the letters and one more may be wrong, whether left out, too many or others.
#[test]
fn a_name_is_near_up_to_a_third_of_its_letters_and_one() {
    for (found, name, is_near) in [
        ("abcxyz", "abcdef", true),
        ("abwxyz", "abcdef", false),
        ("xxxconnect", "connect", true),
        ("xxxxconnect", "connect", false),
        ("nect", "connect", false),
        ("nnect", "connect", true),
        ("conne", "connect", true),
        ("connectxxx", "connect", true),
        ("connectxxxx", "connect", false),
        ("ba", "ab", false),
        ("b", "a", true),
        ("", "ab", false),
        ("", "a", true),
    ] {
        assert_eq!(nearest(found, &[name]).is_some(), is_near, "{found} {name}");
        assert_eq!(nearest(name, &[found]).is_some(), is_near, "{name} {found}");
    }
    assert_eq!(nearest("depht", &["death", "depth", "deaht"]), Some("deaht"));
    assert_eq!(nearest("x", &[]), None);
}
