//! One call of acquire, told what comes of each of its steps.

use super::kit::*;
use cenote_core::*;

fn within(limit: u64) -> AcquireLimit {
    AcquireLimit::new(Some(ms(limit)))
}

/// A call at the moment 0 that is to make a resource.
fn creating(core: &mut Core, limit: AcquireLimit) -> (Conversation, SlotId) {
    let mut call = Conversation::new(limit, || at(0));
    let answer = core.acquire(limit.patience(call.until()), at(0));
    let Step::Create(slot) = call.hear(answer) else { panic!("there is a place") };
    (call, slot)
}

/// SPEC 7.5, 23.7: the deadline is fixed once, and bounds a creation that can be bounded
#[test]
fn a_creation_ends_with_its_callers_deadline() {
    let mut core = pool(1);
    let (mut call, _) = creating(&mut core, within(1000));
    assert_eq!(call.until(), Some(at(1000)));
    assert_eq!(call.creation(true, true, at(100)), Creation::Until(at(1000)));
    assert_eq!(call.creation(false, true, at(100)), Creation::Endless);
    let (mut endless, _) = creating(&mut pool(1), AcquireLimit::FOREVER);
    assert_eq!(endless.creation(true, true, at(100)), Creation::Endless);
}

/// SPEC 23.7: with less than half its time left, the pool goes on with it, for as long as the caller's whole limit, or two seconds
#[test]
fn a_late_creation_is_the_pools() {
    let mut core = pool(2);
    let (mut call, _) = creating(&mut core, within(1000));
    assert_eq!(call.creation(true, true, at(500)), Creation::Until(at(1000)), "half of it is left");
    assert_eq!(call.creation(true, true, at(501)), Creation::OfPool(at(1501)));
    assert_eq!(call.creation(true, false, at(501)), Creation::Until(at(1000)), "nobody goes on");
    let (mut patient, _) = creating(&mut core, within(60_000));
    assert_eq!(patient.creation(true, true, at(59_000)), Creation::Until(at(60_000)));
    assert_eq!(patient.creation(true, true, at(59_001)), Creation::OfPool(at(61_001)));
}

/// SPEC 23.7: the caller of a creation that the pool goes on with leaves it at its deadline, or when it is cancelled
#[test]
fn a_creation_of_the_pools_outlives_its_caller() {
    for is_cancelled in [false, true] {
        let mut core = pool(1);
        let (mut call, slot) = creating(&mut core, within(10));
        assert_eq!(call.creation(true, true, at(9)), Creation::OfPool(at(19)));
        if is_cancelled {
            assert_eq!(call.leave(&mut core, at(9)), None);
        } else {
            let step = call.tell(&mut core, Told::Overdue, at(10));
            assert_eq!(step, Step::Refuse(Denial::TimedOut));
        }
        assert_eq!(core.stats(at(10)).counters.timeouts, u64::from(!is_cancelled));
        assert_eq!(core.stats(at(10)).creating, 1, "it goes on");
        assert_eq!(core.warmed(slot, at(12)), After::Stored);
    }
}

/// SPEC 10.6: a creation of the caller's own goes with it
#[test]
fn a_cancelled_creation_frees_its_place() {
    let mut core = pool(1);
    let (mut call, _) = creating(&mut core, AcquireLimit::FOREVER);
    assert_eq!(call.creation(true, true, at(0)), Creation::Endless);
    assert_eq!(call.leave(&mut core, at(1)), None);
    assert_eq!(core.total(), 0);
}

/// SPEC 23.7, 5.6: an error after the deadline is a timeout, if the deadline has ended the creation; before it, it is the caller's
#[test]
fn what_a_failed_creation_tells_its_caller() {
    let limit = within(10);
    for (is_bounded, moment, expected) in
        [(true, 9, Step::Fail), (true, 10, Step::Refuse(Denial::TimedOut)), (false, 10, Step::Fail)]
    {
        let mut core = pool(1);
        let (mut call, slot) = creating(&mut core, limit);
        let _ = call.creation(is_bounded, false, at(0));
        assert!(core.create_failed(slot, at(moment)));
        let step = call.tell(&mut core, Told::Failed { is_full: true }, at(moment));
        assert_eq!(step, expected, "the pool has none to wait for");
    }
}

/// SPEC 22.11: where the other side is full, the caller waits for one that the pool has, and its deadline stays
#[test]
fn a_full_server_has_the_caller_wait_for_another_one() {
    let backoff = Some(Backoff { first: ms(1000), most: ms(1000) });
    let mut core = with(Settings { max: 2, backoff, ..Settings::default() });
    let held = take(&mut core, at(0));
    let (mut call, slot) = creating(&mut core, within(10));
    assert!(core.create_failed(slot, at(1)));
    // One failure alone holds nobody back.
    let step = call.tell(&mut core, Told::Failed { is_full: true }, at(1));
    let Step::Create(slot) = step else { panic!("{step:?}") };
    assert!(core.create_failed(slot, at(2)));
    let step = call.tell(&mut core, Told::Failed { is_full: true }, at(2));
    let Step::Wait(waiter) = step else { panic!("{step:?}") };
    assert_eq!(call.until(), Some(at(10)));
    keep(&mut core, held, at(3));
    assert_eq!(wakes(&mut core), [waiter]);
    assert!(matches!(call.tell(&mut core, Told::Called, at(3)), Step::Take(_)));
}

/// SPEC 5.6: any other error is its caller's
#[test]
fn another_error_than_a_full_server_ends_the_call() {
    let mut core = pool(2);
    take(&mut core, at(0));
    let (mut call, slot) = creating(&mut core, AcquireLimit::FOREVER);
    assert!(core.create_failed(slot, at(1)));
    assert_eq!(call.tell(&mut core, Told::Failed { is_full: false }, at(1)), Step::Fail);
}

/// SPEC 8.1, 34.33: what a caller is told that does not wait, and one whose pool has gone on without it
#[test]
fn every_refusal_has_a_denial() {
    let denials = [
        (Refusal::Closed, Denial::Closed),
        (Refusal::Stale, Denial::Closed),
        (Refusal::Unavailable, Denial::Unavailable),
        (Refusal::TimedOut, Denial::TimedOut),
        (Refusal::Exhausted, Denial::TimedOut),
        (Refusal::TooManyWaiters, Denial::TooManyWaiters),
    ];
    for (refusal, denial) in denials {
        assert_eq!(Denial::from(refusal), denial);
    }
}
