//! Close, resize, recycle and retain: the ends of many resources at a time (SPEC 12, 32.9, 32.28, 33).

use std::fmt;
use std::time::Duration;

use super::watch::Watch;
use crate::{
    acquire::bounded::bounded, building::manager::Manager, handoff::lease::Lease, inner::Shared,
    release::returning::destroy, state::State,
};

use cenote_core::{After, Reason, SlotId, Time};

/// What was left when the deadline of [`Pool::close_within`](crate::Pool::close_within) had passed.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// In use, in a hook, or being destroyed.
    pub active: u32,
    /// Being made.
    pub creating: u32,
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Left { active, creating } = self;
        write!(
            f,
            "the pool is closed, but {active} resources are still in use and {creating} being made"
        )
    }
}

impl std::error::Error for Left {}

pub(crate) fn close<M: Manager>(inner: &Shared<M>) {
    shed(inner, |state, now| {
        state.core.close(now);
    });
}

pub(crate) fn resize<M: Manager>(inner: &Shared<M>, max: u32) {
    shed(inner, |state, now| state.core.resize(max, now));
}

pub(crate) fn recycle_all<M: Manager>(inner: &Shared<M>) {
    shed(inner, |state, now| state.core.recycle(now));
}

pub(crate) fn recycle_idle<M: Manager>(inner: &Shared<M>) {
    shed(inner, |state, now| state.core.recycle_idle(now));
}

/// How many were destroyed.
pub(crate) fn retain<M: Manager>(
    inner: &Shared<M>,
    mut is_kept: impl FnMut(&mut M::Resource) -> bool,
) -> u32 {
    let mut count = 0;
    // By their places: what others look at meanwhile has another id after that.
    let mut seen = Vec::new();
    while let Some(mut lease) = inner.tell(|state, _| next_to_look_at(state, inner, &mut seen)) {
        // If it panics, the lease is dropped: the resource first and then its place.
        let is_kept = is_kept(&mut lease.resource);
        if let Some((lease, reason)) = put_back(inner, lease, is_kept) {
            count += u32::from(!is_kept);
            inner.run_detached(Box::pin(destroy(lease, reason)));
        }
    }
    count
}

fn next_to_look_at<M: Manager>(
    state: &mut State<M>,
    inner: &Shared<M>,
    seen: &mut Vec<bool>,
) -> Option<Lease<M>> {
    let is_new = |slot: &SlotId| !seen.get(slot.index()).is_some_and(|&is_seen| is_seen);
    let slot = state.core.idle_slots().find(is_new)?;
    seen.resize(seen.len().max(slot.index() + 1), false);
    seen[slot.index()] = true;
    state.core.begin_look(slot).then(|| state.take(slot, inner))
}

/// What was looked at goes back into the store, or comes out with the reason for its end.
fn put_back<M: Manager>(
    inner: &Shared<M>,
    mut lease: Lease<M>,
    is_kept: bool,
) -> Option<(Lease<M>, Reason)> {
    let slot = lease.slot();
    inner.tell(|state, now| match state.core.looked_at(slot, is_kept, now) {
        After::Stored => {
            lease.place.disarm();
            state.put(slot, lease);
            None
        }
        After::Destroy(_, reason) => Some((lease, reason)),
        After::Stale => None,
    })
}

/// After this event some of the idle resources are to be destroyed.
fn shed<M: Manager>(inner: &Shared<M>, event: impl FnOnce(&mut State<M>, Time)) {
    inner.tell(event);
    // One at a time: what a destructor does may change what is left to do.
    while let Some((lease, reason)) = inner.tell(|state, now| {
        let (slot, reason) = state.core.next_doomed(now)?;
        Some((state.take(slot, inner), reason))
    }) {
        inner.run_detached(Box::pin(destroy(lease, reason)));
    }
}

pub(crate) async fn close_within<M: Manager>(
    inner: &Shared<M>,
    deadline: Duration,
) -> Result<(), Left> {
    close(inner);
    let drained = Watch::new(inner, |state| (state.core.total() == 0).then_some(()));
    bounded(&*inner.timer, Some(deadline), drained, || ()).await.map_err(|_| {
        let stats = inner.lock().core.stats(inner.now());
        Left { active: stats.active, creating: stats.creating }
    })
}
