//! Object handlers: what the engine does with PDO objects and statements besides calling methods.
//!
//! PDO's two tables of handlers can only be reached through an object, so they are taken at the first construction of a PDO
//! object in the process. Templates get a changed copy. In PDO's own tables two entries are replaced: how a method is
//! found (for `getPool()`, and for hidden objects that PHP code got hold of), and how a statement is freed.

use super::{
    classes, driver_methods, handle::Handle, hooks, messages, slot::SlotRef, statement,
    template::Template,
};
use crate::zend::{Outcome, class, entry, exception, globals::EngineLocal, object, sys, value};
use std::{
    cell::{Cell, UnsafeCell},
    ffi::c_int,
    mem::MaybeUninit,
};

type GetMethod = unsafe extern "C" fn(
    *mut *mut sys::zend_object,
    *mut sys::zend_string,
    *const sys::zval,
) -> *mut sys::zend_function;
type FreeObject = unsafe extern "C" fn(*mut sys::zend_object);

struct Tables {
    stock: Cell<*const sys::zend_object_handlers>,
    templates: UnsafeCell<MaybeUninit<sys::zend_object_handlers>>,
    get_method: Cell<Option<GetMethod>>,
    free_object: Cell<Option<FreeObject>>,
    free_statement: Cell<Option<FreeObject>>,
}

static TABLES: EngineLocal<Tables> = EngineLocal::new(Tables {
    stock: Cell::new(std::ptr::null()),
    templates: UnsafeCell::new(MaybeUninit::uninit()),
    get_method: Cell::new(None),
    free_object: Cell::new(None),
    free_statement: Cell::new(None),
});

/// Takes and changes PDO's tables, at the first construction of a PDO object.
pub(super) fn prepare(object: *mut sys::zend_object) -> Outcome {
    if !TABLES.stock.get().is_null() {
        return Ok(());
    }
    let statement = class::instantiate(classes::get().statement)?;
    // SAFETY: a PDO object and a statement, whose tables PDO fills at its start-up and keeps in writable memory as long as
    // the process lives. Only this thread uses them.
    unsafe {
        let stock = (*object).handlers.cast_mut();
        let of_statements = (*statement.as_ptr()).handlers.cast_mut();
        TABLES.get_method.set((*stock).get_method);
        TABLES.free_object.set((*stock).free_obj);
        TABLES.free_statement.set((*of_statements).free_obj);
        (*stock).get_method = Some(get_method);
        (*of_statements).free_obj = Some(free_statement);
        let mut templates = *stock;
        templates.free_obj = Some(free_template);
        templates.get_gc = Some(trace_template);
        (*TABLES.templates.get()).write(templates);
        TABLES.stock.set(stock);
    }
    Ok(())
}

/// Module shutdown: by the next start PDO fills its tables anew, maybe somewhere else.
pub(super) fn shut_down() {
    TABLES.stock.set(std::ptr::null());
}

pub(super) fn stock() -> *const sys::zend_object_handlers {
    TABLES.stock.get()
}

pub(super) fn of_templates() -> *const sys::zend_object_handlers {
    TABLES.templates.get().cast()
}

#[inline]
pub(super) fn is_template(object: *mut sys::zend_object) -> bool {
    // SAFETY: a live object.
    unsafe { (*object).handlers == of_templates() }
}

/// Finds a method as PDO itself does.
pub(super) fn find_stock_method(
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

unsafe extern "C" fn get_method(
    object: *mut *mut sys::zend_object,
    name: *mut sys::zend_string,
    key: *const sys::zval,
) -> *mut sys::zend_function {
    let mut found = std::ptr::null_mut();
    entry::boundary(|| {
        // SAFETY: the engine passes a live object and a name.
        let (object, text) = unsafe { (&mut *object, value::string_bytes(name)) };
        // SAFETY: handlers of PDO's table are on PDO objects only.
        let hidden = SlotRef::of(unsafe { Handle::of(*object) });
        if let (Some(slot), false) = (hidden, hooks::is_bypassed()) {
            // A hidden object acts as its template (SPEC 16.7).
            if let Some(template) = slot.template.object() {
                *object = template.as_ptr();
            }
        }
        found = match driver_methods::find(*object, text) {
            Ok(Some(function)) => function,
            Ok(None) => find_stock_method(object, name, key),
            Err(_) => std::ptr::null_mut(),
        };
    });
    found
}

unsafe extern "C" fn free_template(object: *mut sys::zend_object) {
    let mut template = None;
    entry::boundary(|| {
        template = Template::take(object);
        if let Some(template) = &template {
            template.shut();
        }
    });
    // SAFETY: PDO's own handler, for what is left: an object whose handle was never connected.
    unsafe {
        if let Some(free) = TABLES.free_object.get() {
            free(object);
        }
    }
    entry::boundary(|| drop(template));
}

unsafe extern "C" fn trace_template(
    object: *mut sys::zend_object,
    table: *mut *mut sys::zval,
    count: *mut c_int,
) -> *mut sys::HashTable {
    entry::contain(|| {
        // SAFETY: the collector's own arguments.
        unsafe {
            object::show(table, count, |tracer| {
                if let Some(template) = Template::of(object) {
                    template.trace(tracer);
                }
            });
        }
    });
    // SAFETY: builds or returns the object's own property table, as the default handler does.
    unsafe { sys::zend_std_get_properties(object) }
}

unsafe extern "C" fn free_statement(object: *mut sys::zend_object) {
    let mut plain = None;
    entry::boundary(|| plain = statement::before_free(object));
    // SAFETY: PDO's own handler.
    unsafe {
        if let Some(free) = TABLES.free_statement.get() {
            free(object);
        }
    }
    if let Some(plain) = plain {
        entry::boundary(|| plain.end());
    }
}

/// Refuses a second construction (SPEC 29.5).
pub(super) fn refuse_second_construction() -> crate::zend::Thrown {
    exception::throw_error(&messages::CONSTRUCTED_TWICE)
}
