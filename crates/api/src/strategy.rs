//! The strategies that come with the program: what they say in a game, and all their lines.

use crate::error::ApiError;
use crate::wire::{Lang, PositionRequest};
use alinea_core::Message;
use alinea_proof::{
    Advice, Certificate, Embedded, Guide, Plan, PlanRule, Strategy, Why, Word, moves_text,
};
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use utoipa::ToSchema;

/// One of the strategies that come with the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StrategyVariant {
    /// The fewest stored moves.
    #[default]
    Smallest,
    /// Plain plans only: the one to learn.
    Plans,
}

/// Asks what a strategy says in a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct StrategyRequest {
    /// Connect Four and the moves since the empty board.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// Which strategy.
    #[serde(default)]
    pub variant: StrategyVariant,
}

/// Asks for all lines of a strategy.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LinesRequest {
    /// Which strategy.
    #[serde(default)]
    pub variant: StrategyVariant,
    /// The language of sentences in the answer.
    #[serde(default)]
    pub lang: Lang,
}

/// Where a game stands in the eyes of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StrategyState {
    /// The strategy has a move.
    Play,
    /// The opponent is to move.
    Wait,
    /// The game is over.
    Over,
    /// The first player left the strategy.
    Left,
}

/// Which kind of rule chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StrategyRule {
    /// Completes four.
    Win,
    /// A line of the strategy.
    Stored,
    /// A line of the strategy that begins a plan.
    Begins,
    /// The only square that stops four.
    Block,
    /// A plan that began before.
    Plan,
}

/// What a strategy says in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StrategyAnswer {
    /// Where the game stands.
    pub state: StrategyState,
    /// The move, when there is one.
    pub r#move: Option<String>,
    /// Which kind of rule chose it.
    pub rule: Option<StrategyRule>,
    /// Why, in a sentence.
    pub reason: String,
    /// The plan that is followed, in a sentence.
    pub plan: Option<String>,
    /// The number of the line that is followed, counted from 1.
    pub line: Option<usize>,
}

/// All lines of a strategy, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinesAnswer {
    /// Lines with a stored move.
    pub stored: u32,
    /// Lines with a plan.
    pub leaves: u32,
    /// Positions in which the only move is a block.
    pub forced: u32,
    /// Positions with the opponent to move.
    pub replies: u32,
    /// The lines, shortest first.
    pub lines: Vec<StrategyLine>,
    /// The different plans, each with its sentence.
    pub plans: Vec<PlanText>,
}

/// A line of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StrategyLine {
    /// The moves since the empty board, one text each.
    pub moves: Vec<String>,
    /// What the first player plays.
    pub r#move: String,
    /// The number of its plan in `plans`, when one begins.
    pub plan: Option<usize>,
}

/// A plan and what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlanText {
    /// One character a column, as certificates write it.
    pub words: String,
    /// A sentence.
    pub text: String,
}

impl StrategyVariant {
    /// The certificate; the embedded ones are known to be readable by the tests of their crate.
    fn certificate(self) -> Result<&'static Certificate, ApiError> {
        static BOTH: [OnceLock<Option<Certificate>>; 2] = [OnceLock::new(), OnceLock::new()];
        let (place, text) = match self {
            StrategyVariant::Smallest => (&BOTH[0], Embedded::SMALLEST),
            StrategyVariant::Plans => (&BOTH[1], Embedded::PLANS_ONLY),
        };
        let read = place.get_or_init(|| Certificate::read(text).ok());
        read.as_ref().ok_or_else(|| ApiError::refused(Message::new("error.strategy.damaged")))
    }
}

fn first(certificate: &Certificate) -> Result<&Strategy, ApiError> {
    let none = || ApiError::refused(Message::new("error.strategy.damaged"));
    certificate.strategies.first().ok_or_else(none)
}

impl StrategyRequest {
    /// What the strategy says.
    pub(crate) fn advise(&self) -> Result<StrategyAnswer, ApiError> {
        let language: Language = self.at.lang.into();
        let view = self.at.open()?.view();
        if (view.game, view.setup.as_str(), view.start.as_str()) != ("connect4", "7x6", "-") {
            return Err(ApiError::refused(Message::new("error.strategy.game")));
        }
        let digit = |text: &String| text.bytes().next().map(|byte| byte.wrapping_sub(b'1'));
        let columns: Vec<u8> = view.moves.iter().filter_map(digit).collect();
        let certificate = self.variant.certificate()?;
        let guide = Guide::new(certificate, first(certificate)?);
        let state = |state, key: &'static str| StrategyAnswer {
            state,
            r#move: None,
            rule: None,
            reason: language.say(&Message::new(key)),
            plan: None,
            line: None,
        };
        Ok(match guide.advise(&columns) {
            Some(Advice::Play { col, why }) => played(language, col, why),
            Some(Advice::Wait) => state(StrategyState::Wait, "proof.wait"),
            Some(Advice::Over) | None => state(StrategyState::Over, "proof.over"),
            Some(Advice::Left) => state(StrategyState::Left, "proof.left"),
        })
    }
}

fn played(language: Language, col: u8, why: Why) -> StrategyAnswer {
    let (rule, key, line, plan) = match why {
        Why::Win => (StrategyRule::Win, "proof.win", None, None),
        Why::Stored { line } => (StrategyRule::Stored, "proof.stored", Some(line), None),
        Why::PlanBegins { line, plan } => {
            (StrategyRule::Begins, "proof.begins", Some(line), Some(plan))
        }
        Why::Block => (StrategyRule::Block, "proof.block", None, None),
        Why::Plan { line, plan, rule } => {
            let key = match rule {
                PlanRule::Block => "proof.plan.block",
                PlanRule::TwoThreats => "proof.plan.two-threats",
                PlanRule::Answer => "proof.plan.answer",
                PlanRule::Now => "proof.plan.now",
                PlanRule::EvenRow => "proof.plan.even-row",
                PlanRule::OddRow => "proof.plan.odd-row",
            };
            (StrategyRule::Plan, key, Some(line), Some(plan))
        }
    };
    let mut message = Message::new(key).with("col", col + 1);
    if let Some(line) = line {
        message = message.with("line", line + 1);
    }
    StrategyAnswer {
        state: StrategyState::Play,
        r#move: Some((col + 1).to_string()),
        rule: Some(rule),
        reason: language.say(&message),
        plan: plan.map(|plan| sentence(language, &plan)),
        line: line.map(|line| line + 1),
    }
}

/// What a plan says, in words.
fn sentence(language: Language, plan: &Plan) -> String {
    let mut parts = vec![language.say(&Message::new("proof.word.follow"))];
    for (col, word) in plan.words.iter().enumerate() {
        let key = match word {
            Word::Follow => continue,
            Word::Prefer => "proof.word.prefer",
            Word::Odd => "proof.word.odd",
            Word::Even => "proof.word.even",
            Word::Away => "proof.word.away",
            Word::Now => "proof.word.now",
        };
        parts.push(language.say(&Message::new(key).with("col", col + 1)));
    }
    parts.join("; ")
}

impl LinesRequest {
    /// All lines.
    pub(crate) fn lines(&self) -> Result<LinesAnswer, ApiError> {
        let strategy = first(self.variant.certificate()?)?;
        let language: Language = self.lang.into();
        let mut plans: Vec<Plan> = strategy.lines.iter().filter_map(|line| line.plan).collect();
        plans.sort_unstable();
        plans.dedup();
        let one = |col: u8| moves_text(&[col]);
        let lines = strategy.lines.iter().map(|line| StrategyLine {
            moves: line.moves.iter().map(|&col| one(col)).collect(),
            r#move: one(line.col),
            plan: line.plan.and_then(|plan| plans.binary_search(&plan).ok()),
        });
        let counts = strategy.counts;
        Ok(LinesAnswer {
            stored: counts.stored,
            leaves: counts.leaves,
            forced: counts.forced,
            replies: counts.replies,
            lines: lines.collect(),
            plans: plans
                .iter()
                .map(|plan| PlanText { words: plan.text(7), text: sentence(language, plan) })
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(json: &str) -> Result<StrategyAnswer, ApiError> {
        serde_json::from_str::<StrategyRequest>(json).expect("a request").advise()
    }

    #[test]
    fn a_move_comes_with_its_line_and_reason_in_each_language() {
        for (lang, word) in [("en", "Line 1 "), ("pt-BR", "inha 1 "), ("es", "ínea 1 ")] {
            let said = ask(&format!(r#"{{"game":"connect4","lang":"{lang}"}}"#)).expect("a move");
            assert_eq!((said.r#move.as_deref(), said.line), (Some("4"), Some(1)));
            assert_eq!(said.rule, Some(StrategyRule::Stored));
            assert!(said.reason.contains(word), "{}", said.reason);
        }
    }

    #[test]
    fn turns_ends_and_other_games_are_told_apart() {
        let state = |json| ask(json).map(|said| said.state);
        assert_eq!(state(r#"{"game":"connect4","moves":["4"]}"#), Ok(StrategyState::Wait));
        assert_eq!(state(r#"{"game":"connect4","moves":["1","1"]}"#), Ok(StrategyState::Left));
        let won = r#"{"game":"connect4","moves":["4","1","4","1","4","1","4"]}"#;
        assert_eq!(state(won), Ok(StrategyState::Over));
        assert!(state(r#"{"game":"gomoku"}"#).is_err());
        assert!(state(r#"{"game":"connect4:6x5"}"#).is_err());
    }

    #[test]
    fn all_lines_are_those_of_the_certificate() {
        for variant in ["smallest", "plans"] {
            let json = format!(r#"{{"variant":"{variant}"}}"#);
            let request: LinesRequest = serde_json::from_str(&json).expect("a request");
            let answer = request.lines().expect("lines");
            assert_eq!(answer.lines.len() as u32, answer.stored + answer.leaves);
            let plans = answer.lines.iter().filter_map(|line| line.plan);
            assert!(plans.clone().all(|plan| plan < answer.plans.len()));
            assert_eq!(plans.count() as u32, answer.leaves);
        }
    }
}
