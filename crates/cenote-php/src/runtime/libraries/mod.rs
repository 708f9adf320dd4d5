//! Waits inside C libraries, and how they end from outside.

pub(crate) mod descriptors;
pub(super) mod evictions;
pub(super) mod library;
pub(super) mod marks;
pub(super) mod raised_early;
pub(super) mod waiting;
