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
