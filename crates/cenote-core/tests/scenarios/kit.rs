//! Shortcuts for tests that drive a core step by step. Each checks the core's invariants after its step.

use cenote_core::*;
use std::time::Duration;

pub(crate) const MS: u64 = 1_000_000;

pub(crate) fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

pub(crate) fn at(ms: u64) -> Time {
    Time(ms * MS)
}

pub(crate) fn pool(max: u32) -> Core {
    with(Settings { max, ..Settings::default() })
}

pub(crate) fn with(settings: Settings) -> Core {
    Core::new(settings, Strategy::None, Time(0))
}

/// Acquires, with a factory that works and hooks that accept.
pub(crate) fn take(core: &mut Core, now: Time) -> SlotId {
    let next = core.acquire(Patience::Forever, now);
    carry(core, next, now)
}

/// Brings a conversation to its happy end.
pub(crate) fn carry(core: &mut Core, mut next: Next, now: Time) -> SlotId {
    loop {
        next = match next {
            Next::Take(slot) => {
                core.check();
                return slot;
            }
            Next::Create(slot) => core.created(slot, now),
            Next::Check(slot) => core.accepted(slot, now),
            Next::Destroy(slot, _) => core.retry(slot, Patience::None, now),
            other => panic!("{other:?}"),
        };
    }
}

pub(crate) fn park(core: &mut Core, now: Time) -> WaiterId {
    match core.acquire(Patience::Forever, now) {
        Next::Park(waiter) => waiter,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn keep(core: &mut Core, slot: SlotId, now: Time) {
    assert_eq!(core.release(slot, Verdict::Keep, now), After::Stored);
    core.check();
}

/// Releases as broken, and destroys.
pub(crate) fn reject(core: &mut Core, slot: SlotId, now: Time) {
    let after = core.release(slot, Verdict::Reject, now);
    assert_eq!(after, After::Destroy(slot, Reason::Rejected));
    assert!(core.destroyed(slot, now));
    core.check();
}

/// Begins to create, and does not come to an end.
pub(crate) fn begin(core: &mut Core, now: Time) -> SlotId {
    match core.acquire(Patience::Forever, now) {
        Next::Create(slot) => slot,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn wakes(core: &mut Core) -> Vec<WaiterId> {
    std::iter::from_fn(|| {
        let announced = core.has_wakes();
        let next = core.next_wake();
        assert_eq!(announced, next.is_some(), "whether somebody is to be woken");
        next
    })
    .collect()
}

/// Runs a background task to its end; gives what it destroyed and how many it made.
pub(crate) fn run_round(core: &mut Core, now: Time) -> (Vec<Reason>, usize) {
    let (mut reasons, mut made) = (Vec::new(), 0);
    loop {
        core.check();
        match core.next_round_step(now) {
            RoundStep::Check(slot) => assert_eq!(core.checked(slot, true, now), After::Stored),
            RoundStep::Destroy(slot, reason) => {
                reasons.push(reason);
                assert!(core.destroyed(slot, now));
            }
            RoundStep::Create(slot) => {
                made += 1;
                assert_eq!(core.warmed(slot, now), After::Stored);
            }
            RoundStep::Wait => panic!("every check has been reported"),
            RoundStep::Done => return (reasons, made),
        }
    }
}
