//! What a pool tells of itself: figures, events, reports.

pub(crate) mod events;
#[cfg(feature = "metrics")]
pub(crate) mod metrics;
pub(crate) mod recorder;
pub(crate) mod report;
pub(crate) mod spans;
pub(crate) mod stats;
