//! Who is inside a call of an extension's function, and with what (SPEC 28.6).
//!
//! A parked coroutine may be in the middle of C code that holds pointers into a stream, a socket or a client. Its frames
//! show which ([`super::things`]): the engine keeps those alive, but not what is behind them if somebody closes it. So each
//! coroutine that parks notes down what it is inside of, and forgets it when it goes on. [`crate::runtime::closing::claims`] asks here.

use super::things;
use crate::{
    runtime::coroutines::{
        coroutine::{Coroutine, CoroutineId},
        scheduler,
        uses::{Closed, Thing},
    },
    zend::{frame, globals::engine_local, sys},
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// The type of a resource that was closed.
const CLOSED: i32 = -1;

type Inside = BTreeMap<(Thing, u64), CoroutineId>;

engine_local! {
    static INSIDE: RefCell<Inside> = RefCell::new(BTreeMap::new());
}

/// `me` parks within the call in `frame`, which is one of several. `has_called`: PHP code that it has called is running.
///
/// # Safety
/// A live frame.
#[cold]
pub(in crate::runtime) unsafe fn enter(
    me: &Coroutine,
    frame: *mut sys::zend_execute_data,
    has_called: bool,
) {
    let mut uses = Vec::new();
    // SAFETY: promised.
    unsafe { things::each(frame, has_called, |used| uses.push(used)) };
    // One that waits for its turn has not begun to close.
    let has_begun = has_called || me.claim.with(|claim| claim.is_none());
    for used in &mut uses {
        used.closes = used.closes.filter(|_| has_begun);
        if let Some(closed) = used.closes {
            // SAFETY: the frame of the call holds a reference to the resource.
            unsafe { (*closed.resource).type_ = CLOSED };
        }
    }
    if !uses.is_empty() {
        let mut inside = INSIDE.borrow_mut();
        inside.extend(uses.iter().map(|used| ((used.thing, me.id.number), me.id)));
        me.inside.change(|known| known.append(&mut uses));
    }
}

/// `me` runs again, or will never.
#[inline]
pub(in crate::runtime) fn leave(me: &Coroutine) {
    if me.inside.is_some() {
        leave_all(me);
    }
}

#[cold]
fn leave_all(me: &Coroutine) {
    if let Some(uses) = me.inside.take() {
        let mut inside = INSIDE.borrow_mut();
        for used in uses {
            inside.remove(&(used.thing, me.id.number));
            if let Some(closed) = used.closes {
                // SAFETY: the frame of the call, which goes on or is given up now, has held a reference.
                unsafe { reopen(closed) };
            }
        }
    }
}

/// To its own coroutine it is open until it is closed.
///
/// # Safety
/// A live resource.
unsafe fn reopen(closed: Closed) {
    // SAFETY: promised.
    let resource = unsafe { &mut *closed.resource };
    if resource.type_ == CLOSED && !resource.ptr.is_null() {
        resource.type_ = closed.kind;
    }
}

/// The request has ended.
pub(in crate::runtime) fn forget_all() {
    INSIDE.borrow_mut().clear();
}

/// Whether anybody is inside of anything.
#[inline]
pub(in crate::runtime) fn is_anyone() -> bool {
    !INSIDE.borrow().is_empty()
}

/// Those who are inside a call with `thing`.
pub(in crate::runtime) fn users_of(thing: Thing) -> Vec<Rc<Coroutine>> {
    let inside = INSIDE.borrow();
    let ids = inside.range((thing, 0)..=(thing, u64::MAX)).map(|(_, &id)| id);
    scheduler::with(|scheduler| ids.filter_map(|id| scheduler.find(id).cloned()).collect())
}

/// How many of a parked coroutine's calls work on `thing`.
pub(in crate::runtime) fn calls_with(coroutine: &Coroutine, thing: Thing) -> usize {
    coroutine
        .inside
        .with(|uses| uses.into_iter().flatten().filter(|used| used.thing == thing).count())
}

/// Whether a parked coroutine is in the middle of a call that others wait for in turn.
pub(in crate::runtime) fn has_turn(coroutine: &Coroutine, thing: Thing) -> bool {
    coroutine
        .inside
        .with(|uses| uses.into_iter().flatten().any(|used| used.thing == thing && used.in_turn))
}

/// Whether the innermost call of a parked coroutine works on `thing`.
pub(in crate::runtime) fn innermost_call_has(coroutine: &Coroutine, thing: Thing) -> bool {
    let frame = coroutine.frame.get();
    // SAFETY: null, or the live frame of a parked coroutine.
    !frame.is_null() && unsafe { has(frame, false, thing) }
}

/// # Safety
/// A live frame.
unsafe fn has(frame: *mut sys::zend_execute_data, has_called: bool, thing: Thing) -> bool {
    let mut has = false;
    // SAFETY: promised.
    unsafe { things::each(frame, has_called, |used| has |= used.thing == thing) };
    has
}

/// What a parked coroutine is inside of with `thing`, the innermost, as PHP would show it: `fgets()`, `foreach`.
pub(in crate::runtime) fn call_with(coroutine: &Coroutine, thing: Thing) -> String {
    let mut frame = coroutine.frame.get();
    let mut has_called = false;
    // SAFETY: the frames of a parked coroutine are live.
    unsafe {
        while !frame.is_null() {
            if has(frame, has_called, thing) {
                return match frame::internal_function(frame) {
                    Some(_) => format!("{}()", frame::function_name(frame)),
                    None => "foreach".to_owned(),
                };
            }
            has_called = true;
            frame = (*frame).prev_execute_data;
        }
    }
    "a call".to_owned()
}
