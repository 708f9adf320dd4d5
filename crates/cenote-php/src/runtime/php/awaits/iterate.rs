//! `Async\iterate()`: a callback for each element, several at a time (SPEC 44.2 to 44.5).
//!
//! Workers are coroutines that take elements until there are none. The first is started by the call; one that waits inside
//! the callback for the first time has the next one started, so that callbacks which never wait share one coroutine.

use super::awaiting::Awaiting;
use crate::{
    runtime::{
        cancelling::{requests, shielding::shielded},
        coroutines::{
            completion::{Held, What},
            coroutine::{Coroutine, CoroutineId, Importance, Request, SpawnPoint, Work},
            interrupted::Interrupted,
            scheduler::{self, current, may_park, wake},
            scope::{self, Scope, Until, Waiting},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        life::scope_ends,
        php::arguments::{flag, spawn_point},
        php::messages,
        scheduling::parking::park,
    },
    zend::{
        Call, Callable, ClassRef, Iteration, Object, Outcome, Param, Signature, Thrown, Type,
        Value, array::Walk, entry::FunctionEntry, exception, function,
    },
};
use cenote_tasks::{
    scope::End,
    turns::{Turn, Turns},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

pub(in crate::runtime::php) fn functions() -> [FunctionEntry; 1] {
    let parameters = const {
        &[
            Param::required(c"iterable", Type::ITERABLE),
            Param::required(c"callback", Type::CALLABLE),
            Param::optional(c"concurrency", Type::INT, c"0"),
            Param::optional(c"cancelPending", Type::BOOL, c"true"),
        ]
    };
    [function(c"Async\\iterate", iterate, Signature::new(parameters, Type::VOID))]
}

/// What is gone through.
enum Elements {
    Array(Walk),
    /// `getIterator()` runs in the first worker.
    Unbegun(Value),
    Traversable(Iteration),
}

impl Elements {
    fn of(call: &Call) -> Result<Self, Thrown> {
        let iterable = call.value(0);
        let traversable = iterable.as_object().is_some_and(|object| {
            // SAFETY: `iterable` holds the object.
            unsafe { ClassRef::from_raw((*object).ce) }.is_a(ClassRef::traversable())
        });
        if traversable {
            return Ok(Elements::Unbegun(iterable));
        }
        Walk::over(iterable).map(Elements::Array).ok_or_else(|| call.not_iterable(0))
    }

    /// The next key and value.
    fn next(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        match self {
            Elements::Array(walk) => Ok(walk.next()),
            Elements::Unbegun(traversable) => {
                *self = Elements::Traversable(Iteration::over(traversable)?);
                self.next()
            }
            Elements::Traversable(iteration) => iteration.next(),
        }
    }
}

/// One call of `iterate()`.
struct Iterating {
    callback: Callable,
    /// How many workers there may be.
    limit: usize,
    /// The workers' own, and of what their callbacks spawn.
    scope: Scope,
    called_at: SpawnPoint,
    caller: CoroutineId,
    /// Out while one worker fetches: one at a time does.
    elements: RefCell<Option<Elements>>,
    turns: RefCell<Turns<CoroutineId>>,
    /// No more elements are taken.
    is_over: Cell<bool>,
    /// The workers have been cancelled.
    has_failed: Cell<bool>,
    workers: RefCell<BTreeMap<CoroutineId, Rc<Coroutine>>>,
    /// The first error of a worker.
    error: RefCell<Option<Object>>,
}

fn iterate(call: &mut Call) -> Outcome {
    call.expect_args(2, 4)?;
    let elements = Elements::of(call)?;
    let callback = call.callable(1)?;
    let concurrency = if call.count() > 2 { call.int(2)? } else { 0 };
    let limit = match usize::try_from(concurrency) {
        Ok(0) => usize::MAX,
        Ok(limit) => limit,
        Err(_) => return Err(exception::argument_value_error(3, &messages::NEGATIVE)),
    };
    let cancel_pending = flag(call, 3, true)?;
    check_place()?;
    let scope = scope::child_of_current();
    scope.set_safe(false);
    let iterating = Rc::new(Iterating {
        callback,
        limit,
        scope: scope.clone(),
        called_at: spawn_point(call),
        caller: current(),
        elements: RefCell::new(Some(elements)),
        turns: RefCell::default(),
        is_over: Cell::new(false),
        has_failed: Cell::new(false),
        workers: RefCell::default(),
        error: RefCell::default(),
    });
    let waiting = Waiting::begin(&scope, Until::Empty);
    let me = scheduler::running();
    let _shown = Awaiting::one(&me, What::Iteration, Held::open());
    iterating.start_worker(Saved::for_spawned());
    let ended = iterating.wait_for_all(cancel_pending);
    if ended.is_err() {
        iterating.give_up()?;
    }
    // Its end may run code of the program, which may throw.
    drop(iterating.elements.take());
    if let Err(interrupted) = ended {
        return Err(interrupted.map_or_else(|thrown| thrown, Interrupted::throw));
    }
    exception::check()?;
    match iterating.first_error(&waiting) {
        Some(error) => Err(exception::throw_object(error)),
        None => Ok(()),
    }
}

/// Whether workers can be started here, and waited for.
fn check_place() -> Outcome {
    if scheduler::is_over() {
        return Err(exception::throw_error(&messages::AFTER_THE_END));
    }
    if !may_park() {
        return Err(Interrupted::forbidden_here().throw());
    }
    spawning::ensure_drain()
}

/// Why a wait was left: something from outside, or an error of ours.
type Left = Result<Interrupted, Thrown>;

// ------------------------------------------------------------------ the caller

impl Iterating {
    /// Waits for the workers, and then for what their callbacks have spawned.
    fn wait_for_all(&self, cancel_pending: bool) -> Result<(), Left> {
        while !self.workers.borrow().is_empty() {
            park(None).map_err(Ok)?;
        }
        if cancel_pending && !self.scope.is_empty() {
            self.cancel_scope(&messages::ITERATION_OVER).map_err(Err)?;
        }
        while !self.scope.is_empty() {
            park(None).map_err(Ok)?;
        }
        Ok(())
    }

    /// The caller is cancelled: nothing of the call goes on when it leaves.
    fn give_up(&self) -> Outcome {
        self.is_over.set(true);
        self.cancel_scope(&messages::SCOPE_CANCELLED)?;
        let cleaned_up = shielded(|| {
            while !self.scope.is_empty() {
                park(None)?;
            }
            Ok::<(), Interrupted>(())
        });
        cleaned_up.map_err(Interrupted::throw)
    }

    fn cancel_scope(&self, text: &crate::zend::Message) -> Outcome {
        let error = exception::create(exceptions::cancellation(), text)?;
        scope_ends::end(&self.scope, End::Cancel, false, &error)
    }

    /// The error of a worker, or of what the callbacks have spawned: that cancels the workers, which says less.
    fn first_error(&self, waiting: &Waiting<'_>) -> Option<Object> {
        let own = self.error.take();
        let is_own = own.as_ref().is_some_and(|own| !own.instance_of(exceptions::cancellation()));
        if is_own { own } else { waiting.waiter.errors.borrow_mut().pop_front().or(own) }
    }
}

// ------------------------------------------------------------------ the workers

impl Iterating {
    fn start_worker(self: &Rc<Self>, engine: Saved) {
        let own = self.clone();
        let work = Work::Native(Box::new(move || own.work()));
        let scope = Some(self.scope.clone());
        let place = self.called_at.clone();
        let worker = scheduler::spawn_in(scope, Importance::User, work, engine, place);
        worker.completion.needs_no_observer();
        self.workers.borrow_mut().insert(worker.id, worker.clone());
        let (own, id) = (self.clone(), worker.id);
        let ended = Rc::downgrade(&worker);
        worker.completion.then(Box::new(move || {
            let error = ended.upgrade().and_then(|worker| worker.completion.error());
            own.worker_ended(id, error);
        }));
    }

    fn worker_ended(&self, id: CoroutineId, error: Option<Object>) {
        let mut workers = self.workers.borrow_mut();
        workers.remove(&id);
        if let Some(error) = error {
            self.is_over.set(true);
            self.error.borrow_mut().get_or_insert(error);
        }
        if workers.is_empty() {
            wake(self.caller);
        }
    }

    fn work(self: &Rc<Self>) -> Outcome {
        let outcome = self.take_elements();
        if outcome == Err(Thrown::Exception) {
            self.failed()?;
        }
        outcome
    }

    fn take_elements(self: &Rc<Self>) -> Outcome {
        let me = scheduler::running();
        // As at the call: a callback may have other handlers and buffers by the time when it waits.
        let next = self.clone();
        let engine = Saved::for_spawned();
        let mut start_next: Option<Box<dyn FnOnce()>> =
            Some(Box::new(move || next.start_another(engine)));
        while let Some((key, value)) = self.fetch()? {
            me.at_first_wait.set(start_next.take());
            let returned = self.callback.call(&[value, key]);
            start_next = me.at_first_wait.take();
            if returned?.is_false() {
                self.is_over.set(true);
            }
            // The result and the arguments are gone, and their destructors may have thrown.
            exception::check()?;
        }
        Ok(())
    }

    fn start_another(self: &Rc<Self>, engine: Saved) {
        if !self.is_over.get() && self.workers.borrow().len() < self.limit {
            self.start_worker(engine);
        }
    }

    /// The running worker has failed: the calls of the others are cancelled.
    fn failed(&self) -> Outcome {
        self.is_over.set(true);
        let exits = exception::pending_object().is_none_or(|error| exception::is_exit(&error));
        // Nobody is cancelled twice, while it cleans up.
        if exits || self.has_failed.replace(true) || self.scope.is_cancelled() {
            return Ok(());
        }
        let error = exception::create(exceptions::cancellation(), &messages::CANCELLED)?;
        let me = current();
        let others = self.workers.borrow().clone();
        for worker in others.values().filter(|worker| worker.id != me) {
            requests::request(worker, Request::Throw(error.clone()));
        }
        Ok(())
    }

    /// The next element, key first, if any is to be taken.
    fn fetch(&self) -> Result<Option<(Value, Value)>, Thrown> {
        let _turn = self.await_turn()?;
        let elements = if self.is_over.get() { None } else { self.elements.take() };
        let Some(mut elements) = elements else { return Ok(None) };
        let next = elements.next();
        self.elements.replace(Some(elements));
        if !matches!(next, Ok(Some(_))) {
            self.is_over.set(true);
        }
        // It may have waited, and the iteration have ended meanwhile.
        next.map(|next| next.filter(|_| !self.is_over.get()))
    }

    fn await_turn(&self) -> Result<FetchTurn<'_>, Thrown> {
        let me = current();
        if self.turns.borrow_mut().ask(me) == Turn::Wait {
            loop {
                let waited = park(None);
                let is_mine = self.turns.borrow().is_of(me);
                match waited {
                    Ok(_) if is_mine => break,
                    Ok(_) => {}
                    Err(interrupted) => {
                        self.leave_turn(me);
                        return Err(interrupted.throw());
                    }
                }
            }
        }
        Ok(FetchTurn(self, me))
    }

    fn leave_turn(&self, id: CoroutineId) {
        let next = self.turns.borrow_mut().leave(id);
        if let Some(next) = next {
            wake(next);
        }
    }
}

/// While it lives, its worker alone fetches.
struct FetchTurn<'a>(&'a Iterating, CoroutineId);

impl Drop for FetchTurn<'_> {
    fn drop(&mut self) {
        self.0.leave_turn(self.1);
    }
}
