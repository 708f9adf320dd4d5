//! Ages, idle times, the lower limit, rounds, back-off, breaker: in paused time.

use crate::kit::*;
use cenote::{Breaker, BreakerState, BuildError, Error, Pool};
use tokio::time::sleep;

/// SPEC 13.8: what is too old is never handed out, and goes by itself
#[tokio::test(start_paused = true)]
async fn ages_end_lives() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max_lifetime(ms(1_000)).build().unwrap();
    drop(pool.acquire().await.unwrap());
    let held = pool.acquire().await.unwrap();
    sleep(ms(1_100)).await;
    drop(held);
    assert_eq!((pool.stats().expired, things.live()), (1, 0));
    drop(pool.acquire().await.unwrap());
    assert_eq!(things.live(), 1);
    sleep(ms(1_100)).await;
    assert_eq!((pool.stats().expired, things.live()), (2, 0));
}

/// SPEC 13.6, 13.9, 32.7: idle ones go down to min, and min is kept without rounds
#[tokio::test(start_paused = true)]
async fn idle_ones_go_and_min_stays() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).min(2).idle_timeout(ms(500)).build().unwrap();
    sleep(ms(1)).await;
    assert_eq!(things.live(), 2);
    let mut guards = Vec::new();
    for _ in 0..5 {
        guards.push(pool.acquire().await.unwrap());
    }
    drop(guards);
    assert_eq!(things.live(), 5);
    sleep(ms(1_200)).await;
    assert_eq!((things.live(), pool.stats().idled_out), (2, 3));
    pool.acquire().await.unwrap().discard("broken");
    sleep(ms(1)).await;
    assert_eq!(things.live(), 2);
    pool.check_invariants();
}

/// SPEC 13.3, 13.5: a round destroys the dead and keeps the living
#[tokio::test(start_paused = true)]
async fn rounds_find_the_dead() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).check_interval(ms(100)).build().unwrap();
    let held = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    drop(held);
    sleep(ms(150)).await;
    assert_eq!(things.live(), 2);
    things.set(Hook::Check, Mode::Error);
    sleep(ms(100)).await;
    assert_eq!((things.live(), pool.stats().unhealthy), (0, 2));
}

/// SPEC 13.3: the checks of a round run side by side, half of the free places: six without an answer are gone after two limits
#[tokio::test(start_paused = true)]
async fn checks_run_side_by_side() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(6).check_interval(ms(100)).check_timeout(ms(500));
    let pool = pool.build().unwrap();
    let mut held = Vec::new();
    for _ in 0..6 {
        held.push(pool.acquire().await.unwrap());
    }
    drop(held);
    things.set(Hook::Check, Mode::Never);
    sleep(ms(110)).await;
    assert_eq!((pool.stats().active, pool.stats().idle), (3, 3));
    sleep(ms(500)).await;
    assert_eq!((pool.stats().unhealthy, pool.stats().active), (3, 3));
    sleep(ms(500)).await;
    assert_eq!((pool.stats().unhealthy, pool.stats().total), (6, 0));
    pool.check_invariants();
}

/// SPEC 13.3, 32.4: a pool that is closed ends the checks under way
#[tokio::test(start_paused = true)]
async fn a_close_ends_checks_under_way() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(8).check_interval(ms(100)).check_timeout(ms(5000));
    let pool = pool.build().unwrap();
    let held = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    drop(held);
    things.set(Hook::Check, Mode::Never);
    sleep(ms(110)).await;
    assert_eq!(pool.stats().active, 2);
    pool.close();
    sleep(ms(10)).await;
    assert_eq!((things.live(), pool.stats().total), (0, 0));
    pool.check_invariants();
}

/// SPEC 5.9: after two failures callers wait for a back-off, in their order, and are then served
#[tokio::test(start_paused = true)]
async fn failing_creation_backs_off() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Error);
    let pool = Pool::managed(things.clone()).max(8).build().unwrap();
    for _ in 0..2 {
        assert!(matches!(pool.acquire().await, Err(Error::Create("no"))));
    }
    assert!(pool.try_acquire().await.unwrap().is_none());
    let error = pool.acquire_timeout(ms(2)).await.unwrap_err().to_string();
    assert!(error.ends_with("; last create error: no"), "{error}");
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.acquire().await.is_ok() })
        })
        .collect();
    sleep(ms(300)).await;
    let attempts = things.made();
    assert!((3..=14).contains(&attempts), "{attempts} attempts in 300 ms are a storm");
    things.set(Hook::Create, Mode::Ok);
    let mut served = 0;
    for task in tasks {
        served += u32::from(task.await.unwrap());
    }
    assert!(served >= 6, "{served}");
    pool.check_invariants();
}

/// SPEC 32.2, 32.5: a creation that takes too long is dropped and told
#[tokio::test(start_paused = true)]
async fn creation_has_a_deadline() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Never);
    let pool = Pool::managed(things.clone()).create_timeout(ms(50)).build().unwrap();
    let error = pool.acquire().await.unwrap_err();
    assert!(matches!(&error, Error::CreateTimeout(_)), "{error}");
    assert!(error.to_string().contains("longer than 50 ms"));
    assert_eq!((things.live(), pool.stats().total, pool.stats().create_failures), (0, 0, 1));
}

/// SPEC 14.4, 14.11: the breaker opens, tries again after its cooldown with one resource, and closes
#[tokio::test(start_paused = true)]
async fn the_breaker_opens_and_closes() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Error);
    let breaker = Breaker::consecutive_failures(3).cooldown(ms(1_000));
    let pool = Pool::managed(things.clone()).breaker(breaker).no_create_backoff().build().unwrap();
    for _ in 0..3 {
        assert!(matches!(pool.acquire().await, Err(Error::Create(_))));
    }
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    assert_eq!(things.made(), 3);
    sleep(ms(1_001)).await;
    things.set(Hook::Create, Mode::Ok);
    let probe = pool.acquire().await.unwrap();
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    drop(probe);
    assert_eq!(pool.breaker_state(), BreakerState::Active);
}

/// SPEC 3.2: bad numbers are refused
#[test]
fn bad_numbers_are_refused() {
    let build = |min, max| Pool::managed(Things::new()).min(min).max(max).build().err();
    assert_eq!(build(0, 0), Some(BuildError::NoPlaces));
    assert_eq!(build(3, 2), Some(BuildError::MinAboveMax { min: 3, max: 2 }));
    assert_eq!(build(1, 2), Some(BuildError::NoRuntime));
    assert_eq!(build(0, 2), None);
    let breaker = |breaker| Pool::managed(Things::new()).breaker(breaker).build().err();
    assert!(matches!(breaker(Breaker::consecutive_failures(0)), Some(BuildError::Breaker(_))));
    assert!(matches!(breaker(Breaker::failure_rate(1.5, 1, ms(1))), Some(BuildError::Breaker(_))));
}

/// SPEC 11.4: with leaks looked for, the report says where the longest hold was taken
#[tokio::test(start_paused = true)]
async fn leaks_have_an_address() {
    let pool = Pool::managed(Things::new()).max(1).leak_threshold(ms(10)).build().unwrap();
    let line = line!() + 1;
    let held = pool.acquire().await.unwrap();
    let at = pool.stats().longest_hold_at.unwrap();
    assert_eq!((at.file(), at.line()), (file!(), line));
    let error = pool.acquire_timeout(ms(1)).await.unwrap_err().to_string();
    assert!(error.contains(&format!("(acquired at {at})")), "{error}");
    drop(held);
    assert_eq!(pool.stats().longest_hold_at, None);
}
