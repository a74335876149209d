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
        (_, Some(Class::Loss)) => "review.loss-allowed",
        _ => "review.better",
    };
    Message::new(key).with("move", &judged.mv).with("best", &judged.best_move)
}
