//! How long coroutines run between two switches, and in which call.

pub(super) mod places;
pub(super) mod runs;
pub(super) mod slices;
pub(super) mod system_calls;
pub(super) mod watcher;
