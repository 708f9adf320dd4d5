//! Prewarm, age, idle time, the lower limit.

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
