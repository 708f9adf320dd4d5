//! Order, hand-off, deadlines.

use crate::kit::*;
use cenote::{Error, Pool, Task, Timer, TokioTimer};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::timeout;

/// SPEC 6.2, 6.3, 34.1: 64 looping tasks on 8 resources: nobody is ever overtaken by one who asked later
#[tokio::test]
async fn overtaken_0_times() {
    let pool = Pool::managed(Things::new()).max(8).build().unwrap();
    let log = Arc::new(Mutex::new((Vec::new(), Vec::new())));
    let tasks: Vec<_> = (0..64)
        .map(|task| {
            let (pool, log) = (pool.clone(), Arc::clone(&log));
            tokio::spawn(async move {
                for round in 0..50 {
                    log.lock().unwrap().0.push((task, round));
                    let guard = pool.acquire().await.unwrap();
                    log.lock().unwrap().1.push((task, round));
                    tokio::task::yield_now().await;
                    drop(guard);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let log = log.lock().unwrap();
    assert_eq!(log.0.len(), 64 * 50);
    assert_eq!(log.0, log.1, "served in another order than asked");
}

/// SPEC 6.3: with one resource, two looping tasks alternate strictly, and try_acquire finds nothing in between
#[tokio::test]
async fn a_releaser_that_asks_again_waits_its_turn() {
    let pool = Pool::managed(Things::new()).max(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let other = pool.clone();
    let waiter = tokio::spawn(async move { drop(other.acquire().await.unwrap()) });
    settle().await;
    drop(held);
    assert!(pool.try_acquire().await.unwrap().is_none());
    drop(pool.acquire().await.unwrap());
    assert!(waiter.is_finished());
}

/// SPEC 7.2, 7.3, 7.5, 7.8: a timeout tells the state, and leaves the pool intact
#[tokio::test(start_paused = true)]
async fn a_timeout_carries_the_state() {
    let pool = Pool::managed(Things::new()).max(2).acquire_timeout(ms(200)).build().unwrap();
    let held = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
    tokio::time::advance(ms(8_000)).await;
    let start = tokio::time::Instant::now();
    let error = pool.acquire().await.unwrap_err();
    assert_eq!(start.elapsed().as_millis() / 10, 20);
    let text = error.to_string();
    let expected = "No resource within 200 ms: max=2 active=2 idle=0 creating=0 waiting=1 breaker=ACTIVE longest hold=82";
    assert!(text.starts_with(expected), "{text}");
    drop(held);
    assert!(pool.acquire().await.is_ok());
    assert_eq!(pool.stats().timeouts, 1);
}

/// SPEC 7.7: in the same tick a grant beats a timeout
#[tokio::test(start_paused = true)]
async fn a_grant_beats_a_timeout() {
    let pool = Pool::managed(Things::new()).max(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let mut waiter = Box::pin(pool.acquire_timeout(ms(50)));
    assert!(timeout(ms(1), &mut waiter).await.is_err());
    tokio::time::advance(ms(100)).await;
    drop(held);
    assert!(waiter.await.is_ok());
}

/// SPEC 5.10, 12.1, 14.3: too many waiters, close and deactivation fail callers, in order
#[tokio::test(start_paused = true)]
async fn callers_are_refused_with_a_reason() {
    let pool = Pool::managed(Things::new()).max(1).max_waiters(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let other = pool.clone();
    let waiter = tokio::spawn(async move { other.acquire().await.err() });
    settle().await;
    assert!(
        matches!(pool.acquire().await, Err(Error::TooManyWaiters(report)) if report.waiting == 2)
    );
    pool.deactivate();
    assert_eq!(waiter.await.unwrap(), Some(Error::Unavailable));
    assert_eq!(pool.acquire().await.err(), Some(Error::Unavailable));
    pool.activate();
    let other = pool.clone();
    let waiter = tokio::spawn(async move { other.acquire().await.err() });
    settle().await;
    pool.close();
    assert_eq!(waiter.await.unwrap(), Some(Error::Closed));
    assert_eq!(pool.stats().total, 1);
    drop(held);
    assert_eq!(pool.stats().total, 0);
}

/// SPEC 32.6: the last handle closes the pool, though a guard is out
#[tokio::test(start_paused = true)]
async fn the_last_handle_closes() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).build().unwrap();
    let (held, idle) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    drop(idle);
    let other = pool.clone();
    drop(pool);
    assert!(!other.is_closed());
    drop(other);
    assert_eq!(things.live(), 1);
    drop(held);
    assert_eq!(things.live(), 0);
}

/// SPEC 32.2: the future of an uncomplicated acquire is small, and waiting costs no timer but in a box
#[tokio::test]
async fn an_acquire_is_small() {
    struct Trivial;
    impl cenote::Manager for Trivial {
        type Resource = u64;
        type Error = std::io::Error;
        async fn create(&self) -> std::io::Result<u64> {
            Ok(0)
        }
    }
    let pool = Pool::new(Trivial);
    let size = std::mem::size_of_val(&pool.acquire());
    assert!(size <= 96, "{size} bytes");
}

/// SPEC 6.2, 32.2: a waiting caller that moves to another task is woken there
#[tokio::test(start_paused = true)]
async fn a_waiter_is_woken_where_it_was_polled_last() {
    let pool = Pool::managed(Things::new()).max(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let other = pool.clone();
    let mut waiter = Box::pin(async move { other.acquire_timeout(None).await.map(drop) });
    assert!(timeout(ms(1), &mut waiter).await.is_err());
    let task = tokio::spawn(waiter);
    settle().await;
    drop(held);
    assert_eq!(timeout(ms(100), task).await.unwrap().unwrap(), Ok(()));
}

/// SPEC 5.9, 13.6: the runtime that does the background work goes away: anyone who waits for it starts it anew on another one
#[test]
fn the_background_moves_to_another_runtime() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let (first, second) = (runtime(), runtime());
    let things = Things::new();
    let pool = first.block_on(async {
        let pool = Pool::managed(things.clone()).max_lifetime(ms(3_600_000));
        let pool = pool.create_backoff(ms(1_000), ms(1_000)).build().unwrap();
        settle().await;
        things.set(Hook::Create, Mode::Error);
        for _ in 0..2 {
            assert!(pool.acquire().await.is_err());
        }
        things.set(Hook::Create, Mode::Ok);
        pool
    });
    second.block_on(async {
        let other = pool.clone();
        let waiter = tokio::spawn(async move { other.acquire_timeout(None).await.map(drop) });
        settle().await;
        assert_eq!(pool.stats().waiting, 1);
        // With it goes the task that would have ended the back-off.
        first.shutdown_background();
        assert_eq!(timeout(ms(10_000), waiter).await.unwrap().unwrap(), Ok(()));
    });
    pool.check_invariants();
}

/// SPEC 7.5, 34.25: what a hook has taken of the time is not given again to the wait that follows
#[tokio::test(start_paused = true)]
async fn a_deadline_does_not_grow() {
    let number = Arc::new(std::sync::atomic::AtomicU32::new(0));
    let pool = Pool::builder(move || {
        let is_first = number.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        async move {
            if !is_first {
                std::future::pending::<()>().await;
            }
            Ok::<_, &str>(0)
        }
    })
    .before_acquire(|_| {
        Box::pin(async {
            tokio::time::sleep(ms(60)).await;
            Err("refused")
        })
    })
    .max(2)
    .max_creating(1)
    .create_timeout(None)
    .build()
    .unwrap();
    drop(pool.acquire().await.unwrap());
    let timed = async {
        let start = tokio::time::Instant::now();
        let error = pool.acquire_timeout(ms(100)).await.unwrap_err();
        (error.to_string(), start.elapsed().as_millis())
    };
    // It takes the right to create, the only one, while the first caller is in its hook.
    let maker = async {
        tokio::time::sleep(ms(10)).await;
        drop(timeout(ms(1_000), pool.acquire()).await);
    };
    let ((error, span), ()) = tokio::join!(timed, maker);
    assert!(error.starts_with("No resource within 100 ms"), "{error}");
    assert!((100..=105).contains(&span), "{span} ms");
}

/// SPEC 7.4, 7.5: a limit of zero does not wait, and takes what is there
#[tokio::test(start_paused = true)]
async fn a_limit_of_zero_takes_what_is_there() {
    let pool = Pool::managed(Things::new()).max(1).build().unwrap();
    let held = pool.acquire_timeout(ms(0)).await.unwrap();
    let start = tokio::time::Instant::now();
    assert!(matches!(pool.acquire_timeout(ms(0)).await, Err(Error::Timeout(_))));
    assert_eq!((start.elapsed(), pool.stats().waits), (ms(0), 0));
    drop(held);
    assert!(pool.acquire_timeout(ms(0)).await.is_ok());
}

/// A timer of tokio that counts the sleeps that somebody still has.
struct Counting {
    tokio: TokioTimer,
    sleeping: Arc<()>,
}

impl Timer for Counting {
    fn now(&self) -> Duration {
        self.tokio.now()
    }

    fn sleep(&self, span: Duration) -> Task {
        let (sleep, counted) = (self.tokio.sleep(span), Arc::clone(&self.sleeping));
        Box::pin(async move {
            let _counted = counted;
            sleep.await;
        })
    }
}

/// SPEC 5.8, 7.5: when a resource has come, the timer of the wait is gone, also while a hook of the same call goes on
#[tokio::test(start_paused = true)]
async fn the_timer_of_a_wait_ends_with_it() {
    let sleeping = Arc::new(());
    let timer = Counting { tokio: TokioTimer::new(), sleeping: Arc::clone(&sleeping) };
    let things = Things::new();
    let built =
        Pool::managed(things.clone()).max(1).acquire_timeout(ms(10_000)).check_timeout(None);
    let pool = built.timer(timer).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let other = pool.clone();
    let waiter = tokio::spawn(async move { drop(other.acquire().await) });
    settle().await;
    // The pool's own share of it, the test's, and the wait's.
    assert_eq!(Arc::strong_count(&sleeping), 3);
    things.set(Hook::Before, Mode::Never);
    drop(held);
    settle().await;
    // That of the wait has gone; the hook has one of its own, for what is left of the limit.
    assert_eq!((pool.stats().waiting, Arc::strong_count(&sleeping)), (0, 3));
    waiter.abort();
}
