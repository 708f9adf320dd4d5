//! Runtimes that end, that have no timers, or that are not there.

use crate::kit::{ms, settle};
use cenote::{Builder, Closures, Error, Pool, Task, Timer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
}

fn numbers() -> Builder<Closures<u32, &'static str>> {
    Pool::builder(|| async { Ok::<_, &str>(0) })
}

/// SPEC 13.8, 13.9: the background work of a pool that outlives its runtime goes on in the next one, though nothing happens there but
/// callers who find an idle resource and give it back
#[test]
fn the_background_work_follows_the_callers() {
    for builder in [numbers().idle_timeout(ms(30)), numbers().max_lifetime(ms(30))] {
        let pool = runtime().block_on(async {
            let pool = builder.build().unwrap();
            drop(pool.acquire().await.unwrap());
            settle().await;
            pool
        });
        let start = Instant::now();
        runtime().block_on(async {
            drop(pool.acquire().await.unwrap());
            while pool.stats().total > 0 {
                assert!(start.elapsed() < Duration::from_secs(20), "nobody does the work");
                tokio::time::sleep(ms(1)).await;
            }
        });
    }
}

/// The same if the first runtime ends, or is ended by a panic of somebody else, before it has polled the task of the background
/// work at all
#[test]
fn work_that_never_began_follows_the_callers() {
    for panics in [false, true] {
        let (keep, kept) = std::sync::mpsc::channel();
        let ended = std::panic::catch_unwind(move || {
            runtime().block_on(async {
                let pool = numbers().idle_timeout(ms(30)).build().unwrap();
                drop(pool.acquire().await.unwrap());
                keep.send(pool).unwrap();
                assert!(!panics, "somebody else's");
            });
        });
        assert_eq!(ended.is_err(), panics);
        let pool = kept.recv().unwrap();
        let start = Instant::now();
        runtime().block_on(async {
            drop(pool.acquire().await.unwrap());
            while pool.stats().total > 0 {
                assert!(start.elapsed() < Duration::from_secs(5), "nobody does the work");
                tokio::time::sleep(ms(1)).await;
            }
        });
    }
}

/// A guard that comes back between two runtimes finds nobody to do the work; the next one does
#[test]
fn the_background_work_waits_for_a_runtime() {
    let start = Instant::now();
    let (pool, guard) = runtime().block_on(async {
        let pool = numbers().idle_timeout(ms(30)).build().unwrap();
        let guard = pool.acquire().await.unwrap();
        settle().await;
        (pool, guard)
    });
    drop(guard);
    runtime().block_on(async {
        drop(pool.acquire().await.unwrap());
        while pool.stats().total > 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "nobody does the work");
            tokio::time::sleep(ms(1)).await;
        }
    });
}

/// Tasks, but no timers: as a runtime without `enable_time`.
struct NoTimers(Arc<AtomicU32>);

impl Timer for NoTimers {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep(&self, _: Duration) -> Task {
        self.0.fetch_add(1, SeqCst);
        panic!("timers are disabled");
    }

    fn spawn(&self, task: Task) -> Result<(), Task> {
        drop(tokio::spawn(task));
        Ok(())
    }
}

/// A background task that dies of missing timers is not started again and again by those who wait for it
#[tokio::test]
async fn missing_timers_make_no_storm() {
    let sleeps = Arc::new(AtomicU32::new(0));
    let pool = Pool::builder(|| async { Err::<(), _>("refused") })
        .acquire_timeout(None)
        .timer(NoTimers(sleeps.clone()))
        .build()
        .unwrap();
    for _ in 0..2 {
        assert_eq!(pool.acquire().await.unwrap_err(), Error::Create("refused"));
    }
    let waiters = [pool.clone(), pool.clone()];
    let waiters = waiters.map(|pool| tokio::spawn(async move { pool.acquire().await.is_err() }));
    for _ in 0..10 {
        settle().await;
    }
    assert!(sleeps.load(SeqCst) < 6, "{sleeps:?}");
    waiters.iter().for_each(|waiter| waiter.abort());
}

/// Times, and a count of the tasks that it was given and did not take.
struct NoTasks(Arc<AtomicU32>);

impl Timer for NoTasks {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep(&self, _: Duration) -> Task {
        Box::pin(std::future::pending())
    }

    fn spawn(&self, task: Task) -> Result<(), Task> {
        self.0.fetch_add(1, SeqCst);
        Err(task)
    }
}

/// Where no timer takes the background work, a return does not offer it again each time
#[test]
fn a_return_costs_nothing_for_work_that_nobody_takes() {
    let (offers, made) = (Arc::new(AtomicU32::new(0)), AtomicU32::new(0));
    let pool = Pool::builder(move || {
        let is_first = made.fetch_add(1, SeqCst) == 0;
        async move { if is_first { Ok(0) } else { Err("refused") } }
    })
    .acquire_timeout(None)
    .timer(NoTasks(offers.clone()))
    .build()
    .unwrap();
    let acquire = || async_io::block_on(pool.acquire());
    let first = acquire().unwrap();
    for _ in 0..2 {
        assert_eq!(acquire().unwrap_err(), Error::Create("refused"));
    }
    drop(first);
    let until_now = offers.load(SeqCst);
    assert!(until_now > 0, "the end of the back-off is background work");
    for _ in 0..10 {
        drop(acquire().unwrap());
    }
    assert_eq!(offers.load(SeqCst), until_now);
}

/// A wait with a limit that no timer can end says what to do
#[test]
fn a_wait_without_a_runtime_says_what_is_missing() {
    let pool = numbers().max(1).build().unwrap();
    let executor = async_executor::Executor::new();
    let _one = async_io::block_on(executor.run(pool.acquire())).unwrap();
    let waits = || async_io::block_on(executor.run(pool.acquire())).is_ok();
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(waits)).unwrap_err();
    let words = panic.downcast_ref::<String>().expect("a text");
    assert!(words.contains("no tokio runtime") && words.contains("Builder::timer"), "{words}");
    assert_eq!(pool.stats().waiting, 0);
}
