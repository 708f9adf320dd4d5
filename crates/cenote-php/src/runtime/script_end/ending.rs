//! The end of the script: drain, or unwind (SPEC 30.5, 30.8).
//!
//! Our function is the first of the script's shutdown functions, so it runs before the user's, before object destructors
//! and the output flush. After a normal end the main flow parks until no other coroutine is alive that counts (SPEC 13.10).
//! What is alive then, and after `exit()` or an uncaught exception all others, is unwound: resumed with a graceful exit, which
//! runs `finally` blocks and destructors and nothing else. After a fatal error they are abandoned.
//!
//! A coroutine spawned later, by a shutdown function or a destructor, has another run of our function wait for it.

use super::late_drain;
use crate::{
    runtime::{
        cancelling::{requests, shutdown},
        coroutines::{
            completion::Fixed,
            coroutine::{Request, State},
            interrupted::Interrupted,
            scheduler::{self, with},
            scope, spawning,
        },
        errors::exceptions,
        life::{exit_detection, finally, lifecycle, report, scope_ends},
        scheduling::{abandoning, parking},
        signalling::pcntl_handlers,
    },
    zend::{
        Call, Outcome, Thrown, Value, bailout, class, entry, exception,
        globals::{self, SetAtStart, engine_local},
        guard, sys,
    },
};
use std::{cell::Cell, mem::MaybeUninit};

struct Shutdown {
    /// A run has found that a fatal error has ended the script.
    died: Cell<bool>,
    /// The first run is over: what ended the main script says nothing about coroutines that are spawned from now on.
    ran: Cell<bool>,
}

engine_local! {
    static SHUTDOWN: Shutdown = Shutdown {
        died: Cell::new(false),
        ran: Cell::new(false),
    };
}
static DRAIN: SetAtStart<Cell<*mut sys::zend_function>> =
    SetAtStart::new(Cell::new(std::ptr::null_mut()));

pub(in crate::runtime) fn begin_request() {
    spawning::drain_is_due(false);
    SHUTDOWN.died.set(false);
    SHUTDOWN.ran.set(false);
    exit_detection::begin_request();
    register_drain();
}

/// Another run of [`drain`] is needed, or a late one.
fn ensure_drain() -> Outcome {
    if !spawning::drain_is_due_already() {
        register_drain();
    }
    if !globals::is_shutting_down() {
        return Ok(());
    }
    // SAFETY: a function of our module's, which is never unloaded.
    unsafe { late_drain::ensure(DRAIN.get()) }
}

/// Appends [`drain`] to the shutdown functions, by the engine's C function: no PHP name, and `disable_functions` cannot
/// take it away.
fn register_drain() {
    spawning::drain_is_due(true);
    let function = DRAIN.get();
    let _ = guard(move || {
        // SAFETY: a function that is never freed.
        unsafe { sys::cenote_append_shutdown_function(function) };
    });
}

/// Makes the function that [`register_drain`] appends. At module start-up, as its name has to outlive every request.
pub(in crate::runtime) fn register() {
    spawning::ensure_drain_by(ensure_drain);
    // SAFETY: an internal function with nothing but a name and a handler is what the engine's own tables make of one
    // without arguments.
    let function = unsafe {
        let mut function: sys::zend_internal_function = MaybeUninit::zeroed().assume_init();
        function.type_ = sys::ZEND_INTERNAL_FUNCTION as u8;
        function.handler = Some(entry::handler(drain));
        function.function_name = class::interned(c"Async\\{drain}");
        function
    };
    DRAIN.set(Box::into_raw(Box::new(function)).cast());
}

fn drain(_call: &mut Call) -> Outcome {
    spawning::drain_is_due(false);
    shutdown::wait_for_end(true);
    let is_first = !SHUTDOWN.ran.get();
    let drained = drain_and_report();
    shutdown::wait_for_end(false);
    if drained == Err(Thrown::Bailout) && is_first {
        // The script's shutdown functions run, as they do if a fatal error ends the main script (SPEC 47.3).
        bailout::forget_pending();
        return after_fatal_error();
    }
    drained
}

fn drain_and_report() -> Outcome {
    let is_first = !SHUTDOWN.ran.replace(true);
    let died = SHUTDOWN.died.get() || globals::compiler().unclean_shutdown;
    if died || exit_detection::main_died() {
        return after_fatal_error();
    }
    end_main_flow()?;
    if !is_first || !exit_detection::main_ended_early() {
        wait_for_others()?;
    }
    unwind_others()?;
    if pcntl_handlers::are_due() {
        // What has come meanwhile, or before `exit()`.
        wait_for_others()?;
        unwind_others()?;
    }
    report::report_all();
    shutdown::wait_for_end(false);
    report::report_end();
    exception::check()
}

/// No code of coroutines runs any more. Behind the shutdown functions, scopes that are still open call back (SPEC 47.3).
fn after_fatal_error() -> Outcome {
    let abandoned = with(abandoning::abandon_all);
    std::mem::forget(abandoned);
    if !SHUTDOWN.died.replace(true) {
        if !scope::calling_back().is_empty() {
            register_drain();
        }
        return Ok(());
    }
    scope_ends::call_back_at_the_end()?;
    shutdown::wait_for_end(false);
    report::report_end();
    exception::check()
}

/// The main script is over. Its bindings are released first (SPEC 18.7); then its result is fixed, for those who await
/// it, and its callbacks run (SPEC 30.4).
fn end_main_flow() -> Outcome {
    let main = with(|scheduler| scheduler.main().clone());
    lifecycle::run_end_hooks(&main);
    let result = match exit_detection::take_cancellation_of_main() {
        Some(cancellation) => {
            main.completion.needs_no_observer();
            Fixed::Error(cancellation)
        }
        None => Fixed::Value(Value::null()),
    };
    scheduler::fix(&main.completion, result);
    finally::spawn(&main);
    if bailout::pending() { Err(Thrown::Bailout) } else { Ok(()) }
}

fn wait_for_others() -> Outcome {
    loop {
        // A handler that could not begin yet, in a destructor for instance, has no coroutine so far.
        pcntl_handlers::start_first();
        if with(|scheduler| scheduler.live()) == 0 {
            return Ok(());
        }
        let ended = drained();
        if let Err(interrupted) = ended {
            let thrown = interrupted.throw();
            if thrown == Thrown::Bailout {
                return Err(thrown);
            }
            match exception::take() {
                Some(error) if exception::is_exit(&error) => return unwind_others(),
                // The main flow was cancelled after its end.
                Some(error) if error.instance_of(exceptions::cancellation()) => {}
                Some(error) => report::uncaught_in_main(error),
                None => {}
            }
        }
    }
}

/// Parks the main flow until the others are gone, or somebody has something for it.
fn drained() -> Result<(), Interrupted> {
    with(|scheduler| scheduler.draining = true);
    let ended = parking::park(None);
    with(|scheduler| scheduler.draining = false);
    ended.map(|_| ())
}

/// Resumes every other coroutine with a graceful exit, until all are gone.
fn unwind_others() -> Outcome {
    for coroutine in with(scheduler::Scheduler::take_unstarted) {
        lifecycle::end_unstarted(&coroutine, Request::Unwind);
        if bailout::pending() {
            return Err(Thrown::Bailout);
        }
    }
    loop {
        let others: Vec<_> = with(|scheduler| {
            let main = scheduler.main().clone();
            scheduler
                .alive()
                .into_iter()
                .filter(|known| !std::rc::Rc::ptr_eq(known, &main))
                .collect()
        });
        if others.is_empty() {
            return Ok(());
        }
        for coroutine in &others {
            if coroutine.state.get() == State::New && coroutine.is_finally.get() {
                coroutine.unwinding.set(true);
            } else if coroutine.state.get() == State::New {
                coroutine.request.replace(Some(Request::Unwind));
            } else {
                requests::request(coroutine, Request::Unwind);
            }
        }
        if let Err(interrupted) = parking::yield_now() {
            let thrown = interrupted.throw();
            if thrown == Thrown::Bailout {
                return Err(thrown);
            }
            drop(exception::take());
        }
    }
}
