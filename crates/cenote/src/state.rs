//! What lies behind the lock of a pool: the core, and the payloads beside it.
//!
//! The core decides; the arrays here hold what it deals in: resources by slot, wakers by waiter. A call into the core and
//! the move of the payload happen under one lock. Whatever runs foreign code (a wake, a hook, a resource's drop) happens
//! after it: so a method here gives back what is to be run, as [`Calls`].

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use cenote_core::{After, Core, HandOver, SlotId, Time, Verdict, WaiterId};

use crate::breaker::BreakerState;
use crate::inner::Shared;
use crate::{
    background::watch::Watchers,
    building::manager::Manager,
    handoff::{counter::Counter, lease::Lease},
    watching::report::Report,
};

// In this order, for the reason that the core has too.
#[repr(C)]
pub(crate) struct State<M: Manager> {
    pub(crate) core: Core,
    /// What is in the store, by slot.
    store: Vec<Option<Lease<M>>>,
    /// Who waits, by waiter.
    wakers: Vec<Option<Waker>>,
    /// For so many returns the lock counts as contended.
    contended: u32,
    /// How many grants the core knows whose resource is on the counter, or has been taken from there.
    over_counter: u32,
    /// Who took what is out, and when, by slot; empty unless leaks are looked for.
    takers: Vec<Option<Taker>>,
    pub(crate) last_error: Option<Arc<str>>,
    pub(crate) seat: Seat,
    pub(crate) watchers: Watchers,
}

/// After a thread had to wait for the lock, so many returns go over the counter; where nobody else asks for the lock it would
/// save nothing.
const CONTENDED_FOR: u32 = 256;

/// The call of acquire that took a resource.
#[derive(Clone, Copy)]
pub(crate) struct Taker {
    pub(crate) at: &'static Location<'static>,
    pub(crate) since: Time,
    /// That it is out for too long has been told.
    pub(crate) is_told: bool,
}

/// Where the background task is.
pub(crate) enum Seat {
    /// Nobody does the background work.
    Empty,
    /// It is running, or told to; it looks at the deadlines before it sleeps.
    Awake,
    /// It sleeps until then.
    Asleep(Time, Waker),
    /// The timer has given it back, and it is about to go.
    Refused,
}

/// What is to be run after unlocking.
#[must_use]
#[derive(Default)]
pub(crate) struct Calls {
    first: Option<Waker>,
    more: Vec<Waker>,
    /// Background work is due and nobody is there to do it.
    pub(crate) start_driver: bool,
}

impl Calls {
    fn add(&mut self, waker: Waker) {
        match self.first {
            None => self.first = Some(waker),
            Some(_) => self.more.push(waker),
        }
    }

    /// Wakes everybody, in order. A waker that panics keeps no other from being woken, and harms nobody here: this may be in
    /// the middle of a close, or of an unwinding.
    #[inline]
    pub(crate) fn wake(self) {
        for waker in self.first.into_iter().chain(self.more) {
            let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
        }
    }
}

impl<M: Manager> State<M> {
    pub(crate) fn new(core: Core) -> State<M> {
        State {
            core,
            store: Vec::new(),
            wakers: Vec::new(),
            contended: if cfg!(cenote_loom) { CONTENDED_FOR } else { 0 },
            over_counter: 0,
            takers: Vec::new(),
            last_error: None,
            seat: Seat::Empty,
            watchers: Watchers::default(),
        }
    }

    /// What was in this slot comes into the store, disarmed.
    #[inline]
    pub(crate) fn put(&mut self, slot: SlotId, lease: Lease<M>) {
        let index = slot.index();
        if index >= self.store.len() {
            self.store.resize_with(index + 1, || None);
        }
        self.store[index] = Some(lease);
    }

    /// What the core has handed to this caller leaves the store, in this slot.
    #[inline]
    pub(crate) fn take(&mut self, slot: SlotId, inner: &Shared<M>) -> Lease<M> {
        let mut lease =
            self.store[slot.index()].take().expect("the core gives what is in the store");
        lease.place.arm(slot, inner);
        lease
    }

    /// A thread has had to wait for the lock.
    pub(crate) fn note_contention(&mut self) {
        self.contended = CONTENDED_FOR;
    }

    /// What has just come back from this slot, and is stored, may go over the counter to this waiter, which is to be woken.
    #[inline]
    pub(crate) fn hand_over(&mut self, released: SlotId) -> Option<HandOver> {
        self.contended = self.contended.checked_sub(1)?;
        self.core.hand_over(released)
    }

    /// What comes back, disarmed, has been granted to this waiter, which is to be woken: it goes over the counter, or into the
    /// store.
    #[inline]
    pub(crate) fn put_on(&mut self, counter: &Counter<M>, mut lease: Lease<M>, to: HandOver) {
        lease.place.address(to.slot, to.expires);
        match counter.put(to.waiter, lease) {
            Ok(()) => self.over_counter += 1,
            Err(lease) => self.put(to.slot, lease),
        }
    }

    /// What was taken over the counter is kept by its pool, on the short way back.
    #[inline(never)]
    pub(crate) fn release_taken(
        &mut self,
        taken: (WaiterId, Time),
        slot: SlotId,
        now: Time,
    ) -> After {
        let (is_news, after) = self.core.release_taken(taken, slot, Verdict::Keep, now);
        self.over_counter -= u32::from(is_news);
        after
    }

    /// What lies on the counter for this waiter comes into the store.
    #[inline]
    pub(crate) fn fetch(&mut self, counter: &Counter<M>, waiter: WaiterId) {
        if self.over_counter > 0 {
            if let Some(lease) = counter.fetch(waiter) {
                self.return_unused(lease);
            }
        }
    }

    /// What has lain on the counter comes into the store; its waiter still has the grant of it.
    #[inline]
    pub(crate) fn return_unused(&mut self, lease: Lease<M>) {
        self.over_counter -= 1;
        self.put(lease.slot(), lease);
    }

    /// Closes the counter: what lies there comes into the store, and the core learns of what has been taken. After that it
    /// may be told and asked anything.
    #[inline]
    pub(crate) fn settle(&mut self, counter: &Counter<M>) {
        if self.over_counter > 0 {
            self.settle_all(counter);
        }
    }

    #[cold]
    fn settle_all(&mut self, counter: &Counter<M>) {
        let grants: Vec<_> = self.core.grants().collect();
        for (waiter, slot) in grants {
            self.fetch(counter, waiter);
            let is_here = self.store.get(slot.index()).is_some_and(Option::is_some);
            if !is_here && self.core.settle(waiter, counter.taken_at(slot)) {
                self.over_counter -= 1;
            }
        }
        debug_assert_eq!(self.over_counter, 0, "who took something over the counter had a grant");
    }

    /// A waiter is to be woken through this waker. Gives back the one it replaces, to be dropped after unlocking.
    #[inline]
    pub(crate) fn register(&mut self, waiter: WaiterId, waker: &Waker) -> Option<Waker> {
        let index = waiter.index();
        if index >= self.wakers.len() {
            self.wakers.resize_with(index + 1, || None);
        }
        let place = &mut self.wakers[index];
        match place {
            Some(present) if present.will_wake(waker) => None,
            _ => place.replace(waker.clone()),
        }
    }

    /// A waiter waits no more.
    #[inline]
    pub(crate) fn forget(&mut self, waiter: WaiterId) -> Option<Waker> {
        self.wakers.get_mut(waiter.index())?.take()
    }

    /// Everybody who waits.
    pub(crate) fn waiting(&self) -> Calls {
        let more = self.wakers.iter().flatten().cloned().collect();
        Calls { first: None, more, start_driver: false }
    }

    /// The wakes of the last call into the core. To be asked after every one.
    #[inline]
    pub(crate) fn wakes(&mut self) -> Calls {
        let mut calls = Calls::default();
        while let Some(waker) = self.next_waker() {
            calls.add(waker);
        }
        calls
    }

    /// The next one to be woken.
    #[inline]
    pub(crate) fn next_waker(&mut self) -> Option<Waker> {
        loop {
            let waiter = self.core.next_wake()?;
            if let Some(waker) = self.forget(waiter) {
                return Some(waker);
            }
        }
    }

    #[cold]
    pub(crate) fn wakes_after(&mut self, first: Option<Waker>) -> Calls {
        let more = std::iter::from_fn(|| self.next_waker()).collect();
        Calls { first, more, start_driver: false }
    }

    /// All calls after an event off the fast path: such an event may also move a deadline of the core to an earlier moment,
    /// or be what somebody watches for.
    pub(crate) fn calls(&mut self) -> Calls {
        let mut calls = self.wakes();
        self.watchers.wakers().for_each(|waker| calls.add(waker));
        let is_closed = self.core.is_closed();
        let due = if is_closed { Some(Time(0)) } else { self.core.next_deadline() };
        match (due, &self.seat) {
            (Some(_), Seat::Empty) => calls.start_driver = !is_closed,
            (Some(due), Seat::Asleep(until, _)) if due < *until => {
                if let Seat::Asleep(_, waker) = std::mem::replace(&mut self.seat, Seat::Awake) {
                    calls.add(waker);
                }
            }
            _ => {}
        }
        calls
    }

    /// The timer has not taken the driver that it was given.
    pub(crate) fn refuse_driver(&mut self) {
        // Else it is not there any more.
        if matches!(self.seat, Seat::Awake) {
            self.seat = Seat::Refused;
        }
    }

    /// Remembers who took a slot.
    pub(crate) fn note_taker(&mut self, slot: SlotId, taker: Option<Taker>) -> Option<Taker> {
        let index = slot.index();
        if index >= self.takers.len() {
            self.takers.resize(index + 1, None);
        }
        std::mem::replace(&mut self.takers[index], taker)
    }

    /// Who has had something for `span` and has not been told of, which is noted; and when the next one will have.
    pub(crate) fn overdue_takers(&mut self, span: u64, now: Time) -> (Vec<Taker>, Option<Time>) {
        let mut late = Vec::new();
        let mut next: Option<Time> = None;
        for taker in self.takers.iter_mut().flatten().filter(|taker| !taker.is_told) {
            let end = Time(taker.since.0.saturating_add(span));
            if end <= now {
                taker.is_told = true;
                late.push(*taker);
            } else {
                next = Some(next.map_or(end, |next| next.min(end)));
            }
        }
        (late, next)
    }

    pub(crate) fn taker(&self, slot: SlotId) -> Option<Taker> {
        *self.takers.get(slot.index())?
    }

    /// For the error of a caller that met `limit`.
    pub(crate) fn report(&self, limit: Duration, now: Time) -> Box<Report> {
        let report = self.core.report(now);
        let held = self.core.stats(now).longest_hold_slot;
        Box::new(Report {
            limit,
            max: report.max,
            active: report.active,
            idle: report.idle,
            creating: report.creating,
            waiting: report.waiting,
            breaker: BreakerState::of(report.breaker),
            longest_hold: report.longest_hold,
            longest_hold_at: held.and_then(|slot| self.taker(slot)).map(|taker| taker.at),
            last_create_error: self.last_error.clone(),
        })
    }
}
