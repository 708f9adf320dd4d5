//! The pool on a runtime that is not tokio: the executor and the timers of smol. Nothing here enters tokio.
#![cfg(not(cenote_loom))]

use async_executor::Executor;
use cenote::{Closures, Error, OnRelease, Pool, Task, Timer};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// All that a pool has to know of this runtime.
struct Smol {
    start: Instant,
    executor: Arc<Executor<'static>>,
}

impl Timer for Smol {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, span: Duration) -> Task {
        Box::pin(async move {
            async_io::Timer::after(span).await;
        })
    }

    fn spawn(&self, task: Task) -> Result<(), Task> {
        self.executor.spawn(task).detach();
        Ok(())
    }
}

/// The same without tasks: then somebody runs `pool.maintenance()`.
struct SmolTime(Instant);

impl Timer for SmolTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, span: Duration) -> Task {
        Box::pin(async move {
            async_io::Timer::after(span).await;
        })
    }
}

fn run<T>(executor: &Arc<Executor<'static>>, future: impl Future<Output = T>) -> T {
    assert!(tokio::runtime::Handle::try_current().is_err(), "this is about other runtimes");
    async_io::block_on(executor.run(future))
}

async fn until(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never came to that");
        async_io::Timer::after(Duration::from_millis(1)).await;
    }
}

/// SPEC 32.2, 13.6, 13.9: maintenance as a future, on an executor of the user's
#[test]
fn maintenance_runs_on_another_executor() {
    let executor = Arc::new(Executor::new());
    let made = Arc::new(AtomicU32::new(0));
    let counter = made.clone();
    let pool = Pool::builder(move || {
        let number = counter.fetch_add(1, SeqCst) + 1;
        async move { Ok::<_, &str>(number) }
    })
    .min(2)
    .max(4)
    .idle_timeout(Duration::from_millis(30))
    .timer(SmolTime(Instant::now()))
    .maintenance_by_hand()
    .build()
    .unwrap();
    let work = executor.spawn(pool.maintenance());
    run(&executor, async {
        until(|| pool.stats().idle == 2).await;
        let all = [
            pool.acquire().await.unwrap(),
            pool.acquire().await.unwrap(),
            pool.acquire().await.unwrap(),
            pool.acquire().await.unwrap(),
        ];
        let error = pool.acquire_timeout(Duration::from_millis(10)).await.unwrap_err();
        assert!(matches!(error, Error::Timeout(_)), "{error}");
        drop(all);
        assert!(pool.stats().hold_max >= Duration::from_millis(10), "{:?}", pool.stats());
        until(|| pool.stats().total == 2).await;
        assert_eq!((pool.stats().idled_out, made.load(SeqCst)), (2, 4));
        pool.close_within(Duration::from_secs(5)).await.unwrap();
        work.await;
    });
}

/// SPEC 32.2, 32.3: with tasks of another runtime, the background starts by itself and a drop leaves its cleaning there
#[test]
fn tasks_of_another_runtime_do() {
    let executor = Arc::new(Executor::new());
    let gate = Arc::new(tokio::sync::Semaphore::new(0));
    let cleaner = gate.clone();
    let timer = Smol { start: Instant::now(), executor: executor.clone() };
    let pool = Pool::builder(|| async { Ok::<_, &str>(0) })
        .min(1)
        .on_release(|_| OnRelease::Reset)
        .reset(move |value| {
            let gate = cleaner.clone();
            Box::pin(async move {
                gate.acquire().await.unwrap().forget();
                *value += 1;
                Ok(())
            })
        })
        .timer(timer)
        .build()
        .unwrap();
    run(&executor, async {
        until(|| pool.stats().idle == 1).await;
        drop(pool.acquire().await.unwrap());
        assert_eq!(pool.stats().active, 1);
        gate.add_permits(2);
        until(|| pool.stats().idle == 1).await;
        assert_eq!(*pool.acquire().await.unwrap(), 1);
        until(|| pool.stats().idle == 1).await;
        pool.close_within(Duration::from_secs(5)).await.unwrap();
    });
}

/// A pool whose creation has failed twice, with a timer that has no tasks: nobody does its background work.
fn failing_without_tasks(
    fails: &Arc<AtomicU32>,
    asked: &Arc<AtomicU32>,
) -> Pool<Closures<u32, &'static str>> {
    let (fails, asked) = (fails.clone(), asked.clone());
    fails.store(2, SeqCst);
    let pool = Pool::builder(move || {
        asked.fetch_add(1, SeqCst);
        let fails = fails.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        async move { if fails { Err("refused") } else { Ok(0) } }
    })
    .acquire_timeout(None)
    .create_backoff(Duration::from_millis(50), Duration::from_millis(50))
    .timer(SmolTime(Instant::now()))
    .build()
    .unwrap();
    for _ in 0..2 {
        assert_eq!(async_io::block_on(pool.acquire()).unwrap_err(), Error::Create("refused"));
    }
    pool
}

/// SPEC 5.9: where nobody does the background work, anyone who waits for the end of a back-off does it, and is not polled without
/// end meanwhile; if it leaves, the next one goes on
#[test]
fn a_backoff_ends_without_tasks() {
    let (fails, asked) = (Arc::default(), Arc::default());
    let pool = failing_without_tasks(&fails, &asked);
    let polls = AtomicU32::new(0);
    let start = Instant::now();
    let mut first = Box::pin(pool.acquire());
    let mut leaves = Box::pin(async_io::Timer::after(Duration::from_millis(10)));
    let mut second = Box::pin(pool.acquire());
    async_io::block_on(std::future::poll_fn(|context| {
        polls.fetch_add(1, SeqCst);
        assert!(first.as_mut().poll(context).is_pending());
        assert!(second.as_mut().poll(context).is_pending());
        leaves.as_mut().poll(context).map(drop)
    }));
    drop(first);
    let mut late = Box::pin(async_io::Timer::after(Duration::from_secs(20)));
    let result = async_io::block_on(std::future::poll_fn(|context| {
        polls.fetch_add(1, SeqCst);
        assert!(late.as_mut().poll(context).is_pending(), "nobody ends the back-off");
        second.as_mut().poll(context)
    }));
    assert!(
        result.is_ok() && start.elapsed() >= Duration::from_millis(40),
        "{:?}",
        start.elapsed()
    );
    assert!(polls.load(SeqCst) < 30, "{polls:?} polls");
    assert_eq!(asked.load(SeqCst), 3);
    pool.check_invariants();
}
