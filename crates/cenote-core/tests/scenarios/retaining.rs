//! What is idle is looked at, one by one, and kept or not.

use crate::kit::*;
use cenote_core::*;

/// Resources that came into the store at 1 ms, 2 ms and so on.
fn idle(settings: Settings, count: u64) -> Core {
    let mut core = with(settings);
    let slots: Vec<SlotId> = (0..count).map(|_| take(&mut core, at(0))).collect();
    slots.into_iter().zip(1..).for_each(|(slot, time)| keep(&mut core, slot, at(time)));
    core
}

fn order(core: &mut Core, now: u64) -> Vec<usize> {
    (0..core.idle()).map(|_| take(core, at(now)).index()).collect()
}

/// SPEC 32.28: each is looked at once; what is kept has its position and its idle time as before
#[test]
fn what_is_kept_stays_where_it_was() {
    let settings = Settings { idle_timeout: ms(100), ..Settings::default() };
    let mut core = idle(settings, 5);
    let idle: Vec<SlotId> = core.idle_slots().collect();
    assert_eq!(idle.len(), 5);
    for (slot, number) in idle.into_iter().zip(0..) {
        assert!(core.begin_look(slot));
        assert_eq!((core.idle(), core.active()), (5 - u32::from(number >= 3) - 1, 1));
        let after = core.looked_at(slot, number != 2, at(50));
        if number == 2 {
            assert_eq!(after, After::Destroy(slot, Reason::Discarded));
            assert!(core.destroyed(slot, at(50)));
        } else {
            assert_eq!(after, After::Stored);
        }
        core.check();
    }
    // The first has been idle since 1 ms, not since 50 ms.
    assert_eq!(core.next_doomed(at(100)), None);
    let Some((first, Reason::IdleTooLong)) = core.next_doomed(at(101)) else { panic!("kept") };
    assert_eq!(first.index(), 0);
    assert!(core.destroyed(first, at(101)));
    assert_eq!(order(&mut core, 102), [1, 3, 4]);
}

/// SPEC 32.28: what was handed out, granted, destroyed or given back meanwhile is not looked at
#[test]
fn what_has_left_the_store_is_not_looked_at() {
    let mut core = idle(Settings::default(), 3);
    let idle: Vec<SlotId> = core.idle_slots().collect();
    let lent = take(&mut core, at(10));
    assert!(!core.begin_look(idle[0]));
    keep(&mut core, lent, at(11));
    assert!(!core.begin_look(idle[0]), "another use of the slot");
    assert!(core.begin_look(idle[1]));
    assert!(!core.begin_look(idle[1]), "twice");
    assert_eq!(core.looked_at(idle[2], true, at(12)), After::Stale);
    assert_eq!(core.looked_at(idle[1], true, at(12)), After::Stored);
    assert_eq!(order(&mut core, 13), [1, 2, 0]);
    let core = &mut pool(1);
    let slot = take(core, at(0));
    park(core, at(0));
    keep(core, slot, at(1));
    assert_eq!(core.idle_slots().count(), 0, "it is granted");
}

/// SPEC 32.28, 6.3: what is kept serves who waits, and a place that is free does
#[test]
fn who_waits_is_served() {
    for is_kept in [true, false] {
        let mut core = idle(Settings { max: 1, ..Settings::default() }, 1);
        let slot = core.idle_slots().next().unwrap();
        assert!(core.begin_look(slot));
        let waiter = park(&mut core, at(5));
        if core.looked_at(slot, is_kept, at(6)) != After::Stored {
            assert!(core.destroyed(slot, at(6)));
        }
        assert_eq!(wakes(&mut core), [waiter]);
        let next = core.resume(waiter, at(7));
        assert_eq!(is_kept, matches!(next, Next::Take(_)));
        carry(&mut core, next, at(7));
    }
}

/// SPEC 32.28: whatever happened to the pool meanwhile holds for what is kept
#[test]
fn the_pool_has_changed_meanwhile() {
    type Change = fn(&mut Core);
    let changes: [(Change, Reason); 4] = [
        (|core| assert!(core.close(at(10))), Reason::Closed),
        (|core| core.recycle(at(10)), Reason::Expired),
        (|core| core.resize(1, at(10)), Reason::Surplus),
        (|_| (), Reason::Expired),
    ];
    for (change, reason) in changes {
        let mut core = idle(Settings { lifetime: ms(1000), ..Settings::default() }, 2);
        let slots: Vec<SlotId> = core.idle_slots().collect();
        assert!(slots.iter().all(|&slot| core.begin_look(slot)));
        change(&mut core);
        let now = if reason == Reason::Expired { at(1001) } else { at(11) };
        assert_eq!(core.looked_at(slots[0], true, now), After::Destroy(slots[0], reason));
        core.check();
    }
}

/// SPEC 32.28, 13.3: a health round that runs looks at it all the same, wherever it stands
#[test]
fn during_a_health_round() {
    let settings = Settings {
        max: 20,
        check: true,
        checks_at_once: ChecksAtOnce::All,
        round_interval: ms(100),
        ..Settings::default()
    };
    for before in 0..=5 {
        for looked in 0..5 {
            let mut core = idle(settings.clone(), 5);
            let slots: Vec<SlotId> = core.idle_slots().collect();
            assert_eq!(core.tick(at(100)), Tick::StartRound);
            let checked: Vec<SlotId> = (0..before)
                .map(|_| match core.next_round_step(at(100)) {
                    RoundStep::Check(slot) => slot,
                    other => panic!("{other:?}"),
                })
                .collect();
            let is_there = core.begin_look(slots[looked]);
            assert_eq!(is_there, looked >= before, "it is in a check");
            for slot in checked.into_iter().rev() {
                assert_eq!(core.checked(slot, true, at(101)), After::Stored);
                core.check();
            }
            if is_there {
                assert_eq!(core.looked_at(slots[looked], true, at(101)), After::Stored);
                core.check();
            }
            let mut seen = Vec::new();
            while let RoundStep::Check(slot) = core.next_round_step(at(101)) {
                seen.push(slot.index());
                assert_eq!(core.checked(slot, true, at(101)), After::Stored);
                core.check();
            }
            for slot in before..5 {
                assert!(seen.contains(&slot), "{slot} of {before} and {looked}: {seen:?}");
            }
            assert_eq!(order(&mut core, 102), [0, 1, 2, 3, 4], "{before} and {looked}");
        }
    }
}
