//! Plain files. The kernel knows no "not ready" for them, but it can be asked for what it has in memory already
//! (`RWF_NOWAIT`): then a read costs one system call, as on stock PHP. What has to come from the disk is read by a helper
//! thread, into nothing: it is in the kernel's memory afterwards, where the caller's own read finds it. So the position of
//! the file moves only with what its reader gets, and a reader that has given up leaves no trace.
//!
//! Writes and copies are done by the thread with descriptors of its own, in pieces that are not given up half-way. Files of
//! which the kernel cannot be asked so are [`untold`]'s.

use super::{
    aside::{self, Refused},
    helpers::{self, Helpers},
    reading::{bring, goes_on, part_or, place_in, place_of_reading},
    untold, whole_files,
};
use crate::{
    runtime::WaitMode,
    wait::{
        descriptor,
        patching::{
            gate,
            patcher::{Place, Replacement, Replacements},
        },
        retrying::{self, Ended},
        writers,
    },
};
use libc::{c_int, c_uint, c_void, iovec, off64_t, size_t, ssize_t};
use std::{
    ffi::CStr,
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
};

pub(in crate::wait) use super::reading::PIECE;

const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "fsync", function: fsync as *const c_void, place: PROGRAM },
    Replacement { name: "fdatasync", function: fdatasync as *const c_void, place: PROGRAM },
    Replacement {
        name: "copy_file_range",
        function: copy_file_range as *const c_void,
        place: PROGRAM,
    },
]);

const WRITING: [&CStr; 8] = [
    c"fwrite",
    c"fputs",
    c"fputcsv",
    c"fprintf",
    c"vfprintf",
    c"file_put_contents",
    c"copy",
    c"stream_copy_to_stream",
];
const SYNCING: [&CStr; 2] = [c"fsync", c"fdatasync"];

/// How much a thread copies at a time, which takes no memory of this process.
const PIECE_OF_A_COPY: usize = 8 * PIECE;
/// A write of less is a matter of memory.
const LARGE: usize = 256 * 1024;

enum Fetched {
    /// The rest has to be read without others.
    Alone,
    Ended,
    Done,
}

/// Has a thread bring what is read next into the kernel's memory. It reads at a position of its own, so that it does no harm
/// if the number means something else by then.
#[cold]
fn fetch(fd: c_int, size: usize) -> Fetched {
    let place = place_of_reading(fd);
    if place == WaitMode::Block {
        return Fetched::Alone;
    }
    // SAFETY: asks for the position.
    let at = unsafe { libc::lseek64(fd, 0, libc::SEEK_CUR) };
    if at < 0 {
        return Fetched::Alone;
    }
    let end = at.saturating_add(size.min(PIECE) as off64_t);
    match aside::run(&helpers::FILES, place, move || bring(fd, at, end)) {
        Ok(()) => Fetched::Done,
        Err(Refused::NoThread) => Fetched::Alone,
        Err(Refused::Ended(_)) => Fetched::Ended,
    }
}

/// Reads from a plain file. As the kernel, it returns less than was asked for only at the end of the file. `None`: it is no plain
/// file any more, and nothing was read.
///
/// # Safety
/// A writable buffer of that size.
pub(in crate::wait) unsafe fn read(
    fd: c_int,
    buffer: *mut c_void,
    size: size_t,
) -> Option<ssize_t> {
    let mut done = 0;
    let mut in_vain = 0;
    loop {
        let asked = (size - done).min(PIECE);
        // SAFETY: by the contract; -1 is where the descriptor stands.
        let more = unsafe {
            let rest = iovec { iov_base: buffer.byte_add(done), iov_len: asked };
            libc::preadv2(fd, &raw const rest, 1, -1, libc::RWF_NOWAIT)
        };
        if more > 0 {
            done += more as usize;
            in_vain = 0;
            if done >= size || (more as usize == PIECE && !goes_on(fd)) {
                whole_files::note_read(fd);
                return Some(done as ssize_t);
            }
            continue;
        }
        if more == 0 {
            return Some(done as ssize_t);
        }
        let errno = gate::errno();
        if done == 0 && !descriptor::is_plain(fd) {
            descriptor::forget(fd);
            return None;
        }
        match errno {
            libc::EAGAIN => whole_files::note_wait(fd),
            libc::EOPNOTSUPP | libc::ENOSYS | libc::EINVAL if done == 0 => {
                // SAFETY: the whole buffer, into which nothing was read.
                return Some(unsafe { read_untold(fd, buffer, size) });
            }
            _ => return Some(part_or(done, gate::fail(errno) as ssize_t)),
        }
        // SAFETY: what is left of the buffer.
        match unsafe { fetch_or_read(fd, buffer.byte_add(done), size - done, in_vain) } {
            None => in_vain += 1,
            Some(more) if more > 0 => return Some(done as ssize_t + more),
            Some(failed) => return Some(part_or(done, failed)),
        }
    }
}

/// `None`: what comes next was brought into memory. Otherwise all of it was read, or that has failed.
///
/// # Safety
/// A writable buffer of that size.
#[cold]
unsafe fn fetch_or_read(
    fd: c_int,
    buffer: *mut c_void,
    size: size_t,
    in_vain: u32,
) -> Option<ssize_t> {
    const TRIES: u32 = 3;
    // SAFETY: promised.
    unsafe {
        if in_vain >= TRIES {
            // It is gone from memory before it is read, or the kernel never says that it is there.
            return Some(read_aside(fd, buffer, size));
        }
        match fetch(fd, size) {
            Fetched::Done => None,
            // To streams this means "nothing now": the file is not at its end.
            Fetched::Ended => Some(gate::fail(libc::EAGAIN) as ssize_t),
            Fetched::Alone => Some(libc::read(fd, buffer, size)),
        }
    }
}

/// # Safety
/// A writable buffer of that size.
#[cold]
unsafe fn read_aside(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    // SAFETY: by the contract.
    unsafe {
        match place_of_reading(fd) {
            WaitMode::Block => libc::read(fd, buffer, size),
            place => untold::read_aside(fd, buffer, size, place),
        }
    }
}

/// The kernel does not tell of this file what would wait.
///
/// # Safety
/// A writable buffer of that size.
#[cold]
unsafe fn read_untold(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    if !gate::may_know_waits() {
        // SAFETY: by the contract.
        return unsafe { libc::read(fd, buffer, size) };
    }
    untold::note(fd);
    // SAFETY: by the contract.
    unsafe { untold::read(fd, buffer, size) }
}

/// Whether a write is done at once, as on stock PHP.
#[inline]
fn is_small(fd: c_int, size: usize) -> bool {
    let waits = || gate::may_know_waits() && (writers::is_taken(fd) || untold::writes_through(fd));
    size < LARGE && !waits()
}

/// Writes to a plain file.
///
/// # Safety
/// A readable buffer of that size.
pub(in crate::wait) unsafe fn write(fd: c_int, buffer: *const c_void, size: size_t) -> ssize_t {
    // SAFETY: by the contract.
    let original = || unsafe { libc::write(fd, buffer, size) };
    if is_small(fd, size) || fd == libc::STDOUT_FILENO {
        return original();
    }
    match place_in(&WRITING) {
        WaitMode::Block => return original(),
        WaitMode::Leave => return gate::fail(libc::EAGAIN) as ssize_t,
        WaitMode::Park => {}
    }
    let _turn = match writers::take(fd) {
        Ok(turn) => turn,
        Err(errno) => return gate::fail(errno) as ssize_t,
    };
    in_pieces(untold::helpers_for(fd), size, PIECE, &[fd], |done, size, own| {
        // SAFETY: what is left of the buffer; the thread gets a copy of it.
        let bytes = unsafe { std::slice::from_raw_parts(buffer.byte_add(done).cast::<u8>(), size) }
            .to_vec();
        // SAFETY: the copy, and a descriptor that lives as long.
        move || unsafe { libc::write(own[0].as_raw_fd(), bytes.as_ptr().cast(), bytes.len()) }
    })
    .unwrap_or_else(original)
}

/// Does `size` bytes of work on `fds` in pieces of `most` bytes. `piece` makes the call for one of them, from what was done and its size, with
/// descriptors of its own: the numbers may mean something else when it is done, after a fatal error for instance. Ends early
/// if a piece is not done as a whole or if the coroutine is cancelled. `None`: nothing was done, and no thread is to be had.
fn in_pieces<C: FnOnce() -> ssize_t + Send + 'static>(
    helpers: &Helpers,
    size: usize,
    most: usize,
    fds: &[c_int],
    mut piece: impl FnMut(usize, usize, Vec<OwnedFd>) -> C,
) -> Option<ssize_t> {
    let mut done = 0;
    while done < size {
        let asked = most.min(size - done);
        let own: Option<Vec<_>> = fds.iter().map(|&fd| duplicate(fd)).collect();
        let call = own.map(|own| piece(done, asked, own));
        let finished = call.and_then(|call| {
            aside::run_to_end(helpers, move || {
                let result = call();
                (result, gate::errno())
            })
        });
        let Some((result, errno)) = finished else {
            return (done > 0).then_some(done as ssize_t);
        };
        if result < 0 {
            return Some(part_or(done, gate::fail(errno) as ssize_t));
        }
        done += result as usize;
        let is_to_end = || matches!(retrying::moment(), Err(Ended::Cancelled | Ended::Alone));
        if (result as usize) < asked || (done < size && is_to_end()) {
            break;
        }
    }
    Some(done as ssize_t)
}

fn duplicate(fd: c_int) -> Option<OwnedFd> {
    // SAFETY: makes a new descriptor, which is then owned.
    unsafe {
        match libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) {
            -1 => None,
            fd => Some(OwnedFd::from_raw_fd(fd)),
        }
    }
}

/// `copy()` and `stream_copy_to_stream()`, from where both files stand.
unsafe extern "C" fn copy_file_range(
    from: c_int,
    from_offset: *mut off64_t,
    to: c_int,
    to_offset: *mut off64_t,
    size: size_t,
    flags: c_uint,
) -> ssize_t {
    // SAFETY: the caller's arguments go on as they are.
    let original =
        || unsafe { libc::copy_file_range(from, from_offset, to, to_offset, size, flags) };
    let is_ours = from_offset.is_null() && to_offset.is_null() && flags == 0;
    if !is_ours || place_in(&WRITING) != WaitMode::Park {
        return original();
    }
    let _turn = match writers::take(to) {
        Ok(turn) => turn,
        Err(errno) => return gate::fail(errno) as ssize_t,
    };
    let helpers = match untold::helpers_for(from) {
        to_disks if std::ptr::eq(to_disks, &helpers::FILES) => untold::helpers_for(to),
        to_servers => to_servers,
    };
    in_pieces(helpers, size, PIECE_OF_A_COPY, &[from, to], |_, size, own| {
        // SAFETY: descriptors that live as long; null is where they stand.
        move || unsafe {
            let nowhere = std::ptr::null_mut();
            libc::copy_file_range(own[0].as_raw_fd(), nowhere, own[1].as_raw_fd(), nowhere, size, 0)
        }
    })
    .unwrap_or_else(original)
}

unsafe extern "C" fn fsync(fd: c_int) -> c_int {
    sync(fd, libc::fsync)
}

unsafe extern "C" fn fdatasync(fd: c_int) -> c_int {
    sync(fd, libc::fdatasync)
}

fn sync(fd: c_int, function: unsafe extern "C" fn(c_int) -> c_int) -> c_int {
    // SAFETY: touches no memory; a number that means another file by then does no harm.
    let call = move || unsafe { (function(fd), gate::errno()) };
    let place = place_in(&SYNCING);
    let finished = match place {
        WaitMode::Block => Err(Refused::NoThread),
        _ => aside::run(untold::helpers_for(fd), place, call),
    };
    let (result, errno) = match finished {
        Ok(finished) => finished,
        Err(Refused::NoThread) => call(),
        Err(Refused::Ended(errno)) => (-1, errno),
    };
    if result < 0 { gate::fail(errno) } else { result }
}
