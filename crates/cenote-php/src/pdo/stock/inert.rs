//! Tables of functions that do nothing: for a handle on which nothing is ever sent, and for statements that have lost their
//! connection.

use crate::zend::{Value, started::PerStart, sys};
use std::ffi::c_int;

/// Functions for a handle on which nothing is ever sent.
pub(in crate::pdo) fn of_handle() -> &'static sys::pdo_dbh_methods {
    &HANDLE.0
}

/// The same with the function that quotes of a driver that needs no connection for it, of which there is one.
pub(in crate::pdo) fn of_handle_that_quotes(
    quoter: sys::pdo_dbh_quote_func,
) -> &'static sys::pdo_dbh_methods {
    &QUOTING.get_or_set(|| HandleMethods(sys::pdo_dbh_methods { quoter, ..HANDLE.0 })).0
}

/// Module shutdown: the function goes with the driver's module.
pub(in crate::pdo) fn shut_down() {
    QUOTING.clear();
}

static QUOTING: PerStart<HandleMethods> = PerStart::new();

static HANDLE: HandleMethods = HandleMethods(sys::pdo_dbh_methods {
    closer: Some(do_nothing),
    set_attribute: Some(refuse_attribute),
    // SAFETY: all other functions are optional, and zero is none. Newer versions have more of them.
    ..unsafe { std::mem::zeroed() }
});

#[repr(transparent)]
struct HandleMethods(sys::pdo_dbh_methods);

// SAFETY: a constant table of function pointers.
unsafe impl Sync for HandleMethods {}

unsafe extern "C" fn do_nothing(_raw: *mut sys::pdo_dbh_t) {}

unsafe extern "C" fn refuse_attribute(
    _raw: *mut sys::pdo_dbh_t,
    _attribute: sys::zend_long,
    _value: *mut sys::zval,
) -> bool {
    false
}

/// Functions for a statement whose connection was taken from it (SPEC 18.7). Its methods are refused before they come here;
/// what PDO reaches by other ways (a lazy row) finds nothing.
static STATEMENT: StatementMethods = StatementMethods(sys::pdo_stmt_methods {
    dtor: Some(refuse),
    executer: Some(refuse),
    fetcher: Some(refuse_fetch),
    describer: Some(refuse_column),
    get_col: Some(give_null),
    param_hook: None,
    set_attribute: None,
    get_attribute: None,
    get_column_meta: None,
    next_rowset: None,
    cursor_closer: None,
});

unsafe extern "C" fn refuse(_statement: *mut sys::pdo_stmt_t) -> c_int {
    0
}

unsafe extern "C" fn refuse_fetch(
    _statement: *mut sys::pdo_stmt_t,
    _orientation: sys::pdo_fetch_orientation,
    _offset: sys::zend_long,
) -> c_int {
    0
}

unsafe extern "C" fn refuse_column(_statement: *mut sys::pdo_stmt_t, _column: c_int) -> c_int {
    0
}

unsafe extern "C" fn give_null(
    _statement: *mut sys::pdo_stmt_t,
    _column: c_int,
    result: *mut sys::zval,
    _kind: *mut sys::pdo_param_type,
) -> c_int {
    // SAFETY: PDO passes a slot for the value.
    unsafe { Value::null().write_to(result) };
    1
}

struct StatementMethods(sys::pdo_stmt_methods);

// SAFETY: a constant table of function pointers.
unsafe impl Sync for StatementMethods {}

/// Functions for a statement whose connection was taken from it.
#[inline]
pub(in crate::pdo) fn of_statement() -> &'static sys::pdo_stmt_methods {
    &STATEMENT.0
}
