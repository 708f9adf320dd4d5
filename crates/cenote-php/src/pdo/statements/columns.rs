//! The columns that PDO found in earlier uses of a compiled text.
//!
//! PDO asks the driver for each column's name when a statement is executed for the first time. To PDO a kept statement is a new
//! one; but where the server answers a compiled text with the same columns forever, or refuses it (SPEC 25.6), or where the
//! library tells that it has compiled it anew, they need not be asked for again. So they are taken from the statement that
//! dies, and given to the next one right after its first execution, as if PDO had found them just then: before it nobody
//! sees them.

use crate::pdo::{
    drivers::Driver,
    stock::{handle::Handle, statement::Statement},
};
use crate::zend::sys;
use std::{ffi::c_int, mem::MaybeUninit};

/// What PDO knows of columns.
pub(in crate::pdo) struct Columns {
    list: *mut sys::pdo_column_data,
    count: c_int,
    found: Circumstances,
}

/// What columns depend on, besides their number.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::pdo) struct Circumstances {
    /// How their names are written.
    case: sys::pdo_case_conversion,
    /// What [`Driver`] says of its columns.
    version: u32,
}

impl Circumstances {
    /// Of a statement that was executed just now.
    pub(in crate::pdo) fn of(
        statement: Statement,
        handle: Handle,
        driver: &dyn Driver,
    ) -> Circumstances {
        Circumstances { case: handle.column_case(), version: driver.columns_version(statement) }
    }
}

impl Columns {
    pub(in crate::pdo) fn take_from(statement: Statement, found: Circumstances) -> Option<Columns> {
        let raw = statement.as_ptr();
        // SAFETY: a live statement; what is taken is cleared in it.
        unsafe {
            let list = std::mem::replace(&mut (*raw).columns, std::ptr::null_mut());
            let count = (*raw).column_count;
            (!list.is_null()).then_some(Columns { list, count, found })
        }
    }

    /// PDO itself has to look if it would now find something else, or has bound variables to names.
    pub(in crate::pdo) fn give_to(
        self,
        statement: Statement,
        now: Circumstances,
        driver: &dyn Driver,
    ) {
        let raw = statement.as_ptr();
        // SAFETY: a live statement without columns.
        unsafe {
            if (*raw).column_count != self.count {
                driver.forget_columns(statement);
            } else if now == self.found && (*raw).bound_columns.is_null() {
                (*raw).columns = self.list;
                // Otherwise `query()` describes the columns although they are there, and loses these.
                (*raw).set_executed(1);
                std::mem::forget(self);
            }
        }
    }
}

impl Drop for Columns {
    fn drop(&mut self) {
        // SAFETY: PDO frees its list of that many columns, which nobody else has, as it does where their number changes. That
        // touches no other field of a statement.
        unsafe {
            let mut shell: sys::pdo_stmt_t = MaybeUninit::zeroed().assume_init();
            shell.columns = self.list;
            shell.column_count = self.count;
            sys::cenote_pdo_set_column_count(&raw mut shell, -1);
        }
    }
}
