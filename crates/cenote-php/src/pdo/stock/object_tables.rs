//! PDO's tables of object handlers, and the changed copy that templates have: what tells one from a plain object.

use crate::zend::{started::PerStart, sys};
use std::ffi::c_int;

pub(in crate::pdo) type GetMethod = unsafe extern "C" fn(
    *mut *mut sys::zend_object,
    *mut sys::zend_string,
    *const sys::zval,
) -> *mut sys::zend_function;
pub(in crate::pdo) type FreeObject = unsafe extern "C" fn(*mut sys::zend_object);
pub(in crate::pdo) type Trace = unsafe extern "C" fn(
    *mut sys::zend_object,
    *mut *mut sys::zval,
    *mut c_int,
) -> *mut sys::HashTable;

#[repr(C)]
struct Tables {
    /// First, so that it is where the record is: each call on a PDO object looks there.
    templates: sys::zend_object_handlers,
    stock: *const sys::zend_object_handlers,
    get_method: Option<GetMethod>,
    free_object: Option<FreeObject>,
    free_statement: Option<FreeObject>,
}

static TABLES: PerStart<Tables> = PerStart::new();

/// What takes the places of PDO's own handlers.
pub(in crate::pdo) struct Replacements {
    pub(in crate::pdo) get_method: GetMethod,
    pub(in crate::pdo) free_template: FreeObject,
    pub(in crate::pdo) trace_template: Trace,
    pub(in crate::pdo) free_statement: FreeObject,
}

/// Whether [`take`] has been called since the module started.
pub(in crate::pdo) fn are_known() -> bool {
    TABLES.get().is_some()
}

/// Takes PDO's tables by two of its objects, and changes them.
///
/// # Safety
/// `object` is a PDO object, `statement` a PDOStatement.
pub(in crate::pdo) unsafe fn take(
    object: *mut sys::zend_object,
    statement: *mut sys::zend_object,
    ours: Replacements,
) {
    // Without a lock, which a forked child might inherit closed. Of two threads the first one's counts: it was that if the tables were
    // still PDO's own when it read them. Both store the same.
    //
    // SAFETY: by the contract; PDO fills the tables at its start-up and keeps them in writable memory as long as the process
    // lives. What ours go on to is known before the engine, on whatever thread, can find ours.
    unsafe {
        let stock = (*object).handlers.cast_mut();
        let of_statements = (*statement).handlers.cast_mut();
        let mut templates = *stock;
        templates.get_method = Some(ours.get_method);
        templates.free_obj = Some(ours.free_template);
        templates.get_gc = Some(ours.trace_template);
        let read = Tables {
            templates,
            stock,
            get_method: (*stock).get_method,
            free_object: (*stock).free_obj,
            free_statement: (*of_statements).free_obj,
        };
        TABLES.get_or_set(|| read);
        (*stock).get_method = Some(ours.get_method);
        (*of_statements).free_obj = Some(ours.free_statement);
    }
}

pub(in crate::pdo) fn free_object() -> Option<FreeObject> {
    TABLES.get()?.free_object
}

pub(in crate::pdo) fn free_statement() -> Option<FreeObject> {
    TABLES.get()?.free_statement
}

/// Module shutdown: by the next start PDO fills its tables anew, maybe somewhere else.
pub(in crate::pdo) fn shut_down() {
    TABLES.clear();
}

pub(in crate::pdo) fn stock() -> *const sys::zend_object_handlers {
    TABLES.get().map_or(std::ptr::null(), |tables| tables.stock)
}

pub(in crate::pdo) fn of_templates() -> *const sys::zend_object_handlers {
    TABLES.get().map_or(std::ptr::null(), |tables| &raw const tables.templates)
}

/// # Safety
/// A live object.
#[inline]
pub(in crate::pdo) unsafe fn is_template(object: *mut sys::zend_object) -> bool {
    // SAFETY: a live object.
    unsafe { (*object).handlers == of_templates() }
}

/// Finds a method as PDO itself does.
///
/// # Safety
/// The engine's arguments of `get_method`.
pub(in crate::pdo) unsafe fn find_stock_method(
    object: &mut *mut sys::zend_object,
    name: *mut sys::zend_string,
    key: *const sys::zval,
) -> *mut sys::zend_function {
    match TABLES.get().and_then(|tables| tables.get_method) {
        // SAFETY: PDO's own handler with the engine's arguments.
        Some(find) => unsafe { find(object, name, key) },
        None => std::ptr::null_mut(),
    }
}
