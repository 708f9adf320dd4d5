//! Paths that scripts give.

use crate::zend::{Thrown, Value, control::exception, guard, messages::NULL_BYTES, sys};
use std::{
    ffi::{CStr, CString, OsStr},
    io,
    os::unix::ffi::OsStrExt,
    path::PathBuf,
};

/// The absolute path that a script means by argument `number`, from the folder on that it is in, if there can be one and `open_basedir`
/// allows it.
pub(crate) fn absolute(path: &Value, number: u32) -> Result<io::Result<PathBuf>, Thrown> {
    let Ok(given) = CString::new(path.as_bytes().unwrap_or_default()) else {
        return Err(exception::argument_value_error(number, &NULL_BYTES));
    };
    let mut buffer = [0_u8; libc::PATH_MAX as usize];
    let (given, expanded) = (given.as_ptr(), buffer.as_mut_ptr().cast());
    // SAFETY: a text that ends with zero, and room for the longest path, which is what the engine writes there.
    let found = guard(move || unsafe { sys::expand_filepath(given, expanded) })?;
    if found.is_null() {
        return Ok(Err(io::Error::from_raw_os_error(libc::ENOENT)));
    }
    // SAFETY: the text that was just written; no warning is asked for.
    let refused = guard(move || unsafe { sys::php_check_open_basedir_ex(expanded, 0) })?;
    exception::check()?;
    if refused != 0 {
        return Ok(Err(io::Error::other("open_basedir forbids it")));
    }
    let text = CStr::from_bytes_until_nul(&buffer).unwrap_or_default();
    Ok(Ok(PathBuf::from(OsStr::from_bytes(text.to_bytes()))))
}
