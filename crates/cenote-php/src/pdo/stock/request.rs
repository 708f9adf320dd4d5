//! What this request has made so far: whether calls on PDO objects can concern a pool at all.

use crate::{
    runtime::{self, CoroutineId},
    zend::globals::{self, engine_local},
};
use cenote_core::Time;
use std::{cell::Cell, time::Duration};

engine_local! {
    /// A template was made in this request.
    static HAS_TEMPLATES: Cell<bool> = Cell::new(false);
    static ENDED: Cell<bool> = Cell::new(false);
    /// The pool itself calls a method of a hidden object.
    static BYPASS: Cell<bool> = Cell::new(false);
    static CLEAN_UP: CleanUp = CleanUp {
        left: Cell::new(CleanUp::LIMIT),
        running: Cell::new(0),
        since: Cell::new(Time(0)),
    };
    static MAIN: Cell<Option<CoroutineId>> = Cell::new(None);
}

pub(in crate::pdo) fn begin() {
    ENDED.set(false);
    HAS_TEMPLATES.set(false);
    BYPASS.set(false);
    CLEAN_UP.left.set(CleanUp::LIMIT);
    CLEAN_UP.running.set(0);
    MAIN.set(Some(runtime::current()));
}

/// PHP code runs no more; what objects are left are only freed.
pub(in crate::pdo) fn end() {
    ENDED.set(true);
}

pub(in crate::pdo) fn has_ended() -> bool {
    ENDED.get()
}

/// Runs `body`, which waits for servers to clean up for pools that outlive the request. All that together has a second (SPEC 50.6);
/// `body` is told until when it may wait. What is done before the request's end has as long, each time.
pub(in crate::pdo) fn clean_up<T>(body: impl FnOnce(Time) -> T) -> T {
    if !globals::is_shutting_down() {
        return body(runtime::precise_now() + CleanUp::LIMIT);
    }
    let result = body(CLEAN_UP.begin());
    CLEAN_UP.end();
    result
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

/// How long the request's clean-up may still wait. What is done side by side counts once.
struct CleanUp {
    /// Without the one that runs.
    left: Cell<Duration>,
    running: Cell<u32>,
    /// When the first of those that run has begun.
    since: Cell<Time>,
}

impl CleanUp {
    const LIMIT: Duration = Duration::from_secs(1);

    /// Until when it may wait.
    fn begin(&self) -> Time {
        if self.running.get() == 0 {
            self.since.set(runtime::precise_now());
        }
        self.running.set(self.running.get() + 1);
        self.since.get() + self.left.get()
    }

    fn end(&self) {
        self.running.set(self.running.get().saturating_sub(1));
        if self.running.get() == 0 {
            let took = runtime::precise_now().0.saturating_sub(self.since.get().0);
            self.left.set(self.left.get().saturating_sub(Duration::from_nanos(took)));
        }
    }
}
