//! Where the lock and the reference counts come from. One alias, so that loom runs the shipped code.

#[cfg(cenote_loom)]
pub(crate) use loom::sync::{Arc, Mutex, MutexGuard, atomic::AtomicUsize};
#[cfg(not(cenote_loom))]
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, atomic::AtomicUsize};
