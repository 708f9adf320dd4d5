//! Watching files (SPEC 44.15).

mod event;
mod folder;
pub(super) mod watcher;
