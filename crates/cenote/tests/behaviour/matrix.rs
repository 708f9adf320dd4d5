//! Every hook, in every mode, on every way on which it is called, dropped at any moment or not, with the pool changed
//! meanwhile or not: no place, no wake-up and no resource is lost.

use crate::kit::*;
use cenote::{OnRelease, Pool};
use std::future::Future;
use tokio::time::{sleep, timeout};

/// What is going on while a hook is in its mode.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// acquire, with one idle resource there.
    Acquire,
    /// The same by try_acquire.
    Try,
    /// acquire by one who waits and is then given what comes back, or the right to create.
    Wait(OnRelease),
    /// A guard is dropped.
    Drop(OnRelease),
    /// A guard is released in place.
    Release(OnRelease),
    /// Resources are made ahead of time.
    Prewarm,
    /// The background work, with something to check, something to destroy and something to make.
    Background,
    /// The pool shrinks.
    Resize,
}

const WAYS: [Way; 12] = [
    Way::Acquire,
    Way::Try,
    Way::Wait(OnRelease::Keep),
    Way::Wait(OnRelease::Discard),
    Way::Drop(OnRelease::Keep),
    Way::Drop(OnRelease::Discard),
    Way::Drop(OnRelease::Reset),
    Way::Release(OnRelease::Discard),
    Way::Release(OnRelease::Reset),
    Way::Prewarm,
    Way::Background,
    Way::Resize,
];

/// What happens to the pool 10 ms later, in the middle of a slow hook.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    None,
    Close,
    Deactivate,
    Shrink,
}

const CHANGES: [Change; 4] = [Change::None, Change::Close, Change::Deactivate, Change::Shrink];

/// One cell of the matrix.
#[derive(Clone, Copy, Debug)]
struct Cell {
    way: Way,
    hook: Hook,
    mode: Mode,
    /// What destroys does, beside the hook in question.
    destroying: Mode,
    change: Change,
    /// Milliseconds after which the future is dropped.
    patience: u64,
}

/// The period of health rounds.
const ROUND: u64 = 3_000;

/// Runs a future for so long.
async fn for_a_while(patience: u64, future: impl Future) {
    drop(timeout(ms(patience), future).await);
}

impl Cell {
    fn pool(self, things: &Things) -> Pool<Things> {
        let pool = Pool::managed(things.clone()).max(2).no_create_backoff();
        // The background runs where the cell says so, and nowhere else.
        let pool = pool.min(if self.way == Way::Background { 1 } else { 0 });
        let pool = if self.way == Way::Prewarm { pool.min(2) } else { pool };
        pool.check_interval(ms(ROUND))
            .max_lifetime(ms(300_000))
            .maintenance_by_hand()
            .build()
            .unwrap()
    }

    /// When the hook is called. What is missing is made at once, but a health round waits for its time.
    fn start(self) -> u64 {
        if self.way == Way::Background && self.hook != Hook::Create { ROUND } else { 0 }
    }

    async fn run(self) {
        let things = Things::new();
        let pool = self.pool(&things);
        let misbehave = || {
            things.set(Hook::Destroy, self.destroying);
            things.set(self.hook, self.mode);
        };
        let change = async {
            sleep(ms(self.start() + 10)).await;
            match self.change {
                Change::None => {}
                Change::Close => pool.close(),
                Change::Deactivate => pool.deactivate(),
                Change::Shrink => pool.resize(1),
            }
        };
        let way = async {
            match self.way {
                Way::Acquire => {
                    drop(pool.acquire().await.unwrap());
                    misbehave();
                    for_a_while(self.patience, pool.acquire()).await;
                }
                Way::Try => {
                    drop(pool.acquire().await.unwrap());
                    misbehave();
                    for_a_while(self.patience, pool.try_acquire()).await;
                }
                Way::Wait(said) => {
                    let first = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
                    misbehave();
                    things.on_release_says(said);
                    let give_back = async {
                        sleep(ms(1)).await;
                        drop(first);
                    };
                    let (one, two) = (pool.acquire(), pool.acquire());
                    let wait = async { tokio::join!(one, two) };
                    tokio::join!(for_a_while(self.patience, wait), give_back);
                }
                Way::Drop(said) => {
                    let guard = pool.acquire().await.unwrap();
                    misbehave();
                    things.on_release_says(said);
                    drop(guard);
                }
                Way::Release(said) => {
                    let guard = pool.acquire().await.unwrap();
                    misbehave();
                    things.on_release_says(said);
                    for_a_while(self.patience, guard.release()).await;
                }
                Way::Prewarm => {
                    misbehave();
                    for_a_while(self.patience, pool.prewarm()).await;
                }
                Way::Background => {
                    drop((pool.acquire().await.unwrap(), pool.acquire().await.unwrap()));
                    pool.acquire().await.unwrap().discard("so that one is to be made");
                    misbehave();
                    for_a_while(self.start() + self.patience, pool.maintenance()).await;
                }
                Way::Resize => {
                    drop((pool.acquire().await.unwrap(), pool.acquire().await.unwrap()));
                    misbehave();
                    pool.resize(1);
                }
            }
        };
        tokio::join!(way, change);
        pool.check_invariants();
        self.is_whole(&pool, &things).await;
    }

    /// With hooks that work again, the pool serves exactly `max` callers at once, or it is closed and empty.
    async fn is_whole(self, pool: &Pool<Things>, things: &Things) {
        for hook in HOOKS {
            things.set(hook, Mode::Ok);
        }
        things.on_release_says(OnRelease::Keep);
        if self.way == Way::Background {
            // Who was dropped in the middle of a round is succeeded, and min is kept.
            tokio::spawn(pool.maintenance());
        }
        // What runs in the background has its deadlines.
        sleep(ms(60_000)).await;
        pool.check_invariants();
        if !pool.is_closed() {
            pool.activate();
            pool.resize(2);
            if self.way == Way::Background {
                sleep(ms(2 * ROUND)).await;
                assert!(pool.stats().idle >= 1, "{self:?}: below min");
            }
            let mut guards = Vec::new();
            for _ in 0..2 {
                let guard = pool.acquire_timeout(ms(5_000)).await;
                guards.push(guard.unwrap_or_else(|error| panic!("{self:?}: {error}")));
            }
            assert!(pool.try_acquire().await.unwrap().is_none(), "{self:?}: more than max");
            assert_eq!(things.live(), 2, "{self:?}: a resource was lost");
            drop(guards);
            pool.check_invariants();
        }
        assert!(things.most() <= 2, "{self:?}: more than max alive at once");
        let closed = pool.close_within(ms(60_000)).await;
        closed.unwrap_or_else(|left| panic!("{self:?}: {left}"));
        assert_eq!(things.live(), 0, "{self:?}: a resource outlived its pool");
        let stats = pool.stats();
        assert_eq!(stats.created, stats.destroyed, "{self:?}");
    }
}

impl Way {
    /// The hooks that may be called on this way.
    fn hooks(self) -> &'static [Hook] {
        match self {
            Way::Acquire | Way::Try | Way::Wait(_) => &[Hook::Create, Hook::Before, Hook::Destroy],
            Way::Drop(_) | Way::Release(_) => &[Hook::Reset, Hook::Destroy],
            Way::Prewarm => &[Hook::Create],
            Way::Background => &[Hook::Create, Hook::Check, Hook::Destroy],
            Way::Resize => &[Hook::Destroy],
        }
    }

    /// How many milliseconds after the hook is called the future is dropped, if there is one: at once, in the middle of a slow
    /// hook, after it, between the deadlines of cleaning and creating, or never.
    fn patiences(self) -> &'static [u64] {
        match self {
            Way::Drop(_) | Way::Resize => &[70_000],
            _ => &[0, 15, 25, 6_000, 70_000],
        }
    }
}

async fn run_all(ways: &[Way]) -> u32 {
    let mut cells = 0;
    for &way in ways {
        for &hook in way.hooks() {
            for mode in MODES {
                for destroying in [Mode::Ok, Mode::Slow, Mode::Never] {
                    if hook == Hook::Destroy && destroying != Mode::Ok {
                        continue;
                    }
                    for change in CHANGES {
                        for &patience in way.patiences() {
                            Cell { way, hook, mode, destroying, change, patience }.run().await;
                            cells += 1;
                        }
                    }
                }
            }
        }
    }
    cells
}

/// SPEC 32.2, 32.4, 5.8, 10.5, 10.6: on the ways of callers
#[tokio::test(start_paused = true)]
async fn any_hook_in_any_mode_for_a_caller_dropped_or_not() {
    assert_eq!(run_all(&WAYS[..4]).await, 4 * (3 + 3 + 1) * 4 * 4 * 5);
}

/// SPEC 32.2, 32.3, 9.2, 9.3, 12.3, 13.2, 13.7: on all other ways
#[tokio::test(start_paused = true)]
async fn any_hook_in_any_mode_behind_the_scenes_dropped_or_not() {
    let cells = run_all(&WAYS[4..]).await;
    let (drops, releases, prewarm, background, resize) = (3 * 4, 2 * 4 * 5, 3 * 5, 7 * 5, 1);
    assert_eq!(cells, (drops + releases + prewarm + background + resize) * 4 * 4);
}
