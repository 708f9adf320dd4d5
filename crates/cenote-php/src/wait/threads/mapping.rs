//! `readfile`, `fpassthru` and copies map a file into memory and hand that on: the disk would be waited for in the middle of
//! another call, which takes it for memory. So what is mapped is brought into the kernel's memory before.

use super::{
    aside::{self, Refused},
    reading, residency, untold,
};
use crate::{
    runtime::WaitMode,
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
};
use libc::{c_int, c_void, off64_t, size_t};
use std::ffi::CStr;

const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "mmap", function: mmap as *const c_void, place: PROGRAM },
    Replacement { name: "mmap64", function: mmap as *const c_void, place: PROGRAM },
]);

const MAPPING: [&CStr; 5] =
    [c"readfile", c"fpassthru", c"copy", c"stream_copy_to_stream", c"file_put_contents"];

unsafe extern "C" fn mmap(
    address: *mut c_void,
    size: size_t,
    protection: c_int,
    flags: c_int,
    fd: c_int,
    offset: off64_t,
) -> *mut c_void {
    // SAFETY: the caller's arguments go on as they are.
    let mapped = unsafe { libc::mmap64(address, size, protection, flags, fd, offset) };
    // The engine's own memory comes from here, too.
    if flags & libc::MAP_ANONYMOUS != 0 || mapped == libc::MAP_FAILED {
        return mapped;
    }
    // SAFETY: what was just mapped, of that size.
    unsafe {
        if reading::place_in(&MAPPING) == WaitMode::Park && !fill(mapped, size, fd, offset) {
            libc::munmap(mapped, size);
            gate::fail(libc::EAGAIN);
            return libc::MAP_FAILED;
        }
    }
    mapped
}

/// `false`: the coroutine is not to wait for it any more.
///
/// # Safety
/// `size` bytes of that file are mapped there.
unsafe fn fill(mapped: *mut c_void, size: usize, fd: c_int, offset: off64_t) -> bool {
    for done in (0..size).step_by(reading::PIECE) {
        let piece = reading::PIECE.min(size - done);
        // SAFETY: a part of what is mapped.
        if unsafe { residency::is_whole(fd, mapped.byte_add(done), piece) } == Some(true) {
            continue;
        }
        let at = offset + done as off64_t;
        let call = move || reading::bring(fd, at, at + piece as off64_t);
        match aside::run(untold::helpers_for(fd), gate::place(), call) {
            Ok(()) => {}
            Err(Refused::NoThread) => return true,
            Err(Refused::Ended(_)) => return false,
        }
    }
    true
}
