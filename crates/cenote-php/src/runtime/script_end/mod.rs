//! The script's end: how it is noticed, and what runs after it.

pub(super) mod ending;
pub(super) mod exit_detection;
pub(super) mod late_drain;
