//! What a coroutine is asked to obey: a cancellation, the script's end, an `exit()`.

use crate::runtime::coroutines::{
    coroutine::{Coroutine, Importance, Request, Woken},
    fiber_flows::{FIBERS, beneath, of},
    scheduler::with,
    spawning::spawn_native,
};
use crate::zend::{Object, Outcome, Thrown, callable, exception, fiber::FiberRef};
use std::rc::Rc;

/// Gives a coroutine a request to obey where it waits, or at its next waiting place. One that is pending stays.
pub(in crate::runtime) fn request(coroutine: &Rc<Coroutine>, request: Request) {
    if let Some(fiber) = coroutine.fiber.get() {
        return request_of_fiber(coroutine, fiber, request);
    }
    let outranked = matches!(request, Request::Throw(_)) && coroutine.request.is_some();
    if outranked || !coroutine.is_alive() {
        return;
    }
    if let Some(overruled) = coroutine.request.replace(Some(request)) {
        // Its end can run code, but nobody may be running here: it goes with the coroutine (SPEC 30.11).
        coroutine.overruled.change(|all| all.push(overruled));
    }
    let held_back = coroutine.shields.get() > 0
        && coroutine.request.with(|request| matches!(request, Some(Request::Throw(_))));
    if !held_back {
        with(|scheduler| scheduler.make_ready(coroutine, Woken::Called));
    }
}

/// Takes back a cancellation that was held back by a shield, or came while its coroutine ran.
pub(in crate::runtime) fn take_cancellation(coroutine: &Coroutine) -> Option<Object> {
    match coroutine.request.take() {
        Some(Request::Throw(error)) => Some(error),
        other => {
            coroutine.request.replace(other);
            None
        }
    }
}

/// A cancellation (SPEC 46.7).
fn request_of_fiber(flow: &Rc<Coroutine>, fiber: FiberRef, request: Request) {
    if flow.request.is_some() || flow.completion.is_fixed() {
        return;
    }
    flow.request.replace(Some(request));
    FIBERS.requested.set(FIBERS.requested.get() + 1);
    if fiber.is_suspended() {
        let object = fiber.object();
        let body = move || take_turn(&object);
        spawn_native(Importance::Service, Box::new(body));
    } else if let Some(parked) = beneath(fiber).filter(|parked| parked.shields.get() == 0) {
        with(|scheduler| scheduler.make_ready(&parked, Woken::Called));
    }
}

/// A Fiber that was cancelled in `Fiber::suspend()` has a turn of its own, unless somebody has resumed it meanwhile.
fn take_turn(object: &Object) -> Outcome {
    // SAFETY: a live Fiber.
    let fiber = unsafe { FiberRef::of(object.as_ptr()) };
    let is_due = of(fiber).is_some_and(|flow| flow.request.is_some());
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
