//! The user's Fibers as coroutines of their own (SPEC 46).
//!
//! Who runs is known to [`fiber_flows`]; here is a Fiber's way from its start to its end.

use crate::{
    runtime::{
        cancelling::shielding::shielded,
        coroutines::{
            completion::Fixed,
            coroutine::{Coroutine, SpawnPoint, State},
            fiber_flows::{
                self, FIBERS, beneath, is_requested, of, take_request_of, taken_cancellation,
            },
            interrupted::Interrupted,
            scheduler::{self},
        },
        errors::exceptions,
        life::{finally, lifecycle, report},
        messages,
        process::clock,
        scheduling::parking::{self, Alone},
    },
    zend::{
        Outcome, Thrown, Tracer, Value, exception,
        fiber::FiberRef,
        globals::{self},
        sys,
    },
};
use std::rc::Rc;

// ------------------------------------------------------------------ looking at one

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
    let flow = fiber_flows::new_flow(started_at);
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
    shielded(|| lifecycle::run_end_hooks(&flow));
    drop(take_request_of(&flow));
    let is_lost = FIBERS.alone.get() == Some(fiber)
        && matches!(&result, Fixed::Error(error) if !error.instance_of(exceptions::cancellation()));
    if is_lost {
        flow.handler.replace(report::current_handler());
    } else {
        // It goes to the flow that has resumed the Fiber (SPEC 46.9).
        flow.completion.needs_no_observer();
    }
    scheduler::fix(&flow.completion, result);
    finally::spawn(&flow);
    shielded(|| lifecycle::run_end_hooks(&flow));
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
    let nobody_can = match parking::alone() {
        Alone::No => false,
        Alone::Until(at) => clock::coarse_now() < at,
        Alone::ForEver => true,
    };
    if nobody_can {
        return Ok(());
    }
    parking::yield_now().map_err(Interrupted::throw)
}

/// The same on the way back, where a cancellation would take the place of what the Fiber has handed over: it is held back.
pub(in crate::runtime) fn let_others_run_after() {
    let in_flight = exception::InFlight::put_aside();
    let ran = shielded(let_others_run);
    // If the script ends, that takes the place of an exception.
    if ran != Err(Thrown::Bailout) {
        in_flight.restore();
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
