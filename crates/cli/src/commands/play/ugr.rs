//! The log of the Desconecta-4 Boom course: applicable actions, value and action.

use crate::commands::eval::plain;
use alinea_catalogue::Session;
use alinea_core::Player;
use alinea_search::Thought;

/// `Acciones aplicables Verde: PUT 1 PUT 2 ...`
pub(super) fn applicable(session: &dyn Session) -> String {
    let side = match session.turn() {
        Player::First => "Verde",
        Player::Second => "Azul",
    };
    let actions: Vec<String> = session.legal().iter().map(|mv| action(mv)).collect();
    format!("Acciones aplicables {side}: {}\n", actions.join(" "))
}

/// `Valor MiniMax: 11 Accion: PUT 3`
pub(super) fn chosen(thought: &Thought<String>, mv: &str) -> String {
    let value = thought.value.unwrap_or_else(|| thought.score.points());
    format!("Valor MiniMax: {} Accion: {}\n", plain(value), action(mv))
}

fn action(mv: &str) -> String {
    if mv == "B" { "BOOM".to_owned() } else { format!("PUT {mv}") }
}
