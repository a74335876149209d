//! The border with JavaScript: the functions of the module, and those it asks the worker for.
//! The only module of the crate with unsafe code.
#![allow(unsafe_code)]

use crate::carrier::Carrier;
#[cfg(not(feature = "first"))]
use alinea_engines::gomoku::engine::Net;
use std::cell::{Cell, RefCell};
use std::time::Duration;

thread_local! {
    static CARRIER: RefCell<Carrier> = RefCell::default();
    /// Where the worker writes what it asks, and where answers lie until it has read them.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// When the question under way must end, whether or not the page asks for it.
    static END: Cell<Duration> = const { Cell::new(Duration::MAX) };
}

#[link(wasm_import_module = "alinea")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    fn now() -> f64;
    /// Whether the page asked the search to end: 0 or 1.
    fn stopped() -> u32;
    /// Passes on a piece of an answer: its event's name and its JSON.
    fn tell(name: *const u8, name_len: usize, json: *const u8, json_len: usize);
}

/// Time since some moment.
pub(crate) fn clock() -> Duration {
    // SAFETY: a function of the worker without arguments; it reads its clock.
    Duration::from_secs_f64(unsafe { now() }.max(0.0) / 1000.0)
}

/// Ends the question under way after this time at the latest.
pub(crate) fn end_after(time: Duration) {
    END.with(|end| end.set(clock().saturating_add(time)));
}

/// Whether the search is to end: the page asked for it, or its time is over.
pub(crate) fn is_stopped() -> bool {
    // SAFETY: a function of the worker without arguments; it reads a flag.
    let asked = unsafe { stopped() != 0 };
    asked || END.with(|end| clock() >= end.get())
}

/// Passes on a piece of an answer.
pub(crate) fn pass_on(name: &str, json: &str) {
    // SAFETY: both texts outlive the call; the worker only reads them during it.
    unsafe { tell(name.as_ptr(), name.len(), json.as_ptr(), json.len()) }
}

/// Prepares the module; to be called once, before anything else.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start() {
    alinea_search::set_clock(clock);
    alinea_search::Stop::set_poll(is_stopped);
}

/// Makes room for a text of this length and says where it is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_ptr()
    })
}

/// Answers the request in the room: its route, a line break, its body. Answers go out through
/// `tell`; the last one is `end` or `error`.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() {
    let input = INPUT.take();
    CARRIER.with_borrow_mut(|carrier| carrier.ask(&input));
}

/// Takes the Gomoku engine's network in the room, for the rule that it names: 1, or 0 where it is
/// not whole or of another version.
#[cfg(not(feature = "first"))]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn weights() -> u32 {
    u32::from(Net::give(&INPUT.take()).is_ok())
}

/// Takes the heuristic file in the room: its name, a line break, its text. An empty text takes
/// it away.
#[cfg(not(feature = "games"))]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn file() {
    let input = INPUT.take();
    CARRIER.with_borrow_mut(|carrier| carrier.file(&input));
}
