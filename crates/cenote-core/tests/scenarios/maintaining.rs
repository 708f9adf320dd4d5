//! Prewarm, rounds, age, idle time, the lower limit.

use crate::kit::*;
use cenote_core::*;

fn rounds() -> Settings {
    Settings { check: true, round_interval: ms(100), ..Settings::default() }
}

/// SPEC 4.1, 4.2, 4.3: prewarm makes min; after a failure the rest is not made and what was made is doomed once
#[test]
fn prewarm() {
    let mut core = with(Settings { min: 3, ..Settings::default() });
    for _ in 0..2 {
        let slot = core.prewarm().expect("another one");
        assert_eq!(core.warmed(slot, at(0)), After::Stored);
    }
    assert_eq!((core.idle(), core.total()), (2, 2));
    let slot = core.prewarm().expect("another one");
    assert!(core.create_failed(slot, at(0)));
    core.close(at(0));
    assert_eq!(core.prewarm(), None);
    let mut doomed = 0;
    while let Some((slot, _)) = core.next_doomed(at(0)) {
        doomed += 1;
        assert!(core.destroyed(slot, at(0)));
    }
    assert_eq!((doomed, core.total(), core.next_deadline()), (2, 0, None));
}

/// SPEC 13.1: a round is due at each tick, on the beat; without rounds nothing is
#[test]
fn beats() {
    let mut core = with(rounds());
    assert_eq!(core.next_deadline(), Some(at(100)));
    assert_eq!(core.tick(at(99)), Tick::Quiet);
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    assert_eq!(core.next_deadline(), Some(at(200)));
    assert_eq!(run_round(&mut core, at(100)), (vec![], 0));
    assert_eq!(core.tick(at(350)), Tick::StartRound);
    assert_eq!(core.next_deadline(), Some(at(400)));
}

/// SPEC 13.2: a tick during a running round is skipped
#[test]
fn rounds_do_not_overlap() {
    let mut core = with(rounds());
    let slot = take(&mut core, at(0));
    keep(&mut core, slot, at(0));
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    let RoundStep::Check(slot) = core.next_round_step(at(100)) else { panic!("no check") };
    assert_eq!(core.tick(at(200)), Tick::Quiet);
    assert_eq!(core.stats(at(200)).counters.skipped_rounds, 1);
    assert_eq!(core.checked(slot, true, at(250)), After::Stored);
    assert_eq!(core.next_round_step(at(250)), RoundStep::Done);
    assert_eq!(core.tick(at(300)), Tick::StartRound);
}

/// SPEC 13.3: each resource that was idle at the start is looked at once, and goes back to its old position
#[test]
fn a_round_keeps_the_order() {
    let mut core = with(rounds());
    let slots: Vec<SlotId> = (0..4).map(|_| take(&mut core, at(0))).collect();
    for slot in &slots[..3] {
        keep(&mut core, *slot, at(1));
    }
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    let mut seen = Vec::new();
    while let RoundStep::Check(slot) = core.next_round_step(at(100)) {
        let others = u32::from(!seen.is_empty());
        assert_eq!((core.idle(), core.active()), (2 + others, 2 - others));
        seen.push(slot.index());
        assert_eq!(core.checked(slot, true, at(101)), After::Stored);
        if seen.len() == 1 {
            // It comes into the store during the round: not looked at, and at the tail.
            keep(&mut core, slots[3], at(101));
        }
        core.check();
    }
    assert_eq!(seen, [0, 1, 2]);
    let order: Vec<usize> = (0..4).map(|_| take(&mut core, at(102)).index()).collect();
    assert_eq!(order, [0, 1, 2, 3]);
}

fn idle(settings: Settings, count: usize) -> Core {
    let mut core = with(settings);
    let slots: Vec<SlotId> = (0..count).map(|_| take(&mut core, at(0))).collect();
    slots.into_iter().for_each(|slot| keep(&mut core, slot, at(1)));
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    core
}

fn begun_checks(core: &mut Core) -> Vec<SlotId> {
    let mut slots = Vec::new();
    while let RoundStep::Check(slot) = core.next_round_step(at(100)) {
        slots.push(slot);
        core.check();
    }
    slots
}

/// SPEC 13.3: checks run side by side, all at once or half of the free places, and at least one
#[test]
fn side_by_side() {
    let half = |max| Settings { max, ..rounds() };
    let all = Settings { checks_at_once: ChecksAtOnce::All, ..half(6) };
    let cases = [(half(6), 6, 3), (half(5), 5, 2), (half(1), 1, 1), (half(12), 6, 6), (all, 6, 6)];
    for (settings, count, expected) in cases {
        let mut core = idle(settings, count);
        let slots = begun_checks(&mut core);
        assert_eq!(slots.len(), expected);
        assert_eq!(core.next_round_step(at(100)), RoundStep::Wait);
        for slot in slots {
            assert_eq!(core.checked(slot, true, at(101)), After::Stored);
        }
        assert_eq!(run_round(&mut core, at(102)), (vec![], 0));
    }
}

/// SPEC 13.3: in whatever order the checks of a round end, each resource is back at its old position
#[test]
fn checks_end_in_any_order() {
    let settings = || Settings { max: 8, ..rounds() };
    for ends in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut core = idle(settings(), 4);
        let slots = begun_checks(&mut core);
        assert_eq!(slots.len(), 4);
        for end in ends {
            assert_eq!(core.checked(slots[end], true, at(101)), After::Stored);
            core.check();
        }
        assert_eq!(run_round(&mut core, at(102)), (vec![], 0));
        let order: Vec<usize> = (0..4).map(|_| take(&mut core, at(103)).index()).collect();
        assert_eq!(order, [0, 1, 2, 3]);
    }
}

/// SPEC 13.3: while somebody waits no further check begins; the round goes on when the others are over
#[test]
fn whoever_waits_stops_further_checks() {
    let mut core = idle(Settings { max: 4, ..rounds() }, 4);
    let slots = begun_checks(&mut core);
    let [one, other] = slots[..] else { panic!("half of four") };
    let taken = [take(&mut core, at(100)), take(&mut core, at(100))];
    let waiter = park(&mut core, at(100));
    assert_eq!(core.next_round_step(at(100)), RoundStep::Wait);
    assert_eq!(core.checked(one, true, at(101)), After::Stored);
    assert_eq!(wakes(&mut core), [waiter]);
    assert!(matches!(core.resume(waiter, at(101)), Next::Take(_)));
    assert_eq!(core.next_round_step(at(101)), RoundStep::Wait);
    assert_eq!(core.checked(other, true, at(101)), After::Stored);
    taken.into_iter().for_each(|slot| keep(&mut core, slot, at(101)));
    assert_eq!(core.next_round_step(at(101)), RoundStep::Done);
}

/// SPEC 13.6: a round restores `min` after those that it found dead are destroyed, not before, when their places are taken
#[test]
fn min_waits_for_the_dead_to_be_gone() {
    let mut core = idle(Settings { min: 2, max: 4, ..rounds() }, 2);
    let slots = begun_checks(&mut core);
    let [one, other] = slots[..] else { panic!("two checks") };
    assert_eq!(core.checked(one, false, at(101)), After::Destroy(one, Reason::Unhealthy));
    assert_eq!(core.checked(other, true, at(101)), After::Stored);
    assert_eq!(core.next_round_step(at(101)), RoundStep::Wait);
    assert!(core.destroyed(one, at(102)));
    assert_eq!(run_round(&mut core, at(102)), (vec![], 1));
    assert_eq!((core.idle(), core.stats(at(102)).counters.unhealthy), (2, 1));
}

/// SPEC 13.2, 10.5: one whose check was cancelled is waited for until it is gone
#[test]
fn a_cancelled_check_ends_when_its_resource_is_gone() {
    let mut core = idle(rounds(), 1);
    let slots = begun_checks(&mut core);
    assert_eq!(core.cancelled(slots[0], at(101)), Some(slots[0]));
    core.check();
    assert_eq!(core.next_round_step(at(101)), RoundStep::Wait);
    assert!(core.destroyed(slots[0], at(101)));
    assert_eq!(core.next_round_step(at(101)), RoundStep::Done);
}

/// SPEC 13.2: the answer to a check of a round that was given up is none of the next round's
#[test]
fn an_answer_in_the_next_round() {
    let mut core = idle(rounds(), 3);
    let slots = begun_checks(&mut core);
    assert_eq!(core.checked(slots[1], true, at(100)), After::Stored);
    core.abort_round(at(101));
    assert_eq!(core.tick(at(200)), Tick::StartRound);
    let RoundStep::Check(again) = core.next_round_step(at(200)) else { panic!("no check") };
    assert_eq!(again.index(), slots[1].index());
    assert_eq!(core.checked(slots[0], true, at(201)), After::Stored);
    core.check();
    assert_eq!(core.next_round_step(at(201)), RoundStep::Wait);
    assert_eq!(core.checked(again, true, at(201)), After::Stored);
    assert_eq!(core.next_round_step(at(201)), RoundStep::Done);
    assert_eq!(core.checked(slots[2], false, at(202)), After::Destroy(slots[2], Reason::Unhealthy));
    assert!(core.destroyed(slots[2], at(202)));
    core.check();
}

/// SPEC 13.3: a resource taken and brought back during the round is not looked at again; the others keep their order
#[test]
fn a_round_while_others_come_and_go() {
    let mut core = with(rounds());
    let slots: Vec<SlotId> = (0..4).map(|_| take(&mut core, at(0))).collect();
    for slot in slots {
        keep(&mut core, slot, at(1));
    }
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    let RoundStep::Check(first) = core.next_round_step(at(100)) else { panic!("no check") };
    // The next two are taken, one comes back.
    let second = take(&mut core, at(100));
    let third = take(&mut core, at(100));
    assert_eq!((second.index(), third.index()), (1, 2));
    keep(&mut core, second, at(100));
    assert_eq!(core.checked(first, true, at(101)), After::Stored);
    let RoundStep::Check(fourth) = core.next_round_step(at(101)) else { panic!("no check") };
    assert_eq!(fourth.index(), 3);
    assert_eq!(core.checked(fourth, true, at(101)), After::Stored);
    assert_eq!(core.next_round_step(at(101)), RoundStep::Done);
    let order: Vec<usize> = (0..3).map(|_| take(&mut core, at(102)).index()).collect();
    assert_eq!(order, [0, 3, 1]);
}

/// SPEC 13.3, 34.26: a check starts only while nobody waits, and one in progress counts as active
#[test]
fn no_check_while_somebody_waits() {
    let settings = Settings { max: 2, recovery_limit: 1, ..rounds() };
    let mut core = with(settings);
    let (one, two) = (take(&mut core, at(0)), take(&mut core, at(0)));
    let waiters = [park(&mut core, at(0)), park(&mut core, at(0))];
    core.recover(at(1));
    keep(&mut core, one, at(1));
    keep(&mut core, two, at(1));
    assert_eq!(core.waiting(), 1, "the limit leaves one idle and one waiting");
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    assert_eq!(core.next_round_step(at(100)), RoundStep::Done);
    assert!(core.leave(waiters[1], at(100)));
    assert_eq!(core.tick(at(200)), Tick::StartRound);
    let RoundStep::Check(slot) = core.next_round_step(at(200)) else { panic!("no check") };
    assert_eq!((core.active(), core.idle()), (1, 1));
    assert_eq!(core.checked(slot, true, at(200)), After::Stored);
}

/// SPEC 13.3, 13.9: a check does not refresh the idle time
#[test]
fn a_check_keeps_the_idle_time() {
    let mut core = with(Settings { idle_timeout: ms(250), ..rounds() });
    let slot = take(&mut core, at(0));
    keep(&mut core, slot, at(0));
    for now in [100, 200] {
        assert_eq!(core.tick(at(now)), Tick::StartRound);
        assert_eq!(run_round(&mut core, at(now)), (vec![], 0));
    }
    assert_eq!(core.next_deadline(), Some(at(250)));
    assert_eq!(core.tick(at(250)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(250)), (vec![Reason::IdleTooLong], 0));
    assert_eq!(core.stats(at(250)).counters.idled_out, 1);
}

/// SPEC 13.5: three deaths in a round serve three waiters, each at that moment
#[test]
fn deaths_serve_waiters() {
    let mut core = with(Settings { max: 3, ..rounds() });
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    for slot in slots {
        keep(&mut core, slot, at(0));
    }
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    let mut served = 0;
    while let RoundStep::Check(slot) = core.next_round_step(at(100)) {
        let after = core.checked(slot, false, at(100));
        assert_eq!(after, After::Destroy(slot, Reason::Unhealthy));
        assert_eq!(core.active(), 1 + served);
        // The others are taken meanwhile, so somebody has to wait for this place.
        while !matches!(core.acquire(Patience::None, at(100)), Next::Refuse(_)) {
            served += 1;
        }
        let waiter = park(&mut core, at(100));
        assert!(core.destroyed(slot, at(100)));
        assert_eq!(wakes(&mut core), [waiter]);
        assert!(matches!(core.resume(waiter, at(100)), Next::Create(_)));
    }
    assert_eq!(core.stats(at(100)).counters.unhealthy, 1);
}

/// SPEC 13.6: each round restores min, whatever took it; a failure ends the attempt until the next one
#[test]
fn min_is_restored() {
    let mut core = with(Settings { min: 2, max: 3, ..rounds() });
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(100)), (vec![], 2));
    let slot = take(&mut core, at(101));
    reject(&mut core, slot, at(101));
    assert_eq!(core.total(), 1);
    assert_eq!(core.tick(at(200)), Tick::StartRound);
    let RoundStep::Check(slot) = core.next_round_step(at(200)) else { panic!("no check") };
    assert_eq!(core.checked(slot, true, at(200)), After::Stored);
    let RoundStep::Create(slot) = core.next_round_step(at(200)) else { panic!("no creation") };
    assert!(core.create_failed(slot, at(200)));
    assert_eq!(core.next_round_step(at(200)), RoundStep::Done);
    assert_eq!(core.stats(at(200)).counters.create_failures, 1);
    assert_eq!(core.next_deadline(), Some(at(300)));
    assert_eq!(core.tick(at(300)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(300)), (vec![], 1));
}

/// SPEC 13.6: an INACTIVE pool is not filled up
#[test]
fn an_inactive_pool_is_not_filled() {
    let mut core = with(Settings { min: 2, ..rounds() });
    core.deactivate(at(0));
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(100)), (vec![], 0));
    core.recover(at(101));
    assert_eq!(core.tick(at(200)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(200)), (vec![], 2));
}

/// SPEC 13.7: a check or a creation that ends after close is destroyed, not stored
#[test]
fn closed_during_a_round() {
    let mut core = with(Settings { min: 2, ..rounds() });
    let slot = core.prewarm().expect("min is 2");
    assert_eq!(core.warmed(slot, at(0)), After::Stored);
    let creating = core.prewarm().expect("min is 2");
    assert_eq!(core.tick(at(100)), Tick::StartRound);
    let RoundStep::Check(checking) = core.next_round_step(at(100)) else { panic!("no check") };
    core.close(at(101));
    assert_eq!(core.next_round_step(at(101)), RoundStep::Done);
    for after in [core.checked(checking, true, at(102)), core.warmed(creating, at(102))] {
        let After::Destroy(slot, Reason::Closed) = after else { panic!("{after:?}") };
        assert!(core.destroyed(slot, at(102)));
    }
    assert_eq!((core.total(), core.next_doomed(at(102))), (0, None));
}

/// SPEC 13.8: lifetimes made together end apart, by a tenth at most; the same seed gives the same ends
#[test]
fn lifetimes_have_jitter() {
    let ends = |seed| {
        let mut core = with(Settings { max: 50, lifetime: ms(1000), seed, ..Settings::default() });
        let slots: Vec<SlotId> = (0..50).map(|_| take(&mut core, at(0))).collect();
        for slot in slots {
            keep(&mut core, slot, at(0));
        }
        let mut ends = Vec::new();
        while let Some(deadline) = core.next_deadline() {
            assert!(at(900) <= deadline && deadline <= at(1000), "{deadline:?}");
            assert_eq!(core.tick(deadline), Tick::StartRound);
            let (reasons, _) = run_round(&mut core, deadline);
            assert!(!reasons.is_empty() && reasons.iter().all(|reason| *reason == Reason::Expired));
            ends.push(deadline);
        }
        assert_eq!(core.total(), 0);
        ends
    };
    assert!(ends(1).len() > 40);
    assert_eq!(ends(1), ends(1));
    assert_ne!(ends(1), ends(2));
}

/// SPEC 13.8, 34.30: past its age: not handed out from the store, nor after its hook, nor stored at release
#[test]
fn nothing_past_its_age_is_handed_out() {
    let settings =
        Settings { lifetime: ms(1000), before_acquire: true, max: 1, ..Settings::default() };
    let mut core = with(settings);
    let slot = take(&mut core, at(0));
    let after = core.release(slot, Verdict::Keep, at(1000));
    assert_eq!(after, After::Destroy(slot, Reason::Expired));
    assert!(core.destroyed(slot, at(1000)));

    let slot = take(&mut core, at(2000));
    keep(&mut core, slot, at(2001));
    let Next::Check(slot) = core.acquire(Patience::Forever, at(2002)) else { panic!("no check") };
    assert_eq!(core.accepted(slot, at(3000)), Next::Destroy(slot, Reason::Expired));
    assert_eq!(core.retry(slot, Patience::Forever, at(3000)), Next::Create(slot));
    let Next::Take(slot) = core.created(slot, at(3000)) else { panic!("not taken") };

    let waiter = park(&mut core, at(3000));
    keep(&mut core, slot, at(3001));
    let next = core.resume(waiter, at(4000));
    assert!(matches!(next, Next::Destroy(_, Reason::Expired)), "{next:?}");
    assert_eq!(core.stats(at(4000)).counters.expired, 3);
    assert_eq!(core.stats(at(4000)).counters.rejected, 0);
}

/// SPEC 13.9: the longest idle go first, never below min
#[test]
fn idle_timeout() {
    let settings = Settings { min: 2, max: 5, idle_timeout: ms(100), ..Settings::default() };
    let mut core = with(settings);
    let slots: Vec<SlotId> = (0..5).map(|_| take(&mut core, at(0))).collect();
    for (slot, now) in slots[..4].iter().zip(10..) {
        keep(&mut core, *slot, at(now));
    }
    assert_eq!(core.tick(at(111)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(111)).0.len(), 2);
    assert_eq!(core.next_deadline(), Some(at(112)));
    assert_eq!(core.tick(at(120)), Tick::StartRound);
    assert_eq!(run_round(&mut core, at(120)).0.len(), 1, "five made, min 2, one is out");
    assert_eq!((core.total(), core.idle()), (2, 1));
    assert_eq!(core.tick(at(999)), Tick::Quiet);
}

/// SPEC 32.7: where it is asked for, min is restored without rounds, after a pause if creation fails
#[test]
fn refill() {
    let mut core = with(Settings { min: 1, refill: true, ..Settings::default() });
    let deadline = core.next_deadline().expect("min is missed");
    assert!(deadline <= at(0));
    assert_eq!(core.tick(at(0)), Tick::StartRound);
    let RoundStep::Create(slot) = core.next_round_step(at(0)) else { panic!("no creation") };
    assert!(core.create_failed(slot, at(0)));
    assert_eq!(core.next_round_step(at(0)), RoundStep::Done);
    let again = core.next_deadline().expect("min is still missed");
    assert_eq!(again, at(10));
    assert_eq!(core.tick(at(9)), Tick::Quiet);
    assert_eq!(core.tick(again), Tick::StartRound);
    assert_eq!(run_round(&mut core, again), (vec![], 1));
    assert_eq!(core.next_deadline(), None);
    let slot = take(&mut core, at(20));
    assert!(core.detach(slot, at(20)));
    assert_eq!(core.next_deadline(), Some(at(20)));
}

/// SPEC 34.33: after a tick the next deadline is later, whatever was due
#[test]
fn a_tick_makes_progress() {
    let settings = Settings {
        min: 1,
        max: 3,
        lifetime: ms(50),
        idle_timeout: ms(20),
        round_interval: ms(30),
        check: true,
        refill: true,
        ..Settings::default()
    };
    let mut core = with(settings);
    let mut now = 0;
    for step in 0..2000 {
        if step % 7 == 0 {
            let slot = take(&mut core, Time(now));
            if let After::Destroy(slot, _) = core.release(slot, Verdict::Keep, Time(now)) {
                assert!(core.destroyed(slot, Time(now)));
            }
        }
        let deadline = core.next_deadline().expect("rounds are on");
        now = now.max(deadline.0);
        let tick = core.tick(Time(now));
        let next = core.next_deadline().expect("rounds are on");
        assert!(next > Time(now), "no progress at {now}");
        if tick == Tick::StartRound {
            run_round(&mut core, Time(now));
        }
    }
    assert!(now > 2000 * MS, "only {now}");
}

/// SPEC 13.2: a background task that was cancelled leaves its work to the next one
#[test]
fn an_aborted_round() {
    let mut core =
        with(Settings { idle_timeout: ms(50), min: 1, refill: true, ..Settings::default() });
    for _ in 0..2 {
        let slot = begin(&mut core, at(0));
        let Next::Take(slot) = core.created(slot, at(0)) else { panic!("not taken") };
        let other = take(&mut core, at(0));
        keep(&mut core, slot, at(0));
        keep(&mut core, other, at(0));
        assert_eq!(core.tick(at(50)), Tick::StartRound);
        core.abort_round(at(50));
        assert!(core.next_deadline().is_some_and(|deadline| deadline <= at(50)));
        assert_eq!(core.tick(at(50)), Tick::StartRound);
        assert_eq!(run_round(&mut core, at(50)).0, [Reason::IdleTooLong]);
        let last = take(&mut core, at(50));
        assert!(core.detach(last, at(50)));
    }
}

/// SPEC 13.8: the end of its life is the first moment at which it is too old, on every path
#[test]
fn the_exact_end_of_a_life() {
    // So short that jitter, a tenth at most, rounds to nothing.
    let lifetime = std::time::Duration::from_nanos(5);
    let fresh = |before_acquire| {
        let mut core = with(Settings { lifetime, before_acquire, ..Settings::default() });
        let slot = take(&mut core, Time(10));
        (core, slot)
    };
    for before_acquire in [false, true] {
        for (now, expired) in [(14, false), (15, true)] {
            let (mut core, slot) = fresh(before_acquire);
            let after = core.release(slot, Verdict::Keep, Time(now));
            assert_eq!(matches!(after, After::Destroy(_, Reason::Expired)), expired);

            let (mut core, slot) = fresh(before_acquire);
            keep(&mut core, slot, Time(11));
            let next = core.acquire(Patience::Forever, Time(now));
            assert_eq!(matches!(next, Next::Destroy(_, Reason::Expired)), expired, "{next:?}");

            let (mut core, slot) = fresh(before_acquire);
            core.resize(1, Time(11));
            let waiter = park(&mut core, Time(11));
            keep(&mut core, slot, Time(12));
            let next = core.resume(waiter, Time(now));
            assert_eq!(matches!(next, Next::Destroy(_, Reason::Expired)), expired, "{next:?}");

            let (mut core, slot) = fresh(before_acquire);
            keep(&mut core, slot, Time(11));
            assert_eq!(core.tick(Time(now)) == Tick::StartRound, expired);
            assert_eq!(core.next_doomed(Time(now)).is_some(), expired);
        }
    }
}

/// SPEC 13.9: one that is being destroyed does not count for `min`: another one stays, however long it has been idle
#[test]
fn one_on_its_way_out_does_not_count_for_min() {
    let settings = Settings { min: 1, idle_timeout: ms(10), ..Settings::default() };
    let mut core = with(settings);
    let (one, other) = (take(&mut core, at(0)), take(&mut core, at(0)));
    keep(&mut core, one, at(0));
    assert!(matches!(core.release(other, Verdict::Reject, at(0)), After::Destroy(..)));
    assert_eq!(core.next_doomed(at(50)), None);
    assert!(core.destroyed(other, at(50)));
    assert_eq!(core.next_doomed(at(50)), None);
    core.check();

    // The same if a caller has met it, who will have another one in its place.
    let before_acquire = true;
    let mut core =
        with(Settings { min: 1, idle_timeout: ms(10), before_acquire, ..Settings::default() });
    let slots = [take(&mut core, at(0)), take(&mut core, at(0))];
    slots.into_iter().for_each(|slot| keep(&mut core, slot, at(0)));
    let Next::Check(met) = core.acquire(Patience::None, at(1)) else { panic!("no check") };
    assert!(matches!(core.rejected(met), Next::Destroy(..)));
    assert_eq!(core.next_doomed(at(50)), None);
    core.check();
}

/// SPEC 13.3: a check whose answer comes after its round was given up puts the resource into the store like any other
#[test]
fn an_answer_after_its_round() {
    let (round_interval, idle_timeout) = (ms(10), ms(15));
    let mut core =
        with(Settings { check: true, round_interval, idle_timeout, ..Settings::default() });
    let (one, other) = (take(&mut core, at(0)), take(&mut core, at(0)));
    keep(&mut core, one, at(0));
    keep(&mut core, other, at(0));
    assert_eq!(core.tick(at(10)), Tick::StartRound);
    let RoundStep::Check(checked) = core.next_round_step(at(10)) else { panic!("no check") };
    core.abort_round(at(11));
    assert_eq!(core.checked(checked, true, at(12)), After::Stored);
    core.check();
    assert!(matches!(core.next_doomed(at(20)), Some((_, Reason::IdleTooLong))), "the other one");
    assert_eq!(core.next_doomed(at(20)), None, "it has been in the store for 8 ms");
}
