//! A slot in somebody's hand.
//!
//! Anyone who has a slot has it through one of these two. They are what makes every future cancellable and every hook free to
//! panic: wherever one of them is dropped, the resource in it is dropped first and its place freed and granted on after
//! that.

use cenote_core::{SlotId, Time, WaiterId};

use crate::{building::manager::Manager, inner::Shared};

/// A slot without its resource: one is being made, or has just gone.
pub(crate) struct Place<M: Manager> {
    slot: SlotId,
    /// None: somebody else answers for the slot now.
    inner: Option<Shared<M>>,
    /// Who took it from a mailbox, and when. The core may know that or not.
    taken: Option<(WaiterId, Time)>,
    /// In a mailbox: the end of its life.
    expires: Time,
}

impl<M: Manager> Place<M> {
    #[inline]
    pub(crate) fn new(slot: SlotId, inner: Shared<M>) -> Place<M> {
        Place { slot, inner: Some(inner), taken: None, expires: Time::NEVER }
    }

    #[inline]
    pub(crate) fn slot(&self) -> SlotId {
        self.slot
    }

    /// Takes the responsibility for a slot.
    #[inline]
    pub(crate) fn arm(&mut self, slot: SlotId, inner: &Shared<M>) {
        self.slot = slot;
        self.inner = Some(inner.clone());
    }

    /// For the mailbox: which use of the slot anyone who takes it will have, and until when it may be taken.
    #[inline]
    pub(crate) fn address(&mut self, slot: SlotId, expires: Time) {
        self.slot = slot;
        self.expires = expires;
    }

    #[inline]
    pub(crate) fn is_expired(&self, now: Time) -> bool {
        self.expires <= now
    }

    /// This waiter has taken it from its mailbox.
    #[inline]
    pub(crate) fn arm_taken(&mut self, inner: &Shared<M>, waiter: WaiterId, at: Time) {
        self.inner = Some(inner.clone());
        self.taken = Some((waiter, at));
    }

    #[inline]
    pub(crate) fn was_in_mailbox(&self) -> bool {
        self.taken.is_some()
    }

    /// Who took it from a mailbox, and when.
    #[inline]
    pub(crate) fn forget_taking(&mut self) -> Option<(WaiterId, Time)> {
        self.taken.take()
    }

    /// Gives up the responsibility for the slot.
    #[inline]
    pub(crate) fn disarm(&mut self) -> Option<Shared<M>> {
        self.inner.take()
    }

    #[inline]
    pub(crate) fn inner(&self) -> Option<&Shared<M>> {
        self.inner.as_ref()
    }
}

impl<M: Manager> Drop for Place<M> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            inner.abandon(self.slot);
        }
    }
}

/// A slot with its resource, in a box from its birth to its end: what passes through futures and guards is one pointer,
/// whatever the resource is. In the store its place is disarmed.
pub(crate) type Lease<M> = Box<Held<M>>;

/// The order of the fields is the order in which they are dropped.
pub(crate) struct Held<M: Manager> {
    pub(crate) resource: M::Resource,
    pub(crate) place: Place<M>,
}

impl<M: Manager> Held<M> {
    #[inline]
    pub(crate) fn slot(&self) -> SlotId {
        self.place.slot
    }
}
