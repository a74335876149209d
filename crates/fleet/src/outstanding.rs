//! Which units are with the fleet: published and not answered yet.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Units with the fleet, in order. Never more than the coordinator allows.
#[derive(Default)]
pub(crate) struct Outstanding {
    /// When each was published.
    units: BTreeMap<u64, Instant>,
    /// Publications so far: each has a number of its own, so that the broker takes none for the
    /// repetition of another.
    publications: u32,
}

impl Outstanding {
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    pub(crate) fn has(&self, unit: u64) -> bool {
        self.units.contains_key(&unit)
    }

    /// Takes note of a unit and gives its publication a number.
    pub(crate) fn publish(&mut self, unit: u64) -> u32 {
        self.publications += 1;
        self.units.insert(unit, Instant::now());
        self.publications
    }

    /// It has a result.
    pub(crate) fn answer(&mut self, unit: u64) {
        self.units.remove(&unit);
    }

    /// It must be published again.
    pub(crate) fn lose(&mut self, unit: u64) {
        self.units.remove(&unit);
    }

    /// Gives up on every unit that is older than this; they are published again.
    pub(crate) fn lose_older(&mut self, age: Duration) -> usize {
        let before = self.units.len();
        self.units.retain(|_, at| at.elapsed() < age);
        before - self.units.len()
    }

    pub(crate) fn clear(&mut self) {
        self.units.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_unit_gets_a_new_number() {
        let mut outstanding = Outstanding::default();
        let first = outstanding.publish(3);
        assert!(outstanding.has(3) && outstanding.len() == 1);
        outstanding.lose(3);
        assert!(!outstanding.has(3));
        assert_ne!(outstanding.publish(3), first);
        outstanding.answer(3);
        assert_eq!(outstanding.len(), 0);
        outstanding.publish(4);
        assert_eq!(outstanding.lose_older(Duration::from_secs(60)), 0);
        assert_eq!(outstanding.lose_older(Duration::ZERO), 1);
    }
}
