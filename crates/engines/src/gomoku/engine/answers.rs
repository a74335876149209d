//! What answers the threat of five: the home of this question for every search.

use super::classes::Class;
use super::pattern::Pattern;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use alinea_core::Player;

/// The legal stones after which the other player has no point of five left. A five is stopped on its point or, in
/// caro, at the one end that would close it, so there are never more than two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    cells: [Point; 2],
}

impl Answers {
    const NONE: Answers = Answers { cells: [Point::NONE; 2] };

    /// Whether nothing stops the five.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.cells[0] == Point::NONE
    }

    /// Whether there is a choice.
    #[inline]
    pub(super) fn are_two(&self) -> bool {
        self.cells[1] != Point::NONE
    }

    /// Whether a cell is among them.
    #[inline]
    pub(super) fn has(&self, cell: Point) -> bool {
        self.cells.contains(&cell)
    }

    /// The cells; the point of five itself first.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.cells.into_iter().take_while(|cell| *cell != Point::NONE)
    }

    fn of(cells: impl IntoIterator<Item = Point>) -> Answers {
        let mut answers = Answers::NONE;
        for (slot, cell) in answers.cells.iter_mut().zip(cells) {
            *slot = cell;
        }
        answers
    }
}

impl<R: PatternRule> PatternBoard<R> {
    /// What the player to move can do against the fives that the other threatens; asked only where there is one.
    #[inline]
    pub(super) fn five_answers(&mut self) -> Answers {
        let foe = self.turn().other();
        debug_assert!(self.count(foe, Class::Five) > 0);
        if R::CLOSES {
            return self.closing_answers(foe);
        }
        if self.count(foe, Class::Five) > 1 {
            return Answers::NONE;
        }
        let cell = self.five_cell(foe);
        Answers::of(self.may_play(cell).then_some(cell))
    }

    /// The cells that stop every five of the attacker, where a five closed at both ends is none.
    fn closing_answers(&self, attacker: Player) -> Answers {
        let mut all: Option<Answers> = None;
        for point in self.fours(attacker).iter() {
            for dir in (0..4).filter(|dir| self.pattern(attacker, point, *dir) == Pattern::Five) {
                let end = self.closing_end(attacker, point, dir);
                let stops = Answers::of([Some(point), end].into_iter().flatten());
                let both = all
                    .map_or(stops, |all| Answers::of(all.iter().filter(|cell| stops.has(*cell))));
                if both.is_empty() {
                    return both;
                }
                all = Some(both);
            }
        }
        all.unwrap_or(Answers::NONE)
    }

    /// The empty end of a five to be whose other end holds an enemy stone already: a second one closes it.
    fn closing_end(&self, attacker: Player, point: Point, dir: usize) -> Option<Point> {
        let own = attacker.index() as u64 + 1;
        let enemy = attacker.other().index() as u64 + 1;
        let [left, right] = [-1, 1].map(|sign| {
            let step = (1..5).find(|step| self.along(point, dir, sign * step) != own);
            sign * step.unwrap_or(5)
        });
        [(left, right), (right, left)]
            .into_iter()
            .find(|(held, free)| {
                self.along(point, dir, *held) == enemy && self.along(point, dir, *free) == 0
            })
            .map(|(_, free)| point.along(dir, free))
    }
}
