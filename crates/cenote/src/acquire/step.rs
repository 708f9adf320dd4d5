//! An answer of the core, with what belongs to it.

use cenote_core::{Denial, Next, Reason, Time, WaiterId};

use super::call::Call;
use crate::{
    building::manager::Manager,
    error::Error,
    handoff::lease::{Lease, Place},
    inner::Shared,
    state::State,
};

/// An answer of the core, with what belongs to it.
pub(crate) enum AcquireStep<M: Manager> {
    /// A resource from the store.
    Resource(Lease<M>),
    /// The right to make one.
    Right(Place<M>),
    /// A resource to destroy before going on.
    Doomed(Lease<M>, Reason),
    /// To wait (again).
    Wait(WaiterId),
    /// To ask the strategy of the user.
    Consult,
    /// The end of the call. For an attempt that found nothing: closed.
    Refused(Error<M::Error>),
}

/// What a wait ends with: mostly a resource, which passes in registers; or anything else.
pub(crate) type Found<M> = Result<Lease<M>, Box<AcquireStep<M>>>;

impl<M: Manager> AcquireStep<M> {
    #[inline]
    pub(crate) fn found(self) -> Found<M> {
        match self {
            AcquireStep::Resource(lease) => Ok(lease),
            step => Err(Box::new(step)),
        }
    }

    /// Puts an answer into words, under the lock under which it was given.
    pub(crate) fn new(
        next: Next,
        call: &Call,
        state: &mut State<M>,
        inner: &Shared<M>,
        now: Time,
    ) -> AcquireStep<M> {
        match next {
            Next::Take(slot) => {
                inner.note_taken(state, slot, || call.taker(now));
                AcquireStep::Resource(state.take(slot, inner))
            }
            Next::Create(slot) => AcquireStep::Right(Place::new(slot, inner.clone())),
            Next::Destroy(slot, reason) => AcquireStep::Doomed(state.take(slot, inner), reason),
            Next::Park(waiter) => AcquireStep::Wait(waiter),
            Next::Refuse(_) if call.is_attempt() => AcquireStep::Refused(Error::Closed),
            Next::Refuse(refusal) => AcquireStep::Refused(match refusal.into() {
                Denial::Closed => Error::Closed,
                Denial::TimedOut => Error::Timeout(state.report(call.span(), now)),
                Denial::TooManyWaiters => Error::TooManyWaiters(state.report(call.span(), now)),
                Denial::Unavailable => Error::Unavailable,
            }),
            Next::Consult => AcquireStep::Consult,
            // The core is told of no hook before acquire.
            Next::Check(_) => AcquireStep::Refused(Error::Unavailable),
        }
    }
}
