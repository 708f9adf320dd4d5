//! Idle resources that go from one pool to a later one.

use crate::kit::*;
use cenote_core::*;

fn settings(lifetime: u64, idle_timeout: u64) -> Settings {
    Settings {
        max: 3,
        min: 0,
        lifetime: ms(lifetime),
        idle_timeout: ms(idle_timeout),
        ..Settings::default()
    }
}

fn ages(since: u64, expires: Time, lifetime: u64) -> Ages {
    Ages { born: at(0), since: at(since), expires, lifetime: ms(lifetime) }
}

fn adopt(core: &mut Core, ages: Ages, now: u64) -> Result<SlotId, Reason> {
    let adopted = core.adopt(ages, at(now));
    core.check();
    adopted
}

/// SPEC 50.1: a pool parts with what is idle, the longest idle first, and with nothing else
#[test]
fn parts_with_what_is_idle() {
    let mut core = with(settings(0, 0));
    let [first, second, third] = [(); 3].map(|()| take(&mut core, at(1)));
    keep(&mut core, second, at(2));
    keep(&mut core, first, at(3));
    for since in [2, 3] {
        let (_, when, expires) = core.part_with_idle(at(4)).expect("two are idle");
        core.check();
        assert_eq!((when, expires), (at(since), Time::NEVER));
    }
    assert_eq!(core.part_with_idle(at(4)), None);
    assert_eq!((core.total(), core.active()), (1, 1));
    keep(&mut core, third, at(5));
}

/// SPEC 50.3: adopted ones are handed out before new ones are made, up to `max`
#[test]
fn adopts_up_to_max() {
    let mut core = with(settings(0, 0));
    let adopted: Vec<_> = (0..3).map(|n| adopt(&mut core, ages(n, Time::NEVER, 0), 10)).collect();
    assert!(adopted.iter().all(Result::is_ok));
    assert_eq!(adopt(&mut core, ages(3, Time::NEVER, 0), 10), Err(Reason::Surplus));
    assert_eq!((core.idle(), core.prewarm()), (3, None));
    assert!(matches!(core.acquire(Patience::None, at(11)), Next::Take(_)));
    core.close(at(12));
    assert_eq!(adopt(&mut core, ages(4, Time::NEVER, 0), 12), Err(Reason::Closed));
}

/// SPEC 50.3: a life ends when it would have ended in the former pool; with another lifetime, by that
#[test]
fn lives_go_on() {
    let mut core = with(settings(100, 0));
    assert_eq!(adopt(&mut core, ages(5, at(95), 100), 95), Err(Reason::Expired));
    let slot = adopt(&mut core, ages(5, at(95), 100), 94).expect("its time is not over");
    assert_eq!(core.next_deadline(), Some(at(95)));
    assert_eq!(core.tick(at(95)), Tick::StartRound);
    let RoundStep::Destroy(doomed, Reason::Expired) = core.next_round_step(at(95)) else {
        panic!()
    };
    assert_eq!(doomed.index(), slot.index());
    assert!(core.destroyed(doomed, at(95)));
    // The former pool had no limit, or a longer one.
    for (expires, lifetime) in [(Time::NEVER, 0), (at(1000), 1000)] {
        assert_eq!(adopt(&mut core, ages(5, expires, lifetime), 101), Err(Reason::Expired));
    }
    assert!(adopt(&mut core, ages(5, at(1000), 1000), 89).is_ok());
}

/// SPEC 50.3: idle time goes on, and `min` protects those that came last
#[test]
fn idle_time_goes_on() {
    let mut core = with(Settings { min: 1, ..settings(0, 100) });
    let too_long = |core: &Core, since, others| core.is_idle_too_long(at(since), others, at(150));
    assert!(too_long(&core, 50, 1));
    assert!(!too_long(&core, 51, 1));
    assert!(!too_long(&core, 50, 0), "there would be none left");
    adopt(&mut core, ages(60, Time::NEVER, 0), 150).expect("not idle for too long");
    assert!(too_long(&core, 50, 0));
    assert_eq!(core.idle(), 1);
    assert!(adopt(&mut core, ages(70, Time::NEVER, 0), 150).is_ok());
    // A deadline may be early until it has been looked at.
    assert_eq!(core.tick(at(150)), Tick::Quiet);
    assert_eq!(core.next_deadline(), Some(at(160)));
}
