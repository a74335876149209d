//! The boards of the lessons.

use super::{Claim, Lesson, Step, Task, Unique};
use crate::puzzles::{Goal, Theme};
use alinea_core::Player;

/// A board to look at.
const fn look(
    game: &'static str,
    position: &'static str,
    claim: Claim,
    marks: &'static [&'static str],
) -> Step {
    Step { game, position, marks, claim, task: None }
}

/// A board with one move to be found.
const fn only(
    game: &'static str,
    position: &'static str,
    goal: Goal,
    answer: &'static str,
) -> Step {
    let task = Some(Task { goal, answer, unique: Unique::One });
    Step { game, position, marks: &[], claim: Claim::Task, task }
}

/// A board where several moves do it.
const fn some(
    game: &'static str,
    position: &'static str,
    goal: Goal,
    answer: &'static str,
) -> Step {
    let task = Some(Task { goal, answer, unique: Unique::Several });
    Step { game, position, marks: &[], claim: Claim::Task, task }
}

const C4: &str = "connect4";
const GOMOKU: &str = "gomoku";
const BOOM: &str = "boom";
/// A late position of Boom in which few columns are safe.
const COUNTED: &str = "57361436216233733356726126BB14156112BB12566727B442333621657272754";

/// Every lesson, by game, in the order in which they are learnt.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        id: "connect4-threats",
        game: C4,
        steps: &[
            look(C4, "22334", Claim::CompletesNow(Player::First), &["a1", "e1"]),
            only(C4, "112233", Goal::Win, "4"),
            only(C4, "17273", Goal::Hold, "4"),
        ],
        themes: &[Theme::DoubleThreat],
    },
    Lesson {
        id: "connect4-double",
        game: C4,
        steps: &[
            look(C4, "44553", Claim::CompletesNow(Player::First), &["b1", "f1"]),
            only(C4, "621247446653", Goal::Win, "5"),
        ],
        themes: &[Theme::DoubleThreat],
    },
    Lesson {
        id: "connect4-odd",
        game: C4,
        steps: &[
            look(C4, "2416741143536334554315545311", Claim::Completes(Player::First), &["b3"]),
            only(C4, "2416741143536334554315545311", Goal::Win, "7"),
        ],
        themes: &[Theme::OddThreat],
    },
    Lesson {
        id: "connect4-zugzwang",
        game: C4,
        steps: &[
            look(C4, "171454455757745544772211222112", Claim::Lost, &[]),
            only(C4, "267463543443343663421667221771772", Goal::Win, "2"),
        ],
        themes: &[Theme::Zugzwang],
    },
    Lesson {
        id: "connect4-follow",
        game: C4,
        steps: &[
            look(
                C4,
                "51247445524524772747755111226666661",
                Claim::Completes(Player::Second),
                &["c2"],
            ),
            only(C4, "52365345546266322345335626244477777", Goal::Win, "7"),
        ],
        themes: &[Theme::Zugzwang, Theme::Defence],
    },
    Lesson {
        id: "gomoku-threes",
        game: GOMOKU,
        steps: &[
            look(GOMOKU, "h8a1i8a2j8o15k8", Claim::CompletesNow(Player::First), &["g8", "l8"]),
            some(GOMOKU, "h8a1i8a2j8o15", Goal::Win, "k8"),
            only(GOMOKU, "h8g8i8a2j8o15k8", Goal::Hold, "l8"),
        ],
        themes: &[Theme::Fours],
    },
    Lesson {
        id: "gomoku-double",
        game: GOMOKU,
        steps: &[
            look(GOMOKU, "h8g8i8a2j8o15k6a10k7o1k8", Claim::CompletesNow(Player::First), &["l8"]),
            only(GOMOKU, "g6i5h8k8e8h5g9j5g5k5l5g7f8i6", Goal::Win, "g8"),
        ],
        themes: &[Theme::DoubleThreat],
    },
    Lesson {
        id: "gomoku-fours",
        game: GOMOKU,
        steps: &[
            only(GOMOKU, "g6g5h5h6i6i7j8g4f7i4f4f5e6g8e9g2", Goal::Win, "e8"),
            only(GOMOKU, "e9j11h9k7f9i9f10j8h10l6m5j10j12j7j9h8", Goal::Win, "g9"),
        ],
        themes: &[Theme::Fours],
    },
    Lesson {
        id: "gomoku-forbidden",
        game: GOMOKU,
        steps: &[
            look("renju", "g8a1i8a3h7a5h9a7", Claim::Forbidden, &["h8"]),
            only("renju", "e6k10g9j10f7i10h10l10m10j11e7f8g7d7g6g8h7i7h9", Goal::Win, "h8"),
        ],
        themes: &[Theme::ForbiddenPoint, Theme::Fours],
    },
    Lesson {
        id: "gomoku-defence",
        game: GOMOKU,
        steps: &[
            some(GOMOKU, "h8a1i8a2j8", Goal::Hold, "k8"),
            only(GOMOKU, "h7i10j9f7j8h9g8f8f9", Goal::Hold, "i6"),
        ],
        themes: &[Theme::Defence],
    },
    Lesson {
        id: "boom-safe",
        game: BOOM,
        steps: &[
            look(BOOM, "112233", Claim::LinesUp, &["d1"]),
            only(
                BOOM,
                "256146573567B54611251B22235317355263322666633BB72251114BB1521B22B365",
                Goal::Win,
                "1",
            ),
        ],
        themes: &[Theme::Zugzwang],
    },
    Lesson {
        id: "boom-bombs",
        game: BOOM,
        steps: &[
            look(BOOM, "1133557717", Claim::Bombs, &["a3", "g3"]),
            only(BOOM, "6237745511553542737132221BB6655237524571176131", Goal::Win, "B"),
        ],
        themes: &[Theme::Explosion],
    },
    Lesson {
        id: "boom-explosion",
        game: BOOM,
        steps: &[only(BOOM, "6437411652BB4321256671251112532527717775766B75B4", Goal::Win, "3")],
        themes: &[Theme::Explosion],
    },
    Lesson {
        id: "boom-count",
        game: BOOM,
        steps: &[look(BOOM, COUNTED, Claim::LinesUp, &["d4"]), only(BOOM, COUNTED, Goal::Win, "1")],
        themes: &[Theme::Zugzwang],
    },
    Lesson {
        id: "boom-force",
        game: BOOM,
        steps: &[only(
            BOOM,
            "1166451732755161BB273427522431227237BB667662367B23551517B16271366BB3166717132B336B27B6515623755BB511266B5134",
            Goal::Win,
            "3",
        )],
        themes: &[Theme::Zugzwang],
    },
];
