//! Making resources: for a caller, for `min`, ahead of time (SPEC 4, 5.6, 13.6).

use cenote_core::{After, BreakerState, Core, SlotId, Time};

use super::{bounded::bounded, making::Making};
use crate::{
    background::watch::Watch,
    building::manager::Manager,
    error::Error,
    handoff::lease::{Held, Lease, Place},
    inner::Shared,
    release::returning::destroy,
    state::State,
    strategy::Outcome,
    watching::events,
};

/// Why there is no new resource: the text that is kept, and the manager's error if it gave one.
pub(crate) struct Failure<E> {
    pub(crate) text: String,
    pub(crate) error: Option<E>,
}

/// Wakes the manager, for as long as it may take.
pub(crate) async fn make<M: Manager>(inner: &Shared<M>) -> Result<M::Resource, Failure<M::Error>> {
    let limit = inner.limits.create;
    match bounded(&*inner.timer, limit, inner.create(), || ()).await {
        Ok(Ok(resource)) => Ok(resource),
        Ok(Err(error)) => Err(Failure { text: inner.manager.describe(&error), error: Some(error) }),
        Err(_) => {
            let limit = limit.unwrap_or_default();
            Err(Failure { text: format!("not made within {} ms", limit.as_millis()), error: None })
        }
    }
}

/// Tells the core that nothing came of it: the place is free, and granted on.
pub(crate) fn failed<M: Manager>(
    inner: &Shared<M>,
    mut place: Place<M>,
    failure: Failure<M::Error>,
) -> Error<M::Error> {
    let Failure { text, error } = failure;
    events::create_failed(inner, &text);
    inner.judge(place.slot(), Outcome::CreateFailed);
    place.disarm();
    let limit = inner.limits.create.unwrap_or_default();
    let report = inner.tell(|state, now| {
        state.last_error = Some(text.into());
        state.core.create_failed(place.slot(), now);
        error.is_none().then(|| state.report(limit, now))
    });
    match (error, report) {
        (Some(error), _) => Error::Create(error),
        (None, Some(report)) => Error::CreateTimeout(report),
        (None, None) => Error::Unavailable,
    }
}

/// What is left to do for `min`.
enum Lack {
    None,
    /// The right to make one.
    One(SlotId),
    Closed,
    Unavailable,
}

/// Makes `min` resources, one after another; what others are making already is waited for, and made here if they fail.
pub(crate) async fn prewarm<M: Manager>(inner: &Shared<M>) -> Result<(), Error<M::Error>> {
    if inner.lock().core.settings().min == 0 {
        return Err(Error::NoMinimum);
    }
    loop {
        let slot = match Watch::new(inner, lack).await {
            Lack::None => return Ok(()),
            Lack::One(slot) => slot,
            Lack::Closed => return Err(Error::Closed),
            Lack::Unavailable => return Err(Error::Unavailable),
        };
        match Making::new(inner, Place::new(slot, inner.clone())).await {
            (place, Ok(resource)) => {
                store(Box::new(Held { resource, place }), Core::warmed).await;
            }
            (place, Err(failure)) => return Err(failed(inner, place, failure)),
        }
    }
}

/// None: that depends on what becomes of those that are being made or destroyed.
fn lack<M: Manager>(state: &mut State<M>) -> Option<Lack> {
    if state.core.is_closed() {
        return Some(Lack::Closed);
    }
    if state.core.is_warm() {
        return Some(Lack::None);
    }
    if state.core.breaker_state() == BreakerState::Inactive {
        return Some(Lack::Unavailable);
    }
    state.core.prewarm().map(Lack::One)
}

/// Reports a resource that is meant for the store, and does what the core says.
pub(crate) async fn store<M: Manager>(
    mut lease: Lease<M>,
    report: impl FnOnce(&mut Core, SlotId, Time) -> After,
) {
    let slot = lease.slot();
    let Some(inner) = lease.place.inner().cloned() else { return };
    let doomed = inner.tell(|state, now| match report(&mut state.core, slot, now) {
        After::Stored => {
            lease.place.disarm();
            state.put(slot, lease);
            None
        }
        After::Destroy(_, reason) => Some((lease, Some(reason))),
        After::Stale => Some((lease, None)),
    });
    if let Some((lease, Some(reason))) = doomed {
        destroy(lease, reason).await;
    }
}
