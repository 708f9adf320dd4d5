//! One round of background work, step by step as the core says (SPEC 13).

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use cenote_core::{Core, Reason, RoundStep};

use crate::{
    acquire::{
        bounded::bounded,
        creation::{Failure, failed, make, store},
    },
    building::manager::Manager,
    handoff::lease::{Held, Lease, Place},
    inner::Shared,
    release::returning::{accepted, destroy},
};

/// So much is done in the background, if nothing of it has to be waited for, before others on the same thread have a turn.
pub(crate) const STRIDE: u32 = 16;

pub(crate) async fn round<M: Manager>(inner: Shared<M>) {
    // Dropped last, so that the checks of a round that is broken off are told to the core first.
    let mut running = Running { inner: &inner, is_done: false };
    let mut checks = Checks { under_way: Vec::new() };
    for number in 1_u32.. {
        let step = inner.tell(|state, now| match state.core.next_round_step(now) {
            RoundStep::Check(slot) => Step::Check(state.take(slot, &inner)),
            RoundStep::Destroy(slot, reason) => Step::Destroy(state.take(slot, &inner), reason),
            RoundStep::Wait => Step::Wait,
            RoundStep::Create(slot) => Step::Create(Place::new(slot, inner.clone())),
            RoundStep::Done => Step::Done,
        });
        match step {
            Step::Check(lease) => checks.under_way.push(Box::pin(check(&inner, lease))),
            Step::Wait => checks.wait_for_one().await,
            Step::Destroy(lease, reason) => {
                checks.beside(quiet(destroy(lease, reason))).await;
            }
            Step::Create(place) => checks.beside(create(&inner, place)).await,
            Step::Done => break,
        }
        if number % STRIDE == 0 {
            checks.beside(step_aside()).await;
        }
    }
    running.is_done = true;
}

/// Ready at its second poll.
async fn step_aside() {
    let mut has_waited = false;
    poll_fn(|context| {
        if std::mem::replace(&mut has_waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await
}

/// The checks of a round, each of which may take its time without holding up the others (SPEC 13.3).
struct Checks<'a> {
    under_way: Vec<Pin<Box<dyn Future<Output = ()> + Send + 'a>>>,
}

impl Checks<'_> {
    /// True: one is over.
    fn poll(&mut self, context: &mut Context<'_>) -> bool {
        let before = self.under_way.len();
        self.under_way.retain_mut(|check| check.as_mut().poll(context).is_pending());
        self.under_way.len() < before
    }

    async fn wait_for_one(&mut self) {
        poll_fn(|context| if self.poll(context) { Poll::Ready(()) } else { Poll::Pending }).await
    }

    /// The checks go on while the round does something else.
    async fn beside<F: Future>(&mut self, other: F) -> F::Output {
        let mut other = pin!(other);
        poll_fn(|context| {
            self.poll(context);
            other.as_mut().poll(context)
        })
        .await
    }
}

/// A step of the core's, with what belongs to it.
enum Step<M: Manager> {
    Check(Lease<M>),
    Wait,
    Destroy(Lease<M>, Reason),
    Create(Place<M>),
    Done,
}

/// Tells the core if the round is broken off.
struct Running<'a, M: Manager> {
    inner: &'a Shared<M>,
    is_done: bool,
}

impl<M: Manager> Drop for Running<'_, M> {
    fn drop(&mut self) {
        if !self.is_done {
            self.inner.tell(|state, now| state.core.abort_round(now));
        }
    }
}

async fn check<M: Manager>(inner: &Shared<M>, mut lease: Lease<M>) {
    let said = quiet(async {
        let check = inner.check(&mut lease.resource);
        let said = bounded(&*inner.timer, inner.limits.check, check, || ()).await;
        accepted(inner, "check", said)
    });
    let healthy = said.await.unwrap_or(false);
    quiet(store(lease, |core, slot, now| core.checked(slot, healthy, now))).await;
}

/// One more for `min`. An error is nobody's but the report's (SPEC 13.6).
async fn create<M: Manager>(inner: &Shared<M>, place: Place<M>) {
    let panicked = || Err(Failure { text: "the manager panicked".into(), error: None });
    match quiet(make(inner)).await.unwrap_or_else(panicked) {
        Ok(resource) => {
            quiet(store(Box::new(Held { resource, place }), Core::warmed)).await;
        }
        Err(failure) => {
            quiet(async { drop(failed(inner, place, failure)) }).await;
        }
    }
}

/// In the background nobody is there to receive a panic. None: there was one.
async fn quiet<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}
