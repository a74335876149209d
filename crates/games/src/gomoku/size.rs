//! The sizes of the boards of the Gomoku family.

use alinea_core::MAX_SIDE;

/// Length of a side of the board: from 5 to 22, usually 15.
///
/// ```
/// use alinea_games::gomoku::Size;
/// assert_eq!(Size::default().get(), 15);
/// assert_eq!(Size::new(20).map(Size::get), Some(20));
/// assert_eq!((Size::new(4), Size::new(23)), (None, None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size(u8);

impl Size {
    /// The shortest side: five in a row must fit.
    pub const MIN: u8 = 5;
    /// The longest side.
    pub const MAX: u8 = MAX_SIDE as u8;

    /// A board with sides of this length, if there is one.
    #[must_use]
    pub fn new(side: u8) -> Option<Size> {
        (Size::MIN..=Size::MAX).contains(&side).then_some(Size(side))
    }

    /// The side of a board that exists.
    pub(super) const fn of(side: u8) -> Size {
        debug_assert!(Size::MIN <= side && side <= Size::MAX);
        Size(side)
    }

    /// The length of a side.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Size {
        Size(15)
    }
}
