//! Waiters that leave, and panics.

use crate::kit::*;
use cenote::{Error, OnRelease, Pool};
use tokio::time::timeout;

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

/// SPEC 5.8, 34.25: a pool that is closed or set INACTIVE while a hook or a creation suspends hands nothing out
#[tokio::test(start_paused = true)]
async fn a_pool_that_changes_during_a_hook_lends_nothing() {
    for hook in [Hook::Create, Hook::Before] {
        for closes in [true, false] {
            let things = Things::new();
            let pool = Pool::managed(things.clone()).build().unwrap();
            if hook == Hook::Before {
                drop(pool.acquire().await.unwrap());
            }
            things.set(hook, Mode::Slow);
            let change = async {
                tokio::time::sleep(ms(10)).await;
                if closes { pool.close() } else { pool.deactivate() }
            };
            let (got, ()) = tokio::join!(pool.acquire(), change);
            let expected = if closes { Error::Closed } else { Error::Unavailable };
            assert_eq!(got.err(), Some(expected), "{hook:?}");
            assert_eq!((things.made(), things.live()), (1, 0), "{hook:?}");
            pool.check_invariants();
        }
    }
}

/// SPEC 13.8, 5.8: what grows too old in a hook is replaced
#[tokio::test(start_paused = true)]
async fn what_grows_too_old_in_a_hook_is_replaced() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max_lifetime(ms(1_000)).maintenance_by_hand();
    let pool = pool.build().unwrap();
    drop(pool.acquire().await.unwrap());
    // It may be up to a tenth younger when it ends; and the hook takes longer than that.
    tokio::time::sleep(ms(890)).await;
    things.set(Hook::Before, Mode::Slow);
    let hook = async {
        tokio::time::sleep(ms(1)).await;
        tokio::time::advance(ms(150)).await;
    };
    let (got, ()) = tokio::join!(pool.acquire(), hook);
    assert_eq!((got.unwrap().number, pool.stats().expired), (2, 1));
}
