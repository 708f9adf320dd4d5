//! PDO's own structure of a statement (`pdo_stmt_t`).
//!
//! A [`Statement`] is a plain name for a thing that PDO owns. To make one is to promise that the thing lives for as long as the
//! name or a copy of it is used: as long as it is on its connection's list, or in the call that brought it.

use super::handle::{Handle, NO_ERROR};
use crate::zend::{Value, guard, sys};
use std::{marker::PhantomData, mem::ManuallyDrop};

/// The driver's part of a statement, while whatever has it stays as it is.
#[derive(Clone, Copy)]
pub(in crate::pdo) struct StatementData<'a>(*mut std::ffi::c_void, PhantomData<&'a ()>);

impl StatementData<'_> {
    /// # Safety
    /// Null, or what a statement of the driver that is asked has or had, for as long as the lifetime says.
    pub(in crate::pdo) unsafe fn from_raw(data: *mut std::ffi::c_void) -> Self {
        StatementData(data, PhantomData)
    }

    pub(in crate::pdo) fn as_ptr(self) -> *mut std::ffi::c_void {
        self.0
    }
}

/// A statement of any PDO object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pdo) struct Statement(*mut sys::pdo_stmt_t);

impl Statement {
    /// # Safety
    /// `object` is an object of class PDOStatement or a child, which lives for as long as this or a copy of it is used.
    #[inline]
    pub(in crate::pdo) unsafe fn of(object: *mut sys::zend_object) -> Statement {
        // SAFETY: by the contract there is a `pdo_stmt_t` around the object.
        Statement(unsafe { sys::cenote_pdo_stmt(object) })
    }

    /// # Safety
    /// `raw` is a statement of PDO's, which lives for as long as this or a copy of it is used.
    pub(in crate::pdo) unsafe fn from_raw(raw: *mut sys::pdo_stmt_t) -> Statement {
        Statement(raw)
    }

    /// The handle it was made on; `None` for a statement that PHP code made by itself.
    #[inline]
    pub(in crate::pdo) fn handle(self) -> Option<Handle> {
        // SAFETY: a live statement, by the contract of its constructors; its handle lives as long.
        unsafe {
            let raw = (*self.0).dbh;
            (!raw.is_null()).then(|| Handle::from_raw(raw))
        }
    }

    /// The object of the connection, if the statement (still) holds a reference to it.
    pub(in crate::pdo) fn database_object(self) -> Option<*mut sys::zend_object> {
        // SAFETY: a live statement, by the contract of its constructors.
        let held = unsafe { sys::cenote_pdo_database_object(self.0) };
        (!held.is_null()).then_some(held)
    }

    pub(in crate::pdo) fn methods(self) -> *const sys::pdo_stmt_methods {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { (*self.0).methods }
    }

    #[inline]
    pub(in crate::pdo) fn sqlstate(self) -> [u8; 6] {
        // SAFETY: a live statement, by the contract of its constructors; a C character is a byte.
        unsafe { (&raw const (*self.0).error_code).cast::<[u8; 6]>().read() }
    }

    pub(in crate::pdo) fn set_sqlstate(self, state: [u8; 6]) {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { (*self.0).error_code = state.map(|byte| byte as _) };
    }

    /// Frees bound parameters and columns, while the driver that has to be told is still there.
    pub(in crate::pdo) fn free_bound(self) {
        let raw = self.0;
        // SAFETY: a live statement. PDO frees the tables in the same way, and looks for null later.
        let _ = guard(move || unsafe {
            for table in [&raw mut (*raw).bound_params, &raw mut (*raw).bound_columns] {
                if !(*table).is_null() {
                    sys::zend_hash_destroy(*table);
                    sys::cenote_free((*table).cast());
                    *table = std::ptr::null_mut();
                }
            }
        });
    }

    pub(in crate::pdo) fn as_ptr(self) -> *mut sys::pdo_stmt_t {
        self.0
    }

    /// The table has to stay for as long as the thread runs PHP.
    pub(in crate::pdo) fn set_methods(self, methods: *const sys::pdo_stmt_methods) {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { (*self.0).methods = methods };
    }

    pub(in crate::pdo) fn driver_data(self) -> *mut std::ffi::c_void {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { (*self.0).driver_data }
    }

    /// Whether the driver takes placeholders by itself; otherwise PDO writes the parameters into the text.
    #[cfg(php85)]
    pub(in crate::pdo) fn is_compiled_by_driver(self) -> bool {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { (*self.0).supports_placeholders() != 0 }
    }

    /// Whether PDO has found out its columns.
    pub(in crate::pdo) fn has_columns(self) -> bool {
        // SAFETY: a live statement, by the contract of its constructors.
        unsafe { !(*self.0).columns.is_null() }
    }

    pub(in crate::pdo) fn column_count(self) -> usize {
        // SAFETY: a live statement, by the contract of its constructors.
        usize::try_from(unsafe { (*self.0).column_count }).unwrap_or(0)
    }

    /// Whether its last call has failed.
    #[inline]
    pub(in crate::pdo) fn has_error(self) -> bool {
        let state = self.sqlstate();
        state[0] != 0 && state != NO_ERROR
    }

    /// The text that it was prepared with, for as long as the statement lives.
    #[inline]
    pub(in crate::pdo) fn text_in_place(self) -> ManuallyDrop<Value> {
        // SAFETY: a live statement; PDO sets the text before it prepares.
        unsafe {
            let text = (*self.0).query_string;
            if text.is_null() {
                return ManuallyDrop::new(Value::undef());
            }
            Value::of_string_in_place(text)
        }
    }

    /// The text that it was prepared with.
    pub(in crate::pdo) fn text(self) -> Value {
        // SAFETY: a live statement; PDO sets the text before it prepares.
        unsafe {
            let text = (*self.0).query_string;
            if text.is_null() {
                return Value::undef();
            }
            Value::of_string(text)
        }
    }
}
