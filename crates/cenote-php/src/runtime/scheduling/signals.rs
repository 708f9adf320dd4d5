//! Signals that end a wait of the main flow.
//!
//! On stock PHP a handled signal ends `sleep()` and its like, and `select` and `poll`, with `EINTR`. Here it does so for
//! the main flow, which signals are for (SPEC 30.14), and the coroutine that runs when it arrives; waits of other coroutines go on.
//! Only a signal that arrives during the wait counts. The signal handler leaves a note, and the next choice of who runs
//! wakes the main flow.
//!
//! Whether any handler is there that could matter is known too: without one, sleeping takes one system call in place of
//! three.

use crate::runtime::{
    coroutines::{
        coroutine::{MainWait, Signal, Woken},
        scheduler::{self, Scheduler},
    },
    process::attention::{self, INTERRUPTING_SIGNAL, SIGNAL},
};
use crate::zend::globals::engine_local;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

const BOTH: u8 = SIGNAL | INTERRUPTING_SIGNAL;

engine_local! {
    /// Handlers may be installed by signal handlers.
    static CAUGHT: AtomicU8 = AtomicU8::new(UNKNOWN);
}

/// From the start of the module on it is told when a handler is installed.
static ARE_WATCHED: AtomicBool = AtomicBool::new(false);

/// Nobody tells when a handler is installed.
const UNKNOWN: u8 = 0;
const NONE: u8 = 1;
const SOME: u8 = 2;

/// From now on [`is_caught`] is called when a handler is installed.
pub(crate) fn are_watched() {
    ARE_WATCHED.store(true, Relaxed);
    CAUGHT.store(NONE, Relaxed);
}

/// A request begins. What the engine itself installs for it is there by now; none of it interrupts a process at rest.
pub(in crate::runtime) fn begin_request() {
    if ARE_WATCHED.load(Relaxed) {
        CAUGHT.store(NONE, Relaxed);
    }
}

/// A handler is being installed.
pub(crate) fn is_caught() {
    if CAUGHT.load(Relaxed) != UNKNOWN {
        CAUGHT.store(SOME, Relaxed);
    }
}

/// Whether a signal may have something to say.
#[inline]
pub(in crate::runtime) fn any_caught() -> bool {
    CAUGHT.load(Relaxed) != NONE
}

/// Called by signal handlers: one has come that a Future waits for.
pub(crate) fn note_listened() {
    attention::ask(attention::LISTENED);
}

/// Called by signal handlers.
pub(crate) fn note(signal: Signal) {
    attention::ask(if signal == Signal::Interrupting { BOTH } else { SIGNAL });
}

#[inline]
pub(in crate::runtime) fn pending() -> bool {
    attention::wanted() & SIGNAL != 0
}

/// A wait begins: what came before does not end it.
pub(crate) fn forget() {
    if pending() && scheduler::is_main_running() {
        attention::clear(BOTH);
    }
}

/// Wakes the main flow if it waits in C code and a signal has come.
#[cold]
pub(in crate::runtime) fn deliver() {
    let interrupts = attention::clear(BOTH) & INTERRUPTING_SIGNAL != 0;
    let signal = if interrupts { Signal::Interrupting } else { Signal::Restarting };
    scheduler::with(|scheduler: &mut Scheduler| {
        let main = scheduler.main().clone();
        if scheduler.main_wait == MainWait::Open && scheduler.make_ready(&main, Woken::Called) {
            scheduler.main_wait = MainWait::Ended(signal);
        }
    });
}

/// Starts threads that take no signals: they inherit the mask of their maker.
pub(crate) fn without_signals<T>(body: impl FnOnce() -> T) -> T {
    // SAFETY: plain system calls on local sets; the mask is put back.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
        let result = body();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        result
    }
}
