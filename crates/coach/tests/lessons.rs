//! What the lessons say of their boards, checked: by the rules, the solver, the threat search and
//! NINJA.

use alinea_catalogue::{Session, View};
use alinea_coach::lessons::{Claim, LESSONS, Lesson, Step, Task, Unique};
use alinea_coach::puzzles::{
    Attempt, Goal, Miner, Puzzle, PuzzleProof, Theme, attempt, collection,
};
use alinea_core::Player;
use alinea_search::Stop;
use alinea_words::Language;
use std::collections::BTreeSet;

fn kept_moves(step: &Step, goal: Goal) -> (BTreeSet<String>, usize) {
    let session = step.session().unwrap();
    let mut legal = session.legal();
    if legal.len() > 20 {
        // On large boards every eleventh point, and the answer: the rest would take minutes.
        let answer = step.task.map(|task| task.answer.to_owned());
        legal = legal.into_iter().step_by(11).chain(answer).collect();
    }
    let kept = legal.iter().filter(|mv| {
        let mut after = session.boxed_clone();
        after.play(mv).unwrap();
        matches!(attempt(after.as_ref(), goal, &Stop::new()), Some(Attempt::Kept { .. }))
    });
    (kept.cloned().collect(), legal.len())
}

/// The view with one more stone on an empty cell.
fn with_stone(view: &View, cell: &str, player: Player) -> Box<dyn Session> {
    let (col, row) = place(cell);
    let mut rows = view.rows.clone();
    let top = rows.len() - 1 - row;
    assert_eq!(&rows[top][col..=col], ".", "{cell} is empty");
    let letter = if player == Player::First { "x" } else { "o" };
    rows[top].replace_range(col..=col, letter);
    // The number of stones in line does not depend on gravity: a plain board counts them.
    let k = if view.gravity { 4 } else { 5 };
    let game = format!("mnk:{}x{}x{k}", rows[0].len(), rows.len());
    let session = alinea_catalogue::open(&game).unwrap();
    let side = if player == Player::First { "o" } else { "x" };
    session.read(&format!("diagram:{} {side}", rows.join("/").to_lowercase())).unwrap()
}

fn place(cell: &str) -> (usize, usize) {
    let col = cell.bytes().next().unwrap() - b'a';
    (usize::from(col), cell[1..].parse::<usize>().unwrap() - 1)
}

fn completes(view: &View, cell: &str, player: Player) -> bool {
    with_stone(view, cell, player).outcome().is_some_and(|end| end.winner() == Some(player))
}

/// Where a stone of this player lands with one of the legal moves and lines up.
fn completing_now(view: &View, player: Player) -> BTreeSet<String> {
    let cells = view.landing.values().map(ToString::to_string);
    cells.filter(|cell| completes(view, cell, player)).collect()
}

fn check_claim(lesson: &Lesson, step: &Step) {
    let session = step.session().unwrap();
    let view = session.view();
    let marks: BTreeSet<String> = step.marks.iter().map(|cell| (*cell).to_owned()).collect();
    let name = format!("{} {}", lesson.id, step.position);
    match step.claim {
        Claim::Task => assert!(step.task.is_some(), "{name}: nothing is said"),
        Claim::CompletesNow(player) => assert_eq!(marks, completing_now(&view, player), "{name}"),
        Claim::Completes(player) => {
            assert!(!marks.is_empty(), "{name}");
            for cell in &marks {
                assert!(completes(&view, cell, player), "{name}: {cell}");
            }
        }
        Claim::Lost => {
            let (kept, _) = kept_moves(step, Goal::Hold);
            assert!(kept.is_empty(), "{name}: {kept:?} holds");
        }
        Claim::Forbidden => {
            let found: BTreeSet<String> = view.forbidden.iter().map(ToString::to_string).collect();
            assert_eq!(marks, found, "{name}");
        }
        Claim::LinesUp => {
            assert_eq!(marks, completing_now(&view, session.turn()), "{name}");
            // Whoever lines up loses.
            for (mv, cell) in &view.landing {
                let mut after = session.boxed_clone();
                after.play(mv).unwrap();
                let lost = after.outcome().is_some_and(|end| end.winner() == Some(after.turn()));
                assert_eq!(lost, marks.contains(&cell.to_string()), "{name}: {cell}");
            }
        }
        Claim::Bombs => {
            let bombs = view.bombs.unwrap_or_default();
            let found: BTreeSet<String> = bombs.iter().map(|bomb| bomb.to_string()).collect();
            assert_eq!(marks, found, "{name}");
        }
    }
}

fn check_task(lesson: &Lesson, step: &Step, task: Task) {
    let (kept, legal) = kept_moves(step, task.goal);
    let name = format!("{} {}: {kept:?}", lesson.id, step.position);
    assert!(kept.contains(task.answer), "{name}");
    match task.unique {
        Unique::One => {
            assert_eq!(kept.len(), 1, "{name}");
            prove_unique(step, task);
        }
        Unique::Several => assert!(kept.len() < legal, "{name}"),
    }
}

/// Every other move of a large board, by the proof of a puzzle.
fn prove_unique(step: &Step, task: Task) {
    if ["connect4", "boom"].contains(&step.game) {
        return;
    }
    let puzzle = Puzzle {
        game: step.game.to_owned(),
        position: step.position.to_owned(),
        solution: vec![task.answer.to_owned()],
        theme: if task.goal == Goal::Win { Theme::Fours } else { Theme::Defence },
        difficulty: 1,
        proof: PuzzleProof::Threats { nodes: 2_000, others: 20_000 },
    };
    let verified = Miner::new(step.game).unwrap().verify(&puzzle, &Stop::new());
    assert_eq!(verified, Ok(()), "{puzzle}");
}

#[test]
fn what_is_said_of_every_board_is_true() {
    for lesson in LESSONS {
        for step in lesson.steps {
            check_claim(lesson, step);
            if let Some(task) = step.task {
                check_task(lesson, step, task);
            }
        }
    }
}

#[test]
fn five_lessons_for_each_family_in_three_languages() {
    for game in ["connect4", "gomoku", "boom"] {
        assert_eq!(LESSONS.iter().filter(|lesson| lesson.game == game).count(), 5, "{game}");
    }
    let ids: BTreeSet<&str> = LESSONS.iter().map(|lesson| lesson.id).collect();
    assert_eq!(ids.len(), LESSONS.len());
    for lesson in LESSONS {
        let keys = (0..lesson.steps.len()).map(|place| lesson.text_key(place));
        for key in keys.chain([lesson.title_key()]) {
            let said = Language::ALL.map(|language| language.text(&key));
            assert!(said.iter().all(|text| *text != key && text.len() > 4), "{key}: {said:?}");
            assert!(said[0] != said[1] && said[0] != said[2], "{key} is not translated");
        }
        assert!(lesson.steps.iter().any(|step| step.task.is_some()), "{}: only words", lesson.id);
        let puzzles = lesson.puzzles();
        assert_eq!(puzzles.len(), 3, "{} ends in puzzles", lesson.id);
        for puzzle in puzzles {
            assert!(lesson.themes.contains(&puzzle.theme), "{}: {puzzle}", lesson.id);
            let is_family = match lesson.game {
                "gomoku" => !["connect4", "boom"].contains(&&*puzzle.game),
                game => puzzle.game == game,
            };
            assert!(is_family, "{}: {puzzle}", lesson.id);
            let easiest = collection()
                .iter()
                .filter(|other| other.game == puzzle.game && lesson.themes.contains(&other.theme))
                .map(|other| other.difficulty);
            // The third of them may be a little harder.
            assert!(Some(puzzle.difficulty) <= easiest.min().map(|easy| easy + 1), "{puzzle}");
        }
    }
}
