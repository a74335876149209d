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

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::Game;
    use alinea_games::{Connect4, Gomoku};

    const WINDOW: Window = Window { alpha: -3.5, beta: 8.0 };

    #[test]
    fn another_position_ply_or_window_is_another_place() {
        let mut places = Vec::new();
        for key in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            places.push(Place::of(key, 3, WINDOW));
            places.extend((0..64).map(|bit| Place::of(key ^ (1 << bit), 3, WINDOW)));
            places.extend([4, 5, 6, 8, 9].map(|ply| Place::of(key, ply, WINDOW)));
            for other in [f64::NEG_INFINITY, -1.0, 0.0, 0.5, 99_999_999.0, f64::INFINITY] {
                places.push(Place::of(key, 3, Window { alpha: other, ..WINDOW }));
                places.push(Place::of(key, 3, Window { beta: other, ..WINDOW }));
            }
        }
        let count = places.len();
        places.sort_by_key(|place| place.0);
        places.dedup();
        assert_eq!(places.len(), count);
        assert_eq!(Place::of(7, 3, WINDOW), Place::of(7, 3, WINDOW));
        // They are spread over the table.
        let mut slots: Vec<usize> = places.iter().map(Place::slot).collect();
        slots.sort_unstable();
        slots.dedup();
        assert!(slots.len() + 5 > count, "{} of {count}", slots.len());
    }

    #[test]
    fn a_memory_knows_the_nodes_of_its_search_and_no_others() {
        let mut memory: Memory<Connect4> = Memory::new();
        let [one, two] = [3, 4].map(|ply| Place::of(7, ply, WINDOW));
        assert_eq!(memory.get(&one), None);
        memory.put(one, 5.0);
        memory.put(two, -6.0);
        assert_eq!((memory.get(&one), memory.get(&two)), (Some(5.0), Some(-6.0)));
        memory.clear();
        assert_eq!((memory.get(&one), memory.get(&two)), (None, None));
        // Two nodes may fall on the same place: they are told apart, and the newer one stays.
        for search in 0..2 {
            let [old, new] = [Place(4), Place(5)];
            assert_eq!(old.slot(), new.slot());
            memory.put(old, 1.0);
            assert_eq!((memory.get(&old), memory.get(&new)), (Some(1.0), None), "{search}");
            memory.put(new, 2.0);
            assert_eq!((memory.get(&old), memory.get(&new)), (None, Some(2.0)), "{search}");
            memory.clear();
        }
        let fresh: Memory<Connect4> = Memory::new();
        assert_eq!(fresh.get(&Place(0)), None, "an empty entry is no node");
        let apart = [Place(4), Place(5)].map(|place| place.in_search(0));
        assert_ne!(apart[0], apart[1]);
    }

    #[test]
    fn a_board_left_behind_is_kept_with_its_node() {
        let mut memory: Memory<Connect4> = Memory::new();
        let place = Place::of(7, 3, WINDOW);
        assert!(memory.board(&place).is_none());
        let setup = Connect4::parse_setup("").unwrap();
        let mut desk = Desk::new(&Connect4::start(&setup));
        desk.play(2, crate::grade::choices::Board::Right);
        memory.put_with_board(place, 1.5, &desk);
        assert_eq!(memory.get(&place), Some(1.5));
        let kept = memory.board(&place).unwrap().position().to_diagram().to_string();
        assert_eq!(kept, desk.position().to_diagram().to_string());
        assert!(memory.board(&Place::of(8, 3, WINDOW)).is_none());
        // A board of Connect Four is small, one of gomoku is not.
        assert!(Memory::<Connect4>::keeps_boards() && !Memory::<Gomoku>::keeps_boards());
    }
}
