//! The shipped lock, wakers and hand-off under loom, which tries the interleavings of each program below: in none is a
//! wake-up, a place or a resource lost. A lost wake-up is a deadlock here, and loom reports it. Run by `scripts/test loom`.
#![cfg(cenote_loom)]

use cenote::{Error, Manager, Pool, Task, Timer};
use loom::future::block_on;
use loom::model::Builder;
use loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use loom::thread;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// Time stands still, but each sleep ends at its second poll: every wait meets its limit at once, or is served.
struct Impatient;

impl Timer for Impatient {
    fn now(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn sleep(&self, _: Duration) -> Task {
        let mut is_first = true;
        Box::pin(poll_fn(move |context| {
            if std::mem::take(&mut is_first) {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Poll::Ready(())
        }))
    }
}

/// What each resource is counted in while it lives.
struct Things {
    live: Arc<AtomicUsize>,
}

struct Thing(Arc<AtomicUsize>);

impl Drop for Thing {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

impl Manager for Things {
    type Resource = Thing;
    type Error = Infallible;

    async fn create(&self) -> Result<Thing, Infallible> {
        self.live.fetch_add(1, SeqCst);
        Ok(Thing(self.live.clone()))
    }
}

fn pool(max: u32, live: &Arc<AtomicUsize>) -> Pool<Things> {
    let things = Things { live: live.clone() };
    let pool = Pool::managed(things).max(max).timer(Impatient).maintenance_by_hand().seed(1);
    pool.acquire_timeout(None).build().unwrap()
}

/// Runs a program in all interleavings with at most three preemptions. It gets a pool of one, which must be whole at its end.
fn explore(program: impl Fn(&Pool<Things>) + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(move || {
        let live = Arc::new(AtomicUsize::new(0));
        let pool = pool(1, &live);
        program(&pool);
        pool.check_invariants();
        let stats = pool.stats();
        assert_eq!((stats.active, stats.waiting, stats.granted), (0, 0, 0), "{stats:?}");
        if !pool.is_closed() {
            drop(block_on(pool.acquire()).unwrap());
            assert_eq!((pool.stats().total, live.load(SeqCst)), (1, 1));
        }
        drop(pool);
        assert_eq!(live.load(SeqCst), 0, "a resource outlived its pool");
    });
}

/// Polls once, and drops.
fn poll_once(future: impl Future) {
    let mut future = pin!(future);
    block_on(poll_fn(|context| {
        let _ = future.as_mut().poll(context);
        Poll::Ready(())
    }));
}

/// SPEC 6.1, 6.2, 9.6: two take, hand over and give back
#[test]
fn hand_over() {
    explore(|pool| {
        let other = pool.clone();
        let thread = thread::spawn(move || drop(block_on(other.acquire()).unwrap()));
        drop(block_on(pool.acquire()).unwrap());
        thread.join().unwrap();
    });
}

/// SPEC 6.6, 32.4: a waiter leaves while the resource comes back, with another one behind it
#[test]
fn a_waiter_that_leaves_passes_its_grant_on() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let leaves = thread::spawn(move || poll_once(other.acquire()));
        let waits = thread::spawn(move || drop(block_on(third.acquire()).unwrap()));
        drop(held);
        leaves.join().unwrap();
        waits.join().unwrap();
    });
}

/// SPEC 7.7: the limit passes while the resource comes back
#[test]
fn a_limit_against_a_grant() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let other = pool.clone();
        let thread = thread::spawn(move || {
            match block_on(other.acquire_timeout(Duration::from_millis(1))) {
                Ok(guard) => drop(guard),
                Err(Error::Timeout(_)) => {}
                Err(error) => panic!("{error}"),
            }
        });
        drop(held);
        thread.join().unwrap();
    });
}

/// SPEC 12.2, 12.3: the pool is closed while one waits and the resource comes back
#[test]
fn close_against_a_grant() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let waits = thread::spawn(move || match block_on(other.acquire()) {
            Ok(guard) => drop(guard),
            Err(Error::Closed) => {}
            Err(error) => panic!("{error}"),
        });
        let closes = thread::spawn(move || third.close());
        drop(held);
        waits.join().unwrap();
        closes.join().unwrap();
    });
}

/// SPEC 33: the pool grows while one waits and the resource is taken out for good
#[test]
fn resize_and_detach_against_a_waiter() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let other = pool.clone();
        let waits = thread::spawn(move || drop(block_on(other.acquire()).unwrap()));
        pool.resize(2);
        drop(held.detach());
        waits.join().unwrap();
        pool.resize(1);
    });
}
