//! A look at each slot and each waiter, for those who watch a pool.
//!
//! [`Core::slots`] tells of every slot that [`total`](Core::total) counts, and [`Core::line`] of everybody whom
//! [`waiting`](Core::waiting) counts, so that a picture drawn from them agrees with the figures of the same moment.

use core::time::Duration;

use crate::{
    pool::{SlotId, WaiterId, pool_core::Core, slots::SlotState},
    time::Time,
};

/// What is going on in a slot, as far as an observer cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotUse {
    /// The factory runs.
    Creating,
    /// In the store, free.
    Idle,
    /// In the store, and spoken for: its waiter has not run yet.
    Granted,
    /// In beforeAcquire or in a health check.
    Checking,
    /// Handed out.
    Active,
    /// In beforeRelease.
    Returning,
    /// Being destroyed.
    Destroying,
}

/// One slot at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotView {
    /// The present use of the slot.
    pub id: SlotId,
    /// What is going on in it.
    pub usage: SlotUse,
    /// How long ago the resource was handed out (active, returning) or came into the store (idle, granted, checking). A
    /// resource that is being made or destroyed has neither.
    pub since: Option<Duration>,
}

impl Core {
    /// The slots with something in them or on its way into them, by index.
    pub fn slots(&self, now: Time) -> impl Iterator<Item = SlotView> + '_ {
        self.slots.indices().filter_map(move |index| {
            let usage = usage(self.slots.state(index))?;
            let since = match usage {
                SlotUse::Creating | SlotUse::Destroying => None,
                _ => Some(Duration::from_nanos(now.since(self.slots.slot(index).since))),
            };
            Some(SlotView { id: self.slots.id(index), usage, since })
        })
    }

    /// The parked callers without a grant, first in the queue first, and for how long each has waited.
    pub fn line(&self, now: Time) -> impl Iterator<Item = (WaiterId, Duration)> + '_ {
        self.queue
            .waiting_ones()
            .map(move |(waiter, since)| (waiter, Duration::from_nanos(now.since(since))))
    }
}

fn usage(state: SlotState) -> Option<SlotUse> {
    Some(match state {
        SlotState::Empty | SlotState::Reserved => return None,
        SlotState::Creating | SlotState::Warming => SlotUse::Creating,
        SlotState::Idle => SlotUse::Idle,
        SlotState::Granted => SlotUse::Granted,
        SlotState::Vetting | SlotState::Checking => SlotUse::Checking,
        SlotState::Out => SlotUse::Active,
        SlotState::Returning => SlotUse::Returning,
        SlotState::Replacing | SlotState::Destroying => SlotUse::Destroying,
    })
}
