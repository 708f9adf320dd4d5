//! Counts and figures.

use crate::kit::*;
use cenote_core::*;

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

/// SPEC 11.4, 3.2: what the pool was made with; numbers that do not fit are bent
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
