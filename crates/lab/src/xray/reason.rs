//! The truth about a position in words: from the table, and the strong engine's own reason.

use super::Truth;
use alinea_catalogue::{EngineSpec, SpecError, open};
use alinea_core::Message;
use alinea_search::{Ignore, Limits, Stop, Thought};
use alinea_words::Language;

/// How far the strong engine looks for a reason: as far as it looked for the truth.
const NODES: u64 = 3_000_000;
/// Equally good moves that are named.
const MOVES: usize = 4;
/// Moves of a line that are shown.
const SHOWN: usize = 13;

/// Won, drawn or lost, and how clearly.
pub(super) fn result(truth: &Truth) -> Message {
    let key = match (truth.is_exact(), truth.result()) {
        (_, 0) => "lab.truth.drawn-exact",
        (true, 1) => "lab.truth.won-exact",
        (true, _) => "lab.truth.lost-exact",
        (false, 1) => "lab.truth.won-in",
        (false, _) => "lab.truth.lost-in",
    };
    let message = Message::new(key);
    match (truth.is_exact(), truth.result()) {
        (_, 0) => message,
        (true, _) => message.with("score", format!("{:+}", truth.score)),
        (false, _) => message.with("plies", truth.plies()),
    }
}

/// Which moves there are, and why, in a sentence.
pub(super) fn words(game: &str, truth: &Truth, language: Language) -> Result<String, SpecError> {
    let mut words = language.say(&moves(truth));
    let Ok(session) = open(game)?.read(&truth.position) else { return Ok(words) };
    let mut seat = session.seat(&EngineSpec::best())?;
    let thought = seat.think(&*session, &Limits::nodes(NODES), &Stop::new(), &mut Ignore).ok();
    let Some(thought) = thought.filter(|thought| thought.proven) else { return Ok(words) };
    if let Some(reason) = why(truth, &thought) {
        words = format!("{words}: {}", language.say(&reason));
    }
    Ok(words)
}

/// The moves that win, hold the draw, or lose last.
fn moves(truth: &Truth) -> Message {
    let best = truth.best();
    let winning = truth.moves.iter().filter(|(_, score)| *score > 0).count();
    let key = match truth.result() {
        1 if winning == 1 => "lab.truth.only-wins",
        1 if winning > best.len() && best.len() == 1 => "lab.truth.fastest",
        1 if winning > best.len() => "lab.truth.fastest-moves",
        1 if best.len() == 1 => "lab.truth.wins",
        1 => "lab.truth.win",
        0 => "lab.truth.draw",
        _ => "lab.truth.all-lose",
    };
    let more = if best.len() > MOVES { " …" } else { "" };
    Message::new(key).with("moves", best[..best.len().min(MOVES)].join(" ") + more)
}

/// The engine's own reason, else what its line shows.
fn why(truth: &Truth, thought: &Thought<String>) -> Option<Message> {
    if let Some(reason) = &thought.reason {
        return Some(reason.clone());
    }
    let line: Vec<&str> = thought.line.iter().take(SHOWN).map(String::as_str).collect();
    if line.is_empty() {
        return None;
    }
    let key = match truth.result() {
        1 => "lab.truth.wins-by",
        -1 => "lab.truth.loses-by",
        _ => "lab.truth.line",
    };
    let message = Message::new(key).with("line", line.join(" "));
    Some(if truth.result() == 0 { message } else { message.with("plies", truth.plies()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(score: i32, moves: &[(&str, i32)]) -> Truth {
        let moves = moves.iter().map(|(mv, score)| ((*mv).to_owned(), *score)).collect();
        Truth { position: "-".to_owned(), score, moves }
    }

    fn said(message: &Message) -> String {
        Language::English.say(message)
    }

    #[test]
    fn a_result_is_told_by_its_score_or_by_its_plies() {
        let told = |score: i32| said(&result(&truth(score, &[])));
        assert_eq!([3, 0, -12].map(told), ["won (exact +3)", "drawn", "lost (exact -12)"]);
        assert_eq!([995, -994].map(told), ["won in 5 plies", "lost in 6 plies"]);
    }

    #[test]
    fn the_moves_are_told_by_what_they_do() {
        let told = |score: i32, moves: &[(&str, i32)]| said(&super::moves(&truth(score, moves)));
        assert_eq!(told(3, &[("a", 3), ("b", 0), ("c", -1)]), "only a wins");
        assert_eq!(told(3, &[("b", 1), ("a", 3)]), "a wins soonest");
        assert_eq!(told(3, &[("a", 3), ("b", 3), ("c", 1)]), "a b win soonest");
        assert_eq!(told(3, &[("a", 3), ("b", 3), ("c", 0)]), "a b win");
        assert_eq!(told(0, &[("a", 0), ("b", -3), ("c", 0)]), "no more than a draw, with a c");
        assert_eq!(told(-3, &[("a", -9), ("b", -3)]), "every move loses, b last");
        // Four are named, and that there are more.
        let same: Vec<(&str, i32)> = ["a", "b", "c", "d", "e"].map(|mv| (mv, 3)).to_vec();
        assert_eq!(told(3, &same[..4]), "a b c d win");
        assert_eq!(told(3, &same), "a b c d … win");
    }

    #[test]
    fn the_reason_is_the_engines_own_or_what_its_line_shows() {
        let line: Vec<String> = (0..15).map(|i| format!("m{i}")).collect();
        let thought = |line: &[String]| Thought { line: line.to_vec(), ..Thought::of(None) };
        let told = |score: i32, line: &[String]| {
            why(&truth(score, &[]), &thought(line)).map(|reason| said(&reason))
        };
        let won =
            "threats that must be answered leave no choice, and it is over in 5 plies (m0 m1)";
        assert_eq!(told(995, &line[..2]).as_deref(), Some(won));
        let lost = "the opponent's threats leave no choice, and it is over in 6 plies (m0)";
        assert_eq!(told(-994, &line[..1]).as_deref(), Some(lost));
        let shown = format!("the line: {}", line[..13].join(" "));
        assert_eq!(told(0, &line), Some(shown), "thirteen moves of it are enough");
        assert_eq!(told(0, &[]), None);
        let own = Message::new("lab.truth.drawn-exact");
        let thought = Thought { reason: Some(own.clone()), ..thought(&line) };
        assert_eq!(why(&truth(995, &[]), &thought), Some(own));
    }
}
