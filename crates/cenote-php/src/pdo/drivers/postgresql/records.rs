//! What pdo_pgsql keeps for a connection and a statement, as far as it is used here.

use super::libpq::Library;
#[cfg(php85)]
use crate::pdo::drivers::last_error;
use crate::{pdo::stock::statement::Statement, zend::sys};
use std::ffi::{c_char, c_int, c_void};

/// A part of the error with which the last execution of a statement has failed: `R`, the server's function that raised it;
/// `W`, the functions on whose behalf.
pub(super) fn error_field(
    library: &Library,
    statement: Statement,
    field: u8,
) -> Option<&'static [u8]> {
    let record = statement.driver_data().cast::<StatementRecord>();
    if record.is_null() {
        return None;
    }
    // SAFETY: the driver's record of a live statement, with libpq's result or null. Callers use the text at once.
    unsafe { library.error_field((*record).result, field) }
}

/// Whether the text of a statement that is executed row by row is a single one for sure: what the server compiles always is.
#[cfg(php85)]
pub(super) fn is_one_statement(statement: Statement) -> bool {
    let text = statement.text_in_place();
    let mut rest = text.as_bytes().unwrap_or_default().iter().skip_while(|&&byte| byte != b';');
    statement.is_compiled_by_driver()
        || rest.all(|byte| *byte == b';' || byte.is_ascii_whitespace())
}

/// The beginning of what pdo_pgsql keeps for a statement.
#[repr(C)]
pub(super) struct StatementRecord {
    pub(super) handle: *mut c_void,
    pub(super) result: *mut c_void,
    pub(super) columns: *mut c_void,
    pub(super) cursor_name: *mut c_char,
    /// Set if the server is to compile it.
    pub(super) statement_name: *mut c_char,
    pub(super) query: *mut sys::zend_string,
    pub(super) parameters: [*mut c_void; 4],
    pub(super) current_row: c_int,
    pub(super) is_compiled: bool,
    /// By `PDO::ATTR_PREFETCH`, since PHP 8.5; before, it is zero, as is all that no field takes.
    pub(super) reads_row_by_row: bool,
    /// Rows are still to come from the server, or were when the driver looked last.
    #[cfg(php85)]
    pub(super) is_amid_rows: bool,
}

/// The beginning of what pdo_pgsql keeps for a connection.
#[cfg(php85)]
#[repr(C)]
pub(super) struct ConnectionRecord {
    pub(super) start: last_error::Private<u32>,
    pub(super) last_oid: u32,
    pub(super) statements_named: u32,
    pub(super) ways_to_prepare: [bool; 3],
    pub(super) lob_streams: *mut sys::HashTable,
    pub(super) notice_callback: *mut c_void,
    pub(super) reads_row_by_row: bool,
    /// What was executed last. The driver closes it before it reads another one row by row.
    pub(super) executed: *mut StatementRecord,
}
