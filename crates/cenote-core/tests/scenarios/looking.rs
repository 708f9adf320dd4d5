//! Counts and figures.

use crate::kit::*;
use cenote_core::*;
use std::time::Duration;

/// SPEC 11.1, 11.2, 11.3: what counts as active and what as idle, through a whole life
#[test]
fn counts_through_a_life() {
    let mut core = with(Settings { max: 2, before_acquire: true, ..Settings::default() });
    let counts = |core: &Core| {
        let stats = core.stats(at(0));
        assert_eq!(core.total(), core.idle() + core.active());
        (core.total(), core.idle(), core.active(), stats.active, stats.creating)
    };
    let slot = begin(&mut core, at(0));
    assert_eq!(counts(&core), (1, 0, 1, 0, 1));
    let Next::Take(slot) = core.created(slot, at(0)) else { panic!("not taken") };
    assert_eq!(counts(&core), (1, 0, 1, 1, 0));
    assert!(core.begin_release(slot, at(0)));
    assert_eq!(counts(&core), (1, 0, 1, 1, 0));
    keep(&mut core, slot, at(0));
    assert_eq!(counts(&core), (1, 1, 0, 0, 0));
    let Next::Check(slot) = core.acquire(Patience::Forever, at(0)) else { panic!("no check") };
    assert_eq!(counts(&core), (1, 0, 1, 1, 0));
    assert!(matches!(core.rejected(slot), Next::Destroy(..)));
    assert_eq!(counts(&core), (1, 0, 1, 1, 0));
    assert!(core.destroyed(slot, at(0)));
    assert_eq!(counts(&core), (0, 0, 0, 0, 0));
}

/// SPEC 11.3: a granted resource is idle until its waiter runs
#[test]
fn granted_is_idle() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiter = park(&mut core, at(0));
    keep(&mut core, slot, at(0));
    let stats = core.stats(at(0));
    assert_eq!((stats.idle, stats.active, stats.granted, stats.waiting), (1, 0, 1, 0));
    assert!(matches!(core.resume(waiter, at(0)), Next::Take(_)));
    assert_eq!((core.idle(), core.active()), (0, 1));
}

/// SPEC 11.4: the longest hold of now, who has it, and the longest ever
#[test]
fn holds() {
    let mut core = pool(3);
    let (one, two) = (take(&mut core, at(10)), take(&mut core, at(20)));
    let stats = core.stats(at(50));
    assert_eq!((stats.longest_hold, stats.longest_hold_slot), (ms(40), Some(one)));
    assert_eq!(stats.hold_max, ms(0));
    keep(&mut core, one, at(50));
    let stats = core.stats(at(50));
    assert_eq!((stats.longest_hold, stats.longest_hold_slot), (ms(30), Some(two)));
    assert_eq!(stats.hold_max, ms(40));
    keep(&mut core, two, at(55));
    let stats = core.stats(at(60));
    assert_eq!((stats.longest_hold, stats.longest_hold_slot), (ms(0), None));
    assert_eq!(stats.hold_max, ms(40));
}

/// SPEC 34.33: time may step back by a coarse tick
#[test]
fn a_clock_that_steps_back() {
    let mut core = pool(1);
    let slot = take(&mut core, at(10));
    keep(&mut core, slot, at(9));
    assert_eq!(core.stats(at(8)).hold_max, ms(0));
    let slot = take(&mut core, at(8));
    let waiter = park(&mut core, at(12));
    assert_eq!(core.stats(at(7)).longest_hold, ms(0));
    keep(&mut core, slot, at(8));
    assert!(matches!(core.resume(waiter, at(11)), Next::Take(_)));
    assert_eq!(core.stats(at(8)).wait_max, ms(0));
}

/// SPEC 11.4, 3.2: what the pool was made with; numbers that do not fit are clamped
#[test]
fn settings() {
    let core = with(Settings { max: 0, min: 7, recovery_limit: 0, ..Settings::default() });
    let stats = core.stats(at(0));
    assert_eq!((stats.max, stats.min, core.settings().recovery_limit), (1, 1, 1));
    let core = with(Settings { max: u32::MAX, ..Settings::default() });
    assert!(core.stats(at(0)).max > u32::MAX - 9);
    let core = with(Settings { max: 9, min: 3, ..Settings::default() });
    assert_eq!((core.stats(at(0)).max, core.stats(at(0)).min), (9, 3));
}

/// SPEC 34.33: ids say what they are, and index dense arrays
#[test]
fn ids() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiter = park(&mut core, at(0));
    assert_eq!((slot.index(), waiter.index()), (0, 0));
    assert_eq!(format!("{slot:?} {waiter:?}"), "slot 0.0 waiter 0.0");
    assert!(core.leave(waiter, at(0)));
    let other = park(&mut core, at(0));
    assert_eq!(other.index(), 0, "indices are used again");
    assert_ne!(other, waiter);
}

/// SPEC 34.33: the same seed and inputs give the same outputs
#[test]
fn deterministic() {
    let run = || {
        let settings = Settings { lifetime: ms(1000), seed: 42, ..Settings::default() };
        let mut core = with(settings);
        let slots: Vec<SlotId> = (0..5).map(|_| take(&mut core, at(0))).collect();
        for slot in slots {
            keep(&mut core, slot, at(1));
        }
        format!("{core:?}")
    };
    assert_eq!(run(), run());
}

/// SPEC 11.1, 11.4: the slots that can be seen are those that are counted, in their states, each with its time
#[test]
fn slots_one_by_one() {
    let mut core = with(Settings { max: 4, before_acquire: true, ..Settings::default() });
    let seen = |core: &Core, now: u64| -> Vec<(usize, SlotUse, Option<Duration>)> {
        let seen: Vec<_> = core.slots(at(now)).collect();
        assert_eq!(seen.len() as u32, core.total());
        seen.into_iter().map(|slot| (slot.id.index(), slot.usage, slot.since)).collect()
    };
    let (out, returning) = (take(&mut core, at(10)), take(&mut core, at(20)));
    let checked = take(&mut core, at(30));
    keep(&mut core, checked, at(40));
    let begun = core.acquire(Patience::Forever, at(50));
    let Next::Check(checked) = begun else { panic!("no check: {begun:?}") };
    assert!(core.begin_release(returning, at(60)));
    begin(&mut core, at(70));
    assert_eq!(
        seen(&core, 100),
        [
            (0, SlotUse::Active, Some(ms(90))),
            (1, SlotUse::Returning, Some(ms(80))),
            (2, SlotUse::Checking, Some(ms(60))),
            (3, SlotUse::Creating, None),
        ]
    );
    assert!(matches!(core.rejected(checked), Next::Destroy(..)));
    keep(&mut core, returning, at(110));
    let states: Vec<_> = seen(&core, 120).into_iter().map(|(_, usage, _)| usage).collect();
    assert_eq!(states[1..3], [SlotUse::Idle, SlotUse::Destroying]);
    assert_eq!(core.slots(at(120)).next().map(|slot| slot.id), Some(out));
}

/// SPEC 6.2, 11.4: the line shows who waits without a grant, in the order of parking; who has one has left it
#[test]
fn the_line() {
    let mut core = pool(1);
    let slot = take(&mut core, at(0));
    let waiters: Vec<WaiterId> = (1..=3).map(|time| park(&mut core, at(time))).collect();
    let line: Vec<_> = core.line(at(10)).collect();
    assert_eq!(line, [(waiters[0], ms(9)), (waiters[1], ms(8)), (waiters[2], ms(7))]);
    keep(&mut core, slot, at(11));
    assert_eq!(core.line(at(11)).map(|(waiter, _)| waiter).collect::<Vec<_>>(), waiters[1..]);
    let slots: Vec<_> = core.slots(at(11)).map(|slot| slot.usage).collect();
    assert_eq!(slots, [SlotUse::Granted]);
    core.deactivate(at(12));
    assert_eq!(core.line(at(12)).count(), 0);
}
