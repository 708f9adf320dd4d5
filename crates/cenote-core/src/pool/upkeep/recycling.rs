//! What exists now is not to be handed out any more: all of it, what is idle, or what the user picks out (SPEC 32.9, 32.10, 32.28).
//!
//! A resource that is to be replaced is one whose life has ended: wherever an age is looked at, so is this.

use crate::{
    pool::{After, Core, Reason, SlotId, slots::SlotState},
    time::Time,
};

/// The life of what is in the slot has ended, whatever the clock says.
pub(in crate::pool) const ENDED: Time = Time(0);

impl Core {
    /// Nothing that exists now, or whose creation has begun, is handed out again: what is idle is doomed (see
    /// [`next_doomed`](Self::next_doomed)), the rest is destroyed when it comes back or is made.
    pub fn recycle(&mut self, now: Time) {
        self.end_lives(now, |state| state != SlotState::Empty);
    }

    /// The same for what is idle: an outage that one of them has shown may affect all.
    pub fn recycle_idle(&mut self, now: Time) {
        self.end_lives(now, |state| state == SlotState::Idle);
    }

    /// What is free in the store, longest idle first, for [`begin_look`](Self::begin_look).
    pub fn idle_slots(&self) -> impl Iterator<Item = SlotId> {
        self.slots.idle().map(|(index, _)| self.slots.id(index))
    }

    /// The shell's user is about to look at this idle resource, and reports [`looked_at`](Self::looked_at) or
    /// [`cancelled`](Self::cancelled). False: it is not idle any more.
    pub fn begin_look(&mut self, slot: SlotId) -> bool {
        let Some(index) = self.slots.find(slot, SlotState::Idle) else { return false };
        self.slots.shift(index, SlotState::Checking);
        true
    }

    /// The user has looked at it. What is kept goes back to its position, with its idle time, unless its time has come
    /// meanwhile.
    pub fn looked_at(&mut self, slot: SlotId, is_kept: bool, now: Time) -> After {
        let Some(index) = self.slots.find(slot, SlotState::Checking) else { return After::Stale };
        let reason = if is_kept { self.end_of_life(index, now) } else { Some(Reason::Discarded) };
        if let Some(reason) = reason {
            return After::Destroy(self.doom(index, reason, now), reason);
        }
        self.slots.put_back_by_time(index);
        self.note_idle_bound();
        self.grant(now);
        After::Stored
    }

    /// The deadline of a caller has passed while it waited for something else than a place.
    pub fn note_late(&mut self) {
        self.counters.timeouts += 1;
    }

    fn end_lives(&mut self, now: Time, which: impl Fn(SlotState) -> bool) {
        self.slots.end_lives(which);
        self.schedule.expires(now);
    }
}
