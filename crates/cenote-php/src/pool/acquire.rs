//! acquire and tryAcquire: one conversation with the core, which decides each step of it ([`Conversation`]).
//!
//! The first answer of the core is the last one whenever an idle resource is at hand and no hook wants to see it: that path
//! reads the coarse clock once and allocates nothing. Everything else goes on in [`Pool::go_on`]: ask, do, tell. The
//! deadline is fixed once (SPEC 7.5): at the first answer that is not the end, before any callback runs that may take time and
//! before anybody parks, by a precise reading that the short path does without.

use super::{
    callbacks::{Trouble, call},
    messages,
    php::exceptions,
    resource_pool::{Lease, Pool, Taken},
};
use crate::{
    runtime::{self, Awaited, WaitMode, Woken},
    zend::{Message, Object, Thrown, exception, frame, globals::engine_local, ini::IntSetting},
};
use cenote_core::{
    AcquireLimit, BreakerState, Conversation, Creation, Denial, Next, Patience, Report, Situation,
    SlotId, Step, TimeoutMessage, Told, WaiterId,
};
use std::{cell::Cell, time::Duration};

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
    /// Boxed, because every checkout would carry the room for it.
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

/// Why a conversation ended without a resource, before a denial is put into words: tryAcquire needs none.
enum Stopped {
    Denied(Denial),
    CannotWait,
    Thrown(Thrown),
}

/// How a creation ended, other than with a resource.
pub(super) enum Unmade {
    /// It failed, or was interrupted.
    Trouble(Trouble),
    /// The pool goes on with it, for the caller's time is over.
    Overdue,
    /// The pool goes on with it, for its caller was interrupted.
    Left(Thrown),
}

impl From<Thrown> for Failed {
    fn from(thrown: Thrown) -> Self {
        Failed::Thrown(thrown)
    }
}

impl From<Thrown> for Stopped {
    fn from(thrown: Thrown) -> Self {
        Stopped::Thrown(thrown)
    }
}

impl From<Trouble> for Unmade {
    fn from(trouble: Trouble) -> Self {
        Unmade::Trouble(trouble)
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

/// Checkouts note where they were taken if this is above 0.
pub(super) static LEAK_THRESHOLD: IntSetting = IntSetting::new(
    c"cenote.leak_threshold_ms",
    c"0",
    c"above 0: pools note where and by which coroutine each resource was taken; slots() tells it, stats() and timeouts where the longest hold began",
    engine_local!(Cell<i64>, Cell::new(0)),
);

impl Pool {
    /// A resource, waiting for one if need be (SPEC 5).
    #[inline(always)]
    pub(crate) fn acquire(&self, limit: Limit) -> Result<Lease, Failed> {
        match self.take_idle() {
            Some(lease) => Ok(lease),
            None => self.acquire_by_asking(limit),
        }
    }

    /// The same where [`take_idle`](Self::take_idle) has found nothing.
    #[inline(never)]
    pub(super) fn acquire_by_asking(&self, limit: Limit) -> Result<Lease, Failed> {
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
        let mut conversation = Conversation::new(AcquireLimit::ATTEMPT, runtime::precise_now);
        match self.go_on(&mut conversation, next) {
            Ok(slot) => Ok(Some(self.hand_out(slot))),
            Err(Stopped::Denied(_) | Stopped::CannotWait) => Ok(None),
            Err(Stopped::Thrown(thrown)) => Err(thrown),
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

    /// A call whose time begins now.
    #[cold]
    fn conversation(&self, limit: Limit) -> Conversation {
        let limit = match limit {
            Limit::OfPool => self.acquire_timeout,
            Limit::Endless => None,
            Limit::Within(limit) => Some(limit),
        };
        Conversation::new(AcquireLimit::new(limit), runtime::precise_now)
    }

    /// What the first answer leaves to do, for a caller who waits.
    #[inline(never)]
    fn persist(&self, next: Next, limit: Limit) -> Result<SlotId, Failed> {
        let mut conversation = self.conversation(limit);
        self.go_on(&mut conversation, next).map_err(|stopped| match stopped {
            Stopped::Denied(denial) => self.denied(denial, &conversation),
            Stopped::CannotWait => Failed::Denied(Box::new(self.cannot_wait())),
            Stopped::Thrown(thrown) => Failed::Thrown(thrown),
        })
    }

    fn go_on(&self, conversation: &mut Conversation, next: Next) -> Result<SlotId, Stopped> {
        let mut step = conversation.hear(next);
        loop {
            step = match step {
                Step::Take(slot) => return Ok(slot),
                Step::Check(slot) => self.check_idle(slot, conversation)?,
                Step::Create(slot) => self.create_for_caller(slot, conversation)?,
                Step::Destroy(slot, _) => match self.destroy(slot) {
                    Ok(()) => self.tell(conversation, Told::Destroyed),
                    Err(trouble) => {
                        // The resource is gone already.
                        let left = self.leave(conversation);
                        debug_assert!(left.is_ok(), "nothing is left to destroy");
                        return Err(trouble.raise().into());
                    }
                },
                Step::Wait(waiter) => self.wait(waiter, conversation)?,
                Step::Consult => {
                    let recover = self.consult_strategy().map_err(Trouble::raise)?;
                    self.tell(conversation, Told::Advised { recover })
                }
                Step::Refuse(denial) => return Err(Stopped::Denied(denial)),
                // The error was raised where the creation failed.
                Step::Fail => return Err(Thrown::Exception.into()),
            };
        }
    }

    /// Tells the core what has come of a step, at an exact moment: off the short path, and perhaps the beginning of a wait.
    fn tell(&self, conversation: &mut Conversation, told: Told) -> Step {
        self.step_at(runtime::precise_now(), |core, now| conversation.tell(core, told, now))
    }

    /// The caller goes away. What it had in hand goes back, or is destroyed.
    pub(super) fn leave(&self, conversation: &mut Conversation) -> Result<(), Trouble> {
        let now = runtime::precise_now();
        match self.step_at(now, |core, now| conversation.leave(core, now)) {
            Some(slot) => self.dispose(slot),
            None => Ok(()),
        }
    }

    /// SPEC 5.5, 22.11, 23.7.
    fn create_for_caller(
        &self,
        slot: SlotId,
        conversation: &mut Conversation,
    ) -> Result<Step, Thrown> {
        // What is in flight would go with the error.
        let may_wait = !exception::pending();
        let made = self.create_in_time(slot, conversation);
        let step = match made {
            Ok(()) => self.tell(conversation, Told::Made),
            Err(Unmade::Overdue) => self.tell(conversation, Told::Overdue),
            Err(Unmade::Left(thrown)) => return Err(thrown),
            Err(Unmade::Trouble(Trouble::Exception(error))) => {
                let is_full = may_wait && self.callbacks.is_full(&error);
                let step = self.tell(conversation, Told::Failed { is_full });
                if step == Step::Fail {
                    return Err(Trouble::Exception(error).raise());
                }
                // The pool keeps the error for who waits in vain.
                step
            }
            // Its place is free already (SPEC 10.6).
            Err(Unmade::Trouble(interruption)) => return Err(interruption.raise()),
        };
        self.rearm();
        Ok(step)
    }

    fn create_in_time(&self, slot: SlotId, conversation: &mut Conversation) -> Result<(), Unmade> {
        let is_bounded = self.callbacks.creates_within_deadline();
        // Where nobody else can run, it would not help that somebody else goes on.
        let may_leave = is_bounded && runtime::waiting_here() == WaitMode::Park;
        let now = runtime::precise_now();
        match conversation.creation(is_bounded, may_leave, now) {
            Creation::Endless => Ok(self.create(slot, None)?),
            Creation::Until(deadline) => Ok(self.create(slot, Some(deadline))?),
            Creation::OfPool(end) => self.create_beside(slot, end, conversation),
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
    fn check_idle(&self, slot: SlotId, conversation: &mut Conversation) -> Result<Step, Thrown> {
        match self.ask_before_acquire(slot) {
            Ok(true) => Ok(self.tell(conversation, Told::Accepted)),
            Ok(false) | Err(Trouble::Exception(_)) => Ok(self.tell(conversation, Told::Rejected)),
            Err(interruption) => Err(match self.leave(conversation) {
                Ok(()) => interruption,
                Err(trouble) => trouble.after(Some(interruption)),
            }
            .raise()),
        }
    }

    /// Reports what beforeAcquire has said, where no conversation has begun.
    #[cold]
    fn judged(&self, slot: SlotId, judgement: Result<bool, Trouble>) -> Result<Next, Thrown> {
        match judgement {
            Ok(true) => Ok(self.step(|core, now| core.accepted(slot, now))),
            Ok(false) | Err(Trouble::Exception(_)) => Ok(self.step(|core, _| core.rejected(slot))),
            Err(interruption) => Err(self.interrupted(slot, interruption).raise()),
        }
    }

    /// Parks until the core grants a place, the deadline passes, or the wait is ended from outside.
    fn wait(&self, waiter: WaiterId, conversation: &mut Conversation) -> Result<Step, Stopped> {
        if !runtime::may_park() {
            self.leave(conversation).map_err(Trouble::raise)?;
            return Err(Stopped::CannotWait);
        }
        *self.state.borrow_mut().waiters.entry(waiter) = Some(runtime::current());
        self.rearm();
        match runtime::park_for(conversation.until(), self.weak()) {
            Ok(Woken::Called) => Ok(self.tell(conversation, Told::Called)),
            Ok(Woken::TimedOut) => Ok(self.tell(conversation, Told::TimedOut)),
            Err(interrupted) => {
                self.leave(conversation).map_err(Trouble::raise)?;
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
    fn denied(&self, denial: Denial, conversation: &Conversation) -> Failed {
        let (cause, message) = match denial {
            Denial::Closed => (Cause::Closed, messages::CLOSED),
            Denial::Unavailable => (Cause::Unavailable, self.unavailable()),
            Denial::TimedOut => {
                return Failed::Denied(Box::new(self.timed_out(conversation.limit().span())));
            }
            Denial::TooManyWaiters => {
                let limit = self.look(|core| core.settings().max_waiters);
                (Cause::TooManyWaiters, messages::too_many_waiters(limit, self.report()))
            }
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

    fn timed_out(&self, limit: Duration) -> Denied {
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
        *self.taken.borrow_mut().entry(slot) = Taken { place, coroutine };
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
