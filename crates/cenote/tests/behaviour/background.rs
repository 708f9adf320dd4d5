//! The background goes on, whatever the values of a user do in it, and wherever its work came up.

use crate::kit::ms;
use cenote::{Closures, Pool, Task, Timer};
use std::future::pending;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::sleep;

/// Its drop panics, unless something else has.
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("a drop's");
        }
    }
}

impl std::fmt::Display for Brittle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("brittle")
    }
}

/// SPEC 13.6, 32.6: an error that panics when it is dropped does not end the background
#[tokio::test(start_paused = true)]
async fn the_background_survives_errors_that_panic() {
    let (made, checked) = (AtomicU32::new(0), AtomicU32::new(0));
    let pool = Pool::builder(move || {
        let is_first = made.fetch_add(1, SeqCst) == 0;
        async move { if is_first { Err(Brittle) } else { Ok(()) } }
    })
    .min(1)
    .check_interval(ms(100))
    .check(move |()| {
        let is_second = checked.fetch_add(1, SeqCst) == 1;
        Box::pin(async move { if is_second { Err(Brittle) } else { Ok(()) } })
    })
    .build()
    .unwrap();
    sleep(ms(90)).await;
    assert_eq!((pool.stats().idle, pool.stats().created), (1, 1));
    sleep(ms(160)).await;
    assert_eq!((pool.stats().idle, pool.stats().created), (1, 2));
    assert_eq!(pool.stats().unhealthy, 1);
    pool.check_invariants();
}

/// SPEC 12.1, 13.1: a check that closes the pool and then never ends keeps nothing: neither its resource nor the background
#[tokio::test(start_paused = true)]
async fn a_check_may_close_the_pool_and_never_end() {
    let this = Arc::new(OnceLock::<Pool<Closures<(), &str>>>::new());
    let closer = this.clone();
    let pool = Pool::builder(|| async { Ok::<_, &str>(()) })
        .check_interval(ms(100))
        .check_timeout(None)
        .check(move |()| {
            closer.get().unwrap().close();
            Box::pin(pending())
        })
        .build()
        .unwrap();
    this.set(pool.clone()).unwrap();
    drop(pool.acquire().await.unwrap());
    sleep(ms(101)).await;
    assert!(pool.is_closed());
    assert_eq!((pool.stats().total, pool.stats().destroyed), (0, 1));
    pool.check_invariants();
}

struct NoTasks;

impl Timer for NoTasks {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn sleep(&self, _: Duration) -> Task {
        Box::pin(pending())
    }
}

/// SPEC 12.1, 12.5: a close ends every idle resource, though the drop of each panics
#[test]
fn a_close_ends_all_though_drops_panic() {
    let pool = Pool::builder(|| async { Ok::<_, &str>(Brittle) })
        .destroy(|brittle| async {
            let _brittle = brittle;
            pending().await
        })
        .timer(NoTasks)
        .build()
        .unwrap();
    let acquire = || async_io::block_on(pool.acquire()).unwrap();
    drop([acquire(), acquire(), acquire()]);
    assert_eq!(pool.stats().idle, 3);
    assert!(catch_unwind(AssertUnwindSafe(|| pool.close())).is_ok());
    assert_eq!((pool.stats().total, pool.stats().destroyed), (0, 3));
    pool.check_invariants();
}
