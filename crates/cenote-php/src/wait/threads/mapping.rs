//! `readfile`, `fpassthru` and copies map a file into memory and hand that on: the disk would be waited for in the middle of
//! another call, which takes it for memory. So what is mapped is brought into the kernel's memory before.

use super::{
    aside::{self, Refused},
    files, helpers,
};
use crate::{
    runtime::WaitMode,
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
};
use libc::{c_int, c_uchar, c_void, off64_t, size_t};
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
        if files::place_in(&MAPPING) == WaitMode::Park && !fill(mapped, size, fd, offset) {
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
    for done in (0..size).step_by(files::PIECE) {
        let piece = files::PIECE.min(size - done);
        // SAFETY: a part of what is mapped.
        if unsafe { is_in_memory(mapped.byte_add(done), piece) } {
            continue;
        }
        let at = offset + done as off64_t;
        let call = move || files::bring(fd, at, at + piece as off64_t);
        match aside::run(&helpers::FILES, gate::place(), call) {
            Ok(()) => {}
            Err(Refused::NoThread) => return true,
            Err(Refused::Ended(_)) => return false,
        }
    }
    true
}

/// # Safety
/// Mapped, of no more than a piece.
unsafe fn is_in_memory(mapped: *mut c_void, size: usize) -> bool {
    const SMALLEST_PAGE: usize = 4096;
    let mut pages: [c_uchar; files::PIECE / SMALLEST_PAGE] = [0; files::PIECE / SMALLEST_PAGE];
    // SAFETY: a byte for each page, of which there are no more.
    let known = unsafe { libc::mincore(mapped, size, pages.as_mut_ptr()) } == 0;
    // SAFETY: asks for a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    known && pages[..size.div_ceil(page)].iter().all(|page| page & 1 != 0)
}
