//! The X-ray: embedded positions are what they say, and the reports are whole in every language.

use alinea_catalogue::files::Files;
use alinea_catalogue::open;
use alinea_lab::Folder;
use alinea_lab::xray::{Truth, embedded, page, text, xray};
use alinea_search::{Ignore, Limits, Stop};
use alinea_words::Language;
use std::sync::Arc;

const GAMES: [(&str, &str); 3] =
    [("connect4", "ligue4"), ("gomoku", "dezenas"), ("boom", "valoracion-test")];

#[test]
fn embedded_positions_are_open_and_their_moves_legal() {
    for (game, _) in GAMES {
        let truths = embedded(game).unwrap();
        let start = open(game).unwrap();
        for truth in &truths {
            let session = start.read(&truth.position).unwrap();
            assert_eq!(session.outcome(), None, "{}", truth.position);
            let legal = session.legal();
            assert!(truth.moves.iter().all(|(mv, _)| legal.contains(mv)), "{}", truth.position);
            let best = truth.moves.iter().map(|(_, score)| *score).max();
            assert_eq!(best, Some(truth.score), "{}", truth.position);
        }
        let of = |result: i32| truths.iter().filter(|truth| truth.result() == result).count();
        assert!(of(1) >= 20 && of(-1) >= 20, "{game}: {} won, {} lost", of(1), of(-1));
    }
}

#[test]
fn strong_engines_still_find_the_embedded_truth() {
    for (game, _) in GAMES {
        let start = open(game).unwrap();
        let mut judge = start.seat(&alinea_catalogue::EngineSpec::best()).unwrap();
        // Long games of Connect Four and short proofs elsewhere: quick ones.
        let is_quick = |truth: &&Truth| match game {
            "connect4" => truth.position.len() >= 26,
            _ => truth.plies() <= 7,
        };
        for truth in embedded(game).unwrap().iter().filter(is_quick).take(6) {
            let mut session = start.read(&truth.position).unwrap();
            let limits = Limits::nodes(300_000);
            let mut thought = judge.think(&*session, &limits, &Stop::new(), &mut Ignore).unwrap();
            let mut view = 1;
            if !thought.proven && thought.depth <= 1 {
                // A forced answer is played without a search: the truth is behind it.
                session.play(thought.best.as_ref().unwrap()).unwrap();
                thought = judge.think(&*session, &limits, &Stop::new(), &mut Ignore).unwrap();
                view = -1;
            }
            assert!(thought.proven, "{game} {}", truth.position);
            let result = match (thought.score.win(), thought.score.loss()) {
                (Some(_), _) => view,
                (_, Some(_)) => -view,
                _ => 0,
            };
            assert_eq!(result, truth.result(), "{game} {}", truth.position);
        }
    }
}

#[test]
fn reports_are_whole_in_every_language() {
    let files = Files::new(Arc::new(Folder::default()));
    for (game, heuristic) in GAMES {
        let truths = embedded(game).unwrap();
        // Positions near their end: reasons are found at once.
        let late: Vec<Truth> =
            truths.into_iter().filter(|t| !t.is_exact() || t.position.len() > 28).collect();
        let language = match game {
            "connect4" => Language::English,
            "gomoku" => Language::Portuguese,
            _ => Language::Spanish,
        };
        let found = xray(game, heuristic, &files, &late[..40], language).unwrap();
        assert!(found.choices > 0 && found.best_moves <= found.kept_results);
        assert_eq!(found.bins.iter().flat_map(|bin| bin.results).sum::<usize>(), 40);
        assert!(!found.worst.is_empty() && found.worst.len() <= 20);
        for wrong in &found.worst {
            assert!(wrong.reason.chars().count() > 5 && !wrong.truth.is_empty(), "{wrong:?}");
        }
        let report = text(&found, language);
        assert!(!report.contains("lab.") && !report.contains('{'), "{report}");
        let page = page(&found, language);
        assert_eq!(page.matches("<figure>").count(), found.worst.len());
        // A cross for every best move that puts a stone, and the number behind each bar.
        let crosses: usize = found.worst.iter().map(|wrong| wrong.best.len()).sum();
        assert_eq!(page.matches("stroke=\"var(--best)\"").count(), crosses);
        let bars = page.split("n = ").skip(1).map(|rest| rest.split('<').next().unwrap());
        assert_eq!(bars.map(|n| n.parse::<usize>().unwrap()).sum::<usize>(), 40);
        for wrong in &found.worst {
            let truth = late.iter().find(|truth| truth.position == wrong.position).unwrap();
            let stones = truth.best().iter().filter(|mv| **mv != "B").count();
            assert_eq!(wrong.best.len(), stones, "{game} {}", wrong.position);
            assert!(
                truth.is_exact()
                    || wrong.truth.contains(&format!(" {} ", 1000 - truth.score.abs()))
            );
            let winning: Vec<_> = truth.moves.iter().filter(|(_, score)| *score > 0).collect();
            if let ("connect4", [(only, _)]) = (game, winning.as_slice()) {
                assert!(wrong.reason.starts_with(&format!("only {only} wins")), "{}", wrong.reason);
            }
        }
        assert!(!page.contains("lab.") && !page.contains("http"), "{page}");
    }
}
