//! Connect Four as the box says it: an array of squares and loops. Slow, obvious, for tests only.

use super::{Connect4, Size};
use alinea_core::{
    Cell, Diagram, Game, Grid, Outcome, Player, Position, SplitMix64, conformance, parse_position,
    perft,
};
use proptest::prelude::*;
use std::collections::HashMap;

/// `squares[row][col]`, row 0 at the bottom.
struct Referee {
    squares: Vec<Vec<Option<Player>>>,
    turn: Player,
}

impl Referee {
    fn new(size: Size) -> Referee {
        let row = vec![None; usize::from(size.cols())];
        Referee { squares: vec![row; usize::from(size.rows())], turn: Player::First }
    }

    fn legal(&self) -> Vec<u8> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let top = &self.squares[self.squares.len() - 1];
        (0..top.len()).filter(|&col| top[col].is_none()).map(|col| col as u8).collect()
    }

    fn drop_disc(&mut self, col: u8) {
        let col = usize::from(col);
        let row = self.squares.iter().position(|row| row[col].is_none()).unwrap();
        self.squares[row][col] = Some(self.turn);
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(player) = self.line().first().and_then(|&cell| self.at(cell)) {
            return Some(Outcome::Win(player));
        }
        let full = self.squares.iter().flatten().all(Option::is_some);
        full.then_some(Outcome::Draw)
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.squares[usize::from(cell.row)][usize::from(cell.col)]
    }

    /// Every square of every four, bottom row first.
    fn line(&self) -> Vec<Cell> {
        let (cols, rows) = (self.squares[0].len() as u8, self.squares.len() as u8);
        let mut cells = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let start = Cell::new(col, row);
                    let four: Option<Vec<Cell>> =
                        (0..4).map(|i| start.step(dc, dr, i, cols, rows)).collect();
                    let Some(four) = four else { continue };
                    let same = four.iter().all(|&cell| self.at(cell) == self.at(start));
                    if self.at(start).is_some() && same {
                        cells.extend(four);
                    }
                }
            }
        }
        cells.sort_by_key(|cell| (cell.row, cell.col));
        cells.dedup();
        cells
    }
}

fn sizes() -> Vec<Size> {
    [(7, 6), (4, 4), (4, 15), (5, 4), (5, 11), (6, 9), (7, 8), (8, 7), (9, 6), (9, 4)]
        .map(|(cols, rows)| Size::new(cols, rows).unwrap())
        .to_vec()
}

fn read(text: &str) -> Result<Connect4, String> {
    let pos =
        parse_position::<Connect4>(&Size::USUAL, text).map_err(|error| error.to_string())?.pos;
    Ok(pos)
}

#[test]
fn the_fast_board_equals_the_referee() {
    let mut rng = SplitMix64::new(4);
    let mut draws = 0;
    for size in sizes() {
        for _ in 0..400 {
            let (mut fast, mut slow) = (Connect4::new(size), Referee::new(size));
            loop {
                let mut moves = Vec::new();
                fast.legal_moves(&mut moves);
                assert_eq!(moves, slow.legal());
                assert_eq!(fast.outcome(), slow.outcome());
                assert_eq!(fast.alignment(), slow.line());
                for row in 0..size.rows() {
                    for col in 0..size.cols() {
                        let cell = Cell::new(col, row);
                        assert_eq!(fast.at(cell), slow.at(cell));
                    }
                }
                // The last of the moves that do not end the game, so that boards fill up.
                let quiet = |&&mv: &&u8| {
                    let mut next = fast;
                    let _ = next.play(mv);
                    !matches!(next.outcome(), Some(Outcome::Win(_)))
                };
                let calm: Vec<u8> = moves.iter().filter(quiet).copied().collect();
                let choice = if rng.below(8) > 0 && !calm.is_empty() { &calm } else { &moves };
                let Some(&mv) = rng.pick(choice) else { break };
                fast.play(mv).unwrap();
                slow.drop_disc(mv);
            }
            draws += u32::from(fast.outcome() == Some(Outcome::Draw));
        }
    }
    assert!(draws > 20, "full boards were reached {draws} times");
}

#[test]
fn laws_hold_on_every_size() {
    for size in sizes() {
        conformance::check::<Connect4>(&size, 25, 70, 9);
    }
}

#[test]
fn perft_from_the_start() {
    let expected = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, leaves) in (1..).zip(expected) {
        assert_eq!(perft(&mut Connect4::new(Size::USUAL), depth), leaves);
    }
}

#[test]
fn no_two_positions_share_a_code_and_mirrors_share_a_key() {
    let size = Size::new(5, 4).unwrap();
    let mut rng = SplitMix64::new(11);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..3000 {
        let (mut pos, mut mirror) = (Connect4::new(size), Connect4::new(size));
        loop {
            let drawn = pos.to_diagram().to_string();
            assert_eq!(*seen.entry(pos.code()).or_insert_with(|| drawn.clone()), drawn);
            assert_eq!(pos.symmetric_key(), mirror.symmetric_key());
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            pos.play(mv).unwrap();
            mirror.play(size.cols() - 1 - mv).unwrap();
        }
    }
    assert_ne!(read("1").unwrap().symmetric_key(), read("2").unwrap().symmetric_key());
}

#[test]
fn the_masks_are_what_they_say() {
    for size in sizes() {
        let pos = Connect4::new(size);
        assert_eq!(pos.squares().count_ones(), u32::from(size.squares()));
        assert_eq!(pos.landing(), pos.bottom());
    }
    let pos = read("444444").unwrap();
    assert_eq!(pos.landing().count_ones(), 6);
    assert_eq!(pos.count_legal(), 6);
}

#[test]
fn refusals_have_their_reasons() {
    let full = read("444444").unwrap();
    assert_eq!(full.refusal(3).unwrap().to_string(), "refusal.column-full column=4");
    assert_eq!(full.refusal(7).unwrap().to_string(), "refusal.off-board move=8");
    let won = read("4141414").unwrap();
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(won.refusal(0).unwrap().key, "refusal.game-over");
    let text = read("44444444").unwrap_err();
    assert!(
        text.contains("error.position.illegal number=7 text=4 why=(refusal.column-full column=4)"),
        "{text}"
    );
}

#[test]
fn drawn_boards_that_no_game_reaches_are_refused() {
    let board = |rows: &str| read(&format!("diagram:{rows}"));
    let error = |rows: &str| board(rows).unwrap_err();
    let top = "......./......./......./......./";
    assert!(error(&format!("{top}x....../.......")).contains("floats"));
    assert!(
        error(&format!("{top}......./xx.....")).contains("error.diagram.counts first=2 second=0")
    );
    assert!(
        error(&format!("{top}......./xo..... o")).contains("other-turn first=1 second=1 turn=x")
    );
    assert!(error(&format!("{top}......./xo..... x 5")).contains("error.diagram.rounds"));
    assert!(error(&format!("{top}......./XO.....")).contains("error.diagram.bombs"));
    assert!(error("......./.......").contains("error.diagram.size cols=7 rows=6"));
    assert!(error(&format!("{top}ooo..../xxxx..o")).contains("four-waiting who=x"), "x to move");
    assert!(
        error(&format!("{top}oooo.../xxxx...")).contains("four-waiting who=x"),
        "both have four"
    );
    let twice = "......./......./x.....x/x.....x/x.o.oox/xoo.oox";
    assert!(error(twice).contains("four-last who=x"), "two separate fours");
    let buried = format!("{top}oxoo.../xxxxo..");
    assert!(error(&buried).contains("four-last who=x"), "no disc of the four is on top");
    let won = board(&format!("{top}ooo..../xxxx...")).unwrap();
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(won.alignment().len(), 4);
    assert_eq!(board(&format!("{top}......./xo.....")).unwrap().outcome(), None);
    let full = read("225344533673453576212645522737771141641166").unwrap();
    let drawn = read(&format!("diagram:{}", full.to_diagram())).unwrap();
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
}

#[test]
fn nothing_stands_off_the_board() {
    let pos = read("2").unwrap();
    for (col, row) in [(0, 6), (0, 7), (7, 0), (8, 0), (7, 6)] {
        assert_eq!(pos.at(Cell::new(col, row)), None, "{col}, {row}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = Connect4::parse_setup(&text);
        let _ = parse_position::<Connect4>(&Size::USUAL, &text);
        let _ = parse_position::<Connect4>(&Size::USUAL, &format!("diagram:{text}"));
        let _ = Connect4::new(Size::USUAL).parse_move(&text);
    }

    #[test]
    fn any_drawn_board_is_read_or_refused(rows in "[.xoXO]{7}(/[.xo]{7}){5}( [xo])?( [0-9]{1,12})?") {
        if let Ok(diagram) = Diagram::parse(&rows)
            && let Ok(pos) = Connect4::from_diagram(&Size::USUAL, &diagram)
        {
            prop_assert_eq!(pos.to_diagram().rows, diagram.rows);
        }
    }

    #[test]
    fn any_digits_are_read_or_refused(text in "[0-9 ]{0,60}") {
        let _ = parse_position::<Connect4>(&Size::USUAL, &text);
    }
}
