//! What is behind a `zend_async_event_t *`.
//!
//! C code owns it until ZEND_ASYNC_EVENT_DISPOSE, which may come inside one of its own callbacks or while coroutines wait for it.
//! So the memory is counted: C's pointer holds one share, each call, each wait and each delivery another. An event knows its
//! pool weakly: the pool's life is a matter of the pool's references alone.

use super::{
    listeners::{Listener, Listeners},
    pool_watch::PoolWatch,
    timer::Timer,
    waiting::Waiter,
};
use crate::{
    capi::abi::zend_async_event_t,
    runtime::{self, Importance},
    zend::{Outcome, globals::engine_local},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::{Rc, Weak},
};

/// The events of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::capi) enum Kind {
    Free,
    Closed,
}

enum Source {
    Pool(Kind, Weak<PoolWatch>),
    Timer(Timer),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Stopped,
    Started,
    /// It was started and has fired, which happens once.
    Fired,
}

/// Whether somebody who waits would go on at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ready {
    Yes,
    No,
    /// The pool whose free resource is waited for is closed.
    Never,
}

pub(in crate::capi) struct Event {
    source: Source,
    state: Cell<State>,
    listeners: Listeners,
    waiters: RefCell<Vec<Rc<Waiter>>>,
    delivery: RefCell<Option<Rc<Delivery>>>,
    /// It fired once more while its callbacks ran.
    again: Cell<bool>,
    over: Cell<bool>,
    this: Weak<Event>,
}

engine_local! {
    /// All events of this request, by address.
    static LIVE: RefCell<BTreeMap<usize, Weak<Event>>> = RefCell::new(BTreeMap::new());
}

/// A coroutine that is to call the callbacks, or does. One that stayed behind at a fork calls none.
struct Delivery {
    generation: u32,
    running: Cell<bool>,
}

/// What that coroutine owns: if it never begins, the next one may.
struct Turn {
    event: Rc<Event>,
    delivery: Rc<Delivery>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut place = self.event.delivery.borrow_mut();
        if place.as_ref().is_some_and(|present| Rc::ptr_eq(present, &self.delivery)) {
            *place = None;
        }
    }
}

impl Event {
    /// The pointer is the caller's.
    pub(in crate::capi) fn of_pool(pool: &Rc<PoolWatch>, kind: Kind) -> *mut zend_async_event_t {
        Event::create(Source::Pool(kind, Rc::downgrade(pool)))
    }

    /// The pointer is the caller's.
    pub(in crate::capi) fn of_timer(timer: Timer) -> *mut zend_async_event_t {
        Event::create(Source::Timer(timer))
    }

    fn create(source: Source) -> *mut zend_async_event_t {
        let event = Rc::new_cyclic(|this| Event {
            source,
            state: Cell::new(State::Stopped),
            listeners: Listeners::default(),
            waiters: RefCell::default(),
            delivery: RefCell::new(None),
            again: Cell::new(false),
            over: Cell::new(false),
            this: this.clone(),
        });
        LIVE.borrow_mut().insert(event.address(), Rc::downgrade(&event));
        Rc::into_raw(event).cast_mut().cast()
    }

    /// The event behind C's pointer, with a share of its own.
    ///
    /// # Safety
    /// `raw` came from [`Event::create`], and C code has not disposed of it.
    pub(in crate::capi) unsafe fn share(raw: *const zend_async_event_t) -> Rc<Event> {
        let event: *const Event = raw.cast();
        // SAFETY: C's pointer holds a share, so the memory is there; the new share is the result's.
        unsafe {
            Rc::increment_strong_count(event);
            Rc::from_raw(event)
        }
    }

    /// Ends it and gives up the share of C's pointer.
    ///
    /// # Safety
    /// As [`Event::share`]; afterwards the pointer is dead.
    pub(in crate::capi) unsafe fn dispose(raw: *mut zend_async_event_t) {
        // SAFETY: by the contract, this is the share that C's pointer held.
        let event = unsafe { Rc::from_raw(raw.cast_const().cast::<Event>()) };
        event.end();
    }

    fn as_raw(&self) -> *mut zend_async_event_t {
        self.this.as_ptr().cast_mut().cast()
    }

    fn address(&self) -> usize {
        self.this.as_ptr().addr()
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        matches!(self.source, Source::Pool(of, _) if of == kind)
    }

    /// The callback's number, never 0.
    pub(in crate::capi) fn add(&self, listener: Listener) -> u64 {
        self.listeners.add(listener)
    }

    pub(in crate::capi) fn remove(&self, number: u64) -> bool {
        self.listeners.remove(number)
    }

    /// `false`: too late, it is over.
    pub(in crate::capi) fn start(&self) -> bool {
        if self.over.get() {
            return false;
        }
        if self.state.get() != State::Started {
            self.state.set(State::Started);
            self.follow_source();
            if self.is_ready() == Ready::Yes {
                self.fire();
            }
        }
        true
    }

    pub(in crate::capi) fn stop(&self) {
        self.state.set(State::Stopped);
        self.follow_source();
    }

    fn end(&self) {
        if self.over.replace(true) {
            return;
        }
        self.stop();
        self.wake_all();
        self.listeners.clear();
        LIVE.borrow_mut().remove(&self.address());
    }

    /// C code has disposed of it, or the request is over.
    pub(in crate::capi) fn is_over(&self) -> bool {
        self.over.get()
    }

    pub(super) fn is_ready(&self) -> Ready {
        let (kind, pool) = match &self.source {
            Source::Timer(_) if self.state.get() == State::Fired => return Ready::Yes,
            Source::Timer(_) => return Ready::No,
            Source::Pool(kind, pool) => (*kind, pool),
        };
        let pool = pool.upgrade().and_then(|watch| watch.pool());
        let open = pool.filter(|pool| !pool.look(cenote_core::Core::is_closed));
        match (kind, open) {
            (Kind::Free, None) => Ready::Never,
            (Kind::Closed, None) => Ready::Yes,
            (Kind::Free, Some(pool)) if pool.can_serve() => Ready::Yes,
            (Kind::Free | Kind::Closed, Some(_)) => Ready::No,
        }
    }

    /// For the list of a deadlock.
    pub(super) fn state(&self) -> String {
        match &self.source {
            Source::Timer(_) => "timer".to_owned(),
            Source::Pool(_, pool) => match pool.upgrade().and_then(|watch| watch.pool()) {
                Some(pool) => runtime::Awaited::state(&*pool),
                None => "closed pool".to_owned(),
            },
        }
    }

    pub(super) fn enter(&self, waiter: &Rc<Waiter>) {
        self.waiters.borrow_mut().push(Rc::clone(waiter));
        self.follow_source();
    }

    pub(super) fn leave(&self, waiter: &Rc<Waiter>) {
        self.waiters.borrow_mut().retain(|known| !Rc::ptr_eq(known, waiter));
        self.follow_source();
    }

    fn is_awaited(&self) -> bool {
        self.waiters.borrow().iter().any(|waiter| waiter.is_of_this_process())
    }

    /// Listens, or stops to: while it is started, or somebody waits.
    fn follow_source(&self) {
        let is_awaited = self.is_awaited();
        let listens = self.state.get() == State::Started || is_awaited;
        match &self.source {
            Source::Timer(timer) => timer.run(listens, is_awaited, self.bell()),
            Source::Pool(_, pool) => {
                let Some(watch) = pool.upgrade() else { return };
                if listens {
                    watch.add(self.this.clone());
                } else {
                    watch.remove(self);
                }
            }
        }
    }

    /// What a timer's alarm does. It may go off after the event is gone.
    fn bell(&self) -> impl FnOnce() + 'static {
        let this = self.this.clone();
        move || {
            if let Some(event) = this.upgrade() {
                if let Source::Timer(timer) = &event.source {
                    timer.rearm(event.is_awaited(), event.bell());
                }
                event.fire();
            }
        }
    }

    /// Wakes those who wait.
    pub(super) fn wake_all(&self) {
        let waiters = self.waiters.take();
        self.follow_source();
        for waiter in waiters {
            waiter.tell(self);
        }
    }

    /// It happens: wakes those who wait and has the callbacks called, without calling the engine.
    pub(super) fn fire(&self) {
        let is_started = self.note_fired();
        self.wake_all();
        if is_started {
            self.deliver_soon();
        }
    }

    /// The same, and calls the callbacks at once.
    pub(super) fn fire_here(&self) -> Outcome {
        let is_started = self.note_fired();
        self.wake_all();
        if is_started { self.call_listeners() } else { Ok(()) }
    }

    /// Whether it is started, so that the callbacks are to be called.
    fn note_fired(&self) -> bool {
        let is_started = self.state.get() == State::Started;
        let once = match &self.source {
            Source::Timer(timer) => !timer.periodic,
            Source::Pool(kind, _) => *kind == Kind::Closed,
        };
        if is_started && once {
            self.state.set(State::Fired);
        }
        is_started
    }

    fn deliver_soon(&self) {
        let generation = runtime::process_generation();
        let present = self.delivery.borrow().clone();
        if let Some(present) = present.filter(|present| present.generation == generation) {
            // A tick that comes while the callbacks of the last one run is skipped, as a health round is (SPEC 13.2).
            self.again.set(present.running.get() && self.is(Kind::Free));
            return;
        }
        let Some(event) = self.this.upgrade() else { return };
        let delivery = Rc::new(Delivery { generation, running: Cell::new(false) });
        self.delivery.replace(Some(Rc::clone(&delivery)));
        let turn = Turn { event, delivery };
        let body = Box::new(move || turn.deliver());
        let _ = runtime::spawn_native(Importance::Maintenance, body);
    }

    fn call_listeners(&self) -> Outcome {
        // SAFETY: our own event, which `self` borrows until all have been called.
        unsafe { self.listeners.call_all(self.as_raw(), || self.state.get() != State::Stopped) }
    }
}

impl Turn {
    fn deliver(self) -> Outcome {
        self.delivery.running.set(true);
        let event = &self.event;
        loop {
            event.again.set(false);
            // What was free may have been taken since.
            if !event.is(Kind::Free) || event.is_ready() == Ready::Yes {
                event.call_listeners()?;
            }
            if !event.again.get() {
                return Ok(());
            }
        }
    }
}

/// The request ends; what is left was forgotten by its owners. Their pointers are good for DISPOSE only.
pub(in crate::capi) fn end_request() {
    let live = LIVE.take();
    for event in live.into_values().filter_map(|event| event.upgrade()) {
        event.end();
    }
}
