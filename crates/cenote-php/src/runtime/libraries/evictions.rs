//! Who waits inside a library is made to leave it, for somebody who closes what it is inside of (SPEC 28.6).

use crate::{
    runtime::coroutines::{
        coroutine::{Coroutine, CoroutineId, State},
        interrupted::Eviction,
        scheduler,
    },
    zend::globals::engine_local,
};
use std::{cell::RefCell, rc::Rc};

engine_local! {
    /// Those who wait for a call of somebody else to return.
    static WAITING: RefCell<Vec<CoroutineId>> = RefCell::new(Vec::new());
}

/// Runs `wait`, the wait of a library for its own descriptors, which a closer may end.
pub(crate) fn evictable<T>(wait: impl FnOnce() -> T) -> T {
    let note = |is: bool| scheduler::with(|scheduler| scheduler.current().evictable.set(is));
    note(true);
    let result = wait();
    note(false);
    result
}

pub(in crate::runtime) fn evict(user: &Rc<Coroutine>, eviction: Eviction) {
    user.evicted.set(Some(eviction));
    if user.state.get() == State::Parked {
        scheduler::wake(user.id);
    }
}

/// It was made to leave, and the call has not returned yet.
pub(in crate::runtime) fn is_leaving(user: &Coroutine) -> bool {
    user.is_alive() && (user.evicted.get().is_some() || user.outstanding.is_some())
}

/// A call has returned.
#[inline]
pub(in crate::runtime) fn somebody_left() {
    if is_waited_for() {
        WAITING.take().into_iter().for_each(scheduler::wake);
    }
}

#[inline]
pub(in crate::runtime) fn is_waited_for() -> bool {
    !WAITING.borrow().is_empty()
}

/// The request has ended, or others are gone for good.
pub(in crate::runtime) fn forget_all() {
    WAITING.take();
}

/// `coroutine` waits for a call of somebody else to return.
pub(in crate::runtime) fn waits(coroutine: CoroutineId) {
    WAITING.borrow_mut().push(coroutine);
}

pub(in crate::runtime) fn waits_no_more(coroutine: CoroutineId) {
    WAITING.borrow_mut().retain(|&waiting| waiting != coroutine);
}
