//! A slot in somebody's hand.
//!
//! Whoever has a slot has it through one of these two. They are what makes every future cancellable and every hook free to
//! panic: wherever one of them is dropped, the resource in it is dropped first and its place freed and granted on after
//! that.

use cenote_core::SlotId;

use crate::inner::Inner;
use crate::manager::Manager;
use crate::sync::Arc;

/// A slot without its resource: one is being made, or has just gone.
pub(crate) struct Place<M: Manager> {
    slot: SlotId,
    /// None: somebody else answers for the slot now.
    inner: Option<Arc<Inner<M>>>,
}

impl<M: Manager> Place<M> {
    #[inline]
    pub(crate) fn new(slot: SlotId, inner: Arc<Inner<M>>) -> Place<M> {
        Place { slot, inner: Some(inner) }
    }

    #[inline]
    pub(crate) fn slot(&self) -> SlotId {
        self.slot
    }

    /// Gives up the responsibility for the slot.
    #[inline]
    pub(crate) fn disarm(&mut self) -> Option<Arc<Inner<M>>> {
        self.inner.take()
    }

    #[inline]
    pub(crate) fn inner(&self) -> Option<&Arc<Inner<M>>> {
        self.inner.as_ref()
    }
}

impl<M: Manager> Drop for Place<M> {
    #[inline]
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            inner.abandon(self.slot);
        }
    }
}

/// A slot with its resource. The order of the fields is the order in which they are dropped.
pub(crate) struct Lease<M: Manager> {
    /// In a box from its birth to its end, so that what passes through futures and guards is a pointer, whatever it is.
    pub(crate) resource: Option<Box<M::Resource>>,
    pub(crate) place: Place<M>,
}

impl<M: Manager> Lease<M> {
    #[inline]
    pub(crate) fn new(
        slot: SlotId,
        resource: Option<Box<M::Resource>>,
        inner: &Arc<Inner<M>>,
    ) -> Self {
        Lease { resource, place: Place::new(slot, Arc::clone(inner)) }
    }

    #[inline]
    pub(crate) fn slot(&self) -> SlotId {
        self.place.slot
    }
}
