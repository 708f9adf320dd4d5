//! resize.

use crate::kit::*;
use cenote_core::*;

/// SPEC 11.1: a smaller pool sheds idle ones first, the rest at release; nothing is made meanwhile
#[test]
fn shrink() {
    let mut core = pool(5);
    let slots: Vec<SlotId> = (0..5).map(|_| take(&mut core, at(0))).collect();
    keep(&mut core, slots[0], at(0));
    keep(&mut core, slots[1], at(0));
    core.resize(2, at(1));
    core.check();
    // Three are out, so nobody may be served, idle ones or not.
    assert_eq!(core.acquire(Patience::None, at(1)), Next::Refuse(Refusal::Exhausted));
    let mut shed = Vec::new();
    while let Some((slot, reason)) = core.next_doomed(at(1)) {
        assert_eq!(reason, Reason::Surplus);
        shed.push(slot.index());
        assert!(core.destroyed(slot, at(1)));
    }
    assert_eq!(shed, [0, 1]);
    let waiter = park(&mut core, at(2));
    let after = core.release(slots[2], Verdict::Keep, at(2));
    assert_eq!(after, After::Destroy(slots[2], Reason::Surplus));
    assert!(core.destroyed(slots[2], at(2)));
    assert_eq!(core.next_wake(), None);
    keep(&mut core, slots[3], at(3));
    assert_eq!(core.next_wake(), Some(waiter));
    assert_eq!((core.total(), core.stats(at(3)).max), (2, 2));
}

/// SPEC 6.2: rights to create are revoked from the youngest, and everybody keeps the position
#[test]
fn shrink_revokes_rights_to_create() {
    let mut core = pool(3);
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, at(0))).collect();
    reject(&mut core, slots[0], at(1));
    reject(&mut core, slots[1], at(1));
    keep(&mut core, slots[2], at(1));
    assert_eq!(wakes(&mut core), waiters);
    core.resize(1, at(2));
    core.check();
    assert_eq!((core.stats(at(2)).granted, core.waiting()), (1, 2));
    // The oldest has the resource now, in place of its right to create.
    let Next::Take(slot) = core.resume(waiters[0], at(3)) else { panic!("no resource") };
    assert_eq!(slot.index(), slots[2].index());
    assert_eq!(core.resume(waiters[2], at(3)), Next::Park(waiters[2]));
    assert_eq!(core.resume(waiters[1], at(3)), Next::Park(waiters[1]));
    core.resize(3, at(4));
    core.check();
    assert_eq!(wakes(&mut core), waiters[1..]);
}

/// SPEC 6.7: a larger pool serves waiters at once
#[test]
fn grow() {
    let mut core = pool(1);
    take(&mut core, at(0));
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, at(0))).collect();
    core.resize(3, at(1));
    assert_eq!(wakes(&mut core), waiters[..2]);
    assert!(matches!(core.resume(waiters[0], at(1)), Next::Create(_)));
    core.resize(0, at(2));
    assert_eq!(core.stats(at(2)).max, 1, "at least one");
}

/// SPEC 11.1: down and up with all out never goes beyond max
#[test]
fn down_and_up_with_all_out() {
    let mut core = pool(4);
    let slots: Vec<SlotId> = (0..4).map(|_| take(&mut core, at(0))).collect();
    core.resize(1, at(1));
    core.resize(4, at(2));
    assert_eq!(core.acquire(Patience::None, at(2)), Next::Refuse(Refusal::Exhausted));
    for slot in slots {
        keep(&mut core, slot, at(3));
    }
    assert_eq!((core.total(), core.idle()), (4, 4));
}

/// SPEC 5.4: in a pool that has become too large a caller gives its place up with its rejected resource
#[test]
fn a_rejected_resource_of_a_pool_too_large_is_not_replaced() {
    let mut core = with(Settings { max: 2, before_acquire: true, ..Settings::default() });
    let slots = [take(&mut core, at(0)), take(&mut core, at(0))];
    keep(&mut core, slots[0], at(0));
    let Next::Check(slot) = core.acquire(Patience::Forever, at(1)) else { panic!("no check") };
    core.resize(1, at(1));
    assert!(matches!(core.rejected(slot), Next::Destroy(..)));
    let next = core.retry(slot, Patience::Forever, at(2));
    assert!(matches!(next, Next::Park(_)), "{next:?}");
    assert_eq!(core.total(), 1);
    core.check();
}

/// A pool of three: one in beforeAcquire, one out, one idle.
fn one_of_each() -> (Core, SlotId) {
    let mut core = with(Settings { max: 3, before_acquire: true, ..Settings::default() });
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    keep(&mut core, slots[0], at(0));
    keep(&mut core, slots[1], at(0));
    let Next::Check(vetting) = core.acquire(Patience::Forever, at(1)) else { panic!("no check") };
    (core, vetting)
}

/// SPEC 5.4: while the pool shrinks, a place holder takes an idle one only if that leaves it within max
#[test]
fn a_place_holder_while_the_pool_shrinks() {
    let (mut core, vetting) = one_of_each();
    core.resize(1, at(1));
    assert!(matches!(core.rejected(vetting), Next::Destroy(..)));
    let next = core.retry(vetting, Patience::Forever, at(2));
    assert!(matches!(next, Next::Park(_)), "the other one fills the pool: {next:?}");
    core.check();

    let (mut core, vetting) = one_of_each();
    core.resize(2, at(1));
    let waiter = park(&mut core, at(1));
    assert!(matches!(core.rejected(vetting), Next::Destroy(..)));
    let next = core.retry(vetting, Patience::Forever, at(2));
    assert!(matches!(next, Next::Check(_)), "it keeps its place before the waiter: {next:?}");
    assert_eq!(core.next_wake(), None);
    assert_eq!(core.resume(waiter, at(2)), Next::Park(waiter));
    core.check();
}

/// SPEC 11.1: idle ones go before rights to create
#[test]
fn idle_ones_go_first() {
    let mut core = pool(3);
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    let waiter = park(&mut core, at(0));
    reject(&mut core, slots[0], at(1));
    keep(&mut core, slots[1], at(1));
    core.resize(2, at(2));
    core.check();
    assert!(matches!(core.next_doomed(at(2)), Some((_, Reason::Surplus))));
    assert!(matches!(core.resume(waiter, at(2)), Next::Create(_)));
    core.check();
}
