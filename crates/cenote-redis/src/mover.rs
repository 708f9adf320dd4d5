//! The task that moves what is sent and received.
//!
//! The driver hands a request to it through a queue, and it writes it to the socket some time later. Anyone who must know what
//! has been sent ([`Mover::catch_up`]) runs it at once, where he stands.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::task::{JoinHandle, unconstrained};

type Moving = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Dropped, it closes the socket.
#[derive(Debug)]
pub(crate) struct Mover {
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

struct Shared(Mutex<State>);

struct State {
    /// None: it has ended.
    moving: Option<Moving>,
    /// The task's. None: it has not run.
    waker: Option<Waker>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(moving) = &mut self.moving else { return Poll::Ready(()) };
        let polled = moving.as_mut().poll(context);
        if polled.is_ready() {
            self.moving = None;
        }
        polled
    }
}

impl Mover {
    pub(crate) fn start(moving: impl Future<Output = ()> + Send + 'static) -> Mover {
        let state = State { moving: Some(Box::pin(moving)), waker: None };
        let shared = Arc::new(Shared(Mutex::new(state)));
        let theirs = Arc::clone(&shared);
        let task = tokio::spawn(std::future::poll_fn(move |context| {
            let mut state = theirs.state();
            if state.waker.as_ref().is_none_or(|waker| !waker.will_wake(context.waker())) {
                state.waker = Some(context.waker().clone());
            }
            state.poll(context)
        }));
        Mover { shared, task }
    }

    /// Writes what waits to be written, as far as the socket takes it.
    pub(crate) fn catch_up(&self) {
        let mut state = self.shared.state();
        // The task has not run: its first run finds what this one leaves, no matter who is told of it.
        let waker = state.waker.clone();
        let waker = waker.as_ref().unwrap_or(Waker::noop());
        // Anyone who runs this may have used up the runtime's budget.
        let polled = pin!(unconstrained(std::future::poll_fn(|context| state.poll(context))))
            .poll(&mut Context::from_waker(waker));
        if polled.is_ready() {
            waker.wake_by_ref();
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.task.is_finished() || self.shared.state().moving.is_none()
    }

    /// Ready when it has ended.
    pub(crate) fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.task.is_finished() {
            return Poll::Ready(());
        }
        Pin::new(&mut self.task).poll(context).map(drop)
    }
}

impl Drop for Mover {
    fn drop(&mut self) {
        self.task.abort();
        let moving = self.shared.state().moving.take();
        drop(moving);
    }
}
