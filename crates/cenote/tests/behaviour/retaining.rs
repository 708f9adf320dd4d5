//! The user picks out idle resources.

use crate::kit::*;
use cenote::Pool;

async fn four(things: &Things) -> Pool<Things> {
    let pool = Pool::builder(things.clone()).build().unwrap();
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(pool.acquire().await.unwrap());
    }
    drop(held);
    pool
}

/// SPEC 32.28: those that are refused are destroyed, the others are handed out in their order; what is handed out is not shown
#[tokio::test(start_paused = true)]
async fn some_are_kept() {
    let things = Things::new();
    let pool = four(&things).await;
    let first = pool.acquire().await.unwrap();
    let mut seen = Vec::new();
    let destroyed = pool.retain(|thing| {
        seen.push(thing.number);
        thing.number != 3
    });
    assert_eq!((destroyed, seen), (1, vec![2, 3, 4]));
    settle().await;
    assert_eq!((things.live(), pool.stats().idle, pool.stats().destroyed), (3, 2, 1));
    let (second, third) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    assert_eq!((first.number, second.number, third.number), (1, 2, 4));
    drop((first, second, third));
    assert_eq!(pool.retain(|_| false), 3);
    pool.check_invariants();
    assert_eq!(things.live(), 0);
}

/// SPEC 32.28, 32.6: the closure may use the pool
#[tokio::test(start_paused = true)]
async fn the_closure_uses_the_pool() {
    let things = Things::new();
    let pool = four(&things).await;
    let theirs = pool.clone();
    let nested = pool.retain(|thing| {
        assert_eq!((theirs.stats().active, theirs.stats().idle), (1, 3 - (thing.number - 1)));
        theirs.retain(|other| other.number != thing.number + 1);
        theirs.check_invariants();
        false
    });
    assert_eq!(nested, 2, "each took the next one away");
    let destroyed = pool.retain(|_| true);
    pool.close();
    assert_eq!((destroyed, pool.retain(|_| true)), (0, 0));
    assert_eq!(things.live(), 0);
    pool.check_invariants();
}

/// SPEC 32.28: closed while the closure looks, what it keeps is destroyed all the same
#[tokio::test(start_paused = true)]
async fn the_pool_is_closed_meanwhile() {
    let things = Things::new();
    let pool = four(&things).await;
    assert_eq!(
        pool.retain(|_| {
            pool.close();
            true
        }),
        0
    );
    assert_eq!((things.live(), pool.stats().total), (0, 0));
    pool.check_invariants();
}

/// SPEC 32.28, 32.6: a closure that panics costs the resource that it looked at, and no place
#[tokio::test(start_paused = true)]
async fn a_closure_that_panics() {
    let things = Things::new();
    let pool = four(&things).await;
    let panics = std::panic::AssertUnwindSafe(|| pool.retain(|_| panic!("no")));
    assert!(std::panic::catch_unwind(panics).is_err());
    assert_eq!((things.live(), pool.stats().idle, pool.stats().total), (3, 3, 3));
    pool.check_invariants();
}
