//! What exists now is not to be lent any more: all of it, or what is idle (SPEC 32.9, 32.10).
//!
//! A resource that is to be replaced is one whose life has ended: wherever an age is looked at, so is this.

use super::Core;
use super::slots::SlotState;
use crate::time::Time;

/// The life of what is in the slot has ended, whatever the clock says.
pub(super) const ENDED: Time = Time(0);

impl Core {
    /// Nothing that exists now, or whose creation has begun, is lent again: what is idle is doomed (see
    /// [`next_doomed`](Self::next_doomed)), the rest is destroyed when it comes back or is made.
    pub fn recycle(&mut self, now: Time) {
        self.end_lives(now, |state| state != SlotState::Empty);
    }

    /// The same for what is idle: an outage that one of them has shown may have met all.
    pub fn recycle_idle(&mut self, now: Time) {
        self.end_lives(now, |state| state == SlotState::Idle);
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
