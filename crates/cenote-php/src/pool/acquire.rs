//! acquire and tryAcquire: one conversation with the core.
//!
//! The first answer of the core is the last one whenever an idle resource is at hand and no hook wants to see it: that path
//! reads the coarse clock once and allocates nothing. Everything else goes on in [`Pool::go_on`]. The deadline is fixed
//! once (SPEC 7.5): at the first answer that is not the end, before any callback runs that may take time and before anybody
//! parks, by a precise reading that the short path does without.

use super::{
    callbacks::{Trouble, call},
    messages,
    php::exceptions,
    resource_pool::{Lease, Pool, Taken},
};
use crate::{
    runtime::{self, Awaited, Woken},
    zend::{Message, Object, Thrown, exception, frame, ini::IntSetting},
};
use cenote_core::{
    BreakerState, Core, Next, Patience, Refusal, Report, Situation, SlotId, Time, TimeoutMessage,
    WaiterId,
};
use std::time::Duration;

/// How long a caller waits for a place.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    /// The pool's own acquireTimeout.
    OfPool,
    Endless,
    Within(Duration),
}

/// Why there is no resource.
pub(crate) enum Failed {
    /// Boxed, because every hand-out would carry the room for it.
    Denied(Box<Denied>),
    /// A callback threw, or the coroutine was cancelled.
    Thrown(Thrown),
}

/// The pool's own refusal, for the caller to word as an exception.
pub(crate) struct Denied {
    pub(crate) cause: Cause,
    pub(crate) message: Message,
    /// While creation fails: the last error of the factory (SPEC 5.9).
    pub(crate) previous: Option<Object>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Closed,
    Unavailable,
    TimedOut,
    TooManyWaiters,
    /// SPEC 30.12.
    CannotWait,
}

/// Why a conversation ended without a resource, before a refusal is put into words: tryAcquire needs none.
enum Stopped {
    Refused(Refusal),
    Failed(Failed),
}

impl From<Thrown> for Failed {
    fn from(thrown: Thrown) -> Self {
        Failed::Thrown(thrown)
    }
}

impl<T: Into<Failed>> From<T> for Stopped {
    fn from(failed: T) -> Self {
        Stopped::Failed(failed.into())
    }
}

impl Denied {
    /// Raises the exception of SPEC 5.
    #[cold]
    pub(crate) fn throw(&self) -> Thrown {
        let class = match self.cause {
            Cause::Unavailable => exceptions::service_unavailable_exception(),
            Cause::TimedOut => exceptions::timeout_exception(),
            _ => exceptions::pool_exception(),
        };
        let Some(previous) = &self.previous else { return exception::throw(class, &self.message) };
        match exception::create(class, &self.message) {
            Ok(error) => {
                exception::chain(&error, previous.clone());
                exception::throw_object(error)
            }
            Err(thrown) => thrown,
        }
    }
}

/// Hand-outs note where they were taken if this is above 0.
pub(super) static LEAK_THRESHOLD: IntSetting = IntSetting::new(
    c"cenote.leak_threshold_ms",
    c"0",
    c"above 0: pools note where and by which coroutine each resource was taken; slots() tells it, stats() and timeouts where the longest hold began",
);

/// What stays the same through one conversation.
#[derive(Clone, Copy)]
pub(super) struct Caller {
    patience: Patience,
    pub(super) limit: Option<Duration>,
}

impl Caller {
    #[inline]
    fn now(self) -> Time {
        match self.patience {
            Patience::Until(_) => runtime::precise_now(),
            Patience::None | Patience::Forever => runtime::coarse_now(),
        }
    }

    fn deadline(self) -> Option<Time> {
        match self.patience {
            Patience::Until(deadline) => Some(deadline),
            Patience::None | Patience::Forever => None,
        }
    }
}

impl Pool {
    /// A resource, waiting for one if need be (SPEC 5).
    #[inline(always)]
    pub(crate) fn acquire(&self, limit: Limit) -> Result<Lease, Failed> {
        match self.take_idle() {
            Some(lease) => Ok(lease),
            None => self.acquire_by_asking(limit),
        }
    }

    #[inline(never)]
    fn acquire_by_asking(&self, limit: Limit) -> Result<Lease, Failed> {
        let slot = match self.first_answer(Patience::Forever) {
            Next::Take(slot) => slot,
            Next::Check(slot) if self.is_endless(limit) || self.callbacks.accepts_at_once() => {
                self.acquire_checked(slot, limit)?
            }
            next => self.persist(next, limit)?,
        };
        Ok(self.hand_out(slot))
    }

    /// A resource that is idle, if it can be had without asking anybody. After `None` nothing was done.
    #[inline(always)]
    pub(super) fn take_idle(&self) -> Option<Lease> {
        if self.hooks.before_acquire || LEAK_THRESHOLD.get() > 0 {
            return None;
        }
        let mut state = self.state.borrow_mut();
        if state.core.idle() == 0 {
            return None;
        }
        let slot = state.core.take_idle(runtime::coarse_now())?;
        state.after_step();
        Some(Lease { slot, resource: state.payloads.hand_out(slot) })
    }

    #[inline]
    fn is_endless(&self, limit: Limit) -> bool {
        match limit {
            Limit::OfPool => self.acquire_timeout.is_none(),
            Limit::Endless => true,
            Limit::Within(_) => false,
        }
    }

    /// The usual end with a beforeAcquire hook: it accepts.
    #[inline(always)]
    fn acquire_checked(&self, slot: SlotId, limit: Limit) -> Result<SlotId, Failed> {
        match self.ask_before_acquire(slot) {
            Ok(true) if self.step_here(|core, now| core.accept(slot, now)) => Ok(slot),
            judgement => self.persist(self.judged(slot, judgement)?, limit),
        }
    }

    #[inline(always)]
    fn hand_out(&self, slot: SlotId) -> Lease {
        let resource = self.state.borrow_mut().payloads.hand_out(slot);
        self.note_place(slot);
        Lease { slot, resource }
    }

    /// A resource if one can be had without waiting for a place (SPEC 8).
    pub(crate) fn try_acquire(&self) -> Result<Option<Lease>, Thrown> {
        let next = self.first_answer(Patience::None);
        match self.go_on(next, Caller { patience: Patience::None, limit: None }) {
            Ok(slot) => Ok(Some(self.hand_out(slot))),
            Err(Stopped::Refused(_) | Stopped::Failed(Failed::Denied(_))) => Ok(None),
            Err(Stopped::Failed(Failed::Thrown(thrown))) => Err(thrown),
        }
    }

    #[inline(always)]
    fn first_answer(&self, patience: Patience) -> Next {
        let mut state = self.state.borrow_mut();
        // A caller that has to wait waits from here on, so that its time is worth an exact reading.
        let now =
            if state.core.idle() > 0 { runtime::coarse_now() } else { runtime::precise_now() };
        let next = state.core.acquire(patience, now);
        state.wake_served();
        next
    }

    /// A caller whose time begins now.
    #[cold]
    fn caller(&self, limit: Limit) -> Caller {
        let limit = match limit {
            Limit::OfPool => self.acquire_timeout,
            Limit::Endless => None,
            Limit::Within(limit) => Some(limit),
        };
        let patience = limit
            .map_or(Patience::Forever, |limit| Patience::Until(runtime::precise_now() + limit));
        Caller { patience, limit }
    }

    /// What the first answer leaves to do, for a caller who waits.
    #[inline(never)]
    fn persist(&self, next: Next, limit: Limit) -> Result<SlotId, Failed> {
        let caller = self.caller(limit);
        self.go_on(next, caller).map_err(|stopped| match stopped {
            Stopped::Refused(refusal) => self.denied(refusal, caller),
            Stopped::Failed(failed) => failed,
        })
    }

    fn go_on(&self, mut next: Next, caller: Caller) -> Result<SlotId, Stopped> {
        let patience = caller.patience;
        let mut parked = None;
        // The first answer was given at an exact moment, or does not have the caller wait.
        let mut first = true;
        loop {
            next = match next {
                Next::Take(slot) => return Ok(slot),
                Next::Check(slot) => self.check_idle(slot, caller)?,
                Next::Create(slot) => {
                    // What is in flight would go with the error.
                    let may_wait = !exception::pending();
                    let made = self.create_in_time(slot, caller);
                    let next = match made {
                        Ok(()) => self.step_at(caller.now(), |core, now| core.created(slot, now)),
                        Err(failed) if may_wait && self.waits_for_others(&failed) => {
                            self.step_at(caller.now(), |core, now| core.acquire(patience, now))
                        }
                        Err(failed) => return Err(failed.into()),
                    };
                    self.rearm();
                    next
                }
                Next::Destroy(slot, _) => match self.destroy(slot) {
                    Ok(()) => {
                        self.step_at(caller.now(), |core, now| core.retry(slot, patience, now))
                    }
                    Err(trouble) => {
                        self.step(|core, now| core.destroyed(slot, now));
                        return Err(trouble.raise().into());
                    }
                },
                Next::Park(waiter) => {
                    let parked_before = parked.replace(waiter) == Some(waiter);
                    self.wait(waiter, first || parked_before, caller)?
                }
                Next::Consult => {
                    let recover = self.consult_strategy().map_err(Trouble::raise)?;
                    self.step_at(caller.now(), |core, now| core.consulted(recover, patience, now))
                }
                Next::Refuse(refusal) => return Err(Stopped::Refused(refusal)),
            };
            first = false;
        }
    }

    /// SPEC 5.5, 23.7.
    fn create_in_time(&self, slot: SlotId, caller: Caller) -> Result<(), Failed> {
        let deadline = caller.deadline().filter(|_| self.callbacks.creates_within_deadline());
        match deadline {
            Some(deadline) if self.is_late(deadline, caller) => {
                self.create_late(slot, deadline, caller)
            }
            _ => self
                .create(slot, deadline)
                .map_err(|trouble| self.not_created(trouble, deadline, caller)),
        }
    }

    /// Whether a creation has failed because there are as many as the other side allows, of which this pool has some: one of them
    /// is worth waiting for (SPEC 22.11). The exception is dropped then; the pool keeps it for who waits in vain.
    #[cold]
    fn waits_for_others(&self, failed: &Failed) -> bool {
        if !matches!(failed, Failed::Thrown(Thrown::Exception)) || self.look(Core::total) == 0 {
            return false;
        }
        let Some(error) = exception::take() else { return false };
        let waits = self.callbacks.is_full(&error);
        if !waits {
            // It stays pending.
            let _ = exception::throw_object(error);
        }
        waits
    }

    /// A creation that the deadline has ended is a wait that it has ended (SPEC 23.7).
    #[cold]
    fn not_created(&self, trouble: Trouble, deadline: Option<Time>, caller: Caller) -> Failed {
        let cut_off = matches!(trouble, Trouble::Exception(_))
            && deadline.is_some_and(|deadline| runtime::precise_now() >= deadline);
        if cut_off {
            Failed::Denied(Box::new(self.timed_out(caller)))
        } else {
            trouble.raise().into()
        }
    }

    #[inline(always)]
    fn ask_before_acquire(&self, slot: SlotId) -> Result<bool, Trouble> {
        let resource = self.state.borrow().payloads.get(slot);
        if self.callbacks.is_known_good(&resource) {
            return Ok(true);
        }
        call(|| self.callbacks.before_acquire(slot, &resource))
    }

    /// Runs beforeAcquire.
    fn check_idle(&self, slot: SlotId, caller: Caller) -> Result<Next, Thrown> {
        match self.ask_before_acquire(slot) {
            Ok(true) => Ok(self.step_at(caller.now(), |core, now| core.accepted(slot, now))),
            judgement => self.judged(slot, judgement),
        }
    }

    /// Reports what beforeAcquire has said.
    #[cold]
    fn judged(&self, slot: SlotId, judgement: Result<bool, Trouble>) -> Result<Next, Thrown> {
        match judgement {
            Ok(true) => Ok(self.step(|core, now| core.accepted(slot, now))),
            Ok(false) | Err(Trouble::Exception(_)) => Ok(self.step(|core, _| core.rejected(slot))),
            Err(interruption) => Err(self.interrupted(slot, interruption).raise()),
        }
    }

    /// Parks until the core grants a place, the deadline passes, or the wait is ended from outside.
    ///
    /// `timed`: the core knows since when.
    fn wait(&self, waiter: WaiterId, timed: bool, caller: Caller) -> Result<Next, Failed> {
        if !runtime::may_park() {
            self.step(|core, now| core.leave(waiter, now));
            return Err(Failed::Denied(Box::new(self.cannot_wait())));
        }
        {
            let mut state = self.state.borrow_mut();
            state.park(waiter, runtime::current());
            if !timed {
                state.core.parked_at(waiter, runtime::precise_now());
            }
        }
        self.rearm();
        let woken = runtime::park_for(caller.deadline(), self.weak());
        let now = runtime::precise_now();
        match woken {
            Ok(Woken::Called) => Ok(self.step_at(now, |core, now| core.resume(waiter, now))),
            Ok(Woken::TimedOut) => Ok(self.step_at(now, |core, now| core.timed_out(waiter, now))),
            Err(interrupted) => {
                self.step_at(now, |core, now| core.leave(waiter, now));
                Err(interrupted.throw().into())
            }
        }
    }

    #[cold]
    fn cannot_wait(&self) -> Denied {
        let message = if runtime::library_locks::are_held() {
            messages::cannot_wait_in_library(self.report())
        } else {
            messages::cannot_wait(self.report())
        };
        Denied { cause: Cause::CannotWait, message, previous: None }
    }

    fn report(&self) -> Report {
        self.look(|core| core.report(runtime::precise_now()))
    }

    #[cold]
    fn denied(&self, refusal: Refusal, caller: Caller) -> Failed {
        let (cause, message) = match refusal {
            Refusal::Closed => (Cause::Closed, messages::CLOSED),
            Refusal::Unavailable => (Cause::Unavailable, self.unavailable()),
            Refusal::TimedOut => return Failed::Denied(Box::new(self.timed_out(caller))),
            Refusal::TooManyWaiters => {
                let limit = self.look(|core| core.settings().max_waiters);
                (Cause::TooManyWaiters, messages::too_many_waiters(limit, self.report()))
            }
            Refusal::Exhausted => unreachable!("told only to those who do not wait"),
            Refusal::Stale => unreachable!("a conversation uses the ids it was given, once each"),
        };
        Failed::Denied(Box::new(Denied { cause, message, previous: None }))
    }

    fn unavailable(&self) -> Message {
        let (state, limit) =
            self.look(|core| (core.breaker_state(), core.settings().recovery_limit));
        match state {
            BreakerState::Recovering => messages::breaker_is_on_trial(limit),
            _ => messages::BREAKER_IS_OPEN,
        }
    }

    pub(super) fn timed_out(&self, caller: Caller) -> Denied {
        let limit = caller.limit.unwrap_or_default();
        let message = self.with_situation(self.report(), |situation| {
            messages::no_resource_in_time(TimeoutMessage { limit, situation })
        });
        let previous = self.last_failure.borrow().error.clone();
        Denied { cause: Cause::TimedOut, message, previous }
    }

    fn with_situation<T>(&self, report: Report, word: impl FnOnce(Situation) -> T) -> T {
        let place = self.longest_hold_place();
        let last_failure = self.last_failure.borrow();
        let last_error = last_failure.text.as_deref();
        word(Situation { report, last_error, taken_at: place.as_deref() })
    }

    #[inline]
    fn note_place(&self, slot: SlotId) {
        if LEAK_THRESHOLD.get() > 0 {
            self.note_place_of(slot);
        }
    }

    #[cold]
    fn note_place_of(&self, slot: SlotId) {
        let place = frame::location().map(|(file, line)| format!("{file}:{line}"));
        let coroutine = Some(runtime::current_flow().number());
        let mut taken = self.taken.borrow_mut();
        if taken.len() <= slot.index() {
            taken.resize(slot.index() + 1, Taken::default());
        }
        taken[slot.index()] = Taken { place, coroutine };
    }
}

/// The same figures as in a timeout's message. Nobody has been refused, so the queue holds all who wait.
impl Awaited for Pool {
    fn state(&self) -> String {
        let waiting = self.look(|core| core.waiting());
        let report = Report { waiting, ..self.report() };
        self.with_situation(report, |situation| format!("pool with {situation}"))
    }
}
