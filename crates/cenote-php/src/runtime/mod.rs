//! Coroutines for stock PHP.
//!
//! | file | what it decides |
//! |---|---|
//! | [`scheduler`] | who is there and who is to run: registry, run queue, park and wake |
//! | [`switching`] | who runs next, and getting there |
//! | [`carrier`], [`mappings`] | on which C stack: the engine's fiber contexts, reused; how many there may be |
//! | [`lifecycle`] | start, run and end of one coroutine |
//! | [`coroutine`], [`completion`] | what a coroutine is, what a result is |
//! | [`composite`], [`exceptions`] | classes of exceptions |
//! | [`scope`] | who belongs together, and is cancelled together; who gets an error |
//! | [`finally`] | callbacks for the end of a coroutine |
//! | [`timers`], [`sleep`], [`clock`] | deadlines, and sleeping while nobody can run |
//! | [`engine_state`], [`handlers`], [`output`], [`comparator`], [`reentry`] | engine globals that belong to one coroutine (SPEC 30.11) |
//! | [`closed_sections`] | where the engine cannot be left: while it compiles, for one (SPEC 30.12) |
//! | [`reactor`], [`asking`], [`admission`] | waiting for file descriptors, and how many of those ready run next |
//! | [`signals`] | what a signal does to the main flow's waits, and whether any is caught |
//! | [`signal_handlers`], [`descriptor_set`], [`engine_thread`] | what handlers and other threads may ask and change |
//! | [`listeners`] | who waits for a signal, and what its arrival does |
//! | [`pcntl_handlers`] | handlers of `pcntl_signal()` run in coroutines of their own |
//! | [`interrupt_later`] | the engine's interrupt, asked for at a later time |
//! | [`attention`], [`slices`] | what else the scheduler looks at; how long coroutines run, measured on demand |
//! | [`interrupted`], [`deadlock`], [`library`] | how a wait ends from outside, also inside a C library |
//! | [`things`], [`inside`] | what a call works on; who is inside a call with what |
//! | [`guarded_functions`], [`claims`], [`vacating`] | that functions which close, change or read ask first; that those inside leave |
//! | [`recursion`] | marks of the engine against going round in circles |
//! | [`raised_early`], [`skipped_opcode`] | the same under the JIT, and where the engine's interrupt throws |
//! | [`fibers`] | a user's Fiber as a coroutine of its own: who it is, how it ends, how it is cancelled |
//! | [`user_fibers`] | the engine's methods of Fibers: what else they do here, where one may not suspend |
//! | [`ending`], [`exit_detection`], [`report`] | the script's end, and errors nobody receives |
//! | [`fork`] | what is left in a forked child |
//! | [`php`] | functions and classes of the namespace `Async` |
//!
//! The pools use [`current`], [`park`], [`park_for`], [`wake`], [`spawn_native`], [`alarm`], [`on_end`] and [`shielded`].

mod admission;
mod asking;
mod attention;
mod carrier;
mod claims;
mod clock;
mod closed_sections;
mod comparator;
mod completion;
mod composite;
mod coroutine;
mod deadlock;
pub(crate) mod descriptor_set;
mod ending;
mod engine_state;
pub(crate) mod engine_thread;
pub(crate) mod exceptions;
mod exit_detection;
mod extension_calls;
mod fibers;
mod finally;
mod fork;
mod guarded_functions;
mod handlers;
mod inside;
mod interrupt_later;
mod interrupted;
mod late_drain;
mod library;
pub(crate) mod library_locks;
mod lifecycle;
mod listeners;
mod mappings;
mod messages;
mod output;
mod pcntl_handlers;
mod php;
mod raised_early;
pub(crate) mod reactor;
mod recursion;
mod reentry;
mod report;
mod scheduler;
mod scope;
mod session_data;
pub(crate) mod signal_handlers;
mod signals;
mod skipped_opcode;
mod sleep;
mod slices;
mod statics;
mod switching;
mod things;
mod timers;
mod user_fibers;
mod vacating;

pub(crate) use asking::open_limit;
pub(crate) use claims::tell_client_connections_by;
pub(crate) use clock::{coarse_now, precise_now};
pub(crate) use coroutine::{Awaited, CoroutineId, EndHook, Importance, Woken};
pub(crate) use fibers::{current_flow, flows, is_active as is_in_fiber};
pub(crate) use fork::process_generation;
pub(crate) use interrupted::Interrupted;
pub(crate) use library::{
    Foreign, is_outstanding, leave_library, park_unrefused, raise_outstanding, waiting_here,
};
pub(crate) use listeners::{Catching, catch_signals_by};
pub(crate) use scheduler::{
    AlarmId, alarm, before_first_spawn, current, disarm, has_spawned, may_park, park, park_for,
    visible_alarm, wake,
};
pub(crate) use signals::{
    Rested, Signal, are_watched as signals_are_watched, forget as forget_signals,
    is_caught as signal_is_caught, note as note_signal, note_listened as note_listened_signal,
    park_in_library, without_signals,
};
pub(crate) use vacating::{evictable, vacate_descriptor};

use crate::zend::{Outcome, collector, entry::FunctionEntry, exception, startup};
use cenote_core::Time;
use coroutine::{Coroutine, SpawnPoint, Work};
use engine_state::Saved;
use std::rc::Rc;

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
    user_fibers::register();
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
