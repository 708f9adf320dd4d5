//! What settings mean at their edges, and what needs no runtime.

use crate::kit::*;
use cenote::{
    Breaker, BreakerState, BuildError, Closures, Error, IdleOrder, OnRelease, Pool, Stats,
};
use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use tokio::time::{Instant, sleep, timeout};

/// SPEC 3.2: each number at its limit and beyond, and what is said about it
#[test]
fn numbers_are_taken_up_to_their_limits() {
    let build = |min, max, recovery_limit| {
        let pool = Pool::managed(Things::new()).min(min).max(max).recovery_limit(recovery_limit);
        pool.maintenance_by_hand().build().err().map(|error| error.to_string())
    };
    assert_eq!(build(0, 1, 1), None);
    assert_eq!(build(2, 2, 1), None);
    assert_eq!(build(0, 0, 1).unwrap(), "max must be >= 1");
    assert_eq!(build(3, 2, 1).unwrap(), "min (3) must be <= max (2)");
    assert_eq!(build(0, 1, 0).unwrap(), "recovery_limit must be >= 1");

    let build = |breaker: Breaker| {
        Pool::managed(Things::new()).breaker(breaker).build().err().map(|error| error.to_string())
    };
    let rate = |rate| Breaker::failure_rate(rate, 1, ms(1));
    assert_eq!(build(rate(0.001)), None);
    assert_eq!(build(rate(1.0)), None);
    for bad in [0.0, -0.5, 1.001, f64::NAN] {
        let said = build(rate(bad)).unwrap();
        assert_eq!(said, "circuit breaker: rate must be above 0 and at most 1", "{bad}");
    }
    let said = build(Breaker::failure_rate(0.5, 0, ms(1))).unwrap();
    assert_eq!(said, "circuit breaker: minimum must be >= 1");
    let said = build(Breaker::failure_rate(0.5, 1, ms(0))).unwrap();
    assert_eq!(said, "circuit breaker: window must be longer than 0");
    let said = build(Breaker::consecutive_failures(0)).unwrap();
    assert_eq!(said, "circuit breaker: threshold must be >= 1");
    let cooled = |most| Breaker::consecutive_failures(1).cooldown(ms(50)).max_cooldown(ms(most));
    assert_eq!(build(cooled(50)), None);
    let said = build(cooled(49)).unwrap();
    assert_eq!(said, "circuit breaker: max_cooldown must be >= cooldown");
    assert_eq!(build(Breaker::consecutive_failures(1).cooldown(ms(90_000))), None);
}

/// SPEC 13.6, 13.2: what has to happen in the background needs a runtime, or is run by the program; nothing else does
#[test]
fn only_background_work_needs_a_runtime() {
    let new = || Pool::managed(Things::new());
    assert!(new().build().is_ok());
    let needy = [
        new().min(1),
        new().max_lifetime(ms(1)),
        new().idle_timeout(ms(1)),
        new().check_interval(ms(1)),
    ];
    for builder in needy {
        let error = builder.build().unwrap_err();
        assert_eq!(error, BuildError::NoRuntime);
        assert!(error.to_string().contains("maintenance_by_hand()"), "{error}");
    }
    assert!(new().min(1).maintenance_by_hand().build().is_ok());
    assert_eq!(new().min(1).timer(NoRuntime).build().err(), Some(BuildError::NoRuntime));
    assert!(new().max_lifetime(None).idle_timeout(None).check_interval(None).build().is_ok());
}

/// SPEC 32.3: with no runtime a resource that needs cleaning is dropped, and its place is free
#[test]
fn a_reset_with_no_runtime_frees_the_place() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(1).timer(NoRuntime).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let guard = runtime.block_on(pool.acquire()).unwrap();
    drop(runtime);
    things.on_release_says(OnRelease::Reset);
    things.set(Hook::Reset, Mode::Never);
    drop(guard);
    assert_eq!((pool.stats().total, pool.stats().destroyed, things.live()), (0, 1, 0));
    pool.check_invariants();
}

/// Time that stands still, and no tasks.
struct NoRuntime;

impl cenote::Timer for NoRuntime {
    fn now(&self) -> std::time::Duration {
        ms(1)
    }

    fn sleep(&self, _: std::time::Duration) -> cenote::Task {
        Box::pin(std::future::pending())
    }
}

/// SPEC 13.6: run by the program, nothing happens by itself; there is one who works, and another one ends at once
#[tokio::test(start_paused = true)]
async fn maintenance_by_hand_is_done_by_one_hand() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).min(2).maintenance_by_hand().build().unwrap();
    pool.acquire().await.unwrap().discard("broken");
    sleep(ms(1_000)).await;
    assert_eq!(pool.stats().total, 0);
    let work = tokio::spawn(pool.maintenance());
    sleep(ms(1)).await;
    assert_eq!(pool.stats().idle, 2);
    assert!(timeout(ms(1_000), pool.maintenance()).await.is_ok(), "two at work");
    work.abort();
    sleep(ms(1)).await;
    let work = tokio::spawn(pool.maintenance());
    pool.acquire().await.unwrap().discard("broken");
    sleep(ms(1)).await;
    assert_eq!(pool.stats().idle, 2);
    pool.close();
    work.await.unwrap();
    assert!(timeout(ms(1), pool.maintenance()).await.is_ok());
    assert_eq!(things.live(), 0);
}

/// SPEC 13.3: without health rounds nothing is checked, also when min is restored
#[tokio::test(start_paused = true)]
async fn without_rounds_nothing_is_checked() {
    let things = Things::new();
    things.set(Hook::Check, Mode::Error);
    let pool = Pool::managed(things.clone()).min(2).build().unwrap();
    sleep(ms(10)).await;
    pool.acquire().await.unwrap().discard("broken");
    sleep(ms(10)).await;
    assert_eq!((pool.stats().idle, pool.stats().unhealthy, things.made()), (2, 0, 3));
}

/// SPEC 5.9: the background wakes for a moment that comes before the one it sleeps for
#[tokio::test(start_paused = true)]
async fn the_background_wakes_for_an_earlier_deadline() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(2).max_lifetime(ms(3_600_000)).build().unwrap();
    let held = pool.acquire().await.unwrap();
    sleep(ms(10)).await;
    things.set(Hook::Create, Mode::Error);
    assert!(pool.acquire().await.is_err());
    assert!(pool.acquire().await.is_err());
    things.set(Hook::Create, Mode::Ok);
    let start = Instant::now();
    let second = pool.acquire().await.unwrap();
    assert!((9..=11).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    drop((held, second));
}

/// SPEC 34.33: one seed, one course of things; without a seed each pool has its own
#[tokio::test(start_paused = true)]
async fn chance_comes_from_the_seed() {
    /// How many of 16 have reached their age, second by second.
    async fn course(seed: Option<u64>) -> Vec<u64> {
        let mut builder = Pool::managed(Things::new()).max(16).max_lifetime(ms(1_000_000));
        if let Some(seed) = seed {
            builder = builder.seed(seed);
        }
        let pool = builder.build().unwrap();
        let mut guards = Vec::new();
        for _ in 0..16 {
            guards.push(pool.acquire().await.unwrap());
        }
        drop(guards);
        sleep(ms(900_000)).await;
        let mut expired = Vec::new();
        for _ in 0..100 {
            sleep(ms(1_000)).await;
            expired.push(pool.stats().expired);
        }
        assert_eq!(expired[99], 16);
        expired
    }
    assert_eq!(course(Some(7)).await, course(Some(7)).await);
    assert_ne!(course(Some(7)).await, course(Some(8)).await);
    assert_ne!(course(None).await, course(None).await);
}

/// SPEC 5.3: the longest idle one first, or the last one
#[tokio::test]
async fn idle_ones_are_lent_in_the_order_asked_for() {
    for (order, expected) in [(IdleOrder::Fifo, 1), (IdleOrder::Lifo, 2)] {
        let pool = Pool::managed(Things::new()).idle_order(order).build().unwrap();
        let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        drop(one);
        drop(two);
        assert_eq!(pool.acquire().await.unwrap().number, expected, "{order:?}");
    }
}

/// SPEC 5.9: only a limited number is being created at a time
#[tokio::test(start_paused = true)]
async fn creations_are_limited() {
    let things = Things::new();
    things.set(Hook::Create, Mode::Slow);
    let pool = Pool::managed(things.clone()).max(8).max_creating(2).build().unwrap();
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.acquire().await.unwrap() })
        })
        .collect();
    let mut guards = Vec::new();
    for most in [2, 4, 6] {
        sleep(ms(10)).await;
        assert_eq!((things.made(), pool.stats().creating), (most, 2));
        sleep(ms(10)).await;
    }
    for task in tasks {
        guards.push(task.await.unwrap());
    }
    assert_eq!(pool.stats().active, 6);
}

/// SPEC 32.1: closures are hooks like the methods of a manager
#[tokio::test(start_paused = true)]
async fn closures_are_hooks() {
    type Counter = Arc<AtomicU32>;
    let counts: [Counter; 5] = Default::default();
    let count = |hook: usize| {
        let counter = counts[hook].clone();
        move || counter.fetch_add(1, SeqCst)
    };
    let (checked, met, said) = (count(0), count(1), count(2));
    let (reset, destroyed) = (count(3), count(4));
    let pool: Pool<Closures<u32, &str>> = Pool::builder(|| async { Ok(0) })
        .check(move |value| {
            checked();
            let value = *value;
            Box::pin(async move { if value == 2 { Err("dead") } else { Ok(()) } })
        })
        .before_acquire(move |value| {
            met();
            *value += 1;
            Box::pin(async { Ok(()) })
        })
        .on_release(move |_| {
            said();
            OnRelease::Reset
        })
        .reset(move |_| {
            reset();
            Box::pin(async { Ok(()) })
        })
        .destroy(move |_| {
            destroyed();
            async {}
        })
        .check_interval(ms(100))
        .build()
        .unwrap();
    let seen = || [0, 1, 2, 3, 4].map(|hook: usize| counts[hook].load(SeqCst));
    drop(pool.acquire().await.unwrap());
    assert_eq!(seen(), [0, 0, 1, 1, 0]);
    assert_eq!(*pool.acquire().await.unwrap(), 1);
    assert_eq!(seen(), [0, 1, 2, 2, 0]);
    sleep(ms(110)).await;
    assert_eq!(seen(), [1, 1, 2, 2, 0]);
    drop(pool.acquire().await.unwrap());
    sleep(ms(100)).await;
    assert_eq!(seen(), [2, 2, 3, 3, 1]);
    assert_eq!((pool.stats().unhealthy, pool.stats().total), (1, 0));
}

/// SPEC 9.3, 32.3: released in place, a resource is clean and back when the future ends; after a drop it is not yet
#[tokio::test(start_paused = true)]
async fn release_awaits_what_a_drop_leaves_behind() {
    let things = Things::new();
    things.on_release_says(OnRelease::Reset);
    things.set(Hook::Reset, Mode::Slow);
    let pool = Pool::managed(things.clone()).build().unwrap();
    drop(pool.acquire().await.unwrap());
    assert_eq!((pool.stats().idle, pool.stats().active), (0, 1));
    sleep(ms(21)).await;
    let guard = pool.acquire().await.unwrap();
    guard.release().await;
    assert_eq!((pool.stats().idle, things.made()), (1, 1));
}

/// SPEC 32.5: the manager's error is said once, and the words of the others say what to do
#[tokio::test(start_paused = true)]
async fn errors_have_sources_and_words() {
    let refused = || std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
    let pool = Pool::builder(move || async move { Err::<(), _>(refused()) }).build().unwrap();
    let error = pool.acquire().await.unwrap_err();
    // Its words are said once: the chain goes on with what is behind it.
    assert!(error.source().is_none());
    assert_eq!(error.to_string(), format!("Failed to create pool resource: {}", refused()));
    pool.deactivate();
    let error = pool.acquire().await.unwrap_err();
    assert!(error.source().is_none());
    assert!(error.to_string().ends_with("try again later"), "{error}");
    pool.close();
    assert_eq!(pool.acquire().await.unwrap_err().to_string(), "Pool is closed");

    let pool = Pool::managed(Things::new()).max(1).max_waiters(1).build().unwrap();
    let held = pool.acquire().await.unwrap();
    let mut waiter = Box::pin(pool.acquire());
    assert!(timeout(ms(1), &mut waiter).await.is_err());
    let error = pool.acquire().await.unwrap_err();
    assert!(matches!(error, Error::TooManyWaiters(_)));
    let expected =
        "Too many callers wait for a resource: max=1 active=1 idle=0 creating=0 waiting=2";
    assert!(error.to_string().starts_with(expected), "{error}");
    drop(held);
}

/// SPEC 11.1, 11.4, 34.32: the figures after a known course of things
#[tokio::test(start_paused = true)]
async fn figures_are_those_of_what_happened() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(2).name("orders").build().unwrap();
    let one = pool.acquire().await.unwrap();
    let two = pool.acquire().await.unwrap();
    sleep(ms(100)).await;
    assert!(timeout(ms(10), pool.acquire()).await.is_err());
    assert!(pool.acquire_timeout(ms(10)).await.is_err());
    let give_back = async {
        sleep(ms(40)).await;
        drop(one);
    };
    let (three, ()) = tokio::join!(pool.acquire(), give_back);
    sleep(ms(40)).await;
    drop(two.detach());
    three.unwrap().discard("broken");
    let stats = pool.stats();
    let Stats { acquires, waits, timeouts, cancelled, created, destroyed, detached, .. } = stats;
    assert_eq!((acquires, waits, timeouts, cancelled), (3, 3, 1, 1));
    assert_eq!((created, destroyed, detached), (2, 1, 1));
    assert_eq!((stats.rejected, stats.expired, stats.idled_out, stats.unhealthy), (1, 0, 0, 0));
    assert_eq!((stats.total, stats.min, stats.max, stats.waiting), (0, 0, 2, 0));
    let is_about = |span: std::time::Duration, expected: u128| {
        (expected - 3..=expected + 3).contains(&span.as_millis())
    };
    assert!(is_about(stats.wait_max, 40) && is_about(stats.wait_p50, 40), "{stats:?}");
    assert!(is_about(stats.wait_p99, 40) && is_about(stats.hold_max, 200), "{stats:?}");
    assert_eq!((stats.breaker, stats.closed), (BreakerState::Active, false));
    let text = format!("{pool:?}");
    assert!(text.starts_with("Pool { stats: Stats { max: 2,"), "{text}");
    let guard = pool.acquire().await.unwrap();
    assert!(format!("{guard:?}").starts_with("Guard(Thing { number: 3"), "{guard:?}");
}

/// SPEC 12.3: close_within ends when the last one is back, not later; and says what is left if that takes too long
#[tokio::test(start_paused = true)]
async fn close_within_ends_with_the_last_return() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).build().unwrap();
    let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    things.set(Hook::Create, Mode::Never);
    let other = pool.clone();
    let maker = tokio::spawn(async move { drop(other.acquire().await) });
    settle().await;
    let left = pool.close_within(ms(50)).await.unwrap_err();
    let words = "the pool is closed, but 2 resources are still in use and 1 being made";
    assert_eq!((left.to_string().as_str(), left.active, left.creating), (words, 2, 1));
    maker.abort();
    drop(one);
    let start = Instant::now();
    let give_back = async {
        sleep(ms(20)).await;
        drop(two);
    };
    // Two who wait, one of them polled twice.
    let mut first = Box::pin(pool.close_within(ms(5_000)));
    assert!(timeout(ms(1), &mut first).await.is_err());
    let (first, second, ()) = tokio::join!(first, pool.close_within(ms(5_000)), give_back);
    assert_eq!((first, second), (Ok(()), Ok(())));
    assert!(start.elapsed() < ms(100), "{:?}", start.elapsed());
}

/// What is to be put into structs that derive Debug can be shown, before it is built, too
#[tokio::test]
async fn builders_and_closures_can_be_shown() {
    let builder = Pool::builder(|| async { Ok::<_, &str>(7) })
        .on_release(|_| OnRelease::Keep)
        .max(3)
        .name("orders");
    let shown = format!("{builder:?}");
    assert!(shown.contains("max: 3") && shown.contains("name: \"orders\""), "{shown}");
    assert!(shown.contains("on_release: true") && shown.contains("reset: false"), "{shown}");
    let shown = format!("{:?}", builder.build().unwrap().manager());
    assert!(shown.contains("destroy: false"), "{shown}");
    assert_eq!(cenote::IdleOrder::default(), cenote::IdleOrder::Fifo);
}
