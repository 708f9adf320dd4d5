//! Where a health round is, and which slots it has in a check.
//!
//! **The finger** marks where a health round is in the idle list: on the next slot the round will look at. It steps on
//! when that slot leaves the list. A slot taken for a check stood right before the finger. So everything from the finger on
//! is younger than all that are in a check, and everything before it was put back by this round. The checks of a round are
//! numbered in that order: to put a slot back before the finger, behind those with a smaller number, is to put it back at
//! its old position, however much came and went meanwhile (SPEC 13.3).
//!
//! A round **watches** the slots that it checks until they are back or destroyed: it restores `min` afterwards (SPEC 13.6).

use super::SlotState::{Checking, Destroying, Idle};
use super::{NIL, Slots};

/// The finger when no round looks.
pub(super) const OFF: u32 = NIL;

/// The finger behind the last slot; the next one pushed will be under it.
pub(super) const AT_END: u32 = NIL - 1;

impl Slots {
    /// Idle → Checking.
    pub(in crate::pool) fn begin_check(&mut self, index: u32) {
        self.shift(index, Checking);
        let slot = &mut self.slots[index as usize];
        slot.watched_by = self.round;
        slot.nth_check = self.checks;
        self.checks += 1;
        self.watched += 1;
    }

    /// Checking → Idle, at the old position (see the finger above), while its round runs.
    pub(in crate::pool) fn put_back(&mut self, index: u32) {
        self.end_check(index);
        let mine = self.slot(index).nth_check;
        let mut at = if self.finger == AT_END { NIL } else { self.finger };
        let before = |at| if at == NIL { self.idle.tail } else { self.slot(at).links.prev };
        while before(at) != NIL && self.slot(before(at)).nth_check > mine {
            at = before(at);
        }
        self.idle.insert_before(&mut self.slots, at, index);
    }

    /// Checking → Idle without a round of its own: behind those that have been idle for longer, but never in front of the
    /// finger of a round that runs, which looks at it then.
    pub(in crate::pool) fn put_back_by_time(&mut self, index: u32) {
        self.end_check(index);
        let since = self.slot(index).since;
        let first = match self.finger {
            OFF => self.idle.head,
            AT_END => NIL,
            finger => finger,
        };
        let mut at = first;
        while at != NIL && self.slot(at).since <= since {
            at = self.slot(at).links.next;
        }
        self.idle.insert_before(&mut self.slots, at, index);
        if self.round_runs() && at == first {
            self.finger = index;
        }
    }

    /// Checking → Idle, but for the list.
    fn end_check(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        debug_assert_eq!(slot.state, Checking);
        slot.state = Idle;
        slot.generation = slot.generation.wrapping_add(1);
        self.census[Checking as usize] -= 1;
        self.census[Idle as usize] += 1;
    }

    /// A round begins: what is in the store now is what it looks at.
    pub(in crate::pool) fn begin_round(&mut self) {
        self.round = self.round.wrapping_add(1).max(1);
        self.checks = 0;
        self.finger = match self.idle.head {
            NIL => AT_END,
            head => head,
        };
    }

    /// The slot under the finger, if it has been in the store since before the round began. Those that came later stand
    /// behind all others, so the first of them ends the round.
    pub(in crate::pool) fn under_finger(&self) -> Option<u32> {
        let index = self.finger;
        let is_on = index != OFF && index != AT_END;
        (is_on && self.slot(index).round != self.round).then_some(index)
    }

    fn round_runs(&self) -> bool {
        self.finger != OFF
    }

    /// Whether the round that runs watches this slot.
    pub(in crate::pool) fn is_watched(&self, index: u32) -> bool {
        self.round_runs() && self.slot(index).watched_by == self.round
    }

    /// What a check has led to is done.
    pub(in crate::pool) fn end_watch(&mut self, index: u32) {
        self.watched -= u32::from(self.is_watched(index));
        self.slots[index as usize].watched_by = 0;
    }

    pub(in crate::pool) fn watched(&self) -> u32 {
        self.watched
    }

    pub(in crate::pool) fn end_round(&mut self) {
        self.finger = OFF;
        self.watched = 0;
    }

    /// Recounts what the round that runs watches, and looks at the order of what it has put back.
    pub(super) fn check_round(&self) {
        let watched = self.indices().filter(|&index| self.is_watched(index));
        assert!(
            watched.clone().all(|index| matches!(self.state(index), Checking | Destroying)),
            "a round watches what it checks"
        );
        assert_eq!(watched.count(), self.watched as usize, "watched slots");
        if self.finger != OFF && self.finger != AT_END {
            assert_eq!(self.state(self.finger), Idle, "the finger is on a slot that is not idle");
        }
        if self.round_runs() {
            let back = self.idle.iter(&self.slots).take_while(|&index| index != self.finger);
            let numbers = back.map(|index| self.slot(index).nth_check);
            assert!(numbers.is_sorted(), "what a round has put back is in its old order");
        }
    }
}
