//! A call on a plain PDO object, while coroutines exist (SPEC 28.1).

use super::in_use::{self, Entry};
use crate::pdo::{
    drivers,
    stock::{handle::Handle, interruptions},
};
use crate::{
    runtime,
    zend::{Outcome, Thrown},
};

/// A call on a plain handle begins.
pub(in crate::pdo) fn enter(handle: Handle) -> Result<Entry, Thrown> {
    if handle.methods().is_null() || !handle.is_constructed() {
        return Ok(Entry::Nested);
    }
    let entry = in_use::enter(handle)?;
    if entry == Entry::First && !handle.has_busy_wait() {
        handle.set_busy_wait(true);
        drivers::install_busy_wait_on_plain(handle);
    }
    Ok(entry)
}

/// The call has ended.
pub(in crate::pdo) fn leave(handle: Handle, entry: Entry) -> Outcome {
    if entry == Entry::First {
        in_use::leave(handle);
    }
    if interruptions::any() { interruptions::raise() } else { Ok(()) }
}

/// Runs a call of the driver; if `blocked`, no coroutine is switched to meanwhile (SPEC 26.8).
#[inline]
pub(in crate::pdo) fn without_switching(blocked: bool, call: impl FnOnce() + Copy) {
    if blocked { runtime::library_locks::hold(call) } else { call() }
}
