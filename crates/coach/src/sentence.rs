//! What a move gave away, in words: keys and values for the locale files.

use crate::Judged;
use crate::truth::Class;
use alinea_core::Message;

/// The sentence for a move that was not the best.
pub(crate) fn sentence(judged: &Judged) -> Message {
    let (best, played) = (judged.best, judged.played);
    let key = match (best.class(), played.class()) {
        (Some(Class::Win), Some(Class::Win)) => "review.slower-win",
        (Some(Class::Loss), Some(Class::Loss)) => "review.faster-loss",
        (Some(Class::Win), Some(Class::Draw)) => "review.win-to-draw",
        (Some(Class::Win), Some(Class::Loss)) => "review.win-to-loss",
        (Some(Class::Draw), Some(Class::Loss)) => "review.draw-to-loss",
        (Some(Class::Win), None) => "review.win-missed",
        // The game ended with this move, as where four in a row lose.
        (None, Some(Class::Loss)) if played.score.loss() == Some(1) => "review.lost-at-once",
        (_, Some(Class::Loss)) => "review.loss-allowed",
        _ => "review.better",
    };
    Message::new(key).with("move", &judged.mv).with("best", &judged.best_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Truth;
    use alinea_catalogue::open;
    use alinea_search::Score;
    use alinea_words::Language;

    fn said(best: Score, played: Score) -> String {
        let proven = |score: Score| score.is_decided() || score == Score::DRAW;
        let truth = |score: Score| Truth { score, proven: proven(score), exact: None };
        let before = open("connect4").unwrap();
        let judged = Judged {
            best: truth(best),
            best_move: "5".to_owned(),
            ..Judged::best(before.as_ref(), "2".to_owned(), truth(played))
        };
        Language::English.say(&sentence(&judged))
    }

    #[test]
    fn every_kind_of_gift_has_its_own_sentence() {
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        let even = Score::estimate(1.0);
        assert_eq!(said(win, Score::win_in(11)), "5 won faster than 2");
        assert_eq!(said(win, Score::DRAW), "5 won; 2 only draws");
        assert_eq!(said(win, loss), "5 won; 2 loses");
        assert_eq!(said(Score::DRAW, loss), "5 held the draw; 2 loses");
        assert_eq!(said(win, even), "5 won by force; after 2 no win is known");
        assert_eq!(said(even, loss), "2 lets the opponent win by force; 5 did not");
        assert_eq!(said(even, Score::loss_in(1)), "2 loses at once; 5 did not");
        assert_eq!(said(Score::loss_in(20), loss), "5 held out longer than 2");
        assert_eq!(said(even, Score::estimate(-90.0)), "5 was better than 2");
    }
}
