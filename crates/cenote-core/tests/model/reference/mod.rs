//! A naive pool, written from the specification alone: lists that are searched and counted anew at each step, no ids, no
//! cursors, no cached counts. Slow and plain, so that it can be read against SPEC.md.
//!
//! Times are kept so small in the tests (see `world.rs`) that jitter, a tenth at most, rounds to nothing.

mod background;
mod caller;
mod control;
mod judge;

use cenote_core::{
    BreakerState, ChecksAtOnce, Counters, IdleOrder, Reason, Refusal, Settings, Strategy,
};
use core::time::Duration;
use judge::Judge;

/// A resource, or the creation of one. Never reused.
pub type Key = u64;
/// A parked caller. Never reused.
pub type Ticket = u64;

/// What a caller is told to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Told {
    Take(Key),
    Check(Key),
    Create(Key),
    Destroy(Key, Reason),
    Park(Ticket),
    Consult,
    Refuse(Refusal),
}

/// What the background task is told to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Job {
    Check(Key),
    Wait,
    Destroy(Key, Reason),
    Create(Key),
    Done,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    Creating,
    Warming,
    /// `turn`: its place in the order in which resources came into the store.
    Stored {
        since: u64,
        turn: u64,
    },
    Vetting,
    Out {
        since: u64,
    },
    Returning,
    Checking {
        since: u64,
        turn: u64,
    },
    Replacing,
    Destroying,
}

#[derive(Clone, Copy, Debug)]
pub struct Resource {
    pub key: Key,
    pub place: Place,
    expires: Option<u64>,
    /// Taken since this recover(); 0: not while RECOVERING.
    taken: u32,
    /// The round that waits for what becomes of it.
    watched_by: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Grant {
    Resource(Key),
    /// The right to create, taken since this recover().
    Capacity(u32),
}

#[derive(Clone, Copy, Debug)]
pub struct Waiter {
    pub ticket: Ticket,
    pub since: u64,
    pub grant: Option<Grant>,
    pub failed: Option<Refusal>,
    /// The shell has been told to wake it.
    pub woken: bool,
}

/// The background task.
#[derive(Clone, Copy, Debug)]
struct Task {
    number: u64,
    is_round: bool,
    restore: bool,
    /// Resources that came into the store before this turn are to be looked at; none: that part is over.
    look_before: Option<u64>,
    looked_up_to: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub set: Settings,
    pub closed: bool,
    pub state: BreakerState,
    recovery: u32,
    pub resources: Vec<Resource>,
    /// In the order of parking.
    pub waiters: Vec<Waiter>,
    judge: Judge,
    failures_in_row: u32,
    pause: u64,
    blocked_until: Option<u64>,
    next_round: Option<u64>,
    task: Option<Task>,
    refill: Option<u64>,
    refill_hold: u64,
    numbers: u64,
    pub counters: Counters,
    pub wait_max: u64,
    pub hold_max: u64,
}

pub(super) fn ns(span: Duration) -> Option<u64> {
    (!span.is_zero()).then_some(span.as_nanos() as u64)
}

impl Model {
    pub fn new(set: Settings, strategy: Strategy, now: u64) -> Model {
        let mut model = Model {
            next_round: ns(set.round_interval).map(|interval| now + interval),
            set,
            closed: false,
            state: BreakerState::Active,
            recovery: 0,
            resources: Vec::new(),
            waiters: Vec::new(),
            judge: Judge::new(strategy),
            failures_in_row: 0,
            pause: 0,
            blocked_until: None,
            task: None,
            refill: None,
            refill_hold: 0,
            numbers: 0,
            counters: Counters::default(),
            wait_max: 0,
            hold_max: 0,
        };
        model.want_refill(now);
        model
    }

    pub(super) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    // ---- counting

    pub fn total(&self) -> u32 {
        self.resources.len() as u32
    }
    pub fn count(&self, wanted: impl Fn(&Place) -> bool) -> u32 {
        self.resources.iter().filter(|resource| wanted(&resource.place)).count() as u32
    }
    pub fn idle(&self) -> u32 {
        self.count(|place| matches!(place, Place::Stored { .. }))
    }
    pub fn active(&self) -> u32 {
        self.total() - self.idle()
    }
    pub fn creating(&self) -> u32 {
        self.count(|place| matches!(place, Place::Creating | Place::Warming))
    }
    pub fn waiting(&self) -> u32 {
        self.waiters.iter().filter(|w| w.grant.is_none() && w.failed.is_none()).count() as u32
    }
    pub fn granted(&self) -> u32 {
        self.waiters.iter().filter(|w| w.grant.is_some()).count() as u32
    }
    pub(super) fn rights(&self) -> u32 {
        self.waiters.iter().filter(|w| matches!(w.grant, Some(Grant::Capacity(_)))).count() as u32
    }
    pub fn probes(&self) -> u32 {
        let mine = |taken: u32| taken != 0 && taken == self.recovery;
        let held = self.resources.iter().filter(|resource| mine(resource.taken)).count();
        let rights = self
            .waiters
            .iter()
            .filter(|w| matches!(w.grant, Some(Grant::Capacity(taken)) if mine(taken)));
        (held + rights.count()) as u32
    }
    pub fn get(&self, key: Key) -> Option<Resource> {
        self.resources.iter().copied().find(|resource| resource.key == key)
    }
    pub(super) fn get_mut(&mut self, key: Key) -> &mut Resource {
        self.resources.iter_mut().find(|resource| resource.key == key).expect("a known resource")
    }
    pub(super) fn is_granted(&self, key: Key) -> bool {
        self.waiters.iter().any(|w| w.grant == Some(Grant::Resource(key)))
    }
    pub(super) fn is_expired(&self, key: Key, now: u64) -> bool {
        self.get(key).is_some_and(|resource| resource.expires.is_some_and(|end| end <= now))
    }
    pub(super) fn min(&self) -> u32 {
        self.set.min.min(self.set.max)
    }

    /// Free idle resources by the time they came into the store, longest idle first.
    pub(super) fn free_idle(&self) -> Vec<(Key, u64, u64)> {
        let mut free: Vec<(Key, u64, u64)> = self
            .resources
            .iter()
            .filter(|resource| !self.is_granted(resource.key))
            .filter_map(|resource| match resource.place {
                Place::Stored { since, turn } => Some((resource.key, turn, since)),
                _ => None,
            })
            .collect();
        free.sort_by_key(|&(_, turn, _)| turn);
        free
    }

    pub(super) fn first_idle(&self) -> Option<Key> {
        let free = self.free_idle();
        let first = match self.set.idle_order {
            IdleOrder::Fifo => free.first(),
            IdleOrder::Lifo => free.last(),
        };
        first.map(|&(key, ..)| key)
    }

    /// SPEC 6.5 (`mine`: places that the caller itself already has).
    pub(super) fn may_be_served(&self, mine: u32) -> bool {
        self.active() + self.granted() < self.set.max + mine
    }

    /// SPEC 14.2, 14.4.
    pub(super) fn state_allows(&self) -> bool {
        match self.state {
            BreakerState::Active => true,
            BreakerState::Inactive => false,
            BreakerState::Recovering => self.probes() < self.set.recovery_limit,
        }
    }

    /// SPEC 5.9.
    pub(super) fn creation_allowed(&self, now: u64) -> bool {
        let failing = self.set.backoff.is_some() && self.failures_in_row >= 2;
        let in_flight = self.creating() + self.rights();
        let limit_ok = self.set.max_creating == 0 || in_flight < self.set.max_creating;
        limit_ok
            && (!failing || in_flight < 2)
            && self.blocked_until.is_none_or(|until| now >= until)
    }

    /// Resources that will last and rights, above `max`.
    pub(super) fn oversized(&self) -> bool {
        let lasting = self.total() - self.count(|place| *place == Place::Destroying);
        lasting + self.rights() > self.set.max
    }

    pub(super) fn is_short(&self) -> bool {
        !self.closed && self.state != BreakerState::Inactive && self.total() < self.min()
    }

    // ---- granting

    pub(super) fn mark(&self) -> u32 {
        if self.state == BreakerState::Recovering { self.recovery } else { 0 }
    }

    /// SPEC 33: while the oldest waiter without a grant exists, the state allows it, and a place is free.
    pub(super) fn grant(&mut self, now: u64) {
        while let Some(at) =
            self.waiters.iter().position(|w| w.grant.is_none() && w.failed.is_none())
        {
            if self.closed || !self.state_allows() || !self.may_be_served(0) {
                break;
            }
            let mark = self.mark();
            let grant = if let Some(key) = self.first_idle() {
                self.get_mut(key).taken = mark;
                Grant::Resource(key)
            } else if self.creation_allowed(now) {
                Grant::Capacity(mark)
            } else {
                break;
            };
            self.waiters[at].grant = Some(grant);
            self.waiters[at].woken = false;
        }
    }

    pub(super) fn want_refill(&mut self, now: u64) {
        if self.set.refill && self.is_short() {
            let at = now.max(self.refill_hold).max(self.blocked_until.unwrap_or(0));
            self.refill = Some(self.refill.map_or(at, |old| old.min(at)));
        }
    }

    /// A place became free, or the state changed.
    pub(super) fn settle(&mut self, now: u64) {
        self.want_refill(now);
        self.grant(now);
    }

    pub(super) fn store(&mut self, key: Key, now: u64) {
        let turn = self.number();
        let resource = self.get_mut(key);
        resource.place = Place::Stored { since: now, turn };
        resource.taken = 0;
    }

    pub(super) fn remove(&mut self, key: Key) {
        self.resources.retain(|resource| resource.key != key);
    }

    /// SPEC 6.6: what was granted becomes plainly free.
    pub(super) fn return_grant(&mut self, grant: Grant, now: u64) {
        if let Grant::Resource(key) = grant {
            self.store(key, now);
        }
    }

    pub(super) fn fail_all(&mut self, refusal: Refusal, now: u64) {
        for at in 0..self.waiters.len() {
            if self.waiters[at].failed.is_none() {
                self.waiters[at].failed = Some(refusal);
                self.waiters[at].woken = false;
                if let Some(grant) = self.waiters[at].grant.take() {
                    self.return_grant(grant, now);
                }
            }
        }
    }

    /// Whom to wake, in the order of parking.
    pub fn wakes(&mut self) -> Vec<Ticket> {
        let mut wakes = Vec::new();
        for failed in [true, false] {
            for waiter in &mut self.waiters {
                if !waiter.woken
                    && waiter.failed.is_some() == failed
                    && (failed || waiter.grant.is_some())
                {
                    waiter.woken = true;
                    wakes.push(waiter.ticket);
                }
            }
        }
        wakes
    }

    pub fn longest_hold(&self, now: u64) -> (u64, Vec<Key>) {
        let out = || {
            self.resources.iter().filter_map(|resource| match resource.place {
                Place::Out { since } => Some((since, resource.key)),
                _ => None,
            })
        };
        let Some(first) = out().map(|(since, _)| since).min() else { return (0, Vec::new()) };
        let held = now.saturating_sub(first);
        (held, out().filter(|&(since, _)| since == first).map(|(_, key)| key).collect())
    }
}
