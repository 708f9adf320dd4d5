//! One call of acquire from its first question to its end: which slot or which place in the queue it has, how long it may
//! wait, what follows from what was done for it (SPEC 5, 7).
//!
//! The shell does what a [`Step`] says, tells what came of it, and gets the next step. It never names a slot or a waiter to
//! the core: the conversation knows which one it has, and what may be told of it now. What is told out of its turn
//! changes nothing.

use super::limit::AcquireLimit;
use crate::{
    pool::{
        SlotId, WaiterId,
        answers::{Next, Patience, Reason, Refusal},
        pool_core::Core,
    },
    time::Time,
};
use core::time::Duration;

/// What a creation of the pool's own has, or the caller's whole limit if that is less.
const OWN_TIME: Duration = Duration::from_secs(2);

/// One call of acquire.
#[derive(Debug)]
pub struct Conversation {
    limit: AcquireLimit,
    until: Option<Time>,
    at: At,
}

/// What the caller has in hand.
#[derive(Clone, Copy, Debug)]
enum At {
    /// Nothing: the call has not begun, or has ended.
    Rest,
    Checking(SlotId),
    Creating(SlotId, Bound),
    Replacing(SlotId),
    Waiting(WaiterId),
    Consulting,
}

/// What cuts a creation off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    /// Nothing of ours.
    None,
    /// The caller's deadline.
    Deadline(Time),
    /// It is the pool's, and goes on without the caller.
    OfPool,
}

/// What a caller does now.
#[must_use = "a slot named here stays occupied until its fate is told"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The end: the resource in this slot is the caller's.
    Take(SlotId),
    /// Run beforeAcquire on the resource in this slot: [`Told::Accepted`] or [`Told::Rejected`].
    Check(SlotId),
    /// Ask [`Conversation::creation`] how, and make a resource: [`Told::Made`], [`Told::Failed`] or [`Told::Overdue`].
    Create(SlotId),
    /// Destroy the resource in this slot: [`Told::Destroyed`].
    Destroy(SlotId, Reason),
    /// Park, until [`Conversation::until`] at the latest: [`Told::Called`] or [`Told::TimedOut`].
    Wait(WaiterId),
    /// Ask the user's strategy whether to recover: [`Told::Advised`].
    Consult,
    /// The end, with the error of the creation that has just failed.
    Fail,
    /// The end, with nothing. tryAcquire gives null.
    Refuse(Denial),
}

/// What has come of a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// beforeAcquire has accepted.
    Accepted,
    /// It has rejected.
    Rejected,
    /// A resource was made.
    Made,
    /// A creation has failed, as [`Core::create_failed`] has been told before. `is_full`: because there are as many as the other
    /// side allows (SPEC 22.11).
    Failed {
        /// See the variant.
        is_full: bool,
    },
    /// The deadline has passed beside a creation of the pool's own, which goes on.
    Overdue,
    /// The resource is destroyed.
    Destroyed,
    /// Somebody has woken the caller.
    Called,
    /// Nobody has until its deadline.
    TimedOut,
    /// What the strategy said.
    Advised {
        /// Yes.
        recover: bool,
    },
}

/// Why a call that waits ends with nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denial {
    /// The pool is closed (SPEC 5.1).
    Closed,
    /// The breaker is INACTIVE, or RECOVERING and at its limit (SPEC 5.2).
    Unavailable,
    /// The deadline has passed (SPEC 7.2).
    TimedOut,
    /// As many callers wait as may (SPEC 5.10).
    TooManyWaiters,
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Denial {
        match refusal {
            // A use that is over is one of a pool that has gone on without the caller.
            Refusal::Closed | Refusal::Stale => Denial::Closed,
            Refusal::Unavailable => Denial::Unavailable,
            // Told to those who do not wait: their time was over at once.
            Refusal::TimedOut | Refusal::Exhausted => Denial::TimedOut,
            Refusal::TooManyWaiters => Denial::TooManyWaiters,
        }
    }
}

/// How a resource is made for a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Creation {
    /// By the caller, for as long as it takes.
    Endless,
    /// By the caller, until then at the latest (SPEC 23.7).
    Until(Time),
    /// By the pool, until then at the latest, while the caller waits beside it until its own deadline.
    OfPool(Time),
}

impl Conversation {
    /// A call with this limit, whose time begins now.
    #[inline]
    pub fn new(limit: AcquireLimit, now: impl FnOnce() -> Time) -> Conversation {
        let until = if limit.is_limited() { limit.until(now()) } else { None };
        Conversation { limit, until, at: At::Rest }
    }

    /// When the caller's time is over.
    #[inline]
    pub fn until(&self) -> Option<Time> {
        self.until
    }

    /// How long the caller was ready to wait.
    pub fn limit(&self) -> AcquireLimit {
        self.limit
    }

    fn patience(&self) -> Patience {
        self.limit.patience(self.until)
    }

    /// The answer to [`Core::acquire`], which may have been given before it was known that there is anything to tell.
    pub fn hear(&mut self, answer: Next) -> Step {
        let (at, step) = match answer {
            Next::Take(slot) => (At::Rest, Step::Take(slot)),
            Next::Check(slot) => (At::Checking(slot), Step::Check(slot)),
            Next::Create(slot) => (At::Creating(slot, Bound::None), Step::Create(slot)),
            Next::Destroy(slot, reason) => (At::Replacing(slot), Step::Destroy(slot, reason)),
            Next::Park(waiter) => (At::Waiting(waiter), Step::Wait(waiter)),
            Next::Consult => (At::Consulting, Step::Consult),
            Next::Refuse(refusal) => (At::Rest, Step::Refuse(refusal.into())),
        };
        self.at = at;
        step
    }

    /// Tells what has come of the last step.
    pub fn tell(&mut self, core: &mut Core, told: Told, now: Time) -> Step {
        let next = match (self.at, told) {
            (At::Checking(slot), Told::Accepted) => core.accepted(slot, now),
            (At::Checking(slot), Told::Rejected) => core.rejected(slot),
            (At::Creating(slot, _), Told::Made) => core.created(slot, now),
            (At::Creating(_, bound), Told::Failed { is_full }) => {
                return self.go_on_after_failure(core, bound, is_full, now);
            }
            (At::Creating(slot, _), Told::Overdue) => {
                core.forsake(slot, true);
                Next::Refuse(Refusal::TimedOut)
            }
            (At::Replacing(slot), Told::Destroyed) => core.retry(slot, self.patience(), now),
            (At::Waiting(waiter), Told::Called) => core.resume(waiter, now),
            (At::Waiting(waiter), Told::TimedOut) => core.timed_out(waiter, now),
            (At::Consulting, Told::Advised { recover }) => {
                core.consulted(recover, self.patience(), now)
            }
            _ => return Step::Refuse(Refusal::Stale.into()),
        };
        self.hear(next)
    }

    /// The caller's deadline has ended the creation, as it would have ended a wait (SPEC 23.7); or the other side has no place
    /// for one more, of which this pool has some: one of them is worth waiting for (SPEC 22.11); or the error is the caller's
    /// (SPEC 5.6).
    fn go_on_after_failure(
        &mut self,
        core: &mut Core,
        bound: Bound,
        is_full: bool,
        now: Time,
    ) -> Step {
        self.at = At::Rest;
        if matches!(bound, Bound::Deadline(until) if until <= now) {
            return Step::Refuse(Denial::TimedOut);
        }
        if is_full && core.total() > 0 {
            let next = core.acquire(self.patience(), now);
            return self.hear(next);
        }
        Step::Fail
    }

    /// How the resource of [`Step::Create`] is made. `is_bounded`: creations can be ended by a deadline. `may_leave`: the pool
    /// can go on with one while its caller waits, or has left.
    ///
    /// The deadline bounds a creation. But who has waited longest gets the next place, and has next to no time left: a connect
    /// cut off so soon fails on a busy server, again and again, and the pool would stay empty. So a late creation is the
    /// pool's, with a time of its own.
    pub fn creation(&mut self, is_bounded: bool, may_leave: bool, now: Time) -> Creation {
        let At::Creating(slot, _) = self.at else { return Creation::Endless };
        let own_time = self.limit.span().min(OWN_TIME);
        let (bound, creation) = match self.until.filter(|_| is_bounded) {
            None => (Bound::None, Creation::Endless),
            Some(until) if may_leave && until < now + own_time / 2 => {
                (Bound::OfPool, Creation::OfPool(now + own_time))
            }
            Some(until) => (Bound::Deadline(until), Creation::Until(until)),
        };
        self.at = At::Creating(slot, bound);
        creation
    }

    /// The caller goes away in the middle of a step: it was cancelled, or what it called threw. What it had passes on (SPEC
    /// 6.6, 10.5, 10.6). `Some`: this resource is to be destroyed, and then [`Core::destroyed`] told.
    #[must_use]
    pub fn leave(&mut self, core: &mut Core, now: Time) -> Option<SlotId> {
        match core::mem::replace(&mut self.at, At::Rest) {
            At::Checking(slot) => return core.cancelled(slot, now),
            At::Creating(slot, Bound::OfPool) => {
                core.forsake(slot, false);
            }
            At::Creating(slot, _) => {
                core.cancelled(slot, now);
            }
            At::Replacing(slot) => {
                core.destroyed(slot, now);
            }
            At::Waiting(waiter) => {
                core.leave(waiter, now);
            }
            At::Rest | At::Consulting => {}
        }
        None
    }
}
