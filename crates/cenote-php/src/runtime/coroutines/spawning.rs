//! Before a coroutine is spawned: that somebody runs it, up to the script's end.

use super::{
    coroutine::{CoroutineId, Importance, SpawnPoint, Work},
    scheduler,
};
use crate::zend::{
    Outcome, exception,
    globals::{self, EngineLocal},
};
use std::cell::Cell;

struct Drain {
    /// A run of the function that waits for coroutines is due among the shutdown functions.
    is_due: Cell<bool>,
    ensure: Cell<Option<fn() -> Outcome>>,
}

static DRAIN: EngineLocal<Drain> =
    EngineLocal::new(Drain { is_due: Cell::new(false), ensure: Cell::new(None) });

/// At module start-up: how the script's end comes to wait for coroutines, which stands above this room.
pub(in crate::runtime) fn ensure_drain_by(ensure: fn() -> Outcome) {
    DRAIN.ensure.set(Some(ensure));
}

pub(in crate::runtime) fn drain_is_due(is_due: bool) {
    DRAIN.is_due.set(is_due);
}

pub(in crate::runtime) fn drain_is_due_already() -> bool {
    DRAIN.is_due.get()
}

/// Called at each spawn: one that a shutdown function or a destructor makes needs another run. Throws where nobody would
/// run the coroutine any more.
#[inline]
pub(in crate::runtime) fn ensure_drain() -> Outcome {
    // Nothing tells whether the shutdown functions are over.
    if DRAIN.is_due.get() && !globals::is_shutting_down() {
        return Ok(());
    }
    DRAIN.ensure.get().map_or(Ok(()), |ensure| ensure())
}

/// Starts a coroutine with a native body, at the tail of the run queue. An exception that it leaves becomes a warning.
/// After the end of the request there is nobody to run it.
pub(crate) fn spawn_native(
    importance: Importance,
    body: Box<dyn FnOnce() -> Outcome>,
) -> CoroutineId {
    if scheduler::is_over() {
        return scheduler::nobody();
    }
    if ensure_drain().is_err() {
        drop(exception::take());
        return scheduler::nobody();
    }
    scheduler::spawn(
        importance,
        Work::Native(body),
        scheduler::engine_for_native(),
        SpawnPoint::NOWHERE,
    )
    .id
}
