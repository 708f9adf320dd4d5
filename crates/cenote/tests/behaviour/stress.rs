//! Many tasks that do anything at any time, from a seed: afterwards the books balance.

use crate::kit::*;
use cenote::{OnRelease, Pool};
use std::time::Duration;
use tokio::time::timeout;

/// A small generator: the same seed gives the same program.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

fn shake(things: &Things, dice: &mut Dice) {
    for hook in HOOKS {
        let mode = match dice.roll(12) {
            0 => Mode::Error,
            1 | 2 => Mode::Slow,
            3 => Mode::Never,
            _ => Mode::Ok,
        };
        things.set(hook, mode);
    }
    things.on_release_says(match dice.roll(6) {
        0 => OnRelease::Discard,
        1 => OnRelease::Reset,
        _ => OnRelease::Keep,
    });
}

async fn user(pool: Pool<Things>, things: Things, mut dice: Dice) {
    for _ in 0..40 {
        if dice.roll(4) == 0 {
            shake(&things, &mut dice);
        }
        if dice.roll(2) == 0 {
            pool.assume_contention();
        }
        let patience = Duration::from_micros(dice.roll(30_000));
        let Ok(Ok(guard)) = timeout(patience, pool.acquire_timeout(ms(15))).await else { continue };
        if dice.roll(2) == 0 {
            tokio::time::sleep(Duration::from_micros(dice.roll(3_000))).await;
        }
        match dice.roll(8) {
            0 => guard.discard("broken"),
            1 => drop(guard.detach()),
            2 => drop(timeout(ms(3), guard.release()).await),
            _ => drop(guard),
        }
        match dice.roll(60) {
            0 => pool.resize(1 + dice.roll(6) as u32),
            3 => drop(pool.retain(|thing| thing.number % 3 != 0)),
            4 => pool.recycle_all(),
            1 => pool.deactivate(),
            2 => pool.recover(),
            _ => pool.activate(),
        }
    }
}

async fn run(seed: u64) {
    let things = Things::new();
    let pool = Pool::managed(things.clone())
        .max(4)
        .min(1)
        .check_interval(ms(7))
        .idle_timeout(ms(9))
        .max_lifetime(ms(40))
        .create_timeout(ms(30))
        .check_timeout(ms(30))
        .cleanup_timeout(ms(30))
        .seed(seed)
        .build()
        .unwrap();
    let tasks: Vec<_> = (1..=16)
        .map(|task| {
            let dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (task << 32) ^ 0x5DEE_CE66);
            tokio::spawn(user(pool.clone(), things.clone(), dice))
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    pool.check_invariants();
    for hook in HOOKS {
        things.set(hook, Mode::Ok);
    }
    things.on_release_says(OnRelease::Keep);
    pool.activate();
    pool.resize(4);
    let guards = timeout(Duration::from_secs(10), async {
        let mut guards = Vec::new();
        for _ in 0..4 {
            guards.push(pool.acquire_timeout(None).await.unwrap());
        }
        guards
    })
    .await
    .unwrap_or_else(|_| panic!("seed {seed}: a place was lost: {:?}", pool.stats()));
    pool.check_invariants();
    drop(guards);
    let closed = pool.close_within(Duration::from_secs(10)).await;
    assert!(closed.is_ok(), "seed {seed}: {closed:?}");
    assert_eq!(things.live(), 0, "seed {seed}");
    let stats = pool.stats();
    assert_eq!(stats.created, stats.destroyed + stats.detached, "seed {seed}");
}

/// SPEC 34.1, 34.2, 34.3, 34.32: in paused time, one thread
#[tokio::test(start_paused = true)]
async fn anything_at_any_time() {
    for seed in 1..=60 {
        run(seed).await;
    }
}

/// SPEC 34.1, 34.2, 34.3, 34.32: in real time, two threads
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anything_at_any_time_on_two_threads() {
    for seed in 1..=3 {
        run(seed).await;
    }
}
