//! Whether any library has waited since: what a server said last is still true as long as none has.

use crate::{
    runtime::{coroutines::scheduler, process::clock},
    zend::globals::engine_local,
};
use cenote_core::Time;
use std::cell::Cell;

engine_local! {
    /// How many waits of libraries there have been.
    static WAITED: Cell<u64> = Cell::new(0);
}

/// A span in which no library has waited for anything, of one tick of the kernel's clock (a few milliseconds) at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    tick: Time,
    waited: u64,
}

impl Moment {
    /// The present one. `None`: not every wait is seen, as long as nothing was spawned.
    #[inline]
    pub(crate) fn now() -> Option<Moment> {
        scheduler::has_spawned().then(|| Moment { tick: clock::coarse_now(), waited: WAITED.get() })
    }
}

/// A library waits.
pub(in crate::runtime) fn count_wait() {
    WAITED.set(WAITED.get() + 1);
}
