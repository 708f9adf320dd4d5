//! Wakers that panic, and wakers that use the pool.

use crate::kit::{Hook, Mode, Things, ms};
use cenote::{Error, Guard, Pool};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc;
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Wake, Waker};
use std::time::Duration;

type Acquired = Result<Guard<Things>, Error<&'static str>>;
type Call = Pin<Box<dyn Future<Output = Acquired> + Send>>;

fn pool() -> Pool<Things> {
    Pool::managed(Things::new()).max(1).acquire_timeout(None).build().unwrap()
}

fn call(pool: &Pool<Things>) -> Call {
    let pool = pool.clone();
    Box::pin(async move { pool.acquire().await })
}

fn poll(call: &mut Call, waker: &Waker) -> Poll<Acquired> {
    call.as_mut().poll(&mut Context::from_waker(waker))
}

fn waits(call: &mut Call, waker: &Waker) {
    assert!(poll(call, waker).is_pending());
}

fn served(call: &mut Call) -> Guard<Things> {
    match poll(call, Waker::noop()) {
        Poll::Ready(result) => result.unwrap(),
        Poll::Pending => panic!("not served"),
    }
}

fn panics(act: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(act)).is_err()
}

/// Panics where a test thread that never ends would tell nothing.
fn in_time(act: impl FnOnce() + Send + 'static) {
    let (tell, told) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        act();
        drop(tell);
    });
    let waited = told.recv_timeout(Duration::from_secs(20));
    assert_ne!(waited, Err::<(), _>(mpsc::RecvTimeoutError::Timeout), "it is stuck");
    thread.join().unwrap();
}

struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic!("a waker's");
    }
}

#[derive(Default)]
struct Counts(AtomicU32);

impl Wake for Counts {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, SeqCst);
    }
}

fn waker_whose_clone_panics() -> Waker {
    const PANICS: RawWakerVTable =
        RawWakerVTable::new(|_| panic!("a clone's"), |_| (), |_| (), |_| ());
    // SAFETY: no function looks at the pointer.
    unsafe { Waker::from_raw(RawWaker::new(std::ptr::null(), &PANICS)) }
}

/// SPEC 6.6, 32.6: the clone of a waker runs under the lock; if it panics the lock still works, and the waiter is gone
#[test]
fn a_waker_whose_clone_panics_leaves_the_pool_whole() {
    in_time(|| {
        let pool = pool();
        let guard = served(&mut call(&pool));
        let mut waiter = call(&pool);
        assert!(panics(|| waits(&mut waiter, &waker_whose_clone_panics())));
        drop(waiter);
        assert_eq!(pool.stats().waiting, 0);
        drop(guard);
        drop(served(&mut call(&pool)));
        pool.check_invariants();
    });
}

/// SPEC 12.1, 14.3: each waiter is woken, whatever the waker of another one does
#[test]
fn a_waker_that_panics_keeps_nobody_from_being_woken() {
    for way in [Pool::close, Pool::deactivate] {
        let pool = pool();
        let guard = served(&mut call(&pool));
        let counts = Arc::new(Counts::default());
        let mut waiters = [call(&pool), call(&pool)];
        waits(&mut waiters[0], &Arc::new(Panics).into());
        waits(&mut waiters[1], &counts.clone().into());
        way(&pool);
        assert_eq!(counts.0.load(SeqCst), 1);
        drop(guard);
        pool.check_invariants();
    }
}

/// SPEC 32.3: a guard dropped by a panic wakes the next one; if that waker panics too, that is no abort
#[test]
fn a_waker_may_panic_while_a_panic_gives_back() {
    let pool = pool();
    let guard = served(&mut call(&pool));
    let mut waiter = call(&pool);
    waits(&mut waiter, &Arc::new(Panics).into());
    assert!(panics(move || {
        let _guard = guard;
        panic!("a user's");
    }));
    assert_eq!(served(&mut waiter).number, 2);
}

struct Asks(Pool<Things>);

impl Wake for Asks {
    fn wake(self: Arc<Self>) {
        self.0.stats();
    }
}

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.stats();
    }
}

/// SPEC 32.6: wakers are called, and dropped, with no lock held: both may use the pool
#[test]
fn wakers_may_use_the_pool() {
    in_time(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let _runtime = runtime.enter();
        let pool = Pool::managed(Things::new()).max(1).maintenance_by_hand().build().unwrap();
        let asks = || Waker::from(Arc::new(Asks(pool.clone())));
        let mut work = Box::pin(pool.maintenance());
        for _ in 0..2 {
            // Nothing is ever due: the waker is in the driver's state alone.
            assert!(work.as_mut().poll(&mut Context::from_waker(&asks())).is_pending());
        }
        let guard = served(&mut call(&pool));
        let mut waiters = [call(&pool), call(&pool), call(&pool)];
        for waiter in waiters.iter_mut().chain([&mut call(&pool)]) {
            waits(waiter, &asks());
            waits(waiter, &asks());
        }
        drop(guard);
        let guard = served(&mut waiters[0]);
        pool.assume_contention();
        drop(guard);
        let guard = served(&mut waiters[1]);
        pool.deactivate();
        pool.activate();
        let mut closing = Box::pin(pool.close_within(ms(1_000)));
        for _ in 0..2 {
            assert!(closing.as_mut().poll(&mut Context::from_waker(&asks())).is_pending());
        }
        drop(guard);
        assert!(closing.as_mut().poll(&mut Context::from_waker(&asks())).is_ready());
        assert!(work.as_mut().poll(&mut Context::from_waker(&asks())).is_ready());
    });
}

/// SPEC 6.3, 12.6: what comes back just after a back-off has ended serves two: the first waiter takes it, the second one makes
/// its own; both are woken
#[tokio::test(start_paused = true)]
async fn a_return_that_serves_two_wakes_two() {
    for contended in [false, true] {
        let things = Things::new();
        let builder = Pool::managed(things.clone()).max(2).acquire_timeout(None);
        let backing_off = builder.create_backoff(ms(100), ms(100)).maintenance_by_hand();
        let pool = backing_off.build().unwrap();
        let held = pool.acquire().await.unwrap();
        things.set(Hook::Create, Mode::Error);
        // The second failure in a row begins the back-off.
        assert!(pool.acquire().await.is_err() && pool.acquire().await.is_err());
        things.set(Hook::Create, Mode::Ok);
        let woken = [Arc::<Counts>::default(), Arc::default()];
        let mut calls = [call(&pool), call(&pool)];
        for (call, woken) in calls.iter_mut().zip(&woken) {
            waits(call, &Arc::clone(woken).into());
        }
        tokio::time::advance(ms(101)).await;
        if contended {
            pool.assume_contention();
        }
        drop(held);
        assert_eq!(woken.map(|woken| woken.0.load(SeqCst)), [1, 1]);
        let _guards: Vec<_> = calls.iter_mut().map(served).collect();
        assert_eq!(pool.stats().active, 2);
        pool.check_invariants();
    }
}
