//! Who runs: a coroutine, or a user's Fiber that one has resumed (SPEC 46).
//!
//! A *flow* is what code runs as. The scheduler knows coroutines only, and a wait in a Fiber parks the coroutine beneath it with all
//! Fibers in between. But who somebody is to others (`current_coroutine()`, an id, the owner of a pooled connection, what can be
//! cancelled and awaited) is the flow. So each started Fiber has a [`Coroutine`] that is never queued, from its start until the
//! Fiber is freed.

use super::{
    coroutine::{Coroutine, CoroutineId, Importance, Request, SpawnPoint, State},
    scheduler::{self, with},
};
use crate::runtime::engine::engine_state::Saved;
use crate::zend::{
    Object,
    fiber::FiberRef,
    globals::{self, engine_local},
    sys,
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

pub(in crate::runtime) struct Fibers {
    /// All that were started and are not freed.
    pub(in crate::runtime) all: RefCell<BTreeMap<FiberRef, Rc<Coroutine>>>,
    /// How many of them have a request to obey.
    pub(in crate::runtime) requested: Cell<usize>,
    /// The one whose turn it is without anybody who has resumed it.
    pub(in crate::runtime) alone: Cell<Option<FiberRef>>,
}

engine_local! {
    pub(in crate::runtime) static FIBERS: Fibers = Fibers {
        all: RefCell::new(BTreeMap::new()),
        requested: Cell::new(0),
        alone: Cell::new(None),
    };
}

/// What a user's Fiber is: known by its id, but never in the queue.
pub(in crate::runtime) fn new_flow(spawned_at: SpawnPoint) -> Rc<Coroutine> {
    let scope = scheduler::running().scope();
    let fiber = Coroutine::new(
        scheduler::nobody(),
        Importance::User,
        scope,
        None,
        Saved::default(),
        spawned_at,
    );
    fiber.state.set(State::Running);
    fiber.started.set(true);
    Rc::new(fiber)
}

/// Whether a Fiber is running.
#[inline]
pub(crate) fn is_active() -> bool {
    !globals::executor().active_fiber.is_null()
}

pub(in crate::runtime) fn of(fiber: FiberRef) -> Option<Rc<Coroutine>> {
    FIBERS.all.borrow().get(&fiber).cloned()
}

/// The Fibers that are running or have resumed one that is, innermost first.
pub(in crate::runtime) fn running_fibers() -> impl Iterator<Item = Rc<Coroutine>> {
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

/// All that have suspended themselves.
pub(in crate::runtime) fn suspended() -> Vec<Rc<Coroutine>> {
    let is_suspended = |fiber: &Coroutine| fiber.fiber.get().is_some_and(FiberRef::is_suspended);
    unfinished().into_iter().filter(|fiber| is_suspended(fiber)).collect()
}

/// The one of a Fiber object, if it was started.
///
/// # Safety
/// A live Fiber.
pub(in crate::runtime) unsafe fn of_object(object: *mut sys::zend_object) -> Option<Rc<Coroutine>> {
    // SAFETY: by the contract.
    of(unsafe { FiberRef::of(object) })
}

/// The parked coroutine on whose stack the Fiber is.
pub(in crate::runtime) fn beneath(fiber: FiberRef) -> Option<Rc<Coroutine>> {
    with(|scheduler| scheduler.alive()).into_iter().find(|coroutine| {
        let innermost = coroutine.context.get().fiber();
        innermost.is_some_and(|innermost| innermost.and_resumers().any(|known| known == fiber))
    })
}

/// Whether any Fiber has something to obey.
#[inline]
pub(in crate::runtime) fn is_requested() -> bool {
    FIBERS.requested.get() > 0
}

pub(in crate::runtime) fn take_request_of(flow: &Coroutine) -> Option<Request> {
    let request = flow.request.take();
    if request.is_some() {
        FIBERS.requested.set(FIBERS.requested.get() - 1);
    }
    request
}

/// What the running Fibers have to obey where the coroutine beneath waits.
pub(in crate::runtime) fn take_request(beneath: &Coroutine) -> Option<Object> {
    if beneath.shields.get() > 0 {
        return None;
    }
    running_fibers().find_map(|flow| taken_cancellation(&flow))
}

pub(in crate::runtime) fn taken_cancellation(flow: &Coroutine) -> Option<Object> {
    match take_request_of(flow) {
        Some(Request::Throw(error) | Request::Force(error)) => Some(error),
        _ => None,
    }
}
