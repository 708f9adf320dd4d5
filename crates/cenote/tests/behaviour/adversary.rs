//! Users who mean harm, or do not know better.

use crate::kit::{ms, settle};
use crate::wild::{HOOKS, Hook, Wild, is_whole, use_in_every_way, wild_pool};
use cenote::{Breaker, BuildError, Error, OnRelease, Pool};
use std::future::{Future, pending};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// SPEC 32.6: a panic in any hook, wherever it is called from, loses no place and no resource
#[tokio::test(start_paused = true)]
async fn any_hook_may_panic_anywhere() {
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if info.payload().downcast_ref::<&str>() != Some(&"a hook's") {
            quiet(info);
        }
    }));
    for (hook, is_slow) in HOOKS.into_iter().flat_map(|hook| [(hook, false), (hook, true)]) {
        let panics = Arc::new(AtomicBool::new(true));
        let count = Arc::new(AtomicU32::new(0));
        let wild = Wild::new(is_slow);
        wild.acts({
            let (panics, count) = (Arc::clone(&panics), Arc::clone(&count));
            move |called| {
                if called == hook && panics.load(SeqCst) {
                    count.fetch_add(1, SeqCst);
                    std::panic::panic_any("a hook's");
                }
            }
        });
        let pool = wild_pool(&wild);
        // Something has to be there, or a creation that panics is all that ever happens.
        panics.store(hook == Hook::Create, SeqCst);
        use_in_every_way(&pool).await;
        panics.store(true, SeqCst);
        use_in_every_way(&pool).await;
        assert!(count.load(SeqCst) > 3, "{hook:?} has panicked {count:?} times");
        panics.store(false, SeqCst);
        is_whole(pool, &wild).await;
    }
}

/// SPEC 32.6: any hook may use its pool: ask it, try to take, set its size and breaker, close it
#[tokio::test(start_paused = true)]
async fn any_hook_may_use_its_pool() {
    for (hook, closes) in HOOKS.into_iter().flat_map(|hook| [(hook, false), (hook, true)]) {
        let wild = Wild::new(false);
        let home: Arc<Mutex<Option<Pool<Wild>>>> = Arc::default();
        let (there, closing) = (Arc::clone(&home), Arc::new(AtomicBool::new(false)));
        // Not forever: what is made because of a call may call again.
        let (depth, calls) = (AtomicU32::new(0), AtomicU32::new(0));
        wild.acts({
            let closing = Arc::clone(&closing);
            move |called| {
                let Some(pool) = there.lock().unwrap().clone() else { return };
                if called != hook || depth.load(SeqCst) > 0 || calls.fetch_add(1, SeqCst) > 100 {
                    return;
                }
                depth.store(1, SeqCst);
                let _ = (pool.stats(), pool.breaker_state(), pool.is_closed());
                let mut taken = pin!(pool.try_acquire());
                let _ = taken.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                pool.deactivate();
                pool.activate();
                pool.resize(1);
                pool.resize(3);
                if closing.load(SeqCst) {
                    pool.close();
                }
                depth.store(0, SeqCst);
            }
        });
        let pool = wild_pool(&wild);
        *home.lock().unwrap() = Some(pool.clone());
        if closes {
            drop(pool.acquire().await);
            closing.store(true, SeqCst);
            let both = async { (pool.acquire().await.is_ok(), pool.acquire().await.is_ok()) };
            let _ = timeout(ms(5_000), both).await;
            sleep(ms(100)).await;
            pool.resize(1);
            home.lock().unwrap().take();
            pool.close_within(ms(10_000)).await.unwrap();
            assert_eq!((pool.stats().total, wild.live()), (0, 0), "{hook:?}");
        } else {
            timeout(ms(60_000), use_in_every_way(&pool)).await.unwrap();
            home.lock().unwrap().take();
            is_whole(pool, &wild).await;
        }
    }
}

/// SPEC 32.6: the last handle may go inside of any hook
#[tokio::test(start_paused = true)]
async fn the_last_handle_may_go_in_a_hook() {
    for hook in HOOKS {
        let wild = Wild::new(false);
        let last: Arc<Mutex<Option<Pool<Wild>>>> = Arc::default();
        let there = Arc::clone(&last);
        wild.acts(move |called| {
            if called == hook {
                let pool = there.lock().unwrap().take();
                drop(pool);
            }
        });
        let pool = wild_pool(&wild);
        let guards = match hook {
            Hook::Create => vec![],
            _ => vec![pool.acquire().await.unwrap(), pool.acquire().await.unwrap()],
        };
        *last.lock().unwrap() = Some(pool);
        drop(guards);
        sleep(ms(2_000)).await;
        assert!(last.lock().unwrap().is_none() || hook == Hook::Before, "{hook:?} was not called");
        if let Some(pool) = { last.lock().unwrap().clone() } {
            *last.lock().unwrap() = None;
            drop(pool);
            sleep(ms(100)).await;
        }
        assert_eq!(wild.live(), 0, "{hook:?}");
    }
}

/// The longest span there is, everywhere, is as good as none
#[tokio::test(start_paused = true)]
async fn the_longest_spans_do_no_harm() {
    let breakers = [
        Breaker::consecutive_failures(1).cooldown(Duration::MAX),
        Breaker::failure_rate(0.01, 1, Duration::MAX).cooldown(Duration::MAX),
    ];
    for breaker in breakers {
        let fails = Arc::new(AtomicBool::new(false));
        let failing = Arc::clone(&fails);
        let pool = Pool::builder(move || {
            let fails = failing.load(SeqCst);
            async move { if fails { Err("refused") } else { Ok(()) } }
        })
        .max(u32::MAX)
        .min(2)
        .acquire_timeout(Duration::MAX)
        .create_timeout(Duration::MAX)
        .check_timeout(Duration::MAX)
        .cleanup_timeout(Duration::MAX)
        .max_lifetime(Duration::MAX)
        .idle_timeout(Duration::MAX)
        .check_interval(Duration::MAX)
        .create_backoff(Duration::MAX, Duration::MAX)
        .leak_threshold(Duration::MAX)
        .breaker(breaker)
        .recovery_limit(u32::MAX)
        .max_waiters(u32::MAX)
        .max_creating(u32::MAX)
        .on_release(|()| OnRelease::Reset)
        .build()
        .unwrap();
        sleep(ms(10)).await;
        assert_eq!(pool.stats().idle, 2);
        let three = [pool.acquire().await, pool.acquire().await, pool.acquire().await];
        assert!(three.iter().all(Result::is_ok));
        // A hundred years.
        tokio::time::advance(Duration::from_secs(3_155_760_000)).await;
        pool.resize(0);
        assert_eq!(pool.stats().max, 1);
        {
            let mut waits = pin!(pool.acquire_timeout(Duration::MAX));
            assert!(timeout(ms(1_000), waits.as_mut()).await.is_err());
            drop(three);
            drop(waits.await.unwrap());
        }
        settle().await;
        assert_eq!((pool.stats().total, pool.stats().idle), (1, 1));
        pool.resize(u32::MAX);
        fails.store(true, SeqCst);
        let one = pool.acquire().await.unwrap();
        assert_eq!(pool.acquire().await.unwrap_err(), Error::Create("refused"));
        assert_eq!(pool.acquire().await.unwrap_err(), Error::Unavailable);
        assert!(pool.close_within(ms(1)).await.is_err());
        drop(one);
        pool.close_within(Duration::MAX).await.unwrap();
        pool.check_invariants();
    }
}

/// A zero where it could mean nothing and without limit is refused
#[test]
fn a_zero_that_could_mean_two_things_is_refused() {
    let new = || Pool::builder(|| async { Ok::<_, &str>(0) });
    let zeros = [
        ("max_waiters", new().max_waiters(0)),
        ("max_creating", new().max_creating(0)),
        ("max_lifetime", new().max_lifetime(Duration::ZERO)),
        ("idle_timeout", new().idle_timeout(Duration::ZERO)),
        ("check_interval", new().check_interval(Duration::ZERO)),
    ];
    for (setting, builder) in zeros {
        let error = builder.build().unwrap_err();
        assert_eq!(error, BuildError::Zero(setting));
        let words = format!("{setting} must be above 0; None is for no limit");
        assert_eq!(error.to_string(), words);
    }
    let none = || new().create_backoff(Duration::ZERO, ms(1));
    let error = none().build().unwrap_err();
    assert_eq!(error, BuildError::Zero("create_backoff"));
    assert!(error.to_string().ends_with("no_create_backoff() is for none"), "{error}");
    assert!(none().no_create_backoff().build().is_ok());
    assert!(none().create_backoff(ms(1), Duration::ZERO).build().is_ok());
    assert!(new().max_waiters(0).max_waiters(1).max_creating(0).max_creating(None).build().is_ok());
}

/// SPEC 32.3, 32.4: a runtime that shuts down takes its tasks along, but no place of a pool
#[test]
fn a_runtime_may_end_with_guards_and_waiters() {
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
    };
    let wild = Wild::new(true);
    let first = runtime();
    let (pool, guards) = first.block_on(async {
        let pool = Pool::managed(wild.clone()).max(2).check_interval(ms(5)).build().unwrap();
        let guards = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        for _ in 0..4 {
            let pool = pool.clone();
            tokio::spawn(async move { pool.acquire().await.map(drop) });
        }
        while pool.stats().waiting < 4 {
            tokio::task::yield_now().await;
        }
        (pool, guards)
    });
    first.shutdown_background();
    // Where no runtime is: each needs a cleaning that suspends, and nobody can do it.
    drop(guards.0);
    while pool.stats().waiting > 0 {
        std::thread::yield_now();
    }
    let second = runtime();
    second.block_on(async {
        guards.1.release().await;
        let both = async { (pool.acquire().await.unwrap(), pool.acquire().await.unwrap()) };
        drop(timeout(Duration::from_secs(20), both).await.expect("a place is lost"));
        pool.close_within(Duration::from_secs(20)).await.unwrap();
        pool.check_invariants();
    });
    assert_eq!(wild.live(), 0);
}

/// A caller outside of the runtime in which the pool was built waits with a limit by that runtime's timers
#[test]
fn a_caller_on_a_plain_thread_has_its_limit() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let pool = runtime.block_on(async {
        Pool::builder(|| async { Ok::<_, &str>(0) }).max(1).acquire_timeout(ms(20)).build().unwrap()
    });
    let executor = async_executor::Executor::new();
    let (one, refused) = async_io::block_on(executor.run(async {
        let one = pool.acquire().await.unwrap();
        let refused = pool.acquire().await;
        (one, refused)
    }));
    assert!(matches!(refused, Err(Error::Timeout(_))));
    drop(one);
    assert_eq!(pool.stats().idle, 1);
}

/// SPEC 6.2, 6.6: a hundred thousand waiters are served in their order, and each that leaves passes on its place
#[test]
fn a_hundred_thousand_waiters() {
    const ALL: usize = 100_000;
    let pool =
        Pool::builder(|| async { Ok::<_, &str>(0) }).max(1).acquire_timeout(None).build().unwrap();
    let mut context = Context::from_waker(Waker::noop());
    let mut take =
        |future: std::pin::Pin<&mut dyn Future<Output = _>>| match future.poll(&mut context) {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        };
    let mut holder = take(pin!(pool.acquire()).as_mut());
    assert!(holder.is_some());
    let mut waits: Vec<_> = (0..ALL).map(|_| Box::pin(pool.acquire())).collect();
    for wait in &mut waits {
        assert!(take(wait.as_mut()).is_none());
    }
    assert_eq!(pool.stats().waiting as usize, ALL);
    for (number, mut wait) in waits.into_iter().enumerate() {
        // The place goes to this one, be it from a holder or from the one before, which has left without it.
        drop(holder.take());
        assert!(take(pin!(pool.acquire()).as_mut()).is_none());
        if number % 2 == 0 {
            holder = take(wait.as_mut());
            assert!(holder.as_ref().is_some_and(Result::is_ok), "waiter {number}");
        }
    }
    assert_eq!((pool.stats().waiting, pool.stats().created), (0, 1));
    pool.check_invariants();
}

/// Background work that never ends, and of which nothing has to be waited for, leaves the thread to others too
#[test]
fn endless_background_work_lets_others_run() {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            // Too old at once, and made again at once.
            let pool = Pool::builder(|| async { Ok::<_, &str>(0) })
                .min(1)
                .max_lifetime(Duration::from_nanos(1))
                .build()
                .unwrap();
            while pool.stats().expired < 1_000 {
                tokio::task::yield_now().await;
            }
            pool.close();
            tell.send(()).unwrap();
        });
    });
    told.recv_timeout(Duration::from_secs(60)).expect("the background keeps the thread");
}

/// Maintenance that nobody polls is no maintenance, and stands in nobody's way
#[tokio::test(start_paused = true)]
async fn maintenance_begins_when_it_is_polled() {
    let pool =
        Pool::builder(|| async { Ok::<_, &str>(0) }).min(1).maintenance_by_hand().build().unwrap();
    let unused = pool.maintenance();
    let work = tokio::spawn(pool.maintenance());
    sleep(ms(1)).await;
    assert_eq!(pool.stats().idle, 1);
    drop(unused);
    work.abort();
}

/// SPEC 32.6: an error, a reason or a resource that panics in its own right loses no place
#[tokio::test(start_paused = true)]
async fn values_of_the_user_may_panic() {
    struct Rude;
    impl std::fmt::Display for Rude {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("display")
        }
    }
    struct Brittle;
    impl Drop for Brittle {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                panic!("drop");
            }
        }
    }
    let is_rude = Arc::new(AtomicBool::new(true));
    let rude = Arc::clone(&is_rude);
    let pool = Pool::builder(move || {
        let rude = rude.load(SeqCst);
        async move { if rude { Err(Rude) } else { Ok(Brittle) } }
    })
    .max(1)
    .no_create_backoff()
    .build()
    .unwrap();
    let other = pool.clone();
    assert!(tokio::spawn(async move { drop(other.acquire().await) }).await.is_err());
    is_rude.store(false, SeqCst);
    for way in 0..3 {
        let guard = timeout(ms(100), pool.acquire()).await.expect("a place is lost").ok().unwrap();
        let _ = catch_unwind(AssertUnwindSafe(|| match way {
            0 => guard.discard(Rude),
            1 => guard.discard("broken"),
            _ => drop(guard),
        }));
        pool.check_invariants();
    }
    pool.close();
    assert_eq!(pool.stats().total, 0);
}

/// SPEC 32.2: a hook that never ends holds up neither a close nor the callers that come after its deadline
#[tokio::test(start_paused = true)]
async fn a_close_waits_for_no_hook_longer_than_its_deadline() {
    let pool = Pool::builder(|| async { Ok::<_, &str>(0) })
        .max(1)
        .on_release(|_| OnRelease::Reset)
        .reset(|_| Box::pin(pending()))
        .destroy(|_| pending())
        .cleanup_timeout(ms(100))
        .build()
        .unwrap();
    drop(pool.acquire().await.unwrap());
    assert_eq!(pool.close_within(ms(50)).await.unwrap_err().active, 1);
    // The reset has 100 ms, and the destruction after it.
    assert!(pool.close_within(ms(160)).await.is_ok());
}
