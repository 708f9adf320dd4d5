//! The conversation of one caller of acquire with the core, from the call to the resource (SPEC 5).
//!
//! The short way is written out here and stays in the caller's own future: wait, run the hook, done. Whatever else may
//! happen (a resource is to be made, or destroyed first) goes on in a box, so that its futures take no room in those of
//! callers to whom it does not happen.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use cenote_core::{Next, Reason};

use super::{
    bounded::{Elapsed, bounded},
    call::Call,
    creation::failed,
    making::Making,
    step::{AcquireStep, Found},
    wait::Wait,
};
use crate::{
    building::manager::Manager,
    error::Error,
    handoff::lease::{Held, Lease, Place},
    inner::Shared,
    release::{
        guard::Guard,
        returning::{destroy, end},
    },
    watching::events,
};

/// An attempt that finds nothing ends as if the pool were closed.
type Acquired<M> = Result<Guard<M>, Error<<M as Manager>::Error>>;

/// Not an `async fn`, whose arguments would lie in the future twice.
#[inline]
pub(crate) fn acquire<M: Manager>(
    inner: &Shared<M>,
    call: Call,
) -> impl Future<Output = Acquired<M>> + Send {
    let mut wait = Wait::new(inner, call);
    async move {
        if wait.inner.records() {
            wait.call.begin(wait.inner);
        }
        let mut lease = match poll_fn(|context| wait.poll_place(context)).await {
            Ok(lease) => lease,
            // Moved as one piece, so that it takes no room in the future.
            found => return Box::pin(serve_slowly(wait, found)).await,
        };
        let objection = {
            let hook = pin!(wait.inner.manager.before_acquire(&mut lease.resource));
            // What the hook said is taken apart before the next await, so that it takes no room in the future.
            let objection = match first_poll(hook).await {
                (Poll::Ready(Ok(())), _) => Ok(None),
                (Poll::Ready(Err(error)), _) => Ok(wait.rejected(lease.place.slot(), error)),
                (Poll::Pending, hook) => Err(hook),
            };
            match objection {
                Ok(objection) => objection,
                Err(hook) => Box::pin(wait.slow_hook(lease.place.slot(), hook)).await,
            }
        };
        if objection.is_some() || wait.inner.hooks.before_acquire.is_some() {
            return Box::pin(serve_asked(wait, lease, objection)).await;
        }
        let guard = served(&wait, lease);
        wait.finish();
        Ok(guard)
    }
}

/// The way of a caller that does not find an idle resource, nor is granted one.
#[cold]
async fn serve_slowly<M: Manager>(mut wait: Wait<'_, M>, found: Found<M>) -> Acquired<M> {
    let step = found.map_or_else(|step| *step, AcquireStep::Resource);
    let mut lease = acquire_slow(&mut wait, step).await?;
    if wait.is_new {
        return Ok(served(&wait, lease));
    }
    let objection = ask_manager(&mut wait, &mut lease).await;
    serve_asked(wait, lease, objection).await
}

/// The rest of the way from what the manager's hook has said about a resource.
#[cold]
async fn serve_asked<M: Manager>(
    mut wait: Wait<'_, M>,
    mut lease: Lease<M>,
    mut objection: Option<Reason>,
) -> Acquired<M> {
    let inner = wait.inner;
    loop {
        if objection.is_none() && inner.hooks.before_acquire.is_some() {
            objection = ask_added(&mut wait, &mut lease).await;
        }
        let Some(reason) = objection else { return Ok(served(&wait, lease)) };
        // One limit for the whole of acquire: nothing else is tried.
        if wait.is_late() {
            inner.run_detached(Box::pin(destroy(lease, reason)));
            inner.tell(|state, _| state.core.note_late());
            return Err(wait.call.late(inner));
        }
        lease = acquire_slow(&mut wait, AcquireStep::Doomed(lease, reason)).await?;
        if wait.is_new {
            return Ok(served(&wait, lease));
        }
        objection = ask_manager(&mut wait, &mut lease).await;
    }
}

/// Asks the manager's hook. With a reason: the resource is to be destroyed.
#[cold]
async fn ask_manager<M: Manager>(wait: &mut Wait<'_, M>, lease: &mut Lease<M>) -> Option<Reason> {
    let (inner, slot) = (wait.inner, lease.place.slot());
    let hook = pin!(inner.manager.before_acquire(&mut lease.resource));
    match first_poll(hook).await {
        (Poll::Ready(Ok(())), _) => None,
        (Poll::Ready(Err(error)), _) => wait.rejected(slot, error),
        (Poll::Pending, hook) => wait.slow_hook(slot, hook).await,
    }
}

/// The caller has it.
#[inline]
fn served<M: Manager>(wait: &Wait<'_, M>, lease: Lease<M>) -> Guard<M> {
    if wait.inner.records() {
        wait.call.note_served(wait.inner, lease.place.slot());
    }
    Guard::new(lease)
}

/// Asks the hook that was added to the manager's, which has accepted the resource.
#[cold]
async fn ask_added<M: Manager>(wait: &mut Wait<'_, M>, lease: &mut Lease<M>) -> Option<Reason> {
    let (inner, slot) = (wait.inner, lease.place.slot());
    let hook = inner.hooks.before_acquire.as_ref()?;
    match first_poll(pin!(hook(&mut lease.resource))).await {
        (Poll::Ready(Ok(())), _) => None,
        (Poll::Ready(Err(error)), _) => wait.rejected(slot, error),
        (Poll::Pending, hook) => wait.slow_hook(slot, hook).await,
    }
}

/// What a hook says at its first poll; and the hook back.
///
/// Written so that nothing but one pointer lies in the caller's future for it.
fn first_poll<F: Future>(
    hook: Pin<&mut F>,
) -> impl Future<Output = (Poll<F::Output>, Pin<&mut F>)> {
    let mut hook = Some(hook);
    poll_fn(move |context| match hook.take() {
        Some(mut hook) => {
            let said = hook.as_mut().poll(context);
            Poll::Ready((said, hook))
        }
        None => Poll::Pending,
    })
}

/// The long way. Always in a box.
#[cold]
async fn acquire_slow<M: Manager>(
    wait: &mut Wait<'_, M>,
    mut step: AcquireStep<M>,
) -> Result<Lease<M>, Error<M::Error>> {
    let inner = wait.inner;
    loop {
        wait.call.fix(inner);
        step = match step {
            AcquireStep::Resource(lease) => return Ok(lease),
            // The place goes back with its drop.
            AcquireStep::Right(_) if !wait.call.creates() => AcquireStep::Refused(Error::Closed),
            AcquireStep::Right(place) => match create(wait, place).await? {
                (lease, None) => {
                    wait.is_new = true;
                    return Ok(lease);
                }
                (lease, Some(reason)) => AcquireStep::Doomed(lease, reason),
            },
            AcquireStep::Doomed(lease, reason) => {
                events::destroyed(inner, reason);
                let mut place = replace(wait, lease).await?;
                place.disarm();
                inner.tell(|state, now| {
                    let next = state.core.retry(place.slot(), wait.call.patience(), now);
                    AcquireStep::new(next, &wait.call, state, inner, now)
                })
            }
            AcquireStep::Wait(waiter) => {
                wait.stand_at(waiter);
                match poll_fn(|context| wait.poll_place(context)).await {
                    Ok(lease) => return Ok(lease),
                    Err(step) => *step,
                }
            }
            AcquireStep::Consult => {
                let recover = inner.wants_recovery();
                inner.tell(|state, now| {
                    let next = state.core.consulted(recover, wait.call.patience(), now);
                    AcquireStep::new(next, &wait.call, state, inner, now)
                })
            }
            AcquireStep::Refused(error) => {
                if !wait.call.is_attempt() {
                    events::refused(inner, &error);
                }
                return Err(error);
            }
        };
    }
}

/// Ends what this caller is not to have, and gives the place back that it has kept.
async fn replace<M: Manager>(
    wait: &mut Wait<'_, M>,
    lease: Lease<M>,
) -> Result<Place<M>, Error<M::Error>> {
    let inner = wait.inner;
    let Held { resource, place } = *lease;
    let Some(limit) = wait.call.whole_rest(inner) else {
        end(inner, resource).await;
        return Ok(place);
    };
    let theirs = inner.clone();
    let mut ending = Box::pin(async move {
        end(&theirs, resource).await;
        place
    });
    match bounded(&*inner.timer, Some(limit), &mut ending, || ()).await {
        Ok(place) => Ok(place),
        Err(Elapsed) => {
            // It ends in the background; until then its place is taken.
            inner.run_detached(Box::pin(async move { drop(ending.await) }));
            inner.tell(|state, _| state.core.note_late());
            Err(wait.call.late(inner))
        }
    }
}

/// Makes a resource for this caller. With a reason: it is to be destroyed, since the pool has changed meanwhile.
async fn create<M: Manager>(
    wait: &mut Wait<'_, M>,
    place: Place<M>,
) -> Result<(Lease<M>, Option<Reason>), Error<M::Error>> {
    let (inner, slot) = (wait.inner, place.slot());
    let mut making = Making::new(inner, place);
    let limit = wait.call.whole_rest(inner);
    let made = bounded(&*inner.timer, limit, &mut making, || ()).await;
    let (place, resource) = match made {
        Ok((place, Ok(resource))) => (place, resource),
        Ok((place, Err(failure))) => return Err(failed(inner, place, failure)),
        Err(Elapsed) => {
            making.leave(true);
            return Err(wait.call.late(inner));
        }
    };
    let next = inner.tell(|state, now| {
        let next = state.core.created(slot, now);
        if matches!(next, Next::Take(_)) {
            inner.note_taken(state, slot, || wait.call.taker(now));
        }
        next
    });
    let reason = match next {
        Next::Destroy(_, reason) => Some(reason),
        _ => None,
    };
    Ok((Box::new(Held { resource, place }), reason))
}
