//! Coroutines: the scheduler and what the pools need of it.
//!
//! Interface for the pools (bodies land shortly):

use crate::zend::{Object, Thrown, entry::FunctionEntry, entry::Outcome};
use cenote_core_time::Time;

mod cenote_core_time {
    /// Nanoseconds on CLOCK_MONOTONIC.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Time(pub(crate) u64);
}

/// Names one coroutine for its whole life; never reused (SPEC 34.9). The main flow has one too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CoroutineId {
    index: u32,
    number: u64,
}

/// Why a parked coroutine runs again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// By [`wake`].
    Called,
    /// Its deadline came first.
    TimedOut,
}

/// The wait was ended from outside: cancellation, exit, deadlock, a fatal error, or a place where waiting is forbidden.
/// Clean up (leave queues), then `return Err(interrupted.throw())`.
#[must_use]
pub(crate) struct Interrupted {
    cause: Option<Object>,
}

impl Interrupted {
    pub(crate) fn throw(self) -> Thrown {
        let _ = self.cause;
        unimplemented!()
    }
}

/// How long a native coroutine matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Importance {
    /// Keeps the script alive until it ends (cleaning a connection).
    Service,
    /// Does not count for liveness (maintenance rounds, SPEC 13.10).
    Maintenance,
}

pub(crate) struct AlarmId(u64);

/// The running coroutine.
pub(crate) fn current() -> CoroutineId {
    unimplemented!()
}
/// Parks the running coroutine until [`wake`], `deadline` or an interruption. Engine state (exception in flight …) is its own.
pub(crate) fn park(_deadline: Option<Time>) -> Result<Woken, Interrupted> {
    unimplemented!()
}
/// Makes a parked coroutine runnable, at the tail of the run queue. No effect on one that is not parked.
pub(crate) fn wake(_id: CoroutineId) {
    unimplemented!()
}
/// Whether the engine allows switching here (SPEC 30.12).
pub(crate) fn may_park() -> bool {
    unimplemented!()
}
/// Starts a coroutine with a native body at the tail of the run queue. An exception it leaves becomes an E_WARNING.
pub(crate) fn spawn_native(
    _importance: Importance,
    _body: Box<dyn FnOnce() -> Outcome>,
) -> CoroutineId {
    unimplemented!()
}
/// Runs `action` at `at`, between two runs, on the scheduler: it must not call the engine (spawn a native coroutine instead). Never keeps the script alive.
pub(crate) fn alarm(_at: Time, _action: Box<dyn FnOnce()>) -> AlarmId {
    unimplemented!()
}
pub(crate) fn disarm(_id: AlarmId) {
    unimplemented!()
}
/// Runs `hook` when the coroutine ends, on its own stack, before its awaiters wake; it may park. For the main flow: at the end of the main script.
pub(crate) fn on_end(_id: CoroutineId, _hook: Box<dyn FnOnce()>) {
    unimplemented!()
}
/// Runs `body` with cancellation held back.
pub(crate) fn shielded<T>(_body: impl FnOnce() -> T) -> T {
    unimplemented!()
}
/// CLOCK_MONOTONIC_COARSE and CLOCK_MONOTONIC.
pub(crate) fn coarse_now() -> Time {
    unimplemented!()
}
pub(crate) fn precise_now() -> Time {
    unimplemented!()
}

pub(crate) fn register() {}
pub(crate) fn begin_request() {}
pub(crate) fn end_request() {}
pub(crate) fn functions() -> Vec<FunctionEntry> {
    vec![]
}
