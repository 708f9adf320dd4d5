//! What `mail()` writes to the program that sends: libc writes it to the pipe inside itself, where others could not run. So
//! it writes to memory, and what is there goes to the pipe when the stream is closed.

use super::{
    replaced::{pipes, polling},
    signal_waits,
};
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::wait::{descriptor, leaving};
use crate::{runtime::WaitMode, zend::globals::engine_local};
use libc::{FILE, c_char, c_int, c_void};
use std::{
    cell::RefCell,
    ffi::CStr,
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
};

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[Replacement {
    name: "popen",
    function: popen as *const c_void,
    place: Place::Only(""),
}]);

/// PHP functions that write to a process by libc's own functions.
const WRITING_BY_LIBC: [&CStr; 3] = [c"mail", c"mb_send_mail", c"error_log"];

struct Spool {
    file: *mut FILE,
    pipe: OwnedFd,
}

engine_local! {
    static SPOOLS: RefCell<Vec<Spool>> = RefCell::new(Vec::new());
}

unsafe extern "C" fn popen(command: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the caller's arguments go on as they are.
    let file = signal_waits::without_holding(|| unsafe { libc::popen(command, mode) });
    // SAFETY: by contract a text.
    let writes = unsafe { *mode } == b'w' as c_char;
    if !file.is_null()
        && writes
        && gate::place() != WaitMode::Block
        && leaving::runs_one_of(&WRITING_BY_LIBC)
    {
        // SAFETY: the stream that was just made.
        if let Some(pipe) = unsafe { write_to_memory(file) } {
            SPOOLS.borrow_mut().push(Spool { file, pipe });
        }
    }
    file
}

/// What is written to `file` from now on stays in memory. The pipe that it was written to.
///
/// # Safety
/// A live stream.
unsafe fn write_to_memory(file: *mut FILE) -> Option<OwnedFd> {
    // SAFETY: makes new descriptors, which are then owned, and has the stream's own mean the memory.
    unsafe {
        let fd = libc::fileno(file);
        let memory = owned(libc::memfd_create(c"cenote-mail".as_ptr(), libc::MFD_CLOEXEC))?;
        let pipe = owned(libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3))?;
        (libc::dup3(memory.as_raw_fd(), fd, libc::O_CLOEXEC) >= 0).then_some(pipe)
    }
}

/// # Safety
/// A new descriptor, or -1.
unsafe fn owned(fd: c_int) -> Option<OwnedFd> {
    // SAFETY: by the contract.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The stream is about to be closed: what is in memory goes to the pipe, as a whole, even if its coroutine is cancelled:
/// else half a message might be sent. Whether there was any.
///
/// # Safety
/// A live stream.
pub(super) unsafe fn end(file: *mut FILE) -> bool {
    let Some(at) = SPOOLS.borrow().iter().position(|spool| spool.file == file) else {
        return false;
    };
    let Spool { pipe, .. } = SPOOLS.borrow_mut().swap_remove(at);
    // SAFETY: the stream and its descriptor, which is memory, are live.
    unsafe { libc::fflush(file) };
    let mut buffer = vec![0_u8; 64 * 1024];
    let mut sent = 0_i64;
    loop {
        let place = buffer.as_mut_ptr().cast::<c_void>();
        // SAFETY: a buffer of that size.
        let size = unsafe { libc::pread(libc::fileno(file), place, buffer.len(), sent) };
        let Some(part) = usize::try_from(size).ok().and_then(|size| buffer.get(..size)) else {
            break;
        };
        if part.is_empty() || !write_all(pipe.as_raw_fd(), part) {
            break;
        }
        sent += part.len() as i64;
    }
    true
}

/// `false`: nobody reads any more.
fn write_all(fd: c_int, mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        // SAFETY: the slice's own length.
        let written = unsafe {
            let written = pipes::write_what_fits(fd, bytes.as_ptr().cast(), bytes.len());
            let is_full = written < 0 && gate::errno() == libc::EAGAIN;
            if is_full && polling::until_ready_unrefused(fd, libc::POLLOUT) {
                continue;
            }
            if is_full { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) } else { written }
        };
        match usize::try_from(written) {
            Ok(written) if written > 0 => bytes = &bytes[written..],
            _ => return false,
        }
    }
    true
}

/// Ends the pipe of a stream that libc is to close once its process has ended, which may wait for this. `false`: it could
/// not be done without waiting.
///
/// # Safety
/// A live stream.
pub(super) unsafe fn close_pipe(file: *mut FILE) -> bool {
    // SAFETY: the stream is live; its number stays taken until libc closes it.
    unsafe {
        let fd = libc::fileno(file);
        if __fpending(file) > 0 {
            if descriptor::is_pipe(fd) && !polling::until_ready_unrefused(fd, libc::POLLOUT) {
                return false;
            }
            // No more than a page, for which a pipe that is ready has room.
            libc::fflush(file);
        }
        let Some(nothing) =
            owned(libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC))
        else {
            return false;
        };
        libc::dup3(nothing.as_raw_fd(), fd, libc::O_CLOEXEC) >= 0
    }
}

unsafe extern "C" {
    fn __fpending(file: *mut FILE) -> usize;
}
