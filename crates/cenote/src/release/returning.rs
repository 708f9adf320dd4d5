//! The way back of a resource: kept, cleaned, or ended (SPEC 9, 32.3).

use cenote_core::{Reason, Verdict};

use crate::{
    acquire::{
        bounded::{Elapsed, bounded},
        creation::store,
    },
    building::manager::{Manager, OnRelease},
    handoff::lease::{Held, Lease},
    inner::Shared,
    strategy::Outcome,
    watching::events,
};

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
            let reset = inner.reset(&mut lease.resource);
            let said = bounded(&*inner.timer, limit, reset, || ()).await;
            if accepted(&inner, "reset", said) { Verdict::Keep } else { Verdict::Reject }
        }
    };
    let is_good = verdict == Verdict::Keep;
    inner.judge(slot, if is_good { Outcome::Success } else { Outcome::Rejected });
    store(lease, |core, slot, now| core.release(slot, verdict, now)).await;
}

/// Whether a hook accepted a resource; if not, what it said is told.
pub(crate) fn accepted<M: Manager>(
    inner: &Shared<M>,
    hook: &str,
    said: Result<Result<(), M::Error>, Elapsed>,
) -> bool {
    match said {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => events::hook_refused(inner, hook, Some(&error)),
        Err(Elapsed) => events::hook_refused(inner, hook, None),
    }
    false
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

/// Wakes [`Manager::destroy`], for as long as it may take.
pub(crate) async fn end<M: Manager>(inner: &Shared<M>, resource: M::Resource) {
    let limit = Some(inner.limits.cleanup);
    if bounded(&*inner.timer, limit, inner.manager.destroy(resource), || ()).await.is_err() {
        events::destroy_timed_out(inner);
    }
}
