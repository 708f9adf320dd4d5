//! Where a database lies, by SQLite's reading of file names and URIs.

use crate::zend::{guard, sys};
use std::{
    ffi::{CStr, CString, OsStr},
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::Path,
};

/// One database, as a DSN names it.
pub(super) struct Place {
    /// In memory; if shared, by connections of this process.
    pub(super) is_memory: bool,
    /// Connections share one page cache, whose locks do not allow a switch inside a call.
    pub(super) shares_cache: bool,
    file: Vec<u8>,
    is_uri: bool,
}

impl Place {
    pub(super) fn parse(path: &[u8]) -> Place {
        let Some(uri) = path.strip_prefix(b"file:") else {
            let is_memory = path.is_empty() || path == b":memory:";
            return Place { is_memory, shares_cache: false, file: path.to_vec(), is_uri: false };
        };
        let uri = uri.split(|&byte| byte == b'#').next().unwrap_or_default();
        let mut parts = uri.splitn(2, |&byte| byte == b'?');
        let name = decode(parts.next().unwrap_or_default());
        let file = without_authority(&name).to_vec();
        let mut place =
            Place { is_memory: name == b":memory:", shares_cache: false, file, is_uri: true };
        for parameter in parts.next().unwrap_or_default().split(|&byte| byte == b'&') {
            match decode(parameter).as_slice() {
                b"mode=memory" => place.is_memory = true,
                b"cache=shared" => place.shares_cache = true,
                b"cache=private" => place.shares_cache = false,
                _ => {}
            }
        }
        if name.is_empty() && !place.is_memory {
            // A temporary database, which is never shared.
            place = Place { is_memory: true, shares_cache: false, ..place };
        }
        place
    }

    /// Whether a new connection would open the file with this name.
    pub(super) fn is(&self, name: &[u8]) -> bool {
        let identity = |name: &[u8]| {
            let file = std::fs::metadata(Path::new(OsStr::from_bytes(name))).ok()?;
            Some((file.dev(), file.ino()))
        };
        // PDO resolves a path that is no URI, by what PHP remembers of links.
        let expanded = if self.is_uri { None } else { expanded(&self.file) };
        let file = expanded.as_deref().unwrap_or(&self.file);
        file == name || identity(name).is_some_and(|known| identity(file) == Some(known))
    }
}

/// Where relative paths begin, for PHP.
pub(super) fn current_directory() -> Vec<u8> {
    let mut path = [0; libc::PATH_MAX as usize];
    // SAFETY: a buffer of that size.
    let is_known = unsafe { sys::cenote_current_directory(path.as_mut_ptr().cast(), path.len()) };
    let path = CStr::from_bytes_until_nul(&path).ok().filter(|_| is_known);
    path.map_or_else(Vec::new, |path| path.to_bytes().to_vec())
}

/// A path as PDO's driver resolves it before SQLite sees it.
fn expanded(path: &[u8]) -> Option<Vec<u8>> {
    let path = CString::new(path).ok()?;
    let given = path.as_ptr();
    // SAFETY: a C string that outlives the call.
    let resolved =
        guard(move || unsafe { sys::expand_filepath(given, std::ptr::null_mut()) }).ok()?;
    if resolved.is_null() {
        return None;
    }
    // SAFETY: a C string in the engine's memory, which is ours to free.
    unsafe {
        let text = CStr::from_ptr(resolved).to_bytes().to_vec();
        sys::cenote_free(resolved.cast());
        Some(text)
    }
}

/// The path in `//host/path`; SQLite accepts no host but this machine.
fn without_authority(name: &[u8]) -> &[u8] {
    let Some(rest) = name.strip_prefix(b"//") else { return name };
    let host = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
    &rest[host..]
}

/// Resolves `%HH`.
fn decode(text: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match (text[at], digit(text.get(at + 1)), digit(text.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}
