//! Enums that we register.

use crate::zend::{ClassRef, Object, Thrown, Value, control::exception, guard, sys};
use std::ffi::CStr;

/// Registers a pure enum with these cases. Called at module start-up.
pub(crate) fn register(name: &CStr, cases: &[&CStr]) -> ClassRef {
    // SAFETY: module start-up; the engine copies the name and keeps no table (there are no methods).
    unsafe {
        let raw =
            sys::zend_register_internal_enum(name.as_ptr(), sys::IS_UNDEF as u8, std::ptr::null());
        for case in cases {
            sys::zend_enum_add_case_cstr(raw, case.as_ptr(), std::ptr::null_mut());
        }
        ClassRef::from_raw(raw)
    }
}

/// Registers an enum whose cases have values, all of them ints or all interned strings. Called at module start-up.
pub(crate) fn register_backed(name: &CStr, kind: u32, cases: &[(&CStr, Value)]) -> ClassRef {
    // SAFETY: module start-up; the engine copies the name and the value of a case.
    unsafe {
        let raw = sys::zend_register_internal_enum(name.as_ptr(), kind as u8, std::ptr::null());
        for (case, value) in cases {
            sys::zend_enum_add_case_cstr(raw, case.as_ptr(), value.as_ptr().cast_mut());
        }
        ClassRef::from_raw(raw)
    }
}

/// The one object of a case.
pub(crate) fn case(class: ClassRef, name: &CStr) -> Result<Object, Thrown> {
    let (class, name) = (class.as_ptr(), name.as_ptr());
    // SAFETY: an enum of ours and one of its cases; evaluates the case at its first use, hence the guard.
    let object = guard(move || unsafe { sys::zend_enum_get_case_cstr(class, name) })?;
    exception::check()?;
    // SAFETY: the class keeps the case's object alive; we add a reference of our own.
    Ok(unsafe { Object::from_borrowed(object) })
}
