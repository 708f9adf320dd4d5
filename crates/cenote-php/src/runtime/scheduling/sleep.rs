//! Sleeping while nobody can run.
//!
//! A signal ends a sleep, and the engine's interrupt handler (pcntl's, the time limit's) runs at once (SPEC 30.14). One
//! that arrives between the decision to sleep and the sleep itself would be missed, unless signals are blocked meanwhile
//! and let in atomically by `ppoll`. That makes three system calls of one, which requests to a near server would feel, so
//! it is done from when the script, or an extension for it, has begun to catch signals.

use super::{abandoning, between::between_runs, due, parking::Alone, signals};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{coroutine::Request, scheduler},
        measuring::runs,
        polling::reactor,
        process::{attention, clock},
    },
    zend::{bailout, exception, globals, guard, sys},
};
use cenote_core::Time;
use std::time::Duration;

/// Sleeps until somebody's descriptor is ready, until `deadline`, or until a signal. Wakes those who are to go on.
pub(in crate::runtime) fn until(deadline: Option<Time>) {
    let woken =
        letting_signals_in(|mask| reactor::look(span_until(deadline), mask)).unwrap_or_default();
    due::fire_due_timers();
    woken.into_iter().for_each(scheduler::wake);
    if interrupt_pending() {
        run_interrupt_handler();
    }
}

/// The same for one who waits while there is nobody else to run: looks at `fds` alone, and leaves a signal and the timers
/// of others to the ordinary way. Says how many are ready.
pub(in crate::runtime) fn alone(
    fds: &mut [libc::pollfd],
    deadline: Option<Time>,
    alone: Alone,
    ask: impl FnOnce(&mut [libc::pollfd], Option<Duration>, Option<&libc::sigset_t>) -> usize,
) -> usize {
    let until = match (alone, deadline) {
        (Alone::No, _) => return 0,
        (Alone::ForEver, deadline) => deadline,
        (Alone::Until(timer), deadline) => {
            Some(deadline.map_or(timer, |deadline| deadline.min(timer)))
        }
    };
    let timer_is_due = || matches!(alone, Alone::Until(timer) if timer <= clock::precise_now());
    if timer_is_due() {
        return 0;
    }
    let ready = letting_signals_in(|mask| ask(fds, span_until(until), mask)).unwrap_or(0);
    // As in the ordinary way: those whose timers are due go first.
    if timer_is_due() { 0 } else { ready }
}

fn span_until(deadline: Option<Time>) -> Option<Duration> {
    deadline.map(|at| Duration::from_nanos(at.since(clock::precise_now())))
}

/// Runs `sleep` unless a signal has come or an interrupt is due; where signals matter, with all of them blocked, and it
/// gets the mask that lets them in.
fn letting_signals_in<R>(sleep: impl FnOnce(Option<&libc::sigset_t>) -> R) -> Option<R> {
    let sleep = |mask: Option<&libc::sigset_t>| runs::while_nobody_runs(|| sleep(mask));
    let may_sleep = || {
        let is_noted = attention::wanted() & (attention::SIGNAL | attention::LISTENED) != 0;
        !interrupt_pending() && !is_noted && !reactor::any_closed()
    };
    if !signals::any_caught() {
        return may_sleep().then(|| sleep(None));
    }
    // SAFETY: plain system calls on local sets; the mask is restored before anything else runs.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
        let result = may_sleep().then(|| sleep(Some(&before)));
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        result
    }
}

fn interrupt_pending() -> bool {
    // SAFETY: the engine sets this byte atomically, from signal handlers too.
    unsafe {
        std::sync::atomic::AtomicBool::from_ptr((&raw mut globals::executor().vm_interrupt).cast())
            .load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// Does what the engine does at an interrupt between two opcodes. What a handler throws goes to the main flow.
#[cold]
fn run_interrupt_handler() {
    let aside = exception::InFlight::put_aside();
    let _ = guard(|| {
        let mut eg = globals::executor();
        // SAFETY: a byte-sized atomic flag, see `interrupt_pending`.
        unsafe {
            std::sync::atomic::AtomicBool::from_ptr((&raw mut eg.vm_interrupt).cast())
                .store(false, std::sync::atomic::Ordering::Relaxed);
            if std::sync::atomic::AtomicBool::from_ptr((&raw mut eg.timed_out).cast())
                .load(std::sync::atomic::Ordering::Relaxed)
            {
                sys::zend_timeout();
            } else if let Some(handler) = sys::zend_interrupt_function {
                handler(eg.current_execute_data);
            }
        }
    });
    let thrown = exception::take();
    aside.restore();
    if let Some(thrown) = thrown {
        let main = scheduler::with(|scheduler| scheduler.main().clone());
        let request =
            if exception::is_exit(&thrown) { Request::Exit } else { Request::Throw(thrown) };
        between_runs(move || requests::request(&main, request));
    }
    if bailout::pending() {
        abandoning::abandon_for_fatal_error();
    }
}
