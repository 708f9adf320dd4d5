//! The life of one coroutine: start, run, end.

use super::{
    completion::Fixed,
    coroutine::{Coroutine, Importance, Request, State, Work},
    engine_state, exceptions, fork, library, output, report,
    scheduler::{self, fix, with},
    switching,
};
use crate::zend::{Object, Thrown, Value, exception, globals, sys};
use std::rc::Rc;

/// Runs the coroutine that was chosen, from its start to its end. `Err`: a fatal error.
pub(super) fn run_current() -> Result<(), Thrown> {
    let me = scheduler::running();
    me.state.set(State::Running);
    me.started.set(true);
    engine_state::put_back_for(&me);
    globals::executor().error_reporting = me.error_reporting;

    let work = me.work.borrow_mut().take();
    let outcome = match work {
        Some(Work::Php(callable, mut args)) => callable.call(&mut args),
        Some(Work::Native(body)) => body().map(|()| Value::null()),
        None => Ok(Value::null()),
    };
    let outcome = match library::raise_outstanding() {
        Some(thrown) => Err(thrown),
        None => outcome,
    };
    let result = match outcome {
        Err(Thrown::Bailout) => return Err(Thrown::Bailout),
        Ok(value) => Ok(value),
        Err(Thrown::Exception) => Err(exception::take()),
    };
    end(&me, result)
}

/// Fixes the result, tells everybody, and leaves the engine's globals neutral.
fn end(me: &Rc<Coroutine>, result: Result<Value, Option<Object>>) -> Result<(), Thrown> {
    let hooks = std::mem::take(&mut *me.end_hooks.borrow_mut());
    for hook in hooks {
        me.shields.set(me.shields.get() + 1);
        hook();
        me.shields.set(me.shields.get() - 1);
    }
    let exits = matches!(&result, Err(Some(error)) if sys_unwind_exit(error));
    match result {
        Ok(value) => fix(&me.completion, Fixed::Value(value)),
        Err(Some(error)) if !exception::is_exit(&error) => failed(me, error),
        // An exit, or the end of the script: there is no result to await.
        Err(_) => fix(&me.completion, Fixed::Value(Value::null())),
    }
    if exits {
        switching::exit_requested();
    }
    run_finally(me);
    output::end_own_buffers();
    super::handlers::drop_current();
    if crate::zend::bailout::pending() {
        return Err(Thrown::Bailout);
    }
    bury(me);
    Ok(())
}

fn failed(me: &Rc<Coroutine>, error: Object) {
    if me.importance == Importance::User {
        *me.handler.borrow_mut() = report::current_handler();
        end_with_error(me, error);
    } else {
        report::background_failure(&error);
        fix(&me.completion, Fixed::Value(Value::null()));
    }
}

/// A coroutine that ends by its own cancellation did what it was asked to do: there is nothing to report.
fn end_with_error(coroutine: &Coroutine, error: Object) {
    if error.instance_of(exceptions::cancellation()) {
        coroutine.completion.needs_no_observer();
    }
    fix(&coroutine.completion, Fixed::Error(error));
}

/// Callbacks of `onFinally`, in order of registration; one that is registered meanwhile runs as well.
fn run_finally(me: &Rc<Coroutine>) {
    loop {
        let callbacks = std::mem::take(&mut *me.finally.borrow_mut());
        if callbacks.is_empty() {
            return;
        }
        for callback in callbacks {
            if matches!(callback.call(&mut []), Err(Thrown::Exception)) {
                report::uncaught_now(me);
            }
        }
    }
}

/// The last step: out of the registry, and the PHP object is the user's alone.
fn bury(me: &Rc<Coroutine>) {
    me.state.set(State::Done);
    with(|scheduler| scheduler.forget(me));
    report::remember_unobserved(me);
    let kept = me.kept.borrow_mut().take();
    drop(kept);
    fork::end_orphan_if_alone();
}

/// A coroutine that was cancelled before it started: its body never runs (SPEC 30.2).
pub(super) fn cancel_unstarted(coroutine: &Rc<Coroutine>) {
    let request = coroutine.request.borrow_mut().take();
    let work = coroutine.work.borrow_mut().take();
    let hooks = std::mem::take(&mut *coroutine.end_hooks.borrow_mut());
    drop((work, hooks));
    match request {
        Some(Request::Throw(error) | Request::Force(error)) => end_with_error(coroutine, error),
        _ => fix(&coroutine.completion, Fixed::Value(Value::null())),
    }
    run_finally(coroutine);
    bury(coroutine);
}

/// No C stack could be had for it (SPEC 30.9).
pub(super) fn fail_without_stack(coroutine: &Rc<Coroutine>) {
    let live = with(|scheduler| scheduler.alive().len());
    let text = format!(
        "No stack for a new coroutine: {live} coroutines are alive, and the system gives no more memory mappings. \
         Run fewer at a time, or raise vm.max_map_count (two mappings are used for each parked coroutine) or the \
         memory limit of the process"
    );
    if let Ok(error) = exception::create(exceptions::async_exception(), &text) {
        *coroutine.request.borrow_mut() = Some(Request::Throw(error));
    }
    cancel_unstarted(coroutine);
}

fn sys_unwind_exit(error: &Object) -> bool {
    // SAFETY: a live object, of which only the class is looked at.
    unsafe { sys::zend_is_unwind_exit(error.as_ptr()) }
}
