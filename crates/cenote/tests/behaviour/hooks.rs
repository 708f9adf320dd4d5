//! Hooks that are added to a manager's own, and the ways to begin a pool and to take from it.

use cenote::{Error, Manager, OnRelease, Pool};
use std::sync::{Arc, Mutex};

/// What has been called, in its order.
type Log = Arc<Mutex<Vec<&'static str>>>;

struct Logging {
    log: Log,
    said: OnRelease,
}

impl Logging {
    fn note(&self, name: &'static str) {
        self.log.lock().unwrap().push(name);
    }
}

impl Manager for Logging {
    type Resource = u32;
    type Error = String;

    async fn create(&self) -> Result<u32, String> {
        self.note("create");
        Ok(7)
    }

    async fn check(&self, _: &mut u32) -> Result<(), String> {
        self.note("check");
        Ok(())
    }

    async fn before_acquire(&self, _: &mut u32) -> Result<(), String> {
        self.note("before");
        Ok(())
    }

    fn on_release(&self, _: &mut u32) -> OnRelease {
        self.note("on_release");
        self.said
    }

    async fn reset(&self, _: &mut u32) -> Result<(), String> {
        self.note("reset");
        Ok(())
    }

    async fn destroy(&self, _: u32) {
        self.note("destroy");
    }
}

fn logging(said: OnRelease) -> (Logging, Log) {
    let log = Log::default();
    (Logging { log: Arc::clone(&log), said }, log)
}

fn noting(log: &Log, name: &'static str) -> impl Fn() + Send + Sync + 'static {
    let log = Arc::clone(log);
    move || log.lock().unwrap().push(name)
}

/// SPEC 32.24: a closure is called after the manager's own hook
#[tokio::test]
async fn closures_follow_the_managers_hooks() {
    let (manager, log) = logging(OnRelease::Reset);
    let notes = ["+connect", "+before", "+on_release", "+reset"].map(|name| noting(&log, name));
    let [connect, before, on_release, reset] = notes;
    let pool = Pool::builder(manager)
        .after_connect(move |_| {
            connect();
            Box::pin(async { Ok(()) })
        })
        .before_acquire(move |_| {
            before();
            Box::pin(async { Ok(()) })
        })
        .on_release(move |_| {
            on_release();
            OnRelease::Keep
        })
        .reset(move |_| {
            reset();
            Box::pin(async { Ok(()) })
        })
        .build()
        .unwrap();
    pool.acquire().await.unwrap().release().await;
    drop(pool.acquire().await.unwrap());
    let back = ["on_release", "+on_release", "reset", "+reset"];
    let expected = [&["create", "+connect"][..], &back, &["before", "+before"], &back].concat();
    assert_eq!(*log.lock().unwrap(), expected);
}

/// SPEC 32.24: of what the two say about a return, the stricter holds
#[tokio::test]
async fn the_stricter_word_about_a_return_holds() {
    use OnRelease::{Discard, Keep, Reset};
    for (theirs, ours, idle, resets) in [
        (Keep, Keep, 1, 0),
        (Keep, Reset, 1, 1),
        (Keep, Discard, 0, 0),
        (Reset, Keep, 1, 1),
        (Reset, Discard, 0, 0),
        (Discard, Keep, 0, 0),
    ] {
        let (manager, log) = logging(theirs);
        let pool = Pool::builder(manager).on_release(move |_| ours).build().unwrap();
        pool.acquire().await.unwrap().release().await;
        assert_eq!(pool.stats().idle, idle, "{theirs:?} {ours:?}");
        let count = log.lock().unwrap().iter().filter(|&&name| name == "reset").count();
        assert_eq!(count, resets, "{theirs:?} {ours:?}");
    }
}

/// SPEC 32.24: a set-up that fails is a creation that fails
#[tokio::test]
async fn a_set_up_that_fails_is_a_creation_that_fails() {
    let (manager, log) = logging(OnRelease::Keep);
    let pool = Pool::builder(manager)
        .after_connect(|_| Box::pin(async { Err("no such schema".to_owned()) }))
        .build()
        .unwrap();
    assert_eq!(pool.acquire().await.unwrap_err(), Error::Create("no such schema".to_owned()));
    assert_eq!(*log.lock().unwrap(), ["create", "destroy"]);
    assert_eq!(pool.stats().total, 0);
}

/// SPEC 32.24: what a closure refuses is replaced; that of the manager is asked first
#[tokio::test]
async fn what_a_closure_refuses_is_replaced() {
    let (manager, log) = logging(OnRelease::Keep);
    let pool = Pool::builder(manager)
        .before_acquire(|_| Box::pin(async { Err("stale".to_owned()) }))
        .build()
        .unwrap();
    drop(pool.acquire().await.unwrap());
    drop(pool.acquire().await.unwrap());
    assert_eq!(pool.stats().rejected, 1);
    let expected = ["create", "on_release", "before", "destroy", "create", "on_release"];
    assert_eq!(*log.lock().unwrap(), expected);
}

/// SPEC 32.25: pools may share a manager
#[tokio::test]
async fn pools_share_a_manager() {
    let (manager, log) = logging(OnRelease::Reset);
    let manager = Arc::new(manager);
    for pool in [Pool::builder(Arc::clone(&manager)).build().unwrap(), Pool::new(manager)] {
        pool.acquire().await.unwrap().release().await;
        assert_eq!(pool.acquire().await.unwrap().detach(), 7);
    }
    let each = ["create", "on_release", "reset", "before"];
    assert_eq!(*log.lock().unwrap(), [each, each].concat());
}

/// SPEC 32.25: a future that owns its pool can be spawned; dropped, it leaves the queue
#[tokio::test]
async fn a_future_that_owns_its_pool() {
    let pool = Pool::builder(|| async { Ok::<_, String>(7) }).max(1).build().unwrap();
    let seven = tokio::spawn(pool.acquire_owned()).await.unwrap().unwrap();
    let waits = tokio::spawn(pool.acquire_owned());
    tokio::task::yield_now().await;
    assert_eq!(pool.stats().waiting, 1);
    waits.abort();
    waits.await.unwrap_err();
    assert_eq!(pool.stats().waiting, 0);
    let waits = tokio::spawn(pool.acquire_owned());
    tokio::task::yield_now().await;
    drop((pool, seven));
    // Its share keeps the pool open.
    assert_eq!(*waits.await.unwrap().unwrap(), 7);
}

/// SPEC 32.25: an attempt that makes nothing
#[tokio::test]
async fn an_attempt_that_makes_nothing() {
    let (manager, log) = logging(OnRelease::Keep);
    let pool = Pool::builder(manager).max(1).build().unwrap();
    assert!(pool.try_acquire_idle().await.is_none());
    assert_eq!((pool.stats().total, pool.stats().created, pool.stats().cancelled), (0, 0, 0));
    let one = pool.acquire().await.unwrap();
    assert!(pool.try_acquire_idle().await.is_none());
    drop(one);
    let one = pool.try_acquire_idle().await.unwrap();
    drop(one);
    assert_eq!(*log.lock().unwrap(), ["create", "on_release", "before", "on_release"]);
    pool.close();
    assert!(pool.try_acquire_idle().await.is_none());
    pool.check_invariants();
}

/// SPEC 32.24: a closure that is silent has the limit of a hook; a caller who leaves takes the resource along
#[tokio::test(start_paused = true)]
async fn a_closure_that_is_silent() {
    use std::time::Duration;
    let (manager, _log) = logging(OnRelease::Keep);
    let pool = Pool::builder(manager)
        .max(1)
        .before_acquire(|_| Box::pin(std::future::pending()))
        .check_timeout(Duration::from_secs(3))
        .build()
        .unwrap();
    drop(pool.acquire().await.unwrap());
    let start = tokio::time::Instant::now();
    drop(pool.acquire().await.unwrap());
    assert_eq!(start.elapsed(), Duration::from_secs(3));
    let gone = tokio::time::timeout(Duration::from_secs(1), pool.acquire()).await;
    assert!(gone.is_err());
    assert_eq!((pool.stats().total, pool.stats().destroyed), (0, 2));
    pool.check_invariants();
}
