//! The handlers of PDO's methods as they were before ours took their places.

use crate::zend::{ClassRef, globals::SetAtStart, sys};
use std::cell::RefCell;

pub(in crate::pdo) type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

pub(in crate::pdo) const CONSTRUCTOR: &str = "__construct";
pub(in crate::pdo) const CONNECT: &str = "connect";

/// The methods of PDO that work on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum Method {
    Prepare,
    Query,
    Exec,
    Quote,
    BeginTransaction,
    Commit,
    RollBack,
    InTransaction,
    SetAttribute,
    GetAttribute,
    LastInsertId,
    ErrorCode,
    ErrorInfo,
}

/// A method of PDO, which child classes copy.
struct Replaced {
    name: &'static str,
    ours: Handler,
    original: Handler,
}

static REPLACED: SetAtStart<RefCell<Vec<Replaced>>> = SetAtStart::new(RefCell::new(Vec::new()));

/// Puts `ours` into a class, at module start-up; what was there before.
pub(in crate::pdo) fn replace(class: ClassRef, name: &str, ours: Handler) -> Option<Handler> {
    let function = class.method(name)?;
    // SAFETY: module start-up; an entry of an internal class's method table, which lives as long as the process.
    unsafe { (*function).internal_function.handler.replace(ours) }
}

/// As [`replace`], for a method that classes have copied, or will: see [`adopt`].
pub(in crate::pdo) fn replace_inherited(
    class: ClassRef,
    name: &'static str,
    ours: Handler,
) -> Option<Handler> {
    let original = replace(class, name, ours)?;
    let mut all = REPLACED.borrow_mut();
    // The module may start again.
    all.retain(|known| known.name != name);
    all.push(Replaced { name, ours, original });
    Some(original)
}

/// Puts the handlers of PDO's methods into a class that has copied PDO's entries before they were there.
pub(in crate::pdo) fn adopt(class: ClassRef) {
    for replaced in REPLACED.borrow().iter() {
        let Some(function) = class.method(replaced.name) else { continue };
        // SAFETY: module start-up; an entry of an internal class's method table, which lives as long as the process.
        unsafe {
            let handler = &mut (*function).internal_function.handler;
            if handler.is_some_and(|handler| std::ptr::fn_addr_eq(handler, replaced.original)) {
                *handler = Some(replaced.ours);
            }
        }
    }
}

fn original(name: &str) -> Option<Handler> {
    REPLACED.read().iter().find(|replaced| replaced.name == name).map(|found| found.original)
}

/// Calls what PDO itself does in its constructor ([`CONSTRUCTOR`]) or in `PDO::connect()` ([`CONNECT`]).
///
/// # Safety
/// The arguments are those of a running call of it.
pub(in crate::pdo) unsafe fn call_stock(
    name: &str,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    if let Some(original) = original(name) {
        // SAFETY: by the contract.
        unsafe { original(frame, result) };
    }
}

/// PDO's constructor for objects of `class` as it was when cenote was loaded: an agent that has put its own handler over
/// ours since then sees what the user calls, and no connection of a pool (SPEC 16.9).
pub(in crate::pdo) fn stock_constructor(class: ClassRef) -> sys::zend_internal_function {
    // SAFETY: a class of PDO's, whose constructor is an internal function.
    let mut constructor = unsafe { (*(*class.as_ptr()).constructor).internal_function };
    constructor.handler = original(CONSTRUCTOR);
    constructor
}
