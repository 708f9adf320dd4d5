//! `Async\Coroutine`.

use super::awaiting::{self, Source};
use crate::{
    runtime::{
        coroutine::{Coroutine, Request, State},
        exceptions, fibers, messages, report, scheduler,
    },
    zend::{
        Array, Call, Class, ClassBuilder, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value, exception, function, globals, guard, object::Native, sys,
    },
};
use std::{cell::RefCell, rc::Rc};

/// The Rust half of a Coroutine object.
pub(crate) struct CoroutineObject {
    /// `None` only in the moment between allocation and use.
    coroutine: RefCell<Option<Rc<Coroutine>>>,
}

static CLASS: Class<CoroutineObject> = Class::new();

impl Native for CoroutineObject {
    const HAS_DESTRUCTOR: bool = true;
    const NOT_CONSTRUCTIBLE: Option<Message> = Some(messages::SPAWN_MAKES_COROUTINES);

    fn blank() -> Self {
        CoroutineObject { coroutine: RefCell::new(None) }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        // Of one that somebody else holds too, as the running one is to its last step, nothing is garbage
        // (`Completion::trace`). The list of lost errors lets go of it when the object is destructed.
        if let Some(coroutine) = &*self.coroutine.borrow() {
            // A Fiber holds its own, and shows this object.
            let holders =
                Rc::strong_count(coroutine) - usize::from(coroutine.fiber.get().is_some());
            if holders == 1 || (holders == 2 && report::is_unobserved(coroutine)) {
                coroutine.trace(tracer);
            }
        }
    }

    fn destruct(&self, _this: &Object) {
        let coroutine = self.coroutine.borrow().clone();
        if let Some(coroutine) = coroutine.filter(|coroutine| !coroutine.is_alive()) {
            report::object_gone(&coroutine);
        }
    }
}

impl Drop for CoroutineObject {
    fn drop(&mut self) {
        if let Some(coroutine) = self.coroutine.get_mut() {
            coroutine.object.set(std::ptr::null_mut());
        }
    }
}

impl CoroutineObject {
    pub(super) fn coroutine(&self) -> Rc<Coroutine> {
        self.coroutine.borrow().clone().expect("set right after allocation")
    }
}

/// The PHP object of a coroutine, made when it is first asked for, and the same as long as it lives.
pub(crate) fn object_of(coroutine: &Rc<Coroutine>) -> Result<Object, Thrown> {
    let existing = coroutine.object.get();
    if !existing.is_null() {
        // SAFETY: the pointer is cleared when the object is freed.
        return Ok(unsafe { Object::from_borrowed(existing) });
    }
    let made =
        CLASS.instantiate(CoroutineObject { coroutine: RefCell::new(Some(coroutine.clone())) })?;
    coroutine.object.set(made.as_ptr());
    if coroutine.is_alive() || coroutine.fiber.get().is_some() {
        // A weak map keyed by the coroutine keeps its entry until the coroutine ends.
        coroutine.kept.replace(Some(made.clone()));
    }
    Ok(made)
}

fn this(call: &Call) -> Rc<Coroutine> {
    // SAFETY: the method table is that of our class.
    unsafe { CLASS.native(call.this()) }.coroutine()
}

fn get_id(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(Value::int(this(call).id.number() as i64));
    Ok(())
}

/// A method without arguments that says whether something is the case.
fn answer(call: &mut Call, question: impl Fn(&Coroutine) -> bool) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(Value::bool(question(&this(call))));
    Ok(())
}

fn is_started(call: &mut Call) -> Outcome {
    answer(call, |coroutine| coroutine.started.get())
}

fn is_suspended(call: &mut Call) -> Outcome {
    answer(call, |coroutine| {
        let waits = matches!(coroutine.shown_state(), State::Parked | State::Ready);
        waits && coroutine.started.get() && !coroutine.completion.is_fixed()
    })
}

fn is_running(call: &mut Call) -> Outcome {
    answer(call, |coroutine| {
        coroutine.shown_state() == State::Running && !coroutine.completion.is_fixed()
    })
}

fn is_completed(call: &mut Call) -> Outcome {
    answer(call, |coroutine| coroutine.completion.is_fixed())
}

fn is_cancelled(call: &mut Call) -> Outcome {
    answer(call, |coroutine| {
        coroutine
            .completion
            .error()
            .is_some_and(|error| error.instance_of(exceptions::cancellation()))
    })
}

fn get_result(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(this(call).completion.value().unwrap_or(Value::null()));
    Ok(())
}

fn get_exception(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // Whoever reads the exception has received it, as by an await (SPEC 30.7).
    let error = this(call).completion.observe().and_then(Result::err);
    call.returns(error.map_or(Value::null(), Value::object));
    Ok(())
}

fn cancel(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let given = call.optional_object(0, exceptions::cancellation())?;
    let coroutine = this(call);
    if coroutine.completion.is_fixed() {
        return Ok(());
    }
    let error = match given {
        // SAFETY: an argument is alive during the call.
        Some(error) => unsafe { Object::from_borrowed(error) },
        None => exception::create(exceptions::cancellation(), &messages::CANCELLED)?,
    };
    scheduler::request(&coroutine, Request::Throw(error));
    Ok(())
}

fn on_finally(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let callback = call.callable(0)?;
    let coroutine = this(call);
    if coroutine.completion.is_fixed() {
        callback.call(&mut [])?;
    } else {
        coroutine.finally.borrow_mut().push(callback);
    }
    Ok(())
}

fn get_trace(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let coroutine = this(call);
    let frame = coroutine.shown_frame();
    if frame.is_null() {
        call.returns(Value::array(Array::with_capacity(0)?));
        return Ok(());
    }
    let mut trace = Value::undef();
    let slot = trace.as_mut_ptr();
    let here = std::mem::replace(&mut globals::executor().current_execute_data, frame);
    // SAFETY: the frames of a parked coroutine stay as they are until it runs; the engine reads them like those of the
    // running one.
    let fetched = guard(move || unsafe { sys::zend_fetch_debug_backtrace(slot, 0, 0, 0) });
    globals::executor().current_execute_data = here;
    fetched?;
    call.returns(trace);
    Ok(())
}

fn get_spawn_location(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(Value::string(this(call).spawned_at.to_text())?);
    Ok(())
}

impl Coroutine {
    pub(in crate::runtime) fn trace(&self, tracer: &mut Tracer) {
        self.completion.trace(tracer);
        if let Some(crate::runtime::coroutine::Work::Php(callable, args)) = &*self.work.borrow() {
            callable.trace(tracer);
            args.iter().for_each(|arg| tracer.value(arg));
        }
        self.finally.borrow().iter().for_each(|callback| callback.trace(tracer));
    }
}

const BOOL: Signature = Signature::new(&[], Type::BOOL);

/// # Safety
/// A live Coroutine.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let coroutine = unsafe { CLASS.native(object) }.coroutine();
    if coroutine.id == scheduler::current() || coroutine.id == fibers::current_flow() {
        return Err(exception::throw_error(&messages::AWAITS_ITSELF));
    }
    Ok(coroutine.completion.clone().into())
}

pub(super) fn register() {
    let class = ClassBuilder::new(c"Async\\Coroutine")
        .method(function(c"getId", get_id, Signature::new(&[], Type::INT)))
        .method(function(c"isStarted", is_started, BOOL))
        .method(function(c"isSuspended", is_suspended, BOOL))
        .method(function(c"isRunning", is_running, BOOL))
        .method(function(c"isCompleted", is_completed, BOOL))
        .method(function(c"isCancelled", is_cancelled, BOOL))
        .method(function(c"getResult", get_result, Signature::new(&[], Type::MIXED)))
        .method(function(
            c"getException",
            get_exception,
            Signature::new(&[], Type::object(c"Throwable").or_null()),
        ))
        .method(function(c"cancel", cancel, awaiting::CANCEL))
        .method(function(
            c"onFinally",
            on_finally,
            Signature::new(const { &[Param::required(c"callback", Type::CALLABLE)] }, Type::VOID),
        ))
        .method(function(c"getTrace", get_trace, Signature::new(&[], Type::ARRAY)))
        .method(function(
            c"getSpawnLocation",
            get_spawn_location,
            Signature::new(&[], Type::STRING),
        ))
        .implements(awaiting::completable())
        .sealed()
        .register();
    CLASS.bind(class);
    awaiting::register_kind(class, source);
}
