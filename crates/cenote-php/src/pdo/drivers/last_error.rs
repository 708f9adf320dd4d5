//! The record in which a driver keeps the last error of a connection.
//!
//! It outlives the error: PDO shows it again beside errors that it raises by itself (`IM001`), which the driver knows
//! nothing of. The next user of a connection must not see it.

use crate::pdo::stock::handle::Handle;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// The beginning of what pdo_sqlite, pdo_pgsql and pdo_mysql keep for a connection; `Flags` is what stands between.
#[repr(C)]
pub(super) struct Private<Flags> {
    connection: *mut c_void,
    flags: Flags,
    file: *const c_char,
    line: c_int,
    number: c_uint,
    text: *mut c_char,
}

/// Has the driver know of no error.
pub(super) fn forget<Flags>(handle: Handle) {
    let private = handle.driver_data().cast::<Private<Flags>>();
    if private.is_null() {
        return;
    }
    // SAFETY: the private part of a live handle of a driver that begins so. The drivers free the text in the same way, and look
    // for null.
    unsafe {
        (*private).number = 0;
        if !(*private).text.is_null() {
            handle.free((*private).text.cast());
            (*private).text = std::ptr::null_mut();
        }
    }
}
