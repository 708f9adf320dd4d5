//! The texts of the wait layer.

use crate::zend::Message;

/// Warning, when PHP starts.
///
/// Another extension that schedules on its own is loaded. Coroutines and pools work, but I/O in them blocks the others.
///
/// Load only one of the two, or set `cenote.wait_hook=0`.
pub(super) fn other_scheduler(name: &str) -> Message {
    Message::made(format!(
        "cenote.wait_hook is off because {name} is loaded, which schedules on its own: I/O blocks as on stock PHP. \
         Load only one of the two"
    ))
}

/// Warning, when PHP starts.
///
/// The php binary has no import of `poll()` that could be replaced. Coroutines and pools work, but I/O in them blocks the others.
///
/// Use a PHP that is linked dynamically, as all distributions have it, or set `cenote.wait_hook=0`.
pub(super) const NOTHING_TO_REPLACE: Message = Message::fixed(
    "This PHP imports no poll() from a shared libc (a static build?), so it cannot be replaced: I/O in \
     coroutines blocks as on stock PHP. Use a dynamically linked PHP, or set cenote.wait_hook=0",
);

/// Argument of `Async\Poller::watch()`, `\TypeError`.
///
/// It is no resource.
///
/// Pass what `fopen()`, `stream_socket_client()` and their like return.
pub(super) fn not_a_stream(given: &str) -> Message {
    Message::made(format!("must be a stream, {given} given"))
}

/// Argument of `Async\Poller::watch()`, `\ValueError`.
///
/// The stream has no descriptor that the system could watch (`php://memory`, a stream of PHP code without `stream_cast()`), or is
/// closed, or the resource is no stream.
///
/// Watch a socket, a pipe or a file.
pub(super) const STREAM_WITHOUT_DESCRIPTOR: Message =
    Message::fixed("must be an open stream with a descriptor that can be waited for");

/// `Async\AsyncException`, from `Async\Poller::wait()`.
///
/// Another coroutine waits on the same poller.
///
/// Use a poller for each coroutine.
pub(super) const POLLER_IN_USE: Message = Message::fixed(
    "Another coroutine waits on this Poller already, and only one can. Use a Poller for each coroutine",
);

/// `Async\AsyncException`, from `Async\Poller`.
///
/// The process has reached its limit of open files.
///
/// Raise the limit (`ulimit -n`).
pub(super) fn no_poller(error: &std::io::Error) -> Message {
    Message::made(format!(
        "A Poller could not be opened: {error}. Raise the limit of open files (ulimit -n)"
    ))
}
