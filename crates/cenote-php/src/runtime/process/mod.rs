//! What is the process's, not a coroutine's: its clock, its threads, its memory mappings, its children.

pub(super) mod attention;
pub(super) mod clock;
pub(crate) mod engine_thread;
pub(super) mod fork;
pub(crate) mod library_locks;
pub(super) mod mappings;
pub(crate) mod signal_handlers;
