//! The lock, the shared pointers and the atomics of the crate, by one name each: the standard library's, or loom's, which
//! tries the interleavings of the very code that is shipped (`RUSTFLAGS="--cfg loom"`, see `tests/loom`).

#[cfg(not(loom))]
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, atomic::AtomicUsize};

#[cfg(loom)]
pub(crate) use loom::sync::{Arc, Mutex, MutexGuard, atomic::AtomicUsize};
