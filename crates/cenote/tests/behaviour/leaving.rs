//! Callers that leave while something is made or looked at for them, and the one limit of a call.

use crate::kit::*;
use cenote::{Error, Pool};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// SPEC 32.4: callers that give up sooner than a creation takes are served by what was begun for those before them
#[tokio::test(start_paused = true)]
async fn a_creation_goes_on_when_its_caller_leaves() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Slow);
    let pool = Pool::managed(things.clone()).max(2).build().unwrap();
    let mut served = 0;
    for _ in 0..50 {
        served += u32::from(timeout(ms(15), pool.acquire()).await.is_ok());
    }
    assert!(served >= 47, "{served}");
    sleep(ms(20)).await;
    assert_eq!((things.made(), pool.stats().created), (2, 2));
    pool.check_invariants();
}

/// SPEC 32.4: it ends with its time limit, and with the pool
#[tokio::test(start_paused = true)]
async fn a_creation_that_goes_on_ends_with_its_limit_or_the_pool() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Never);
    let pool = Pool::managed(things.clone()).create_timeout(ms(100)).build().unwrap();
    assert!(timeout(ms(10), pool.acquire()).await.is_err());
    assert_eq!(pool.stats().creating, 1);
    sleep(ms(100)).await;
    assert_eq!((pool.stats().creating, pool.stats().create_failures), (0, 1));
    assert!(timeout(ms(10), pool.acquire()).await.is_err());
    pool.close_within(ms(1)).await.unwrap();
    assert_eq!(things.live(), 0);
}

/// SPEC 32.4: a prewarm that is given up has not been for nothing
#[tokio::test(start_paused = true)]
async fn what_a_prewarm_has_begun_goes_on() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Slow);
    let pool = Pool::managed(things.clone()).min(1).maintenance_by_hand().build().unwrap();
    assert!(timeout(ms(10), pool.prewarm()).await.is_err());
    sleep(ms(20)).await;
    assert_eq!((pool.stats().idle, things.made()), (1, 1));
}

/// SPEC 32.10: a creation, a hook and a destruction of what is replaced count against the limit of acquire
#[tokio::test(start_paused = true)]
async fn one_limit_holds_for_the_whole_of_acquire() {
    for hook in [Hook::Create, Hook::Before, Hook::Destroy] {
        let things = Things::new();
        let pool = Pool::managed(things.clone()).max(4).build().unwrap();
        if hook != Hook::Create {
            let mut held = Vec::new();
            for _ in 0..4 {
                held.push(pool.acquire().await.unwrap());
            }
            drop(held);
        }
        things.set(hook, Mode::Never);
        if hook == Hook::Destroy {
            things.set(Hook::Before, Mode::Error);
        }
        let start = Instant::now();
        let error = pool.acquire_timeout(ms(1_000)).await.unwrap_err();
        assert!(matches!(error, Error::Timeout(_)), "{hook:?}: {error}");
        assert_eq!(start.elapsed(), Duration::from_secs(1), "{hook:?}");
        assert_eq!(pool.stats().timeouts, 1, "{hook:?}");
        pool.check_invariants();
        sleep(ms(60_000)).await;
        assert_eq!(things.live(), pool.stats().total, "{hook:?}");
    }
}

/// SPEC 32.10: silence of one idle resource condemns those that were idle beside it: the next caller does not wait for each
#[tokio::test(start_paused = true)]
async fn one_that_is_silent_before_it_is_lent_condemns_the_idle_ones() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(4).check_timeout(ms(500)).build().unwrap();
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(pool.acquire().await.unwrap());
    }
    let out = held.pop();
    drop(held);
    things.set(Hook::Before, Mode::Never);
    let start = Instant::now();
    assert_eq!(pool.acquire().await.unwrap().number, 5);
    assert_eq!(start.elapsed(), ms(500));
    assert_eq!(pool.stats().destroyed, 3);
    drop(out);
    pool.check_invariants();
}

/// SPEC 32.9: what was made, or begun, before it is never handed out again
#[tokio::test(start_paused = true)]
async fn recycle_all_replaces_everything_that_was_begun() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(3).build().unwrap();
    let (out, idle) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    drop(idle);
    let kept = pool.acquire().await.unwrap();
    things.set(Hook::Create, Mode::Slow);
    let other = pool.clone();
    let making = tokio::spawn(async move { other.acquire().await.unwrap().number });
    sleep(ms(5)).await;
    drop(kept);
    pool.recycle_all();
    assert_eq!((pool.stats().idle, pool.stats().active, pool.stats().creating), (0, 1, 1));
    drop(out);
    assert_eq!(pool.stats().idle, 0);
    assert!(making.await.unwrap() > 3, "it was made, but begun before");
    for _ in 0..3 {
        assert!(pool.acquire().await.unwrap().number > 3);
    }
    pool.check_invariants();
}

/// SPEC 32.11: a loop that is always served lets other tasks run
#[tokio::test]
async fn a_loop_of_acquires_lets_others_run() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    let pool = Pool::managed(Things::new()).build().unwrap();
    drop(pool.acquire().await.unwrap());
    let has_run = Arc::new(AtomicBool::new(false));
    let other = has_run.clone();
    tokio::spawn(async move { other.store(true, Relaxed) });
    for _ in 0..10_000 {
        drop(pool.acquire().await.unwrap());
    }
    assert!(has_run.load(Relaxed));
}
