//! Any text as what the arena keeps in a folder: a plan of a match, records and times of games,
//! a roster; as a line of the truth behind X-rays, of self-play or of labels.
#![no_main]

use alinea_arena::submissions::Roster;
use alinea_arena::{Plan, Record, Times};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(plan) = serde_json::from_str::<Plan>(text)
        && plan.check().is_ok()
    {
        let order = plan.order();
        let total = order.total();
        for number in [0, total / 2, total.saturating_sub(1)] {
            if number < total {
                let job = order.job(number);
                let players = plan.contestants.len();
                assert!(job.first != job.second && job.first.max(job.second) < players);
            }
        }
        let _ = (plan.test(), plan.names());
    }
    if let Ok(record) = serde_json::from_str::<Record>(text) {
        let written = serde_json::to_string(&record).expect("a record is plain data");
        assert_eq!(serde_json::from_str::<Record>(&written).ok(), Some(record));
    }
    let _ = serde_json::from_str::<Times>(text);
    let roster = Roster::parse(text);
    for word in text.split([',', ';', '\n']).take(8) {
        let _ = roster.name(word);
    }
    for line in text.lines().take(8) {
        if let Some(truth) = alinea_lab::xray::read(line) {
            let _ = truth.best();
            let written = alinea_lab::xray::written(&truth);
            let again =
                alinea_lab::xray::read(&written).map(|truth| alinea_lab::xray::written(&truth));
            assert_eq!(again, Some(written));
        }
        if let Some(record) = alinea_data::selfplay::Record::read(line) {
            assert_eq!(alinea_data::selfplay::Record::read(&record.write()), Some(record));
        }
        let _ = alinea_data::label::read_diagram_or_moves(line);
        let _ = alinea_data::book::scores(line.as_bytes());
    }
});
