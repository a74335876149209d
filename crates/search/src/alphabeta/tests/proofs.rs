//! Draws proven without a heuristic, in a game that is short for a proof and long for a search:
//! positions differ by the way that led to them, and their images by symmetry do not.

use super::*;
use crate::{MoveOrder, Observer};
use std::collections::HashMap;

const LAST: u8 = 20;

/// Count up three numbers in turns. Some triples of numbers, in whatever order, end the game.
#[derive(Clone)]
struct Ways {
    game: u64,
    counts: [u8; 3],
    played: u64,
}

impl Ways {
    /// Three moves from the start, where the moves differ.
    fn new(game: u64) -> Ways {
        Ways { game, counts: [1, 2, 0], played: SplitMix64::mix(77) }
    }

    fn sorted(&self) -> [u8; 3] {
        let mut sorted = self.counts;
        sorted.sort_unstable();
        sorted
    }

    /// Who can still win, and who will, for each triple that can be reached from here.
    fn judge(&self, known: &mut HashMap<[u8; 3], Judged>) -> Judged {
        if let Some(&judged) = known.get(&self.sorted()) {
            return judged;
        }
        let judged = if let Some(outcome) = self.outcome() {
            let winner = outcome.winner();
            Judged { winner, can_win: Player::BOTH.map(|player| winner == Some(player)) }
        } else {
            let children = [0, 1, 2].map(|mv| {
                let mut child = self.clone();
                child.play_unchecked(mv);
                child.judge(known)
            });
            let has = |winner| children.iter().any(|child| child.winner == winner);
            let me = self.turn();
            let winner = if has(Some(me)) {
                Some(me)
            } else if has(None) {
                None
            } else {
                Some(me.other())
            };
            let can_win = [0, 1].map(|i| children.iter().any(|child| child.can_win[i]));
            Judged { winner, can_win }
        };
        known.insert(self.sorted(), judged);
        judged
    }
}

#[derive(Clone, Copy, Debug)]
struct Judged {
    winner: Option<Player>,
    can_win: [bool; 2],
}

impl Grid for Ways {
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

impl Position for Ways {
    type Move = u8;
    type Undo = (u8, u64);
    const MAX_INDEX: usize = 3;

    fn turn(&self) -> Player {
        if self.ply().is_multiple_of(2) { Player::First } else { Player::Second }
    }
    fn outcome(&self) -> Option<Outcome> {
        let [a, b, c] = self.sorted().map(u64::from);
        let number = SplitMix64::mix(self.game << 32 ^ a << 16 ^ b << 8 ^ c);
        if self.ply() >= 12 && number.is_multiple_of(5) {
            let winner = if number >> 40 & 1 == 0 { Player::First } else { Player::Second };
            return Some(Outcome::Win(winner));
        }
        (self.ply() >= u32::from(LAST)).then_some(Outcome::Draw)
    }
    fn ply(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        if self.outcome().is_none() {
            moves.extend(0..3);
        }
    }
    fn is_legal(&self, mv: u8) -> bool {
        mv < 3 && self.outcome().is_none()
    }
    fn refusal(&self, mv: u8) -> Option<Message> {
        (!self.is_legal(mv)).then(|| Message::new("refusal.off-board"))
    }
    fn play_unchecked(&mut self, mv: u8) -> (u8, u64) {
        let undo = (mv, self.played);
        self.counts[usize::from(mv)] += 1;
        self.played = SplitMix64::mix(self.played ^ u64::from(mv + 1));
        undo
    }
    fn undo(&mut self, (mv, played): (u8, u64)) {
        self.counts[usize::from(mv)] -= 1;
        self.played = played;
    }
    fn key(&self) -> u64 {
        self.played
    }
    /// Small numbers that differ in few bits: the table must not mix them up.
    fn symmetric_key(&self) -> u64 {
        let [a, b, c] = self.sorted().map(u64::from);
        a << 10 | b << 5 | c
    }
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

struct Noise;

impl Heuristic<Ways> for Noise {
    fn evaluate(&self, pos: &Ways, player: Player, _: u32) -> f64 {
        let value = (pos.played >> 20) % 1000;
        if player == Player::First { value as f64 } else { -(value as f64) }
    }
    fn explain(&self, _: &Ways, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

/// Every move, and the truth about who can still win.
struct Knowing(HashMap<[u8; 3], Judged>);

impl MoveOrder<Ways> for Knowing {
    fn moves(&self, pos: &Ways, moves: &mut Vec<u8>) {
        pos.legal_moves(moves);
    }
    fn is_complete(&self) -> bool {
        true
    }
    fn can_win(&self, pos: &Ways, player: Player) -> bool {
        self.0[&pos.sorted()].can_win[player.index()]
    }
}

/// Every move, but without the promise that these are all.
struct Unsure;

impl MoveOrder<Ways> for Unsure {
    fn moves(&self, pos: &Ways, moves: &mut Vec<u8>) {
        pos.legal_moves(moves);
    }
}

#[derive(Default)]
struct Heard(Vec<Thought<u8>>);

impl Observer<u8> for Heard {
    fn iteration(&mut self, thought: &Thought<u8>) {
        self.0.push(thought.clone());
    }
}

fn engine() -> AlphaBeta<Ways> {
    AlphaBeta::new(Arc::new(Noise) as Arc<dyn Heuristic<Ways>>).with_table(1)
}

fn judged(game: u64) -> (Option<Player>, HashMap<[u8; 3], Judged>) {
    let mut known = HashMap::new();
    let winner = Ways::new(game).judge(&mut known).winner;
    (winner, known)
}

/// Enough for several depths beyond the first proof and not for the whole tree.
const NODES: Limits = Limits {
    depth: None,
    nodes: Some(90_000),
    time: None,
    lines: 1,
    purpose: crate::Purpose::Play,
};

#[test]
fn a_draw_is_proven_exactly_where_the_game_is_drawn() {
    let (mut drawn, mut shorter) = (0, 0);
    for game in 0..24 {
        let (winner, known) = judged(game);
        let pos = Ways::new(game);
        let knowing = engine().with_order(Arc::new(Knowing(known.clone()))).proving_draws();
        let mut spent = Vec::new();
        for mut engine in [engine().proving_draws(), knowing] {
            let mut heard = Heard::default();
            let thought = engine.think(&pos, &NODES, &Stop::new(), &mut heard);
            assert_eq!(thought.proven && thought.score == Score::DRAW, winner.is_none(), "{game}");
            assert_eq!(thought.score.win().is_some(), thought.proven && winner == Some(pos.turn()));
            let last = heard.0.last().expect("one depth at least");
            assert!(winner.is_some() || thought.says_the_same(last));
            if winner.is_none() {
                spent.push(thought.nodes);
                tells_a_draw(&pos, &thought, &heard.0);
                let mut child = pos.clone();
                child.play_unchecked(thought.best.expect("the game goes on"));
                assert_eq!(known[&child.sorted()].winner, None, "its move keeps the draw");
            }
        }
        drawn += u32::from(winner.is_none());
        shorter += u32::from(spent.windows(2).any(|pair| pair[1] < pair[0]));
    }
    assert!((4..=20).contains(&drawn), "games of both kinds are needed: {drawn} of 24");
    assert!(4 * shorter > 3 * drawn, "who cannot win need not be searched: {shorter}");
}

/// What is told of a proven draw is whole, and goes on from the last depth.
fn tells_a_draw(pos: &Ways, thought: &Thought<u8>, heard: &[Thought<u8>]) {
    let best = thought.best.expect("the game goes on");
    assert!(pos.is_legal(best));
    assert_eq!(thought.line, [best]);
    let [only] = thought.moves.as_slice() else { panic!("one move: {:?}", thought.moves) };
    assert_eq!((only.mv, only.score, only.proven), (best, Score::DRAW, true));
    assert_eq!(only.line, [best]);
    let [.., before, proof] = heard else { panic!("a proof follows a depth") };
    assert!(!before.proven && before.depth == proof.depth && proof.depth == thought.depth);
    assert!(before.nodes >= 20_000, "short searches are not worth a proof");
    // The proof has as many nodes as were spent before it.
    assert!(proof.nodes > before.nodes && proof.nodes <= 2 * before.nodes);
    assert!(proof.elapsed > before.elapsed && !before.elapsed.is_zero());
}

#[test]
fn nothing_is_proven_by_a_search_that_was_not_asked_to_or_does_not_see_all_moves() {
    for game in (0..24).filter(|&game| judged(game).0.is_none()).take(6) {
        let pos = Ways::new(game);
        let proof = engine().proving_draws().think(&pos, &NODES, &Stop::new(), &mut Ignore);
        assert!(proof.proven);
        let engines = [
            engine(),
            engine().with_style(Style::Exact).proving_draws(),
            engine().with_order(Arc::new(Unsure)).proving_draws(),
        ];
        for mut engine in engines {
            let limits = Limits::nodes(proof.nodes);
            let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
            assert!(!thought.proven && thought.nodes == proof.nodes, "it searches on");
        }
    }
}

/// Near the end the whole tree is searched, and a draw needs no proof of its own.
#[test]
fn a_whole_tree_proves_a_draw_where_the_order_is_complete() {
    let (mut drawn, mut all) = (0, 0);
    for game in 0..40 {
        let (_, known) = judged(game);
        let mut pos = Ways::new(game);
        for mv in [2, 0, 1, 2, 0, 1, 0, 2, 1, 0, 2, 2, 1, 0] {
            if pos.outcome().is_none() {
                pos.play_unchecked(mv);
            }
        }
        if pos.outcome().is_some() {
            continue;
        }
        let winner = known[&pos.sorted()].winner;
        for (mut engine, is_complete) in
            [(engine(), true), (engine().with_order(Arc::new(Unsure)), false)]
        {
            let thought = engine.think(&pos, &Limits::depth(6), &Stop::new(), &mut Ignore);
            assert_eq!(thought.score.is_decided(), winner.is_some());
            assert_eq!(thought.proven, is_complete || winner.is_some(), "game {game}");
            // Nothing is left to find below the end, so it does not go on to the sixth ply.
            assert_eq!(thought.depth <= 3, thought.proven);
        }
        drawn += u32::from(winner.is_none());
        all += 1;
    }
    assert!(0 < drawn && drawn < all, "{drawn} of {all}");
}

/// The search may like a move that loses later than it sees; the proof knows one that does not.
#[test]
fn the_move_of_a_proven_draw_keeps_it_whatever_the_search_preferred() {
    let mut corrected = 0;
    for game in [21, 30, 102, 124, 154, 182] {
        let (winner, known) = judged(game);
        let pos = Ways::new(game);
        let loses = |best: Option<u8>| {
            let mut child = pos.clone();
            child.play_unchecked(best.expect("the game goes on"));
            known[&child.sorted()].winner.is_some()
        };
        assert!(winner.is_none() && (0..3).any(|mv| loses(Some(mv))), "a draw that can be lost");
        let mut heard = Heard::default();
        let thought = engine().proving_draws().think(&pos, &NODES, &Stop::new(), &mut heard);
        assert!(thought.proven && !loses(thought.best), "game {game}");
        let [.., before, _] = heard.0.as_slice() else { panic!("a proof follows a depth") };
        corrected += u32::from(loses(before.best));
    }
    assert!(corrected >= 3, "the search must have been wrong sometimes: {corrected}");
}
