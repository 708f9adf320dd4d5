//! A manager whose hooks do what a test says, and count what lives.

use cenote::{Manager, OnRelease};
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How a hook behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Ok,
    Error,
    /// Ready after 20 ms.
    Slow,
    Never,
}

pub(crate) const MODES: [Mode; 4] = [Mode::Ok, Mode::Error, Mode::Slow, Mode::Never];

/// The hooks of a manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hook {
    Create,
    Before,
    Check,
    Reset,
    Destroy,
}

pub(crate) const HOOKS: [Hook; 5] =
    [Hook::Create, Hook::Before, Hook::Check, Hook::Reset, Hook::Destroy];

#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) made: AtomicU32,
    pub(crate) live: AtomicU32,
    pub(crate) most: AtomicU32,
}

/// A resource that knows how many of its kind there are.
#[derive(Debug)]
pub(crate) struct Thing {
    pub(crate) number: u32,
    counts: Arc<Counts>,
}

impl std::fmt::Debug for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} made, {} live", self.made.load(SeqCst), self.live.load(SeqCst))
    }
}

impl Drop for Thing {
    fn drop(&mut self) {
        self.counts.live.fetch_sub(1, SeqCst);
    }
}

#[derive(Clone)]
pub(crate) struct Things {
    pub(crate) counts: Arc<Counts>,
    modes: Arc<Mutex<[Mode; 5]>>,
    verdict: Arc<Mutex<OnRelease>>,
}

impl Things {
    pub(crate) fn new() -> Things {
        Things {
            counts: Arc::default(),
            modes: Arc::new(Mutex::new([Mode::Ok; 5])),
            verdict: Arc::new(Mutex::new(OnRelease::Keep)),
        }
    }

    pub(crate) fn set(&self, hook: Hook, mode: Mode) {
        self.modes.lock().unwrap()[hook as usize] = mode;
    }

    pub(crate) fn on_release_says(&self, verdict: OnRelease) {
        *self.verdict.lock().unwrap() = verdict;
    }

    pub(crate) fn made(&self) -> u32 {
        self.counts.made.load(SeqCst)
    }

    pub(crate) fn live(&self) -> u32 {
        self.counts.live.load(SeqCst)
    }

    pub(crate) fn most(&self) -> u32 {
        self.counts.most.load(SeqCst)
    }

    async fn act(&self, hook: Hook) -> Result<(), &'static str> {
        let mode = self.modes.lock().unwrap()[hook as usize];
        match mode {
            Mode::Ok => Ok(()),
            Mode::Error => Err("no"),
            Mode::Slow => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok(())
            }
            Mode::Never => pending().await,
        }
    }
}

impl Manager for Things {
    type Resource = Thing;
    type Error = &'static str;

    async fn create(&self) -> Result<Thing, &'static str> {
        let number = self.counts.made.fetch_add(1, SeqCst) + 1;
        let live = self.counts.live.fetch_add(1, SeqCst) + 1;
        self.counts.most.fetch_max(live, SeqCst);
        let thing = Thing { number, counts: Arc::clone(&self.counts) };
        self.act(Hook::Create).await.map(|()| thing)
    }

    async fn check(&self, _: &mut Thing) -> Result<(), &'static str> {
        self.act(Hook::Check).await
    }

    async fn before_acquire(&self, _: &mut Thing) -> Result<(), &'static str> {
        self.act(Hook::Before).await
    }

    fn on_release(&self, _: &mut Thing) -> OnRelease {
        *self.verdict.lock().unwrap()
    }

    async fn reset(&self, _: &mut Thing) -> Result<(), &'static str> {
        self.act(Hook::Reset).await
    }

    async fn destroy(&self, thing: Thing) {
        let _ = self.act(Hook::Destroy).await;
        drop(thing);
    }
}

pub(crate) fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// Lets every other task run until all of them wait.
pub(crate) async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}
