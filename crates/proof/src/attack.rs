//! Wins in games of rows without gravity, written down as certificates: the attack with the
//! replies that matter, and one answer to all the others. See docs/certificates.md.

use crate::certificate::MAX_BYTES;
use alinea_core::{Cell, Player, Position};
use alinea_engines::gomoku::engine::PatternRule;
use alinea_engines::gomoku::engine::threats::Attacks;
use alinea_games::gomoku::Board;
use alinea_games::lines::LineBoard;
use alinea_search::{Limits, Stop};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

/// A board of stones that are put on any empty square.
pub(crate) trait Squares: Position<Move = Cell> + LineBoard + Clone {}

impl<G: Position<Move = Cell> + LineBoard + Clone> Squares for G {}

/// All squares, row by row.
fn squares<G: Squares>(board: &G) -> impl Iterator<Item = Cell> + use<G> {
    let (cols, rows) = (board.cols(), board.rows());
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(col, row)))
}

/// Where this player completes a row.
fn wins(board: &impl Squares, player: Player) -> Vec<Cell> {
    let empty = squares(board).filter(|&cell| board.at(cell).is_none());
    empty.filter(|&cell| board.completes(cell, player)).collect()
}

/// What the hero plays, and how it goes on after each reply that does not lose at once.
#[derive(Clone, Debug)]
struct Branch {
    play: Cell,
    /// Replies with an answer of their own.
    known: BTreeMap<Cell, Branch>,
    /// After any other reply.
    other: Option<Box<Branch>>,
    /// Whether some sequence of replies comes here.
    used: bool,
}

/// An attack that wins against every reply.
#[derive(Clone, Debug)]
pub struct Attack {
    game: String,
    rows: Vec<String>,
    hero: Player,
    root: Option<Branch>,
}

/// Why no attack was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttackError {
    /// The search for a win has no move somewhere.
    #[error("no win was found in a position of the attack")]
    NoMove,
    /// The attack is larger than a certificate may be.
    #[error("the attack is too large for a certificate")]
    TooLarge,
}

/// The hero's move, and how the game may go on: a reply, the hero's next move and so forth.
pub(crate) type Advice = Vec<Cell>;

struct Builder<'o, G> {
    hero: Player,
    oracle: &'o mut dyn FnMut(&G) -> Option<Advice>,
    lines: usize,
    visits: u32,
}

/// No line of a certificate is shorter than `0 - a1` and its line feed.
const MAX_LINES: usize = MAX_BYTES / 7;
/// How many positions are played out to see whether an answer wins against one more reply.
const MAX_VISITS: u32 = 20_000;
/// How many positions a whole attack may have; a checker visits about as many.
const MAX_WALK: u32 = 20_000_000;
/// How many answers are tried as the answer to all other replies.
const MAX_CANDIDATES: usize = 8;

impl Attack {
    /// The attack of the player to move, by the threat search: what it plays, followed against
    /// every legal reply. The limit of time is for the whole, that of nodes for each position.
    pub fn by_threats<R: PatternRule>(
        board: &Board<R>,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Self, AttackError> {
        let deadline = limits.time.map(|time| Instant::now() + time);
        let halt = || stop.is_set() || deadline.is_some_and(|end| Instant::now() >= end);
        let mut attacks = Attacks::new(limits, &halt);
        let game = format!("{} {}", R::NAME, board.size());
        Self::build(game, board, &mut |board| attacks.line(board))
    }

    /// The attack of the player to move, who is called the hero. `oracle` gives the first moves
    /// of a win of the hero; what it says is followed against every legal reply.
    pub(crate) fn build<G: Squares>(
        game: String,
        board: &G,
        oracle: &mut dyn FnMut(&G) -> Option<Advice>,
    ) -> Result<Self, AttackError> {
        let hero = board.turn();
        let mut builder = Builder { hero, oracle, lines: 0, visits: 0 };
        let mut root = builder.attack(&mut board.clone(), &[])?;
        if let Some(root) = &mut root {
            builder.visits = 0;
            builder.walk(&mut board.clone(), root)?;
            root.prune();
        }
        let letter = |col, row| board.at(Cell::new(col, row)).map_or('.', Player::letter);
        let row = |row| (0..board.cols()).map(|col| letter(col, row)).collect();
        Ok(Self { game, rows: (0..board.rows()).rev().map(row).collect(), hero, root })
    }

    /// How many lines the certificate has.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.root.as_ref().map_or(0, Branch::lines)
    }

    /// The certificate.
    pub fn text(&self) -> Result<String, AttackError> {
        let mut text = format!("alinea certificate 1\ngame {}\n", self.game);
        // Writing to a string cannot fail.
        for row in &self.rows {
            let _ = writeln!(text, "row {row}");
        }
        let _ = writeln!(text, "strategy {} win\nlines {}", self.hero, self.lines());
        if let Some(root) = &self.root {
            root.write(0, "-", &mut text);
        }
        text.push_str("end\n");
        if text.len() > MAX_BYTES { Err(AttackError::TooLarge) } else { Ok(text) }
    }
}

impl Branch {
    /// Drops the branches that nothing comes to.
    fn prune(&mut self) {
        self.known.retain(|_, branch| branch.used);
        self.other = self.other.take().filter(|other| other.used);
        self.known.values_mut().for_each(Self::prune);
        if let Some(other) = &mut self.other {
            other.prune();
        }
    }

    fn lines(&self) -> usize {
        let known = self.known.values().map(Self::lines).sum::<usize>();
        1 + known + self.other.as_ref().map_or(0, |other| other.lines())
    }

    fn write(&self, depth: usize, reply: &str, text: &mut String) {
        let _ = writeln!(text, "{depth} {reply} {}", self.play);
        for (reply, next) in &self.known {
            next.write(depth + 1, &reply.to_string(), text);
        }
        if let Some(other) = &self.other {
            other.write(depth + 1, "*", text);
        }
    }
}

impl<G: Squares> Builder<'_, G> {
    /// The attack in a position with the hero to move; nothing when it wins at once. `hint` is
    /// a move that a win seen before goes on with.
    fn attack(&mut self, board: &mut G, hint: &[Cell]) -> Result<Option<Branch>, AttackError> {
        if !wins(board, self.hero).is_empty() {
            return Ok(None);
        }
        let lines = self.lines;
        if hint.first().is_some_and(|&cell| board.is_legal(cell)) {
            match self.branch(board, hint) {
                Err(AttackError::NoMove) => self.lines = lines,
                found => return found.map(Some),
            }
        }
        let advice = (self.oracle)(board).ok_or(AttackError::NoMove)?;
        self.branch(board, &advice).map(Some)
    }

    /// The attack that begins with the first move of `advice`.
    fn branch(&mut self, board: &mut G, advice: &[Cell]) -> Result<Branch, AttackError> {
        self.lines += 1;
        if self.lines > MAX_LINES {
            return Err(AttackError::TooLarge);
        }
        let play = *advice.first().ok_or(AttackError::NoMove)?;
        if !board.is_legal(play) {
            return Err(AttackError::NoMove);
        }
        let mut branch = Branch { play, known: BTreeMap::new(), other: None, used: false };
        let undo = board.play_unchecked(play);
        let found = self.answers(board, advice, &mut branch);
        board.undo(undo);
        found.map(|()| branch)
    }

    /// Fills in how a branch goes on after each reply.
    fn answers(
        &mut self,
        board: &mut G,
        advice: &[Cell],
        branch: &mut Branch,
    ) -> Result<(), AttackError> {
        let replies = self.replies(board).ok_or(AttackError::NoMove)?;
        if replies.len() > 1 {
            // What wins against a stone far away wins against most others.
            let far = replies.iter().copied().max_by_key(|&reply| distance(board, reply));
            let far = far.ok_or(AttackError::NoMove)?;
            branch.other = after(board, far, |board| self.attack(board, &[]))?.map(Box::new);
        }
        for &reply in &replies {
            if let Some(other) = branch.other.as_deref()
                && self.holds_after(board, reply, other)
            {
                continue;
            }
            let expected = advice.get(1) == Some(&reply);
            let hint = if expected { &advice[2..] } else { &[] };
            if let Some(next) = after(board, reply, |board| self.attack(board, hint))? {
                branch.known.insert(reply, next);
            }
        }
        self.shorten(board, &replies, branch);
        Ok(())
    }

    /// Takes the answer to one reply as the answer to all others where that makes fewer lines.
    fn shorten(&mut self, board: &mut G, replies: &[Cell], branch: &mut Branch) {
        let Some(other) = &branch.other else { return };
        let mut candidates: Vec<&Branch> = branch.known.values().collect();
        candidates.sort_by_key(|candidate| candidate.lines());
        candidates.truncate(MAX_CANDIDATES);
        let mut best = (branch.lines(), None);
        for candidate in candidates {
            let own = |reply: &Cell| branch.known.get(reply).unwrap_or(other);
            let mut lines = 1 + candidate.lines();
            let mut known = BTreeMap::new();
            for reply in replies {
                if lines >= best.0 {
                    break;
                }
                if !self.holds_after(board, *reply, candidate) {
                    lines += own(reply).lines();
                    known.insert(*reply, own(reply).clone());
                }
            }
            if lines < best.0 {
                best = (lines, Some((known, candidate.clone())));
            }
        }
        if let (_, Some((known, other))) = best {
            branch.known = known;
            branch.other = Some(Box::new(other));
        }
    }

    /// Whether a branch wins after a reply it was not made for.
    fn holds_after(&mut self, board: &mut G, reply: Cell, branch: &Branch) -> bool {
        self.visits = 0;
        after(board, reply, |board| self.holds(board, branch))
    }

    /// The opponent's replies after which the hero does not complete a row at once. Nothing
    /// when the hero's last move was wrong: the opponent completes a row, or has no reply.
    fn replies(&self, board: &mut G) -> Option<Vec<Cell>> {
        let mut replies = Vec::new();
        board.legal_moves(&mut replies);
        if replies.is_empty() || !wins(board, self.hero.other()).is_empty() {
            return None;
        }
        let wins = wins(board, self.hero);
        if !wins.is_empty() {
            replies.retain(|&reply| {
                let mut left = wins.iter().filter(|&&win| win != reply);
                // A stone at the end of a row may stop it in caro.
                after(board, reply, |board| !left.any(|&win| board.completes(win, self.hero)))
            });
        }
        Some(replies)
    }

    /// Whether a branch wins in a position it was not made for.
    fn holds(&mut self, board: &mut G, branch: &Branch) -> bool {
        self.visits += 1;
        if !wins(board, self.hero).is_empty() {
            return true;
        }
        if self.visits > MAX_VISITS || !board.is_legal(branch.play) {
            return false;
        }
        let undo = board.play_unchecked(branch.play);
        let found = self.replies(board).is_some_and(|replies| {
            replies.into_iter().all(|reply| {
                let next = branch.known.get(&reply).or(branch.other.as_deref());
                next.is_some_and(|next| after(board, reply, |board| self.holds(board, next)))
            })
        });
        board.undo(undo);
        found
    }
}

impl<G: Squares> Builder<'_, G> {
    /// Marks every branch that some sequence of replies comes to: an answer that serves many
    /// replies may have been made for more than can happen there.
    fn walk(&mut self, board: &mut G, branch: &mut Branch) -> Result<(), AttackError> {
        self.visits += 1;
        if self.visits > MAX_WALK {
            return Err(AttackError::TooLarge);
        }
        branch.used = true;
        let undo = board.play_unchecked(branch.play);
        for reply in self.replies(board).ok_or(AttackError::NoMove)? {
            let other = branch.other.as_deref_mut();
            let next = branch.known.get_mut(&reply).or(other).ok_or(AttackError::NoMove)?;
            after(board, reply, |board| self.walk(board, next))?;
        }
        board.undo(undo);
        Ok(())
    }
}

/// What is found after a reply, which is taken back.
fn after<G: Squares, T>(board: &mut G, reply: Cell, then: impl FnOnce(&mut G) -> T) -> T {
    let undo = board.play_unchecked(reply);
    let found = then(board);
    board.undo(undo);
    found
}

/// How far a square is from the nearest stone.
fn distance(board: &impl Squares, cell: Cell) -> u8 {
    let stones = squares(board).filter(|&at| board.at(at).is_some());
    let apart = |at: Cell| at.col.abs_diff(cell.col).max(at.row.abs_diff(cell.row));
    stones.map(apart).min().unwrap_or(0)
}
