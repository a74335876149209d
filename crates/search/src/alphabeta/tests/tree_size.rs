//! How much of a tree is searched, and how deep: the smallest tree where the order is perfect,
//! fewer plies for late moves, a bottom for endless games.

use super::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Players pay for their moves in turns and the game never ends: move 0 costs nothing, move 1 a
/// point, and so on. The best move is always the first, and an equal position is worth 0.
#[derive(Clone)]
struct Fees {
    moves: u8,
    played: Vec<u8>,
}

impl Grid for Fees {
    fn cols(&self) -> u8 {
        1
    }
    fn rows(&self) -> u8 {
        1
    }
    fn at(&self, _: Cell) -> Option<Player> {
        None
    }
}

impl Position for Fees {
    type Move = u8;
    type Undo = ();
    const MAX_INDEX: usize = 32;

    fn turn(&self) -> Player {
        if self.played.len().is_multiple_of(2) { Player::First } else { Player::Second }
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn ply(&self) -> u32 {
        self.played.len() as u32
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.moves);
    }
    fn is_legal(&self, mv: u8) -> bool {
        mv < self.moves
    }
    fn refusal(&self, mv: u8) -> Option<Message> {
        (!self.is_legal(mv)).then(|| Message::new("refusal.off-board"))
    }
    fn play_unchecked(&mut self, mv: u8) {
        self.played.push(mv);
    }
    fn undo(&mut self, (): ()) {
        self.played.pop();
    }
    fn key(&self) -> u64 {
        self.played
            .iter()
            .fold(SplitMix64::mix(77), |key, &mv| SplitMix64::mix(key ^ u64::from(mv + 1)))
    }
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

/// What the other side has paid more; keeps the longest line that was judged after each first move.
#[derive(Default)]
struct Paid {
    deepest: Mutex<BTreeMap<u8, usize>>,
}

impl Heuristic<Fees> for Paid {
    fn evaluate(&self, pos: &Fees, player: Player, _: u32) -> f64 {
        if let Some(&first) = pos.played.first() {
            let mut deepest = self.deepest.lock().expect("no test panics in here");
            let known = deepest.entry(first).or_default();
            *known = pos.played.len().max(*known);
        }
        let signs = [1.0, -1.0].into_iter().cycle();
        let second_less_first: f64 =
            pos.played.iter().zip(signs).map(|(&fee, sign)| -sign * f64::from(fee)).sum();
        if player == Player::First { second_less_first } else { -second_less_first }
    }
    fn explain(&self, _: &Fees, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

fn start(moves: u8) -> Fees {
    Fees { moves, played: Vec::new() }
}

fn search(moves: u8, depth: u32, style: Style) -> Thought<u8> {
    let mut engine = AlphaBeta::new(Arc::new(Paid::default())).with_style(style).with_table(0);
    engine.think(&start(moves), &Limits::depth(depth), &Stop::new(), &mut Ignore)
}

/// Knuth and Moore: no search can know the value of a tree by less than b^⌈k/2⌉ + b^⌊k/2⌋ - 1 of
/// its nodes at ply k, and alpha-beta needs no more where the best move always comes first.
fn smallest_tree(moves: u64, depth: u32) -> u64 {
    (1..=depth).map(|ply| moves.pow(ply.div_ceil(2)) + moves.pow(ply / 2) - 1).sum()
}

#[test]
fn a_perfect_order_makes_the_smallest_tree() {
    for moves in 1..=6 {
        for depth in 1..=6 {
            let thought = search(moves, depth, Style::Exact);
            // Every depth from 1 on is searched; the root itself is not counted.
            let expected: u64 = (1..=depth).map(|d| smallest_tree(u64::from(moves), d)).sum();
            assert_eq!(thought.nodes, expected, "{moves} moves, depth {depth}");
            assert_eq!((thought.score, thought.best), (Score::DRAW, Some(0)));
            assert_eq!(thought.line, vec![0; depth as usize]);
        }
    }
}

/// Every position is worth the same.
struct Flat;

impl Heuristic<Fees> for Flat {
    fn evaluate(&self, _: &Fees, _: Player, _: u32) -> f64 {
        0.0
    }
    fn explain(&self, _: &Fees, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

#[test]
fn a_move_that_is_as_good_costs_no_more_than_a_worse_one() {
    for style in [Style::Exact, Style::Fast] {
        for depth in 1..=6 {
            let mut engine = AlphaBeta::new(Arc::new(Flat)).with_style(style).with_table(0);
            let thought = engine.think(&start(5), &Limits::depth(depth), &Stop::new(), &mut Ignore);
            assert_eq!(thought.nodes, search(5, depth, style).nodes, "{style:?}, depth {depth}");
            assert_eq!(thought.best, Some(0));
        }
    }
}

/// The worst order is mended by killers and history, and better still with a table.
#[test]
fn a_bad_order_is_mended_by_what_cut_before() {
    struct Backwards;
    impl MoveOrder<Fees> for Backwards {
        fn moves(&self, pos: &Fees, moves: &mut Vec<u8>) {
            moves.extend((0..pos.moves).rev());
        }
    }
    let count = |megabytes| {
        let mut engine = AlphaBeta::new(Arc::new(Paid::default()))
            .with_style(Style::Exact)
            .with_order(Arc::new(Backwards))
            .with_table(megabytes);
        let thought = engine.think(&start(5), &Limits::depth(6), &Stop::new(), &mut Ignore);
        assert_eq!((thought.score, thought.best), (Score::DRAW, Some(0)));
        thought.nodes
    };
    let best: u64 = (1..=6).map(|depth| smallest_tree(5, depth)).sum();
    let all: u64 = (1..=6).map(|depth| (1..=depth).map(|ply| 5_u64.pow(ply)).sum::<u64>()).sum();
    let (bare, remembering) = (count(0), count(8));
    assert!(remembering < bare && bare < 2 * best && bare < all / 10, "{best} {bare} {all}");
}

#[test]
fn late_moves_are_looked_at_less_deeply() {
    let deepest = |depth| {
        let paid = Arc::new(Paid::default());
        let mut engine = AlphaBeta::new(paid.clone() as Arc<dyn Heuristic<Fees>>).with_table(0);
        let _ = engine.think(&start(12), &Limits::depth(depth), &Stop::new(), &mut Ignore);
        let deepest = paid.deepest.lock().expect("nobody panics");
        deepest.values().copied().collect::<Vec<_>>()
    };
    // The first three in full, the tenth and later by two plies less once there are five.
    assert_eq!(deepest(2), [2; 12]);
    assert_eq!(deepest(3), [3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(deepest(4), [4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(deepest(5), [5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3]);
}

#[test]
fn few_moves_and_few_plies_are_searched_in_full() {
    for depth in 1..=6 {
        assert_eq!(search(3, depth, Style::Fast).nodes, search(3, depth, Style::Exact).nodes);
    }
    for depth in 1..=2 {
        assert_eq!(search(9, depth, Style::Fast).nodes, search(9, depth, Style::Exact).nodes);
    }
    for depth in 3..=5 {
        assert!(search(4, depth, Style::Fast).nodes < search(4, depth, Style::Exact).nodes);
    }
}

/// One move a position, so that depth costs nothing: the search ends by itself, well above the
/// end of its arrays.
#[test]
fn an_endless_game_has_a_bottom() {
    let thought = search(1, u32::MAX, Style::Fast);
    assert_eq!(thought.depth, MAX_PLY as u32 - 1);
    assert_eq!(thought.line.len(), MAX_PLY - 1);
    assert_eq!(search(1, 0, Style::Fast).depth, 1, "no depth at all means one ply");
    let mut engine = AlphaBeta::new(Arc::new(Paid::default())).with_table(0);
    let unlimited = engine.think(&start(1), &Limits::default(), &Stop::new(), &mut Ignore);
    assert_eq!(unlimited.depth, thought.depth);
}

/// The same game, with numbers of moves on both sides of the limit.
#[test]
fn one_ply_from_the_end_only_wide_games_use_the_table() {
    fn remembers<P: Position<Move = u8>>(
        heuristic: &dyn Heuristic<P>,
        pos: &P,
        depth: i32,
    ) -> bool {
        let mut table = Table::new(1);
        table.next_generation();
        let mut memory = Memory::new(P::MAX_INDEX);
        let mut run = fresh_run(heuristic, &mut table, &mut memory);
        let bounds = (Score::MIN.raw(), Score::MAX.raw());
        let found = run.node(&mut pos.clone(), depth, 0, bounds.0, bounds.1);
        assert!(found.is_some(), "there is no limit");
        table.get(pos.key()).is_some()
    }
    assert!(!remembers(&Paid::default(), &start(2), 1), "32 moves are few");
    assert!(remembers(&Paid::default(), &start(2), 2));
    let wide = Sums { game: 4, counts: [0; 3] };
    assert!(remembers(&Astray, &wide, 1) && remembers(&Astray, &wide, 2));
}
