//! Opening a FIFO waits for the other end. The kernel would wait inside `open`, and a thread that waits there for a
//! coroutine that was cancelled could still let the other end in, for nobody. So it is opened without waiting, and looked
//! whether there is anybody.

use crate::{
    runtime::{Signal, WaitMode},
    wait::{
        descriptor,
        patching::{
            gate,
            patcher::{Place, Replacement, Replacements},
        },
        retrying::{self, Ended},
    },
};
use libc::{c_char, c_int, c_void, mode_t};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};

const PROGRAM: Place = Place::Only("");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "open", function: open as *const c_void, place: PROGRAM },
    Replacement { name: "open64", function: open as *const c_void, place: PROGRAM },
    Replacement { name: "__open_2", function: open_existing as *const c_void, place: PROGRAM },
    Replacement { name: "__open64_2", function: open_existing as *const c_void, place: PROGRAM },
]);

/// In C the mode is there only if a file may be made; otherwise it is something that nobody looks at.
unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    let original = || unsafe { libc::open(path, flags, mode) };
    if gate::place() == WaitMode::Block {
        return noted(original());
    }
    // SAFETY: all zero is a valid record, which is then written; by contract a C string.
    let kind = unsafe {
        let mut about: libc::stat = std::mem::zeroed();
        let known = libc::stat(path, &raw mut about) == 0;
        if known { about.st_mode & libc::S_IFMT } else { 0 }
    };
    let waits = flags & (libc::O_NONBLOCK | libc::O_PATH) == 0;
    match (kind, flags & libc::O_ACCMODE) {
        (libc::S_IFIFO, libc::O_RDONLY) if waits => {
            // SAFETY: the caller's arguments; it does not wait.
            noted(open_to_read(unsafe { libc::open(path, flags | libc::O_NONBLOCK, mode) }))
        }
        (libc::S_IFIFO, libc::O_WRONLY) if waits => {
            // SAFETY: the caller's arguments; it does not wait.
            let attempt = || unsafe { libc::open(path, flags | libc::O_NONBLOCK, mode) };
            noted(open_to_write(attempt, original))
        }
        (libc::S_IFREG, _) => {
            let fd = noted(original());
            descriptor::note_plain(fd);
            fd
        }
        _ => noted(original()),
    }
}

unsafe extern "C" fn open_existing(path: *const c_char, flags: c_int) -> c_int {
    // SAFETY: the caller's arguments; no file is made.
    unsafe { open(path, flags, 0) }
}

/// What was known of the number is over: not every `close` passes us.
fn noted(fd: c_int) -> c_int {
    if fd >= 0 && gate::is_engine_thread() {
        descriptor::forget(fd);
    }
    fd
}

/// Lets others run until `attempt` gives something. `Err(None)`: the rest of the wait has to be done without them.
fn until_some<T>(mut attempt: impl FnMut() -> Option<T>) -> Result<T, Option<c_int>> {
    loop {
        match retrying::until_some(&mut attempt) {
            Ok(result) => return Ok(result),
            Err(Ended::Signal(Signal::Restarting)) => {}
            Err(Ended::Signal(Signal::Interrupting)) => return Err(Some(libc::EINTR)),
            Err(Ended::Cancelled) => return Err(Some(libc::ECANCELED)),
            Err(Ended::Alone) => return Err(None),
        }
    }
}

/// `fd` is open for reading without blocking: waits for a writer, and has it block.
fn open_to_read(fd: c_int) -> c_int {
    if fd < 0 {
        return fd;
    }
    // SAFETY: it was just opened, and nobody else knows it.
    let fifo = unsafe { OwnedFd::from_raw_fd(fd) };
    let Some(bin) = Bin::new() else { return gate::fail(libc::EMFILE) };
    let met = match until_some(|| bin.has_writer(&fifo).then_some(())) {
        Err(None) => {
            while !bin.has_writer(&fifo) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            Ok(())
        }
        met => met,
    };
    match met {
        Ok(()) => blocking(fifo),
        Err(errno) => {
            drop(fifo);
            gate::fail(errno.unwrap_or(libc::EINTR))
        }
    }
}

fn open_to_write(attempt: impl Fn() -> c_int, original: impl Fn() -> c_int) -> c_int {
    let opened = until_some(|| {
        let fd = attempt();
        (fd >= 0 || gate::errno() != libc::ENXIO).then_some(fd)
    });
    match opened {
        Ok(fd) if fd < 0 => fd,
        // SAFETY: it was just opened, and nobody else knows it.
        Ok(fd) => blocking(unsafe { OwnedFd::from_raw_fd(fd) }),
        Err(Some(errno)) => gate::fail(errno),
        Err(None) => original(),
    }
}

fn blocking(fifo: OwnedFd) -> c_int {
    let fd = fifo.into_raw_fd();
    descriptor::set_nonblocking(fd, false);
    fd
}

/// A pipe into which the content of a FIFO may be copied, for the sake of what the kernel says to that.
struct Bin {
    /// Keeps the pipe whole.
    _out: OwnedFd,
    into: OwnedFd,
}

impl Bin {
    fn new() -> Option<Bin> {
        let mut ends = [0; 2];
        // SAFETY: a place for two new descriptors, which are then owned.
        unsafe {
            let made = libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) == 0;
            made.then(|| Bin {
                _out: OwnedFd::from_raw_fd(ends[0]),
                into: OwnedFd::from_raw_fd(ends[1]),
            })
        }
    }

    /// Whether there is a writer, or there has been one. Reading would tell as well, but could take a byte: `tee` leaves it
    /// there. Without a writer it is at the end, with one it would have to wait.
    fn has_writer(&self, fifo: &OwnedFd) -> bool {
        let mut one = libc::pollfd { fd: fifo.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor, without waiting; then two pipes that are open.
        unsafe {
            if libc::poll(&raw mut one, 1, 0) > 0 {
                return true;
            }
            let (from, into) = (fifo.as_raw_fd(), self.into.as_raw_fd());
            match libc::tee(from, into, 1, libc::SPLICE_F_NONBLOCK) {
                -1 => gate::errno() == libc::EAGAIN,
                copied => copied > 0,
            }
        }
    }
}
