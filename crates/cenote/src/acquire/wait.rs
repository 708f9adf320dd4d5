//! The future in which a caller waits for a place.
//!
//! Hand-written, so that a poll takes the lock once: the first poll either has a resource, or has left its waker in
//! the queue, before it unlocks. A timer exists only for a caller that waits with a limit, and in a box. Dropped while it
//! waits, it leaves the queue, and a grant that it may have had passes on (SPEC 6.6, 32.4).

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use cenote_core::{Next, Reason, SlotId, Time, WaiterId};

use super::{
    bounded::Elapsed,
    call::Call,
    step::{AcquireStep, Found},
};
use crate::{
    background::{driver::Driver, shutdown::recycle_idle},
    building::manager::Manager,
    handoff::lease::Lease,
    inner::Shared,
    release::returning::accepted,
    state::State,
    sync::MutexGuard,
};

/// The hook, as events call it.
const BEFORE_ACQUIRE: &str = "before_acquire";

/// Waits until there is something to do.
pub(crate) struct Wait<'a, M: Manager> {
    pub(crate) inner: &'a Shared<M>,
    pub(crate) call: Call,
    waiter: Option<WaiterId>,
    /// The resource was made for this call: no hook is asked about it.
    pub(crate) is_new: bool,
    /// The limit has passed in a hook.
    is_late: bool,
}

impl<'a, M: Manager> Wait<'a, M> {
    #[inline]
    pub(crate) fn new(inner: &'a Shared<M>, call: Call) -> Self {
        Wait { inner, call, waiter: None, is_new: false, is_late: false }
    }

    /// The limit of the call has passed in a hook.
    #[inline]
    pub(crate) fn is_late(&self) -> bool {
        self.is_late
    }

    /// The caller has been given this position in the queue already.
    pub(crate) fn stand_at(&mut self, waiter: WaiterId) {
        self.waiter = Some(waiter);
    }

    /// The hook before acquire has suspended, on what is in this slot: waits until it has ended. None: the resource is the
    /// caller's. Else it is to be destroyed.
    ///
    /// Only now does the core learn of the hook, so that the state is looked at again when it ends (SPEC 5.8). One that is
    /// ready at once is no event for the core.
    pub(crate) async fn slow_hook(
        &mut self,
        slot: SlotId,
        mut hook: Pin<&mut impl Future<Output = Result<(), M::Error>>>,
    ) -> Option<Reason> {
        self.call.fix(self.inner);
        // The wait is over, if there was one; and if there is to be another, its timer is made anew.
        self.call.stop_timer();
        self.inner.tell(|state, _| state.core.vet(slot));
        let rest = self.call.whole_rest(self.inner);
        let limit = match (self.inner.limits.check, rest) {
            (Some(check), Some(rest)) => Some(check.min(rest)),
            (check, rest) => check.or(rest),
        };
        let mut timer = limit.map(|limit| self.inner.timer.sleep(limit));
        // Its first poll, which has just been, was in this same poll of the caller.
        let mut is_polled = true;
        let said = poll_fn(|context| {
            if !std::mem::take(&mut is_polled) {
                if let Poll::Ready(said) = hook.as_mut().poll(context) {
                    return Poll::Ready(Ok(said));
                }
            }
            match &mut timer {
                Some(timer) => timer.as_mut().poll(context).map(|()| Err(Elapsed)),
                None => Poll::Pending,
            }
        });
        let said = said.await;
        if said.is_err() {
            // Silence is no fault of one connection: what was idle at this time is as suspect, and each would cost a
            // caller the same wait (SPEC 32.10).
            recycle_idle(self.inner);
        }
        self.is_late = said.is_err() && rest.is_some() && limit == rest;
        let accepted = accepted(self.inner, BEFORE_ACQUIRE, said);
        self.answer_hook(slot, accepted)
    }

    /// The hook has rejected what is in this slot at once. None: all the same it is the caller's.
    #[cold]
    pub(crate) fn rejected(&mut self, slot: SlotId, error: M::Error) -> Option<Reason> {
        self.inner.tell(|state, _| state.core.vet(slot));
        let accepted = accepted(self.inner, BEFORE_ACQUIRE, Ok(Err(error)));
        self.answer_hook(slot, accepted)
    }

    fn answer_hook(&mut self, slot: SlotId, accepted: bool) -> Option<Reason> {
        let call = &self.call;
        self.inner.tell(|state, now| {
            let next =
                if accepted { state.core.accepted(slot, now) } else { state.core.rejected(slot) };
            match next {
                Next::Destroy(_, reason) => Some(reason),
                _ => {
                    self.inner.note_taken(state, slot, || call.taker(now));
                    None
                }
            }
        })
    }

    /// Waits for a place, and answers when there is something to do.
    #[inline(always)]
    pub(crate) fn poll_place(&mut self, context: &mut Context<'_>) -> Poll<Found<M>> {
        match self.waiter {
            None => self.begin(context),
            Some(waiter) => self.go_on(waiter, context),
        }
    }

    /// The first poll.
    #[inline(always)]
    fn begin(&mut self, context: &mut Context<'_>) -> Poll<Found<M>> {
        let inner = self.inner;
        // Before anything has been asked for: a loop that is always served must let other tasks run.
        let Poll::Ready(now) = inner.timer.poll_turn(context) else { return Poll::Pending };
        let mut state = inner.lock_short();
        if let Some(slot) = state.core.take_idle(now) {
            return self.take(slot, state, now);
        }
        if self.call.may_wait() {
            if let Some(waiter) = state.core.line_up(now) {
                return self.stand(waiter, state, context);
            }
        }
        self.begin_otherwise(state, context, now)
    }

    /// The same where more is to be asked than whether something is idle.
    #[inline(never)]
    fn begin_otherwise(
        &mut self,
        mut state: MutexGuard<'_, State<M>>,
        context: &mut Context<'_>,
        now: Time,
    ) -> Poll<Found<M>> {
        match state.core.acquire(self.call.patience(), now) {
            Next::Park(waiter) => self.stand_again(waiter, state, context),
            next => self.end(next, state, now),
        }
    }

    /// A poll of one that waits.
    #[inline(never)]
    fn go_on(&mut self, waiter: WaiterId, context: &mut Context<'_>) -> Poll<Found<M>> {
        let inner = self.inner;
        let now = inner.coarse_now();
        if inner.handoff.is_for(waiter) {
            if let Some(lease) = inner.handoff.take(waiter, now) {
                return self.accept(waiter, lease, now);
            }
        }
        let mut state = inner.lock_short();
        state.fetch(&inner.handoff, waiter);
        match state.core.take_granted(waiter, now) {
            Some(slot) => {
                // What ends a wait has been woken, so no waker of this caller is left behind the lock.
                self.waiter = None;
                let found = self.take(slot, state, now);
                self.call.end_waiting();
                found
            }
            None => self.resume(waiter, state, context, now),
        }
    }

    /// The same where there is no grant of a resource, or more is to be asked than that.
    #[inline(never)]
    fn resume(
        &mut self,
        waiter: WaiterId,
        mut state: MutexGuard<'_, State<M>>,
        context: &mut Context<'_>,
        now: Time,
    ) -> Poll<Found<M>> {
        match state.core.resume(waiter, now) {
            Next::Park(waiter) => self.stand_again(waiter, state, context),
            next => self.end(next, state, now),
        }
    }

    /// What the core has just given to this caller, which has woken nobody.
    #[inline(always)]
    fn take(
        &mut self,
        slot: SlotId,
        mut state: MutexGuard<'_, State<M>>,
        now: Time,
    ) -> Poll<Found<M>> {
        let inner = self.inner;
        inner.note_taken(&mut state, slot, || self.call.taker(now));
        Poll::Ready(Ok(state.take(slot, inner)))
    }

    /// This has lain in the mailbox of this waiter.
    #[inline]
    fn accept(&mut self, waiter: WaiterId, mut lease: Lease<M>, now: Time) -> Poll<Found<M>> {
        if lease.place.is_expired(now) {
            return self.decline(waiter, lease, now);
        }
        self.waiter = None;
        lease.place.arm_taken(self.inner, waiter, now);
        self.call.end_waiting();
        Poll::Ready(Ok(lease))
    }

    /// It has grown too old in the mailbox: it goes into the store, and the core tells what to do about it.
    #[cold]
    fn decline(&mut self, waiter: WaiterId, mut lease: Lease<M>, now: Time) -> Poll<Found<M>> {
        let mut state = self.inner.lock_short();
        if !state.core.has_grant(waiter) {
            // Somebody has just told the core that it was taken.
            drop(state);
            self.waiter = None;
            lease.place.arm_taken(self.inner, waiter, now);
            self.call.end_waiting();
            return Poll::Ready(Ok(lease));
        }
        state.return_unused(lease);
        let next = state.core.resume(waiter, now);
        self.end(next, state, now)
    }

    /// The caller has just joined the queue, under this id, while all places are taken: leaves its waker and arms its timer.
    #[inline(always)]
    fn stand(
        &mut self,
        waiter: WaiterId,
        mut state: MutexGuard<'_, State<M>>,
        context: &mut Context<'_>,
    ) -> Poll<Found<M>> {
        // First, for the clone of a waker may panic: then this caller leaves the queue.
        self.waiter = Some(waiter);
        let replaced = state.register(waiter, context.waker());
        drop(state);
        drop(replaced);
        self.call.note_waiting(self.inner);
        if self.call.is_limited() { self.poll_limit(waiter, context) } else { Poll::Pending }
    }

    /// The caller waits, perhaps not for the first time, and perhaps for the end of a back-off.
    #[inline(never)]
    fn stand_again(
        &mut self,
        waiter: WaiterId,
        mut state: MutexGuard<'_, State<M>>,
        context: &mut Context<'_>,
    ) -> Poll<Found<M>> {
        let inner = self.inner;
        // First, for the clone of a waker may panic: then this caller leaves the queue.
        self.waiter = Some(waiter);
        let replaced = state.register(waiter, context.waker());
        // A back-off that holds up this caller needs somebody to end it.
        if state.core.visible_deadline().is_some() {
            let wakes = state.all_wakes();
            drop(state);
            inner.run(wakes);
            self.drive(context);
        } else {
            inner.wake_and_unlock(state);
            if self.call.is_driving() {
                self.drive(context);
            }
        }
        drop(replaced);
        self.call.note_waiting(inner);
        if self.call.is_limited() { self.poll_limit(waiter, context) } else { Poll::Pending }
    }

    /// Something has to end the back-off for which this caller waits. If no runtime has taken the background work, the caller
    /// does it while it waits; when it leaves, the next one does.
    #[cold]
    fn drive(&mut self, context: &mut Context<'_>) {
        if self.inner.by_hand {
            return;
        }
        if !self.call.is_driving() {
            let Some(driver) = Driver::claim(self.inner) else { return };
            self.call.alarm.get_or_insert_default().driver = Some(Box::pin(driver));
        }
        let Some(alarm) = &mut self.call.alarm else { return };
        let Some(driver) = &mut alarm.driver else { return };
        if driver.as_mut().poll(context).is_ready() {
            alarm.driver = None;
        }
    }

    #[inline(never)]
    fn poll_limit(&mut self, waiter: WaiterId, context: &mut Context<'_>) -> Poll<Found<M>> {
        if self.call.timer().is_none() {
            let rest = self.call.rest(self.inner);
            self.call.set_timer(self.inner.timer.sleep(rest));
        }
        if self.call.timer().is_some_and(|timer| timer.as_mut().poll(context).is_pending()) {
            return Poll::Pending;
        }
        let now = self.inner.now();
        let mut state = self.inner.lock_short();
        state.fetch(&self.inner.handoff, waiter);
        let next = state.core.timed_out(waiter, now);
        self.end(next, state, now)
    }

    /// Ends a poll in which the core has given `next`, and with it the wait, if there was one.
    #[inline(never)]
    fn end(
        &mut self,
        next: Next,
        mut state: MutexGuard<'_, State<M>>,
        now: Time,
    ) -> Poll<Found<M>> {
        let waker = self.waiter.take().and_then(|waiter| state.forget(waiter));
        let step = AcquireStep::new(next, &self.call, &mut state, self.inner, now);
        let wakes = state.all_wakes();
        drop(state);
        self.inner.run(wakes);
        self.call.stop_timer();
        drop(waker);
        Poll::Ready(step.found())
    }
}

impl<M: Manager> Wait<'_, M> {
    /// The call has ended. In the usual case nothing is left to drop, and this is less work than to find that out.
    #[inline(always)]
    pub(crate) fn finish(self) {
        if self.waiter.is_none() && self.call.alarm.is_none() {
            std::mem::forget(self);
        }
    }
}

impl<M: Manager> Drop for Wait<'_, M> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(waiter) = self.waiter {
            self.leave(waiter);
        }
    }
}

impl<M: Manager> Wait<'_, M> {
    /// Leaves the queue before the end of the wait.
    #[inline(never)]
    fn leave(&mut self, waiter: WaiterId) {
        let mut state = self.inner.lock_short();
        if state.core.withdraw(waiter) {
            let waker = state.forget(waiter);
            drop(state);
            drop(waker);
            return;
        }
        self.pass_on(waiter, state);
    }

    /// The same with a grant, or after the pool's end.
    #[cold]
    fn pass_on(&mut self, waiter: WaiterId, mut state: MutexGuard<'_, State<M>>) {
        let now = self.inner.coarse_now();
        state.fetch(&self.inner.handoff, waiter);
        state.core.leave(waiter, now);
        let waker = state.forget(waiter);
        let wakes = state.all_wakes();
        drop(state);
        self.inner.run(wakes);
        drop(waker);
    }
}
