//! An acquired resource.

use std::fmt;
use std::ops::{Deref, DerefMut};

use cenote_core::{After, HandOver, SlotId, Verdict};

use super::returning;
use crate::{
    building::manager::{Manager, OnRelease},
    handoff::lease::{Held, Lease},
    inner::Shared,
    state::State,
    strategy::Outcome,
    sync::MutexGuard,
    watching::events,
};

/// A resource acquired from a pool. It derefs to the resource, which the guard owns: no lock is taken to use it.
///
/// The guard owns a share of the pool and borrows nothing, so it can be moved into tasks and structs. Dropping it gives the
/// resource back: [`Manager::on_release`] decides what becomes of it, and the oldest waiter has its place before the drop
/// ends. A drop never blocks; it starts a task only if there is something to await ([`OnRelease::Reset`], or an
/// asynchronous [`Manager::destroy`]). Dropped by a panic that unwinds, the resource is destroyed, since nobody knows what
/// state it is in.
///
/// ```
/// use cenote::Pool;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(String::new()) }).build().unwrap();
/// let mut text = pool.acquire().await.unwrap();
/// text.push_str("hello");
/// let task = tokio::spawn(async move { text.len() });
/// assert_eq!(task.await.unwrap(), 5);
/// # }
/// ```
#[must_use = "a guard that is dropped at once gives its resource back at once"]
#[doc(alias("Object", "PooledConnection"))]
pub struct Guard<M: Manager> {
    /// None: consumed.
    lease: Option<Lease<M>>,
}

impl<M: Manager> Guard<M> {
    #[inline]
    pub(crate) fn new(lease: Lease<M>) -> Guard<M> {
        Guard { lease: Some(lease) }
    }

    /// Gives the resource back, and waits until it has been cleaned or destroyed, if it is to be; a plain drop leaves that to
    /// the background. If this future is dropped before it is ready, the resource is destroyed.
    ///
    /// # Panics
    ///
    /// As the [`Timer`](crate::Timer) does, if [`Manager::reset`] or [`Manager::destroy`] has to be waited for: tokio's needs a
    /// runtime, here or where the pool was built. The resource is destroyed then.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).build().unwrap();
    /// let guard = pool.acquire().await.unwrap();
    /// guard.release().await;
    /// assert_eq!(pool.stats().idle, 1);
    /// # }
    /// ```
    pub async fn release(mut self) {
        let Some(mut lease) = self.lease.take() else { return };
        let said = ask(&mut lease);
        returning::give_back(lease, said).await;
    }

    /// Takes the resource out of the pool for good. Its place is free at once: the pool may make another one.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) }).build().unwrap();
    /// let seven: i32 = pool.acquire().await.unwrap().detach();
    /// assert_eq!((seven, pool.stats().total, pool.stats().detached), (7, 0, 1));
    /// # }
    /// ```
    #[doc(alias("take"))]
    pub fn detach(mut self) -> M::Resource {
        let Held { resource, mut place } = *self.lease.take().expect(EMPTY);
        // The hand-over: from here on no drop has anything to do.
        if let Some(inner) = place.disarm() {
            inner.tell(|state, now| state.core.detach(place.slot(), now));
        }
        resource
    }

    /// Gives the resource back as broken: it is destroyed, and counts as a failure for the circuit breaker. The reason
    /// appears in the events of the pool.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(0) }).build().unwrap();
    /// let guard = pool.acquire().await.unwrap();
    /// guard.discard("the server hung up");
    /// assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    /// # }
    /// ```
    pub fn discard(mut self, reason: impl fmt::Display) {
        let Some(lease) = self.lease.take() else { return };
        if let Some(inner) = lease.place.inner() {
            events::discarded(inner, &reason);
        }
        give_back_later(lease, OnRelease::Discard);
    }
}

/// What the manager says about a resource that comes back.
#[inline]
fn ask<M: Manager>(lease: &mut Lease<M>) -> OnRelease {
    let Held { resource, place } = &mut **lease;
    match place.inner() {
        Some(inner) => inner.on_release(resource),
        None => OnRelease::Discard,
    }
}

/// The short way back.
#[inline]
fn put_back<M: Manager>(mut lease: Lease<M>) {
    let is_plain =
        !lease.place.was_in_mailbox() && lease.place.inner().is_some_and(|inner| !inner.listens());
    if !is_plain {
        return put_back_with_news(lease);
    }
    let Some(inner) = lease.place.disarm() else { return };
    let (slot, now) = (lease.slot(), inner.coarse_now());
    let mut state = inner.lock_short();
    if state.core.give_back(slot, now) {
        // Nobody waits, so nobody is to be woken.
        state.count_return();
        return state.put(slot, lease);
    }
    if !state.core.give_on(slot, now) {
        let after = state.core.release(slot, Verdict::Keep, now);
        if after != After::Stored {
            return finish_return(&inner, state, Some((lease, after)));
        }
    }
    if let Some(to) = state.hand_over(slot) {
        return hand_over(&inner, state, lease, to);
    }
    state.put(slot, lease);
    inner.wake_and_unlock(state);
}

/// The same if it has lain in a mailbox, or if its return is news for others than the next one in the queue.
#[inline(never)]
fn put_back_with_news<M: Manager>(mut lease: Lease<M>) {
    let slot = lease.slot();
    let taken = lease.place.forget_taking();
    if let Some(inner) = lease.place.inner() {
        if inner.listens() {
            tell_listeners(inner, slot);
        }
    }
    let Some(inner) = lease.place.disarm() else { return };
    let now = inner.coarse_now();
    let mut state = inner.lock_short();
    let after = match taken {
        Some(taken) => state.release_taken(taken, slot, now),
        None => state.core.release(slot, Verdict::Keep, now),
    };
    if after != After::Stored {
        return finish_return(&inner, state, Some((lease, after)));
    }
    if inner.listens() {
        state.put(slot, lease);
        return finish_return(&inner, state, None);
    }
    if let Some(to) = state.hand_over(slot) {
        return hand_over(&inner, state, lease, to);
    }
    state.put(slot, lease);
    inner.wake_and_unlock(state);
}

/// What has come back goes into a mailbox.
#[inline(never)]
fn hand_over<M: Manager>(
    inner: &Shared<M>,
    mut state: MutexGuard<'_, State<M>>,
    lease: Lease<M>,
    to: HandOver,
) {
    state.put_in_mailbox(&inner.handoff, lease, to);
    let waker = state.forget(to.waiter);
    inner.wake_first_and_unlock(waker, state);
}

/// A resource that is good comes back, in a pool where that is news.
#[cold]
fn tell_listeners<M: Manager>(inner: &Shared<M>, slot: SlotId) {
    inner.end_hold(slot);
    inner.judge(slot, Outcome::Success);
}

/// What else there may be to do: the breaker may have been set, or the resource is to be destroyed.
#[cold]
fn finish_return<M: Manager>(
    inner: &Shared<M>,
    mut state: MutexGuard<'_, State<M>>,
    doomed: Option<(Lease<M>, After)>,
) {
    let wakes = state.all_wakes();
    drop(state);
    inner.run(wakes);
    if let Some((mut lease, After::Destroy(slot, reason))) = doomed {
        lease.place.arm(slot, inner);
        inner.run_detached(Box::pin(returning::destroy(lease, reason)));
    }
}

#[cold]
fn give_back_later<M: Manager>(lease: Lease<M>, said: OnRelease) {
    let Some(inner) = lease.place.inner().cloned() else { return };
    inner.run_detached(Box::pin(returning::give_back(lease, said)));
}

const EMPTY: &str = "a guard has its resource until it is consumed";

impl<M: Manager> Deref for Guard<M> {
    type Target = M::Resource;

    #[inline]
    fn deref(&self) -> &M::Resource {
        &self.lease.as_ref().expect(EMPTY).resource
    }
}

impl<M: Manager> DerefMut for Guard<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut M::Resource {
        &mut self.lease.as_mut().expect(EMPTY).resource
    }
}

impl<M: Manager> Drop for Guard<M> {
    #[inline]
    fn drop(&mut self) {
        let Some(mut lease) = self.lease.take() else { return };
        // Dropped by a panic: the lease goes as it is, the resource first and then its place.
        if std::thread::panicking() {
            return;
        }
        match ask(&mut lease) {
            OnRelease::Keep => put_back(lease),
            said => give_back_later(lease, said),
        }
    }
}

impl<M: Manager> fmt::Debug for Guard<M>
where
    M::Resource: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Guard").field(&**self).finish()
    }
}
