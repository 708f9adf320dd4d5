//! The limit on creations in flight, and the back-off.

use crate::kit::*;
use cenote_core::*;

fn backing_off(max: u32) -> Core {
    with(Settings { max, backoff: Some(Backoff::default()), ..Settings::default() })
}

fn fail(core: &mut Core, now: Time) {
    let slot = begin(core, now);
    assert!(core.create_failed(slot, now));
    core.check();
}

/// SPEC 6.3, 5.9: what comes back after the end of a back-off, before the tick, also grants the rights to create that are free
#[test]
fn a_return_after_the_back_off() {
    let mut core = backing_off(2);
    let held = take(&mut core, at(0));
    fail(&mut core, at(0));
    fail(&mut core, at(0));
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, at(1))).collect();
    keep(&mut core, held, at(5_000));
    assert_eq!(wakes(&mut core), waiters[..2]);
    assert!(matches!(core.resume(waiters[0], at(5_000)), Next::Take(_)));
    assert!(matches!(core.resume(waiters[1], at(5_000)), Next::Create(_)));
    core.check();
}

/// SPEC 5.9: off unless asked for: a failing factory is called by every caller
#[test]
fn no_back_off() {
    let mut core = pool(5);
    for _ in 0..9 {
        fail(&mut core, at(0));
    }
    assert_eq!((core.next_deadline(), core.visible_deadline()), (None, None));
}

/// SPEC 5.9: from the second failure in a row callers park until the back-off ends, which a tick grants
#[test]
fn failing() {
    let mut core = backing_off(5);
    fail(&mut core, at(0));
    assert_eq!(core.next_deadline(), None);
    fail(&mut core, at(0));
    assert_eq!(core.visible_deadline(), None, "nobody waits for it");
    let waiters: Vec<WaiterId> = (0..4).map(|_| park(&mut core, at(1))).collect();
    assert_eq!(core.acquire(Patience::None, at(1)), Next::Refuse(Refusal::Exhausted));
    let end = core.visible_deadline().expect("they wait for it");
    assert_eq!(core.next_deadline(), Some(end));
    assert!(at(9) <= end && end <= at(10), "{end:?}");
    assert_eq!(core.tick(Time(end.0 - 1)), Tick::Quiet);
    assert_eq!(wakes(&mut core), []);
    assert_eq!(core.tick(end), Tick::Quiet);
    core.check();
    assert_eq!(wakes(&mut core), waiters[..2], "two at most while failing");
    assert_eq!(core.visible_deadline(), None);
    assert_eq!(core.acquire(Patience::None, end), Next::Refuse(Refusal::Exhausted));
}

/// SPEC 5.9: the wait doubles to a second; a success ends it and serves those who wait
#[test]
fn doubling() {
    let mut core = backing_off(9);
    fail(&mut core, at(0));
    let mut now = at(0);
    for wait in [10, 20, 40, 80, 160, 320, 640, 1000, 1000] {
        fail(&mut core, now);
        let waiter = park(&mut core, now);
        let end = core.visible_deadline().expect("somebody waits");
        let waited = end.since(now);
        assert!(wait * MS * 9 / 10 <= waited && waited <= wait * MS, "{waited} for {wait} ms");
        assert!(core.leave(waiter, now));
        now = end;
        assert_eq!(core.tick(now), Tick::Quiet);
    }
    let slot = begin(&mut core, now);
    begin(&mut core, now);
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, now)).collect();
    assert!(matches!(core.created(slot, now), Next::Take(_)));
    core.check();
    assert_eq!(wakes(&mut core), waiters);
    let mut core = backing_off(9);
    fail(&mut core, at(0));
    take(&mut core, at(0));
    fail(&mut core, at(0));
    assert_eq!(core.next_deadline(), None, "not two in a row");
}

/// SPEC 5.9, 6.2: between the end of a back-off and the tick that grants, nobody overtakes those who wait
#[test]
fn no_barging_at_the_end_of_a_back_off() {
    // While the pool recovers acquire takes the long way.
    for recovers in [false, true] {
        let mut core = backing_off(5);
        fail(&mut core, at(0));
        fail(&mut core, at(0));
        if recovers {
            core.recover(at(0));
        }
        let first = park(&mut core, at(1));
        park(&mut core, at(50));
        assert_eq!(core.acquire(Patience::None, at(50)), Next::Refuse(Refusal::Exhausted));
        assert_eq!(core.tick(at(50)), Tick::Quiet);
        assert_eq!(core.next_wake(), Some(first));
    }
}

/// SPEC 6.9: the limit on concurrent creations; each one that ends makes room for the next
#[test]
fn limited_creations() {
    let mut core = with(Settings { max: 5, max_creating: 2, ..Settings::default() });
    let slots = [begin(&mut core, at(0)), begin(&mut core, at(0))];
    let waiters = [park(&mut core, at(0)), park(&mut core, at(0)), park(&mut core, at(0))];
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Exhausted));
    assert!(matches!(core.created(slots[0], at(1)), Next::Take(_)));
    assert_eq!(wakes(&mut core), waiters[..1]);
    assert!(core.create_failed(slots[1], at(1)));
    assert_eq!(wakes(&mut core), waiters[1..2]);
    core.check();
}

/// SPEC 5.9: who waits for a resource to come back, and not for the end of a back-off, waits on no timer
#[test]
fn a_full_pool_has_no_visible_timer() {
    let mut core = backing_off(2);
    take(&mut core, at(0));
    fail(&mut core, at(0));
    fail(&mut core, at(0));
    park(&mut core, at(1));
    assert!(core.visible_deadline().is_some());
    core.resize(1, at(1));
    assert_eq!(core.visible_deadline(), None);
}

/// SPEC 23.7, 5.6: a creation that its caller has left is for the next waiter or the store; its failure frees the place
#[test]
fn a_creation_without_its_caller() {
    let mut core = pool(2);
    let (first, second) = (begin(&mut core, at(0)), begin(&mut core, at(0)));
    let waiters = [park(&mut core, at(1)), park(&mut core, at(2))];
    assert!(core.forsake(first, true) && core.forsake(second, false));
    assert!(!core.forsake(first, true), "it is not that caller's any more");
    assert_eq!(core.created(first, at(3)), Next::Refuse(Refusal::Stale));
    core.check();
    assert_eq!((wakes(&mut core), core.total()), (vec![], 2));
    assert_eq!(core.warmed(first, at(3)), After::Stored);
    assert_eq!(wakes(&mut core), waiters[..1]);
    assert!(core.create_failed(second, at(4)));
    assert_eq!(wakes(&mut core), waiters[1..]);
    core.check();
    let stats = core.stats(at(5)).counters;
    assert_eq!(
        (stats.timeouts, stats.created, stats.acquires, stats.create_failures),
        (1, 1, 0, 1)
    );
}

/// SPEC 13.6: `min` are there when that many are created, in use or not: not while one is made, nor when one is on its way out
#[test]
fn warm_with_min_that_live() {
    let mut core = with(Settings { min: 2, ..Settings::default() });
    let held = take(&mut core, at(0));
    let slot = begin(&mut core, at(0));
    assert!(!core.is_warm(), "one is there, one is made");
    let Next::Take(slot) = core.created(slot, at(1)) else { panic!("not made") };
    assert!(core.is_warm());
    keep(&mut core, held, at(1));
    assert!(core.is_warm());
    assert!(matches!(core.release(slot, Verdict::Reject, at(2)), After::Destroy(..)));
    assert!(!core.is_warm(), "one is being destroyed");
}
