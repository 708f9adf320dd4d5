//! The circuit breaker and its ready strategies.

use crate::kit::*;
use cenote_core::*;
use std::time::Duration;

fn consecutive(threshold: u32) -> Strategy {
    let cooldown = Cooldown { first: ms(1000), most: ms(3000) };
    Strategy::ConsecutiveFailures { threshold, cooldown }
}

fn rate(rate: f64, minimum: u32) -> Strategy {
    Strategy::FailureRate { rate, minimum, window: ms(10_000), cooldown: Cooldown::default() }
}

fn judged(strategy: Strategy) -> Core {
    let settings = Settings { max: 20, recovery_limit: 2, ..Settings::default() };
    Core::new(settings, strategy, Time(0))
}

fn fail(core: &mut Core, now: Time) {
    let slot = take(core, now);
    reject(core, slot, now);
}

fn succeed(core: &mut Core, now: Time) {
    let slot = take(core, now);
    keep(core, slot, now);
}

/// Reports results at one moment: `+` a success, `-` a failure.
fn state_after(core: &mut Core, results: &str, now: Time) -> BreakerState {
    for result in results.chars() {
        if result == '+' { succeed(core, now) } else { fail(core, now) }
    }
    core.breaker_state()
}

/// The first moment, in ms from `from`, at which an acquire is not refused.
fn recovers_at(core: &mut Core, from: u64) -> u64 {
    (from..from + 10_000)
        .find(|&now| match core.acquire(Patience::Forever, at(now)) {
            Next::Refuse(Refusal::Unavailable) => false,
            Next::Create(slot) => {
                assert_eq!(core.cancelled(slot, at(now)), None);
                true
            }
            Next::Take(slot) => {
                assert!(core.detach(slot, at(now)));
                true
            }
            other => panic!("{other:?}"),
        })
        .expect("it recovers")
}

/// SPEC 14.1, 14.2: every lever works from every state
#[test]
fn levers() {
    let states = [BreakerState::Active, BreakerState::Inactive, BreakerState::Recovering];
    for from in states {
        for to in states {
            let mut core = pool(1);
            for state in [from, to] {
                match state {
                    BreakerState::Active => core.activate(at(0)),
                    BreakerState::Inactive => core.deactivate(at(0)),
                    BreakerState::Recovering => core.recover(at(0)),
                }
                assert_eq!(core.breaker_state(), state);
            }
            let refused = matches!(core.acquire(Patience::Forever, at(0)), Next::Refuse(_));
            assert_eq!(refused, to == BreakerState::Inactive);
        }
    }
    let names: Vec<String> = states.iter().map(|state| state.to_string()).collect();
    assert_eq!(names, ["ACTIVE", "INACTIVE", "RECOVERING"]);
}

/// SPEC 14.4: a probe is what is taken since recover(), for as long as it is out
#[test]
fn what_was_taken_since_recover_is_a_probe() {
    let mut core = pool(3);
    let before = take(&mut core, at(0));
    core.recover(at(0));
    let probe = take(&mut core, at(0));
    assert!(core.is_probe_at(probe) && !core.is_probe_at(before));
    keep(&mut core, probe, at(0));
    assert!(!core.is_probe_at(probe));
}

/// SPEC 14.4: hooks, creations and grants count; health checks and what was taken before do not
#[test]
fn what_counts_against_the_recovery_limit() {
    let settings =
        Settings { max: 9, recovery_limit: 2, before_acquire: true, ..Settings::default() };
    let mut core = with(settings);
    let before = take(&mut core, at(0));
    let idle = take(&mut core, at(0));
    keep(&mut core, idle, at(0));
    core.recover(at(1));
    let Next::Check(in_hook) = core.acquire(Patience::Forever, at(1)) else { panic!("no hook") };
    let creating = begin(&mut core, at(1));
    for patience in [Patience::Forever, Patience::None] {
        assert_eq!(core.acquire(patience, at(1)), Next::Refuse(Refusal::Unavailable));
    }
    keep(&mut core, before, at(2));
    assert_eq!(core.acquire(Patience::None, at(2)), Next::Refuse(Refusal::Unavailable));
    assert!(core.create_failed(creating, at(3)));
    let in_release = take(&mut core, at(3));
    assert!(core.begin_release(in_release, at(3)));
    assert_eq!(core.acquire(Patience::None, at(3)), Next::Refuse(Refusal::Unavailable));
    keep(&mut core, in_release, at(4));
    take(&mut core, at(4));
    core.check();
    assert!(matches!(core.accepted(in_hook, at(5)), Next::Take(_)));
    assert_eq!(core.acquire(Patience::None, at(5)), Next::Refuse(Refusal::Unavailable));
}

/// SPEC 14.4: grants of the moment of recover() count; those beyond the limit are revoked from the youngest
#[test]
fn recover_revokes_the_youngest_grants() {
    let mut core = pool(3);
    let slots: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, at(0))).collect();
    for slot in slots {
        keep(&mut core, slot, at(1));
    }
    assert_eq!(wakes(&mut core), waiters);
    core.recover(at(2));
    core.check();
    assert_eq!((core.stats(at(2)).granted, core.waiting(), core.idle()), (1, 2, 3));
    assert_eq!(core.resume(waiters[2], at(3)), Next::Park(waiters[2]));
    let Next::Take(slot) = core.resume(waiters[0], at(3)) else { panic!("no grant") };
    assert_eq!(wakes(&mut core), []);
    keep(&mut core, slot, at(4));
    assert_eq!(wakes(&mut core), [waiters[1]], "woken again, as its first grant was revoked");
    core.activate(at(5));
    assert_eq!(wakes(&mut core), [waiters[2]]);
}

/// SPEC 14.5: the user's strategy is asked by acquire, not by tryAcquire; yes moves to RECOVERING, no changes nothing
#[test]
fn the_users_strategy_is_asked() {
    let mut core = judged(Strategy::User { should_recover: true });
    core.deactivate(at(0));
    assert_eq!(core.acquire(Patience::None, at(0)), Next::Refuse(Refusal::Unavailable));
    assert_eq!(core.acquire(Patience::Forever, at(0)), Next::Consult);
    let refused = core.consulted(false, Patience::Forever, at(0));
    assert_eq!(refused, Next::Refuse(Refusal::Unavailable));
    assert_eq!(core.breaker_state(), BreakerState::Inactive);
    assert_eq!(core.acquire(Patience::Forever, at(1)), Next::Consult);
    assert!(matches!(core.consulted(true, Patience::Forever, at(1)), Next::Create(_)));
    assert_eq!(core.breaker_state(), BreakerState::Recovering);
}

/// SPEC 14.5, 14.9: while the strategy was asked somebody else may have changed the state; that holds
#[test]
fn the_answer_may_come_too_late() {
    let mut core = judged(Strategy::User { should_recover: true });
    core.deactivate(at(0));
    assert_eq!(core.acquire(Patience::Forever, at(0)), Next::Consult);
    core.activate(at(1));
    assert!(matches!(core.consulted(true, Patience::Forever, at(2)), Next::Create(_)));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    core.deactivate(at(3));
    assert_eq!(core.acquire(Patience::Forever, at(3)), Next::Consult);
    core.close(at(4));
    assert_eq!(core.consulted(true, Patience::Forever, at(4)), Next::Refuse(Refusal::Closed));
}

/// SPEC 14.6: without a strategy, or with one that need not be asked, INACTIVE stays
#[test]
fn nobody_to_ask() {
    for strategy in [Strategy::None, Strategy::User { should_recover: false }] {
        let mut core = judged(consecutive(1));
        core.set_strategy(strategy);
        fail(&mut core, at(0));
        assert_eq!(core.breaker_state(), BreakerState::Active);
        core.deactivate(at(0));
        let refused = core.acquire(Patience::Forever, at(99_999));
        assert_eq!(refused, Next::Refuse(Refusal::Unavailable));
    }
}

/// SPEC 14.11: that many failures in a row deactivate; a success in between starts the count anew
#[test]
fn consecutive_failures() {
    let mut core = judged(consecutive(3));
    fail(&mut core, at(0));
    fail(&mut core, at(0));
    succeed(&mut core, at(0));
    fail(&mut core, at(0));
    fail(&mut core, at(0));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    fail(&mut core, at(0));
    assert_eq!(core.breaker_state(), BreakerState::Inactive);
}

/// SPEC 14.11: failed creations count, cancelled ones and discarded resources do not
#[test]
fn failed_creations_count() {
    let mut core = judged(consecutive(2));
    for _ in 0..5 {
        let slot = begin(&mut core, at(0));
        assert_eq!(core.cancelled(slot, at(0)), None);
        let slot = take(&mut core, at(0));
        let after = core.release(slot, Verdict::Discard, at(0));
        assert_eq!(after, After::Destroy(slot, Reason::Discarded));
        assert!(core.destroyed(slot, at(0)));
    }
    for _ in 0..2 {
        assert_eq!(core.breaker_state(), BreakerState::Active);
        let slot = begin(&mut core, at(0));
        assert!(core.create_failed(slot, at(0)));
    }
    assert_eq!(core.breaker_state(), BreakerState::Inactive);
}

/// SPEC 14.11: recovery after the cooldown, which a failed recovery doubles up to the maximum and a success resets
#[test]
fn cooldown() {
    let mut core = judged(consecutive(1));
    fail(&mut core, at(0));
    let mut from = 0;
    for wait in [1000, 2000, 3000, 3000] {
        let now = recovers_at(&mut core, from);
        assert!((wait * 9 / 10..=wait).contains(&(now - from)), "{} for {wait}", now - from);
        assert_eq!(core.breaker_state(), BreakerState::Recovering);
        fail(&mut core, at(now));
        assert_eq!(core.breaker_state(), BreakerState::Inactive);
        from = now;
    }
    let now = recovers_at(&mut core, from);
    succeed(&mut core, at(now));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    fail(&mut core, at(now));
    let again = recovers_at(&mut core, now) - now;
    assert!((900..=1000).contains(&again), "{again}");
}

/// SPEC 14.11: the waits of pools with different seeds differ, those with the same seed do not
#[test]
fn cooldown_has_jitter() {
    let wait = |seed| {
        let settings = Settings { seed, ..Settings::default() };
        let mut core = Core::new(settings, consecutive(1), Time(0));
        fail(&mut core, at(0));
        recovers_at(&mut core, 0)
    };
    assert_eq!(wait(7), wait(7));
    assert!((1..10).any(|seed| wait(seed) != wait(0)));
}

/// SPEC 14.11: in RECOVERING only results of resources taken since recover() decide
#[test]
fn old_results_do_not_decide() {
    let mut core = judged(consecutive(1));
    let old = [take(&mut core, at(0)), take(&mut core, at(0)), take(&mut core, at(0))];
    core.recover(at(1));
    keep(&mut core, old[0], at(2));
    assert_eq!(core.breaker_state(), BreakerState::Recovering);
    reject(&mut core, old[1], at(2));
    assert_eq!(core.breaker_state(), BreakerState::Recovering);
    let new = take(&mut core, at(3));
    keep(&mut core, new, at(3));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    reject(&mut core, old[2], at(4));
    assert_eq!(core.breaker_state(), BreakerState::Inactive, "in ACTIVE every result counts");
}

/// SPEC 14.11: results that arrive while INACTIVE change nothing
#[test]
fn late_failures_do_not_double_the_cooldown() {
    let mut core = judged(consecutive(1));
    let late: Vec<SlotId> = (0..10).map(|_| take(&mut core, at(0))).collect();
    fail(&mut core, at(0));
    for slot in late {
        reject(&mut core, slot, at(1));
    }
    let now = recovers_at(&mut core, 1);
    assert!(now <= 1000, "{now}");
}

/// SPEC 14.11: a pool that somebody else deactivated is not the strategy's to recover
#[test]
fn deactivated_by_hand() {
    let mut core = judged(consecutive(1));
    fail(&mut core, at(0));
    core.deactivate(at(1));
    let refused = core.acquire(Patience::Forever, at(100_000));
    assert_eq!(refused, Next::Refuse(Refusal::Unavailable));
}

/// SPEC 14.11: tryAcquire does not start a recovery
#[test]
fn try_acquire_does_not_recover() {
    let mut core = judged(consecutive(1));
    fail(&mut core, at(0));
    let refused = core.acquire(Patience::None, at(100_000));
    assert_eq!(refused, Next::Refuse(Refusal::Unavailable));
    assert!(matches!(core.acquire(Patience::Forever, at(100_000)), Next::Create(_)));
}

/// SPEC 14.11: a share of failures deactivates once enough results lie in the window
#[test]
fn failure_rate() {
    let mut core = judged(rate(0.5, 4));
    assert_eq!(state_after(&mut core, "---", at(0)), BreakerState::Active);
    assert_eq!(state_after(&mut core, "+", at(1)), BreakerState::Inactive);

    let mut core = judged(rate(0.5, 4));
    assert_eq!(state_after(&mut core, "+++--", at(0)), BreakerState::Active);
    assert_eq!(state_after(&mut core, "-", at(0)), BreakerState::Inactive);
}

/// SPEC 14.11: what is older than the window does not count
#[test]
fn failure_rate_forgets() {
    let mut core = judged(rate(1.0, 2));
    state_after(&mut core, "-", at(0));
    assert_eq!(state_after(&mut core, "-", at(10_001)), BreakerState::Active);
    assert_eq!(state_after(&mut core, "-", at(15_000)), BreakerState::Inactive);
}

/// SPEC 14.11: a recovery begins with an empty window
#[test]
fn failure_rate_starts_anew_after_recovery() {
    let mut core = judged(rate(0.5, 2));
    assert_eq!(state_after(&mut core, "--", at(0)), BreakerState::Inactive);
    let now = at(recovers_at(&mut core, 0));
    assert_eq!(state_after(&mut core, "+", now), BreakerState::Active);
    assert_eq!(state_after(&mut core, "-", now), BreakerState::Active);
}

/// SPEC 14.11: the defaults of the ready strategies' cooldown
#[test]
fn default_cooldown() {
    let Cooldown { first, most } = Cooldown::default();
    assert_eq!((first, most), (Duration::from_secs(1), Duration::from_secs(30)));
}

/// SPEC 14.11: a strategy that activates from inside a release grants what is free, this resource included
#[test]
fn a_probe_that_succeeds_serves_the_waiters() {
    let settings = Settings { max: 3, recovery_limit: 1, ..Settings::default() };
    let mut core = Core::new(settings, consecutive(9), Time(0));
    let old: Vec<SlotId> = (0..3).map(|_| take(&mut core, at(0))).collect();
    let waiters: Vec<WaiterId> = (0..3).map(|_| park(&mut core, at(0))).collect();
    core.recover(at(1));
    keep(&mut core, old[0], at(1));
    keep(&mut core, old[1], at(1));
    assert_eq!(wakes(&mut core), waiters[..1]);
    let Next::Take(probe) = core.resume(waiters[0], at(2)) else { panic!("no grant") };
    keep(&mut core, probe, at(3));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    assert_eq!(wakes(&mut core), waiters[1..]);
}

/// SPEC 14.11: a result that the program reports counts in ACTIVE; in RECOVERING it belongs to no resource and decides nothing
#[test]
fn results_told_by_hand() {
    let mut core = judged(consecutive(2));
    core.reported(true, at(0));
    core.reported(false, at(0));
    core.reported(true, at(0));
    assert_eq!(core.breaker_state(), BreakerState::Active);
    core.reported(true, at(0));
    assert_eq!(core.breaker_state(), BreakerState::Inactive);
    assert!(!core.wants_recovery(at(899)));
    assert!(core.wants_recovery(at(1000)));
    core.recover(at(1000));
    assert!(!core.wants_recovery(at(9000)));
    core.reported(false, at(1000));
    core.reported(true, at(1000));
    assert_eq!(core.breaker_state(), BreakerState::Recovering);
}

/// SPEC 14.4: a grant that is revoked takes its own wake with it, and no other
#[test]
fn a_revoked_grant_wakes_nobody() {
    for woken_before in [false, true] {
        let mut core = with(Settings { max: 2, recovery_limit: 1, ..Settings::default() });
        let slots = [take(&mut core, at(0)), take(&mut core, at(0))];
        let (one, two) = (park(&mut core, at(0)), park(&mut core, at(0)));
        slots.into_iter().for_each(|slot| keep(&mut core, slot, at(1)));
        let early = if woken_before { core.next_wake() } else { None };
        core.recover(at(2));
        core.check();
        let woken: Vec<_> = early.into_iter().chain(wakes(&mut core)).collect();
        assert_eq!(woken, [one]);
        assert!(core.has_grant(one) && !core.has_grant(two));
    }
}
