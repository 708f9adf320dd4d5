//! Guards and handles that go outside of any runtime. In a process of its own: once a test anywhere has paused tokio's time,
//! to read it takes that part of the thread which has gone here.
#![cfg(not(cenote_loom))]

use cenote::{Closures, OnRelease, Pool};
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Runtime};
use tokio::time::sleep;

type Units = Pool<Closures<(), &'static str>>;

/// A runtime of one thread, and a pool of its whose resources are reset and destroyed there; and how often they were.
fn cleaned_at_home() -> (Runtime, Units, Arc<[AtomicU32; 2]>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let counts = Arc::<[AtomicU32; 2]>::default();
    let (resets, ends) = (counts.clone(), counts.clone());
    let home = runtime.enter();
    let pool = Pool::builder(|| async { Ok::<_, &str>(()) })
        .on_release(|()| OnRelease::Reset)
        .reset(move |()| {
            let counts = resets.clone();
            Box::pin(async move {
                sleep(Duration::from_millis(1)).await;
                counts[0].fetch_add(1, SeqCst);
                Ok(())
            })
        })
        .destroy(move |()| {
            let counts = ends.clone();
            async move {
                sleep(Duration::from_millis(1)).await;
                counts[1].fetch_add(1, SeqCst);
            }
        })
        .build()
        .unwrap();
    drop(home);
    (runtime, pool, counts)
}

fn until(holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never came to that");
        std::thread::yield_now();
    }
}

/// SPEC 32.3: what a guard dropped on a plain thread leaves to clean is cleaned in the runtime in which the pool was built
#[test]
fn a_guard_may_be_dropped_on_a_plain_thread() {
    let (runtime, pool, counts) = cleaned_at_home();
    let guard = runtime.block_on(pool.acquire()).unwrap();
    assert!(Handle::try_current().is_err());
    drop(guard);
    until(|| pool.stats().active == 0);
    assert_eq!((pool.stats().idle, counts[0].load(SeqCst)), (1, 1));
}

/// SPEC 32.3: the same where a thread ends, after tokio's part of the thread has gone; so may the last handle of a pool go
#[test]
fn a_guard_and_a_handle_may_outlive_tokio_in_their_thread() {
    thread_local!(static KEPT: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) });
    fn keep_to_the_end(value: impl Any + Send) {
        let keep = move || {
            // What comes up first in a thread goes last.
            KEPT.with(|kept| *kept.borrow_mut() = Some(Box::new(())));
            assert!(Handle::try_current().is_err());
            KEPT.with(|kept| *kept.borrow_mut() = Some(Box::new(value)));
        };
        std::thread::spawn(keep).join().unwrap();
    }
    let (runtime, pool, counts) = cleaned_at_home();
    keep_to_the_end(runtime.block_on(pool.acquire()).unwrap());
    until(|| pool.stats().active == 0);
    assert_eq!((pool.stats().idle, counts[0].load(SeqCst)), (1, 1));
    keep_to_the_end(pool);
    until(|| counts[1].load(SeqCst) == 1);
}
