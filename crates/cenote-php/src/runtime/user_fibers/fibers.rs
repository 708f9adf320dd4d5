//! The user's Fibers as coroutines of their own (SPEC 46).
//!
//! A *flow* is what code runs as: a coroutine, or a Fiber that one has resumed. The scheduler knows coroutines only, and a wait
//! in a Fiber parks the coroutine beneath it with all Fibers in between. But who somebody is to others (`current_coroutine()`,
//! an id, the owner of a pooled connection, what can be cancelled and awaited) is the flow. So each started Fiber has a
//! [`Coroutine`] that is never queued, from its start until the Fiber is freed.

use crate::{
    runtime::{
        coroutines::{
            completion::Fixed,
            coroutine::{Coroutine, CoroutineId, Importance, Request, SpawnPoint, State, Woken},
            finally, lifecycle,
        },
        errors::{exceptions, report},
        messages,
        process::clock,
        scheduling::scheduler::{self, Alone, with},
    },
    zend::{
        Object, Outcome, Thrown, Tracer, Value, callable, exception,
        fiber::FiberRef,
        globals::{self, EngineLocal},
        sys,
    },
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

struct Fibers {
    /// All that were started and are not freed.
    all: RefCell<BTreeMap<FiberRef, Rc<Coroutine>>>,
    /// How many of them have a request to obey.
    requested: Cell<usize>,
    /// The one whose turn it is without anybody who has resumed it.
    alone: Cell<Option<FiberRef>>,
}

static FIBERS: EngineLocal<Fibers> = EngineLocal::new(Fibers {
    all: RefCell::new(BTreeMap::new()),
    requested: Cell::new(0),
    alone: Cell::new(None),
});

// ------------------------------------------------------------------ who is running

/// Whether a Fiber is running.
#[inline]
pub(crate) fn is_active() -> bool {
    !globals::executor().active_fiber.is_null()
}

fn of(fiber: FiberRef) -> Option<Rc<Coroutine>> {
    FIBERS.all.borrow().get(&fiber).cloned()
}

/// The Fibers that are running or have resumed one that is, innermost first.
fn running_fibers() -> impl Iterator<Item = Rc<Coroutine>> {
    FiberRef::active().into_iter().flat_map(FiberRef::and_resumers).filter_map(of)
}

/// What the running code is to others.
pub(in crate::runtime) fn running() -> Rc<Coroutine> {
    running_fibers().next().unwrap_or_else(scheduler::running)
}

/// The id of what the running code is to others.
#[inline]
pub(crate) fn current_flow() -> CoroutineId {
    if is_active() { running().id } else { scheduler::current() }
}

/// The running flow, the one that has resumed it, and so on down to the coroutine.
pub(crate) fn flows() -> Vec<CoroutineId> {
    running_fibers().map(|fiber| fiber.id).chain([scheduler::current()]).collect()
}

/// One that has not ended, by its id: mostly a running one.
pub(in crate::runtime) fn find(id: CoroutineId) -> Option<Rc<Coroutine>> {
    let running = running_fibers().find(|fiber| fiber.id == id);
    running.or_else(|| unfinished().into_iter().find(|fiber| fiber.id == id))
}

/// All that have not ended.
pub(in crate::runtime) fn unfinished() -> Vec<Rc<Coroutine>> {
    let all = FIBERS.all.borrow();
    all.values().filter(|fiber| !fiber.completion.is_fixed()).cloned().collect()
}

/// The one of a Fiber object, if it was started.
pub(in crate::runtime) fn of_object(object: *mut sys::zend_object) -> Option<Rc<Coroutine>> {
    // SAFETY: the caller has a live Fiber.
    of(unsafe { FiberRef::of(object) })
}

// ------------------------------------------------------------------ looking at one

/// The parked coroutine on whose stack the Fiber is.
fn beneath(fiber: FiberRef) -> Option<Rc<Coroutine>> {
    with(|scheduler| scheduler.alive()).into_iter().find(|coroutine| {
        let innermost = coroutine.context.get().fiber();
        innermost.is_some_and(|innermost| innermost.and_resumers().any(|known| known == fiber))
    })
}

fn is_running(fiber: FiberRef) -> bool {
    FiberRef::active().is_some_and(|active| active.and_resumers().any(|known| known == fiber))
}

impl Coroutine {
    /// What it is doing; a Fiber does what the coroutine beneath it does.
    pub(in crate::runtime) fn shown_state(&self) -> State {
        match self.fiber.get() {
            Some(_) if self.completion.is_fixed() => State::Done,
            Some(fiber) if is_running(fiber) => State::Running,
            Some(_) => State::Parked,
            None => self.state.get(),
        }
    }

    /// The PHP frame it is in; null: none.
    pub(in crate::runtime) fn shown_frame(&self) -> *mut sys::zend_execute_data {
        let Some(fiber) = self.fiber.get() else {
            return match self.state.get() {
                State::Running => globals::executor().current_execute_data,
                _ => self.frame.get(),
            };
        };
        if fiber.has_ended() {
            return std::ptr::null_mut();
        }
        if FiberRef::active() == Some(fiber) {
            return globals::executor().current_execute_data;
        }
        let parked = if fiber.is_suspended() { None } else { beneath(fiber) };
        match parked.filter(|parked| parked.context.get().fiber() == Some(fiber)) {
            Some(parked) => parked.frame.get(),
            None => fiber.frame(),
        }
    }
}

// ------------------------------------------------------------------ from start to end

/// A Fiber is about to start, at the call in `frame`.
pub(in crate::runtime) fn begin(fiber: FiberRef, started_at: SpawnPoint) {
    if scheduler::is_over() || !fiber.is_new() {
        return;
    }
    let flow = scheduler::fiber(started_at);
    flow.fiber.set(Some(fiber));
    FIBERS.all.borrow_mut().insert(fiber, flow);
}

/// A method that has resumed the Fiber returns: it has suspended itself, or ended, or could not even start.
pub(in crate::runtime) fn returned(fiber: FiberRef) {
    if fiber.is_new() {
        freed(fiber);
    } else if fiber.has_ended() {
        let thrown = exception::pending_object();
        end(fiber, |_| match thrown {
            Some(error) if exception::is_exit(&error) => Fixed::Value(Value::null()),
            Some(error) => Fixed::Error(error),
            None => Fixed::Value(fiber.result()),
        });
    }
}

/// It was destroyed, and with it what it had left to do.
pub(in crate::runtime) fn destroyed(fiber: FiberRef) {
    if fiber.has_ended() {
        end(fiber, |flow| {
            // Without a frame, as at the end of the script, nothing can be thrown; nor does anybody look then.
            let has_frame = !globals::executor().current_execute_data.is_null();
            let is_known = has_frame && !flow.object.get().is_null();
            let error = is_known.then(|| {
                exception::create(exceptions::cancellation(), &messages::FIBER_DESTROYED).ok()
            });
            error.flatten().map_or_else(|| Fixed::Value(Value::null()), Fixed::Error)
        });
    }
}

/// Its bindings end first, then those who await it go on (SPEC 46.2).
fn end(fiber: FiberRef, result: impl FnOnce(&Coroutine) -> Fixed) {
    let Some(flow) = of(fiber).filter(|flow| !flow.completion.is_fixed()) else { return };
    let result = result(&flow);
    let in_flight = exception::InFlight::put_aside();
    crate::runtime::shielded(|| lifecycle::run_end_hooks(&flow));
    drop(take_request_of(&flow));
    let is_lost = FIBERS.alone.get() == Some(fiber)
        && matches!(&result, Fixed::Error(error) if !error.instance_of(exceptions::cancellation()));
    if is_lost {
        flow.handler.replace(report::current_handler());
    } else {
        // It goes to whoever has resumed the Fiber (SPEC 46.9).
        flow.completion.needs_no_observer();
    }
    scheduler::fix(&flow.completion, result);
    finally::spawn(&flow);
    crate::runtime::shielded(|| lifecycle::run_end_hooks(&flow));
    flow.state.set(State::Done);
    report::remember_unobserved(&flow);
    in_flight.restore();
}

/// The Fiber is freed, or has not started after all.
pub(in crate::runtime) fn freed(fiber: FiberRef) {
    let flow = FIBERS.all.borrow_mut().remove(&fiber);
    if let Some(flow) = flow {
        drop(take_request_of(&flow));
        flow.fiber.set(None);
        flow.state.set(State::Done);
        drop(flow.kept.take());
    }
}

/// What the Fiber holds beside what the engine knows.
pub(in crate::runtime) fn trace(fiber: FiberRef, tracer: &mut Tracer) {
    let all = FIBERS.all.borrow();
    let Some(flow) = all.get(&fiber) else { return };
    if let Some(object) = &*flow.kept.borrow() {
        tracer.object(object);
    } else if Rc::strong_count(flow) == 1 {
        flow.trace(tracer);
    }
}

/// The end of the request: Fibers that are left are freed by the engine.
pub(in crate::runtime) fn forget_all() {
    let all = std::mem::take(&mut *FIBERS.all.borrow_mut());
    FIBERS.requested.set(0);
    FIBERS.alone.set(None);
    for flow in all.values() {
        flow.fiber.set(None);
        flow.let_go();
    }
}

// ------------------------------------------------------------------ others run

/// Start, resumption and return of a Fiber are points where those run first who can (SPEC 46.5).
pub(in crate::runtime) fn let_others_run() -> Outcome {
    if !scheduler::has_spawned() || !scheduler::may_park() {
        return Ok(());
    }
    let nobody_can = match scheduler::alone() {
        Alone::No => false,
        Alone::Until(at) => clock::coarse_now() < at,
        Alone::ForEver => true,
    };
    if nobody_can {
        return Ok(());
    }
    scheduler::yield_now().map_err(crate::runtime::Interrupted::throw)
}

/// The same on the way back, where a cancellation would take the place of what the Fiber has handed over: it is held back.
pub(in crate::runtime) fn let_others_run_after() {
    let in_flight = exception::InFlight::put_aside();
    let ran = crate::runtime::shielded(let_others_run);
    // If the script ends, that takes the place of an exception.
    if ran != Err(Thrown::Bailout) {
        in_flight.restore();
    }
}

// ------------------------------------------------------------------ cancelling one

/// Whether any Fiber has something to obey.
#[inline]
pub(in crate::runtime) fn is_requested() -> bool {
    FIBERS.requested.get() > 0
}

fn take_request_of(flow: &Coroutine) -> Option<Request> {
    let request = flow.request.take();
    if request.is_some() {
        FIBERS.requested.set(FIBERS.requested.get() - 1);
    }
    request
}

/// A cancellation (SPEC 46.7).
pub(in crate::runtime) fn request(flow: &Rc<Coroutine>, fiber: FiberRef, request: Request) {
    if flow.request.borrow().is_some() || flow.completion.is_fixed() {
        return;
    }
    flow.request.replace(Some(request));
    FIBERS.requested.set(FIBERS.requested.get() + 1);
    if fiber.is_suspended() {
        let object = fiber.object();
        let body = move || take_turn(&object);
        crate::runtime::spawn_native(Importance::Service, Box::new(body));
    } else if let Some(parked) = beneath(fiber).filter(|parked| parked.shields.get() == 0) {
        with(|scheduler| scheduler.make_ready(&parked, Woken::Called));
    }
}

/// What the running Fibers have to obey where the coroutine beneath waits.
pub(in crate::runtime) fn take_request(beneath: &Coroutine) -> Option<Object> {
    if beneath.shields.get() > 0 {
        return None;
    }
    running_fibers().find_map(|flow| taken_cancellation(&flow))
}

fn taken_cancellation(flow: &Coroutine) -> Option<Object> {
    match take_request_of(flow) {
        Some(Request::Throw(error) | Request::Force(error)) => Some(error),
        _ => None,
    }
}

/// Throws what the running Fiber has to obey in `Fiber::suspend()`.
pub(in crate::runtime) fn obey_in_suspend() -> Outcome {
    if !is_requested() {
        return Ok(());
    }
    let flow = FiberRef::active().and_then(of);
    match flow.and_then(|flow| taken_cancellation(&flow)) {
        // It is being destroyed.
        Some(_) if exception::pending_object().is_some_and(|error| exception::is_exit(&error)) => {
            Ok(())
        }
        Some(error) => Err(exception::throw_object(error)),
        None => Ok(()),
    }
}

/// A Fiber that was cancelled in `Fiber::suspend()` has a turn of its own, unless somebody has resumed it meanwhile.
fn take_turn(object: &Object) -> Outcome {
    // SAFETY: a live Fiber.
    let fiber = unsafe { FiberRef::of(object.as_ptr()) };
    let is_due = of(fiber).is_some_and(|flow| flow.request.borrow().is_some());
    let Some(resume) = object.class().method("resume").filter(|_| is_due && fiber.is_suspended())
    else {
        return Ok(());
    };
    FIBERS.alone.set(Some(fiber));
    // SAFETY: a method of the object's class.
    let resumed = unsafe { callable::call_function(resume, object.as_ptr(), &mut []) };
    FIBERS.alone.set(None);
    match resumed {
        // What it handed over is nobody's.
        Ok(_) => Ok(()),
        Err(Thrown::Exception) => match exception::take() {
            Some(error) if exception::is_exit(&error) => Err(exception::throw_object(error)),
            // It is the result of the Fiber's coroutine.
            _ => Ok(()),
        },
        Err(Thrown::Bailout) => Err(Thrown::Bailout),
    }
}
