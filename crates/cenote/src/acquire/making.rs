//! A creation in flight. Once begun it goes on for the pool when its caller has left (SPEC 32.4): a caller that gives up is no
//! reason to throw a half-made connection away, and where callers give up sooner than a connect takes, nobody would ever be
//! served otherwise.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use cenote_core::Core;

use super::creation::{Failure, failed, make, store};
use crate::{
    background::watch::Watch,
    building::manager::Manager,
    handoff::lease::{Held, Place},
    inner::Shared,
};

type Made<M> = Result<<M as Manager>::Resource, Failure<<M as Manager>::Error>>;

/// Ready with the place and what has come of it. Dropped before that, it goes on in the background.
pub(crate) struct Making<M: Manager> {
    /// None: it has ended, somebody else goes on with it, or it has panicked.
    running: Option<Running<M>>,
}

/// The order of the fields is the order in which they are dropped.
struct Running<M: Manager> {
    future: Pin<Box<dyn Future<Output = Made<M>> + Send>>,
    place: Place<M>,
}

impl<M: Manager> Making<M> {
    pub(crate) fn new(inner: &Shared<M>, place: Place<M>) -> Making<M> {
        let inner = inner.clone();
        let future = Box::pin(async move { make(&inner).await });
        Making { running: Some(Running { future, place }) }
    }

    /// The caller leaves. `late`: since its deadline has passed.
    pub(crate) fn leave(&mut self, late: bool) {
        let Some(running) = self.running.take() else { return };
        let Some(inner) = running.place.inner().cloned() else { return };
        let slot = running.place.slot();
        // One that was begun for the store is so already.
        inner.tell(|state, _| state.core.forsake(slot, late));
        // Without a background it is dropped. This may be in the middle of an unwinding.
        let task = Box::pin(go_on(inner.clone(), running));
        let _ = catch_unwind(AssertUnwindSafe(|| drop(inner.timer.spawn(task))));
    }
}

impl<M: Manager> Future for Making<M> {
    type Output = (Place<M>, Made<M>);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Taken out, so that one that panics is not polled again.
        let mut running = self.running.take().expect("it is not polled after its end");
        match running.future.as_mut().poll(context) {
            Poll::Ready(made) => Poll::Ready((running.place, made)),
            Poll::Pending => {
                self.running = Some(running);
                Poll::Pending
            }
        }
    }
}

impl<M: Manager> Drop for Making<M> {
    fn drop(&mut self) {
        self.leave(false);
    }
}

/// In the background, until it has ended or the pool is closed.
async fn go_on<M: Manager>(inner: Shared<M>, running: Running<M>) {
    let Running { mut future, place } = running;
    let mut closed = Watch::new(&inner, |state| state.core.is_closed().then_some(()));
    let made = poll_fn(|context| {
        // Nobody is there to receive a panic.
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Ready(made)) => Poll::Ready(Some(made)),
            Ok(Poll::Pending) => Pin::new(&mut closed).poll(context).map(|()| None),
            Err(_) => Poll::Ready(None),
        }
    })
    .await;
    drop(future);
    match made {
        Some(Ok(resource)) => store(Box::new(Held { resource, place }), Core::warmed).await,
        Some(Err(failure)) => drop(failed(&inner, place, failure)),
        None => drop(place),
    }
}
