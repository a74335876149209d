//! Wins by threats in games of rows without gravity, written down as certificates: the attack
//! with the replies that matter, and one answer to all the others. See docs/certificates.md.

use alinea_core::Player;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The longest line a certificate may have.
const MAX_LINE: usize = 120;

/// A board of stones: Gomoku, standard Gomoku or m,n,k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The game as the certificate names it, such as `gomoku 15` or `mnk 6x5x4`.
    pub name: String,
    /// Columns.
    pub cols: usize,
    /// How many in a row win.
    pub k: usize,
    /// Whether longer rows do not count.
    pub exact: bool,
    /// The squares, rows from the bottom, each from the left.
    pub stones: Vec<Option<Player>>,
}

impl Squares {
    /// The square's name: the column's letter and the row from the bottom.
    #[must_use]
    pub fn square_name(&self, place: usize) -> String {
        format!("{}{}", char::from(b'a' + (place % self.cols) as u8), place / self.cols + 1)
    }

    /// The square of a name.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<usize> {
        let col = usize::from(name.bytes().next()?.checked_sub(b'a')?);
        let row = name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
        let place = row * self.cols + col;
        (col < self.cols && place < self.stones.len()).then_some(place)
    }

    /// Rows from the top, `.` empty, `x` first, `o` second.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let letter = |stone: &Option<Player>| stone.map_or('.', Player::letter);
        let rows = self.stones.chunks(self.cols).rev();
        rows.map(|row| row.iter().map(letter).collect()).collect()
    }

    /// Whether a stone of this player on a square makes a row that wins.
    fn completes(&self, place: usize, player: Player) -> bool {
        let at = |step: isize, (dc, dr): (isize, isize)| {
            let col = (place % self.cols).checked_add_signed(step * dc)?;
            let row = (place / self.cols).checked_add_signed(step * dr)?;
            if col < self.cols { *self.stones.get(row * self.cols + col)? } else { None }
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| {
            let run =
                |sign: isize| (1..).take_while(|step| at(sign * step, way) == Some(player)).count();
            let row = 1 + run(1) + run(-1);
            row == self.k || (row > self.k && !self.exact)
        })
    }

    fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stones.len()).filter(|&place| self.stones[place].is_none())
    }

    fn wins(&self, player: Player) -> Vec<usize> {
        self.empty().filter(|&place| self.completes(place, player)).collect()
    }

    /// The replies after which the hero, whose winning squares these are, does not win at once.
    fn replies(&self, wins: &[usize]) -> Vec<usize> {
        self.empty().filter(|reply| !wins.iter().any(|win| win != reply)).collect()
    }
}

/// What the hero plays, and how it goes on after each reply that does not lose at once.
#[derive(Clone, Debug)]
struct Branch {
    play: usize,
    /// Replies with an answer of their own; `None` when the hero wins at once.
    known: BTreeMap<usize, Option<Branch>>,
    /// After any other reply.
    other: Option<Box<Branch>>,
}

/// An attack that wins against every reply.
#[derive(Clone, Debug)]
pub struct Attack {
    board: Squares,
    hero: Player,
    root: Option<Branch>,
}

/// Why no attack was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttackError {
    /// The search for threats has no move somewhere.
    #[error("no win by threats was found in a position of the attack")]
    NoMove,
    /// The attack is larger than a certificate may be.
    #[error("the attack is too large for a certificate")]
    TooLarge,
}

struct Builder<'o> {
    hero: Player,
    /// The first move of a win by threats.
    oracle: &'o mut dyn FnMut(&Squares) -> Option<usize>,
    lines: usize,
    visits: u64,
}

const MAX_LINES: usize = 4_000;
const MAX_VISITS: u64 = 5_000_000;

impl Attack {
    /// The attack of `hero`, who is to move. `oracle` gives the first move of a win by threats
    /// for the hero to move; what it says is followed against every legal reply.
    pub fn build(
        board: &Squares,
        hero: Player,
        oracle: &mut dyn FnMut(&Squares) -> Option<usize>,
    ) -> Result<Self, AttackError> {
        let mut builder = Builder { hero, oracle, lines: 0, visits: 0 };
        let root = builder.attack(&mut board.clone())?;
        Ok(Self { board: board.clone(), hero, root })
    }

    /// The certificate.
    pub fn text(&self) -> Result<String, AttackError> {
        let mut lines = Vec::new();
        if let Some(root) = &self.root {
            self.write(root, "", &mut lines);
        }
        let mut text = format!("alinea certificate 1\ngame {}\n", self.board.name);
        for row in self.board.rows() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "row {row}");
        }
        let _ = writeln!(text, "strategy {} win\nlines {}", self.hero, lines.len());
        for line in lines {
            if line.len() > MAX_LINE {
                return Err(AttackError::TooLarge);
            }
            let _ = writeln!(text, "{line}");
        }
        text.push_str("end\n");
        Ok(text)
    }

    fn write(&self, branch: &Branch, path: &str, lines: &mut Vec<String>) {
        let shown = if path.is_empty() { "-" } else { path };
        lines.push(format!("{shown} {}", self.board.square_name(branch.play)));
        let dot = if path.is_empty() { "" } else { "." };
        for (reply, next) in &branch.known {
            if let Some(next) = next {
                let reply = self.board.square_name(*reply);
                self.write(next, &format!("{path}{dot}{reply}"), lines);
            }
        }
        if let Some(other) = &branch.other {
            self.write(other, &format!("{path}{dot}*"), lines);
        }
    }
}

impl Builder<'_> {
    /// The attack in a position with the hero to move; nothing when it wins at once.
    fn attack(&mut self, board: &mut Squares) -> Result<Option<Branch>, AttackError> {
        if !board.wins(self.hero).is_empty() {
            return Ok(None);
        }
        self.lines += 1;
        if self.lines > MAX_LINES {
            return Err(AttackError::TooLarge);
        }
        let play = (self.oracle)(board).ok_or(AttackError::NoMove)?;
        let mut branch = Branch { play, known: BTreeMap::new(), other: None };
        board.stones[play] = Some(self.hero);
        let found = self.answers(board, &mut branch);
        board.stones[play] = None;
        found.map(|()| Some(branch))
    }

    /// Fills in how a branch goes on after each reply.
    fn answers(&mut self, board: &mut Squares, branch: &mut Branch) -> Result<(), AttackError> {
        if !board.wins(self.hero.other()).is_empty() {
            return Err(AttackError::NoMove);
        }
        let replies = board.replies(&board.wins(self.hero));
        if replies.len() > 1 {
            // What wins against a stone far away wins against most others.
            let far = replies.iter().copied().max_by_key(|&reply| self.distance(board, reply));
            let far = far.ok_or(AttackError::NoMove)?;
            branch.other = self.after(board, far, Self::attack)?.map(Box::new);
        }
        for reply in replies {
            let held = match &branch.other {
                Some(other) => {
                    let other = other.clone();
                    self.after(board, reply, |builder, board| builder.holds(board, &other))?
                }
                None => false,
            };
            if !held {
                let next = self.after(board, reply, Self::attack)?;
                branch.known.insert(reply, next);
            }
        }
        Ok(())
    }

    fn after<T>(
        &mut self,
        board: &mut Squares,
        reply: usize,
        then: impl FnOnce(&mut Self, &mut Squares) -> Result<T, AttackError>,
    ) -> Result<T, AttackError> {
        board.stones[reply] = Some(self.hero.other());
        let found = then(self, board);
        board.stones[reply] = None;
        found
    }

    /// Whether a branch wins in a position it was not made for.
    fn holds(&mut self, board: &mut Squares, branch: &Branch) -> Result<bool, AttackError> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err(AttackError::TooLarge);
        }
        if !board.wins(self.hero).is_empty() {
            return Ok(true);
        }
        if board.stones[branch.play].is_some() {
            return Ok(false);
        }
        board.stones[branch.play] = Some(self.hero);
        let found = self.holds_after(board, branch);
        board.stones[branch.play] = None;
        found
    }

    fn holds_after(&mut self, board: &mut Squares, branch: &Branch) -> Result<bool, AttackError> {
        if !board.wins(self.hero.other()).is_empty() {
            return Ok(false);
        }
        for reply in board.replies(&board.wins(self.hero)) {
            let next = match branch.known.get(&reply) {
                Some(Some(next)) => Some(next),
                Some(None) | None => branch.other.as_deref(),
            };
            let held = self.after(board, reply, |builder, board| match next {
                Some(next) => builder.holds(board, next),
                None => Ok(!board.wins(builder.hero).is_empty()),
            })?;
            if !held {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How far a square is from the hero's stones.
    fn distance(&self, board: &Squares, place: usize) -> usize {
        let own = (0..board.stones.len()).filter(|&at| board.stones[at].is_some());
        let apart = |at: usize| {
            let cols = (at % board.cols).abs_diff(place % board.cols);
            cols.max((at / board.cols).abs_diff(place / board.cols))
        };
        own.map(apart).min().unwrap_or(0)
    }
}
