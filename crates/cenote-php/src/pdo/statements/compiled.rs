//! The driver's part of a statement, apart from the PDO object around it.
//!
//! A PDOStatement can die at a moment when nothing may be sent on its connection, or when somebody may want its compiled
//! text again. Then the driver's part is taken out of it, with what PDO has made of the placeholders, and is either given to
//! a new statement or closed later, by the one that has the connection.

use super::columns::Columns;
use crate::pdo::stock::{
    handle::{Handle, NO_ERROR},
    inert,
    statement::{Statement, StatementData},
};
use crate::zend::{guard, sys};
use std::{
    ffi::{c_char, c_void},
    mem::MaybeUninit,
};

/// What the driver and PDO keep of a compiled text. It has to end in [`Compiled::give_to`] or [`Compiled::close`].
#[must_use]
pub(in crate::pdo) struct Compiled {
    methods: *const sys::pdo_stmt_methods,
    driver_data: *mut c_void,
    placeholders: u32,
    /// How the driver writes placeholders; a constant of its.
    template: *const c_char,
    /// From the names of parameters to their places; null if there are none.
    names: *mut sys::HashTable,
    /// Where the driver keeps columns.
    pub(in crate::pdo) columns: Option<Columns>,
}

impl Compiled {
    /// Takes it out of a statement that is dying, or loses its connection: PDO then frees its own part only. The driver is
    /// told first that parameters and bound columns go.
    pub(in crate::pdo) fn take_from(statement: Statement) -> Option<Compiled> {
        statement.free_bound();
        Self::take_out_of(statement, None)
    }

    /// Takes it out of a statement that was [reset](crate::pdo::drivers::driver::Statements::reset_statement): nothing of it depends on
    /// parameters any more, and PDO frees them with its own part.
    #[inline]
    pub(in crate::pdo) fn take_reset(statement: Statement) -> Option<Compiled> {
        Self::take_out_of(statement, Some(inert::of_statement()))
    }

    #[inline]
    fn take_out_of(
        statement: Statement,
        left_methods: Option<&'static sys::pdo_stmt_methods>,
    ) -> Option<Compiled> {
        let raw = statement.as_ptr();
        // SAFETY: a live statement; what is taken is cleared in it.
        let taken = unsafe {
            let taken = Compiled {
                methods: (*raw).methods,
                driver_data: (*raw).driver_data,
                placeholders: (*raw).supports_placeholders() as _,
                template: (*raw).named_rewrite_template,
                names: (*raw).bound_param_map,
                columns: None,
            };
            (*raw).methods = left_methods.map_or(std::ptr::null(), std::ptr::from_ref);
            (*raw).driver_data = std::ptr::null_mut();
            if taken.methods.is_null() || taken.driver_data.is_null() {
                return None;
            }
            (*raw).bound_param_map = std::ptr::null_mut();
            taken
        };
        Some(taken)
    }

    pub(in crate::pdo) fn driver_data(&self) -> StatementData<'_> {
        // SAFETY: it is what the statement had, and is freed with this.
        unsafe { StatementData::from_raw(self.driver_data) }
    }

    /// Gives it to a statement that is being made; its columns are for the first execution.
    pub(in crate::pdo) fn give_to(self, statement: Statement) -> Option<Columns> {
        let raw = statement.as_ptr();
        // SAFETY: a live statement, just made, that has no driver's part yet.
        unsafe {
            (*raw).methods = self.methods;
            (*raw).driver_data = self.driver_data;
            (*raw).set_supports_placeholders(self.placeholders as _);
            (*raw).named_rewrite_template = self.template;
            (*raw).bound_param_map = self.names;
        }
        self.columns
    }

    /// Closes it on its connection, which nobody else uses now. Without the connection's `object` the driver frees what it
    /// holds in memory, and tells the server nothing if it can do without.
    ///
    /// # Safety
    /// The object is the live PDO object of the handle.
    pub(in crate::pdo) unsafe fn close(
        self,
        handle: Handle,
        object: Option<*mut sys::zend_object>,
    ) {
        let Compiled { methods, driver_data, names, .. } = self;
        // SAFETY: the driver's destructor gets its own data, the handle and the object it was made on, all live. Other
        // fields of a statement are zero in one that was never run. PDO frees the table of names in the same way.
        let _ = guard(move || unsafe {
            let mut shell: sys::pdo_stmt_t = MaybeUninit::zeroed().assume_init();
            shell.dbh = handle.as_ptr();
            shell.driver_data = driver_data;
            shell.methods = methods;
            shell.error_code = NO_ERROR.map(|byte| byte as _);
            if let Some(object) = object {
                sys::cenote_pdo_set_database_object(&raw mut shell, object);
            }
            if let Some(dtor) = (*methods).dtor {
                dtor(&raw mut shell);
            }
            if !names.is_null() {
                sys::zend_hash_destroy(names);
                sys::cenote_free(names.cast());
            }
        });
    }
}
