//! How plain files are read, whatever their file system: where others may run meanwhile, in pieces of which size, and how a thread
//! brings what is wanted into the kernel's memory.
//!
//! Others run only in PHP's functions for files. In an extension that seeks and reads in two steps (dba, Phar), another
//! coroutine would seek in between.

use crate::{
    runtime::WaitMode,
    wait::{
        leaving,
        patching::gate,
        retrying::{self, Ended},
    },
    zend::globals::is_module_loaded,
};
use libc::{c_int, off64_t, ssize_t};
use std::{cell::RefCell, ffi::CStr};

const READING: [&CStr; 26] = [
    c"fread",
    c"fgets",
    c"fgetc",
    c"fgetcsv",
    c"fscanf",
    c"fpassthru",
    c"file",
    c"file_get_contents",
    c"file_put_contents",
    c"readfile",
    c"copy",
    c"stream_copy_to_stream",
    c"stream_get_contents",
    c"stream_get_line",
    c"md5_file",
    c"sha1_file",
    c"hash_file",
    c"hash_hmac_file",
    c"hash_update_file",
    c"hash_update_stream",
    // Of SplFileObject.
    c"getCurrentLine",
    c"current",
    c"next",
    c"rewind",
    c"seek",
    c"valid",
];

/// What Phar reads, seeking in one descriptor for all files in it.
const ARCHIVES: [&[u8]; 5] = [b".zip", b".tar", b".gz", b".bz2", b".tgz"];

/// How much a thread does at a time, and so how long a cancelled coroutine may have to wait.
pub(in crate::wait) const PIECE: usize = 1 << 20;

fn is_of_an_archive(fd: c_int) -> bool {
    if !is_module_loaded(c"phar") {
        return false;
    }
    std::fs::read_link(format!("/proc/self/fd/{fd}")).is_ok_and(|path| {
        let path = path.into_os_string().into_encoded_bytes();
        path.windows(5).any(|part| part == b".phar")
            || ARCHIVES.iter().any(|ending| path.ends_with(ending))
    })
}

/// How to wait for a plain file in one of these functions, or in PHP code that iterates over a file.
pub(super) fn place_in(functions: &[&CStr]) -> WaitMode {
    match gate::place() {
        WaitMode::Block => WaitMode::Block,
        place if leaving::runs_php_code() || leaving::runs_one_of(functions) => place,
        _ => WaitMode::Block,
    }
}

/// On a thread: reads what stands there, so that it is in the kernel's memory afterwards.
pub(super) fn bring(fd: c_int, mut at: off64_t, end: off64_t) {
    thread_local! {
        static BIN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BIN.with_borrow_mut(|bin| {
        bin.resize(128 * 1024, 0);
        while at < end {
            let size = bin.len().min((end - at) as usize);
            // SAFETY: this thread's buffer of at least that size.
            match unsafe { libc::pread64(fd, bin.as_mut_ptr().cast(), size, at) } {
                read if read > 0 => at += read as off64_t,
                _ => break,
            }
        }
    });
}

/// How to wait for a read of a plain file.
pub(super) fn place_of_reading(fd: c_int) -> WaitMode {
    match place_in(&READING) {
        WaitMode::Park if is_of_an_archive(fd) => WaitMode::Block,
        place => place,
    }
}

/// Whether the read of a large part goes on: others run in between, even if all is in memory.
#[cold]
pub(super) fn goes_on(fd: c_int) -> bool {
    place_of_reading(fd) != WaitMode::Park || !matches!(retrying::moment(), Err(Ended::Cancelled))
}

/// What a call returns that has done a part of its work before it failed.
pub(super) fn part_or(done: usize, failed: ssize_t) -> ssize_t {
    if done > 0 { done as ssize_t } else { failed }
}
