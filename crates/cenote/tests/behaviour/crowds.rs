//! Many callers that leave at once, a clock that jumps, and resources that outlive their pool.

use crate::kit::*;
use cenote::{Error, Pool};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;
use tokio::time::timeout;

const CROWD: u32 = 10_000;

/// SPEC 7.5, 7.8, 34.1: ten thousand callers whose limit passes in the same moment leave a pool that serves the one who waits on
#[tokio::test(start_paused = true)]
async fn a_crowd_that_gives_up_at_once() {
    let pool = Pool::managed(Things::new()).max(1).acquire_timeout(ms(5)).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let crowd: Vec<_> = (0..CROWD).map(|_| tokio::spawn(pool.acquire_owned())).collect();
    let theirs = pool.clone();
    let patient =
        tokio::spawn(async move { theirs.acquire_timeout(ms(1_000)).await.map(|it| it.number) });
    while pool.stats().waiting <= CROWD {
        tokio::task::yield_now().await;
    }
    for caller in crowd {
        assert!(matches!(caller.await.unwrap(), Err(Error::Timeout(_))));
    }
    assert_eq!((pool.stats().waiting, pool.stats().timeouts), (1, CROWD.into()));
    drop(held);
    assert_eq!(patient.await.unwrap(), Ok(1));
    pool.check_invariants();
}

/// SPEC 6.6, 34.32: the same while others take and return, on two threads, by the pool's limit and by one of their own
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_gives_up_beside_those_who_are_served() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(4).acquire_timeout(ms(20)).build().unwrap();
    let served = Arc::new(AtomicU32::new(0));
    let crowd: Vec<_> = (0..CROWD)
        .map(|number| {
            let (pool, served) = (pool.clone(), Arc::clone(&served));
            tokio::spawn(async move {
                let acquired = if number % 2 == 0 {
                    pool.acquire().await.ok()
                } else {
                    timeout(ms(20), pool.acquire_timeout(None)).await.ok().and_then(Result::ok)
                };
                if let Some(thing) = acquired {
                    served.fetch_add(1, SeqCst);
                    tokio::time::sleep(ms(1)).await;
                    drop(thing);
                }
            })
        })
        .collect();
    for caller in crowd {
        caller.await.unwrap();
    }
    assert!(served.load(SeqCst) >= 4, "{served:?}");
    let stats = pool.stats();
    assert_eq!((stats.waiting, stats.granted, stats.active), (0, 0, 0), "{stats:?}");
    assert!(things.most() <= 4, "{}", things.most());
    pool.check_invariants();
}

/// SPEC 13.3, 13.8, 13.9: after a jump of the clock what was due meanwhile is done once, not once for each time
#[tokio::test(start_paused = true)]
async fn a_clock_that_jumps() {
    let checks = Arc::new(AtomicU32::new(0));
    let theirs = Arc::clone(&checks);
    let pool = Pool::builder(|| async { Ok::<_, &str>(0) })
        .min(2)
        .max(4)
        .check_interval(ms(1_000))
        .max_lifetime(Duration::from_secs(86_400 * 100))
        .check(move |_| {
            theirs.fetch_add(1, SeqCst);
            Box::pin(async { Ok(()) })
        })
        .build()
        .unwrap();
    pool.prewarm().await.unwrap();
    settle().await;
    tokio::time::advance(Duration::from_secs(86_400 * 30)).await;
    settle().await;
    let checked = checks.load(SeqCst);
    assert!((1..=4).contains(&checked), "{checked} checks of 2 resources");
    drop(pool.acquire().await.unwrap());
    tokio::time::advance(Duration::from_secs(86_400 * 400)).await;
    settle().await;
    let stats = pool.stats();
    assert_eq!((stats.idle, stats.expired), (2, 2), "{stats:?}");
    pool.check_invariants();
}

/// SPEC 12.3, 32.6: resources come back to a pool that is closed, whose handles are gone, and whose runtime has ended
#[test]
fn what_comes_back_after_the_end() {
    for is_multi in [false, true] {
        let things = Things::new();
        let runtime = match is_multi {
            false => tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(),
            true => tokio::runtime::Runtime::new().unwrap(),
        };
        let (mut held, waiter) = runtime.block_on(async {
            let pool = Pool::managed(things.clone()).max(3).build().unwrap();
            let mut held = Vec::new();
            for _ in 0..3 {
                held.push(pool.acquire().await.unwrap());
            }
            let waiter = pool.acquire_owned();
            pool.close();
            drop(held.pop());
            assert_eq!(pool.stats().total, 2);
            (held, waiter)
        });
        drop(held.pop());
        assert_eq!(things.live(), 1);
        drop(runtime);
        drop(held);
        assert_eq!(things.live(), 0);
        // Nobody has polled it.
        drop(waiter);
    }
}
