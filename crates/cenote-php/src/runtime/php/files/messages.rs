//! The texts of `Async\FileSystemWatcher`.

pub(super) use crate::runtime::php::messages::*;
use crate::zend::Message;

/// `\Error`.
///
/// The constructor was called on an object that is in use. The watcher is as it was.
///
/// Make a new watcher.
pub(super) const WATCHER_CONSTRUCTED_TWICE: Message = Message::fixed(
    "Async\\FileSystemWatcher::__construct() can be called only once: make a new watcher instead",
);

/// `Async\AsyncException`.
///
/// There is nothing at the path, it may not be read, or the kernel watches no more for this user. Nothing is watched.
///
/// Create the file or folder first, or raise the limit that the text names.
pub(super) fn cannot_watch(path: &str, reason: &str) -> Message {
    Message::made(format!("Cannot watch \"{path}\": {reason}"))
}

/// `Async\AsyncException`, from `foreach`.
///
/// A folder has come into a tree that is watched, and the kernel watches no more for this user. Its changes are not told of; those of
/// the rest are, and the watcher is open.
///
/// Raise the limit that the text names, and make a new watcher.
pub(super) fn folder_not_watched(path: &str, reason: &str) -> Message {
    Message::made(format!("Cannot watch a folder that came into \"{path}\": {reason}"))
}

/// `Async\AsyncException`, in a child of `pcntl_fork()`.
///
/// The watcher is the parent's, and the child would take its events away. It is as it was.
///
/// Make a watcher in the child.
pub(super) const WATCHER_OF_PARENT: Message =
    Message::fixed("The FileSystemWatcher belongs to the parent process: make one in the child");

/// `\Error`.
///
/// `foreach` over a watcher by reference.
///
/// Iterate by value.
pub(super) const WATCHER_BY_REFERENCE: Message =
    Message::fixed("Cannot iterate FileSystemWatcher by reference");

/// Argument of a constructor, `\TypeError`.
///
/// An extension is no string. Nothing is watched.
///
/// Pass extensions as `['php', 'twig']`.
pub(super) const NOT_ALL_STRINGS: Message = Message::fixed("must be an array of strings");
