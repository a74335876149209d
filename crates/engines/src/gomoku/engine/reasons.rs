//! Why a move is good in the gomoku family, as a key with its cells.
//!
//! Reads what a search found; finds nothing by itself.

use alinea_core::{Cell, Message, Player, Position};
use alinea_games::gomoku::Board;
use alinea_games::lines::LineBoard;
use alinea_search::{Explanation, Mark, MarkKind, Means, Proof, Thought};

use super::adapter::board_of;
use super::classes::Class;
use super::movegen::defences;
use super::pattern::Pattern;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use crate::lines::{self, Falls, completing, listed};
use crate::threats::Escape;

/// Why the thought's best move is good, or the position lost; none if there is nothing simple to say.
pub fn explain<R: PatternRule>(pos: &Board<R>, thought: &Thought<Cell>) -> Option<Explanation> {
    let best = thought.best?;
    if pos.outcome().is_some() {
        return None;
    }
    if let Some(proof) = &thought.forced {
        return Some(explain_proof(pos, proof));
    }
    let mut board = board_of(pos);
    let (me, foe) = (board.turn(), board.turn().other());
    if let Some(found) = one_move(pos, &board, best) {
        return Some(found);
    }
    if thought.score.win().is_some() {
        let key = match board.class(me, Point::of(best, board.size())) {
            Class::FourThree => "reason.gomoku.four-three",
            Class::DoubleThree => "reason.gomoku.double-three",
            Class::Four | Class::FourPlus => "reason.gomoku.begins-with-four",
            _ => "reason.gomoku.no-answer",
        };
        let reason = Message::new(key).with("cell", best);
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Threat, [best]) });
    }
    if let Some(explanation) = lines::explain(pos, best, Falls::No) {
        return Some(explanation);
    }
    let threatened = threatened_fours(&board, foe);
    if thought.score.loss().is_some() {
        let reason = Message::new("reason.gomoku.holds-out").with("cell", best);
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Danger, threatened) });
    }
    let point = Point::of(best, board.size());
    if !threatened.is_empty() && defences(&board).has(point) && board.may_play(point) {
        let reason = Message::new("reason.gomoku.stops-open-four").with("cell", best);
        let reason = reason.with("cells", listed(&threatened));
        return Some(Explanation { reason, marks: Mark::all(MarkKind::Danger, threatened) });
    }
    let key = match (board.class(me, point), board.class(foe, point)) {
        (own, _) if own >= Class::Four => "reason.gomoku.makes-four",
        (own, _) if own >= Class::OpenThree => "reason.gomoku.makes-three",
        (_, theirs) if theirs >= Class::OpenThree => "reason.gomoku.takes-three",
        (Class::Twos, _) => "reason.gomoku.builds",
        _ => return None,
    };
    let reason = Message::new(key).with("cell", best);
    Some(Explanation { reason, marks: Mark::all(MarkKind::Threat, [best]) })
}

/// A win that one move decides: five, an open four, two fours, or a four whose only answer is forbidden.
fn one_move<R: PatternRule>(
    pos: &Board<R>,
    board: &PatternBoard<R>,
    best: Cell,
) -> Option<Explanation> {
    let me = pos.turn();
    let point = Point::of(best, board.size());
    if pos.completes(best, me) {
        return lines::explain(pos, best, Falls::No);
    }
    if completing(pos, me.other(), Falls::No).iter().any(|danger| *danger != best) {
        return None;
    }
    let open = (0..4).any(|dir| board.pattern(me, point, dir) == Pattern::OpenFour);
    let mut after = pos.clone();
    let _ = after.play_unchecked(best);
    if !completing(&after, me.other(), Falls::No).is_empty() {
        return None;
    }
    let wins = completing(&after, me, Falls::No);
    match wins[..] {
        [] => None,
        [only] => (!after.is_legal(only)).then(|| {
            let reason = Message::new("reason.gomoku.forbidden").with("cell", best);
            let reason = reason.with("point", only);
            Explanation { reason, marks: Mark::all(MarkKind::Forbidden, [only]) }
        }),
        // In caro one stone may stop two points of five.
        _ if R::CLOSES && board.class(me, point) < Class::OpenFour => None,
        _ => {
            let key = if open { "reason.gomoku.open-four" } else { "reason.gomoku.double-four" };
            let reason = Message::new(key).with("cell", best).with("cells", listed(&wins));
            Some(Explanation { reason, marks: Mark::all(MarkKind::Win, wins) })
        }
    }
}

/// How a forced win is forced; the attacking moves are numbered.
pub fn explain_proof<R: PatternRule>(pos: &Board<R>, proof: &Proof<Cell>) -> Explanation {
    if let [only] = proof.line[..]
        && let Some(found) = one_move(pos, &board_of(pos), only)
    {
        return found;
    }
    let attacks: Vec<Cell> = proof.line.iter().step_by(2).copied().collect();
    let marks = Mark::all(MarkKind::Threat, attacks);
    let weapon = forbidden_end(pos, &proof.line);
    let reason = match (proof.means, weapon) {
        (Means::Fours, Some(point)) => {
            Message::new("reason.gomoku.fours-forbidden").with("point", point)
        }
        (Means::Fours, None) => Message::new("reason.gomoku.fours"),
        (Means::Threats, Some(point)) => {
            Message::new("reason.gomoku.threats-forbidden").with("point", point)
        }
        (Means::Threats, None) => Message::new("reason.gomoku.threats"),
    };
    let marks = match weapon {
        Some(point) => [marks, Mark::all(MarkKind::Forbidden, [point])].concat(),
        None => marks,
    };
    Explanation { reason, marks }
}

/// The forbidden point that would stop the last four of a line.
fn forbidden_end<R: PatternRule>(pos: &Board<R>, line: &[Cell]) -> Option<Cell> {
    let attacker = pos.turn();
    if !R::FORBIDS || attacker == Player::First {
        return None;
    }
    let mut end = pos.clone();
    for mv in line {
        if !end.is_legal(*mv) {
            return None;
        }
        let _ = end.play_unchecked(*mv);
    }
    let wins = completing(&end, attacker, Falls::No);
    match wins[..] {
        [only] if end.turn() != attacker && !end.is_legal(only) => Some(only),
        _ => None,
    }
}

/// Where the waiting player could make an open four.
fn threatened_fours<R: PatternRule>(board: &PatternBoard<R>, foe: Player) -> Vec<Cell> {
    let points =
        board.fours(foe).iter().filter(|point| board.class(foe, *point) >= Class::OpenFour);
    points.map(|point| point.cell(board.size())).collect()
}

/// The last move of a game that still held, in words.
pub fn explain_escape(escape: &Escape<String>) -> Message {
    Message::new("reason.gomoku.last-held")
        .with("number", escape.ply + 1)
        .with("instead", &escape.instead)
        .with("played", &escape.played)
}

#[cfg(test)]
mod tests {
    use super::super::gomoku_engine::GomokuEngine;
    use super::*;
    use alinea_core::{Diagram, Game};
    use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, Size};
    use alinea_search::{Engine, Ignore, Limits, Score, Stop};

    fn drawn<R: PatternRule>(rows: &str, turn: &str) -> Board<R> {
        let diagram = Diagram::parse(&format!("{rows} {turn}")).unwrap();
        let size = Size::new(diagram.rows.len() as u8).unwrap();
        Board::from_diagram(&size, &diagram).unwrap()
    }

    fn key<R: PatternRule>(pos: &Board<R>) -> (String, Vec<(String, MarkKind, u32)>) {
        let mut engine = GomokuEngine::new(1 << 16, 1);
        let limits = Limits::nodes(20_000).for_analysis();
        let thought = engine.think(pos, &limits, &Stop::new(), &mut Ignore);
        let found = explain(pos, &thought).unwrap();
        let mark = |mark: &Mark| (mark.cell.to_string(), mark.kind, mark.number);
        (found.reason.key.to_owned(), found.marks.iter().map(mark).collect())
    }

    const EMPTY: &str = ".........";

    fn nine(rows: &[(usize, &str)]) -> String {
        let mut all = [EMPTY; 9];
        for (from_top, row) in rows {
            all[*from_top] = row;
        }
        all.join("/")
    }

    #[test]
    fn one_move_that_decides_is_named() {
        let five = drawn::<FreestyleRule>(&nine(&[(4, "..xxxx.o."), (8, "ooo......")]), "x");
        assert_eq!(key(&five).0, "reason.lines.completes");
        let open = drawn::<FreestyleRule>(&nine(&[(4, "...xxx..."), (8, "o.o...o..")]), "x");
        let (reason, marks) = key(&open);
        assert_eq!(reason, "reason.gomoku.open-four");
        assert_eq!(marks.len(), 2);
        assert!(marks.iter().all(|(_, kind, _)| *kind == MarkKind::Win));
        assert_eq!(marks.iter().map(|mark| mark.2).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn what_must_be_stopped_is_named() {
        let pos = drawn::<FreestyleRule>(&nine(&[(4, "oxxxx...."), (8, "o......oo")]), "o");
        let (reason, marks) = key(&pos);
        assert_eq!(reason, "reason.lines.stops");
        assert_eq!(marks, [("f5".to_owned(), MarkKind::Danger, 1)]);
    }

    #[test]
    fn a_move_that_decides_nothing_yet_says_what_it_does() {
        let why = |rows: &str, best: &str| {
            let pos = drawn::<FreestyleRule>(rows, "x");
            let (best, _) = pos.parse_move(best).unwrap();
            explain(&pos, &Thought::of(Some(best))).map(|found| found.reason.to_string())
        };
        let rows = nine(&[(4, "...xx...."), (6, "..xx.oo..")]);
        assert_eq!(why(&rows, "c5").unwrap(), "reason.gomoku.makes-three cell=c5");
        let rows = nine(&[(4, "oxxx.....")]);
        assert_eq!(why(&rows, "e5").unwrap(), "reason.gomoku.makes-four cell=e5");
        let rows = nine(&[(2, "....x...."), (4, "...oo....")]);
        assert_eq!(why(&rows, "c5").unwrap(), "reason.gomoku.takes-three cell=c5");
        let rows = nine(&[(4, "...x.x..."), (8, "o........")]);
        assert_eq!(why(&rows, "e4").unwrap(), "reason.gomoku.builds cell=e4");
        assert_eq!(why(&rows, "i9"), None);
    }

    /// White's four can only be stopped where black would make six.
    fn forbidden_stop() -> String {
        nine(&[
            (1, "..x......"),
            (2, "xx.xxx..."),
            (3, "..o......"),
            (4, "..o......"),
            (5, "..o......"),
            (7, "..x......"),
        ])
    }

    #[test]
    fn a_forbidden_point_is_a_weapon() {
        let rows = forbidden_stop();
        let pos = drawn::<RenjuRule>(&rows, "o");
        let (reason, marks) = key(&pos);
        assert_eq!(reason, "reason.gomoku.forbidden");
        assert_eq!(marks, [("c7".to_owned(), MarkKind::Forbidden, 1)]);
    }

    #[test]
    fn two_fours_at_once_are_named() {
        let rows = nine(&[
            (2, "oxxx....."),
            (3, ".....x..."),
            (4, ".....x..."),
            (5, ".....x..."),
            (6, ".....o..."),
            (8, "o..o...o."),
        ]);
        let (reason, marks) = key(&drawn::<FreestyleRule>(&rows, "x"));
        assert_eq!(reason, "reason.gomoku.double-four");
        assert_eq!(marks.len(), 2);
    }

    #[test]
    fn a_win_by_fours_numbers_its_attacks() {
        // A four on e7 forces f7, and then the column has an open four.
        let rows = nine(&[(2, "oxxx....."), (3, "....x...."), (4, "....x...."), (8, "o..o...o.")]);
        let (reason, marks) = key(&drawn::<FreestyleRule>(&rows, "x"));
        assert_eq!(reason, "reason.gomoku.fours");
        assert_eq!(marks[0], ("e7".to_owned(), MarkKind::Threat, 1));
        assert_eq!(marks.len(), 2);
        assert_eq!(marks[1].2, 2);
    }

    /// What is said of a move with this score, and the marks as `kind cell number`.
    fn told<R: PatternRule>(
        rows: &str,
        turn: &str,
        best: &str,
        score: Score,
    ) -> (String, Vec<String>) {
        let thought = Thought { score, ..Thought::of(best.parse().ok()) };
        let Some(found) = explain(&drawn::<R>(rows, turn), &thought) else {
            return Default::default();
        };
        let mark = |mark: &Mark| format!("{:?} {} {}", mark.kind, mark.cell, mark.number);
        (found.reason.to_string(), found.marks.iter().map(mark).collect())
    }

    #[test]
    fn a_win_that_the_search_saw_is_named_after_its_first_move() {
        let won = |rows: &[(usize, &str)], best: &str| {
            told::<FreestyleRule>(&nine(rows), "x", best, Score::win_in(7))
        };
        let three = (2, "....x....");
        let next = (3, "....x....");
        let fork = won(&[three, next, (4, "oxxx....."), (8, "o.o.o.o..")], "e5");
        assert_eq!(fork.0, "reason.gomoku.four-three cell=e5");
        assert_eq!(fork.1, ["Threat e5 1"]);
        let fork = won(&[three, next, (4, "..xx....."), (8, "o.o.o.o..")], "e5");
        assert_eq!(fork.0, "reason.gomoku.double-three cell=e5");
        let four = won(&[(4, "oxxx....."), (8, "o.o......")], "e5");
        assert_eq!(four.0, "reason.gomoku.begins-with-four cell=e5");
        let plus = won(&[(3, "....x...."), (4, "oxxx....."), (8, "o.o......")], "e5");
        assert_eq!(plus.0, "reason.gomoku.begins-with-four cell=e5");
        let quiet = won(&[(4, "..x......"), (8, "o........")], "i1");
        assert_eq!(quiet.0, "reason.gomoku.no-answer cell=i1");
    }

    #[test]
    fn a_lost_position_shows_where_the_open_four_comes() {
        let rows = nine(&[(4, "...xxx..."), (8, "o......o.")]);
        let lost = told::<FreestyleRule>(&rows, "o", "a9", Score::loss_in(6));
        let expected = ["Danger c5 1", "Danger g5 2"];
        assert_eq!(
            lost,
            ("reason.gomoku.holds-out cell=a9".to_owned(), expected.map(str::to_owned).to_vec())
        );
        let stops = told::<FreestyleRule>(&rows, "o", "g5", Score::estimate(0.0));
        assert_eq!(stops.0, "reason.gomoku.stops-open-four cell=g5 cells=c5, g5");
        assert_eq!(stops.1, expected);
        let passes = told::<FreestyleRule>(&rows, "o", "a9", Score::estimate(0.0));
        assert_eq!(passes.0, "", "a move that stops nothing and builds nothing");
        let finished = nine(&[(4, "..xxxxx.."), (8, "oooo.....")]);
        assert_eq!(told::<FreestyleRule>(&finished, "o", "a9", Score::DRAW).0, "");
    }

    #[test]
    fn two_points_of_five_that_one_stone_stops_are_no_win_in_caro() {
        let rows = nine(&[(4, "o.xxx...."), (8, "o..o.....")]);
        let open = |score| told::<FreestyleRule>(&rows, "x", "f5", score).0;
        assert!(open(Score::DRAW).starts_with("reason.gomoku.open-four cell=f5"));
        let caro = told::<CaroRule>(&rows, "x", "f5", Score::estimate(1.0)).0;
        assert_eq!(caro, "reason.lines.two-for cell=f5 cells=b5, g5");
        let rows = nine(&[(4, "..xxx...."), (8, "o..o.....")]);
        let caro = told::<CaroRule>(&rows, "x", "f5", Score::estimate(1.0)).0;
        assert!(caro.starts_with("reason.gomoku.open-four cell=f5"), "{caro}");
    }

    #[test]
    fn where_five_stands_against_a_move_it_decides_nothing() {
        // White has four: an open four elsewhere is too late.
        let rows = nine(&[(4, "...xxx..."), (7, "x.......x"), (8, "oooo.....")]);
        let late = told::<FreestyleRule>(&rows, "x", "g5", Score::loss_in(2)).0;
        assert_eq!(late, "reason.gomoku.holds-out cell=g5");
        let stop = told::<FreestyleRule>(&rows, "x", "e1", Score::estimate(1.0)).0;
        assert_eq!(stop, "reason.lines.stops cell=e1");
    }

    fn proven<R: PatternRule>(
        rows: &str,
        turn: &str,
        means: Means,
        line: &[&str],
    ) -> (String, Vec<String>) {
        let line: Vec<Cell> = line.iter().map(|text| text.parse().unwrap()).collect();
        let distance = alinea_search::Distance::AtMost;
        let proof = Proof { means, line, plies: 5, distance, defences: Vec::new() };
        let found = explain_proof(&drawn::<R>(rows, turn), &proof);
        let mark = |mark: &Mark| format!("{:?} {} {}", mark.kind, mark.cell, mark.number);
        (found.reason.to_string(), found.marks.iter().map(mark).collect())
    }

    #[test]
    fn a_proof_says_how_it_is_forced_and_which_point_is_forbidden_at_its_end() {
        let rows = forbidden_stop();
        let line = ["i1", "i9", "c3"];
        let lit = ["Threat i1 1", "Threat c3 2", "Forbidden c7 1"];
        let fours = proven::<RenjuRule>(&rows, "o", Means::Fours, &line);
        assert_eq!(fours.0, "reason.gomoku.fours-forbidden point=c7");
        assert_eq!(fours.1, lit);
        let threats = proven::<RenjuRule>(&rows, "o", Means::Threats, &line);
        assert_eq!(
            (threats.0.as_str(), threats.1.len()),
            ("reason.gomoku.threats-forbidden point=c7", 3)
        );
        let free = proven::<FreestyleRule>(&rows, "o", Means::Fours, &line);
        assert_eq!(
            (free.0.as_str(), &free.1[..]),
            ("reason.gomoku.fours", &lit.map(str::to_owned)[..2])
        );
        let free = proven::<FreestyleRule>(&rows, "o", Means::Threats, &line);
        assert_eq!(free.0, "reason.gomoku.threats");
        // A line that does not end there, or that cannot be played, names no point.
        let short = proven::<RenjuRule>(&rows, "o", Means::Fours, &["i1", "i9"]);
        assert_eq!(short.0, "reason.gomoku.fours");
        let wrong = proven::<RenjuRule>(&rows, "o", Means::Fours, &["i1", "c8", "c3"]);
        assert_eq!(wrong.0, "reason.gomoku.fours");
        let black = proven::<RenjuRule>(&rows, "x", Means::Fours, &line);
        assert_eq!(black.0, "reason.gomoku.fours");
        let one = proven::<RenjuRule>(&rows, "o", Means::Fours, &["c3"]);
        assert_eq!((one.0.as_str(), one.1.len()), ("reason.gomoku.forbidden cell=c3 point=c7", 1));
    }

    #[test]
    fn an_escape_is_told_with_the_number_of_its_move() {
        let escape = Escape { ply: 5, played: "a1".to_owned(), instead: "h8".to_owned() };
        let said = explain_escape(&escape).to_string();
        assert_eq!(said, "reason.gomoku.last-held number=6 instead=h8 played=a1");
    }
}
