//! Costs that must not grow with the number of waiters or slots.

use crate::kit::*;
use cenote_core::*;
use std::time::Instant;

/// Nanoseconds a waiter for: park, grant, wake, run, release; half of them leave instead.
fn cost_of_waiters(count: u32) -> f64 {
    let mut core = pool(1);
    let mut slot = take(&mut core, at(0));
    let start = Instant::now();
    let waiters: Vec<WaiterId> = (0..count).map(|_| park(&mut core, at(0))).collect();
    for pair in waiters.chunks(2) {
        assert_eq!(core.release(slot, Verdict::Keep, at(1)), After::Stored);
        assert_eq!(core.next_wake(), Some(pair[0]));
        slot = match core.resume(pair[0], at(1)) {
            Next::Take(slot) => slot,
            other => panic!("{other:?}"),
        };
        assert!(core.leave(pair[1], at(1)));
    }
    let cost = start.elapsed().as_nanos() as f64 / f64::from(count);
    core.check();
    assert_eq!(core.waiting(), 0);
    cost
}

/// SPEC 6.10: a waiter costs the same with 100 000 as with 1000 (a search of the queue would cost 100 times as much)
#[test]
fn a_hundred_thousand_waiters() {
    let best = |count| (0..5).map(|_| cost_of_waiters(count)).fold(f64::INFINITY, f64::min);
    let (few, many) = (best(1_000), best(100_000));
    assert!(many < few * 15.0, "{few} ns with 1000, {many} ns with 100 000");
}

/// SPEC 12.1: close fails 100 000 waiters in order, in one pass
#[test]
fn close_with_a_hundred_thousand_waiters() {
    let mut core = pool(1);
    take(&mut core, at(0));
    let waiters: Vec<WaiterId> = (0..100_000).map(|_| park(&mut core, at(0))).collect();
    core.close(at(1));
    assert_eq!(wakes(&mut core), waiters);
    core.check();
}

/// SPEC 6.2, 6.3, 34.1: 64 callers that return and ask again on 8 resources: nobody is overtaken
#[test]
fn nobody_overtakes() {
    const CALLERS: usize = 64;
    let mut core = pool(8);
    let mut turns = [0u32; CALLERS];
    let mut holding: Vec<(usize, SlotId)> =
        (0..8).map(|at| (at, take(&mut core, Time(0)))).collect();
    let mut parked: Vec<(usize, WaiterId)> =
        (8..CALLERS).map(|at| (at, park(&mut core, Time(0)))).collect();
    for now in 1..10_000 {
        // Anyone who holds, in a changing order, gives back and asks again at once.
        let (caller, slot) = holding.swap_remove(now as usize * 7 % holding.len());
        assert_eq!(core.release(slot, Verdict::Keep, Time(now)), After::Stored);
        parked.push((caller, park(&mut core, Time(now))));
        let woken = core.next_wake().expect("a place for a waiter");
        assert_eq!(core.next_wake(), None);
        let (next, waiter) = parked.remove(0);
        assert_eq!(waiter, woken, "overtaken");
        let Next::Take(slot) = core.resume(waiter, Time(now)) else { panic!("no grant") };
        turns[next] += 1;
        holding.push((next, slot));
    }
    let (least, most) = (turns.iter().min(), turns.iter().max());
    assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 2), "{turns:?}");
}
