//! PDO's tables of object handlers, and the changed copy that templates have: what tells one from a plain object.

use crate::zend::{globals::SetAtStart, sys};
use std::{
    cell::{Cell, UnsafeCell},
    ffi::c_int,
    mem::MaybeUninit,
};

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

struct Tables {
    stock: Cell<*const sys::zend_object_handlers>,
    templates: UnsafeCell<MaybeUninit<sys::zend_object_handlers>>,
    get_method: Cell<Option<GetMethod>>,
    free_object: Cell<Option<FreeObject>>,
    free_statement: Cell<Option<FreeObject>>,
}

static TABLES: SetAtStart<Tables> = SetAtStart::new(Tables {
    stock: Cell::new(std::ptr::null()),
    templates: UnsafeCell::new(MaybeUninit::uninit()),
    get_method: Cell::new(None),
    free_object: Cell::new(None),
    free_statement: Cell::new(None),
});

/// What takes the places of PDO's own handlers.
pub(in crate::pdo) struct Replacements {
    pub(in crate::pdo) get_method: GetMethod,
    pub(in crate::pdo) free_template: FreeObject,
    pub(in crate::pdo) trace_template: Trace,
    pub(in crate::pdo) free_statement: FreeObject,
}

/// Whether [`take`] has been called since the module started.
pub(in crate::pdo) fn are_known() -> bool {
    !TABLES.stock.get().is_null()
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
    // SAFETY: by the contract; PDO fills the tables at its start-up and keeps them in writable memory as long as the process
    // lives. Only this thread uses them.
    unsafe {
        let stock = (*object).handlers.cast_mut();
        let of_statements = (*statement).handlers.cast_mut();
        TABLES.get_method.set((*stock).get_method);
        TABLES.free_object.set((*stock).free_obj);
        TABLES.free_statement.set((*of_statements).free_obj);
        (*stock).get_method = Some(ours.get_method);
        (*of_statements).free_obj = Some(ours.free_statement);
        let mut templates = *stock;
        templates.free_obj = Some(ours.free_template);
        templates.get_gc = Some(ours.trace_template);
        (*TABLES.templates.get()).write(templates);
        TABLES.stock.set(stock);
    }
}

pub(in crate::pdo) fn free_object() -> Option<FreeObject> {
    TABLES.free_object.get()
}

pub(in crate::pdo) fn free_statement() -> Option<FreeObject> {
    TABLES.free_statement.get()
}

/// Module shutdown: by the next start PDO fills its tables anew, maybe somewhere else.
pub(in crate::pdo) fn shut_down() {
    TABLES.stock.set(std::ptr::null());
}

pub(in crate::pdo) fn stock() -> *const sys::zend_object_handlers {
    TABLES.stock.get()
}

pub(in crate::pdo) fn of_templates() -> *const sys::zend_object_handlers {
    TABLES.templates.get().cast()
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
    match TABLES.get_method.get() {
        // SAFETY: PDO's own handler with the engine's arguments.
        Some(find) => unsafe { find(object, name, key) },
        None => std::ptr::null_mut(),
    }
}
