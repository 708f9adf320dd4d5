//! The process.

#[allow(dead_code)]
#[path = "../../../../cenote-php/src/runtime/process/attention.rs"]
pub(crate) mod attention;

/// Stands in for forks: nobody forks.
pub(crate) mod fork {
    pub(crate) fn process_generation() -> u32 {
        0
    }
}
