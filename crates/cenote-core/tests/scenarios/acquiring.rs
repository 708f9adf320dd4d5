//! acquire, tryAcquire and release.

use crate::kit::*;
use cenote_core::*;

/// SPEC 3.3: a new pool with min 0 asks for nothing and counts nothing
#[test]
fn a_new_pool_is_empty() {
    let mut core = pool(10);
    assert_eq!((core.total(), core.idle(), core.active(), core.waiting()), (0, 0, 0, 0));
    assert!(!core.is_closed());
    assert_eq!(core.breaker_state(), BreakerState::Active);
    assert_eq!(core.prewarm(), None);
    assert_eq!(core.next_deadline(), None);
    assert_eq!(core.tick(at(5)), Tick::Quiet);
}

/// SPEC 5.5: concurrent calls with a suspending factory and max 3 make exactly 3
#[test]
fn creations_count_before_they_end() {
    let mut core = pool(3);
    let slots: Vec<SlotId> = (0..3).map(|_| begin(&mut core, at(0))).collect();
    for _ in 3..10 {
        park(&mut core, at(0));
    }
    assert_eq!((core.total(), core.active(), core.waiting()), (3, 3, 7));
    for slot in slots {
        assert!(matches!(core.created(slot, at(1)), Next::Take(_)));
    }
    assert_eq!((core.total(), core.waiting()), (3, 7));
}

/// SPEC 5.5: beforeAcquire is not run on a fresh resource
#[test]
fn a_fresh_resource_is_not_checked() {
    let mut core = with(Settings { before_acquire: true, ..Settings::default() });
    let slot = begin(&mut core, at(0));
    let Next::Take(slot) = core.created(slot, at(0)) else { panic!("checked") };
    keep(&mut core, slot, at(0));
    assert!(matches!(core.acquire(Patience::Forever, at(0)), Next::Check(_)));
}

/// SPEC 5.4: the caller keeps its place while a rejected resource is destroyed, then creates in its own slot
#[test]
fn a_rejected_resource_keeps_the_place_for_its_caller() {
    let mut core = with(Settings { max: 1, before_acquire: true, ..Settings::default() });
    let slot = take(&mut core, at(0));
    keep(&mut core, slot, at(0));
    let Next::Check(slot) = core.acquire(Patience::Forever, at(1)) else { panic!("no check") };
    let waiter = park(&mut core, at(1));
    assert_eq!(core.rejected(slot), Next::Destroy(slot, Reason::Rejected));
    assert_eq!((core.total(), core.active()), (1, 1));
    assert_eq!(core.retry(slot, Patience::Forever, at(2)), Next::Create(slot));
    assert_eq!(core.next_wake(), None);
    let Next::Take(slot) = core.created(slot, at(3)) else { panic!("not taken") };
    keep(&mut core, slot, at(4));
    assert_eq!(core.next_wake(), Some(waiter));
}

/// SPEC 5.4: with another idle resource free it takes that, and its own place is granted on
#[test]
fn after_a_rejection_an_idle_one_is_taken_and_the_place_passes_on() {
    let mut core = with(Settings { max: 2, before_acquire: true, ..Settings::default() });
    let (one, two) = (take(&mut core, at(0)), take(&mut core, at(0)));
    keep(&mut core, one, at(0));
    let Next::Check(bad) = core.acquire(Patience::Forever, at(1)) else { panic!("no check") };
    let waiter = park(&mut core, at(1));
    let Next::Destroy(bad, _) = core.rejected(bad) else { panic!("not destroyed") };
    core.deactivate(at(1));
    core.activate(at(1));
    assert_eq!(wakes(&mut core), [waiter]);
    assert_eq!(core.resume(waiter, at(1)), Next::Refuse(Refusal::Unavailable));
    keep(&mut core, two, at(2));
    assert!(matches!(core.retry(bad, Patience::Forever, at(3)), Next::Check(_)));
    core.check();
    // Its own place is free.
    assert!(matches!(core.acquire(Patience::None, at(3)), Next::Create(_)));
}

/// SPEC 5.4: if the destructor throws, acquire ends and the freed place is granted to the oldest waiter
#[test]
fn a_throwing_destructor_frees_the_place() {
    let mut core = with(Settings { max: 1, before_acquire: true, ..Settings::default() });
    let slot = take(&mut core, at(0));
    keep(&mut core, slot, at(0));
    let Next::Check(slot) = core.acquire(Patience::Forever, at(1)) else { panic!("no check") };
    let waiter = park(&mut core, at(1));
    let Next::Destroy(slot, _) = core.rejected(slot) else { panic!("not destroyed") };
    assert!(core.destroyed(slot, at(2)));
    assert_eq!(wakes(&mut core), [waiter]);
    assert!(matches!(core.resume(waiter, at(2)), Next::Create(_)));
}

/// SPEC 5.6: a failed creation frees its place for the oldest waiter, and does not turn into waiting
#[test]
fn a_failed_creation_wakes_a_waiter() {
    let mut core = pool(1);
    let slot = begin(&mut core, at(0));
    let waiter = park(&mut core, at(0));
    assert!(core.create_failed(slot, at(1)));
    assert_eq!(core.total(), 0);
    assert_eq!(wakes(&mut core), [waiter]);
    assert!(matches!(core.resume(waiter, at(1)), Next::Create(_)));
    assert_eq!(core.stats(at(1)).counters.create_failures, 1);
}

/// SPEC 5.8, 34.25: closed or set INACTIVE during a hook or a creation: destroyed, freed, refused
#[test]
fn the_state_is_checked_again_after_each_suspension() {
    for close in [true, false] {
        let refusal = if close { Refusal::Closed } else { Refusal::Unavailable };
        let reason = if close { Reason::Closed } else { Reason::Unavailable };
        for in_hook in [true, false] {
            let mut core = with(Settings { max: 1, before_acquire: true, ..Settings::default() });
            if in_hook {
                let slot = take(&mut core, at(0));
                keep(&mut core, slot, at(0));
            }
            let next = core.acquire(Patience::Forever, at(1));
            if close {
                core.close(at(1));
            } else {
                core.deactivate(at(1));
            }
            let next = match next {
                Next::Check(slot) => core.accepted(slot, at(2)),
                Next::Create(slot) => core.created(slot, at(2)),
                other => panic!("{other:?}"),
            };
            let Next::Destroy(slot, why) = next else { panic!("{next:?}") };
            assert_eq!(why, reason);
            let next = core.retry(slot, Patience::Forever, at(3));
            assert_eq!(next, Next::Refuse(refusal));
            assert_eq!(core.total(), 0);
            core.check();
        }
    }
}

/// SPEC 5.8: the pool may be usable again by the time the resource is destroyed; then the attempt goes on
#[test]
fn reactivated_during_the_destruction() {
    let mut core = pool(1);
    let slot = begin(&mut core, at(0));
    core.deactivate(at(1));
    assert!(matches!(core.created(slot, at(2)), Next::Destroy(..)));
    core.activate(at(3));
    assert_eq!(core.retry(slot, Patience::Forever, at(4)), Next::Create(slot));
}

/// SPEC 8.1: tryAcquire never parks, and is refused where acquire would fail
#[test]
fn try_acquire_never_parks() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Exhausted));
    core.deactivate(at(0));
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Unavailable));
    core.close(at(0));
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Closed));
    assert_eq!(core.release(slot, Verdict::Keep, at(0)), After::Destroy(slot, Reason::Closed));
}

/// SPEC 9.1, 9.8: while beforeRelease runs the resource is active, and out of the releasable set
#[test]
fn a_release_in_progress() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    assert!(core.is_handed_out(slot));
    assert!(core.begin_release(slot, at(1)));
    assert!(!core.is_handed_out(slot));
    assert!(!core.begin_release(slot, at(1)));
    assert_eq!((core.active(), core.idle()), (1, 0));
    keep(&mut core, slot, at(2));
    assert_eq!((core.active(), core.idle()), (0, 1));
}

/// SPEC 9.6, 34.24: a second release changes nothing, also when the slot is in use again
#[test]
fn a_second_release_is_refused() {
    let mut core = pool(2);
    let old = take(&mut core, at(0));
    keep(&mut core, old, at(1));
    assert_eq!(core.release(old, Verdict::Reject, at(2)), After::Stale);
    let new = take(&mut core, at(2));
    assert_eq!(new.index(), old.index());
    assert_ne!(new, old);
    assert_eq!(core.release(old, Verdict::Reject, at(3)), After::Stale);
    assert!(core.is_handed_out(new));
    assert_eq!(core.stats(at(3)).counters.rejected, 0);
}

/// SPEC 9.4: released ones are reused, however many there are
#[test]
fn the_store_has_no_size_of_its_own() {
    let mut core = pool(1000);
    for _ in 0..3 {
        let slots: Vec<SlotId> = (0..1000).map(|_| take(&mut core, at(0))).collect();
        for slot in slots {
            assert_eq!(core.release(slot, Verdict::Keep, at(1)), After::Stored);
        }
    }
    core.check();
    assert_eq!(core.stats(at(1)).counters.created, 1000);
    assert_eq!(core.stats(at(1)).counters.acquires, 3000);
    assert_eq!(core.idle(), 1000);
}

/// SPEC 17.4: in LIFO order the last one used is taken first
#[test]
fn lifo() {
    let mut core = with(Settings { idle_order: IdleOrder::Lifo, ..Settings::default() });
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    for slot in &slots {
        keep(&mut core, *slot, at(1));
    }
    for slot in slots.iter().rev() {
        assert_eq!(take(&mut core, at(2)).index(), slot.index());
    }
}

/// SPEC 10.5, 10.6: a cancellation in a hook destroys the resource, in a factory it only frees the place
#[test]
fn cancelled_callbacks() {
    let mut core = with(Settings { max: 1, before_acquire: true, ..Settings::default() });
    let slot = begin(&mut core, at(0));
    let first = park(&mut core, at(0));
    assert_eq!(core.cancelled(slot, at(1)), None);
    assert_eq!(core.stats(at(1)).counters.create_failures, 0);
    assert_eq!(wakes(&mut core), [first]);

    let next = core.resume(first, at(1));
    let slot = carry(&mut core, next, at(1));
    assert!(core.begin_release(slot, at(2)));
    assert_eq!(core.cancelled(slot, at(2)), Some(slot));
    assert_eq!(core.active(), 1);
    let second = park(&mut core, at(2));
    assert!(core.destroyed(slot, at(3)));
    assert_eq!(wakes(&mut core), [second]);
    assert_eq!(core.stats(at(3)).counters.rejected, 0);
}

/// SPEC 11.4, 32.3: a detached resource leaves the pool and frees its place
#[test]
fn detach() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiter = park(&mut core, at(0));
    assert!(core.detach(slot, at(1)));
    assert!(!core.detach(slot, at(1)));
    assert_eq!(core.total(), 0);
    assert_eq!(wakes(&mut core), [waiter]);
    let stats = core.stats(at(1));
    assert_eq!((stats.counters.detached, stats.counters.destroyed), (1, 0));
    core.check();
}

/// SPEC 5.8, 11.4: a hook that suspends after the resource was taken is looked at again, and counted once
#[test]
fn what_was_taken_goes_back_into_the_hook_that_suspends() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    keep(&mut core, slot, at(1));
    let slot = take(&mut core, at(2));
    assert!(core.vet(slot));
    assert!(!core.vet(slot));
    core.check();
    assert_eq!(core.stats(at(2)).counters.acquires, 1);
    assert_eq!(core.release(slot, Verdict::Keep, at(2)), After::Stale);
    assert_eq!(core.accepted(slot, at(3)), Next::Take(slot));
    assert_eq!(core.stats(at(3)).counters.acquires, 2);

    assert!(core.vet(slot));
    core.close(at(4));
    assert_eq!(core.accepted(slot, at(5)), Next::Destroy(slot, Reason::Closed));
    assert_eq!(core.retry(slot, Patience::Forever, at(5)), Next::Refuse(Refusal::Closed));
    core.check();
}
