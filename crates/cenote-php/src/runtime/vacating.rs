//! Before something is closed: those who are inside leave first (SPEC 28.6, 28.7).
//!
//! To close a stream, a socket or a client frees memory that a parked coroutine's C code still uses. That code cannot be
//! unwound, so it has to return first. Whoever waits inside a library, in a call that works on what is to be closed, is
//! made to leave as by a cancellation, but without an exception of ours: the function fails by its own error path. The
//! closer waits until that call has returned. Where this is not possible (PHP code that the call has called waits, or the
//! engine forbids switching here) the closer is refused.
//!
//! There are two places that ask: functions that close or change things, before they begin ([`claim`]), and `close()` of a
//! descriptor ([`vacate_descriptor`]), for what is closed by way of something else.

use super::{
    coroutine::{Coroutine, CoroutineId, State},
    exceptions, inside,
    interrupted::Interrupted,
    messages, reactor, scheduler,
};
use crate::zend::{Outcome, Thrown, exception, frame, sys};
use cenote_core::Time;
use libc::c_int;
use std::rc::Rc;

/// What a function is about to do with its arguments and its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intent {
    /// Those inside leave first.
    Close,
    /// It must wait for its turn: refused as long as somebody is inside.
    Change,
}

/// How a wait inside a library is made to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eviction {
    /// The function returns with its own error.
    Quiet,
    /// It had returned and came back while the closer waited: an exception tells it.
    Repeated,
}

/// How often one closer makes others leave. Who comes back that often does not look at errors.
const EVICTIONS: usize = 8;
/// Turns that are left to others at once; from then on with a pause between.
const TURNS: usize = 4;
const PAUSE: u64 = 1_000_000;

/// Runs `wait`, the wait of a library for its own descriptors, which a closer may end.
pub(crate) fn evictable<T>(wait: impl FnOnce() -> T) -> T {
    let me = scheduler::running();
    me.evictable.set(true);
    let result = wait();
    me.evictable.set(false);
    result
}

/// A function is about to close or change what it was called with, in `frame`. `Err`: it must not.
///
/// # Safety
/// The live frame of the running internal function.
pub(crate) unsafe fn claim(frame: *mut sys::zend_execute_data, intent: Intent) -> Outcome {
    let me = scheduler::current();
    let mut things = Vec::new();
    // SAFETY: the caller's promise.
    unsafe { inside::each_thing(frame, |thing| things.push(thing)) };
    let mut evictions = 0;
    let mut turns = 0;
    loop {
        let mut anyone = false;
        for &thing in &things {
            for user in others(thing, me) {
                anyone = true;
                let leaves = match intent {
                    Intent::Change => false,
                    Intent::Close if !scheduler::may_park() => false,
                    Intent::Close => match leave_of(&user, thing) {
                        Leave::OnItsWay => true,
                        Leave::Evictable if evictions < EVICTIONS => {
                            evict(
                                &user,
                                if turns == 0 { Eviction::Quiet } else { Eviction::Repeated },
                            );
                            evictions += 1;
                            true
                        }
                        Leave::Evictable | Leave::No => false,
                    },
                };
                if !leaves {
                    // SAFETY: the caller's promise.
                    return Err(refuse(&unsafe { frame::function_name(frame) }, &user, thing));
                }
            }
        }
        if !anyone {
            return Ok(());
        }
        rest(turns).map_err(Interrupted::throw)?;
        turns += 1;
    }
}

/// `fd` is about to be closed by a library that frees what is around it: waits until those who wait on it for theirs have
/// returned. Nobody can be refused here.
pub(crate) fn vacate_descriptor(fd: c_int) {
    let me = scheduler::current();
    let mut leaving: Vec<_> = reactor::waiting_on(fd)
        .into_iter()
        .filter(|&id| id != me)
        .filter_map(find)
        .filter(|user| user.evictable.get())
        .collect();
    if leaving.is_empty() || !scheduler::may_park() {
        return;
    }
    leaving.iter().for_each(|user| evict(user, Eviction::Quiet));
    super::shielded(|| {
        let mut turns = 0;
        while !leaving.is_empty() && rest(turns).is_ok() {
            leaving.retain(|user| is_leaving(user));
            turns += 1;
        }
    });
}

enum Leave {
    /// It waits inside a library, in a call on the thing itself.
    Evictable,
    /// It has been made to leave, or is about to run.
    OnItsWay,
    /// It waits in PHP code that the call has called.
    No,
}

fn leave_of(user: &Coroutine, thing: inside::Thing) -> Leave {
    if is_leaving(user) {
        Leave::OnItsWay
    } else if user.evictable.get() && inside::innermost_call_has(user, thing) {
        Leave::Evictable
    } else {
        Leave::No
    }
}

/// It was made to leave, and the call has not returned yet.
fn is_leaving(user: &Coroutine) -> bool {
    user.is_alive() && (user.evicted.get().is_some() || user.outstanding.borrow().is_some())
}

fn evict(user: &Rc<Coroutine>, eviction: Eviction) {
    user.evicted.set(Some(eviction));
    if user.state.get() == State::Parked {
        scheduler::wake(user.id);
    }
}

fn others(thing: inside::Thing, me: CoroutineId) -> Vec<Rc<Coroutine>> {
    inside::users_of(thing).into_iter().filter(|&id| id != me).filter_map(find).collect()
}

fn find(id: CoroutineId) -> Option<Rc<Coroutine>> {
    scheduler::with(|scheduler| scheduler.find(id).cloned())
}

/// Lets others run.
fn rest(turns: usize) -> Result<(), Interrupted> {
    if turns < TURNS {
        return scheduler::yield_now();
    }
    let until = Time(super::precise_now().0 + PAUSE);
    scheduler::park(Some(until)).map(|_| ())
}

#[cold]
fn refuse(function: &str, user: &Coroutine, thing: inside::Thing) -> Thrown {
    let inside = inside::function_with(user, thing);
    let spawned = user.spawned_at.to_text();
    let message = messages::in_use(function, user.id.number(), &spawned, &inside);
    exception::throw(exceptions::async_exception(), &message)
}
