//! The lock, the shared pointers and the atomic cells of the crate, by one name each: the standard library's (and
//! crossbeam's), or loom's, which tries the interleavings of the very code that is shipped (`scripts/test loom`). The name of
//! the switch is the crate's own: with loom's usual one, tokio would be another tokio.

#[cfg(not(cenote_loom))]
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, atomic::AtomicU64};

#[cfg(cenote_loom)]
pub(crate) use loom::sync::{Arc, Mutex, MutexGuard, atomic::AtomicU64};

/// Room for one thing, which goes in and out in one step.
pub(crate) struct SwapCell<T>(Cell<T>);

#[cfg(not(cenote_loom))]
type Cell<T> = crossbeam_utils::atomic::AtomicCell<Option<T>>;

#[cfg(cenote_loom)]
type Cell<T> = Mutex<Option<T>>;

impl<T> SwapCell<T> {
    pub(crate) fn empty() -> SwapCell<T> {
        SwapCell(Cell::new(None))
    }

    #[inline]
    pub(crate) fn swap(&self, thing: Option<T>) -> Option<T> {
        #[cfg(not(cenote_loom))]
        return self.0.swap(thing);
        #[cfg(cenote_loom)]
        return std::mem::replace(&mut *self.0.lock().unwrap(), thing);
    }
}
