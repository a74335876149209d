//! Thoughts, evaluations and searches as JSON, with the stable keys of the command line.

pub use crate::threats_json::{
    DistanceJson, EscapeJson, Forced, MarkJson, MarkKindJson, MeansJson, Refutation, ThreatsAnswer,
    reason_text,
};
use alinea_core::Message;
use alinea_search::{Part, RootMove, Score, Thought, TraceNode};
use alinea_words::Language;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// A number that JSON can hold: whole where it is whole, the largest there is where it is endless.
#[derive(Clone, Copy, PartialEq, Debug, ToSchema)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.0;
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return serializer.serialize_i64(value as i64);
        }
        if value.is_finite() {
            return serializer.serialize_f64(value);
        }
        serializer.serialize_f64(if value > 0.0 { f64::MAX } else { f64::MIN })
    }
}

/// A bound that somebody has secured, or null.
fn bound(value: f64) -> Option<Number> {
    value.is_finite().then_some(Number(value))
}

/// What a move or a position is worth for the side to move; Connect Four's exact score is added
/// where it is known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Score)]
pub enum ScoreJson {
    /// Won.
    Win {
        /// In so many plies.
        win: u32,
        /// Connect Four's exact score.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        exact: Option<i32>,
    },
    /// Lost.
    Loss {
        /// In so many plies.
        loss: u32,
        /// Connect Four's exact score.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        exact: Option<i32>,
    },
    /// Proven to be a draw.
    Draw {
        /// Always true.
        draw: bool,
        /// Connect Four's exact score.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        exact: Option<i32>,
    },
    /// Not decided.
    Value {
        /// The estimate.
        #[schema(value_type = f64)]
        value: Number,
        /// How likely a win is, from 0 to 1, where the engine knows; a draw is half a win.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        win: Option<f64>,
        /// Connect Four's exact score.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        exact: Option<i32>,
    },
}

/// What a position is worth, and how sure that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The score.
    pub score: Score,
    /// Whether it is certain: only then a draw counts as one.
    pub proven: bool,
    /// The heuristic's own value, where it is finer than the score.
    pub value: Option<f64>,
    /// Connect Four's exact score.
    pub exact: Option<i32>,
    /// How likely a win is, where the engine knows.
    pub win: Option<f64>,
}

impl<M> From<&Thought<M>> for Worth {
    fn from(&Thought { score, proven, value, exact, win, .. }: &Thought<M>) -> Worth {
        Worth { score, proven, value, exact, win }
    }
}

impl<M> From<&RootMove<M>> for Worth {
    fn from(&RootMove { score, proven, value, exact, win, .. }: &RootMove<M>) -> Worth {
        Worth { score, proven, value, exact, win }
    }
}

impl ScoreJson {
    /// What a position is worth, as it is told.
    #[must_use]
    pub fn new(worth: Worth) -> ScoreJson {
        let Worth { score, proven, value, exact, win } = worth;
        match (score.win(), score.loss()) {
            (Some(win), _) => ScoreJson::Win { win, exact },
            (_, Some(loss)) => ScoreJson::Loss { loss, exact },
            _ if proven && score == Score::DRAW => ScoreJson::Draw { draw: true, exact },
            _ => {
                let value = Number(value.unwrap_or_else(|| score.points()));
                let win = win.map(|win| (win * 1000.0).round() / 1000.0);
                ScoreJson::Value { value, exact, win }
            }
        }
    }
}

/// One iteration of `alinea analyze --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Iteration {
    /// Plies searched.
    pub depth: u32,
    /// What the position is worth.
    #[schema(value_type = ScoreJson)]
    pub score: ScoreJson,
    /// The best move, if there is one.
    #[schema(required)]
    pub best: Option<String>,
    /// What best play looks like.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions a second.
    pub nps: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// The best moves, the best first.
    pub moves: Vec<MoveScore>,
    /// Why, in the reader's language.
    #[schema(required)]
    pub reason: Option<String>,
    /// What the plies of a win or loss mean.
    #[schema(value_type = DistanceJson)]
    pub distance: DistanceJson,
    /// Cells to light, those that the reason speaks of.
    pub marks: Vec<MarkJson>,
    /// A win that threats prove, found before the search (gomoku family).
    #[schema(required)]
    pub forced: Option<Forced>,
}

/// What one move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveScore {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth.
    #[schema(value_type = ScoreJson)]
    pub score: ScoreJson,
    /// What best play after it looks like, it included.
    pub line: Vec<String>,
}

impl Iteration {
    /// A thought with its sentences in the reader's language.
    #[must_use]
    pub fn new(thought: &Thought<String>, language: Language) -> Iteration {
        let micros = thought.elapsed.as_micros().max(1);
        let nps = u128::from(thought.nodes) * 1_000_000 / micros;
        Iteration {
            depth: thought.depth,
            score: ScoreJson::new(thought.into()),
            best: thought.best.clone(),
            line: thought.line.clone(),
            nodes: thought.nodes,
            nps: nps as u64,
            time_ms: micros as f64 / 1000.0,
            moves: thought.moves.iter().map(MoveScore::new).collect(),
            reason: reason_text(thought, language),
            distance: thought.distance.into(),
            marks: thought.marks.iter().map(MarkJson::new).collect(),
            forced: thought.forced.as_ref().map(Forced::new),
        }
    }
}

impl MoveScore {
    fn new(root: &RootMove<String>) -> MoveScore {
        MoveScore {
            mv: root.mv.clone(),
            score: ScoreJson::new(root.into()),
            line: root.line.clone(),
        }
    }
}

/// `alinea eval --json`: what a heuristic makes of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Evaluation {
    /// The value for the player asked about.
    #[schema(value_type = f64)]
    pub value: Number,
    /// What it is made of.
    #[schema(value_type = Vec<PartJson>)]
    pub parts: Vec<PartJson>,
}

/// A part of a heuristic's value.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = Part)]
pub struct PartJson {
    /// What it counts, in the reader's language.
    pub label: String,
    /// The squares it comes from.
    pub cells: Vec<String>,
    /// What it adds.
    #[schema(value_type = f64)]
    pub points: Number,
}

impl Evaluation {
    /// A value and its parts with their labels in the reader's language.
    #[must_use]
    pub fn new(value: f64, parts: &[Part], language: Language) -> Evaluation {
        let part = |part: &Part| PartJson {
            label: language.say(&part.label),
            cells: part.cells.iter().map(ToString::to_string).collect(),
            points: Number(part.points),
        };
        Evaluation { value: Number(value), parts: parts.iter().map(part).collect() }
    }
}

/// A node of `alinea trace --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TraceRow {
    /// The node's number in the whole search.
    pub id: u64,
    /// The number of the node above.
    #[schema(required)]
    pub parent: Option<u64>,
    /// The move that leads here; null at the root.
    #[serde(rename = "move")]
    #[schema(required)]
    pub mv: Option<String>,
    /// Plies from the root.
    pub depth: u32,
    /// Whether MAX chooses here.
    pub max: bool,
    /// What MAX could already have on arrival; null is nothing yet.
    #[schema(value_type = Option<f64>, required)]
    pub alpha: Option<Number>,
    /// What MIN could already have on arrival; null is nothing yet.
    #[schema(value_type = Option<f64>, required)]
    pub beta: Option<Number>,
    /// The value; null while the node is searched.
    #[schema(value_type = Option<f64>, required)]
    pub value: Option<Number>,
    /// Where and why the rest was cut off.
    #[schema(required)]
    pub cut: Option<Cut>,
    /// Nodes below and including this one.
    pub nodes: u64,
}

/// Why the remaining children of a node could not matter.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Cut {
    /// What MAX has.
    #[schema(value_type = Option<f64>, required)]
    pub alpha: Option<Number>,
    /// What MIN has.
    #[schema(value_type = Option<f64>, required)]
    pub beta: Option<Number>,
    /// The sentence, in the reader's language.
    pub why: String,
}

impl TraceRow {
    /// A node with its sentences in the reader's language.
    #[must_use]
    pub fn new(node: &TraceNode<String>, language: Language) -> TraceRow {
        TraceRow {
            id: node.id,
            parent: node.parent,
            mv: node.mv.clone(),
            depth: node.ply,
            max: node.is_max(),
            alpha: bound(node.window.alpha),
            beta: bound(node.window.beta),
            value: Some(Number(node.value)),
            cut: node.cut.zip(cut_reason(node)).map(|(cut, why)| Cut {
                alpha: bound(cut.alpha),
                beta: bound(cut.beta),
                why: language.say(&why),
            }),
            nodes: node.nodes,
        }
    }
}

/// Why the remaining children of a node could not matter, with the numbers that met; `None` if
/// none was cut off.
#[must_use]
pub fn cut_reason<M>(node: &TraceNode<M>) -> Option<Message> {
    let cut = node.cut?;
    let key = match (node.is_max(), cut.alpha == cut.beta) {
        (true, true) => "reason.cut.max-equal",
        (true, false) => "reason.cut.max",
        (false, true) => "reason.cut.min-equal",
        (false, false) => "reason.cut.min",
    };
    Some(Message::new(key).with("alpha", plain(cut.alpha)).with("beta", plain(cut.beta)))
}

/// A number for people: at most six decimals, no minus zero.
#[must_use]
pub fn plain(value: f64) -> String {
    if value.abs() >= 1e15 {
        return format!("{value:e}");
    }
    let rounded = (value * 1e6).round() / 1e6;
    // Adding zero turns a minus zero into a plain one.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_search::Window;
    use serde_json::json;

    #[test]
    fn a_thought_tells_its_time_and_its_pace() {
        let elapsed = std::time::Duration::from_micros(1_500);
        let thought = Thought { nodes: 3_000, elapsed, ..Thought::of(Some("4".to_owned())) };
        let told = Iteration::new(&thought, Language::English);
        assert_eq!((told.nodes, told.nps, told.time_ms), (3_000, 2_000_000, 1.5));
    }

    #[test]
    fn a_cut_says_what_met_what() {
        let node = |ply, cut| TraceNode::<u8> {
            id: 0,
            parent: None,
            mv: None,
            ply,
            window: Window::FULL,
            value: 0.0,
            cut,
            nodes: 1,
        };
        assert_eq!(cut_reason(&node(0, None)), None);
        let why = |cut, is_max: bool| {
            Language::English.say(&cut_reason(&node(u32::from(!is_max), Some(cut))).unwrap())
        };
        let cut = Window { alpha: 13.0, beta: 11.0 };
        assert_eq!(why(cut, true), "MIN already has 11; MAX found 13 here: the rest cannot matter");
        assert_eq!(
            why(cut, false),
            "MAX already has 13; MIN found 11 here: the rest cannot matter"
        );
        let tie = Window { alpha: -0.5, beta: -0.5 };
        assert!(why(tie, true).contains("-0.5") && why(tie, true) != why(tie, false));
    }

    #[test]
    fn scores_have_the_keys_scripts_read() {
        let json = |score, proven, value, exact| {
            json!(ScoreJson::new(Worth { score, proven, value, exact, win: None }))
        };
        assert_eq!(json(Score::win_in(3), true, None, Some(18)), json!({"win": 3, "exact": 18}));
        assert_eq!(json(Score::loss_in(4), true, None, None), json!({"loss": 4}));
        assert_eq!(json(Score::DRAW, true, None, Some(0)), json!({"draw": true, "exact": 0}));
        assert_eq!(json(Score::DRAW, false, Some(-0.0), None), json!({"value": 0}));
        assert_eq!(json(Score::DRAW, false, Some(2.5), None), json!({"value": 2.5}));
        let endless = json(Score::DRAW, false, Some(f64::INFINITY), None);
        assert_eq!(endless, json!({"value": f64::MAX}));
        let likely =
            |score| Worth { score, proven: false, value: None, exact: None, win: Some(0.62459) };
        let estimate = ScoreJson::new(likely(Score::estimate(1.02)));
        assert_eq!(json!(estimate), json!({"value": 1.02, "win": 0.625}));
        // A decided score says in how many plies and nothing of chances.
        assert_eq!(json!(ScoreJson::new(likely(Score::win_in(5)))), json!({"win": 5}));
    }
}
