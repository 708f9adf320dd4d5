//! Signal handlers: that one runs is known (SPEC 29.9), and one of PHP's leaves a note before it runs, as a signal ends the
//! waits of the main flow.
//!
//! The reactor sees only those signals that come while the process sleeps; most come while another coroutine runs. And
//! the kernel may give a signal to any thread that does not block it, curl's resolver for one, where it would end
//! nobody's wait: one that PHP handles is passed on to the engine's thread. Handlers of others are called as they would be.
//!
//! What is here runs in signal handlers, and on every thread: it touches nothing but atomics.

use crate::{
    runtime::{
        self, Catching, Signal,
        engine_thread::{self, Number},
        signal_handlers,
    },
    wait::patching::{
        patcher::{self, Place, Replacement, Replacements},
        turns::Turn,
    },
    zend::globals::engine_local,
};
use libc::{c_int, c_void, sigaction as Action, sighandler_t, siginfo_t};
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[
    // The first that applies to an object counts.
    Replacement {
        name: SIGACTION,
        function: sigaction_of_php as *const c_void,
        place: Place::Only(""),
    },
    Replacement::everywhere(SIGACTION, sigaction as *const c_void),
    Replacement::everywhere("signal", signal as *const c_void),
    Replacement::everywhere("bsd_signal", signal as *const c_void),
    Replacement::everywhere("ssignal", signal as *const c_void),
]);

const SIGACTION: &str = "sigaction";

const SIGNALS: usize = 65;

/// By signal: the handler that was set, and what is known of it. Changed together with what the kernel has, under [`Turn`].
static HANDLERS: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
static TRAITS: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
/// By signal: the thread of PHP's that it is for, the last one that has asked for it; 0: whichever gets it.
static ASKED: [AtomicI32; SIGNALS] = [const { AtomicI32::new(0) }; SIGNALS];

/// By signal: how many listen, and what the signal did when the first began, if no handler was set.
static LISTENING: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
static FORMER: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(libc::SIG_DFL) }; SIGNALS];
/// By signal: the engine's own handler, if it has asked for the default while somebody listened. It is there again afterwards.
static SET_ASIDE: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
engine_local! {
    /// By signal: how many of them listen on this thread.
    static LISTENING_HERE: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
    /// The signals that have come to somebody who listens, each by its bit.
    static ARRIVED: AtomicU64 = AtomicU64::new(0);
}

/// It restarts calls of the kernel.
const RESTARTS: usize = 1;
/// The signal is let in while it runs.
const LETS_IN: usize = 2;
/// PHP has set it.
const OF_PHP: usize = 4;

type Handler = unsafe extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

unsafe extern "C" fn on_signal(number: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let Some(at) = place(number) else { return };
    let traits = TRAITS[at].load(Relaxed);
    let is_engines = engine_thread::is_current();
    let asked = Number::from_raw(ASKED[at].load(Relaxed));
    // SAFETY: the kernel's record, where it passes one.
    let is_for_it = is_engines && unsafe { is_for_this_thread(asked, info.as_ref()) };
    if traits & OF_PHP != 0 {
        if !is_for_it {
            engine_thread::signal(asked, number);
            return;
        }
        let restarts = traits & RESTARTS != 0;
        runtime::note_signal(if restarts { Signal::Restarting } else { Signal::Interrupting });
    }
    let handler = HANDLERS[at].load(Relaxed);
    if LISTENING[at].load(Relaxed) != 0 {
        if !is_for_it {
            engine_thread::signal(asked, number);
            return;
        }
        // SAFETY: the kernel's record, where it passes one.
        if handler == 0 && unsafe { info.as_ref() }.is_some_and(|info| is_fault(number, info)) {
            // The instruction that has failed would fail again and again.
            put_back(number, libc::SIG_DFL);
            return;
        }
        ARRIVED.fetch_or(1 << at, Relaxed);
        runtime::note_listened_signal();
    }
    if handler == 0 {
        return;
    }
    let outer = is_engines.then(|| signal_handlers::enter(number, traits & LETS_IN != 0));
    // SAFETY: what was given as the handler of this signal; one that expects the number alone ignores the rest.
    unsafe { std::mem::transmute::<usize, Handler>(handler)(number, info, context) };
    if let Some(outer) = outer {
        signal_handlers::leave(outer);
    }
}

/// On a thread that runs PHP: whether it shall take a signal that has come to it. The kernel gives one that is for the process to
/// whichever thread it likes; one that was sent to this thread, or by a timer, which may be a thread's own, stays here.
fn is_for_this_thread(asked: Number, info: Option<&siginfo_t>) -> bool {
    let is_any = asked == Number::from_raw(0) || asked == Number::own();
    is_any || info.is_some_and(|info| matches!(info.si_code, libc::SI_TKILL | libc::SI_TIMER))
}

fn note_who_asks(at: usize) {
    if let Some(thread) = Number::asking() {
        ASKED[at].store(thread.raw(), Relaxed);
    }
}

/// A thread runs PHP no more.
pub(in crate::wait) fn end_thread() {
    for asked in &ASKED {
        let _ = asked.compare_exchange(Number::own().raw(), 0, Relaxed, Relaxed);
    }
}

/// In a forked child, on a thread of PHP's.
pub(in crate::wait) fn after_fork() {
    let parents = Number::own().raw();
    engine_thread::renumber();
    for asked in &ASKED {
        let is_own = asked.load(Relaxed) == parents;
        asked.store(if is_own { Number::own().raw() } else { 0 }, Relaxed);
    }
    for (at, listening) in LISTENING.iter().enumerate() {
        let here = LISTENING_HERE[at].load(Relaxed);
        if listening.swap(here, Relaxed) != 0 && here == 0 {
            nobody_listens(at);
        }
    }
}

/// The process itself has caused it, by an instruction.
fn is_fault(number: c_int, info: &siginfo_t) -> bool {
    matches!(number, libc::SIGSEGV | libc::SIGFPE | libc::SIGILL | libc::SIGBUS) && info.si_code > 0
}

/// How the runtime listens for signals.
pub(in crate::wait) const CATCHING: Catching = Catching { listen, stop_listening, take_arrived };

/// Begins to listen for a signal, whatever else it does. False: the system does not allow it.
fn listen(number: c_int) -> bool {
    let Some(at) = place(number).filter(|&at| at < 64) else { return false };
    let _turn = Turn::take();
    note_who_asks(at);
    runtime::signal_is_caught();
    LISTENING_HERE[at].fetch_add(1, Relaxed);
    if LISTENING[at].fetch_add(1, Relaxed) > 0 {
        return true;
    }
    // SAFETY: all zero is a valid record, into which the system writes; a handler that is set is set as it was.
    let listens = unsafe {
        let mut action: Action = std::mem::zeroed();
        let known = libc::sigaction(number, std::ptr::null(), &raw mut action) == 0;
        match action.sa_sigaction {
            _ if !known => false,
            set if set == ours() => true,
            set if is_handler(set) => {
                self::set(number, &raw const action, std::ptr::null_mut(), 0) == 0
            }
            former => {
                FORMER[at].store(former, Relaxed);
                HANDLERS[at].store(0, Relaxed);
                TRAITS[at].store(RESTARTS, Relaxed);
                action = std::mem::zeroed();
                action.sa_sigaction = ours();
                action.sa_flags = libc::SA_RESTART | libc::SA_SIGINFO;
                libc::sigaction(number, &raw const action, std::ptr::null_mut()) == 0
            }
        }
    };
    if !listens {
        LISTENING_HERE[at].fetch_sub(1, Relaxed);
        LISTENING[at].fetch_sub(1, Relaxed);
    }
    listens
}

/// One who has listened does so no more. After the last one the signal does what it did before.
fn stop_listening(number: c_int) {
    let Some(at) = place(number) else { return };
    // Another thread may be the first to listen meanwhile.
    let _turn = Turn::take();
    LISTENING_HERE[at].fetch_sub(1, Relaxed);
    if LISTENING[at].fetch_sub(1, Relaxed) == 1 {
        nobody_listens(at);
    }
}

fn nobody_listens(at: usize) {
    if HANDLERS[at].load(Relaxed) != 0 {
        return;
    }
    match SET_ASIDE[at].swap(0, Relaxed) {
        0 => put_back(at as c_int, FORMER[at].load(Relaxed)),
        handler => HANDLERS[at].store(handler, Relaxed),
    }
}

/// The signals that have come since the last question.
fn take_arrived() -> u64 {
    ARRIVED.swap(0, Relaxed)
}

fn put_back(number: c_int, former: usize) {
    // SAFETY: all zero is a valid record; the handler is none.
    unsafe {
        let mut action: Action = std::mem::zeroed();
        action.sa_sigaction = former;
        libc::sigaction(number, &raw const action, std::ptr::null_mut());
    }
}

fn place(number: c_int) -> Option<usize> {
    usize::try_from(number).ok().filter(|&at| at < SIGNALS)
}

fn is_handler(address: usize) -> bool {
    !matches!(address, libc::SIG_DFL | libc::SIG_IGN | libc::SIG_ERR)
}

fn ours() -> usize {
    on_signal as *const () as usize
}

fn traits_of(action: &Action) -> usize {
    let restarts = if action.sa_flags & libc::SA_RESTART != 0 { RESTARTS } else { 0 };
    restarts | if action.sa_flags & libc::SA_NODEFER != 0 { LETS_IN } else { 0 }
}

unsafe extern "C" fn sigaction_of_php(
    number: c_int,
    new: *const Action,
    old: *mut Action,
) -> c_int {
    // SAFETY: by contract null or a readable record.
    if unsafe { new.as_ref() }.is_some_and(|new| is_handler(new.sa_sigaction)) {
        runtime::signal_is_caught();
    }
    // SAFETY: the caller's arguments go on as they are.
    unsafe { set(number, new, old, OF_PHP) }
}

unsafe extern "C" fn sigaction(number: c_int, new: *const Action, old: *mut Action) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    unsafe { set(number, new, old, 0) }
}

/// As libc's `sigaction`, with a handler called through ours.
///
/// # Safety
/// That of `sigaction`.
unsafe fn set(number: c_int, new: *const Action, old: *mut Action, setter: usize) -> c_int {
    // SAFETY: by contract null or a readable record, and null or a writable one.
    unsafe {
        let Some(at) = place(number) else { return libc::sigaction(number, new, old) };
        let _turn = Turn::take();
        let before = HANDLERS[at].load(Relaxed);
        let mut wanted = new.as_ref().copied();
        if let Some(wanted) = wanted.as_mut().filter(|wanted| is_handler(wanted.sa_sigaction)) {
            // One that was read from elsewhere than through us.
            if wanted.sa_sigaction != ours() {
                HANDLERS[at].store(wanted.sa_sigaction, Relaxed);
            }
            TRAITS[at].store(traits_of(wanted) | setter, Relaxed);
            if setter == OF_PHP {
                note_who_asks(at);
            }
            wanted.sa_sigaction = ours();
        }
        let mut wanted = wanted.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let former = FORMER[at].load(Relaxed);
        if LISTENING[at].load(Relaxed) != 0 && !wanted.is_null() && (*wanted).sa_sigaction != ours()
        {
            // Once nobody listens any more.
            FORMER[at].store((*wanted).sa_sigaction, Relaxed);
            // The engine's handler asks for the default where nobody has set another, to end the process.
            let is_own = before != 0
                && signal_handlers::is_inside()
                && TRAITS[at].load(Relaxed) & OF_PHP != 0;
            SET_ASIDE[at].store(if is_own { before } else { 0 }, Relaxed);
            HANDLERS[at].store(0, Relaxed);
            wanted = std::ptr::null();
        }
        let result = libc::sigaction(number, wanted, old);
        if let Some(old) = old.as_mut().filter(|old| result == 0 && old.sa_sigaction == ours()) {
            old.sa_sigaction = if before == 0 { former } else { before };
        }
        result
    }
}

unsafe extern "C" fn signal(number: c_int, handler: sighandler_t) -> sighandler_t {
    // SAFETY: the caller's arguments, with a handler called through ours.
    unsafe {
        let Some(at) = place(number) else { return libc::signal(number, handler) };
        let _turn = Turn::take();
        let before = HANDLERS[at].load(Relaxed);
        let mut wanted = handler;
        if is_handler(handler) {
            HANDLERS[at].store(handler, Relaxed);
            // What libc's own sets.
            TRAITS[at].store(RESTARTS, Relaxed);
            wanted = ours();
        } else if LISTENING[at].load(Relaxed) != 0 && handler != libc::SIG_ERR {
            HANDLERS[at].store(0, Relaxed);
            let former = FORMER[at].swap(handler, Relaxed);
            return if before == 0 { former } else { before };
        }
        let earlier = libc::signal(number, wanted);
        if earlier == ours() { before } else { earlier }
    }
}

/// Handlers that were set before the imports were replaced.
pub(in crate::wait) fn take_over_handlers() {
    for number in 1..SIGNALS as c_int {
        // SAFETY: all zero is a valid record, into which the system writes; then it is set as it was.
        unsafe {
            let mut action: Action = std::mem::zeroed();
            if libc::sigaction(number, std::ptr::null(), &raw mut action) == 0
                && is_handler(action.sa_sigaction)
                && action.sa_sigaction != ours()
            {
                set(number, &raw const action, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Lets the scheduler rely on handlers being seen.
pub(in crate::wait) fn watch() {
    if patcher::target_in_php(SIGACTION).is_some_and(crate::wait::is_ours) {
        runtime::signals_are_watched();
    }
}
