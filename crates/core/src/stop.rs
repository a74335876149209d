//! How to end a search, or other long work, from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared with running work; setting it makes a search answer at once.
///
/// ```
/// use alinea_core::Stop;
/// let stop = Stop::new();
/// let shared = stop.clone();
/// let work = std::thread::spawn(move || while !shared.is_set() {});
/// stop.stop();
/// work.join().unwrap();
/// assert!(stop.is_set());
/// assert!(!Stop::new().is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks all work that holds this flag to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    #[inline]
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) || asked_outside()
    }

    /// Asks this function too whenever a flag is looked at.
    ///
    /// A program of one thread cannot set its own flags while it searches, so whoever runs it
    /// says that the end was asked for.
    #[cfg(target_family = "wasm")]
    pub fn set_poll(poll: fn() -> bool) {
        POLL.with(|known| known.set(Some(poll)));
    }
}

#[cfg(target_family = "wasm")]
thread_local! {
    static POLL: std::cell::Cell<Option<fn() -> bool>> = const { std::cell::Cell::new(None) };
}

#[cfg(target_family = "wasm")]
fn asked_outside() -> bool {
    POLL.with(|poll| poll.get().is_some_and(|poll| poll()))
}

#[cfg(not(target_family = "wasm"))]
const fn asked_outside() -> bool {
    false
}
