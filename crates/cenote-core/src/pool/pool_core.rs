//! The face of the pool core.

use super::{
    After, Next, Patience, Reason, Report, RoundStep, Settings, SlotId, Stats, Tick, Verdict,
    WaiterId,
};
use crate::breaker::{BreakerState, Strategy};
use crate::time::Time;

/// The state of one pool, and every decision about it.
///
/// # How a shell drives it
///
/// * One caller of acquire is one conversation: [`acquire`](Self::acquire) answers with a [`Next`]; the caller does
///   that and reports with the same slot id, which gives the next [`Next`], until `Take` or `Refuse`. No borrow of the
///   core lives while a callback runs.
/// * After **every** call that takes `&mut self`, and before anything else runs, the shell pulls
///   [`next_wake`](Self::next_wake) until it is `None` and makes those callers runnable. (It costs one comparison when there
///   is none.)
/// * After [`tick`](Self::tick), [`close`](Self::close) and [`resize`](Self::resize) the shell pulls
///   [`next_doomed`](Self::next_doomed), destroys each, reports [`destroyed`](Self::destroyed).
/// * Payloads (resources, coroutines, wakers) live in arrays of the shell, by `SlotId::index` and `WaiterId::index`.
pub struct Core {
    _settings: Settings,
}

#[allow(unused_variables, missing_docs)]
impl Core {
    /// An empty, open pool in state ACTIVE.
    pub fn new(settings: Settings, strategy: Strategy, now: Time) -> Core {
        Core { _settings: settings }
    }

    // ---- acquire

    /// One attempt to get a resource (SPEC 5; with [`Patience::None`] SPEC 8). Check a negative timeout first.
    pub fn acquire(&mut self, patience: Patience, now: Time) -> Next {
        unimplemented!()
    }
    /// After [`Next::Check`]: the hook accepted. The state is checked again (SPEC 5.8): `Take`, or `Destroy`.
    pub fn accepted(&mut self, slot: SlotId, now: Time) -> Next {
        unimplemented!()
    }
    /// After [`Next::Check`]: the hook rejected. Answers `Destroy`.
    pub fn rejected(&mut self, slot: SlotId, now: Time) -> Next {
        unimplemented!()
    }
    /// After [`Next::Create`]: the factory made one. The state is checked again: `Take`, or `Destroy`.
    pub fn created(&mut self, slot: SlotId, now: Time) -> Next {
        unimplemented!()
    }
    /// After a `Create` of any kind: the factory failed. The place is free and granted on (SPEC 5.6); the caller throws.
    /// False for a stale id.
    pub fn create_failed(&mut self, slot: SlotId, now: Time) -> bool {
        unimplemented!()
    }
    /// A hook, check or factory was interrupted by a cancellation (SPEC 10.5, 10.6). A creation frees its place: `None`.
    /// Otherwise the resource is to be destroyed: `Some`, then report [`destroyed`](Self::destroyed).
    pub fn cancelled(&mut self, slot: SlotId, now: Time) -> Option<SlotId> {
        unimplemented!()
    }
    /// After [`Next::Destroy`]: the resource is gone, the caller goes on with its place (SPEC 5.4).
    pub fn retry(&mut self, slot: SlotId, patience: Patience, now: Time) -> Next {
        unimplemented!()
    }
    /// The resource of a `Destroy` of any kind is gone, also when its destructor threw. The place is free and granted on.
    /// False for a stale id.
    pub fn destroyed(&mut self, slot: SlotId, now: Time) -> bool {
        unimplemented!()
    }
    /// After [`Next::Consult`]: what the strategy said (an exception counts as false).
    pub fn consulted(&mut self, recover: bool, patience: Patience, now: Time) -> Next {
        unimplemented!()
    }

    // ---- waiting

    /// The parked caller runs. With a grant it goes on; failed by close or deactivation it is refused; else (a grant was
    /// revoked, a spurious wake) it is told to park again under the same id.
    pub fn resume(&mut self, waiter: WaiterId, now: Time) -> Next {
        unimplemented!()
    }
    /// The parked caller runs because its deadline passed. A grant beats the timeout (SPEC 7.7).
    pub fn timed_out(&mut self, waiter: WaiterId, now: Time) -> Next {
        unimplemented!()
    }
    /// The parked caller goes away: cancelled. A grant passes on (SPEC 6.6). False for a stale id.
    pub fn leave(&mut self, waiter: WaiterId, now: Time) -> bool {
        unimplemented!()
    }
    /// Refines the moment from which this caller's wait counts, for shells that enter acquire with a coarse reading.
    pub fn parked_at(&mut self, waiter: WaiterId, precise: Time) {
        unimplemented!()
    }
    /// The next caller to make runnable, in order of parking. It then reports [`resume`](Self::resume).
    pub fn next_wake(&mut self) -> Option<WaiterId> {
        unimplemented!()
    }

    // ---- release

    /// Takes a handed-out slot out of the releasable set while beforeRelease runs (SPEC 9.8); then
    /// [`release`](Self::release) or [`cancelled`](Self::cancelled). A shell without such a hook leaves this out. False for
    /// a slot that is not handed out.
    pub fn begin_release(&mut self, slot: SlotId, now: Time) -> bool {
        unimplemented!()
    }
    /// A handed-out resource comes back (SPEC 9). A user's strategy is told by the shell just before.
    pub fn release(&mut self, slot: SlotId, verdict: Verdict, now: Time) -> After {
        unimplemented!()
    }
    /// A handed-out resource leaves the pool for good; its place is free. False for a slot that is not handed out.
    pub fn detach(&mut self, slot: SlotId, now: Time) -> bool {
        unimplemented!()
    }

    // ---- prewarm, maintenance

    /// In the constructor, while this gives a slot: call the factory, report [`warmed`](Self::warmed). On the first failure
    /// report [`create_failed`](Self::create_failed), [`close`](Self::close), destroy what [`next_doomed`](Self::next_doomed)
    /// gives, throw (SPEC 4).
    pub fn prewarm(&mut self, now: Time) -> Option<SlotId> {
        unimplemented!()
    }
    /// After [`RoundStep::Create`] or [`prewarm`](Self::prewarm): the factory made one, for the store.
    pub fn warmed(&mut self, slot: SlotId, now: Time) -> After {
        unimplemented!()
    }
    /// The earliest moment at which [`tick`](Self::tick) may have work. Perhaps early, never late; acquire and release never
    /// move it. None: nothing will ever be due by itself.
    pub fn next_deadline(&self) -> Option<Time> {
        unimplemented!()
    }
    /// The end of a creation back-off that callers wait for: a timer that keeps the program alive (SPEC 5.9, 30.6).
    pub fn visible_deadline(&self) -> Option<Time> {
        unimplemented!()
    }
    /// Time has passed: expiry, idle timeouts, the end of a back-off, a round that is due.
    pub fn tick(&mut self, now: Time) -> Tick {
        unimplemented!()
    }
    /// The next thing to do in a running round.
    pub fn next_round_step(&mut self, now: Time) -> RoundStep {
        unimplemented!()
    }
    /// After [`RoundStep::Check`].
    pub fn checked(&mut self, slot: SlotId, healthy: bool, now: Time) -> After {
        unimplemented!()
    }
    /// The task of a round ended before [`RoundStep::Done`] (it was cancelled, with no slot in hand any more).
    pub fn abort_round(&mut self) {
        unimplemented!()
    }
    /// The next idle resource to destroy: past its age, idle too long, surplus, or left over by close.
    pub fn next_doomed(&mut self, now: Time) -> Option<(SlotId, Reason)> {
        unimplemented!()
    }

    // ---- control

    /// Closes the pool (SPEC 12): every waiter is failed (pull [`next_wake`](Self::next_wake)), idle resources are doomed
    /// (pull [`next_doomed`](Self::next_doomed)). False if it was closed already.
    pub fn close(&mut self, now: Time) -> bool {
        unimplemented!()
    }
    pub fn is_closed(&self) -> bool {
        unimplemented!()
    }
    /// Sets ACTIVE from any state and grants what is free.
    pub fn activate(&mut self, now: Time) {
        unimplemented!()
    }
    /// Sets INACTIVE from any state and fails every waiter.
    pub fn deactivate(&mut self, now: Time) {
        unimplemented!()
    }
    /// Sets RECOVERING from any state and grants within the limit.
    pub fn recover(&mut self, now: Time) {
        unimplemented!()
    }
    pub fn breaker_state(&self) -> BreakerState {
        unimplemented!()
    }
    /// Replaces the strategy; the breaker's state stays.
    pub fn set_strategy(&mut self, strategy: Strategy) {
        unimplemented!()
    }
    /// Changes `max` (and bends `min`). A smaller pool sheds idle ones, then rights to create, then what is released.
    pub fn resize(&mut self, max: u32, now: Time) {
        unimplemented!()
    }

    // ---- looking

    /// idle + active (SPEC 11.1).
    pub fn total(&self) -> u32 {
        unimplemented!()
    }
    /// In the store, granted ones included.
    pub fn idle(&self) -> u32 {
        unimplemented!()
    }
    /// Handed out, in a hook or check, in creation, or being destroyed.
    pub fn active(&self) -> u32 {
        unimplemented!()
    }
    /// Parked callers without a grant.
    pub fn waiting(&self) -> u32 {
        unimplemented!()
    }
    pub fn is_handed_out(&self, slot: SlotId) -> bool {
        unimplemented!()
    }
    pub fn settings(&self) -> &Settings {
        unimplemented!()
    }
    pub fn stats(&self, now: Time) -> Stats {
        unimplemented!()
    }
    /// The state for the text of a [`Refusal::TimedOut`](super::Refusal::TimedOut) or `TooManyWaiters`, taken right after it.
    pub fn report(&self, now: Time) -> Report {
        unimplemented!()
    }
    /// Recounts everything and panics if an invariant of SPEC 33 or 34 does not hold. For tests of shells.
    #[doc(hidden)]
    pub fn check(&self) {
        unimplemented!()
    }
}
