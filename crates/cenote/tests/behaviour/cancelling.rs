//! Every hook, in every mode, dropped at every point or not: no place, no wake-up and no resource is lost.

use crate::kit::*;
use cenote::{OnRelease, Pool};
use tokio::time::timeout;

/// After whatever happened, and with hooks that work again, the pool serves exactly `max` callers at once.
async fn is_whole(pool: &Pool<Things>, things: &Things, story: &str) {
    for hook in HOOKS {
        things.set(hook, Mode::Ok);
    }
    things.on_release_says(OnRelease::Keep);
    // What runs in the background has its deadlines.
    tokio::time::sleep(ms(60_000)).await;
    pool.check_invariants();
    let mut guards = Vec::new();
    for _ in 0..2 {
        let guard = pool.acquire_timeout(ms(5_000)).await;
        guards.push(guard.unwrap_or_else(|error| panic!("{story}: {error}")));
    }
    assert!(pool.try_acquire().await.unwrap().is_none(), "{story}: more than max");
    assert_eq!(things.live(), 2, "{story}: a resource was lost");
    drop(guards);
    pool.check_invariants();
    assert!(things.most() <= 2, "{story}: more than max alive at once");
    pool.close_within(ms(1_000)).await.unwrap_or_else(|left| panic!("{story}: {left}"));
    assert_eq!(things.live(), 0, "{story}: a resource outlived its pool");
}

fn pool_of(things: &Things) -> Pool<Things> {
    Pool::managed(things.clone())
        .max(2)
        .check_interval(ms(10_000))
        .no_create_backoff()
        .build()
        .unwrap()
}

/// SPEC 32.2, 32.4, 10.5, 10.6: a caller at any hook, dropped after any number of milliseconds or never
#[tokio::test(start_paused = true)]
async fn acquire_with_any_hook_in_any_mode_dropped_or_not() {
    for hook in [Hook::Create, Hook::Before, Hook::Destroy] {
        for mode in MODES {
            for patience in [0, 1, 19, 21, 30, 6_000, 70_000] {
                let story = format!("{hook:?} {mode:?}, dropped after {patience} ms");
                let things = Things::new();
                let pool = pool_of(&things);
                if hook != Hook::Create {
                    drop(pool.acquire().await.unwrap());
                }
                if hook == Hook::Destroy {
                    // The destruction of what the hook before refuses.
                    things.set(Hook::Before, Mode::Error);
                }
                things.set(hook, mode);
                let held = pool.acquire();
                let outcome = timeout(ms(patience), held).await;
                drop(outcome);
                pool.check_invariants();
                is_whole(&pool, &things, &story).await;
            }
        }
    }
}

/// SPEC 32.3, 9.2, 9.3: a resource that comes back, by a drop and in place, with any verdict and any mode of what follows
#[tokio::test(start_paused = true)]
async fn release_with_any_hook_in_any_mode_dropped_or_not() {
    for said in [OnRelease::Keep, OnRelease::Discard, OnRelease::Reset] {
        for mode in MODES {
            for patience in [None, Some(0), Some(10), Some(25), Some(70_000)] {
                let story = format!("{said:?}, {mode:?}, in place for {patience:?}");
                let things = Things::new();
                let pool = pool_of(&things);
                let guard = pool.acquire().await.unwrap();
                things.on_release_says(said);
                things.set(Hook::Reset, mode);
                things.set(Hook::Destroy, mode);
                match patience {
                    None => drop(guard),
                    Some(patience) => drop(timeout(ms(patience), guard.release()).await),
                }
                pool.check_invariants();
                is_whole(&pool, &things, &story).await;
            }
        }
    }
}

/// SPEC 13.2, 13.7, 32.2: a health check in any mode, in a pool that is closed meanwhile or not
#[tokio::test(start_paused = true)]
async fn checks_in_any_mode_with_a_close_or_not() {
    for mode in MODES {
        for close_after in [None, Some(10_001), Some(10_030), Some(16_000)] {
            let things = Things::new();
            let pool = pool_of(&things);
            drop(pool.acquire().await.unwrap());
            things.set(Hook::Check, mode);
            let story = format!("check {mode:?}, closed after {close_after:?}");
            match close_after {
                None => is_whole(&pool, &things, &story).await,
                Some(delay) => {
                    tokio::time::sleep(ms(delay)).await;
                    pool.close_within(ms(10_000)).await.unwrap();
                    assert_eq!(things.live(), 0, "{story}");
                }
            }
        }
    }
}

/// SPEC 6.6: a waiter that leaves after it was granted a place passes it on
#[tokio::test(start_paused = true)]
async fn a_granted_waiter_that_leaves_passes_its_place_on() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let mut first = Box::pin(pool.acquire());
    let mut second = Box::pin(pool.acquire());
    assert!(timeout(ms(1), &mut first).await.is_err());
    assert!(timeout(ms(1), &mut second).await.is_err());
    drop(held);
    assert_eq!(pool.stats().granted, 1);
    drop(first);
    assert_eq!(pool.stats().granted, 1);
    let guard = timeout(ms(1), second).await.unwrap().unwrap();
    assert_eq!((guard.number, things.made()), (1, 1));
    pool.check_invariants();
}

/// SPEC 32.6: a panic in any hook frees its place
#[tokio::test(start_paused = true)]
async fn a_panic_in_a_hook_frees_its_place() {
    let pool = Pool::builder(|| async { Ok::<_, &str>(0) })
        .max(1)
        .before_acquire(|_| Box::pin(async { panic!("before") }))
        .on_release(|value| if *value == 1 { panic!("release") } else { OnRelease::Keep })
        .build()
        .unwrap();
    drop(pool.acquire().await.unwrap());
    let other = pool.clone();
    assert!(tokio::spawn(async move { drop(other.acquire().await) }).await.is_err());
    assert_eq!((pool.stats().total, pool.stats().destroyed), (0, 1));
    let other = pool.clone();
    let task = tokio::spawn(async move { *other.acquire().await.unwrap() = 1 });
    assert!(task.await.is_err());
    assert_eq!((pool.stats().total, pool.stats().destroyed), (0, 2));
    pool.check_invariants();
}

/// SPEC 32.3: dropped during a panic, a resource is destroyed
#[tokio::test(start_paused = true)]
async fn a_guard_dropped_by_a_panic_discards_its_resource() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).build().unwrap();
    let other = pool.clone();
    let task = tokio::spawn(async move {
        let _guard = other.acquire().await.unwrap();
        panic!("the user's");
    });
    assert!(task.await.is_err());
    assert_eq!((pool.stats().total, things.live()), (0, 0));
}
