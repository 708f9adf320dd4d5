//! Coroutines for stock PHP.
//!
//! | folder | what |
//! |---|---|
//! | [`php`] | functions and classes of the namespace `Async` |
//! | [`script_end`] | draining and unwinding |
//! | [`user_fibers`] | a user's Fiber as a coroutine of its own: how it ends, what its methods do here |
//! | [`signalling`] | handlers of `pcntl_signal()` in coroutines of their own, the engine's interrupt |
//! | [`life`] | start, run and end of a coroutine, of a scope, of a forked child; errors that nobody receives |
//! | [`closing`] | how those go about it who close, change or read what others are inside of |
//! | [`libraries`] | waits inside C libraries: for descriptors, and how they end from outside |
//! | [`scheduling`] | parking, who runs next and getting there, sleeping, signals; nobody can run |
//! | [`measuring`] | how long coroutines run between two switches, and in which call |
//! | [`polling`] | which descriptors are ready, and how many of those ready run next |
//! | [`calls`] | what calls of extensions' functions work on, and who is inside one |
//! | [`cancelling`] | what a coroutine is asked to obey, what holds a cancellation back, the program's end before its time |
//! | [`coroutines`] | a coroutine, its C stack, its result, its scope; the registry, the run queue and the timers |
//! | [`critical_sections`] | where the engine cannot be left |
//! | [`engine`] | engine globals that belong to one coroutine |
//! | [`errors`] | classes of exceptions, the exit code |
//! | [`process`] | clock, threads, memory mappings, forks, signal handlers in C |
//! | [`messages`] | texts for the user |
//!
//! Imports point down this table only; `scripts/docs/architecture.php` reads them. What a folder asks of one above is a function that it
//! is given when the module starts.
//!
//! The pools use [`current`], [`park`], [`park_for`], [`wake`], [`spawn_native`], [`alarm`], [`on_end`] and [`shielded`].

mod calls;
mod cancelling;
mod closing;
mod coroutines;
mod critical_sections;
mod engine;
mod errors;
mod libraries;
mod life;
mod measuring;
mod messages;
mod php;
mod polling;
mod process;
mod scheduling;
mod script_end;
mod signalling;
mod user_fibers;

use crate::zend::{
    entry::FunctionEntry,
    ini::{IntSetting, TextSetting},
    startup,
};
use calls::inside;
pub(crate) use cancelling::shielding::{patience, shielded, with_patience_until};
use cancelling::shutdown;
use closing::guarded_functions;
pub(crate) use closing::{
    claims::{tell_client_connections_by, tell_own_calls_by},
    vacating::vacate_descriptor,
};
pub(crate) use coroutines::{
    alarms::{AlarmId, alarm, visible_alarm},
    coroutine::{Awaited, CoroutineId, EndHook, Importance, Signal, Woken},
    fiber_flows::{current_flow, flows, is_active as is_in_fiber},
    interrupted::Interrupted,
    scheduler::{
        before_first_spawn, current, disarm, exists, has_spawned, may_park, parked_in, wake,
    },
    spawning::spawn_native,
};
use coroutines::{
    carrier::{self, Body},
    coroutine::{self, Coroutine},
    fiber_flows, scheduler, scope,
};
use critical_sections::{closed_sections, session_data};
pub(crate) use engine::output::{
    may_wait as output_may_wait, while_writing as while_writing_output,
};
use engine::{extension_calls, output, reentry::Reentry, statics};
pub(crate) use errors::exceptions;
use errors::{class_alias, exit_status};
pub(crate) use libraries::{
    descriptors,
    evictions::evictable,
    library::{is_outstanding, leave_library, raise_outstanding},
    waiting::{WaitMode, park_unrefused, waiting_here},
};
use libraries::{evictions, marks};
use life::{exit_detection, forked, lifecycle, long_runs, report};
use measuring::runs;
pub(crate) use php::tickets::ByTicket;
pub(crate) use polling::{asking::open_limit, descriptor_set, moment::Moment, reactor};
pub(crate) use process::{
    clock::{coarse_now, precise_now},
    engine_thread,
    fork::{
        after_forks, after_forks_in_handlers, cut_off_by, is_fork_unsettled, process_generation,
        settle_fork,
    },
    library_locks, signal_handlers,
};
pub(crate) use scheduling::{
    abandoning::tell_at_rest_by,
    listeners::{Catching, catch_signals_by},
    parking::{Rested, park, park_for, park_in_library},
    signals::{
        are_watched as signals_are_watched, forget as forget_signals,
        is_caught as signal_is_caught, note as note_signal, note_listened as note_listened_signal,
        without_signals,
    },
    switching::without_parking,
};
use scheduling::{
    listeners, signals,
    switching::{self, Above},
};
use script_end::{ending, late_drain};
use signalling::{engine_interrupt, interrupt_later, pcntl_functions, pcntl_handlers};
use std::rc::Rc;
use user_fibers::fibers;

/// Whether the main script is over and waits for its coroutines, which go on as before.
pub(crate) fn is_draining() -> bool {
    scheduler::try_with(|scheduler| scheduler.draining).unwrap_or(false)
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
    coroutine.or_else(|| fiber_flows::find(id))
}

/// Settings in php.ini.
pub(crate) static SETTINGS: [&TextSetting; 2] = [&shutdown::UNHANDLED, &shutdown::DEBUG_DEADLOCK];
pub(crate) static NUMBERS: [&IntSetting; 1] = [&runs::BLOCK_THRESHOLD];

/// Module start-up.
pub(crate) fn register() {
    output::tell_owner_by(|| scheduler::current().number());
    carrier::run_by(Body {
        run: lifecycle::run_current,
        after_end: switching::after_end,
        main_after_fatal_error: switching::main_after_fatal_error,
    });
    switching::register(Above {
        fail_without_stack: lifecycle::fail_without_stack,
        signal_handlers_may_run: pcntl_handlers::may_run,
        start_signal_handlers: pcntl_handlers::start_first,
        look_after_this_wait: pcntl_handlers::look_after_this_wait,
        end_child_without_coroutine: forked::end_without_coroutine,
        tell_of_long_run: long_runs::tell,
    });
    coroutine::make_objects_by(php::object_of);
    scope::make_objects_by(php::scope_object);
    exceptions::register();
    ending::register();
    exit_detection::register();
    scheduler::before_first_spawn(runs::first_spawn);
    forked::register();
    guarded_functions::register();
    closed_sections::register();
    startup::afterwards(closed_sections::wrap_functions);
    startup::afterwards(session_data::wrap_functions);
    startup::afterwards(php::output_functions::wrap_functions);
    startup::afterwards(class_alias::wrap_function);
    startup::afterwards(extension_calls::find);
    engine_interrupt::register();
    php::register();
    user_fibers::methods::register();
    pcntl_functions::register();
}

/// Module shutdown: hooks that the engine would keep for the next start are taken back (SPEC 29.8).
pub(crate) fn shut_down() {
    exit_detection::shut_down();
    closed_sections::shut_down();
    guarded_functions::shut_down();
    engine_interrupt::shut_down();
    scheduler::shut_down();
}

/// The first request of a thread, of whose globals the engine has written only some.
pub(crate) fn begin_thread() {
    Reentry::begin_thread();
}

/// A thread runs PHP no more: what outlives its requests ends.
pub(crate) fn end_thread() {
    runs::end_thread();
    interrupt_later::end_thread();
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
    shutdown::forget();
    ending::begin_request();
}

pub(crate) fn end_request() {
    late_drain::end_request();
    exit_status::settle_exit_status();
    pcntl_handlers::end_request();
    listeners::end_request();
    statics::end_request();
    long_runs::forget_all();
    report::forget_all();
    shutdown::forget();
    exit_detection::end_request();
    fibers::forget_all();
    output::forget_all();
    scope::forget_main();
    scheduler::end_request();
    let _ = reactor::forget_all_but(None);
    inside::forget_all();
    evictions::forget_all();
    marks::end_request();
    runs::end_request();
    carrier::free_all();
}
