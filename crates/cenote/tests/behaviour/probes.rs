//! What breaks other pools.

use crate::kit::*;
use cenote::Pool;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// SPEC 32.4: callers dropped while the factory or the check hangs lose no place
#[tokio::test(start_paused = true)]
async fn callers_dropped_in_a_hanging_hook_lose_no_place() {
    for hook in [Hook::Create, Hook::Before] {
        let things = Things::new();
        let pool = Pool::managed(things.clone()).max(3).build().unwrap();
        if hook == Hook::Before {
            let held = (pool.acquire().await, pool.acquire().await, pool.acquire().await);
            drop(held);
        }
        things.set(hook, Mode::Never);
        for _ in 0..50 {
            drop(timeout(ms(1), pool.acquire()).await);
        }
        things.set(hook, Mode::Ok);
        let all = (pool.acquire().await, pool.acquire().await, pool.acquire().await);
        assert!(all.0.is_ok() && all.1.is_ok() && all.2.is_ok());
    }
}

/// SPEC 5.4: checks that fail for 20 ms, with 6 waiting on 2, make at most 8 resources
#[tokio::test(start_paused = true)]
async fn failing_checks_make_no_storm() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(2).build().unwrap();
    let held = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    things.set(Hook::Before, Mode::Error);
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let guard = pool.acquire().await.unwrap();
                sleep(ms(5)).await;
                drop(guard);
            })
        })
        .collect();
    settle().await;
    drop(held);
    sleep(ms(20)).await;
    things.set(Hook::Before, Mode::Ok);
    for task in tasks {
        task.await.unwrap();
    }
    assert!(things.made() <= 8, "{} made", things.made());
    assert!(things.most() <= 2);
}

/// SPEC 33: resized down and up with everything out, there are never more than max
#[tokio::test(start_paused = true)]
async fn resizing_with_all_out_never_over_commits() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(4).build().unwrap();
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(pool.acquire().await.unwrap());
    }
    pool.resize(1);
    pool.resize(4);
    assert!(pool.try_acquire().await.unwrap().is_none());
    pool.resize(2);
    held.pop();
    held.pop();
    assert_eq!(pool.stats().total, 2);
    assert!(pool.acquire_timeout(Duration::ZERO).await.is_err());
    pool.resize(3);
    held.push(pool.acquire().await.unwrap());
    assert!(pool.try_acquire().await.unwrap().is_none());
    assert_eq!((things.most(), things.live()), (4, 3));
    pool.check_invariants();
}
