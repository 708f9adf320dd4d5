//! The shell around the pool core: it owns the resources and carries out what the core decides.
//!
//! # One step
//!
//! All state lives in one cell ([`State`]) that is borrowed only by [`Pool::step`] and its like: give the core one event,
//! make runnable whom it woke, let go of the cell. Nothing of the engine is called meanwhile. A callback runs between two
//! steps, with no borrow alive, so it may do anything to the pool: call back into it, close it, park, drop the last
//! reference to it. Afterwards everything is looked up again by slot id, and the core says whether the caller's plan still
//! holds (SPEC 34.10).
//!
//! # Who keeps it alive
//!
//! A pool is reference counted. The PHP object or the native owner holds one reference; a frame that runs callbacks
//! outside of one of that object's own methods (background coroutines) holds another, so that a callback that drops the
//! last PHP reference does not free the pool under a running frame. While there is such a co-owner the collector is
//! shown nothing ([`Pool::trace`]): what a running frame can reach is not garbage.

use super::{
    callbacks::{Callbacks, Hooks, Trouble, call},
    maintenance::{Alarms, RoundWaiting},
    messages,
    payloads::Payloads,
    php::strategy::Strategy,
};
use crate::{
    runtime::{self, CoroutineId},
    zend::{Object, Outcome, Tracer, Value, bailout, exception, sys},
};
use cenote_core::{BySlot, ByWaiter, Core, Settings, SlotId, Stats, Time, WaiterId};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
    time::Duration,
};

/// What a pool is made with, besides its callbacks.
pub(crate) struct PoolSettings {
    /// Its flags about hooks are set from the callbacks.
    pub(crate) core: Settings,
    /// Limit for callers that give none. `None`: indefinitely.
    pub(crate) acquire_timeout: Option<Duration>,
    /// Resources come back as values ([`Pool::release_value`]), not by slot.
    pub(crate) by_value: bool,
    /// It belongs to native code; the `Async\Pool` object, if any, only shows it.
    pub(crate) native: bool,
}

/// A resource in the hands of a caller.
pub(crate) struct Lease {
    pub(crate) slot: SlotId,
    pub(crate) resource: Value,
}

/// One pool.
pub(crate) struct Pool {
    pub(super) state: RefCell<State>,
    pub(super) callbacks: Box<dyn Callbacks>,
    pub(super) hooks: Hooks,
    pub(super) acquire_timeout: Option<Duration>,
    pub(super) strategy: RefCell<Strategy>,
    /// Whether a release has somebody to ask or to tell: a beforeRelease hook or a user's strategy.
    pub(super) judges_releases: Cell<bool>,
    pub(super) alarms: Alarms,
    pub(super) round_waiting: RoundWaiting,
    pub(super) last_failure: RefCell<LastFailure>,
    /// Callers wait while creation fails, and are told the error itself at their deadline (SPEC 5.9).
    keeps_errors: bool,
    pub(super) native: bool,
    /// Where each current checkout was taken and by whom, by slot, while `cenote.leak_threshold_ms` is set.
    pub(super) taken: RefCell<BySlot<Taken>>,
    /// The `Async\Pool` object, if there is one; not a reference.
    face: Cell<*mut sys::zend_object>,
    co_owners: Cell<u32>,
    this: Weak<Pool>,
}

/// The last failed creation.
#[derive(Default)]
pub(super) struct LastFailure {
    /// Class and message.
    pub(super) text: Option<String>,
    /// The exception, from the failure until the next success, if the pool keeps it.
    pub(super) error: Option<Object>,
}

/// What is noted of a checkout.
#[derive(Clone, Default)]
pub(super) struct Taken {
    pub(super) place: Option<String>,
    pub(super) coroutine: Option<u64>,
}

pub(super) struct State {
    pub(super) core: Core,
    pub(super) payloads: Payloads,
    pub(super) waiters: ByWaiter<Option<CoroutineId>>,
    watch: Watch,
}

/// Whether somebody wants to know when a caller would be served at once (SPEC 31.10).
#[derive(Default)]
enum Watch {
    #[default]
    Off,
    /// `told`: since nobody would be served.
    On { tell: Rc<dyn Fn()>, told: bool },
}

impl Pool {
    /// An empty pool. No callback runs; see [`Pool::prewarm`].
    pub(crate) fn new(settings: PoolSettings, callbacks: Box<dyn Callbacks>) -> Rc<Pool> {
        let hooks = callbacks.hooks();
        let mut core = settings.core;
        core.before_acquire = hooks.before_acquire;
        core.check = hooks.check;
        let keeps_errors = core.backoff.is_some();
        let now = runtime::coarse_now();
        Rc::new_cyclic(|this| Pool {
            state: RefCell::new(State {
                core: Core::new(core, cenote_core::Strategy::None, now),
                payloads: Payloads::new(settings.by_value),
                waiters: ByWaiter::default(),
                watch: Watch::Off,
            }),
            callbacks,
            hooks,
            acquire_timeout: settings.acquire_timeout,
            strategy: RefCell::new(Strategy::None),
            judges_releases: Cell::new(hooks.before_release),
            alarms: Alarms::default(),
            round_waiting: RoundWaiting::default(),
            last_failure: RefCell::default(),
            keeps_errors,
            native: settings.native,
            taken: RefCell::default(),
            face: Cell::new(std::ptr::null_mut()),
            co_owners: Cell::new(0),
            this: this.clone(),
        })
    }

    /// Gives the core one event and makes runnable whom it woke.
    #[inline]
    pub(super) fn step<T>(&self, event: impl FnOnce(&mut Core, Time) -> T) -> T {
        self.step_here(event)
    }

    /// [`Pool::step`] where every nanosecond counts: no call, so that the answer need not be moved.
    #[inline(always)]
    pub(super) fn step_here<T>(&self, event: impl FnOnce(&mut Core, Time) -> T) -> T {
        self.step_at(runtime::coarse_now(), event)
    }

    /// [`Pool::step`] at a moment that was read before.
    #[inline(always)]
    pub(super) fn step_at<T>(&self, now: Time, event: impl FnOnce(&mut Core, Time) -> T) -> T {
        let mut state = self.state.borrow_mut();
        let answer = event(&mut state.core, now);
        state.wake_served();
        answer
    }

    /// Reads the core.
    pub(crate) fn look<T>(&self, question: impl FnOnce(&Core) -> T) -> T {
        question(&self.state.borrow().core)
    }

    /// Whether a caller that does not wait would get a resource now.
    pub(crate) fn can_serve(&self) -> bool {
        self.look(|core| core.can_serve(runtime::coarse_now()))
    }

    /// From now on `tell` is called whenever a caller could be served at once, after none could; `None` ends it. It is called
    /// in the middle of a step: it must call neither the engine nor this pool.
    pub(crate) fn watch(&self, tell: Option<Rc<dyn Fn()>>) {
        let told = self.can_serve();
        let watch = tell.map_or(Watch::Off, |tell| Watch::On { tell, told });
        let former = std::mem::replace(&mut self.state.borrow_mut().watch, watch);
        drop(former);
    }

    pub(crate) fn stats(&self) -> Stats {
        self.look(|core| core.stats(runtime::precise_now()))
    }

    /// Makes a resource for a slot and puts it there. The core has been told of a failure, not yet of success. No wait that a
    /// C library makes for it goes on after `deadline`.
    pub(super) fn create(&self, slot: SlotId, deadline: Option<Time>) -> Result<(), Trouble> {
        let made = call(|| {
            match runtime::with_patience_until(deadline, || self.callbacks.create(slot))? {
                Some(resource) => Ok(resource),
                None => Err(super::php::exceptions::throw(&messages::FACTORY_FAILED)),
            }
        });
        match made {
            Ok(resource) => {
                self.state.borrow_mut().payloads.store(slot, resource);
                if self.keeps_errors {
                    let over = self.last_failure.borrow_mut().error.take();
                    drop(over);
                }
                Ok(())
            }
            Err(Trouble::Exception(error)) => Err(self.creation_failed(slot, error)),
            Err(interruption) => {
                // SPEC 10.6: the place is free, and it does not count as a factory error.
                let left = self.step(|core, now| core.cancelled(slot, now));
                debug_assert!(left.is_none(), "a creation leaves nothing to destroy");
                Err(interruption)
            }
        }
    }

    /// SPEC 5.6: the place goes to the oldest waiter before anybody else learns of the failure.
    fn creation_failed(&self, slot: SlotId, error: Object) -> Trouble {
        let text = format!("{}: {}", error.class().name(), exception::message(&error));
        let failure =
            LastFailure { text: Some(text), error: self.keeps_errors.then(|| error.clone()) };
        let former = self.last_failure.replace(failure);
        drop(former);
        self.step(|core, now| core.create_failed(slot, now));
        self.rearm();
        let told = self.tell_of_create_failure(&error);
        match told {
            Ok(()) => Trouble::Exception(error),
            Err(interruption) => interruption.after(Some(Trouble::Exception(error))),
        }
    }

    /// Runs the destructor on the resource of a slot, which stays occupied until the core is told.
    pub(super) fn destroy(&self, slot: SlotId) -> Result<(), Trouble> {
        let resource = self.state.borrow_mut().payloads.take(slot);
        if bailout::pending() {
            return Err(Trouble::Bailout);
        }
        call(|| self.callbacks.destroy(slot, resource))
    }

    /// The same, and frees the place.
    pub(super) fn dispose(&self, slot: SlotId) -> Result<(), Trouble> {
        let result = self.destroy(slot);
        self.step(|core, now| core.destroyed(slot, now));
        result
    }

    /// A callback was interrupted with this slot in hand: what it left is destroyed and its place is free (SPEC 10.5).
    pub(super) fn interrupted(&self, slot: SlotId, interruption: Trouble) -> Trouble {
        match self.step(|core, now| core.cancelled(slot, now)) {
            None => interruption,
            Some(slot) => match self.dispose(slot) {
                Ok(()) => interruption,
                Err(trouble) => trouble.after(Some(interruption)),
            },
        }
    }

    /// Makes the first `min` resources (SPEC 4). On failure the pool is closed, and what was made is destroyed.
    pub(crate) fn prewarm(&self) -> Outcome {
        while let Some(slot) = self.step(|core, _| core.prewarm()) {
            if let Err(trouble) = self.create(slot, None).and_then(|()| self.put_in_store(slot)) {
                return Err(trouble.after(self.shut().err()).raise());
            }
        }
        self.rearm();
        Ok(())
    }

    /// A resource made or checked without a caller goes into the store, if the pool still wants it.
    pub(super) fn put_in_store(&self, slot: SlotId) -> Result<(), Trouble> {
        match self.step(|core, now| core.warmed(slot, now)) {
            cenote_core::After::Destroy(slot, _) => self.dispose(slot),
            cenote_core::After::Stored | cenote_core::After::Stale => Ok(()),
        }
    }

    /// Closes the pool (SPEC 12). The last exception of a destructor is thrown, earlier ones behind it.
    pub(crate) fn close(&self) -> Outcome {
        self.shut().map_err(Trouble::raise)
    }

    fn shut(&self) -> Result<(), Trouble> {
        if !self.step(|core, now| core.close(now)) {
            return Ok(());
        }
        self.rearm();
        self.shed()
    }

    /// Changes `max` (SPEC 11.1). What is idle and too many is destroyed here; what is out, when it comes back.
    pub(super) fn resize(&self, max: u32) -> Outcome {
        self.step(|core, now| core.resize(max, now));
        self.rearm();
        self.shed().map_err(Trouble::raise)
    }

    /// Destroys what the core has doomed.
    fn shed(&self) -> Result<(), Trouble> {
        let mut trouble = None;
        while let Some((slot, _)) = self.step(|core, now| core.next_doomed(now)) {
            if let Err(latest) = self.dispose(slot) {
                trouble = Some(latest.after(trouble));
            }
        }
        trouble.map_or(Ok(()), Err)
    }

    /// Nobody is left to give back what is handed out (SPEC 9.7).
    pub(crate) fn abandon(&self) {
        let resources = self.state.borrow_mut().payloads.abandon_handed_out();
        drop(resources);
    }

    /// A counted reference for a frame that outlives the current call.
    pub(super) fn shared(&self) -> CoOwner {
        let pool = self.this.upgrade().expect("borrowed from a live Rc");
        pool.co_owners.set(pool.co_owners.get() + 1);
        CoOwner(pool)
    }

    pub(super) fn weak(&self) -> Weak<Pool> {
        self.this.clone()
    }

    /// Shows the collector what the pool holds. To be called by the one object that owns the pool.
    pub(crate) fn trace(&self, tracer: &mut Tracer) {
        if self.co_owners.get() > 0 {
            return;
        }
        self.callbacks.trace(tracer);
        self.strategy.borrow().trace(tracer);
        if let Some(error) = &self.last_failure.borrow().error {
            tracer.object(error);
        }
        self.state.borrow().payloads.trace(tracer);
    }

    /// The `Async\Pool` object of this pool, while it lives.
    pub(super) fn face(&self) -> Option<Object> {
        let face = self.face.get();
        // SAFETY: the object clears the pointer when it is freed.
        (!face.is_null()).then(|| unsafe { Object::from_borrowed(face) })
    }

    /// Where the present checkout of this slot was taken, if that is being noted.
    pub(super) fn taken_at(&self, slot: SlotId) -> Option<String> {
        self.taken(slot)?.place
    }

    /// Which coroutine took the present checkout of this slot, if that is being noted.
    pub(super) fn taken_by(&self, slot: SlotId) -> Option<u64> {
        self.taken(slot)?.coroutine
    }

    fn taken(&self, slot: SlotId) -> Option<Taken> {
        if super::acquire::LEAK_THRESHOLD.get() <= 0 {
            return None;
        }
        self.taken.borrow().get(slot).cloned()
    }

    /// `file:line` of the longest checkout of now, if that is being noted.
    pub(super) fn longest_hold_place(&self) -> Option<String> {
        self.stats().longest_hold_slot.and_then(|slot| self.taken_at(slot))
    }

    /// # Safety
    /// The pool's object, which is taken back (by null) before it goes; or null.
    pub(super) unsafe fn set_face(&self, face: *mut sys::zend_object) {
        self.face.set(face);
    }
}

impl State {
    #[inline]
    pub(super) fn wake_served(&mut self) {
        if let Some(first) = self.core.next_wake() {
            self.wake_from(first);
        }
        self.after_step();
    }

    /// What is due after each step, also one that wakes nobody.
    #[inline]
    pub(super) fn after_step(&mut self) {
        if !matches!(self.watch, Watch::Off) {
            self.look_out();
        }
        #[cfg(debug_assertions)]
        if self.core.total() + self.core.waiting() < CHECKED_UP_TO {
            self.core.check();
        }
    }

    #[cold]
    fn look_out(&mut self) {
        let Watch::On { tell, told } = &mut self.watch else { return };
        let serves = self.core.can_serve(runtime::coarse_now());
        if serves && !*told {
            tell();
        }
        *told = serves;
    }

    /// Out of the way of the steps that wake nobody.
    #[inline(never)]
    fn wake_from(&mut self, first: WaiterId) {
        let mut next = Some(first);
        while let Some(waiter) = next {
            if let Some(coroutine) = self.waiters.get_mut(waiter).and_then(Option::take) {
                runtime::wake(coroutine);
            }
            next = self.core.next_wake();
        }
    }
}

/// Debug builds recount after every step; above this size that would make tests quadratic.
#[cfg(debug_assertions)]
const CHECKED_UP_TO: u32 = 128;

/// A running frame's share in a pool.
pub(super) struct CoOwner(Rc<Pool>);

impl std::ops::Deref for CoOwner {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        &self.0
    }
}

impl Drop for CoOwner {
    fn drop(&mut self) {
        self.0.co_owners.set(self.0.co_owners.get() - 1);
    }
}
