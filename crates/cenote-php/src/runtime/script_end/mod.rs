//! The script's end: what runs after it.

pub(super) mod ending;
pub(super) mod late_drain;
