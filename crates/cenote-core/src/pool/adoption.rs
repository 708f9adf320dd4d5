//! Idle resources that outlive their pool: one pool parts with them, a later one adopts them (SPEC 50).
//!
//! Nothing is due by itself between the two, as there is no timer then. What has become due meanwhile is refused when it is
//! adopted, before anybody acquires it.

use super::pool_core::Core;
use super::slots::SlotState;
use super::{Reason, SlotId};
use crate::time::{Time, nanos};
use core::time::Duration;

/// What a resource takes along from one pool to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ages {
    /// When it was made.
    pub born: Time,
    /// When it came into the store last.
    pub since: Time,
    /// The end of its life as the former pool had set it, and the lifetime that it had set it by.
    pub expires: Time,
    /// See `expires`.
    pub lifetime: Duration,
}

impl Core {
    /// Takes an idle resource out of the pool, the longest idle first: its place is free and granted on. `None`: none is idle.
    /// The result tells since when it was idle, and the end of its life.
    pub fn part_with_idle(&mut self, now: Time) -> Option<(SlotId, Time, Time)> {
        let index = self.slots.longest_idle()?;
        let (since, expires) = (self.slots.slot(index).since, self.slots.slot(index).expires);
        let slot = self.slots.id(index);
        self.slots.end_watch(index);
        self.counters.detached += 1;
        // Out of the list of idle ones first, as everything that leaves the store does.
        self.slots.shift(index, SlotState::Destroying);
        self.vacate(index, now);
        Some((slot, since, expires))
    }

    /// Takes in a resource that another pool has parted with, as an idle one. They are to come in the order of `since`.
    ///
    /// # Errors
    /// Why it must not be handed out any more: [`Reason::Closed`], [`Reason::Surplus`] (there is no place for it),
    /// [`Reason::Expired`] or [`Reason::IdleTooLong`]. The caller destroys it.
    pub fn adopt(&mut self, ages: Ages, now: Time) -> Result<SlotId, Reason> {
        if self.closed {
            return Err(Reason::Closed);
        }
        if self.places() == 0 {
            return Err(Reason::Surplus);
        }
        let lifetime = self.schedule.lifetime();
        let expires = if lifetime == 0 {
            Time::NEVER
        } else if nanos(ages.lifetime) == lifetime {
            ages.expires
        } else {
            ages.born.after(self.random.shorten(lifetime))
        };
        if expires <= now {
            return Err(Reason::Expired);
        }
        let index = self.slots.claim(SlotState::Warming);
        self.counters.created += 1;
        self.slots.slot_mut(index).expires = expires;
        self.schedule.expires(expires);
        self.store(index, ages.since);
        self.note_idle_bound();
        Ok(self.slots.id(index))
    }

    /// Whether something that came into the store at `since` has been idle too long, if `min` can spare it: `others` are
    /// still to be adopted.
    pub fn is_idle_too_long(&self, since: Time, others: u32, now: Time) -> bool {
        self.schedule.idle_until(since) <= now && self.slots.surviving() + others >= self.min()
    }
}
