//! Idle resources that outlive their pool (SPEC 50): one pool parts with them, a later one adopts them.

use super::resource_pool::Pool;
use crate::{runtime, zend::Value};
use cenote_core::{Ages, Reason, SlotId, Time};

/// What a pool has parted with.
pub(crate) struct Parted {
    pub(crate) resource: Value,
    /// Since when it was idle.
    pub(crate) since: Time,
    /// The end of its life.
    pub(crate) expires: Time,
}

impl Pool {
    /// Takes an idle resource out of the pool, the longest idle first.
    pub(crate) fn part_with_idle(&self) -> Option<Parted> {
        let (slot, since, expires) = self.step(|core, now| core.part_with_idle(now))?;
        let resource = self.state.borrow_mut().payloads.take(slot);
        Some(Parted { resource, since, expires })
    }

    /// Takes in a resource of another pool as an idle one; in the order of their times in the store. `make` calls nothing of the
    /// engine that can fail.
    pub(crate) fn adopt(
        &self,
        ages: Ages,
        make: impl FnOnce(SlotId) -> Value,
    ) -> Result<(), Reason> {
        let slot = self.step_at(runtime::precise_now(), |core, now| core.adopt(ages, now))?;
        let resource = make(slot);
        self.state.borrow_mut().payloads.store(slot, resource);
        self.rearm();
        Ok(())
    }
}
