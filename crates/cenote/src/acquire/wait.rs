//! The future in which a caller waits for a place.
//!
//! Written by hand, so that a poll takes the lock once: the first poll either has a resource, or has left its waker in
//! the queue, before it unlocks. A timer exists only for a caller that waits with a limit, and in a box. Dropped while it
//! waits, it leaves the queue, and a grant that it may have had passes on (SPEC 6.6, 32.4).

use std::future::{Future, poll_fn};
use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use cenote_core::{Next, Patience, Reason, Refusal, SlotId, Time, WaiterId};

use super::bounded::Elapsed;
use crate::{
    background::{driver::Driver, shutdown::recycle_idle},
    building::manager::Manager,
    error::Error,
    handoff::lease::{Lease, Place},
    inner::{Inner, Shared},
    release::returning::accepted,
    state::{State, Taker},
    sync::MutexGuard,
    timers::timer::Task,
    watching::{
        events,
        spans::{self, Waiting},
    },
};

/// One call of acquire. It lies in the caller's future, and the task of each waiter has one: so it is packed. The limit in
/// nanoseconds, or one of three marks; and what only a call needs that waits with a limit, in a box.
pub(crate) struct Call {
    limit: u64,
    at: &'static Location<'static>,
    alarm: Option<Box<Alarm>>,
}

/// What ends a wait too early; and what else has to go on meanwhile.
#[derive(Default)]
struct Alarm {
    /// When the limit has passed. Fixed once, when the call first has to wait for anything (SPEC 7.5): until then no time has
    /// passed, and no precise clock has been read.
    until: Option<Time>,
    timer: Option<Task>,
    /// The background work, which no runtime has taken.
    driver: Option<Task>,
    /// When the call began, where times are recorded.
    begun: Option<Time>,
    /// The span of the wait.
    waiting: Option<Waiting>,
}

/// Without end.
const FOREVER: u64 = u64::MAX;
/// Not at all, and it is no error if there is nothing.
const ATTEMPT: u64 = u64::MAX - 1;
/// The same, and nothing is made.
const IDLE_ONLY: u64 = u64::MAX - 2;

impl Call {
    #[inline]
    pub(crate) fn new(limit: Option<Duration>, at: &'static Location<'static>) -> Call {
        let limit = match limit {
            None => FOREVER,
            Some(span) => u64::try_from(span.as_nanos()).unwrap_or(FOREVER).min(IDLE_ONLY - 1),
        };
        Call { limit, at, alarm: None }
    }

    pub(crate) fn attempt(at: &'static Location<'static>) -> Call {
        Call { limit: ATTEMPT, at, alarm: None }
    }

    pub(crate) fn of_idle(at: &'static Location<'static>) -> Call {
        Call { limit: IDLE_ONLY, at, alarm: None }
    }

    fn is_limited(&self) -> bool {
        self.limit < IDLE_ONLY
    }

    /// Whether a resource may be made for this call.
    pub(crate) fn creates(&self) -> bool {
        self.limit != IDLE_ONLY
    }

    /// Fixes the deadline. To be called before the caller waits for anything.
    pub(crate) fn fix<M: Manager>(&mut self, inner: &Inner<M>) {
        if self.is_limited() {
            let end = || Time(inner.now().0.saturating_add(self.limit));
            self.alarm.get_or_insert_default().until.get_or_insert_with(end);
        }
    }

    fn until(&self) -> Option<Time> {
        self.alarm.as_ref()?.until
    }

    /// What is left of the limit. Fixes the deadline.
    fn rest<M: Manager>(&mut self, inner: &Inner<M>) -> Duration {
        match self.until() {
            Some(until) => Duration::from_nanos(until.since(inner.now())),
            None => {
                self.fix(inner);
                self.span()
            }
        }
    }

    /// What is left for a creation or a hook; none without a limit. A limit of zero is one for the wait for a place alone.
    pub(crate) fn whole_rest<M: Manager>(&mut self, inner: &Inner<M>) -> Option<Duration> {
        (self.is_limited() && self.limit > 0).then(|| self.rest(inner))
    }

    /// The error of a call whose limit has passed while something was done for it.
    #[cold]
    pub(crate) fn late<M: Manager>(&self, inner: &Inner<M>) -> Error<M::Error> {
        let now = inner.now();
        let error = Error::Timeout(inner.lock().report(self.span(), now));
        events::refused(inner, &error);
        error
    }

    /// The caller waits, perhaps not for the first time.
    #[inline]
    fn note_waiting<M: Manager>(&mut self, inner: &Inner<M>) {
        if self.alarm.as_ref().is_none_or(|alarm| alarm.waiting.is_none()) {
            if let Some(waiting) = spans::waiting(inner) {
                self.alarm.get_or_insert_default().waiting = Some(waiting);
            }
        }
    }

    /// Where times are recorded: from now on it takes its time.
    #[cold]
    pub(crate) fn begin<M: Manager>(&mut self, inner: &Inner<M>) {
        self.alarm.get_or_insert_default().begun = Some(inner.now());
    }

    /// The caller has what is in this slot.
    #[cold]
    pub(crate) fn note_served<M: Manager>(&self, inner: &Inner<M>, slot: SlotId) {
        let now = inner.now();
        let begun = self.alarm.as_ref().and_then(|alarm| alarm.begun);
        if let (Some(recorder), Some(begun)) = (&inner.recorder, begun) {
            recorder.served_in(Duration::from_nanos(now.since(begun)));
        }
        // The cheap clock, by which it was noted, is too coarse for times that are recorded.
        inner.lock().note_taker(slot, Some(self.taker(now)));
    }

    fn timer(&mut self) -> Option<&mut Task> {
        self.alarm.as_mut()?.timer.as_mut()
    }

    fn set_timer(&mut self, timer: Task) {
        self.alarm.get_or_insert_default().timer = Some(timer);
    }

    /// The wait is over.
    fn stop_timer(&mut self) {
        if let Some(alarm) = &mut self.alarm {
            alarm.timer = None;
            alarm.driver = None;
            alarm.waiting = None;
        }
    }

    /// The wait has ended with a resource, which the hook is asked about next.
    #[inline]
    fn end_waiting(&mut self) {
        if let Some(alarm) = &mut self.alarm {
            alarm.waiting = None;
        }
    }

    fn is_driving(&self) -> bool {
        self.alarm.as_ref().is_some_and(|alarm| alarm.driver.is_some())
    }

    /// What to tell the core.
    #[inline]
    pub(crate) fn patience(&self) -> Patience {
        match self.limit {
            ATTEMPT | IDLE_ONLY => Patience::None,
            // It may not park at all.
            0 => Patience::Until(Time(0)),
            // Without end, or not fixed yet: no time has passed.
            _ => self.until().map_or(Patience::Forever, Patience::Until),
        }
    }

    pub(crate) fn is_attempt(&self) -> bool {
        matches!(self.limit, ATTEMPT | IDLE_ONLY)
    }

    fn span(&self) -> Duration {
        Duration::from_nanos(if self.is_limited() { self.limit } else { 0 })
    }

    pub(crate) fn taker(&self, since: Time) -> Taker {
        Taker { at: self.at, since, is_told: false }
    }
}

/// The hook, as events call it.
const BEFORE_ACQUIRE: &str = "before_acquire";

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

impl<M: Manager> AcquireStep<M> {
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
            Next::Refuse(refusal) => AcquireStep::Refused(match refusal {
                Refusal::Closed | Refusal::Stale => Error::Closed,
                Refusal::TimedOut | Refusal::Exhausted => {
                    Error::Timeout(state.report(call.span(), now))
                }
                Refusal::TooManyWaiters => Error::TooManyWaiters(state.report(call.span(), now)),
                Refusal::Unavailable => Error::Unavailable,
            }),
            Next::Consult => AcquireStep::Consult,
            // The core is told of no hook before acquire.
            Next::Check(_) => AcquireStep::Refused(Error::Unavailable),
        }
    }
}

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
    #[inline(never)]
    pub(crate) fn poll_place(&mut self, context: &mut Context<'_>) -> Poll<AcquireStep<M>> {
        let inner = self.inner;
        // Before anything has been asked for: a loop that is always served must let other tasks run.
        if self.waiter.is_none() && inner.timer.poll_turn(context).is_pending() {
            return Poll::Pending;
        }
        let now = inner.coarse_now();
        if let Some(waiter) = self.waiter {
            if inner.handoff.is_for(waiter) {
                if let Some(lease) = inner.handoff.take(waiter, now) {
                    return self.accept(waiter, lease, now);
                }
            }
        }
        let mut state = inner.lock_short();
        let next = match self.waiter {
            None => state.core.acquire(self.call.patience(), now),
            Some(waiter) => {
                state.fetch(&inner.handoff, waiter);
                state.core.resume(waiter, now)
            }
        };
        match next {
            Next::Take(slot) => {
                // What ends a wait has been woken, so no waker of this caller is left behind the lock.
                self.waiter = None;
                inner.note_taken(&mut state, slot, || self.call.taker(now));
                let lease = state.take(slot, inner);
                inner.wake_and_unlock(state);
                self.call.end_waiting();
                Poll::Ready(AcquireStep::Resource(lease))
            }
            Next::Park(waiter) => self.stand(waiter, state, context),
            next => self.end(next, state, now),
        }
    }

    /// This has lain in the mailbox of this waiter.
    #[inline]
    fn accept(&mut self, waiter: WaiterId, mut lease: Lease<M>, now: Time) -> Poll<AcquireStep<M>> {
        if lease.place.is_expired(now) {
            return self.decline(waiter, lease, now);
        }
        self.waiter = None;
        lease.place.arm_taken(self.inner, waiter, now);
        self.call.end_waiting();
        Poll::Ready(AcquireStep::Resource(lease))
    }

    /// It has grown too old in the mailbox: it goes into the store, and the core tells what to do about it.
    #[cold]
    fn decline(
        &mut self,
        waiter: WaiterId,
        mut lease: Lease<M>,
        now: Time,
    ) -> Poll<AcquireStep<M>> {
        let mut state = self.inner.lock_short();
        if !state.core.has_grant(waiter) {
            // Somebody has just told the core that it was taken.
            drop(state);
            self.waiter = None;
            lease.place.arm_taken(self.inner, waiter, now);
            self.call.end_waiting();
            return Poll::Ready(AcquireStep::Resource(lease));
        }
        state.return_unused(lease);
        let next = state.core.resume(waiter, now);
        self.end(next, state, now)
    }

    /// The caller waits, under this id: leaves its waker and arms its timer.
    #[inline(never)]
    fn stand(
        &mut self,
        waiter: WaiterId,
        mut state: MutexGuard<'_, State<M>>,
        context: &mut Context<'_>,
    ) -> Poll<AcquireStep<M>> {
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
    fn poll_limit(&mut self, waiter: WaiterId, context: &mut Context<'_>) -> Poll<AcquireStep<M>> {
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
    ) -> Poll<AcquireStep<M>> {
        let waker = self.waiter.take().and_then(|waiter| state.forget(waiter));
        let step = AcquireStep::new(next, &self.call, &mut state, self.inner, now);
        let wakes = state.all_wakes();
        drop(state);
        self.inner.run(wakes);
        self.call.stop_timer();
        drop(waker);
        Poll::Ready(step)
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
        let now = self.inner.coarse_now();
        let mut state = self.inner.lock_short();
        state.fetch(&self.inner.handoff, waiter);
        state.core.leave(waiter, now);
        let waker = state.forget(waiter);
        let wakes = state.all_wakes();
        drop(state);
        self.inner.run(wakes);
        drop(waker);
    }
}
