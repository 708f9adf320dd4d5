//! What waiters take by themselves, and when the core learns of it.

use super::*;

impl World {
    /// What has just come back may be offered to the waiter that is the next to be woken.
    pub(super) fn offer(&mut self, released: SlotId, key: Key) {
        let Some(offer) = self.core.hand_over(released) else { return };
        assert_eq!(self.payloads[offer.slot.index()], key, "another resource than came back");
        let parked = self.parked.iter_mut().find(|parked| parked.id == offer.waiter);
        let parked = parked.expect("a parked caller is offered something");
        parked.woken = true;
        parked.offered = Some(offer);
        let ticket = parked.ticket;
        self.wakes(Some(ticket));
    }

    /// A waiter takes what it was offered. The core is not asked.
    pub(super) fn take(&mut self, id: WaiterId, ticket: Ticket, offer: HandOver) {
        let key = self.payloads[offer.slot.index()];
        assert_eq!(self.model.resume(ticket, self.now), Told::Take(key), "taken unasked");
        let taken = Some((id, self.time()));
        self.held.push(Held { slot: offer.slot, key, taken, unsettled: true });
        self.old_waiters.push(id);
        self.handed_out += 1;
    }

    /// The core learns of what was taken.
    pub(super) fn settle(&mut self) {
        for held in self.held.iter_mut().filter(|held| held.unsettled) {
            let Some((waiter, at)) = held.taken else { continue };
            assert!(self.core.has_grant(waiter));
            assert!(self.core.settle(waiter, at), "news for the core");
            assert!(!self.core.settle(waiter, at), "told twice");
            held.unsettled = false;
        }
    }

    /// As a shell does before an event that is no step of acquire or release: nobody may take anything by itself any more.
    pub(super) fn close_counter(&mut self) {
        self.settle();
        self.parked.iter_mut().for_each(|parked| parked.offered = None);
        let grants: Vec<_> = self.core.grants().map(|(waiter, _)| waiter).collect();
        assert!(grants.iter().all(|grant| self.parked.iter().any(|parked| parked.id == *grant)));
    }
}
