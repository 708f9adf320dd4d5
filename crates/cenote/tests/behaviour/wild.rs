//! A manager whose hooks run what a test gives them, and everything that calls a hook.

use crate::kit::ms;
use cenote::{Manager, OnRelease, Pool};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, OnceLock};
use tokio::time::{sleep, timeout};

/// The hooks of a manager, `on_release` too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Hook {
    Create,
    Before,
    Check,
    OnRelease,
    Reset,
    Destroy,
}

pub(crate) const HOOKS: [Hook; 6] =
    [Hook::Create, Hook::Before, Hook::Check, Hook::OnRelease, Hook::Reset, Hook::Destroy];

type Act = Box<dyn Fn(Hook) + Send + Sync>;

/// Each hook does what the test has set, at once or after a wait.
#[derive(Clone, Default)]
pub(crate) struct Wild {
    act: Arc<OnceLock<Act>>,
    is_slow: bool,
    live: Arc<AtomicU32>,
}

pub(crate) struct Piece(Arc<AtomicU32>);

impl Drop for Piece {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

impl Wild {
    pub(crate) fn new(is_slow: bool) -> Wild {
        Wild { is_slow, ..Wild::default() }
    }

    pub(crate) fn acts(&self, act: impl Fn(Hook) + Send + Sync + 'static) {
        assert!(self.act.set(Box::new(act)).is_ok());
    }

    fn now(&self, hook: Hook) {
        if let Some(act) = self.act.get() {
            act(hook);
        }
    }

    async fn run(&self, hook: Hook) -> Result<(), &'static str> {
        if self.is_slow {
            sleep(ms(5)).await;
        }
        self.now(hook);
        Ok(())
    }

    pub(crate) fn live(&self) -> u32 {
        self.live.load(SeqCst)
    }
}

impl Manager for Wild {
    type Resource = Piece;
    type Error = &'static str;

    async fn create(&self) -> Result<Piece, &'static str> {
        self.run(Hook::Create).await?;
        self.live.fetch_add(1, SeqCst);
        Ok(Piece(Arc::clone(&self.live)))
    }

    async fn check(&self, _: &mut Piece) -> Result<(), &'static str> {
        self.run(Hook::Check).await
    }

    async fn before_acquire(&self, _: &mut Piece) -> Result<(), &'static str> {
        self.run(Hook::Before).await
    }

    fn on_release(&self, _: &mut Piece) -> OnRelease {
        self.now(Hook::OnRelease);
        OnRelease::Reset
    }

    async fn reset(&self, _: &mut Piece) -> Result<(), &'static str> {
        self.run(Hook::Reset).await
    }

    async fn destroy(&self, piece: Piece) {
        let _ = self.run(Hook::Destroy).await;
        drop(piece);
    }
}

/// Everything that calls a hook, each in a task of its own that may panic.
pub(crate) async fn use_in_every_way(pool: &Pool<Wild>) {
    let each = |way: u32| {
        let pool = pool.clone();
        async move {
            match way {
                0 => drop(pool.acquire().await),
                1 => pool.acquire().await.unwrap().release().await,
                2 => pool.acquire().await.unwrap().discard("broken"),
                3 => drop(pool.acquire().await.unwrap().detach()),
                4 => pool.prewarm().await.unwrap(),
                5 => drop(pool.try_acquire().await),
                6 => pool.resize(1),
                _ => pool.resize(3),
            }
        }
    };
    for way in 0..16 {
        let _ = tokio::spawn(each(way % 8)).await;
        sleep(ms(30)).await;
    }
    let tasks: Vec<_> = (0..32).map(|way| tokio::spawn(each(way % 8))).collect();
    for task in tasks {
        let _ = task.await;
    }
}

pub(crate) fn wild_pool(wild: &Wild) -> Pool<Wild> {
    Pool::managed(wild.clone())
        .min(2)
        .max(3)
        .check_interval(ms(20))
        .max_lifetime(ms(300))
        .idle_timeout(ms(50))
        .no_create_backoff()
        .build()
        .unwrap()
}

/// All places can be had at the same time, and when the pool has gone nothing is left.
pub(crate) async fn is_whole(pool: Pool<Wild>, wild: &Wild) {
    pool.resize(3);
    let all = async { (pool.acquire().await, pool.acquire().await, pool.acquire().await) };
    let all = timeout(ms(10_000), all).await.expect("a place is lost");
    assert!(all.0.is_ok() && all.1.is_ok() && all.2.is_ok());
    assert_eq!((pool.stats().active, wild.live()), (3, 3));
    pool.check_invariants();
    drop(all);
    pool.close_within(ms(10_000)).await.unwrap();
    assert_eq!((pool.stats().total, wild.live()), (0, 0));
}
