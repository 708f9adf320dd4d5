//! Waiting for child processes: `waitpid` and its like, and `pclose`, which waits inside libc, at the end of `exec()`,
//! `mail()` and others too.
//!
//! The kernel tells of the end of one process by a descriptor. Of "any child" it does not.

use super::polling;
use crate::wait::leaving;
use crate::wait::patching::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::wait::retrying::{self, Ended};
use crate::wait::spool;
use crate::{
    runtime::{Signal, WaitMode},
    zend::globals::engine_local,
};
use libc::{FILE, c_int, c_void, pid_t, rusage};
use std::{
    cell::RefCell,
    ffi::CStr,
    os::fd::{AsRawFd, FromRawFd, OwnedFd},
};

const PROGRAM: Place = Place::Only("");
const PCNTL: Place = Place::Only("pcntl.so");

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "wait", function: wait as *const c_void, place: PROGRAM },
    Replacement { name: "wait", function: wait as *const c_void, place: PCNTL },
    Replacement { name: "wait3", function: wait3 as *const c_void, place: PROGRAM },
    Replacement { name: "wait3", function: wait3 as *const c_void, place: PCNTL },
    Replacement { name: "wait4", function: wait4 as *const c_void, place: PROGRAM },
    Replacement { name: "wait4", function: wait4 as *const c_void, place: PCNTL },
    Replacement { name: "waitpid", function: waitpid as *const c_void, place: PROGRAM },
    Replacement { name: "waitpid", function: waitpid as *const c_void, place: PCNTL },
    Replacement { name: "pclose", function: pclose as *const c_void, place: PROGRAM },
]);

/// PHP functions after whose cancellation the script can wait for the process once more.
const OF_THE_SCRIPT: [&CStr; 3] = [c"pcntl_wait", c"pcntl_waitpid", c"pcntl_rfork"];

unsafe extern "C" {
    #[link_name = "wait4"]
    fn original_wait4(pid: pid_t, status: *mut c_int, options: c_int, usage: *mut rusage) -> pid_t;
}

unsafe extern "C" fn wait(status: *mut c_int) -> pid_t {
    // SAFETY: the caller's argument.
    unsafe { wait4(-1, status, 0, std::ptr::null_mut()) }
}

unsafe extern "C" fn waitpid(pid: pid_t, status: *mut c_int, options: c_int) -> pid_t {
    // SAFETY: the caller's arguments.
    unsafe { wait4(pid, status, options, std::ptr::null_mut()) }
}

unsafe extern "C" fn wait3(status: *mut c_int, options: c_int, usage: *mut rusage) -> pid_t {
    // SAFETY: the caller's arguments.
    unsafe { wait4(-1, status, options, usage) }
}

unsafe extern "C" fn wait4(
    pid: pid_t,
    status: *mut c_int,
    options: c_int,
    usage: *mut rusage,
) -> pid_t {
    // SAFETY: the caller's arguments go on as they are.
    let ask = |more| unsafe { original_wait4(pid, status, options | more, usage) };
    if options & libc::WNOHANG != 0 || gate::place() == WaitMode::Block {
        return ask(0);
    }
    reap_abandoned();
    let ended = match end_of(pid, options) {
        Some(end) => loop {
            match ask(libc::WNOHANG) {
                0 => {}
                result => return result,
            }
            if let Err(ended) = end.wait() {
                break ended;
            }
        },
        None => loop {
            let attempt = || Some(ask(libc::WNOHANG)).filter(|&result| result != 0);
            match retrying::until_some(attempt) {
                Ok(result) => return result,
                Err(Ended::Signal(Signal::Restarting)) => {}
                Err(ended) => break ended,
            }
        },
    };
    match ended {
        Ended::Alone => ask(0),
        Ended::Signal(_) => gate::fail(libc::EINTR),
        Ended::Cancelled => {
            if pid > 0 && !leaving::runs_one_of(&OF_THE_SCRIPT) {
                abandon(Abandoned { pid, file: std::ptr::null_mut() });
            }
            gate::fail(libc::ECANCELED)
        }
    }
}

/// The end of one process, as a descriptor.
struct End(OwnedFd);

/// `None`: there is none for what is waited for, or no such process.
fn end_of(pid: pid_t, options: c_int) -> Option<End> {
    if pid <= 0 || options & (libc::WUNTRACED | libc::WCONTINUED) != 0 {
        return None;
    }
    // SAFETY: makes a new descriptor, which is then owned.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, pid, 0);
        (fd >= 0).then(|| End(OwnedFd::from_raw_fd(fd as c_int)))
    }
}

impl End {
    fn wait(&self) -> Result<(), Ended> {
        let place = gate::place();
        if place == WaitMode::Block {
            return Err(Ended::Alone);
        }
        match polling::until_ready(self.0.as_raw_fd(), libc::POLLIN, None, place) {
            Ok(_) => Ok(()),
            Err(libc::EINTR) => Err(Ended::Signal(Signal::Interrupting)),
            Err(_) => Err(Ended::Cancelled),
        }
    }
}

/// As libc's: what is still to be written, the end of the pipe, the end of the process, in this order.
unsafe extern "C" fn pclose(file: *mut FILE) -> c_int {
    // SAFETY: the caller's argument, a stream of `popen`.
    unsafe {
        let spooled = spool::end(file);
        let place = gate::place();
        let child = (spooled || place != WaitMode::Block).then(|| child_of(file)).flatten();
        let Some(pid) = child.filter(|_| place != WaitMode::Block && spool::close_pipe(file))
        else {
            return libc::pclose(file);
        };
        reap_abandoned();
        let Some(end) = end_of(pid, 0) else { return libc::pclose(file) };
        loop {
            match end.wait() {
                Ok(()) | Err(Ended::Alone) => return libc::pclose(file),
                // libc goes on waiting after signals of any kind.
                Err(Ended::Signal(_)) => {}
                Err(Ended::Cancelled) => {
                    abandon(Abandoned { pid, file });
                    return gate::fail(libc::ECANCELED);
                }
            }
        }
    }
}

/// The process of a stream of `popen`, which glibc keeps behind the public part of the stream.
///
/// # Safety
/// A live stream of `popen`.
unsafe fn child_of(file: *mut FILE) -> Option<pid_t> {
    if !cfg!(all(target_env = "gnu", target_pointer_width = "64")) {
        return None;
    }
    /// Behind the public part and the pointer to its functions.
    const AT: usize = 216 + 8;
    // SAFETY: the stream was allocated by libc, and that many bytes of it are there; a wrong number does no harm, as it is only
    // waited for, and only if it is a child of this process.
    unsafe {
        if malloc_usable_size(file.cast()) < AT + size_of::<pid_t>() {
            return None;
        }
        let pid = file.cast::<u8>().add(AT).cast::<pid_t>().read_unaligned();
        (pid > 0 && is_child(pid)).then_some(pid)
    }
}

unsafe extern "C" {
    fn malloc_usable_size(memory: *mut c_void) -> usize;
}

fn is_child(pid: pid_t) -> bool {
    // SAFETY: all zero is a valid record, which is written; the process stays as it is.
    unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut about, flags) == 0
    }
}

/// A process for whose end nobody waits any more, with its stream if it has one: without this it would stay a zombie.
struct Abandoned {
    pid: pid_t,
    file: *mut FILE,
}

engine_local! {
    static ABANDONED: RefCell<Vec<Abandoned>> = RefCell::new(Vec::new());
}

fn abandon(process: Abandoned) {
    ABANDONED.borrow_mut().push(process);
}

/// Lets those go that have ended meanwhile.
fn reap_abandoned() {
    if ABANDONED.borrow().is_empty() {
        return;
    }
    ABANDONED.borrow_mut().retain(|process| {
        // SAFETY: a process that is ours to reap, or none; a stream that nobody else has, whose process has ended, so that
        // closing it does not wait.
        unsafe {
            if process.file.is_null() {
                return original_wait4(
                    process.pid,
                    std::ptr::null_mut(),
                    libc::WNOHANG,
                    std::ptr::null_mut(),
                ) == 0;
            }
            let mut about: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            let asked = libc::waitid(libc::P_PID, process.pid as libc::id_t, &raw mut about, flags);
            let runs = asked == 0 && about.si_pid() == 0;
            if !runs {
                libc::pclose(process.file);
            }
            runs
        }
    });
}
