//! Reading from and writing to pipes and FIFOs, which PHP does by `read` and `write`; the output of a script may be one, too.
//! Plain files go on to [`files`]. Reading from terminals is waited for as well, and what libedit and GNU readline read for `readline()`.
//!
//! A pipe's flags belong to all processes that have it, so it is never made non-blocking. Before a read its descriptor is
//! waited for. A write is done in parts that do not block, until all is written, as the kernel does with a blocking pipe.

use super::{blocking::BlockingCall, polling, sending};
use crate::runtime::{self, WaitMode};
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::wait::{
    descriptor::{self, Kind},
    leaving,
    threads::{files, untold, whole_files},
    writers,
};
use libc::{c_int, c_void, iovec, size_t, ssize_t};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "read", function: read as *const c_void, place: PROGRAM },
    Replacement { name: "read", function: read as *const c_void, place: Place::Only("libedit") },
    Replacement {
        name: "read",
        function: read as *const c_void,
        place: Place::Only("libreadline"),
    },
    Replacement { name: "write", function: write as *const c_void, place: PROGRAM },
]);

unsafe extern "C" fn read(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    // SAFETY: the caller's arguments go on as they are.
    unsafe {
        if descriptor::is_known_plain(fd) {
            if size <= files::PIECE && whole_files::is_in_memory(fd) {
                return libc::read(fd, buffer, size);
            }
            if let Some(result) = files::read(fd, buffer, size) {
                return result;
            }
        }
        read_unknown(fd, buffer, size)
    }
}

/// # Safety
/// A writable buffer of that size.
#[inline(never)]
unsafe fn read_unknown(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    // SAFETY: by the contract.
    unsafe {
        if gate::place() != WaitMode::Block {
            match descriptor::kind(fd) {
                Kind::Plain => {
                    if let Some(result) = files::read(fd, buffer, size) {
                        return result;
                    }
                }
                Kind::Untold => return untold::read(fd, buffer, size),
                Kind::Pipe if !descriptor::is_nonblocking(fd) => {
                    if let Err(failed) = BlockingCall::on_pipe(fd).wait(libc::POLLIN) {
                        return failed as ssize_t;
                    }
                }
                // A terminal is ready as soon as a read from it would not wait: in line mode, when a line is complete.
                Kind::Other if descriptor::is_terminal(fd) && !descriptor::is_nonblocking(fd) => {
                    if let Err(failed) = BlockingCall::on_pipe(fd).wait(libc::POLLIN) {
                        return failed as ssize_t;
                    }
                }
                _ => {}
            }
        }
        libc::read(fd, buffer, size)
    }
}

unsafe extern "C" fn write(fd: c_int, buffer: *const c_void, size: size_t) -> ssize_t {
    // SAFETY: the caller's arguments go on as they are.
    unsafe {
        if size == 0 || (descriptor::known(fd).is_none() && gate::place() == WaitMode::Block) {
            return libc::write(fd, buffer, size);
        }
        match descriptor::kind(fd) {
            Kind::Plain | Kind::Untold => return files::write(fd, buffer, size),
            Kind::Pipe if !descriptor::is_nonblocking(fd) => {}
            // Where ext/sockets is built into PHP. What a web server is sent over a socket is no such call: output is never cut off.
            _ if leaving::runs_one_of(&[c"socket_write"]) => {
                return sending::write(fd, buffer, size);
            }
            _ => return libc::write(fd, buffer, size),
        }
        if fd == libc::STDOUT_FILENO {
            return write_output(buffer, size);
        }
        match writers::take(fd) {
            Ok(_turn) => BlockingCall::on_pipe(fd).in_parts(0, size, libc::POLLOUT, |written| {
                write_what_fits(fd, buffer.byte_add(written), size - written)
            }),
            Err(errno) => gate::fail(errno) as ssize_t,
        }
    }
}

/// To PHP, output that fails means that nobody reads it any more: it ends the script. So a cancelled coroutine writes all,
/// and is cancelled afterwards.
///
/// # Safety
/// A readable buffer of that size.
unsafe fn write_output(buffer: *const c_void, size: usize) -> ssize_t {
    const FD: c_int = libc::STDOUT_FILENO;
    if !runtime::output_may_wait() {
        // SAFETY: by the contract.
        return unsafe { libc::write(FD, buffer, size) };
    }
    let _turn = runtime::while_writing_output(|| writers::take_unrefused(FD));
    let is_writable =
        || runtime::while_writing_output(|| polling::until_ready_unrefused(FD, libc::POLLOUT));
    let mut written = 0;
    while written < size {
        // SAFETY: by the contract; what is left of it.
        let more = unsafe {
            let (buffer, size) = (buffer.byte_add(written), size - written);
            let fits = write_what_fits(FD, buffer, size);
            let is_full = fits < 0 && gate::errno() == libc::EAGAIN;
            match is_full && !is_writable() {
                true => libc::write(FD, buffer, size),
                false if is_full => continue,
                false => fits,
            }
        };
        match usize::try_from(more) {
            Ok(0) => break,
            Ok(more) => written += more,
            Err(_) if written > 0 => break,
            Err(_) => return more,
        }
    }
    written as ssize_t
}

/// Whether the kernel writes to pipes without waiting when asked to (since Linux 6.5).
static TAKES_NOWAIT: AtomicBool = AtomicBool::new(true);

/// # Safety
/// A readable buffer of that size.
pub(in crate::wait) unsafe fn write_what_fits(
    fd: c_int,
    buffer: *const c_void,
    size: usize,
) -> ssize_t {
    if TAKES_NOWAIT.load(Relaxed) {
        let part = iovec { iov_base: buffer.cast_mut(), iov_len: size };
        // SAFETY: one part, by the contract; -1 is where the descriptor stands.
        let written = unsafe { libc::pwritev2(fd, &raw const part, 1, -1, libc::RWF_NOWAIT) };
        if written >= 0 || !matches!(gate::errno(), libc::EOPNOTSUPP | libc::ENOSYS | libc::EINVAL)
        {
            return written;
        }
        TAKES_NOWAIT.store(false, Relaxed);
    }
    // One that was opened by its name does not take it either. A pipe that is ready has room for so much at a time.
    let mut written = 0;
    while written < size {
        let mut one = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
        // SAFETY: one descriptor, without waiting; then what is left, by the contract.
        let more = unsafe {
            if libc::poll(&raw mut one, 1, 0) == 0 {
                gate::fail(libc::EAGAIN) as ssize_t
            } else {
                let part = (size - written).min(libc::PIPE_BUF);
                libc::write(fd, buffer.byte_add(written), part)
            }
        };
        match usize::try_from(more) {
            Ok(more) if more > 0 => written += more,
            _ if written > 0 => break,
            _ => return more,
        }
    }
    written as ssize_t
}
