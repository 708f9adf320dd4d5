//! Watching files (SPEC 44.15).

mod event;
mod folder;
mod messages;
pub(super) mod watcher;
