//! Who is inside the function of `ATTR_POOL_CREDENTIALS`, and since when (SPEC 16.10).

use crate::runtime::{self, CoroutineId};
use cenote_core::Time;
use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

/// One call of the function.
#[derive(Clone, Copy)]
struct Asked {
    who: CoroutineId,
    began: Time,
}

#[derive(Default)]
pub(in crate::pdo) struct Asking {
    running: RefCell<Vec<Asked>>,
    /// The last that came to an end, and when.
    last: Cell<Option<(Asked, Time)>>,
}

impl Asking {
    /// Calls the function, as the running coroutine.
    pub(in crate::pdo) fn call<T>(&self, function: impl FnOnce() -> T) -> T {
        let asked = Asked { who: runtime::current(), began: runtime::precise_now() };
        self.running.borrow_mut().push(asked);
        let answer = function();
        let mut running = self.running.borrow_mut();
        if let Some(at) = running.iter().rposition(|other| other.who == asked.who) {
            running.swap_remove(at);
        }
        drop(running);
        self.last.set(Some((asked, runtime::precise_now())));
        answer
    }

    /// Whether the running coroutine is inside.
    pub(in crate::pdo) fn is_inside(&self) -> bool {
        let running = self.running.borrow();
        !running.is_empty() && running.iter().any(|asked| asked.who == runtime::current())
    }

    /// How long a call has taken that has used up the time of the running coroutine, of which it had `limit`: its own took half of
    /// that, or another still goes on and did too. `nothing_else`: there is no connection whose users could be to blame.
    pub(in crate::pdo) fn that_took(
        &self,
        limit: Duration,
        nothing_else: bool,
    ) -> Option<Duration> {
        let (me, now) = (runtime::current(), runtime::precise_now());
        let is_long = |span: &Duration| *span >= limit / 2;
        let span = |began: Time, end: Time| Duration::from_nanos(end.since(began));
        let own =
            self.last.get().filter(|(asked, end)| asked.who == me && span(*end, now) <= limit);
        let own = own.map(|(asked, end)| span(asked.began, end)).filter(is_long);
        let running = self.running.borrow();
        let longest = running.iter().map(|asked| span(asked.began, now)).max();
        own.max(longest.filter(|span| nothing_else || is_long(span)))
    }
}
