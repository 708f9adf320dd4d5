//! `Async\signal()`: a Future that the next arrival of a signal completes (SPEC 44.6 to 44.8).
//!
//! Who listens, and what an arrival does, is in [`listeners`]. A Future stops listening when it is completed or freed.

use super::future::{self, Core};
use crate::{
    runtime::{
        coroutines::{completion::Fixed, coroutine::SpawnPoint},
        errors::exceptions,
        php::messages,
        php::{
            arguments::{spawn_point, token_argument},
            awaits::awaiting::{self, Awaited},
        },
        scheduling::listeners::{self, Handle, Listener},
    },
    zend::{
        Call, ClassRef, Object, Outcome, Param, Signature, Thrown, Tracer, Type, Value,
        entry::FunctionEntry, enumeration, exception, function, started::PerStart, sys,
    },
};
use std::{
    ffi::{CStr, c_int},
    rc::Rc,
};

static CLASS: PerStart<ClassRef> = PerStart::new();

/// Each case with its value, and the number that it has here, if it has one.
const CASES: [(&CStr, i64, Option<c_int>); 14] = [
    (c"SIGHUP", 1, Some(libc::SIGHUP)),
    (c"SIGINT", 2, Some(libc::SIGINT)),
    (c"SIGQUIT", 3, Some(libc::SIGQUIT)),
    (c"SIGILL", 4, Some(libc::SIGILL)),
    (c"SIGABRT", 6, Some(libc::SIGABRT)),
    (c"SIGFPE", 8, Some(libc::SIGFPE)),
    (c"SIGKILL", 9, None),
    (c"SIGUSR1", 10, Some(libc::SIGUSR1)),
    (c"SIGSEGV", 11, Some(libc::SIGSEGV)),
    (c"SIGUSR2", 12, Some(libc::SIGUSR2)),
    (c"SIGTERM", 15, Some(libc::SIGTERM)),
    (c"SIGBREAK", 21, None),
    (c"SIGABRT2", 22, None),
    (c"SIGWINCH", 28, Some(libc::SIGWINCH)),
];

/// What a Future holds that waits for a signal.
pub(in crate::runtime::php) struct Listening {
    handle: Handle,
    token: Option<Object>,
}

impl Listening {
    /// What its token is awaited by: a timeout runs only while somebody waits.
    pub(in crate::runtime::php) fn token(&self) -> Option<*mut sys::zend_object> {
        self.token.as_ref().filter(|_| self.handle.listens()).map(Object::as_ptr)
    }

    pub(in crate::runtime::php) fn trace(&self, tracer: &mut Tracer) {
        if let Some(token) = &self.token {
            tracer.object(token);
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

pub(in crate::runtime::php) fn function_entry() -> FunctionEntry {
    const SIGNAL: Param = Param::required(c"signal", Type::object(c"Async\\Signal"));
    const TOKEN: Param =
        Param::optional(c"cancellation", Type::object(c"Async\\Completable").or_null(), c"null");
    function(
        c"Async\\signal",
        signal,
        Signature::new(const { &[SIGNAL, TOKEN] }, Type::object(c"Async\\Future")),
    )
}

pub(in crate::runtime::php) fn register() {
    let cases = CASES.map(|(name, value, _)| (name, Value::int(value)));
    CLASS.set(enumeration::register_backed(c"Async\\Signal", sys::IS_LONG, &cases));
}

fn signal(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let class = *CLASS.get().expect("registered at module start-up");
    let given = call.object(0, class)?;
    let token = token_argument(call, 1, awaiting::completable())?;
    let core = Core::new(spawn_point(call));
    core.ignore();
    call.returns(Value::object(future::object_for(core.clone())?));
    if let Some(token) = token.as_ref().filter(|token| token.completion().is_fixed()) {
        let error = token.result().err();
        let error = error.map_or_else(cancelled, Ok)?;
        core.fix(Fixed::Error(error), spawn_point(call));
        return Ok(());
    }
    let (name, number) = number_of(class, given)?;
    let (completes, asked) = (Rc::downgrade(&core), Rc::downgrade(&core));
    let case = call.value(0);
    let listener = Listener {
        complete: Box::new(move || {
            if let Some(core) = completes.upgrade() {
                core.fix(Fixed::Value(case), SpawnPoint::NOWHERE);
            }
        }),
        is_awaited: Box::new(move || asked.upgrade().is_some_and(|core| core.is_awaited())),
    };
    let Some(handle) = number.and_then(|number| listeners::listen(number, listener)) else {
        let text = messages::signal_unknown_here(&name.to_string_lossy());
        let error = exception::create(exceptions::async_exception(), &text)?;
        core.fix(Fixed::Error(error), spawn_point(call));
        return Ok(());
    };
    let object = token.as_ref().map(Awaited::object);
    core.listens(Listening { handle: handle.clone(), token: object });
    if let Some(token) = token {
        end_with(&token, &core, handle)?;
    }
    Ok(())
}

fn number_of(
    class: ClassRef,
    given: *mut sys::zend_object,
) -> Result<(&'static CStr, Option<c_int>), Thrown> {
    for (name, _, number) in CASES {
        if enumeration::case(class, name)?.as_ptr() == given {
            return Ok((name, number));
        }
    }
    unreachable!("the enum has no other case")
}

fn cancelled() -> Result<Object, Thrown> {
    exception::create(exceptions::cancellation(), &messages::SIGNAL_WAIT_CANCELLED)
}

/// The end of the token ends the waiting (SPEC 44.7).
fn end_with(token: &Awaited, core: &Rc<Core>, handle: Handle) -> Outcome {
    let (core, by_value) = (Rc::downgrade(core), cancelled()?);
    let of_token = token.completion().downgrade();
    token.completion().then(Box::new(move || {
        let (Some(core), Some(of_token)) = (core.upgrade(), of_token.upgrade()) else { return };
        if handle.listens() {
            handle.stop();
            of_token.needs_no_observer();
            let error = of_token.error().unwrap_or(by_value);
            core.fix(Fixed::Error(error), SpawnPoint::NOWHERE);
        }
    }));
    Ok(())
}
