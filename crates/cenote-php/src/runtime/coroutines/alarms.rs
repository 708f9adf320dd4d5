//! What is to be done at a time, without a coroutine that waits for it.

use super::{
    scheduler::with,
    timers::{Target, TimerId},
};
use cenote_core::Time;

/// Names an armed alarm.
pub(crate) type AlarmId = TimerId;

/// Runs `action` at `at`, between two runs, on whatever stack is running: it must not call the engine (spawn a native
/// coroutine instead). Never keeps the script alive.
pub(crate) fn alarm(at: Time, action: Box<dyn FnOnce()>) -> AlarmId {
    with(|scheduler| scheduler.timers.arm(at, Target::Alarm { action, visible: false }))
}

/// An alarm that somebody waits for: it keeps the script alive, and waiting for it is no deadlock.
pub(crate) fn visible_alarm(at: Time, action: Box<dyn FnOnce()>) -> AlarmId {
    with(|scheduler| scheduler.timers.arm(at, Target::Alarm { action, visible: true }))
}
