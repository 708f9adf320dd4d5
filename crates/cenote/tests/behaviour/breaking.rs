//! Strategies of users for the circuit breaker.

use crate::kit::*;
use cenote::{BreakerState, Error, OnRelease, Outcome, Pool, Signal, Strategy};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;

/// Writes down what it is told, and says what the test has put down.
#[derive(Clone, Default)]
struct Notebook {
    told: Arc<Mutex<Vec<(Outcome, BreakerState, bool)>>>,
    advice: Arc<Mutex<Option<BreakerState>>>,
    /// It recovers from then on.
    recovers: Arc<Mutex<Option<Duration>>>,
    asked: Arc<Mutex<u32>>,
    panics: bool,
    /// It looks at this pool whenever it is called.
    pool: Arc<Mutex<Option<Pool<Things>>>>,
}

impl Notebook {
    fn told(&self) -> Vec<(Outcome, BreakerState, bool)> {
        std::mem::take(&mut self.told.lock().unwrap())
    }

    fn outcomes(&self) -> Vec<Outcome> {
        self.told().into_iter().map(|told| told.0).collect()
    }

    fn advise(&self, state: impl Into<Option<BreakerState>>) {
        *self.advice.lock().unwrap() = state.into();
    }
}

impl Strategy for Notebook {
    fn judge(&self, signal: Signal) -> Option<BreakerState> {
        self.told.lock().unwrap().push((signal.outcome, signal.state, signal.is_probe));
        if let Some(pool) = &*self.pool.lock().unwrap() {
            assert_eq!(pool.breaker_state(), signal.state);
        }
        if self.panics {
            panic!("the strategy's panic");
        }
        *self.advice.lock().unwrap()
    }

    fn should_recover(&self, now: Duration) -> bool {
        *self.asked.lock().unwrap() += 1;
        if self.panics {
            panic!("the strategy's panic");
        }
        self.recovers.lock().unwrap().is_some_and(|from| from <= now)
    }
}

/// SPEC 32.8, 14.7, 14.8, 14.10: each result is told once, and what is none is not
#[tokio::test(start_paused = true)]
async fn a_strategy_is_told_each_result_once() {
    use Outcome::{Rejected, Success};
    let (things, notes) = (Things::new(), Notebook::default());
    let pool = Pool::managed(things.clone())
        .strategy(notes.clone())
        .no_create_backoff()
        .min(1)
        .check_interval(ms(1_000))
        .build()
        .unwrap();
    pool.prewarm().await.unwrap();
    assert_eq!(notes.outcomes(), []);

    for said in [OnRelease::Keep, OnRelease::Reset, OnRelease::Discard] {
        let expected = if said == OnRelease::Discard { Rejected } else { Success };
        things.on_release_says(said);
        drop(pool.acquire().await.unwrap());
        assert_eq!(notes.outcomes(), [expected], "{said:?}, by a drop");
        pool.acquire().await.unwrap().release().await;
        assert_eq!(notes.outcomes(), [expected], "{said:?}, in place");
    }
    things.on_release_says(OnRelease::Reset);
    things.set(Hook::Reset, Mode::Error);
    pool.acquire().await.unwrap().release().await;
    assert_eq!(notes.outcomes(), [Rejected], "a cleaning that fails");
    pool.acquire().await.unwrap().discard("broken");
    assert_eq!(notes.outcomes(), [Rejected], "a user's discard");

    things.on_release_says(OnRelease::Keep);
    drop(pool.acquire().await.unwrap().detach());
    let other = pool.clone();
    let task = tokio::spawn(async move {
        let _guard = other.acquire().await;
        panic!("the user's");
    });
    assert!(task.await.is_err());
    drop(pool.acquire().await.unwrap());
    assert_eq!(notes.outcomes(), [Success], "nothing of the detached and the lost");
    things.set(Hook::Before, Mode::Error);
    drop(pool.acquire().await.unwrap());
    things.set(Hook::Check, Mode::Error);
    sleep(ms(1_100)).await;
    assert_eq!(pool.stats().unhealthy, 1);
    assert_eq!(notes.outcomes(), [Success], "nothing of refused and dead ones");
}

/// SPEC 14.10: creations that fail are told: for a caller, ahead of time, and in the background
#[tokio::test(start_paused = true)]
async fn a_strategy_is_told_of_failed_creations() {
    let (things, notes) = (Things::new(), Notebook::default());
    things.set(Hook::Create, Mode::Error);
    let pool = Pool::managed(things.clone()).strategy(notes.clone()).no_create_backoff();
    let pool = pool.min(1).maintenance_by_hand().build().unwrap();
    assert!(matches!(pool.acquire().await, Err(Error::Create("no"))));
    assert_eq!(notes.outcomes(), [Outcome::CreateFailed]);
    assert!(pool.prewarm().await.is_err());
    assert_eq!(notes.outcomes(), [Outcome::CreateFailed]);
    let work = tokio::spawn(pool.maintenance());
    sleep(ms(1)).await;
    assert_eq!(notes.outcomes(), [Outcome::CreateFailed]);
    drop(pool);
    work.await.unwrap();
}

/// SPEC 32.8, 14.4, 14.5: the advice is followed, and while the circuit is open a caller asks first
#[tokio::test(start_paused = true)]
async fn a_strategy_opens_and_recovers() {
    use BreakerState::{Active, Inactive, Recovering};
    let (things, notes) = (Things::new(), Notebook::default());
    let pool = Pool::managed(things.clone()).max(4).strategy(notes.clone()).build().unwrap();
    *notes.pool.lock().unwrap() = Some(pool.clone());
    let (old, bad) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());

    notes.advise(Inactive);
    bad.discard("broken");
    assert_eq!(notes.told(), [(Outcome::Rejected, Active, false)]);
    notes.advise(None);
    assert_eq!(pool.breaker_state(), Inactive);
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    assert!(pool.try_acquire().await.unwrap().is_none());
    assert_eq!(*notes.asked.lock().unwrap(), 1, "try_acquire does not ask");

    *notes.recovers.lock().unwrap() = Some(Duration::ZERO);
    let probe = pool.acquire().await.unwrap();
    assert_eq!((pool.breaker_state(), *notes.asked.lock().unwrap()), (Recovering, 2));
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    drop(old);
    notes.advise(Active);
    drop(probe);
    let expected = [(Outcome::Success, Recovering, false), (Outcome::Success, Recovering, true)];
    assert_eq!(notes.told(), expected);
    assert_eq!(pool.breaker_state(), Active);

    notes.advise(Recovering);
    drop(pool.acquire().await.unwrap());
    assert_eq!(pool.breaker_state(), Recovering);
    notes.told();
    things.set(Hook::Create, Mode::Error);
    things.set(Hook::Before, Mode::Error);
    notes.advise(Inactive);
    assert!(matches!(pool.acquire().await, Err(Error::Create("no"))));
    assert_eq!(notes.told(), [(Outcome::CreateFailed, Recovering, true)]);
    assert_eq!(pool.breaker_state(), Inactive);
    pool.check_invariants();
    // Else the strategy would hold the pool that holds it.
    *notes.pool.lock().unwrap() = None;
}

/// SPEC 14.5: a strategy that says nothing of recovery leaves it to others
#[tokio::test(start_paused = true)]
async fn a_strategy_need_not_recover() {
    struct Closer;
    impl Strategy for Closer {
        fn judge(&self, _: Signal) -> Option<BreakerState> {
            None
        }
    }
    let pool = Pool::managed(Things::new()).strategy(Closer).build().unwrap();
    pool.deactivate();
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    assert_eq!(pool.breaker_state(), BreakerState::Inactive);
}

/// SPEC 14.5: what the strategy says about recovery depends on the time it is told
#[tokio::test(start_paused = true)]
async fn a_strategy_is_told_the_time() {
    let notes = Notebook::default();
    let pool = Pool::managed(Things::new()).strategy(notes.clone()).build().unwrap();
    pool.deactivate();
    *notes.recovers.lock().unwrap() = Some(Duration::from_secs(5));
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    sleep(Duration::from_secs(6)).await;
    assert!(pool.acquire().await.is_ok());
}

/// SPEC 32.8, 14.9: a strategy that panics advises nothing, and costs no place
#[tokio::test(start_paused = true)]
async fn a_strategy_that_panics_advises_nothing() {
    let notes = Notebook { panics: true, ..Notebook::default() };
    notes.advise(BreakerState::Inactive);
    let pool = Pool::managed(Things::new()).max(1).strategy(notes.clone()).build().unwrap();
    drop(pool.acquire().await.unwrap());
    pool.acquire().await.unwrap().discard("broken");
    drop(pool.acquire().await.unwrap());
    assert_eq!((notes.told().len(), pool.breaker_state()), (3, BreakerState::Active));
    pool.deactivate();
    assert!(matches!(pool.acquire().await, Err(Error::Unavailable)));
    assert_eq!(*notes.asked.lock().unwrap(), 1);
    pool.check_invariants();
}
