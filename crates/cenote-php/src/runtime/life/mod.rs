//! A coroutine's life from start to end, and who gets the error that it ends with.

pub(super) mod exit_detection;
pub(super) mod finally;
pub(super) mod forked;
pub(super) mod lifecycle;
pub(super) mod long_runs;
pub(super) mod orphan;
pub(super) mod pristine;
pub(super) mod report;
pub(super) mod scope_ends;
