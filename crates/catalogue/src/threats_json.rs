//! Reasons, marks and forced wins as JSON and as sentences to the side to move.

use crate::ThreatsReport;
use alinea_core::{Message, Player};
use alinea_engines::gomoku::engine::reasons::explain_escape;
use alinea_search::{Defence, Distance, Mark, MarkKind, Means, Proof, Score, Thought};
use alinea_words::Language;
use serde::Serialize;
use utoipa::ToSchema;

/// What the plies of a win or loss mean: the winner needs exactly so many, at most so many, or
/// only the line shown is that long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Distance)]
pub enum DistanceJson {
    /// With best play it is exactly so many.
    Exact,
    /// The winner needs no more.
    AtMost,
    /// Only who wins is known.
    Unknown,
}

impl From<Distance> for DistanceJson {
    fn from(distance: Distance) -> DistanceJson {
        match distance {
            Distance::Exact => DistanceJson::Exact,
            Distance::AtMost => DistanceJson::AtMost,
            Distance::Unknown => DistanceJson::Unknown,
        }
    }
}

/// A cell to light.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = Mark)]
pub struct MarkJson {
    /// The cell, as `d3`.
    pub cell: String,
    /// Why it is lit.
    #[schema(value_type = MarkKindJson)]
    pub kind: MarkKindJson,
    /// 1, 2, ... among the marks of this kind.
    pub number: u32,
}

/// Why a cell is lit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = MarkKind)]
pub enum MarkKindJson {
    /// A stone here completes a winning row.
    Win,
    /// A cell that a threat or a rule is about; the attacks of a forced win, in order.
    Threat,
    /// The other side would win here.
    Danger,
    /// The other side may not play here.
    Forbidden,
}

impl MarkJson {
    /// A mark.
    #[must_use]
    pub fn new(mark: &Mark) -> MarkJson {
        let kind = match mark.kind {
            MarkKind::Win => MarkKindJson::Win,
            MarkKind::Threat => MarkKindJson::Threat,
            MarkKind::Danger => MarkKindJson::Danger,
            MarkKind::Forbidden => MarkKindJson::Forbidden,
        };
        MarkJson { cell: mark.cell.to_string(), kind, number: mark.number }
    }
}

/// A win that threats prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Forced {
    /// `fours` if every attacking move makes a four, else `threats`.
    #[schema(value_type = MeansJson)]
    pub by: MeansJson,
    /// The attacker's moves and the longest resistance, in turn; the last move decides.
    pub line: Vec<String>,
    /// Plies to the end of the game along the line.
    pub plies: u32,
    /// What those plies mean.
    #[schema(value_type = DistanceJson)]
    pub distance: DistanceJson,
    /// The answers to the first move that do not lose at once, each refuted.
    pub defences: Vec<Refutation>,
}

/// How a forced win is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Means)]
pub enum MeansJson {
    /// Every attacking move makes a four.
    Fours,
    /// Threes and fours.
    Threats,
}

/// A defence and how it is refuted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Refutation {
    /// The defence.
    #[serde(rename = "move")]
    pub mv: String,
    /// What follows it: the attacker's moves and the longest resistance, in turn.
    pub line: Vec<String>,
}

impl Forced {
    /// A proof as it is shown.
    #[must_use]
    pub fn new(proof: &Proof<String>) -> Forced {
        let refutation = |defence: &Defence<String>| Refutation {
            mv: defence.mv.clone(),
            line: defence.line.clone(),
        };
        Forced {
            by: match proof.means {
                Means::Fours => MeansJson::Fours,
                Means::Threats => MeansJson::Threats,
            },
            line: proof.line.clone(),
            plies: proof.plies,
            distance: proof.distance.into(),
            defences: proof.defences.iter().map(refutation).collect(),
        }
    }
}

/// `alinea analyze --threats --json`: what threats decide in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ThreatsAnswer {
    /// The side to move.
    pub turn: String,
    /// Whether it wins by threats, as far as was looked.
    pub win: bool,
    /// How.
    #[schema(value_type = Option<MeansJson>, required)]
    pub by: Option<MeansJson>,
    /// The attacker's moves and the longest resistance, in turn; empty without a win.
    pub line: Vec<String>,
    /// Plies to the end of the game along the line.
    #[schema(required)]
    pub plies: Option<u32>,
    /// What those plies mean.
    #[schema(value_type = Option<DistanceJson>, required)]
    pub distance: Option<DistanceJson>,
    /// The answers to the first move that do not lose at once, each refuted. What refutes an
    /// answer later in the line: ask again after it.
    pub defences: Vec<Refutation>,
    /// Why, in the reader's language.
    #[schema(required)]
    pub reason: Option<String>,
    /// Cells to light.
    pub marks: Vec<MarkJson>,
    /// The last move of the game at which the loser still had something better.
    #[schema(required)]
    pub escape: Option<EscapeJson>,
}

/// A move of the game that lost, and what would have held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = Escape)]
pub struct EscapeJson {
    /// Index of the move in the game, from 0.
    pub ply: usize,
    /// What was played.
    pub played: String,
    /// What would not have lost as far as the search sees.
    pub instead: String,
    /// The same in the reader's language.
    pub reason: String,
}

impl ThreatsAnswer {
    /// What threats decide, with its sentences in the reader's language.
    #[must_use]
    pub fn new(found: &ThreatsReport, turn: Player, language: Language) -> ThreatsAnswer {
        let forced = found.threats.proof.as_ref().map(Forced::new);
        let reason = found.threats.proof.as_ref().and_then(|proof| {
            let score = Score::win_in(proof.plies);
            let cause = found.explanation.as_ref().map(|why| &why.reason);
            sentence(score, true, proof.distance, cause, language)
        });
        let escape = found.threats.escape.as_ref().map(|escape| EscapeJson {
            ply: escape.ply,
            played: escape.played.clone(),
            instead: escape.instead.clone(),
            reason: language.say(&explain_escape(escape)),
        });
        let marks = found.explanation.iter().flat_map(|why| why.marks.iter().map(MarkJson::new));
        ThreatsAnswer {
            turn: turn.to_string(),
            win: forced.is_some(),
            by: forced.as_ref().map(|forced| forced.by),
            plies: forced.as_ref().map(|forced| forced.plies),
            distance: forced.as_ref().map(|forced| forced.distance),
            reason,
            marks: marks.collect(),
            escape,
            line: forced.as_ref().map_or_else(Vec::new, |forced| forced.line.clone()),
            defences: forced.map_or_else(Vec::new, |forced| forced.defences),
        }
    }
}

/// Who wins and how soon, for the reader who is to move; none if that is not known.
fn result(score: Score, proven: bool, distance: Distance) -> Option<Message> {
    // People count their own moves, not both sides'.
    let moves = |plies: u32| plies.div_ceil(2);
    let (plies, exact, most, one, unknown) = match (score.win(), score.loss()) {
        (Some(plies), _) => {
            (plies, "result.win", "result.win-at-most", "result.win-one", "result.wins")
        }
        (_, Some(plies)) => {
            (plies, "result.loss", "result.loss-at-most", "result.loss-one", "result.loses")
        }
        _ => return (proven && score == Score::DRAW).then(|| Message::new("result.draw")),
    };
    // No engine overlooks an end on its next move, so an end two moves away is exactly there.
    let is_near = plies <= 3 && distance == Distance::AtMost;
    let distance = if is_near { Distance::Exact } else { distance };
    Some(match (moves(plies), distance) {
        (0, _) => return None,
        (_, Distance::Unknown) => Message::new(unknown),
        (1, _) => Message::new(one),
        (moves, Distance::Exact) => Message::new(exact).with("moves", moves),
        (moves, Distance::AtMost) => Message::new(most).with("moves", moves),
    })
}

/// The result and its cause as one sentence.
fn sentence(
    score: Score,
    proven: bool,
    distance: Distance,
    cause: Option<&Message>,
    language: Language,
) -> Option<String> {
    match (result(score, proven, distance), cause) {
        (Some(result), Some(cause)) => {
            let both = Message::new("result.because").with("result", language.say(&result));
            Some(language.say(&both.with("cause", language.say(cause))))
        }
        (Some(only), None) => Some(language.say(&only)),
        (None, cause) => cause.map(|cause| language.say(cause)),
    }
}

/// A thought's reason as one sentence to the reader who is to move.
#[must_use]
pub fn reason_text(thought: &Thought<String>, language: Language) -> Option<String> {
    let cause = thought.reason.as_ref();
    sentence(thought.score, thought.proven, thought.distance, cause, language)
}
