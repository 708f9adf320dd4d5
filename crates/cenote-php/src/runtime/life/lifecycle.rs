//! The life of one coroutine: start, run, end.

use super::{exit_detection, finally, forked, orphan, report, scope_ends};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{
            carrier::Context,
            completion::Fixed,
            coroutine::{Coroutine, Importance, Request, State, Work},
            scheduler::{self, fix, with},
        },
        engine::{
            engine_state,
            handlers::{self, Handlers},
            output, statics,
        },
        errors::exceptions,
        libraries::{library, raised_early},
        messages,
        process::fork,
        scheduling::{abandoning, switching},
    },
    zend::{Object, Thrown, Value, bailout, exception, globals, sys},
};
use std::rc::Rc;

/// Runs the coroutine that was chosen, from its start to its end. `Err`: a fatal error.
pub(in crate::runtime) fn run_current() -> Result<(), Thrown> {
    let me = scheduler::running();
    me.context.set(Context::current());
    engine_state::put_back_from(&me.engine);
    globals::executor().error_reporting = me.error_reporting;
    me.first_handlers.set(Handlers::which());
    // Compiled code that an exception left may have been running on this stack before.
    globals::executor().jit_trace_num = 0;

    let work = me.work.take();
    if let Some(request) = me.request.take() {
        drop(work);
        drop(me.end_hooks.take());
        return end(&me, refused_start(request));
    }
    me.started.set(true);
    let result = match call(&me, work) {
        Err(Thrown::Bailout) => return Err(Thrown::Bailout),
        // One that has cancelled itself, and has not waited since, is cancelled all the same (SPEC 38.5).
        Ok(value) => match requests::take_cancellation(&me) {
            Some(cancellation) => {
                drop(value);
                Err(Some(cancellation))
            }
            None => Ok(value),
        },
        Err(Thrown::Exception) => Err(exception::take()),
    };
    if matches!(&result, Err(Some(error)) if sys_unwind_exit(error))
        && !exit_detection::exit_called()
    {
        // Out of memory, where the engine unwinds in place of jumping: a fatal error all the same.
        drop(result);
        bailout::mark_pending();
        return Err(Thrown::Bailout);
    }
    end(&me, result)
}

/// Calls what the coroutine was made for.
#[inline]
fn call(me: &Rc<Coroutine>, work: Option<Work>) -> Result<Value, Thrown> {
    me.is_at_work.set(true);
    let mut outcome = match work {
        Some(Work::Php(callable, arguments)) => {
            callable.call_named(&arguments.positional, arguments.named.as_deref())
        }
        Some(Work::Doomed(doomed)) => {
            let (callable, arguments, error) = *doomed;
            me.request.replace(Some(Request::Throw(error)));
            callable.call_named(&arguments.positional, arguments.named.as_deref())
        }
        Some(Work::Native(body)) => body().map(|()| Value::null()),
        None => Ok(Value::null()),
    };
    me.is_at_work.set(false);
    // What it has captured and been given is gone by now. If the end of that threw, the call has failed, as any other (SPEC 30.11).
    if outcome.is_ok() && exception::pending() {
        outcome = Err(Thrown::Exception);
    }
    raised_early::forget(me);
    match library::raise_outstanding() {
        Some(thrown) => Err(thrown),
        None => outcome,
    }
}

/// Fixes the result, tells everybody, and leaves the engine's globals neutral.
fn end(me: &Rc<Coroutine>, result: Result<Value, Option<Object>>) -> Result<(), Thrown> {
    fork::settle_fork();
    run_end_hooks(me);
    let exits = matches!(&result, Err(Some(error)) if sys_unwind_exit(error));
    match result {
        Ok(value) => fix(&me.completion, Fixed::Value(value)),
        Err(Some(error)) if !exception::is_exit(&error) => failed(me, error),
        // An exit, or the end of the script: there is no result to await. What it had in front of it goes while this one runs.
        exit => {
            fix(&me.completion, Fixed::Value(Value::null()));
            drop(exit);
        }
    }
    if exits {
        orphan::exit_requested();
    }
    scope_ends::coroutine_failed(me);
    if me.finally.is_some() {
        finally::spawn(me);
    }
    scope_ends::left(me);
    if !bailout::pending() {
        output::end_own_buffers();
    }
    if !bailout::pending() {
        switching::without_parking(|| leave(me));
    }
    if bailout::pending() { Err(Thrown::Bailout) } else { Ok(()) }
}

/// Runs what the pools want done at the end, until nothing more was added meanwhile.
#[inline]
pub(in crate::runtime) fn run_end_hooks(me: &Coroutine) {
    if !me.end_hooks.is_empty() {
        run_all_end_hooks(me);
    }
}

fn run_all_end_hooks(me: &Coroutine) {
    while !me.end_hooks.is_empty() {
        for (_, hook) in me.end_hooks.take() {
            me.shields.set(me.shields.get() + 1);
            hook();
            me.shields.set(me.shields.get() - 1);
        }
    }
}

/// The last steps, after which nothing in the engine's globals reminds of the coroutine. They run destructors and
/// handlers at times, whose exceptions have nowhere else to go than into a report; and what those leave goes as well.
fn leave(me: &Rc<Coroutine>) {
    leave_registry(me);
    loop {
        let_go_if_last(me);
        report::uncaught_now(me);
        output::end_own_buffers();
        let had_handlers = handlers::drop_current() | statics::drop_current();
        show_to_collector(me);
        let holds = is_last(me) && me.holds_values();
        if bailout::pending() || !(had_handlers || holds || exception::pending()) {
            return;
        }
    }
}

/// A collection that ran in the last steps has found it at work, and has taken its object from those that the next one looks at. To tell
/// the collector may have it run, with destructors.
fn show_to_collector(me: &Coroutine) {
    let object = me.object.get();
    // SAFETY: the object, while there is one; who gives a reference back, tells the collector.
    unsafe {
        if !object.is_null() && (*object).gc.u.type_info & sys::GC_INFO_MASK == 0 {
            drop(Object::from_borrowed(object));
        }
    }
}

/// Whether nobody else can ask for anything of the coroutine that is ending.
fn is_last(me: &Rc<Coroutine>) -> bool {
    const HERE_AND_AS_THE_RUNNING_ONE: usize = 2;
    Rc::strong_count(me) == HERE_AND_AS_THE_RUNNING_ONE
}

/// What nobody can ask for goes while its coroutine is still the running one: destructors run as it, and what they throw is
/// reported here, instead of meeting the one that goes on (SPEC 30.11).
fn let_go_if_last(me: &Rc<Coroutine>) {
    if is_last(me) {
        me.let_go();
    }
}

fn failed(me: &Rc<Coroutine>, error: Object) {
    if me.importance == Importance::User {
        me.handler.replace(report::current_handler());
        end_with_error(me, error);
    } else {
        // One that was cancelled did what it was asked to do.
        if !error.instance_of(exceptions::cancellation()) {
            report::background_failure(&error);
        }
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

/// The last step: out of the registry, and the PHP object is the user's alone.
fn leave_registry(me: &Rc<Coroutine>) {
    me.state.set(State::Done);
    with(|scheduler| scheduler.forget(me));
    report::remember_unobserved(me);
    let kept = me.kept.take();
    if let Some(object) = kept.as_ref().filter(|_| !me.completion.has_unobserved_error()) {
        // It would look for an error that nobody has received.
        object.skip_destructor();
    }
    drop((kept, me.keeps.take(), me.overruled.take()));
    forked::end_orphan_if_alone();
}

/// The result of a coroutine that got a request before it started: its body never runs (SPEC 30.2).
fn refused_start(request: Request) -> Result<Value, Option<Object>> {
    match request {
        Request::Throw(error) | Request::Force(error) => Err(Some(error)),
        Request::Unwind | Request::Exit => Err(None),
    }
}

/// Ends a coroutine that will get no stack to run on. Its callbacks run on ours, and cannot wait.
pub(in crate::runtime) fn end_unstarted(coroutine: &Rc<Coroutine>, request: Request) {
    switching::in_the_name_of(coroutine, || {
        drop(coroutine.work.take());
        drop(coroutine.end_hooks.take());
        // A fatal error stays pending.
        let _ = end(coroutine, refused_start(request));
    });
}

/// Runs a new coroutine from its start to its end on our stack. It cannot wait.
pub(in crate::runtime) fn run_in_place(coroutine: &Rc<Coroutine>) {
    let eg = globals::executor();
    let (reporting, trace) = (eg.error_reporting, eg.jit_trace_num);
    switching::in_the_name_of(coroutine, || {
        coroutine.state.set(State::Running);
        // A fatal error stays pending.
        let _ = run_current();
    });
    let mut eg = globals::executor();
    (eg.error_reporting, eg.jit_trace_num) = (reporting, trace);
}

/// No C stack could be had for it (SPEC 30.9).
pub(in crate::runtime) fn fail_without_stack(coroutine: &Rc<Coroutine>) {
    let live = with(|scheduler| scheduler.alive().len());
    let text = messages::no_stack(live);
    if let Ok(error) = exception::create(exceptions::async_exception(), &text) {
        end_unstarted(coroutine, Request::Throw(error));
    }
    if bailout::pending() {
        abandoning::abandon_for_fatal_error();
    }
}

fn sys_unwind_exit(error: &Object) -> bool {
    // SAFETY: a live object, of which only the class is looked at.
    unsafe { sys::zend_is_unwind_exit(error.as_ptr()) }
}
