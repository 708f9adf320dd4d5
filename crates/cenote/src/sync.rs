//! The lock, the atomics and the shared pointers of the crate, by one name each: the standard library's, or loom's, which tries the
//! interleavings of the very code that is shipped (`scripts/check/test.sh loom`). The name of the switch is the crate's own: with
//! loom's usual one, tokio would be another tokio.

#[cfg(not(cenote_loom))]
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, atomic::AtomicU64};

#[cfg(cenote_loom)]
pub(crate) use loom::sync::{Arc, Mutex, MutexGuard, atomic::AtomicU64};
