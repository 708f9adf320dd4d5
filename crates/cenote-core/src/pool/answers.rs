//! What the core answers, and the few words a shell says to it.

use super::{SlotId, WaiterId};
use crate::time::Time;

/// How long a caller of acquire is ready to wait for a place. Fixed once per call and passed with each of its steps
/// (SPEC 7.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// tryAcquire: never park.
    None,
    /// Park until this moment at the latest.
    Until(Time),
    /// Park indefinitely.
    Forever,
}

/// What a caller of acquire does next.
///
/// Every answer that names a slot hands that slot to this caller alone, until the caller reports what became of it.
#[must_use = "a slot named here stays occupied until its fate is reported"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Done: the resource in this slot is the caller's, until [`Core::release`](super::Core::release).
    Take(SlotId),
    /// Run beforeAcquire on the resource in this slot, then report [`accepted`](super::Core::accepted),
    /// [`rejected`](super::Core::rejected) or [`cancelled`](super::Core::cancelled).
    Check(SlotId),
    /// Call the factory, then report [`created`](super::Core::created), [`create_failed`](super::Core::create_failed)
    /// or [`cancelled`](super::Core::cancelled).
    Create(SlotId),
    /// Destroy the resource in this slot, then go on with [`retry`](super::Core::retry); or, to leave acquire (the
    /// destructor threw, the caller was cancelled), report [`destroyed`](super::Core::destroyed).
    Destroy(SlotId, Reason),
    /// Park. When woken: [`resume`](super::Core::resume), [`timed_out`](super::Core::timed_out) or
    /// [`leave`](super::Core::leave).
    Park(WaiterId),
    /// INACTIVE, and the user's strategy wants to be asked whether to recover: ask it outside of everything, then report
    /// [`consulted`](super::Core::consulted).
    Consult,
    /// The call ends without a resource. tryAcquire gives null for all of these.
    Refuse(Refusal),
}

/// Why a call ends without a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The pool is closed (SPEC 5.1).
    Closed,
    /// The breaker is INACTIVE, or RECOVERING and at its limit (SPEC 5.2).
    Unavailable,
    /// The deadline has passed (SPEC 7.2); see [`Core::report`](super::Core::report).
    TimedOut,
    /// As many callers wait as may (SPEC 5.10); see [`Core::report`](super::Core::report).
    TooManyWaiters,
    /// tryAcquire, and no place may be taken now (SPEC 8.1).
    Exhausted,
    /// The id belongs to a use that is over; nothing was changed (SPEC 34.33).
    Stale,
}

/// Why a resource is destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A hook or the releasing side rejected it.
    Rejected,
    /// The releasing side asked for it, or a cancellation interrupted a hook.
    Discarded,
    /// Its health check failed.
    Unhealthy,
    /// Past its lifetime.
    Expired,
    /// Idle for too long.
    IdleTooLong,
    /// The pool is closed.
    Closed,
    /// The breaker became INACTIVE while the resource was in a hook or in creation.
    Unavailable,
    /// The pool was made smaller.
    Surplus,
}

/// What the releasing side (hook, driver, guard) thinks of a resource that comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Fit for the next user; a success for the strategy.
    Keep,
    /// To be destroyed; a failure for the strategy.
    Reject,
    /// To be destroyed, with no report to the strategy (a cancelled hook, a connection dropped on purpose).
    Discard,
}

/// What is left to do after a resource came back, or was made or checked in the background.
#[must_use = "a resource to destroy keeps its place until `destroyed` is reported"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The resource is in the store, or already reserved for a waiter. Keep its payload at this index.
    Stored,
    /// Destroy the resource in this slot, then report [`destroyed`](super::Core::destroyed).
    Destroy(SlotId, Reason),
    /// The id belongs to a use that is over, or the slot is not in a state for this call; nothing was changed.
    Stale,
}

/// What a [`Core::tick`](super::Core::tick) asks of the shell.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// Nothing to do in the background, or the task is already running.
    Quiet,
    /// Start one background task that carries out [`next_round_step`](super::Core::next_round_step) until that says
    /// [`RoundStep::Done`].
    StartRound,
}

/// The next thing for the background task of a maintenance round to do.
#[must_use = "a slot named here stays occupied until its fate is reported"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundStep {
    /// Begin the health check on this resource, beside the task, and come back for more at once. At its end report
    /// [`checked`](super::Core::checked) or [`cancelled`](super::Core::cancelled), and destroy what is to be destroyed.
    Check(SlotId),
    /// Come back once one of the checks, with the destruction that it may have led to, is over.
    Wait,
    /// Destroy this resource, then report [`destroyed`](super::Core::destroyed).
    Destroy(SlotId, Reason),
    /// Call the factory to restore `min`, then report [`warmed`](super::Core::warmed),
    /// [`create_failed`](super::Core::create_failed) or [`cancelled`](super::Core::cancelled).
    Create(SlotId),
    /// The round is over.
    Done,
}
