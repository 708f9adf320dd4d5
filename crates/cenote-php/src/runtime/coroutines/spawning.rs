//! Before a coroutine is spawned: that somebody runs it, up to the script's end.

use super::{
    coroutine::{CoroutineId, Importance, SpawnPoint, Work},
    scheduler,
};
use crate::runtime::engine::engine_state::Saved;
use crate::zend::{
    Outcome, exception,
    globals::{self, SetAtStart, engine_local},
};
use std::cell::Cell;

engine_local! {
    /// A run of the function that waits for coroutines is due among the shutdown functions.
    static DRAIN_IS_DUE: Cell<bool> = Cell::new(false);
}
static ENSURE_DRAIN: SetAtStart<Cell<Option<Ensure>>> = SetAtStart::new(Cell::new(None));

type Ensure = fn() -> Outcome;

/// At module start-up: how the script's end comes to wait for coroutines, which stands above this folder.
pub(in crate::runtime) fn ensure_drain_by(ensure: Ensure) {
    ENSURE_DRAIN.set(Some(ensure));
}

pub(in crate::runtime) fn drain_is_due(is_due: bool) {
    DRAIN_IS_DUE.set(is_due);
}

pub(in crate::runtime) fn drain_is_due_already() -> bool {
    DRAIN_IS_DUE.get()
}

/// Called at each spawn: one that a shutdown function or a destructor makes needs another run. Throws where nobody would
/// run the coroutine any more.
#[inline]
pub(in crate::runtime) fn ensure_drain() -> Outcome {
    // Nothing tells whether the shutdown functions are over.
    if DRAIN_IS_DUE.get() && !globals::is_shutting_down() {
        return Ok(());
    }
    ENSURE_DRAIN.get().map_or(Ok(()), |ensure| ensure())
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
    scheduler::spawn(importance, Work::Native(body), engine_for_native(), SpawnPoint::NOWHERE).id
}

/// What a native coroutine starts with of the engine's state.
pub(in crate::runtime) fn engine_for_native() -> Saved {
    if scheduler::is_main_running() {
        return Saved::for_native(None);
    }
    let main = scheduler::with(|scheduler| scheduler.main().clone());
    let aside = main.engine.borrow();
    Saved::for_native(Some(&aside))
}
