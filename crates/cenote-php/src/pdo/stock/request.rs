//! What this request has made so far: whether calls on PDO objects can concern a pool at all.

use crate::{
    runtime::{self, CoroutineId},
    zend::globals::{self, EngineLocal},
};
use cenote_core::Time;
use std::{cell::Cell, time::Duration};

/// A template was made in this request.
static HAS_TEMPLATES: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
static ENDED: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
/// The pool itself calls a method of a hidden object.
static BYPASS: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
/// Until when clean-up at the request's end may wait for servers; set when it begins.
static END_LIMIT: EngineLocal<Cell<Option<Time>>> = EngineLocal::new(Cell::new(None));
static MAIN: EngineLocal<Cell<Option<CoroutineId>>> = EngineLocal::new(Cell::new(None));

pub(in crate::pdo) fn begin() {
    ENDED.set(false);
    HAS_TEMPLATES.set(false);
    BYPASS.set(false);
    END_LIMIT.set(None);
    MAIN.set(Some(runtime::current()));
}

/// PHP code runs no more; what objects are left are only freed.
pub(in crate::pdo) fn end() {
    ENDED.set(true);
}

pub(in crate::pdo) fn has_ended() -> bool {
    ENDED.get()
}

/// Until when all that is done for pools that outlive the request may wait for servers (SPEC 50.6). An object that is dropped earlier
/// has as long.
pub(in crate::pdo) fn end_limit() -> Time {
    const LIMIT: Duration = Duration::from_secs(1);
    if !globals::is_shutting_down() {
        return runtime::precise_now() + LIMIT;
    }
    let end = END_LIMIT.get().unwrap_or_else(|| runtime::precise_now() + LIMIT);
    END_LIMIT.set(Some(end));
    end
}

/// Whether nothing of ours can be concerned: no coroutine and no pooled object has been made in this request.
#[inline]
pub(in crate::pdo) fn is_quiet() -> bool {
    !HAS_TEMPLATES.get() && !runtime::has_spawned()
}

pub(in crate::pdo) fn note_template() {
    HAS_TEMPLATES.set(true);
}

/// Runs `body`, whose calls on a hidden object are meant for that object. It must not run PHP code.
pub(in crate::pdo) fn bypass<T>(body: impl FnOnce() -> T) -> T {
    let before = BYPASS.replace(true);
    let result = body();
    BYPASS.set(before);
    result
}

pub(in crate::pdo) fn is_bypassed() -> bool {
    BYPASS.get()
}

/// The coroutine that the script itself is.
pub(in crate::pdo) fn main_flow() -> CoroutineId {
    MAIN.get().unwrap_or_else(runtime::current)
}
