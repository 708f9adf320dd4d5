//! Coroutines for stock PHP.
//!
//! | room | what |
//! |---|---|
//! | [`php`] | functions and classes of the namespace `Async` |
//! | [`script_end`] | draining and unwinding, and how an early end is noticed |
//! | [`user_fibers`] | a user's Fiber as a coroutine of its own: who it is, how it ends, what its methods do here |
//! | [`signalling`] | what a signal does to waits, who listens, handlers of `pcntl_signal()` in coroutines of their own |
//! | [`closing`] | what a call works on, who is inside one with what, and how those who close, change or read it go about it |
//! | [`interruption`] | how a wait ends from outside, also inside a C library |
//! | [`scheduling`] | registry, run queue, park and wake; who runs next, and getting there; timers; nobody can run |
//! | [`polling`] | waiting for file descriptors, how many of those ready run next, sleeping |
//! | [`coroutines`] | a coroutine, its C stack, its life from start to end, its result, its scope |
//! | [`engine`] | engine globals that belong to one coroutine, and where the engine cannot be left |
//! | [`errors`] | classes of exceptions, and errors that nobody receives |
//! | [`process`] | clock, threads, memory mappings, forks, signal handlers in C |
//! | [`messages`] | texts for the user |
//!
//! The pools use [`current`], [`park`], [`park_for`], [`wake`], [`spawn_native`], [`alarm`], [`on_end`] and [`shielded`].

mod closing;
mod coroutines;
mod engine;
mod errors;
mod interruption;
mod messages;
mod php;
mod polling;
mod process;
mod scheduling;
mod script_end;
mod signalling;
mod user_fibers;

pub(crate) use closing::{
    claims::tell_client_connections_by,
    vacating::{evictable, vacate_descriptor},
};
pub(crate) use coroutines::coroutine::{Awaited, CoroutineId, EndHook, Importance, Woken};
pub(crate) use errors::exceptions;
pub(crate) use interruption::library_locks;
pub(crate) use interruption::{
    interrupted::Interrupted,
    library::{
        Foreign, is_outstanding, leave_library, park_unrefused, raise_outstanding, waiting_here,
    },
};
pub(crate) use polling::{asking::open_limit, descriptor_set, reactor};
pub(crate) use process::{
    clock::{coarse_now, precise_now},
    fork::process_generation,
};
pub(crate) use process::{engine_thread, signal_handlers};
pub(crate) use scheduling::scheduler::{
    AlarmId, alarm, before_first_spawn, current, disarm, has_spawned, may_park, park, park_for,
    parked_in, visible_alarm, wake,
};
pub(crate) use scheduling::switching::without_parking;
pub(crate) use signalling::{
    listeners::{Catching, catch_signals_by},
    signals::{
        Rested, Signal, are_watched as signals_are_watched, forget as forget_signals,
        is_caught as signal_is_caught, note as note_signal, note_listened as note_listened_signal,
        park_in_library, without_signals,
    },
};
pub(crate) use user_fibers::fibers::{current_flow, flows, is_active as is_in_fiber};

use crate::zend::{Outcome, collector, entry::FunctionEntry, exception, startup};
use cenote_core::Time;
use closing::{guarded_functions, inside, vacating};
use coroutines::{
    carrier,
    coroutine::{Coroutine, SpawnPoint, Work},
    scope,
};
use engine::{
    closed_sections, engine_state::Saved, extension_calls, output, session_data, statics,
};
use errors::report;
use interruption::library;
use process::fork;
use scheduling::{scheduler, slices};
use script_end::{ending, exit_detection, late_drain};
use signalling::{listeners, pcntl_handlers, signals};
use std::rc::Rc;
use user_fibers::fibers;

/// Starts a coroutine with a native body, at the tail of the run queue. An exception that it leaves becomes a warning.
/// After the end of the request there is nobody to run it.
pub(crate) fn spawn_native(
    importance: Importance,
    body: Box<dyn FnOnce() -> Outcome>,
) -> CoroutineId {
    if scheduler::is_over() {
        return scheduler::nobody();
    }
    if ending::ensure_drain().is_err() {
        drop(exception::take());
        return scheduler::nobody();
    }
    scheduler::spawn(importance, Work::Native(body), Saved::for_native(), SpawnPoint::NOWHERE).id
}

/// Runs `hook` when the coroutine ends, on its own stack, before its awaiters wake; it may park, and is not cancelled.
/// For the main flow: at the end of the main script (SPEC 18.7). `None` if the coroutine has ended: then nothing runs.
#[must_use]
pub(crate) fn on_end(id: CoroutineId, hook: Box<dyn FnOnce()>) -> Option<EndHook> {
    find(id).map(|coroutine| coroutine.end_hooks.add(hook))
}

/// Takes a hook of [`on_end`] back: what it was for is gone. A coroutine may live as long as the process.
pub(crate) fn forget_on_end(id: CoroutineId, hook: EndHook) {
    if let Some(coroutine) = find(id) {
        coroutine.end_hooks.remove(hook);
    }
}

/// One that is alive, a user's Fiber too.
fn find(id: CoroutineId) -> Option<Rc<Coroutine>> {
    let coroutine = scheduler::try_with(|scheduler| scheduler.find(id).cloned()).flatten();
    coroutine.or_else(|| fibers::find(id))
}

/// Runs `body` with cancellation of the running coroutine held back.
pub(crate) fn shielded<T>(body: impl FnOnce() -> T) -> T {
    let me = scheduler::running();
    me.shields.set(me.shields.get() + 1);
    let result = body();
    me.shields.set(me.shields.get() - 1);
    result
}

/// Runs `body`, in which no wait inside a C library goes on after `end`: it is up then, as by a limit of the library's own.
pub(crate) fn within<T>(end: Option<Time>, body: impl FnOnce() -> T) -> T {
    let me = scheduler::running();
    let outer = me.patience.replace(end);
    let result = body();
    me.patience.set(outer);
    result
}

/// Until when the running coroutine waits inside C libraries at most.
pub(crate) fn patience() -> Option<Time> {
    scheduler::running().patience.get()
}

/// Module start-up.
pub(crate) fn register() {
    engine_thread::note();
    exceptions::register();
    ending::register();
    exit_detection::register();
    fork::register();
    guarded_functions::register();
    closed_sections::register();
    startup::afterwards(closed_sections::wrap_functions);
    startup::afterwards(session_data::wrap_functions);
    startup::afterwards(extension_calls::find);
    collector::watch();
    library::register();
    php::register();
    user_fibers::methods::register();
    pcntl_handlers::register();
}

/// Module shutdown: hooks that the engine would keep for the next start are taken back (SPEC 29.8).
pub(crate) fn shut_down() {
    exit_detection::shut_down();
    closed_sections::shut_down();
    guarded_functions::shut_down();
    collector::unwatch();
    library::shut_down();
    scheduler::shut_down();
}

pub(crate) fn functions() -> Vec<FunctionEntry> {
    php::functions()
}

pub(crate) fn begin_request() {
    signal_handlers::begin_request();
    scheduler::begin_request();
    closed_sections::begin_request();
    library_locks::begin_request();
    signals::begin_request();
    pcntl_handlers::begin_request();
    ending::begin_request();
}

pub(crate) fn end_request() {
    late_drain::end_request();
    report::settle_exit_status();
    pcntl_handlers::end_request();
    listeners::end_request();
    statics::end_request();
    report::forget_all();
    fibers::forget_all();
    output::forget_all();
    scope::forget_main();
    scheduler::end_request();
    reactor::forget_all();
    inside::forget_all();
    vacating::forget_all();
    slices::measure(false);
    carrier::free_all();
}
