//! Parked callers.

use crate::kit::*;
use cenote_core::*;

/// SPEC 6.1, 6.8, 6.10: a spurious wake parks again under the same id and in the old position
#[test]
fn a_spurious_wake() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let (one, two) = (park(&mut core, at(0)), park(&mut core, at(0)));
    assert_eq!(core.resume(one, at(1)), Next::Park(one));
    keep(&mut core, slot, at(2));
    assert_eq!(wakes(&mut core), [one]);
    assert_eq!(core.resume(two, at(2)), Next::Park(two));
}

/// SPEC 6.8: a waiter cancelled after its wake was queued leaves; its grant passes on
#[test]
fn cancelled_after_the_wake() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let (one, two) = (park(&mut core, at(0)), park(&mut core, at(0)));
    keep(&mut core, slot, at(1));
    assert_eq!(wakes(&mut core), [one]);
    assert!(core.leave(one, at(1)));
    assert!(!core.leave(one, at(1)));
    assert_eq!(wakes(&mut core), [two]);
    assert!(matches!(core.resume(two, at(1)), Next::Take(_)));
}

/// SPEC 7.3: the report counts the refused caller, and leaves those in creation out of `active`
#[test]
fn the_state_report() {
    let mut core = pool(3);
    take(&mut core, at(0));
    take(&mut core, at(1000));
    begin(&mut core, at(1000));
    park(&mut core, at(1000));
    let Next::Park(waiter) = core.acquire(Patience::Until(at(1200)), at(1000)) else { panic!() };
    assert_eq!(core.timed_out(waiter, at(8123)), Next::Refuse(Refusal::TimedOut));
    let report = core.report(at(8123));
    assert_eq!(
        report.to_string(),
        "max=3 active=2 idle=0 creating=1 waiting=2 breaker=ACTIVE longest hold=8123 ms"
    );
    let message = |last_error, taken_at| {
        let situation = Situation { report, last_error, taken_at };
        TimeoutMessage { limit: ms(200), situation }.to_string()
    };
    assert_eq!(message(None, None), format!("No resource within 200 ms: {report}"));
    assert_eq!(
        message(Some("RuntimeException: refused"), Some("a.php:7")),
        format!(
            "No resource within 200 ms: {report}; last factory error: RuntimeException: refused; \
             the longest hold was taken at a.php:7"
        )
    );
}

/// SPEC 7.6: a caller that would have to park after its deadline fails at once; one that is served is served
#[test]
fn after_the_deadline() {
    let mut core = pool(1);
    let late = Patience::Until(at(5));
    let slot = match core.acquire(late, at(5)) {
        Next::Create(slot) => slot,
        other => panic!("{other:?}"),
    };
    assert!(matches!(core.created(slot, at(9)), Next::Take(_)));
    assert_eq!(core.acquire(late, at(5)), Next::Refuse(Refusal::TimedOut));
    assert_eq!(core.stats(at(5)).counters.timeouts, 1);
    assert!(matches!(core.acquire(late, at(4)), Next::Park(_)));
}

/// SPEC 7.7, 7.8: a grant beats a timeout, close and deactivation are told as such
#[test]
fn timeouts_lose_against_what_came_first() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiter = park(&mut core, at(0));
    keep(&mut core, slot, at(1));
    let Next::Take(slot) = core.timed_out(waiter, at(1)) else { panic!("timed out") };
    let waiter = park(&mut core, at(2));
    core.deactivate(at(2));
    assert_eq!(core.timed_out(waiter, at(2)), Next::Refuse(Refusal::Unavailable));
    keep(&mut core, slot, at(3));
    assert_eq!(core.stats(at(3)).counters.timeouts, 0);
    assert_eq!(core.stats(at(3)).counters.failed, 1);
}

/// SPEC 5.10: grants do not count as parked; a place in the line is free again as soon as one leaves
#[test]
fn too_many_waiters() {
    let mut core = with(Settings { max: 1, max_waiters: 2, ..Settings::default() });
    let slot = take(&mut core, at(0));
    let one = park(&mut core, at(0));
    park(&mut core, at(0));
    let refused = core.acquire(Patience::Forever, at(0));
    assert_eq!(refused, Next::Refuse(Refusal::TooManyWaiters));
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Exhausted));
    keep(&mut core, slot, at(1));
    park(&mut core, at(1));
    assert!(core.leave(one, at(1)));
    park(&mut core, at(1));
}

/// SPEC 12.1, 14.3: all waiters, granted or not, are failed in the order of parking; their places are free
#[test]
fn failed_in_park_order() {
    for close in [true, false] {
        let mut core = pool(2);
        let slots = [take(&mut core, at(0)), take(&mut core, at(0))];
        let waiters: Vec<WaiterId> = (0..4).map(|_| park(&mut core, at(0))).collect();
        keep(&mut core, slots[0], at(1));
        reject(&mut core, slots[1], at(1));
        assert_eq!((core.stats(at(1)).granted, core.waiting()), (2, 2));
        if close {
            assert!(core.close(at(2)));
        } else {
            core.deactivate(at(2));
        }
        core.check();
        assert_eq!((core.stats(at(1)).granted, core.waiting()), (0, 0));
        assert_eq!((core.idle(), core.total()), (1, 1), "the granted resource stays idle");
        assert_eq!(wakes(&mut core), waiters);
        let refusal = if close { Refusal::Closed } else { Refusal::Unavailable };
        for waiter in waiters {
            assert_eq!(core.resume(waiter, at(2)), Next::Refuse(refusal));
            assert_eq!(core.resume(waiter, at(2)), Next::Refuse(Refusal::Stale));
        }
        assert_eq!(core.stats(at(2)).counters.failed, 4);
        core.check();
    }
}

/// SPEC 12.1, 12.4: close dooms what is idle, one at a time; a second close does nothing
#[test]
fn close_dooms_what_is_idle() {
    let settings = Settings {
        round_interval: ms(10),
        lifetime: ms(1000),
        idle_timeout: ms(100),
        ..Settings::default()
    };
    let mut core = with(settings);
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    keep(&mut core, slots[0], at(0));
    keep(&mut core, slots[1], at(0));
    assert!(core.next_deadline().is_some());
    assert!(!core.is_closed());
    assert!(core.close(at(1)));
    assert!(core.is_closed());
    assert!(!core.close(at(1)));
    assert_eq!(core.next_deadline(), None);
    assert_eq!(core.tick(at(5000)), Tick::Quiet);
    let Some((first, Reason::Closed)) = core.next_doomed(at(1)) else { panic!("not doomed") };
    assert_eq!((core.idle(), core.active()), (1, 2));
    assert!(core.destroyed(first, at(1)));
    let Some((second, Reason::Closed)) = core.next_doomed(at(1)) else { panic!("not doomed") };
    assert!(core.destroyed(second, at(1)));
    assert_eq!(core.next_doomed(at(1)), None);
    let after = core.release(slots[2], Verdict::Keep, at(2));
    assert_eq!(after, After::Destroy(slots[2], Reason::Closed));
    assert!(core.destroyed(slots[2], at(2)));
    assert_eq!((core.total(), core.stats(at(2)).counters.destroyed), (0, 3));
}

/// SPEC 11.4: waits are measured over parked callers that were served, from the precise moment if it is told
#[test]
fn wait_times() {
    let mut core = pool(1);
    let mut slot = take(&mut core, at(0));
    for wait in [10, 20, 30] {
        let waiter = park(&mut core, at(100));
        core.parked_at(waiter, at(101));
        keep(&mut core, slot, at(101));
        slot = match core.resume(waiter, at(101 + wait)) {
            Next::Take(slot) => slot,
            other => panic!("{other:?}"),
        };
    }
    let given_up = park(&mut core, at(0));
    assert_eq!(core.timed_out(given_up, at(900)), Next::Refuse(Refusal::TimedOut));
    let stats = core.stats(at(131));
    assert_eq!(stats.wait_max, ms(30));
    let near =
        |found: std::time::Duration, ms: f64| (found.as_secs_f64() * 1e3 / ms - 1.0).abs() < 0.05;
    assert!(near(stats.wait_p50, 20.0), "{:?}", stats.wait_p50);
    assert!(near(stats.wait_p99, 30.0), "{:?}", stats.wait_p99);
    assert_eq!((stats.counters.waits, stats.counters.served), (4, 3));
}
