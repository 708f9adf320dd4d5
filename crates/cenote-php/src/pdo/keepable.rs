//! Live statements that the cache may take over, and the columns that PDO found in earlier uses of their compiled text.
//!
//! PDO asks the driver for each column's name when a statement is executed for the first time. To PDO a kept statement is a new
//! one; but where the server answers a compiled text with the same columns for ever, or refuses it (SPEC 25.6), or where the
//! library tells that it has compiled it anew, they need not be asked for again. So they are taken from the statement that
//! dies, and given to the next one right after its first execution, as if PDO had found them just then: before it nobody
//! sees them.

use super::{
    drivers::Driver,
    handle::{Handle, Statement},
};
use crate::zend::sys;
use std::{cell::RefCell, ffi::c_int, mem::MaybeUninit};

/// The statements of one connection.
#[derive(Default)]
pub(super) struct Keepables(RefCell<Vec<Keepable>>);

/// One live statement.
pub(super) struct Keepable {
    statement: Statement,
    /// For its first execution.
    columns: Option<Columns>,
    /// Of the columns that PDO found at its first execution.
    found: Circumstances,
}

/// What PDO knows of columns.
pub(super) struct Columns {
    list: *mut sys::pdo_column_data,
    count: c_int,
    found: Circumstances,
}

/// What columns depend on, besides their number.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Circumstances {
    /// How their names are written.
    case: sys::pdo_case_conversion,
    /// [`Driver::columns_version`].
    version: u32,
}

impl Keepables {
    pub(super) fn add(&self, statement: Statement, columns: Option<Columns>) {
        let found = Circumstances::default();
        self.0.borrow_mut().push(Keepable { statement, columns, found });
    }

    pub(super) fn contains(&self, statement: Statement) -> bool {
        self.0.borrow().iter().any(|known| known.statement == statement)
    }

    /// A statement is dying or loses its connection.
    pub(super) fn remove(&self, statement: Statement) -> Option<Keepable> {
        let mut list = self.0.borrow_mut();
        let at = list.iter().rposition(|known| known.statement == statement)?;
        Some(list.swap_remove(at))
    }

    /// A statement was executed, by a driver that keeps columns.
    pub(super) fn executed(&self, statement: Statement, handle: Handle, driver: &dyn Driver) {
        if statement.has_columns() {
            return;
        }
        let now = Circumstances {
            case: handle.column_case(),
            version: driver.columns_version(statement),
        };
        let columns = {
            let mut list = self.0.borrow_mut();
            let Some(known) = list.iter_mut().rfind(|known| known.statement == statement) else {
                return;
            };
            known.found = now;
            known.columns.take()
        };
        if let Some(columns) = columns {
            columns.give_to(statement, now, driver);
        }
    }

    /// A statement is compiled anew.
    pub(super) fn forget_columns(&self, statement: Statement) {
        let columns = {
            let mut list = self.0.borrow_mut();
            let known = list.iter_mut().find(|known| known.statement == statement);
            known.and_then(|known| known.columns.take())
        };
        drop(columns);
    }
}

impl Keepable {
    /// The columns of a statement that is dying, if it was executed: of others the driver's part has none.
    pub(super) fn into_columns(self) -> Option<Columns> {
        Columns::take_from(self.statement, self.found)
    }
}

impl Columns {
    fn take_from(statement: Statement, found: Circumstances) -> Option<Columns> {
        let raw = statement.as_ptr();
        // SAFETY: a live statement; what is taken is cleared in it.
        unsafe {
            let list = std::mem::replace(&mut (*raw).columns, std::ptr::null_mut());
            let count = (*raw).column_count;
            (!list.is_null()).then_some(Columns { list, count, found })
        }
    }

    /// PDO itself has to look if it would now find something else, or has bound variables to names.
    fn give_to(self, statement: Statement, now: Circumstances, driver: &dyn Driver) {
        let raw = statement.as_ptr();
        // SAFETY: a live statement without columns.
        unsafe {
            if (*raw).column_count != self.count {
                driver.forget_columns(statement);
            } else if now == self.found && (*raw).bound_columns.is_null() {
                (*raw).columns = self.list;
                std::mem::forget(self);
            }
        }
    }
}

impl Drop for Columns {
    fn drop(&mut self) {
        // SAFETY: PDO frees its list of so many columns, which nobody else has, as it does where their number changes. That
        // touches no other field of a statement.
        unsafe {
            let mut shell: sys::pdo_stmt_t = MaybeUninit::zeroed().assume_init();
            shell.columns = self.list;
            shell.column_count = self.count;
            sys::cenote_pdo_set_column_count(&raw mut shell, -1);
        }
    }
}
