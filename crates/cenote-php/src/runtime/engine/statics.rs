//! Static properties that the script has made coroutine-local (SPEC 30.17), and superglobals (30.19): each coroutine has a value of
//! its own, which begins as its spawner's. Beside the superglobals it has headers of its own, of which it begins with none.
//!
//! They are slots of the engine, so they are treated as its other globals are: neutral between two coroutines, which
//! here means that they hold the value with which they were made local; what a parked coroutine has instead lies with it.

use crate::{
    runtime::messages,
    zend::{ClassRef, Message, Thrown, Value, exception, globals::engine_local, guard, sys, value},
};
use std::cell::{Cell, RefCell};

/// A property or a superglobal that was made local.
struct Local {
    /// The engine's, which lives as long as the request, or as `held`.
    slot: *mut sys::zval,
    neutral: Value,
    /// The property; null for a superglobal.
    property: *mut sys::zend_property_info,
    /// The reference whose slot it is: an entry of the symbol table moves when the table grows, what it refers to does not.
    held: Option<Value>,
}

engine_local! {
    static LOCALS: RefCell<Vec<Local>> = RefCell::new(Vec::new());
    /// Looked at by each switch.
    static ARE_THERE: Cell<bool> = Cell::new(false);
}

/// What one coroutine has while it does not run.
pub(in crate::runtime) struct Statics {
    /// In the order of [`LOCALS`]. Where it has fewer, the rest are neutral.
    values: Vec<Value>,
    headers: Option<Headers>,
}

/// What its calls of `header()` have collected.
struct Headers(*mut sys::sapi_headers_struct);

impl Headers {
    fn put_aside() -> Option<Headers> {
        // SAFETY: looks at the globals of this thread, and moves them to memory of its own.
        unsafe { (!sys::cenote_headers_are_neutral()).then(|| Headers(sys::cenote_take_headers())) }
    }

    fn put_back(self) {
        // SAFETY: taken before, and given up here; the globals are neutral between two coroutines.
        unsafe { sys::cenote_put_headers(std::mem::ManuallyDrop::new(self).0) };
    }
}

impl Drop for Headers {
    fn drop(&mut self) {
        // SAFETY: taken before, and not put back. Frees strings, and runs no code of the script.
        unsafe { sys::cenote_drop_headers(self.0) };
    }
}

impl Local {
    fn is_neutral(&self) -> bool {
        // SAFETY: a slot of this request, which is initialised, as is what it may refer to.
        let (now, is_shared) = unsafe {
            let is_reference = u32::from((*self.slot).u1.v.type_) == sys::IS_REFERENCE;
            let holders = || (*(*self.slot).value.counted).gc.refcount;
            (&*value::deref(self.slot), is_reference && holders() > 1)
        };
        // What somebody refers to is not the others', whatever its value is now.
        if is_shared {
            return false;
        }
        let neutral = self.neutral.as_ptr();
        // SAFETY: the type is always initialised; of types with a payload that covers the whole word.
        unsafe {
            now.u1.type_info == (*neutral).u1.type_info
                && (self.neutral.kind() <= sys::IS_TRUE || now.value.lval == (*neutral).value.lval)
        }
    }

    fn copy(&self) -> Value {
        // SAFETY: the slot belongs to a static of this request, and is initialised.
        unsafe { Value::copy_of(self.slot) }
    }

    fn exchange(&self, value: Value) -> Value {
        // SAFETY: the slot is initialised before and after; what was in it is the caller's now, and what it gets was the
        // caller's.
        unsafe {
            let before = Value::take_from(self.slot);
            value.write_to(self.slot);
            before
        }
    }
}

impl Statics {
    #[inline]
    pub(in crate::runtime) fn is_neutral() -> bool {
        // SAFETY: looks at the globals of this thread.
        let are_headers_neutral = || unsafe { sys::cenote_headers_are_neutral() };
        !ARE_THERE.get() || LOCALS.borrow().iter().all(Local::is_neutral) && are_headers_neutral()
    }

    pub(in crate::runtime) fn put_aside() -> Option<Box<Statics>> {
        if Self::is_neutral() {
            return None;
        }
        let locals = LOCALS.borrow();
        let values = locals.iter().map(|local| local.exchange(local.neutral.clone()));
        Some(Box::new(Statics { values: values.collect(), headers: Headers::put_aside() }))
    }

    pub(in crate::runtime) fn put_back(mut self) {
        let before: Vec<Value> = {
            let locals = LOCALS.borrow();
            let values = std::mem::take(&mut self.values);
            locals.iter().zip(values).map(|(local, value)| local.exchange(value)).collect()
        };
        drop(before);
        if let Some(headers) = self.headers.take() {
            headers.put_back();
        }
    }

    /// What a coroutine spawned now begins with: no headers.
    pub(in crate::runtime) fn inherited() -> Option<Box<Statics>> {
        if Self::is_neutral() {
            return None;
        }
        let values = LOCALS.borrow().iter().map(Local::copy).collect();
        Some(Box::new(Statics { values, headers: None }))
    }

    /// What a coroutine begins with whose spawner is parked.
    pub(in crate::runtime) fn inherited_from(parked: &Statics) -> Box<Statics> {
        let values = parked.values.iter().map(|value| value.clone().dereferenced()).collect();
        Box::new(Statics { values, headers: None })
    }
}

/// The properties are gone, what refers to their values may live on: without their types.
impl Drop for Statics {
    fn drop(&mut self) {
        for (local, value) in LOCALS.borrow().iter().zip(&mut self.values) {
            if value.kind() == sys::IS_REFERENCE && !local.property.is_null() {
                // SAFETY: a reference, and the property of a class that lives as long as the request, as the list of locals.
                unsafe {
                    sys::cenote_property_leaves_reference(value.as_mut_ptr(), local.property)
                };
            }
        }
    }
}

/// Drops the running coroutine's values at its end. Says whether there were any: their destructors may set new ones.
#[inline]
pub(in crate::runtime) fn drop_current() -> bool {
    ARE_THERE.get() && Statics::put_aside().is_some()
}

/// Makes a static property local from now on. `argument`: the number of the one that names it.
pub(in crate::runtime) fn make_local(
    class: ClassRef,
    name: &[u8],
    argument: u32,
) -> Result<(), Thrown> {
    let refuse = |message: &Message| Err(exception::argument_value_error(argument, message));
    let entry = class.as_ptr();
    // SAFETY: a live class; looking up allocates nothing.
    let property = unsafe {
        let info = sys::zend_hash_str_find(
            &raw const (*entry).properties_info,
            name.as_ptr().cast(),
            name.len(),
        );
        let property = info.as_ref().map(|info| info.value.ptr.cast::<sys::zend_property_info>());
        property.filter(|&property| {
            (*property).flags & sys::ZEND_ACC_STATIC != 0
                && u32::from((*entry).type_ as u8) == sys::ZEND_USER_CLASS
        })
    };
    let Some(property) = property else {
        return refuse(&messages::no_static_property(class, name));
    };
    let (text, length) = (name.as_ptr(), name.len());
    // SAFETY: a live class and a name. Constant expressions of the class may run, and throw.
    let slot =
        guard(move || unsafe { sys::zend_read_static_property(entry, text.cast(), length, true) })?;
    exception::check()?;
    if slot.is_null() {
        return refuse(&messages::no_static_property(class, name));
    }
    let mut locals = LOCALS.borrow_mut();
    if locals.iter().all(|known| known.slot != slot) {
        // SAFETY: the slot of a static property, initialised.
        let neutral = unsafe { Value::copy_of(slot) };
        locals.push(Local { slot, neutral, property, held: None });
        ARE_THERE.set(true);
    }
    Ok(())
}

const SUPERGLOBALS: [&str; 7] =
    ["_GET", "_POST", "_COOKIE", "_FILES", "_SERVER", "_REQUEST", "_SESSION"];

/// Makes the superglobals of a request local from now on.
pub(in crate::runtime) fn make_superglobals_local() -> Result<(), Thrown> {
    if LOCALS.borrow().iter().any(|local| local.held.is_some()) {
        return Ok(());
    }
    for name in SUPERGLOBALS {
        let name = Value::string(name)?;
        let mut reference = Value::null();
        let (text, into) = (name.as_string_ptr(), reference.as_mut_ptr());
        // SAFETY: a string that lives; a reference is written over a value that holds nothing.
        guard(move || unsafe { sys::cenote_refer_to_superglobal(text, into) })?;
        // SAFETY: just made a reference; what it refers to lives as long as `held`.
        let (slot, neutral) = unsafe {
            let slot = value::deref(reference.as_ptr()).cast_mut();
            (slot, Value::copy_of(slot))
        };
        let property = std::ptr::null_mut();
        LOCALS.borrow_mut().push(Local { slot, neutral, property, held: Some(reference) });
    }
    // SAFETY: a switch of this thread's globals; they are the running coroutine's.
    unsafe { sys::cenote_isolate_headers() };
    ARE_THERE.set(true);
    Ok(())
}

/// The slots end with the request.
pub(in crate::runtime) fn end_request() {
    ARE_THERE.set(false);
    // SAFETY: at the request's end, when no coroutine is left.
    unsafe { sys::cenote_end_isolated_headers() };
    let locals = LOCALS.take();
    drop(locals);
}
