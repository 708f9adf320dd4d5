//! What lies behind the lock of a pool: the core, and the payloads beside it.
//!
//! The core decides; the arrays here hold what it deals in: resources by slot, wakers by waiter. A call into the core and
//! the move of the payload happen under one lock. Whatever runs foreign code (a wake, a hook, a resource's drop) happens
//! after it: so a method here gives back what is to be run, as [`Wakes`].

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use cenote_core::{After, BySlot, ByWaiter, Core, HandOver, SlotId, Time, Verdict, WaiterId};

use crate::breaker::BreakerState;
use crate::inner::Shared;
use crate::{
    background::watch::Watchers,
    building::manager::Manager,
    handoff::{lease::Lease, mailboxes::Handoff},
    watching::report::Report,
};

// In this order, for the reason that the core has too.
#[repr(C)]
pub(crate) struct State<M: Manager> {
    pub(crate) core: Core,
    /// What is in the store, by slot.
    store: BySlot<Option<Lease<M>>>,
    /// Who waits, by waiter.
    wakers: ByWaiter<Option<Waker>>,
    /// For how many more returns the lock counts as contended.
    contended: u32,
    /// How many grants the core knows whose resource is in a mailbox, or has been taken from there.
    handed_over: u32,
    /// Who took what is out, and when, by slot; empty unless leaks are looked for.
    takers: BySlot<Option<Taker>>,
    pub(crate) last_error: Option<Arc<str>>,
    pub(crate) driver: DriverState,
    pub(crate) watchers: Watchers,
}

/// After a thread had to wait for the lock, this many returns go through mailboxes; where nobody else asks for the lock it would
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

/// What the background task is doing.
pub(crate) enum DriverState {
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
pub(crate) struct Wakes {
    first: Option<Waker>,
    more: Vec<Waker>,
    /// Background work is due and nobody is there to do it.
    pub(crate) start_driver: bool,
}

impl Wakes {
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
            store: BySlot::default(),
            wakers: ByWaiter::default(),
            contended: if cfg!(cenote_loom) { CONTENDED_FOR } else { 0 },
            handed_over: 0,
            takers: BySlot::default(),
            last_error: None,
            driver: DriverState::Empty,
            watchers: Watchers::default(),
        }
    }

    /// What was in this slot comes into the store, disarmed.
    #[inline]
    pub(crate) fn put(&mut self, slot: SlotId, lease: Lease<M>) {
        *self.store.entry(slot) = Some(lease);
    }

    /// What the core has handed to this caller leaves the store, in this slot.
    #[inline]
    pub(crate) fn take(&mut self, slot: SlotId, inner: &Shared<M>) -> Lease<M> {
        let mut lease = self.store[slot].take().expect("the core gives what is in the store");
        lease.place.arm(slot, inner);
        lease
    }

    /// A thread has had to wait for the lock.
    pub(crate) fn note_contention(&mut self) {
        self.contended = CONTENDED_FOR;
    }

    /// One more return on the short way. Whether the lock still counts as contended.
    #[inline(always)]
    pub(crate) fn count_return(&mut self) -> bool {
        let is_contended = self.contended > 0;
        self.contended -= u32::from(is_contended);
        is_contended
    }

    /// What has just come back from this slot, and is stored, may go into the mailbox of this waiter, which is to be woken.
    #[inline]
    pub(crate) fn hand_over(&mut self, released: SlotId) -> Option<HandOver> {
        if !self.count_return() {
            return None;
        }
        self.core.hand_over(released)
    }

    /// What comes back, disarmed, has been granted to this waiter, which is to be woken: it goes into its mailbox, or into the
    /// store.
    #[inline]
    pub(crate) fn put_in_mailbox(
        &mut self,
        handoff: &Handoff<M>,
        mut lease: Lease<M>,
        to: HandOver,
    ) {
        lease.place.address(to.slot, to.expires);
        match handoff.put(to.waiter, lease) {
            Ok(()) => self.handed_over += 1,
            Err(lease) => self.put(to.slot, lease),
        }
    }

    /// What was taken from a mailbox is kept by its pool, on the short way back.
    #[inline(never)]
    pub(crate) fn release_taken(
        &mut self,
        taken: (WaiterId, Time),
        slot: SlotId,
        now: Time,
    ) -> After {
        let (is_news, after) = self.core.release_taken(taken, slot, Verdict::Keep, now);
        self.handed_over -= u32::from(is_news);
        after
    }

    /// What lies in the mailbox of this waiter comes into the store.
    #[inline]
    pub(crate) fn fetch(&mut self, handoff: &Handoff<M>, waiter: WaiterId) {
        if self.handed_over > 0 {
            if let Some(lease) = handoff.fetch(waiter) {
                self.return_unused(lease);
            }
        }
    }

    /// What has lain in a mailbox comes into the store; its waiter still has the grant of it.
    #[inline]
    pub(crate) fn return_unused(&mut self, lease: Lease<M>) {
        self.handed_over -= 1;
        self.put(lease.slot(), lease);
    }

    /// Empties the mailboxes: what lies there comes into the store, and the core learns of what has been taken. After that it
    /// may be told and asked anything.
    #[inline]
    pub(crate) fn settle(&mut self, handoff: &Handoff<M>) {
        if self.handed_over > 0 {
            self.settle_all(handoff);
        }
    }

    #[cold]
    fn settle_all(&mut self, handoff: &Handoff<M>) {
        let grants: Vec<_> = self.core.grants().collect();
        for (waiter, slot) in grants {
            self.fetch(handoff, waiter);
            let is_here = self.store.get(slot).is_some_and(Option::is_some);
            if !is_here && self.core.settle(waiter, handoff.taken_at(slot)) {
                self.handed_over -= 1;
            }
        }
        debug_assert_eq!(self.handed_over, 0, "who took something from a mailbox had a grant");
    }

    /// A waiter is to be woken through this waker. Gives back the one it replaces, to be dropped after unlocking.
    #[inline]
    pub(crate) fn register(&mut self, waiter: WaiterId, waker: &Waker) -> Option<Waker> {
        let place = self.wakers.entry(waiter);
        match place {
            Some(present) if present.will_wake(waker) => None,
            _ => place.replace(waker.clone()),
        }
    }

    /// A waiter waits no more.
    #[inline]
    pub(crate) fn forget(&mut self, waiter: WaiterId) -> Option<Waker> {
        self.wakers.get_mut(waiter)?.take()
    }

    /// Everybody who waits.
    pub(crate) fn waiting(&self) -> Wakes {
        let more = self.wakers.iter().flatten().cloned().collect();
        Wakes { first: None, more, start_driver: false }
    }

    /// The wakes of the last call into the core. To be asked after every one.
    #[inline]
    pub(crate) fn wakes(&mut self) -> Wakes {
        let mut wakes = Wakes::default();
        while let Some(waker) = self.next_waker() {
            wakes.add(waker);
        }
        wakes
    }

    /// The next one to be woken.
    #[inline(always)]
    pub(crate) fn next_waker(&mut self) -> Option<Waker> {
        loop {
            let waiter = self.core.next_wake()?;
            if let Some(waker) = self.forget(waiter) {
                return Some(waker);
            }
        }
    }

    #[cold]
    pub(crate) fn wakes_after(&mut self, first: Option<Waker>) -> Wakes {
        let more = std::iter::from_fn(|| self.next_waker()).collect();
        Wakes { first, more, start_driver: false }
    }

    /// All wakes after an event off the fast path: such an event may also move a deadline of the core to an earlier moment,
    /// or be what somebody watches for.
    pub(crate) fn all_wakes(&mut self) -> Wakes {
        let mut wakes = self.wakes();
        self.watchers.wakers().for_each(|waker| wakes.add(waker));
        let is_closed = self.core.is_closed();
        let due = if is_closed { Some(Time(0)) } else { self.core.next_deadline() };
        match (due, &self.driver) {
            (Some(_), DriverState::Empty) => wakes.start_driver = !is_closed,
            (Some(due), DriverState::Asleep(until, _)) if due < *until => {
                if let DriverState::Asleep(_, waker) =
                    std::mem::replace(&mut self.driver, DriverState::Awake)
                {
                    wakes.add(waker);
                }
            }
            _ => {}
        }
        wakes
    }

    /// The timer has not taken the driver that it was given.
    pub(crate) fn refuse_driver(&mut self) {
        // Else it is not there any more.
        if matches!(self.driver, DriverState::Awake) {
            self.driver = DriverState::Refused;
        }
    }

    /// Remembers who took a slot.
    pub(crate) fn note_taker(&mut self, slot: SlotId, taker: Option<Taker>) -> Option<Taker> {
        std::mem::replace(self.takers.entry(slot), taker)
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
        *self.takers.get(slot)?
    }

    /// For the error of a caller that hit `limit`.
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
