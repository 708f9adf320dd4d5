//! Which descriptors are ready.

/// Stands in for the measure of how long coroutines run.
pub(crate) mod admission {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    pub(crate) static ALLOWED: AtomicUsize = AtomicUsize::new(usize::MAX);

    pub(crate) fn allowed() -> usize {
        ALLOWED.load(Relaxed)
    }

    pub(crate) fn look_ended() {}
}

#[allow(dead_code)]
#[path = "../../../../cenote-php/src/runtime/polling/asking.rs"]
mod asking;
#[path = "../../../../cenote-php/src/runtime/polling/descriptor_set.rs"]
mod descriptor_set;
mod descriptor_set_tests;
#[allow(dead_code)]
#[path = "../../../../cenote-php/src/runtime/polling/reactor.rs"]
mod reactor;
#[cfg(not(miri))]
mod reactor_tests;
#[path = "../../../../cenote-php/src/runtime/polling/watching.rs"]
mod watching;
