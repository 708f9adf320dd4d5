//! What happens by itself: prewarm, rounds, age, idle time, the lower limit (SPEC 4, 13).
//!
//! The core has no timer and no task. [`Core::tick`] looks at the clock and says whether there is work in the background;
//! one task of the shell then pulls [`Core::next_round_step`], a step at a time, until it is told that the work is done.
//! Between two steps anything may happen. There is one task at most, so rounds never overlap. Checks run beside it.

use super::schedule::Phase;
use crate::{
    pool::{
        SlotId,
        answers::{After, Reason, RoundStep, Tick},
        pool_core::Core,
        settings::ChecksAtOnce,
        slots::SlotState,
    },
    time::Time,
};

impl Core {
    /// In the constructor: while this gives a slot, call the factory and report [`warmed`](Self::warmed). On the first
    /// failure report [`create_failed`](Self::create_failed), [`close`](Self::close), destroy what
    /// [`next_doomed`](Self::next_doomed) gives, and throw: construction is all or nothing.
    pub fn prewarm(&mut self) -> Option<SlotId> {
        if !self.is_short() || self.places() == 0 {
            return None;
        }
        let index = self.slots.claim(SlotState::Warming);
        Some(self.slots.id(index))
    }

    /// After [`RoundStep::Create`] or [`prewarm`](Self::prewarm): the factory made one, for the store.
    pub fn warmed(&mut self, slot: SlotId, now: Time) -> After {
        let Some(index) = self.slots.find(slot, SlotState::Warming) else { return After::Stale };
        self.born(index, now);
        if let Some(reason) = self.end_of_life(index, now) {
            return After::Destroy(self.doom(index, reason, now), reason);
        }
        self.store(index, now);
        After::Stored
    }

    /// A creation for the store failed: the round that asked for it asks no more, and the next one tries again (SPEC 13.6).
    pub(in crate::pool) fn warming_failed(&mut self, now: Time) {
        self.schedule.restore = false;
        self.schedule.hold_refill(now.after(self.creation.pause()));
    }

    /// The earliest moment at which [`tick`](Self::tick) may have work: perhaps early, never late. Acquire and release never
    /// move it, unless a ready strategy changes the breaker's state in them. None: nothing is due by itself.
    pub fn next_deadline(&self) -> Option<Time> {
        if self.closed {
            return None;
        }
        let next = self.schedule.next().min(self.creation.until().unwrap_or(Time::NEVER));
        (next != Time::NEVER).then_some(next)
    }

    /// The end of a creation back-off, if callers wait for it. Unlike all else that is due by itself, it keeps the program
    /// alive (SPEC 5.9, 30.6).
    pub fn visible_deadline(&self) -> Option<Time> {
        self.creation.until().filter(|_| self.queue.waiting() > 0 && self.places() > 0)
    }

    /// Time has passed. Afterwards [`next_deadline`](Self::next_deadline) is later than `now`.
    pub fn tick(&mut self, now: Time) -> Tick {
        if self.closed {
            return Tick::Quiet;
        }
        self.creation.reach(now);
        self.grant(now);
        let round = self.schedule.round_due(now);
        let refill = self.schedule.refill_due(now);
        // What a tick has seen, a caller may have met and destroyed since.
        if self.schedule.expiry_due(now) || self.schedule.expired_in_store {
            self.look_for_expired(now);
        }
        if self.schedule.idle_due(now) {
            self.renew_idle_bound(now);
        }
        let sweep = self.schedule.expired_in_store || self.overdue(now).is_some();
        let resting = self.schedule.phase == Phase::Rest;
        if round && self.schedule.is_round {
            self.counters.skipped_rounds += 1;
        } else if round {
            self.schedule.is_round = true;
            self.schedule.restore = true;
            self.schedule.phase = Phase::Check;
            self.slots.begin_round();
        } else if resting && (refill || sweep) {
            self.schedule.phase = Phase::Drop;
        }
        self.schedule.restore |= refill;
        if resting && self.schedule.phase != Phase::Rest { Tick::StartRound } else { Tick::Quiet }
    }

    /// The next thing for the background task to do. It comes back for more after each report, or at once after a
    /// [`RoundStep::Check`], until `Done`.
    pub fn next_round_step(&mut self, now: Time) -> RoundStep {
        if self.schedule.phase == Phase::Check {
            if let Some(step) = self.next_check(now) {
                return step;
            }
            if self.slots.watched() > 0 {
                return RoundStep::Wait;
            }
            self.slots.end_round();
            self.schedule.phase = Phase::Drop;
        }
        if self.schedule.phase == Phase::Drop {
            if let Some((slot, reason)) = self.next_doomed(now) {
                return RoundStep::Destroy(slot, reason);
            }
            if self.schedule.restore && self.is_short() && self.may_create(now) {
                let index = self.slots.claim(SlotState::Warming);
                return RoundStep::Create(self.slots.id(index));
            }
            self.schedule.rest();
            // The clock may have stepped back since the tick: what it saw as idle too long may not be so yet.
            self.note_idle_bound();
            // What else may keep `min` from being restored ends in an event that asks for a refill itself.
            if self.creation.until().is_some() {
                self.want_refill(now);
            }
        }
        RoundStep::Done
    }

    /// SPEC 13.3: each resource that has been idle since the round began, side by side.
    fn next_check(&mut self, now: Time) -> Option<RoundStep> {
        if !self.may_check_one_more() {
            return None;
        }
        let index = self.slots.under_finger()?;
        if self.is_expired(index, now) {
            let slot = self.doom(index, Reason::Expired, now);
            return Some(RoundStep::Destroy(slot, Reason::Expired));
        }
        self.slots.begin_check(index);
        Some(RoundStep::Check(self.slots.id(index)))
    }

    /// Only while nobody waits; and callers who come meanwhile find as many places free as are in a check.
    fn may_check_one_more(&self) -> bool {
        // A pool that is too large first gets rid of what is idle.
        if !self.settings.check || self.queue.waiting() > 0 || self.is_oversized() {
            return false;
        }
        let running = self.slots.count(SlotState::Checking);
        let free = self.settings.max.saturating_sub(self.slots.spoken_for());
        running == 0
            || match self.settings.checks_at_once {
                ChecksAtOnce::HalfOfFree => running + 2 <= free,
                ChecksAtOnce::All => true,
            }
    }

    /// After [`RoundStep::Check`]. A healthy resource goes back to its old position with its old idle time, unless its time
    /// has come meanwhile.
    pub fn checked(&mut self, slot: SlotId, healthy: bool, now: Time) -> After {
        let Some(index) = self.slots.find(slot, SlotState::Checking) else { return After::Stale };
        let reason = if healthy { self.end_of_life(index, now) } else { Some(Reason::Unhealthy) };
        if let Some(reason) = reason {
            return After::Destroy(self.doom(index, reason, now), reason);
        }
        let is_of_this_round = self.slots.is_watched(index);
        self.slots.end_watch(index);
        if is_of_this_round {
            self.slots.put_back(index);
            self.note_idle_bound();
            self.grant(now);
        } else {
            self.store(index, now);
        }
        After::Stored
    }

    /// The background task ended before [`RoundStep::Done`]: it was cancelled, and has reported what it had in hand.
    pub fn abort_round(&mut self, now: Time) {
        self.slots.end_round();
        self.schedule.rest();
        self.want_refill(now);
        self.note_idle_bound();
    }

    /// The next idle resource to destroy: left over by close or resize, past its age, or idle too long (the longest idle
    /// first, SPEC 13.9).
    pub fn next_doomed(&mut self, now: Time) -> Option<(SlotId, Reason)> {
        let (index, reason) = self.find_doomed(now)?;
        Some((self.doom(index, reason, now), reason))
    }

    fn find_doomed(&mut self, now: Time) -> Option<(u32, Reason)> {
        let Some(longest) = self.slots.longest_idle() else {
            self.schedule.expired_in_store = false;
            return None;
        };
        if self.closed {
            return Some((longest, Reason::Closed));
        }
        if self.is_oversized() {
            return Some((longest, Reason::Surplus));
        }
        if self.schedule.expiry_due(now) {
            self.look_for_expired(now);
        }
        if self.schedule.expired_in_store {
            let expired = self.slots.idle().find(|(_, slot)| slot.expires <= now);
            match expired.map(|(index, _)| index) {
                Some(index) => return Some((index, Reason::Expired)),
                // A caller met it first; or the clock has stepped back, and it is not its time yet.
                None => self.look_for_expired(now),
            }
        }
        self.overdue(now).map(|index| (index, Reason::IdleTooLong))
    }

    /// The longest idle one, if it has been idle too long and `min` can spare it.
    fn overdue(&self, now: Time) -> Option<u32> {
        let index = self.slots.longest_idle()?;
        let until = self.schedule.idle_until(self.slots.slot(index).since);
        (until <= now && self.slots.surviving() > self.min()).then_some(index)
    }

    /// Sets the bound to the next end of a life. A resource that is in use past its end needs no bound: it is destroyed when
    /// it comes back. Its end is put to the beginning of time, so that it stays past should the clock step back.
    fn look_for_expired(&mut self, now: Time) {
        let mut next = Time::NEVER;
        for slot in self.slots.living() {
            if slot.expires <= now {
                slot.expires = Time(0);
            } else {
                next = next.min(slot.expires);
            }
        }
        self.schedule.set_expiry_bound(next);
        self.schedule.expired_in_store = self.slots.idle().any(|(_, slot)| slot.expires <= now);
    }

    /// Sets the bound to the next end of an idle time. What comes into the store later has a whole one before it.
    fn renew_idle_bound(&mut self, now: Time) {
        let ends = self.slots.idle().map(|(_, slot)| self.schedule.idle_until(slot.since));
        let next = ends.filter(|&end| end > now).min();
        self.schedule.set_idle_bound(next.unwrap_or(self.schedule.idle_until(now)));
    }
}
