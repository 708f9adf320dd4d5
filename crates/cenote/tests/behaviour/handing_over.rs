//! What goes from one caller to the next without the lock, and what happens in between.

use crate::kit::*;
use cenote::{Builder, Error, Guard, Pool};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use tokio::time::advance;

type Acquired = Result<Guard<Things>, Error<&'static str>>;
type Call<'a> = Pin<Box<dyn Future<Output = Acquired> + 'a>>;

fn one_of(things: &Things) -> Builder<Things> {
    Pool::managed(things.clone()).max(1).acquire_timeout(None)
}

/// A caller that runs only when it is polled here. What it will be granted goes over the counter.
fn call(pool: &Pool<Things>) -> Call<'_> {
    pool.assume_contention();
    let mut call: Call<'_> = Box::pin(pool.acquire());
    assert!(poll(&mut call).is_pending());
    call
}

fn poll(call: &mut Call<'_>) -> Poll<Acquired> {
    call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

#[track_caller]
fn served(call: &mut Call<'_>) -> Guard<Things> {
    match poll(call) {
        Poll::Ready(Ok(guard)) => guard,
        other => panic!("{:?}", other.map_ok(|_| ())),
    }
}

/// SPEC 11.2, 11.3, 11.4: granted and not taken it is idle; taken it is active; with the times at which it was taken
#[tokio::test(start_paused = true)]
async fn figures_in_between() {
    for looked_at in [false, true] {
        let pool = one_of(&Things::new()).build().unwrap();
        let held = pool.acquire().await.unwrap();
        let mut waiter = call(&pool);
        advance(ms(20)).await;
        drop(held);
        if looked_at {
            let stats = pool.stats();
            assert_eq!((stats.idle, stats.granted, stats.active, stats.acquires), (1, 1, 0, 1));
        }
        advance(ms(20)).await;
        let guard = served(&mut waiter);
        advance(ms(70)).await;
        let stats = pool.stats();
        assert_eq!((stats.idle, stats.granted, stats.active, stats.acquires), (0, 0, 1, 2));
        assert_eq!((stats.wait_max, stats.longest_hold), (ms(40), ms(70)));
        drop(guard);
        assert_eq!((pool.stats().idle, pool.stats().hold_max), (1, ms(70)));
        pool.check_invariants();
    }
}

/// SPEC 6.3, ADR 8: a pool of many places hands over all of them
#[tokio::test(start_paused = true)]
async fn many_at_once() {
    let pool = one_of(&Things::new()).max(70).build().unwrap();
    let mut held = Vec::new();
    while held.len() < 70 {
        held.push(pool.acquire().await.unwrap());
    }
    let mut calls: Vec<_> = (0..70).map(|_| call(&pool)).collect();
    drop(held);
    advance(ms(10)).await;
    let guards: Vec<_> = calls.iter_mut().map(served).collect();
    advance(ms(10)).await;
    assert_eq!((pool.stats().active, pool.stats().longest_hold), (70, ms(10)));
    drop(guards);
    assert_eq!(pool.stats().idle, 70);
    pool.check_invariants();
}

/// SPEC 11.4: of two that were taken in between, each has its own time
#[tokio::test(start_paused = true)]
async fn each_has_its_own_time() {
    let pool = one_of(&Things::new()).max(2).build().unwrap();
    let held = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
    let (mut first, mut second) = (call(&pool), call(&pool));
    drop(held);
    advance(ms(20)).await;
    let _first = served(&mut first);
    advance(ms(30)).await;
    let _second = served(&mut second);
    advance(ms(70)).await;
    let stats = pool.stats();
    assert_eq!((stats.longest_hold, stats.wait_max), (ms(100), ms(50)));
    pool.check_invariants();
}

/// SPEC 6.6, 32.4: dropped before it has taken, it leaves the resource to the next one
#[tokio::test(start_paused = true)]
async fn not_taken() {
    let things = Things::new();
    let pool = one_of(&things).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let (first, mut second) = (call(&pool), call(&pool));
    drop(held);
    assert!(poll(&mut second).is_pending(), "the first one's");
    drop(first);
    drop(served(&mut second));
    assert_eq!((things.made(), things.live()), (1, 1));
    pool.check_invariants();
}

/// SPEC 6.2, 6.3: two waiters whose numbers lead to the same mailbox are both served, each with its own
#[tokio::test(start_paused = true)]
async fn two_at_one_desk() {
    for is_looked_at in [false, true] {
        // That many calls in one turn of a task would meet the end of its budget.
        settle().await;
        let things = Things::new();
        let pool = one_of(&things).max(2).build().unwrap();
        let held = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        // As many waiters as there are desks, and one more.
        let mut waiters: Vec<_> = (0..=64).map(|_| call(&pool)).collect();
        let (mut last, mut first) = (waiters.pop().unwrap(), waiters.swap_remove(0));
        drop(waiters);
        drop(held);
        if is_looked_at {
            assert_eq!((pool.stats().idle, pool.stats().granted), (2, 2));
        }
        let guards = (served(&mut last), served(&mut first));
        assert_eq!((pool.stats().active, pool.stats().acquires, things.made()), (2, 4, 2));
        drop(guards);
        assert_eq!((pool.stats().idle, things.live()), (2, 2));
        pool.check_invariants();
    }
}

/// SPEC 13.2, 5.4: it grew too old before its waiter ran, which makes another one
#[tokio::test(start_paused = true)]
async fn grown_too_old() {
    for is_fetched in [false, true] {
        let things = Things::new();
        // Nothing in the background, which would fetch it back.
        let pool = one_of(&things).max_lifetime(ms(100)).maintenance_by_hand().build().unwrap();
        let held = pool.acquire().await.unwrap();
        let mut waiter = call(&pool);
        drop(held);
        if is_fetched {
            assert_eq!(pool.stats().granted, 1);
        }
        advance(ms(200)).await;
        let guard = loop {
            if let Poll::Ready(acquired) = poll(&mut waiter) {
                break acquired.unwrap();
            }
            settle().await;
        };
        assert_eq!((things.made(), things.live(), pool.stats().expired), (2, 1, 1));
        drop(guard);
        pool.check_invariants();
    }
}

/// SPEC 12.2, 14.3: closed, or set inactive, before its waiter ran: the waiter fails, what it had been granted is closed or stays
#[tokio::test(start_paused = true)]
async fn the_pool_changed_its_mind() {
    let things = Things::new();
    let pool = one_of(&things).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let mut waiter = call(&pool);
    drop(held);
    pool.deactivate();
    assert!(matches!(poll(&mut waiter), Poll::Ready(Err(Error::Unavailable))));
    assert_eq!((pool.stats().idle, things.live()), (1, 1));
    pool.activate();

    let held = pool.acquire().await.unwrap();
    let mut waiter = call(&pool);
    drop(held);
    pool.close();
    assert!(matches!(poll(&mut waiter), Poll::Ready(Err(Error::Closed))));
    settle().await;
    assert_eq!(things.live(), 0);
    pool.check_invariants();
}

/// SPEC 12.3, 33: closed, or made smaller, after its waiter has taken it: it ends when it comes back
#[tokio::test(start_paused = true)]
async fn taken_before_the_pool_closed() {
    let things = Things::new();
    let pool = one_of(&things).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let mut waiter = call(&pool);
    drop(held);
    let guard = served(&mut waiter);
    pool.close();
    assert_eq!((things.live(), pool.stats().active), (1, 1));
    drop(guard);
    settle().await;
    assert_eq!((things.live(), pool.stats().active), (0, 0));
    pool.check_invariants();
}

/// SPEC 34.32: however what was taken ends, each wait and each resource ends once
#[tokio::test(start_paused = true)]
async fn ends_of_what_was_taken() {
    for end in 0..4 {
        let things = Things::new();
        let pool = one_of(&things).build().unwrap();
        let held = pool.acquire().await.unwrap();
        let mut waiter = call(&pool);
        drop(held);
        let guard = served(&mut waiter);
        match end {
            0 => guard.release().await,
            1 => drop(guard.detach()),
            2 => guard.discard("broken"),
            _ => {
                let panics = std::panic::AssertUnwindSafe(|| {
                    let _guard = guard;
                    std::panic::resume_unwind(Box::new("in the user's code"));
                });
                assert!(std::panic::catch_unwind(panics).is_err());
            }
        }
        settle().await;
        pool.check_invariants();
        let stats = pool.stats();
        assert_eq!(stats.created, stats.destroyed + stats.detached + u64::from(stats.total));
        assert_eq!((stats.acquires, stats.active, stats.waiting), (2, 0, 0), "{end}: {stats:?}");
        drop(pool.acquire().await.unwrap());
    }
}
