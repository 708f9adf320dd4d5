//! The way back of a resource: kept, cleaned, or ended (SPEC 9, 32.3).

use cenote_core::{Reason, Verdict};

use crate::bounded::bounded;
use crate::creation::store;
use crate::events;
use crate::inner::Shared;
use crate::lease::{Held, Lease};
use crate::manager::{Manager, OnRelease};
use crate::strategy::Outcome;

/// What [`Manager::on_release`] said about a resource that comes back, carried out.
pub(crate) async fn give_back<M: Manager>(mut lease: Lease<M>, said: OnRelease) {
    let slot = lease.slot();
    let Some(inner) = lease.place.inner().cloned() else { return };
    inner.end_hold(slot);
    let verdict = match said {
        OnRelease::Keep => Verdict::Keep,
        OnRelease::Discard => Verdict::Reject,
        OnRelease::Reset => {
            inner.tell(|state, now| state.core.begin_release(slot, now));
            let limit = Some(inner.limits.cleanup);
            let reset = inner.manager.reset(&mut lease.resource);
            match bounded(&*inner.timer, limit, reset, || ()).await {
                Ok(Ok(())) => Verdict::Keep,
                _ => Verdict::Reject,
            }
        }
    };
    let is_good = verdict == Verdict::Keep;
    inner.judge(slot, if is_good { Outcome::Success } else { Outcome::Rejected });
    store(lease, |core, slot, now| core.release(slot, verdict, now)).await;
}

/// Ends a resource, and frees its place after that.
pub(crate) async fn destroy<M: Manager>(lease: Lease<M>, reason: Reason) {
    let Held { resource, place } = *lease;
    if let Some(inner) = place.inner() {
        events::destroyed(inner, reason);
        end(inner, resource).await;
    }
    drop(place);
}

/// Calls [`Manager::destroy`], for as long as it may take.
pub(crate) async fn end<M: Manager>(inner: &Shared<M>, resource: M::Resource) {
    let limit = Some(inner.limits.cleanup);
    if bounded(&*inner.timer, limit, inner.manager.destroy(resource), || ()).await.is_err() {
        events::destroy_timed_out(inner);
    }
}
