//! Health rounds: what each looks at, beside whom, and where it goes back.

use crate::kit::*;
use cenote_core::*;

fn rounds() -> Settings {
    Settings { check: true, round_interval: ms(100), ..Settings::default() }
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
