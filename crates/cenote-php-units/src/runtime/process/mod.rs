//! The process.

#[allow(dead_code)]
#[path = "../../../../cenote-php/src/runtime/process/attention.rs"]
pub(crate) mod attention;

/// Stands in for the clock, and stands still.
pub(crate) mod clock {
    pub(crate) fn coarse_now() -> cenote_core::Time {
        cenote_core::Time(1)
    }
}

/// Stands in for forks: nobody forks.
pub(crate) mod fork {
    pub(crate) fn process_generation() -> u32 {
        0
    }
}
