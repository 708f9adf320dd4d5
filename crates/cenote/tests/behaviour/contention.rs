//! Threads that really are in each other's way at the lock of a pool: one holds it for as long as the test wants, in the clone of a
//! waker, which is the only code of a user that runs under it.

use crate::kit::*;
use cenote::{Error, Guard, Pool};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Barrier, Mutex, PoisonError, mpsc};
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};
use std::thread;
use std::time::Duration;

type Call = Pin<Box<dyn Future<Output = Result<Guard<Things>, Error<&'static str>>> + Send>>;

fn call(pool: &Pool<Things>) -> Call {
    let pool = pool.clone();
    Box::pin(async move { pool.acquire().await })
}

#[track_caller]
fn served(call: &mut Call) -> Guard<Things> {
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(guard)) => guard,
        other => panic!("{:?}", other.map_ok(|_| ())),
    }
}

static LOCK_IS_HELD: Barrier = Barrier::new(2);
static LET_GO: Barrier = Barrier::new(2);

/// A waker whose clone takes until the test lets go of it.
fn holding_waker() -> Waker {
    fn raw() -> RawWaker {
        static TABLE: RawWakerVTable = RawWakerVTable::new(clone, |_| (), |_| (), |_| ());
        RawWaker::new(std::ptr::null(), &TABLE)
    }
    fn clone(_: *const ()) -> RawWaker {
        LOCK_IS_HELD.wait();
        LET_GO.wait();
        raw()
    }
    // SAFETY: the functions of the table use no data, may be called on any thread, and own nothing.
    unsafe { Waker::from_raw(raw()) }
}

/// A resource is granted to a waiter, and then another thread holds the lock: whether the waiter has it all the same. If it waits
/// for the lock, the threads have been in each other's way. One test at a time: there is one holder.
fn takes_without_the_lock(pool: &Pool<Things>, patience: Duration) -> bool {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let held = served(&mut call(pool));
    let mut waiter = call(pool);
    assert!(waiter.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(held);

    let mut next = call(pool);
    let holder = thread::spawn(move || {
        assert!(next.as_mut().poll(&mut Context::from_waker(&holding_waker())).is_pending());
    });
    LOCK_IS_HELD.wait();
    let (tell, told) = mpsc::channel();
    let taker = thread::spawn(move || tell.send(served(&mut waiter)).unwrap());
    let at_once = told.recv_timeout(patience);
    LET_GO.wait();
    holder.join().unwrap();
    let is_taken = at_once.is_ok();
    let guard = at_once.or_else(|_| told.recv()).expect("it was granted, and is taken in the end");
    taker.join().unwrap();
    drop(guard);
    is_taken
}

/// SPEC 6.3, ADR 8: after a thread had to wait for the lock, waiters take their grants without it, for 256 returns
#[test]
fn threads_in_each_others_way_open_the_counter() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(1).acquire_timeout(None).build().unwrap();
    assert!(!takes_without_the_lock(&pool, ms(20)), "nobody has been in anybody's way");
    // A taker that comes late to the lock is not in its way, and one that comes late to the mailbox looks as if it had to wait.
    assert!(
        (0..500).any(|_| takes_without_the_lock(&pool, ms(20))),
        "it always waits for the lock"
    );
    for _ in 0..256 {
        drop(served(&mut call(&pool)));
    }
    assert!(!takes_without_the_lock(&pool, ms(20)), "that was long ago");
    assert_eq!((things.made(), pool.stats().idle), (1, 1));
    pool.check_invariants();
}

/// What the other tests of the counter rely on: it opens when they say so
#[test]
fn assumed_contention_opens_the_counter() {
    let pool = Pool::managed(Things::new()).max(1).acquire_timeout(None).build().unwrap();
    pool.assume_contention();
    assert!(takes_without_the_lock(&pool, Duration::from_secs(10)));
}
