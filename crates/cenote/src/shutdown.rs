//! Close, resize and recycle: the ends of many resources at a time (SPEC 12, 33).

use std::fmt;
use std::time::Duration;

use crate::bounded::bounded;
use crate::inner::Shared;
use crate::manager::Manager;
use crate::returning::destroy;
use crate::state::State;
use crate::watch::Watch;

use cenote_core::Time;

/// What was left when the deadline of [`Pool::close_within`](crate::Pool::close_within) had passed.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// Lent, in a hook, or being destroyed.
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
