//! What the nodes of one search returned. A node is known by position, ply and window, so what is
//! found is what the search would have found, right or wrong. Where moves are not taken back, the
//! board that a node leaves behind is kept too.

use super::desk::Desk;
use alinea_search::Window;

/// Entries; the newer one of two that fall on the same place stays.
const ENTRIES: usize = 1 << 16;
/// Boards of more bytes are not kept.
const LARGE: usize = 256;

/// A node of a search: a hash of position, ply and window. All 64 bits are compared, so two nodes
/// are taken for each other about once in ten million logs, and the table stays small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place(u64);

impl Place {
    pub(super) fn of(key: u64, ply: u32, window: Window) -> Place {
        let mixed = key
            ^ window.alpha.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ window.beta.to_bits().wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29)
            ^ u64::from(ply) << 40;
        Place((mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb))
    }

    fn slot(&self) -> usize {
        (self.0 >> 48) as usize % ENTRIES
    }

    /// The place in one of many searches; never 0, which is an empty entry.
    fn in_search(self, search: u64) -> u64 {
        (self.0 ^ search.wrapping_mul(0xd6e8_feb8_6659_fd93)).max(1)
    }
}

#[derive(Clone, Copy, Default)]
struct Known {
    place: u64,
    value: f64,
}

/// The nodes of one search that are known.
pub(super) struct Memory<G> {
    known: Vec<Known>,
    /// The boards left behind, at the same places; empty until one is kept.
    boards: Vec<Option<Desk<G>>>,
    search: u64,
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
        self.search += 1;
    }

    pub(super) fn get(&self, place: &Place) -> Option<f64> {
        let known = &self.known[place.slot()];
        (known.place == place.in_search(self.search)).then_some(known.value)
    }

    /// The board that a known node left behind.
    pub(super) fn board(&self, place: &Place) -> Option<&Desk<G>> {
        self.boards.get(place.slot())?.as_ref()
    }

    pub(super) fn put(&mut self, place: Place, value: f64) {
        self.known[place.slot()] = Known { place: place.in_search(self.search), value };
    }

    /// Keeps a node with the board that it left behind.
    pub(super) fn put_with_board(&mut self, place: Place, value: f64, board: &Desk<G>) {
        self.boards.resize(ENTRIES, None);
        self.boards[place.slot()] = Some(board.clone());
        self.put(place, value);
    }
}
