//! What the nodes of one search returned. A node is known by position, ply and window, so what is
//! found is what the search would have found, right or wrong. Where moves are not taken back, the
//! board that a node leaves behind is kept too.

use super::desk::Desk;
use alinea_search::Window;

/// Entries; the newer one of two that fall on the same place stays.
const ENTRIES: usize = 1 << 16;
/// Boards of more bytes are not kept.
const LARGE: usize = 256;

/// A node of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    key: u64,
    alpha: u64,
    beta: u64,
    ply: u32,
}

impl Place {
    pub(super) fn of(key: u64, ply: u32, window: Window) -> Place {
        Place { key, alpha: window.alpha.to_bits(), beta: window.beta.to_bits(), ply }
    }

    fn slot(&self) -> usize {
        let mixed = self.key
            ^ self.alpha.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.beta.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29)
            ^ u64::from(self.ply) << 40;
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 48) as usize % ENTRIES
    }
}

#[derive(Clone, Copy, Default)]
struct Known {
    place: Place,
    value: f64,
    search: u32,
}

/// The nodes of one search that are known.
pub(super) struct Memory<G> {
    known: Vec<Known>,
    /// The boards left behind, at the same places; empty until one is kept.
    boards: Vec<Option<Desk<G>>>,
    search: u32,
}

impl<G: Clone> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        Memory { known: vec![Known::default(); ENTRIES], boards: Vec::new(), search: 0 }
    }

    /// Whether boards of this game can be kept.
    pub(super) const fn keeps_boards() -> bool {
        size_of::<Desk<G>>() <= LARGE
    }

    /// Forgets everything, for another search.
    pub(super) fn clear(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.known.fill(Known::default());
            1
        });
    }

    pub(super) fn get(&self, place: &Place) -> Option<f64> {
        let known = &self.known[place.slot()];
        (known.search == self.search && known.place == *place).then_some(known.value)
    }

    /// The board that a known node left behind.
    pub(super) fn board(&self, place: &Place) -> Option<&Desk<G>> {
        self.boards.get(place.slot())?.as_ref()
    }

    pub(super) fn put(&mut self, place: Place, value: f64) {
        self.known[place.slot()] = Known { place, value, search: self.search };
    }

    /// Keeps a node with the board that it left behind.
    pub(super) fn put_with_board(&mut self, place: Place, value: f64, board: &Desk<G>) {
        self.boards.resize(ENTRIES, None);
        self.boards[place.slot()] = Some(board.clone());
        self.put(place, value);
    }
}
