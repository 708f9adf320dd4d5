//! Who is inside a call of an extension's function, and with what (SPEC 28.6).
//!
//! A parked coroutine may be in the middle of C code that holds pointers into a stream, a socket or a client. Their owners
//! are the arguments and the `$this` of the functions in its frames: the engine keeps those alive, but not what is behind
//! them if somebody closes it. So each coroutine that parks notes down what it is inside of, and forgets it when it goes on.
//! [`super::vacating`] asks here.

use super::coroutine::{Coroutine, CoroutineId};
use crate::zend::{frame, globals::EngineLocal, sys};
use std::{cell::Cell, cell::RefCell, collections::BTreeMap};

/// Names an object, or what is behind a resource.
pub(super) type Thing = usize;

type Inside = BTreeMap<(Thing, u64), CoroutineId>;

static INSIDE: EngineLocal<RefCell<Inside>> = EngineLocal::new(RefCell::new(BTreeMap::new()));

/// Our own functions wait at places where nothing is half done.
static OWN_MODULE: EngineLocal<Cell<i32>> = EngineLocal::new(Cell::new(-1));
/// SQLite3's objects share what is behind them: in a callback of one of them, all are in use.
static SHARED: EngineLocal<Cell<*mut sys::zend_module_entry>> =
    EngineLocal::new(Cell::new(std::ptr::null_mut()));

pub(super) fn register(own_module: i32) {
    OWN_MODULE.set(own_module);
}

pub(crate) fn note_module_of_shared_objects(module: *mut sys::zend_module_entry) {
    SHARED.set(module);
}

/// The function of another extension that runs in `frame`, if it is one.
///
/// # Safety
/// Null, or a live frame.
unsafe fn foreign_function<'a>(
    frame: *const sys::zend_execute_data,
) -> Option<&'a sys::zend_internal_function> {
    // SAFETY: promised; a function's module lives as long as the process.
    unsafe {
        frame::internal_function(frame).filter(|function| {
            function.module.as_ref().is_some_and(|module| module.module_number != OWN_MODULE.get())
        })
    }
}

/// What a call works on.
///
/// # Safety
/// A live frame of an internal function.
pub(super) unsafe fn each_thing(frame: *mut sys::zend_execute_data, mut f: impl FnMut(Thing)) {
    // SAFETY: promised; the arguments follow the frame, and each holds a reference to what it names.
    unsafe {
        let mut see = |value: *const sys::zval| {
            if let Some(thing) = thing_of(value) {
                f(thing);
            }
        };
        see(&raw const (*frame).This);
        let first = frame.cast::<sys::zval>().add(FRAME_SLOTS);
        for at in 0..(*frame).This.u2.num_args as usize {
            see(first.add(at));
        }
        let module = (*(*frame).func).internal_function.module;
        if !module.is_null() && module == SHARED.get() {
            f(module as Thing);
        }
    }
}

/// The engine's ZEND_CALL_FRAME_SLOT.
const FRAME_SLOTS: usize = size_of::<sys::zend_execute_data>().div_ceil(size_of::<sys::zval>());

/// # Safety
/// A live value.
unsafe fn thing_of(mut value: *const sys::zval) -> Option<Thing> {
    // SAFETY: promised; each part of the union is read by the type.
    unsafe {
        if u32::from((*value).u1.v.type_) == sys::IS_REFERENCE {
            value = &raw const (*(*value).value.ref_).val;
        }
        match u32::from((*value).u1.v.type_) {
            sys::IS_OBJECT => Some((*value).value.obj as Thing),
            sys::IS_RESOURCE => behind((*value).value.res),
            _ => None,
        }
    }
}

/// # Safety
/// A live resource.
unsafe fn behind(resource: *mut sys::zend_resource) -> Option<Thing> {
    // SAFETY: promised; what is behind a resource of that type is a filter, in the chain of a stream.
    unsafe {
        let behind = (*resource).ptr;
        if behind.is_null() || (*resource).type_ != sys::php_file_le_stream_filter() {
            return (!behind.is_null()).then_some(behind as Thing);
        }
        let chain = (*behind.cast::<sys::php_stream_filter>()).chain;
        (!chain.is_null()).then(|| (*chain).stream as Thing)
    }
}

/// `me` parks, in `frame`.
#[inline]
pub(super) fn enter(me: &Coroutine, mut frame: *mut sys::zend_execute_data) {
    // SAFETY: the running frame and all that it was called from are live.
    unsafe {
        while !frame.is_null() {
            if foreign_function(frame).is_some() {
                each_thing(frame, |thing| me.inside.borrow_mut().push(thing));
            }
            frame = (*frame).prev_execute_data;
        }
    }
    let things = me.inside.borrow();
    if !things.is_empty() {
        let mut inside = INSIDE.borrow_mut();
        inside.extend(things.iter().map(|&thing| ((thing, me.id.number), me.id)));
    }
}

/// `me` runs again, or will never.
#[inline]
pub(super) fn leave(me: &Coroutine) {
    let mut things = me.inside.borrow_mut();
    if !things.is_empty() {
        let mut inside = INSIDE.borrow_mut();
        for thing in things.drain(..) {
            inside.remove(&(thing, me.id.number));
        }
    }
}

/// The request has ended.
pub(super) fn forget_all() {
    INSIDE.borrow_mut().clear();
}

/// Whether anybody is inside of anything.
#[inline]
pub(crate) fn is_anyone() -> bool {
    !INSIDE.borrow().is_empty()
}

/// Those who are inside a call with `thing`.
pub(super) fn users_of(thing: Thing) -> Vec<CoroutineId> {
    INSIDE.borrow().range((thing, 0)..=(thing, u64::MAX)).map(|(_, &id)| id).collect()
}

/// Whether the innermost call of a parked coroutine works on `thing`.
pub(super) fn innermost_call_has(coroutine: &Coroutine, thing: Thing) -> bool {
    let frame = coroutine.frame.get();
    let mut has = false;
    // SAFETY: null, or the live frame of a parked coroutine.
    unsafe {
        if foreign_function(frame).is_some() {
            each_thing(frame, |own| has |= own == thing);
        }
    }
    has
}

/// The innermost function of an extension that a parked coroutine is inside of with `thing`.
pub(super) fn function_with(coroutine: &Coroutine, thing: Thing) -> String {
    let mut frame = coroutine.frame.get();
    // SAFETY: the frames of a parked coroutine are live.
    unsafe {
        while !frame.is_null() {
            if foreign_function(frame).is_some() {
                let mut has = false;
                each_thing(frame, |own| has |= own == thing);
                if has {
                    return frame::function_name(frame);
                }
            }
            frame = (*frame).prev_execute_data;
        }
    }
    "a function".to_owned()
}
