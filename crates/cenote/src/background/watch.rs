//! Waiting until the state of a pool has changed in some way: until a closed one is empty, until `min` are there.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use crate::{building::manager::Manager, inner::Shared, state::State};

/// Who waits for a change. Each is woken by every event off the fast path, and looks for itself.
#[derive(Default)]
pub(crate) struct Watchers {
    last: u64,
    wakers: Vec<(u64, Waker)>,
}

impl Watchers {
    pub(crate) fn wakers(&mut self) -> impl Iterator<Item = Waker> + '_ {
        self.wakers.drain(..).map(|(_, waker)| waker)
    }

    /// Gives back a waker that is to be dropped after unlocking.
    fn remove(&mut self, number: u64) -> Option<Waker> {
        let index = self.wakers.iter().position(|&(other, _)| other == number)?;
        Some(self.wakers.swap_remove(index).1)
    }
}

/// Ready when `look`, which runs under the lock, has an answer. Dropped before that, it leaves nothing behind.
pub(crate) struct Watch<'a, M: Manager, F> {
    inner: &'a Shared<M>,
    look: F,
    number: u64,
}

impl<'a, M: Manager, F> Watch<'a, M, F> {
    pub(crate) fn new<T>(inner: &'a Shared<M>, look: F) -> Watch<'a, M, F>
    where
        F: FnMut(&mut State<M>) -> Option<T> + Unpin,
    {
        let watchers = &mut inner.lock().watchers;
        watchers.last += 1;
        Watch { inner, look, number: watchers.last }
    }
}

impl<M: Manager, T, F> Future for Watch<'_, M, F>
where
    F: FnMut(&mut State<M>) -> Option<T> + Unpin,
{
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let this = &mut *self;
        // Its clone may be anything: not under the lock.
        let waker = context.waker().clone();
        let mut state = this.inner.lock();
        let replaced = state.watchers.remove(this.number);
        let answer = (this.look)(&mut state);
        match answer {
            Some(answer) => {
                let wakes = state.all_wakes();
                drop(state);
                this.inner.run(wakes);
                drop(replaced);
                Poll::Ready(answer)
            }
            None => {
                state.watchers.wakers.push((this.number, waker));
                drop(state);
                drop(replaced);
                Poll::Pending
            }
        }
    }
}

impl<M: Manager, F> Drop for Watch<'_, M, F> {
    fn drop(&mut self) {
        let removed = self.inner.lock().watchers.remove(self.number);
        drop(removed);
    }
}
