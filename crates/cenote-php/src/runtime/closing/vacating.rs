//! How others are made to leave what is about to be closed, and how that is waited for (SPEC 28.6).
//!
//! Whoever waits inside a library, in a call that works on what is to be closed, is made to leave as by a cancellation, but
//! without an exception of ours: the function fails by its own error path. The closer waits until that call has returned.
//!
//! There are two places that ask: functions, before they begin ([`super::claims`]), and `close()` of a descriptor
//! ([`vacate_descriptor`]), for what is closed by way of something else.

use crate::{
    runtime::{
        coroutines::coroutine::{Coroutine, CoroutineId, State},
        interruption::interrupted::Interrupted,
        polling::reactor,
        scheduling::scheduler,
    },
    zend::globals::EngineLocal,
};
use libc::c_int;
use std::{cell::RefCell, rc::Rc};

/// How a wait inside a library is made to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum Eviction {
    /// The function returns with its own error.
    Quiet,
    /// It had returned and came back while the closer waited: an exception tells it.
    Repeated,
}

/// Those who wait for a call of somebody else to return.
static WAITING: EngineLocal<RefCell<Vec<CoroutineId>>> = EngineLocal::new(RefCell::new(Vec::new()));

/// Runs `wait`, the wait of a library for its own descriptors, which a closer may end.
pub(crate) fn evictable<T>(wait: impl FnOnce() -> T) -> T {
    let me = scheduler::running();
    me.evictable.set(true);
    let result = wait();
    me.evictable.set(false);
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
    user.is_alive() && (user.evicted.get().is_some() || user.outstanding.borrow().is_some())
}

/// `fd` is about to be closed by a library that frees what is around it: waits until those who wait on it for theirs have
/// returned. Nobody can be refused here.
pub(crate) fn vacate_descriptor(fd: c_int) {
    let me = scheduler::running();
    let find = |id| scheduler::with(|scheduler| scheduler.find(id).cloned());
    let leaving: Vec<_> = reactor::waiting_on(fd)
        .into_iter()
        .filter(|&id| id != me.id)
        .filter_map(find)
        .filter(|user| user.evictable.get())
        .collect();
    if leaving.is_empty() || me.state.get() != State::Running || !scheduler::may_park() {
        return;
    }
    leaving.iter().for_each(|user| evict(user, Eviction::Quiet));
    crate::runtime::shielded(|| {
        while leaving.iter().any(|user| is_leaving(user)) {
            if until_somebody_leaves().is_err() {
                return;
            }
        }
    });
}

/// Parks until a call has returned that somebody may have waited for.
pub(in crate::runtime) fn until_somebody_leaves() -> Result<(), Interrupted> {
    let me = scheduler::current();
    WAITING.borrow_mut().push(me);
    let woken = scheduler::park(None);
    WAITING.borrow_mut().retain(|&waiting| waiting != me);
    woken.map(|_| ())
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
