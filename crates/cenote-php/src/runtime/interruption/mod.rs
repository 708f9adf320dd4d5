//! How a wait ends from outside, also inside a C library.

pub(super) mod interrupted;
pub(super) mod library;
pub(crate) mod library_locks;
pub(super) mod raised_early;
