//! Who is there, and who is to run: the registry of coroutines, the run queue, park and wake.
//!
//! One FIFO run queue, with the main flow in it (SPEC 30.1). A coroutine leaves its parking place for one of three
//! reasons, looked at in this order when it runs again: a request (cancellation, unwinding, exit), a wake, its deadline.
//! A request given to a coroutine that is already queued by a wake therefore replaces the wake (SPEC 30.2).
//!
//! The scheduler's own data is only touched in short borrows that never call the engine.

use super::{
    completion::{Completion, Fixed},
    coroutine::{
        Coroutine, CoroutineId, Ending, Importance, MainWait, SpawnPoint, State, Woken, Work,
    },
    interrupted::Interrupted,
    scope::Scope,
    timers::{TimerId, Timers},
};
use crate::{
    runtime::{
        critical_sections::closed_sections,
        engine::{engine_state::Saved, output},
    },
    zend::{
        globals::{SetAtStart, engine_local},
        sys,
    },
};
use cenote_core::Time;
use cenote_tasks::run_queue::RunQueue;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub(in crate::runtime) struct Scheduler {
    /// By index; a slot is reused with a new number.
    coroutines: Vec<Option<Rc<Coroutine>>>,
    free: Vec<u32>,
    pub(in crate::runtime) queue: RunQueue<Rc<Coroutine>>,
    pub(in crate::runtime) timers: Timers,
    pub(in crate::runtime) running: Rc<Coroutine>,
    main: Rc<Coroutine>,
    /// Coroutines alive for whose sake the script goes on, without the main flow.
    live: usize,
    /// Counts runs, and looks for due timers.
    pub(in crate::runtime) steps: u64,
    /// How often it was asked whether it is time to look, since the last look.
    pub(in crate::runtime) turns: u32,
    /// How many times somebody was chosen to run.
    pub(in crate::runtime) runs: u32,
    /// When timers and descriptors were looked at last.
    pub(in crate::runtime) looked_at: Time,
    /// The main flow waits for all others to end.
    pub(in crate::runtime) draining: bool,
    pub(in crate::runtime) main_wait: MainWait,
    /// The request has been shut down.
    over: bool,
}

engine_local! {
    static SCHEDULER: RefCell<Option<Scheduler>> = RefCell::new(None);
    /// Never goes back, also not from request to request (SPEC 30.4).
    static LAST_NUMBER: Cell<u64> = Cell::new(0);
}

engine_local! {
    /// A function that can wait or spawn was used since the request began (SPEC 44.10).
    static USED: Cell<bool> = Cell::new(false);
    static SPAWNED: Cell<bool> = Cell::new(false);
}

/// A short borrow of the scheduler. `f` must not call the engine.
#[inline]
pub(in crate::runtime) fn with<R>(f: impl FnOnce(&mut Scheduler) -> R) -> R {
    f(SCHEDULER.borrow_mut().as_mut().expect("a request is running"))
}

/// As [`with`], for callers that may come after the request's end.
#[inline]
pub(in crate::runtime) fn try_with<R>(f: impl FnOnce(&mut Scheduler) -> R) -> Option<R> {
    SCHEDULER.borrow_mut().as_mut().map(f)
}

/// The running coroutine, for C code that asks. `None`: the request is over, or the scheduler's data is being changed, which
/// no call of ours comes from.
#[inline]
pub(in crate::runtime) fn current_for_library() -> Option<Rc<Coroutine>> {
    ask_current_for_library(Rc::clone)
}

/// A question about it, which must not call the engine.
#[inline]
pub(in crate::runtime) fn ask_current_for_library<R>(
    question: impl FnOnce(&Rc<Coroutine>) -> R,
) -> Option<R> {
    SCHEDULER.try_borrow().ok()?.as_ref().map(|scheduler| question(&scheduler.running))
}

fn next_number() -> u64 {
    LAST_NUMBER.set(LAST_NUMBER.get() + 1);
    LAST_NUMBER.get()
}

pub(in crate::runtime) fn begin_request() {
    SPAWNED.set(false);
    USED.set(false);
    let main = Rc::new(Coroutine::new(
        CoroutineId { index: 0, number: next_number() },
        Importance::User,
        None,
        None,
        Saved::default(),
        SpawnPoint::NOWHERE,
    ));
    main.state.set(State::Running);
    main.started.set(true);
    main.is_at_work.set(true);
    SCHEDULER.replace(Some(Scheduler {
        coroutines: vec![Some(main.clone())],
        free: Vec::new(),
        queue: RunQueue::default(),
        timers: Timers::default(),
        running: main.clone(),
        main,
        live: 0,
        steps: 0,
        turns: 0,
        runs: 0,
        looked_at: Time(0),
        draining: false,
        main_wait: MainWait::None,
        over: false,
    }));
}

/// Code of the user runs even after this (the engine closes streams later), so there is still a scheduler, with the main
/// flow alone, which can neither park nor spawn.
pub(in crate::runtime) fn end_request() {
    let (main, others, queue, timers) = with(|scheduler| {
        scheduler.over = true;
        scheduler.free.clear();
        let main = scheduler.main.clone();
        let others = std::mem::replace(&mut scheduler.coroutines, vec![Some(main.clone())]);
        let queue = std::mem::take(&mut scheduler.queue);
        (main, others, queue, std::mem::take(&mut scheduler.timers))
    });
    drop((others, queue, timers));
    main.let_go();
}

/// Module shutdown: what other extensions still do is none of ours.
pub(in crate::runtime) fn shut_down() {
    SPAWNED.set(false);
}

/// Whether the request has been shut down.
pub(in crate::runtime) fn is_over() -> bool {
    with(|scheduler| scheduler.over)
}

impl Scheduler {
    fn enter(&mut self, coroutine: Rc<Coroutine>) {
        if coroutine.importance != Importance::Maintenance {
            self.live += 1;
        }
        let index = coroutine.id.index as usize;
        self.coroutines[index] = Some(coroutine);
    }

    fn new_id(&mut self) -> CoroutineId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.coroutines.push(None);
            self.coroutines.len() as u32 - 1
        });
        CoroutineId { index, number: next_number() }
    }

    pub(in crate::runtime) fn find(&self, id: CoroutineId) -> Option<&Rc<Coroutine>> {
        self.coroutines.get(id.index as usize)?.as_ref().filter(|found| found.id == id)
    }

    pub(in crate::runtime) fn is_main(&self, coroutine: &Rc<Coroutine>) -> bool {
        Rc::ptr_eq(coroutine, &self.main)
    }

    /// The one that is running.
    pub(in crate::runtime) fn current(&self) -> &Rc<Coroutine> {
        &self.running
    }

    /// Whether the request has been shut down.
    pub(in crate::runtime) fn is_over(&self) -> bool {
        self.over
    }

    pub(in crate::runtime) fn main(&self) -> &Rc<Coroutine> {
        &self.main
    }

    /// How many wait in the run queue.
    pub(in crate::runtime) fn queued(&self) -> usize {
        self.queue.len()
    }

    pub(in crate::runtime) fn live(&self) -> usize {
        self.live
    }

    /// All coroutines alive, in the order of their ids.
    pub(in crate::runtime) fn alive(&self) -> Vec<Rc<Coroutine>> {
        let mut all: Vec<_> = self.coroutines.iter().flatten().cloned().collect();
        all.sort_by_key(|coroutine| coroutine.id.number);
        all
    }

    /// Makes a parked coroutine runnable, at the tail. `false`: it is not parked.
    pub(in crate::runtime) fn make_ready(
        &mut self,
        coroutine: &Rc<Coroutine>,
        woken: Woken,
    ) -> bool {
        let parked = coroutine.state.get() == State::Parked;
        if parked {
            self.queue_parked(coroutine.clone(), woken);
        }
        parked
    }

    #[inline]
    fn queue_parked(&mut self, coroutine: Rc<Coroutine>, woken: Woken) {
        coroutine.woken.set(woken);
        coroutine.state.set(State::Ready);
        self.disarm_deadline(&coroutine);
        self.queue.push(coroutine);
    }

    pub(in crate::runtime) fn disarm_deadline(&mut self, coroutine: &Coroutine) {
        if let Some(timer) = coroutine.deadline.take() {
            self.timers.disarm(timer);
        }
    }

    /// Moves a coroutine that is parked or queued to the head of the queue.
    pub(in crate::runtime) fn make_next(&mut self, coroutine: &Rc<Coroutine>) {
        match coroutine.state.get() {
            State::Parked => {
                coroutine.state.set(State::Ready);
                self.disarm_deadline(coroutine);
            }
            State::Ready => self.queue.leave(|queued| Rc::ptr_eq(queued, coroutine)),
            State::New | State::Running | State::Done => return,
        }
        self.queue.push_first(coroutine.clone());
    }

    /// Forgets a coroutine that has ended.
    pub(in crate::runtime) fn forget(&mut self, coroutine: &Coroutine) {
        let place = &mut self.coroutines[coroutine.id.index as usize];
        if place.take_if(|found| found.id == coroutine.id).is_some() {
            self.free.push(coroutine.id.index);
            if coroutine.importance != Importance::Maintenance && coroutine.id != self.main.id {
                self.live -= 1;
            }
            if self.draining && self.live == 0 {
                let main = self.main.clone();
                self.make_ready(&main, Woken::Called);
            }
        }
    }

    /// Takes the youngest coroutine, which is new, out of the queue, until [`queue_new`](Self::queue_new).
    pub(in crate::runtime) fn hold_new(&mut self, coroutine: &Rc<Coroutine>) {
        self.queue.leave(|queued| Rc::ptr_eq(queued, coroutine));
    }

    pub(in crate::runtime) fn is_in_queue(&self, coroutine: &Coroutine) -> bool {
        self.queue.contains(|queued| queued.id == coroutine.id)
    }

    pub(in crate::runtime) fn queue_new(&mut self, coroutine: &Rc<Coroutine>) {
        self.queue.push(coroutine.clone());
    }

    /// Puts the youngest coroutine, which is new, at the head of the queue.
    pub(in crate::runtime) fn put_new_first(&mut self, coroutine: &Rc<Coroutine>) {
        self.queue.put_youngest_first(|youngest| Rc::ptr_eq(youngest, coroutine));
    }

    /// Takes the coroutines that have not started out of the queue, but leaves those that run callbacks.
    pub(in crate::runtime) fn take_unstarted(&mut self) -> Vec<Rc<Coroutine>> {
        self.queue.take(|queued| queued.state.get() == State::New && !queued.is_finally.get())
    }
}

// ------------------------------------------------------------------ for the pools and the PHP functions

/// The running coroutine's id.
#[inline]
pub(crate) fn current() -> CoroutineId {
    with(|scheduler| scheduler.running.id)
}

/// Where the coroutine is parked, or null. `None`: it has ended.
pub(crate) fn parked_in(id: CoroutineId) -> Option<*mut sys::zend_execute_data> {
    with(|scheduler| scheduler.find(id).map(|coroutine| coroutine.frame.get()))
}

/// Whether the coroutine, which waits, was told to leave, and will when it runs.
#[inline]
pub(in crate::runtime) fn is_interrupted(id: CoroutineId) -> bool {
    with(|scheduler| scheduler.find(id).is_some_and(|found| Interrupted::is_pending_for(found)))
}

#[inline]
pub(in crate::runtime) fn running() -> Rc<Coroutine> {
    with(|scheduler| scheduler.running.clone())
}

pub(in crate::runtime) fn is_main_running() -> bool {
    try_with(|scheduler| scheduler.is_main(&scheduler.running)).unwrap_or(false)
}

/// Whether anything was spawned since the request began: before that, nobody can run between two steps of the main flow.
#[inline]
pub(crate) fn has_spawned() -> bool {
    SPAWNED.get()
}

/// Whether the main flow counts as a coroutine already: a function that can wait or spawn was used.
pub(in crate::runtime) fn is_used() -> bool {
    SPAWNED.get() || USED.get()
}

pub(in crate::runtime) fn note_use() {
    USED.set(true);
}

/// An id that names no coroutine.
pub(in crate::runtime) fn nobody() -> CoroutineId {
    CoroutineId { index: u32::MAX, number: next_number() }
}

/// What folders above have to do before a request's first coroutine is there.
static BEFORE_FIRST_SPAWN: SetAtStart<RefCell<Vec<Preparation>>> =
    SetAtStart::new(RefCell::new(Vec::new()));

type Preparation = fn();

/// Adds to it, at module start-up.
pub(crate) fn before_first_spawn(prepare: fn()) {
    let mut known = BEFORE_FIRST_SPAWN.borrow_mut();
    if !known.iter().any(|&other| std::ptr::fn_addr_eq(other, prepare)) {
        known.push(prepare);
    }
}

/// Puts a new coroutine at the tail of the run queue: a user's in the scope of the running one.
pub(in crate::runtime) fn spawn(
    importance: Importance,
    work: Work,
    engine: Saved,
    spawned_at: SpawnPoint,
) -> Rc<Coroutine> {
    let inherited = || with(|scheduler| scheduler.running.scope());
    let scope = if importance == Importance::User { inherited() } else { None };
    spawn_in(scope, importance, work, engine, spawned_at)
}

/// As [`spawn`], in a scope; `None`: the main one.
pub(in crate::runtime) fn spawn_in(
    scope: Option<Scope>,
    importance: Importance,
    work: Work,
    engine: Saved,
    spawned_at: SpawnPoint,
) -> Rc<Coroutine> {
    make(scope, importance, work, engine, spawned_at, true)
}

/// A new coroutine, which the caller puts into the run queue.
pub(in crate::runtime) fn spawn_unqueued(
    scope: Option<Scope>,
    importance: Importance,
    work: Work,
    engine: Saved,
    spawned_at: SpawnPoint,
) -> Rc<Coroutine> {
    make(scope, importance, work, engine, spawned_at, false)
}

#[inline]
fn make(
    scope: Option<Scope>,
    importance: Importance,
    work: Work,
    engine: Saved,
    spawned_at: SpawnPoint,
    is_queued: bool,
) -> Rc<Coroutine> {
    if !SPAWNED.replace(true) {
        let prepare = BEFORE_FIRST_SPAWN.read();
        prepare.iter().for_each(|prepare| prepare());
    }
    let id = with(Scheduler::new_id);
    if let Some(scope) = &scope {
        scope.enter(id);
    }
    let mut place = Rc::<Coroutine>::new_uninit();
    let new = Rc::get_mut(&mut place).expect("nobody else knows it yet");
    // Built in place: it is too large to be carried there.
    new.write(Coroutine::new(id, importance, scope, Some(work), engine, spawned_at));
    // SAFETY: just written.
    let coroutine = unsafe { place.assume_init() };
    with(|scheduler| {
        scheduler.enter(coroutine.clone());
        if is_queued {
            scheduler.queue.push(coroutine.clone());
        }
    });
    coroutine
}

/// Makes a parked coroutine runnable, at the tail of the run queue. No effect on one that is not parked, or has ended.
#[inline]
pub(crate) fn wake(id: CoroutineId) {
    try_with(|scheduler| {
        let parked = scheduler.find(id).filter(|found| found.state.get() == State::Parked);
        if let Some(coroutine) = parked.cloned() {
            scheduler.queue_parked(coroutine, Woken::Called);
        }
    });
}

/// As [`wake`], for one who waits in a line; notes how its wait was ended.
#[inline]
pub(in crate::runtime) fn end_wait_in_line(id: CoroutineId, ticket: u64, how: Ending) {
    try_with(|scheduler| {
        let Some(found) = scheduler.find(id) else { return };
        found.line.end(ticket, how, scheduler.steps);
        if found.state.get() == State::Parked {
            let coroutine = found.clone();
            scheduler.queue_parked(coroutine, Woken::Called);
        }
    });
}

/// Whether the wait of that coroutine was ended, which it has not seen yet.
pub(in crate::runtime) fn has_left_line(id: CoroutineId, ticket: u64) -> bool {
    with(|scheduler| scheduler.find(id).is_some_and(|found| found.line.ended(ticket).is_some()))
}

/// As [`wake`] if it is `due`. Whether the coroutine is alive in this process.
#[inline]
pub(in crate::runtime) fn wake_if(due: bool, id: CoroutineId) -> bool {
    let there = try_with(|scheduler| {
        let Some(found) = scheduler.find(id) else { return false };
        if due && found.state.get() == State::Parked {
            let coroutine = found.clone();
            scheduler.queue_parked(coroutine, Woken::Called);
        }
        true
    });
    there.unwrap_or(false)
}

/// Whether the coroutine is alive in this process.
pub(crate) fn exists(id: CoroutineId) -> bool {
    try_with(|scheduler| scheduler.find(id).is_some()).unwrap_or(false)
}

/// Whether the engine allows switching here (SPEC 30.12).
#[inline]
pub(crate) fn may_park() -> bool {
    may_switch() && !is_over()
}

/// The same during the request.
#[inline]
pub(in crate::runtime) fn may_switch() -> bool {
    // SAFETY: reads a counter.
    let is_banned = unsafe { sys::zend_fiber_switch_blocked() } || closed_sections::is_inside();
    !is_banned && !output::in_shared_callback()
}

/// Disarms an alarm. No effect if it has fired.
pub(crate) fn disarm(id: TimerId) {
    let action = try_with(|scheduler| scheduler.timers.disarm(id));
    drop(action);
}

/// Names the run of a coroutine that is under way, or the look for due timers that follows it.
pub(in crate::runtime) fn step() -> u64 {
    try_with(|scheduler| scheduler.steps).unwrap_or(u64::MAX)
}

/// Fixes a result from outside the coroutine's own run.
pub(in crate::runtime) fn fix(completion: &Completion, fixed: Fixed) {
    // A result that comes second has nobody to go to.
    let _ = completion.fix(fixed);
}
