//! The state of a pool, and the steps that every part of its life shares.

use super::slots::{SlotState, Slots};
use super::{Settings, SlotId};
use super::{
    callers::queue::Queue,
    upkeep::{creation::Creation, recycling::ENDED, schedule::Schedule},
    watching::{histogram::Histogram, stats::Counters},
};
use crate::breaker::{BreakerState, Judge, Move, Outcome, Strategy};
use crate::random::Random;
use crate::time::Time;

/// The state of one pool, and every decision about it.
///
/// # How a shell drives it
///
/// * One caller of acquire is one conversation. [`acquire`](Self::acquire) answers with a [`Next`](super::Next); the caller
///   does that and reports with the same slot id, which gives the next `Next`, until it is `Take` or `Refuse`. No borrow of
///   the core lives while a callback runs.
/// * After **every** call that takes `&mut self`, and before anything else runs, the shell pulls
///   [`next_wake`](Self::next_wake) until it is `None` and makes those callers runnable. When there is none, that costs
///   two comparisons.
/// * After [`close`](Self::close) and [`resize`](Self::resize) the shell pulls [`next_doomed`](Self::next_doomed), destroys
///   each, and reports [`destroyed`](Self::destroyed).
/// * At [`next_deadline`](Self::next_deadline) the shell calls [`tick`](Self::tick) and starts the background task that it
///   may ask for.
/// * Payloads (resources, coroutines, wakers) lie in arrays of the shell, by [`SlotId::index`] and
///   [`WaiterId::index`](super::WaiterId::index).
///
/// An id whose use is over is refused and changes nothing. Nothing here panics, whatever the order of calls.
///
/// ```
/// use cenote_core::*;
///
/// let mut pool = Core::new(Settings { max: 1, ..Settings::default() }, Strategy::None, Time(0));
/// let Next::Create(slot) = pool.acquire(Patience::Forever, Time(1)) else { panic!() };
/// // … the factory runs …
/// let Next::Take(slot) = pool.created(slot, Time(2)) else { panic!() };
///
/// // Somebody else has to wait, and gets the place when it becomes free.
/// let Next::Park(waiter) = pool.acquire(Patience::Forever, Time(3)) else { panic!() };
/// assert_eq!(pool.release(slot, Verdict::Keep, Time(4)), After::Stored);
/// assert_eq!(pool.next_wake(), Some(waiter));
/// assert_eq!(pool.acquire(Patience::None, Time(4)), Next::Refuse(Refusal::Exhausted));
/// assert!(matches!(pool.resume(waiter, Time(5)), Next::Take(_)));
/// ```
// What every step writes comes first and lies together, on few cache lines: each of them has to come over from the processor
// that made the step before.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Core {
    pub(super) slots: Slots,
    pub(super) queue: Queue,
    pub(super) waits: Histogram,
    pub(super) hold_max: u64,
    pub(super) counters: Counters,
    /// Nothing but an idle resource is needed to serve a caller: open, ACTIVE, not over `max`.
    pub(super) plain_acquire: bool,
    /// Nothing but the store awaits what comes back: open, no strategy that listens, not over `max`.
    pub(super) plain_release: bool,
    pub(super) closed: bool,
    pub(super) settings: Settings,
    pub(super) schedule: Schedule,
    pub(super) creation: Creation,
    pub(super) random: Random,
    pub(super) breaker: Breaker,
}

/// The breaker's state, who judges, and which resources were taken since recover().
#[derive(Debug)]
pub(super) struct Breaker {
    pub(super) state: BreakerState,
    pub(super) judge: Judge,
    /// Grows with each recover(), so that what was taken before the last one is told from what was taken since.
    pub(super) recovery: u32,
    /// Slots taken since the last recover() and not given back.
    pub(super) probes: u32,
}

impl Core {
    /// An empty, open pool in state ACTIVE.
    pub fn new(settings: Settings, strategy: Strategy, now: Time) -> Core {
        let settings = settings.clamped();
        let mut core = Core {
            slots: Slots::new(settings.idle_order),
            queue: Queue::new(),
            breaker: Breaker {
                state: BreakerState::Active,
                judge: Judge::new(strategy),
                recovery: 0,
                probes: 0,
            },
            creation: Creation::new(&settings),
            schedule: Schedule::new(&settings, now),
            random: Random::new(settings.seed),
            counters: Counters::default(),
            waits: Histogram::default(),
            hold_max: 0,
            settings,
            closed: false,
            plain_acquire: false,
            plain_release: false,
        };
        core.refresh_paths();
        core.want_refill(now);
        core
    }

    /// Whether the short paths of acquire and release are right is decided here, at each change that matters to it.
    pub(super) fn refresh_paths(&mut self) {
        (self.plain_acquire, self.plain_release) = self.plain_paths();
    }

    /// Whether the short paths of acquire and of release are right.
    pub(super) fn plain_paths(&self) -> (bool, bool) {
        let plain = !self.closed && self.slots.taken() <= self.settings.max;
        let active = self.breaker.state == BreakerState::Active;
        (plain && active, plain && !self.breaker.judge.listens())
    }

    /// Places that are neither taken by a resource nor by the right to create one.
    pub(super) fn places(&self) -> u32 {
        self.settings.max.saturating_sub(self.slots.taken())
    }

    /// The pool was made smaller, and has not shrunk to that size yet.
    pub(super) fn is_oversized(&self) -> bool {
        self.slots.lasting() > self.settings.max
    }

    /// A free idle resource, if a caller may be served with one (SPEC 6.5).
    pub(super) fn servable_idle(&self) -> Option<u32> {
        if self.slots.spoken_for() >= self.settings.max {
            return None;
        }
        self.slots.first_idle()
    }

    pub(super) fn may_create(&self, now: Time) -> bool {
        self.places() > 0 && self.creation.may_start(self.slots.in_creation(), now)
    }

    /// Reserves what is free for those who wait, oldest first: idle resources, then rights to create (SPEC 6.3, 6.7). To be
    /// called wherever a place may have become free.
    #[inline]
    pub(super) fn grant(&mut self, now: Time) {
        if self.queue.waiting() > 0 {
            self.grant_waiters(now);
        }
    }

    fn grant_waiters(&mut self, now: Time) {
        while self.queue.waiting() > 0 && self.may_hand_out() {
            let slot = if let Some(idle) = self.servable_idle() {
                self.slots.shift(idle, SlotState::Granted);
                idle
            } else if self.may_create(now) {
                self.slots.claim(SlotState::Reserved)
            } else {
                return;
            };
            self.mark_taken(slot);
            self.queue.grant_oldest(slot);
        }
    }

    /// Whether the breaker's state allows one more resource to be taken (SPEC 14.2, 14.4).
    pub(super) fn may_hand_out(&self) -> bool {
        match self.breaker.state {
            BreakerState::Active => true,
            BreakerState::Inactive => false,
            BreakerState::Recovering => self.breaker.probes < self.settings.recovery_limit,
        }
    }

    /// This slot is taken for a caller, from now until [`unmark`](Self::unmark).
    #[inline]
    pub(super) fn mark_taken(&mut self, index: u32) {
        if self.breaker.state == BreakerState::Recovering {
            self.slots.slot_mut(index).probe = self.breaker.recovery;
            self.breaker.probes += 1;
        }
    }

    /// This slot's caller is done with it. True if it was taken since the last recover().
    pub(super) fn unmark(&mut self, index: u32) -> bool {
        let probe = core::mem::take(&mut self.slots.slot_mut(index).probe);
        let is_recent = probe != 0 && probe == self.breaker.recovery;
        self.breaker.probes -= u32::from(is_recent);
        is_recent
    }

    pub(super) fn is_probe(&self, index: u32) -> bool {
        let probe = self.slots.slot(index).probe;
        probe != 0 && probe == self.breaker.recovery
    }

    /// The place is free, and granted on.
    pub(super) fn vacate(&mut self, index: u32, now: Time) {
        self.unmark(index);
        self.slots.shift(index, SlotState::Empty);
        self.refresh_paths();
        self.want_refill(now);
        self.grant(now);
    }

    /// The resource goes into the store, and is granted on.
    pub(super) fn store(&mut self, index: u32, now: Time) {
        self.unmark(index);
        self.slots.slot_mut(index).since = now;
        self.slots.shift(index, SlotState::Idle);
        self.grant(now);
    }

    /// A resource was born: fixes the end of its life.
    pub(super) fn born(&mut self, index: u32, now: Time) {
        self.counters.created += 1;
        self.creation.succeeded();
        let lifetime = self.schedule.lifetime();
        let expires = if self.slots.slot(index).expires == ENDED {
            ENDED
        } else if lifetime == 0 {
            Time::NEVER
        } else {
            now.after(self.random.shorten(lifetime))
        };
        self.slots.slot_mut(index).expires = expires;
        if expires != ENDED {
            self.schedule.expires(expires);
        }
        // With one more resource than before, one that `min` protected may have been idle too long.
        self.note_idle_bound();
        self.want_refill(now);
    }

    pub(super) fn is_expired(&self, index: u32, now: Time) -> bool {
        self.slots.slot(index).expires <= now
    }

    /// `min` is missed: sets the moment to restore it, where that does not wait for a round.
    pub(super) fn want_refill(&mut self, now: Time) {
        if self.settings.refill && self.is_short() {
            self.schedule.refill_at(self.creation.until().map_or(now, |until| until.max(now)));
        }
    }

    /// Fewer resources than `min`, in a pool that should have them (SPEC 13.6).
    pub(super) fn is_short(&self) -> bool {
        !self.closed
            && self.breaker.state != BreakerState::Inactive
            && self.slots.total() < self.min()
    }

    /// The longest idle one sets the earliest moment at which an idle timeout can be due.
    pub(super) fn note_idle_bound(&mut self) {
        if let Some(index) = self.slots.longest_idle() {
            let since = self.slots.slot(index).since;
            self.schedule.idle_from(self.schedule.idle_until(since));
        }
    }

    /// Tells the ready strategy of a result, and does what it says.
    pub(super) fn judge(&mut self, failed: bool, probe: bool, now: Time) {
        let outcome = Outcome { failed, probe };
        let Breaker { state, ref mut judge, .. } = self.breaker;
        match judge.weigh(outcome, state, &mut self.random, now) {
            Some(Move::Activate) => self.enter_active(now),
            Some(Move::Deactivate) => self.enter_inactive(now),
            None => {}
        }
    }

    /// The index of `id`, if it names the present use of a slot in one of `states`.
    pub(super) fn find_in(&self, id: SlotId, states: &[SlotState]) -> Option<(u32, SlotState)> {
        self.slots.lookup(id).filter(|(_, state)| states.contains(state))
    }
}
