//! `min` resources before anything else.

use crate::kit::{Hook, Mode, Things, ms, settle};
use cenote::{Error, Pool};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use tokio::time::{sleep, timeout};

/// SPEC 4.1: what the background is making already is waited for
#[tokio::test(start_paused = true)]
async fn a_prewarm_waits_for_what_others_make() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Slow);
    let pool = Pool::managed(things.clone()).min(2).max(3).build().unwrap();
    sleep(ms(5)).await;
    assert_eq!(pool.stats().creating, 1);
    sleep(ms(20)).await;
    // The last one.
    assert_eq!((pool.stats().idle, pool.stats().creating), (1, 1));
    let (one, other) = tokio::join!(pool.prewarm(), pool.prewarm());
    assert_eq!((one, other), (Ok(()), Ok(())));
    assert_eq!((pool.stats().idle, things.made()), (2, 2));
}

/// SPEC 4.2: a program that starts learns of it if the other end is not there, though the background was the first to try
#[tokio::test(start_paused = true)]
async fn a_prewarm_tells_of_a_failure_that_the_background_met() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Never);
    let pool = Pool::managed(things.clone()).min(1).create_timeout(ms(100)).build().unwrap();
    sleep(ms(5)).await;
    let told = timeout(ms(1_000), pool.prewarm()).await.unwrap();
    assert!(matches!(told, Err(Error::CreateTimeout(_))), "{told:?}");
}

/// SPEC 5.1, 5.2, 13.6: in a pool that makes nothing, it is an error if there is less than `min`
#[tokio::test(start_paused = true)]
async fn a_prewarm_of_a_pool_that_makes_nothing_is_refused() {
    let pool = || Pool::managed(Things::new()).min(1).maintenance_by_hand().build().unwrap();
    let closed = pool();
    closed.close();
    assert_eq!(closed.prewarm().await, Err(Error::Closed));
    let broken = pool();
    broken.deactivate();
    assert_eq!(broken.prewarm().await, Err(Error::Unavailable));
    broken.activate();
    assert_eq!(broken.prewarm().await, Ok(()));
    broken.deactivate();
    assert_eq!(broken.prewarm().await, Ok(()));

    let things = Things::new();
    let waits = Pool::managed(things.clone()).min(1).maintenance_by_hand().build().unwrap();
    things.set(Hook::Create, Mode::Never);
    let other = waits.clone();
    let maker = tokio::spawn(async move { other.acquire().await.map(drop) });
    settle().await;
    let prewarm = async { timeout(ms(100), waits.prewarm()).await };
    let close = async {
        settle().await;
        waits.close();
    };
    assert_eq!(tokio::join!(prewarm, close).0, Ok(Err(Error::Closed)));
    maker.abort();
}

/// SPEC 32.13: a program that asks for nothing is told so, whether or not the other end is there
#[tokio::test(start_paused = true)]
async fn a_prewarm_of_nothing_is_an_error() {
    let pool = Pool::managed(Things::new()).build().unwrap();
    assert_eq!(pool.prewarm().await, Err(Error::NoMinimum));
}

struct Nothing;

impl Wake for Nothing {
    fn wake(self: Arc<Self>) {}
}

/// SPEC 32.4: a future that is dropped while it waits for the pool to be warm, or empty, leaves no waker behind
#[tokio::test(start_paused = true)]
async fn a_dropped_watch_leaves_no_waker() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).min(1).maintenance_by_hand().build().unwrap();
    let guard = pool.acquire().await.unwrap();
    let nothing = Arc::new(Nothing);
    let poll = |future: &mut (dyn Future<Output = ()> + Unpin)| {
        let waker = Waker::from(nothing.clone());
        let mut context = Context::from_waker(&waker);
        assert!(std::pin::Pin::new(future).poll(&mut context).is_pending());
    };
    pool.resize(2);
    drop(guard.detach());
    things.set(Hook::Create, Mode::Never);
    let mut maker = Box::pin(pool.acquire());
    assert!(maker.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    for _ in 0..3 {
        poll(&mut Box::pin(async { drop(pool.prewarm().await) }));
    }
    for _ in 0..3 {
        poll(&mut Box::pin(async { drop(pool.close_within(ms(1_000)).await) }));
    }
    assert_eq!(Arc::strong_count(&nothing), 1);
}
