//! A review as JSON, with the stable keys of the command line.

use crate::{Judged, Review, Truth};
use alinea_catalogue::json::{ScoreJson, Worth};
use alinea_core::Player;
use alinea_words::Language;
use serde::Serialize;
use utoipa::ToSchema;

/// One judged move of `alinea review --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct JudgedJson {
    /// The number of the move in the game, from 1.
    pub ply: usize,
    /// Who made it: `first` or `second`.
    pub player: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it was worth to the player who made it.
    #[schema(value_type = ScoreJson)]
    pub played: ScoreJson,
    /// The best move; the move itself if nothing was better.
    pub best: String,
    /// What the best move was worth.
    #[schema(value_type = ScoreJson)]
    pub score: ScoreJson,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub verdict: &'static str,
    /// Whether the game turned here.
    pub turning_point: bool,
    /// The best move and how the game goes on after it, where something was better.
    pub line: Vec<String>,
    /// The move and how it is answered, where the game turned.
    pub refutation: Vec<String>,
    /// What was given away, in words.
    #[schema(required)]
    pub reason: Option<String>,
    /// Why the best move is so good, where there are words for it.
    #[schema(required)]
    pub why: Option<String>,
}

impl JudgedJson {
    /// A judged move for readers of this language.
    #[must_use]
    pub fn new(judged: &Judged, language: Language) -> JudgedJson {
        let score = |Truth { score, proven, exact, .. }: Truth| {
            ScoreJson::new(Worth { score, proven, value: None, exact, win: None })
        };
        JudgedJson {
            ply: judged.ply,
            player: judged.player.to_string(),
            mv: judged.mv.clone(),
            played: score(judged.played),
            best: judged.best_move.clone(),
            score: score(judged.best),
            verdict: judged.verdict.word(),
            turning_point: judged.is_turning_point(),
            line: judged.line.clone(),
            refutation: judged.refutation.clone(),
            reason: judged.reason.as_ref().map(|reason| language.say(reason)),
            why: judged.why.as_ref().map(|why| language.say(why)),
        }
    }
}

/// How well each side played: the last object of a review.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReviewEnd {
    /// From 0 to 100 for each side.
    pub accuracy: Accuracy,
    /// Whether every move was judged.
    pub complete: bool,
}

/// How well each side played, from 0 to 100; null for a side without a judged move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Accuracy {
    /// The first player.
    #[schema(required)]
    pub first: Option<f64>,
    /// The second player.
    #[schema(required)]
    pub second: Option<f64>,
}

impl ReviewEnd {
    /// The end of a review.
    #[must_use]
    pub fn new(review: &Review) -> ReviewEnd {
        let of = |player| review.accuracy(player).map(|share| (share * 10.0).round() / 10.0);
        let accuracy = Accuracy { first: of(Player::First), second: of(Player::Second) };
        ReviewEnd { accuracy, complete: review.is_complete }
    }
}
