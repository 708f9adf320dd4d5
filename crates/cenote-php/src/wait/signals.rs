//! Signal handlers of PHP: each leaves a note before it runs, as a signal ends the waits of the main flow.
//!
//! The reactor sees only those signals that come while the process sleeps; most come while another coroutine runs. And
//! the kernel may give a signal to any thread that does not block it, curl's resolver for one, where it would end
//! nobody's wait: it is passed on to the engine's thread.

use super::{
    gate,
    patcher::{self, Place, Replacement, Replacements},
};
use crate::{
    runtime::{self, Signal},
    zend::globals::EngineLocal,
};
use libc::{c_int, c_void, sigaction as Action, siginfo_t};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[Replacement {
    name: SIGACTION,
    function: sigaction as *const c_void,
    place: Place::Only(""),
}]);

const SIGACTION: &str = "sigaction";

const SIGNALS: usize = 65;

/// By signal: the handler that PHP has set, and whether it is one that restarts calls of the kernel.
static HANDLERS: EngineLocal<[AtomicUsize; SIGNALS]> =
    EngineLocal::new([const { AtomicUsize::new(0) }; SIGNALS]);
static RESTARTING: EngineLocal<[AtomicUsize; SIGNALS]> =
    EngineLocal::new([const { AtomicUsize::new(0) }; SIGNALS]);

type Handler = unsafe extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

unsafe extern "C" fn on_signal(number: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let Some(at) = usize::try_from(number).ok().filter(|&at| at < SIGNALS) else { return };
    if !gate::is_engine_thread() {
        gate::signal_engine_thread(number);
        return;
    }
    let restarts = RESTARTING[at].load(Relaxed) != 0;
    runtime::note_signal(if restarts { Signal::Restarting } else { Signal::Interrupting });
    let handler = HANDLERS[at].load(Relaxed);
    if handler != 0 {
        // SAFETY: what PHP gave `sigaction` as the handler of this signal; one that expects the number alone ignores
        // the rest.
        unsafe { std::mem::transmute::<usize, Handler>(handler)(number, info, context) };
    }
}

unsafe extern "C" fn sigaction(number: c_int, new: *const Action, old: *mut Action) -> c_int {
    // SAFETY: by contract null or a readable record, and null or a writable one.
    unsafe {
        let known = usize::try_from(number).ok().filter(|&at| at < SIGNALS);
        let (Some(at), true) = (known, gate::is_engine_thread()) else {
            return libc::sigaction(number, new, old);
        };
        let before = HANDLERS[at].load(Relaxed);
        let mut wanted = new.as_ref().copied();
        if let Some(wanted) = &mut wanted {
            if !matches!(wanted.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN) {
                runtime::signal_is_caught();
                HANDLERS[at].store(wanted.sa_sigaction, Relaxed);
                RESTARTING[at].store((wanted.sa_flags & libc::SA_RESTART) as usize, Relaxed);
                wanted.sa_sigaction = on_signal as *const () as usize;
            }
        }
        let wanted = wanted.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let result = libc::sigaction(number, wanted, old);
        if let Some(old) = old.as_mut().filter(|_| result == 0) {
            if old.sa_sigaction == on_signal as *const () as usize {
                old.sa_sigaction = before;
            }
        }
        result
    }
}

/// Lets the scheduler rely on handlers being seen.
pub(super) fn watch() {
    if patcher::target_in_php(SIGACTION).is_some_and(super::is_ours) {
        runtime::signals_are_watched();
    }
}
