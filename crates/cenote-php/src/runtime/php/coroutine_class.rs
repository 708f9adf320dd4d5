//! `Async\Coroutine`.

use super::awaits::awaiting::{self, Source};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{
            completion::{Held, What},
            coroutine::{Coroutine, Finally, Request, SpawnPoint, State},
            fiber_flows, scheduler,
        },
        errors::exceptions,
        life::report,
        php::messages,
    },
    zend::{
        Array, Call, Class, ClassBuilder, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value, exception, function, globals, guard, object::Native, sys,
    },
};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};

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
                report::trace_instead(coroutine, tracer);
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

/// An object for a coroutine that is about to be made.
///
/// # Safety
/// As of [`Class::allocate`].
#[inline]
pub(super) unsafe fn object_to_be() -> Object {
    // SAFETY: by the contract.
    unsafe { CLASS.allocate() }
}

/// Makes it the object of a new coroutine.
#[inline]
pub(super) fn give_object(coroutine: &Rc<Coroutine>, object: &Object) {
    // SAFETY: an object of the class, which we hold.
    let native = unsafe { CLASS.native(object.as_ptr()) };
    native.coroutine.replace(Some(coroutine.clone()));
    coroutine.object.set(object.as_ptr());
    coroutine.kept.replace(Some(object.clone()));
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

fn is_queued(call: &mut Call) -> Outcome {
    answer(call, |coroutine| match coroutine.shown_state() {
        // A strategy sees it before it is queued.
        State::New => scheduler::with(|scheduler| scheduler.is_in_queue(coroutine)),
        state => state == State::Ready,
    })
}

fn is_suspended(call: &mut Call) -> Outcome {
    answer(call, |coroutine| {
        let rests = matches!(coroutine.shown_state(), State::New | State::Parked | State::Ready);
        rests && !coroutine.completion.is_fixed()
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

fn is_cancellation_requested(call: &mut Call) -> Outcome {
    answer(call, |coroutine| {
        let requested = coroutine.request.with(|request| match request {
            // Not what a signal handler has thrown for the main flow.
            Some(Request::Throw(error)) => error.instance_of(exceptions::cancellation()),
            Some(Request::Force(_)) => true,
            _ => false,
        });
        requested && !coroutine.completion.is_fixed()
    })
}

fn as_hi_priority(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: `$this` of a running method.
    call.returns(Value::object(unsafe { Object::from_borrowed(call.this()) }));
    Ok(())
}

fn get_result(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(this(call).completion.value().unwrap_or(Value::null()));
    Ok(())
}

fn get_exception(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // Anyone who reads the exception has received it, as by an await (SPEC 30.7).
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
    requests::request(&coroutine, Request::Throw(error));
    Ok(())
}

fn at_the_end(call: &mut Call, takes_coroutine: bool) -> Outcome {
    call.expect_args(1, 1)?;
    let callback = call.callable(0)?;
    let coroutine = this(call);
    if !coroutine.completion.is_fixed() {
        coroutine.finally.change(|all| all.push(Finally { callback, takes_coroutine }));
        return Ok(());
    }
    if takes_coroutine {
        // SAFETY: `$this` of a running method.
        let this = Value::object(unsafe { Object::from_borrowed(call.this()) });
        callback.call(&[this])?;
    } else {
        callback.call(&[])?;
    }
    Ok(())
}

fn get_trace(call: &mut Call) -> Outcome {
    call.expect_args(0, 2)?;
    let options = call.int_or(0, sys::DEBUG_BACKTRACE_PROVIDE_OBJECT.into())? as i32;
    let limit = call.int_or(1, 0)? as i32;
    let coroutine = this(call);
    let frame = coroutine.shown_frame();
    let waits = coroutine.shown_state() != State::Running && !coroutine.completion.is_fixed();
    if frame.is_null() || !waits {
        call.returns(Value::null());
        return Ok(());
    }
    let mut trace = Value::undef();
    let slot = trace.as_mut_ptr();
    let here = std::mem::replace(&mut globals::executor().current_execute_data, frame);
    // SAFETY: the frames of a parked coroutine stay as they are until it runs; the engine reads them like those of the
    // running one.
    let fetched =
        guard(move || unsafe { sys::zend_fetch_debug_backtrace(slot, 0, options, limit) });
    globals::executor().current_execute_data = here;
    fetched?;
    call.returns(trace);
    Ok(())
}

type Place = fn(&Coroutine) -> SpawnPoint;

fn spawned(coroutine: &Coroutine) -> SpawnPoint {
    coroutine.spawned_at.clone()
}

fn suspended(coroutine: &Coroutine) -> SpawnPoint {
    coroutine.suspended_at.get()
}

fn file_and_line(call: &mut Call, place: Place) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(place(&this(call)).to_array()?);
    Ok(())
}

fn location(call: &mut Call, place: Place) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(place(&this(call)).to_location()?);
    Ok(())
}

/// One line for each thing that it waits for (SPEC 43.7).
fn get_awaiting_info(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let coroutine = this(call);
    let mut list = Array::with_capacity(1)?;
    if coroutine.state.get() == State::Parked {
        let awaits = coroutine.awaits.borrow();
        let pending = awaits.all().iter().filter(|(_, completion)| !completion.is_fixed());
        let mut lines: Vec<String> = pending.map(|(what, _)| what.to_string()).collect();
        drop(awaits);
        if lines.is_empty() {
            let state = coroutine.awaited.borrow().as_ref().and_then(Weak::upgrade);
            let timer = coroutine.deadline.get().is_some();
            let other = if timer { "Timer" } else { "Input or output" };
            lines.push(state.map_or_else(|| other.to_owned(), |awaited| awaited.state()));
        }
        for line in lines {
            list.push(Value::string(line)?)?;
        }
    }
    call.returns(Value::array(list));
    Ok(())
}

impl Coroutine {
    pub(in crate::runtime) fn trace(&self, tracer: &mut Tracer) {
        self.completion.trace_result(tracer);
        if let Some(crate::runtime::coroutines::coroutine::Work::Php(callable, args)) =
            &*self.work.borrow()
        {
            callable.trace(tracer);
            args.positional.iter().chain(args.named.as_deref()).for_each(|arg| tracer.value(arg));
        }
        self.context_object
            .with(|context| context.into_iter().for_each(|context| tracer.object(context)));
        self.finally.with(|all| {
            all.into_iter().flatten().for_each(|finally| finally.callback.trace(tracer));
        });
    }
}

/// Its own context (SPEC 43.8).
fn get_context(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    call.returns(Value::object(super::context::of_coroutine(&this(call))?));
    Ok(())
}

const BOOL: Signature = Signature::new(&[], Type::BOOL);
const LIST: Signature = Signature::new(&[], Type::ARRAY);
const TEXT: Signature = Signature::new(&[], Type::STRING);
const CALLBACK: Signature =
    Signature::new(const { &[Param::required(c"callback", Type::CALLABLE)] }, Type::VOID);
const TRACE: Signature = Signature::new(
    const {
        &[
            Param::optional(c"options", Type::INT, c"DEBUG_BACKTRACE_PROVIDE_OBJECT"),
            Param::optional(c"limit", Type::INT, c"0"),
        ]
    },
    Type::ARRAY.or_null(),
);

/// # Safety
/// A live Coroutine.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let coroutine = unsafe { CLASS.native(object) }.coroutine.borrow();
    let coroutine = coroutine.as_ref().expect("set right after allocation");
    let is_running = coroutine.id == scheduler::current();
    if is_running || fiber_flows::is_active() && coroutine.id == fiber_flows::current_flow() {
        return Err(exception::throw_error(&messages::AWAITS_ITSELF));
    }
    Ok(Source::new(
        What::Coroutine { number: coroutine.id.number },
        Held::OfCoroutine(coroutine.clone()),
    ))
}

pub(super) fn register() {
    let class = ClassBuilder::new(c"Async\\Coroutine")
        .method(function(c"getId", get_id, Signature::new(&[], Type::INT)))
        .method(function(
            c"asHiPriority",
            as_hi_priority,
            Signature::new(&[], Type::object(c"Async\\Coroutine")),
        ))
        .method(function(
            c"getContext",
            get_context,
            Signature::new(&[], Type::object(c"Async\\Context")),
        ))
        .method(function(c"isStarted", is_started, BOOL))
        .method(function(c"isQueued", is_queued, BOOL))
        .method(function(c"isSuspended", is_suspended, BOOL))
        .method(function(c"isRunning", is_running, BOOL))
        .method(function(c"isCompleted", is_completed, BOOL))
        .method(function(c"isCancelled", is_cancelled, BOOL))
        .method(function(c"isCancellationRequested", is_cancellation_requested, BOOL))
        .method(function(c"getResult", get_result, Signature::new(&[], Type::MIXED)))
        .method(function(c"getException", get_exception, Signature::new(&[], Type::MIXED)))
        .method(function(c"cancel", cancel, awaiting::CANCEL))
        .method(function(c"finally", |call| at_the_end(call, true), CALLBACK))
        .method(function(c"onFinally", |call| at_the_end(call, false), CALLBACK))
        .method(function(c"getTrace", get_trace, TRACE))
        .method(function(c"getSpawnFileAndLine", |call| file_and_line(call, spawned), LIST))
        .method(function(c"getSpawnLocation", |call| location(call, spawned), TEXT))
        .method(function(c"getSuspendFileAndLine", |call| file_and_line(call, suspended), LIST))
        .method(function(c"getSuspendLocation", |call| location(call, suspended), TEXT))
        .method(function(c"getAwaitingInfo", get_awaiting_info, LIST))
        .implements(awaiting::completable())
        .sealed()
        .register();
    CLASS.bind(class);
    awaiting::register_kind(class, source);
}
