//! Object handlers: what the engine does with PDO objects and statements besides calling methods.
//!
//! PDO's two tables of handlers can only be reached through an object, so they are taken at the first construction of a PDO
//! object in the process. Templates get a changed copy. In PDO's own tables two entries are replaced: how a method is
//! found (for `getPool()`, and for hidden objects that PHP code got hold of), and how a statement is freed.

use super::{driver_methods, statement};
use crate::pdo::{
    connection::{pooled::ConnectionRef, template::Template},
    stock::{
        classes,
        handle::Handle,
        object_tables::{self, Replacements},
        request,
    },
};
use crate::zend::{Outcome, class, entry, exception, object, sys, value};
use std::ffi::c_int;

/// Takes and changes PDO's tables, at the first construction of a PDO object.
///
/// # Safety
/// A live PDO object.
pub(in crate::pdo) unsafe fn prepare(object: *mut sys::zend_object) -> Outcome {
    if object_tables::are_known() {
        return Ok(());
    }
    let statement = class::instantiate(classes::get().statement)?;
    // SAFETY: a PDO object and a statement.
    unsafe {
        object_tables::take(
            object,
            statement.as_ptr(),
            Replacements { get_method, free_template, trace_template, free_statement },
        );
    }
    Ok(())
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
        let hidden = ConnectionRef::of(unsafe { Handle::of(*object) });
        if let (Some(connection), false) = (hidden, request::is_bypassed()) {
            // A hidden object acts as its template (SPEC 16.7).
            if let Some(template) = connection.template.object() {
                *object = template.as_ptr();
            }
        }
        // SAFETY: the engine's arguments; the object is one of PDO's.
        found = match unsafe { driver_methods::find(*object, text) } {
            Ok(Some(function)) => function,
            // SAFETY: the engine's arguments.
            Ok(None) => unsafe { object_tables::find_stock_method(object, name, key) },
            Err(_) => std::ptr::null_mut(),
        };
    });
    found
}

unsafe extern "C" fn free_template(object: *mut sys::zend_object) {
    let mut template = None;
    entry::boundary(|| {
        // SAFETY: the engine frees the object, so that nobody uses the template through it.
        template = unsafe { Template::take(object) };
        if let Some(template) = &template {
            exception::beside_in_flight(|| template.shut());
        }
    });
    // SAFETY: PDO's own handler, for what is left: an object whose handle was never connected.
    unsafe {
        if let Some(free) = object_tables::free_object() {
            free(object);
        }
    }
    entry::boundary(|| exception::beside_in_flight(|| drop(template)));
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
    entry::boundary(|| {
        // SAFETY: the engine frees a statement.
        plain = exception::beside_in_flight(|| unsafe { statement::before_free(object) });
    });
    // SAFETY: PDO's own handler.
    unsafe {
        if let Some(free) = object_tables::free_statement() {
            free(object);
        }
    }
    if let Some(plain) = plain {
        entry::boundary(|| exception::beside_in_flight(|| plain.end()));
    }
}
