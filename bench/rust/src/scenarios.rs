//! What each pool is put through.

use crate::pools::Lender;
use crate::waits::{Waits, waits};
use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// What was measured, as far as the scenario measures it.
#[derive(Clone, Default)]
pub struct Cost {
    /// CPU nanoseconds of the process per operation.
    pub cpu: Option<f64>,
    /// Thousand operations per second.
    pub rate: Option<f64>,
    /// Most through fewest acquisitions of a task.
    pub spread: Option<f64>,
    pub waits: Option<Waits>,
}

#[derive(Clone, Copy)]
pub enum Scenario {
    /// Tasks take and give back, each so many rounds.
    Loops(Loops),
    /// So many callers queue for one resource, and are served.
    Drain(u32),
    /// So many callers wait, one after another, and each is dropped after its first poll.
    Storm(u32),
    /// 64 tasks on 8 for a fixed time after a common start: who got how many.
    Fairness,
}

#[derive(Clone, Copy)]
pub struct Loops {
    /// Resources at most.
    pub max: u32,
    /// All of them are made before it begins. Else one is.
    pub filled: bool,
    /// If there is more than one, they yield while they hold.
    pub tasks: u32,
    pub rounds: u32,
    pub limit: Option<Duration>,
    /// Rounds of a second run, in which the waits are measured.
    pub timed: u32,
}

impl Scenario {
    /// Whether this pool takes part.
    pub fn takes<L: Lender>(&self) -> bool {
        match self {
            Scenario::Loops(loops) => {
                (L::IS_ASYNC || loops.tasks <= 64) && (L::IS_POOL || loops.tasks > 2)
            }
            Scenario::Drain(_) => L::IS_ASYNC,
            Scenario::Storm(_) | Scenario::Fairness => L::IS_ASYNC && L::IS_POOL,
        }
    }

    pub fn run<L: Lender>(&self, threads: usize) -> Cost {
        match *self {
            Scenario::Loops(loops) => runtime(threads).block_on(loops.run::<L>()),
            Scenario::Drain(waiters) => {
                let once = || runtime(threads).block_on(drain::<L>(threads, waiters));
                let spent: f64 = (0..DRAINS).map(|_| once()).sum();
                let cpu = spent / f64::from(DRAINS * waiters);
                Cost { cpu: Some(cpu), ..Cost::default() }
            }
            Scenario::Storm(rounds) => runtime(threads).block_on(storm::<L>(rounds)),
            Scenario::Fairness => runtime(threads).block_on(fairness::<L>()),
        }
    }
}

fn runtime(threads: usize) -> Runtime {
    let mut builder = match threads {
        1 => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    builder.enable_all();
    if threads > 1 {
        builder.worker_threads(threads);
    }
    builder.build().unwrap()
}

/// CPU time of the process, in nanoseconds.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

impl Loops {
    async fn run<L: Lender>(self) -> Cost {
        let Loops { max, filled, tasks, mut rounds, limit, mut timed } = self;
        if !L::IS_ASYNC && tasks > max {
            // Threads that wait are too slow for so many.
            (rounds, timed) = (rounds / 50, timed / 50);
        }
        let pool = L::new(max, limit);
        let mut first = Vec::new();
        for _ in 0..if filled { max } else { 1 } {
            first.push(pool.lend().await);
        }
        drop(first);
        let (begin, start) = (cpu(), Instant::now());
        let handles: Vec<_> = (0..tasks)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move {
                    for _ in 0..rounds {
                        let lent = pool.lend().await;
                        if tasks > 1 {
                            tokio::task::yield_now().await;
                        }
                        drop(std::hint::black_box(lent));
                    }
                })
            })
            .collect();
        for handle in handles {
            handle.await.unwrap();
        }
        let operations = f64::from(rounds) * f64::from(tasks);
        let (cpu, time) = (cpu() - begin, start.elapsed());
        let waits = if timed > 0 { Some(waits(&pool, tasks, timed).await) } else { None };
        Cost {
            cpu: Some(cpu / operations),
            rate: Some(operations / time.as_secs_f64() / 1e3),
            waits,
            ..Cost::default()
        }
    }
}

async fn fairness<L: Lender>() -> Cost {
    let pool = L::new(8, None);
    let stop = Arc::new(AtomicBool::new(false));
    let barrier = Arc::new(tokio::sync::Barrier::new(65));
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (pool, stop, barrier) = (pool.clone(), stop.clone(), barrier.clone());
            tokio::spawn(async move {
                let mut count = 0u32;
                barrier.wait().await;
                while !stop.load(Relaxed) {
                    let lent = pool.lend().await;
                    tokio::task::yield_now().await;
                    drop(lent);
                    count += 1;
                }
                count
            })
        })
        .collect();
    barrier.wait().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    stop.store(true, Relaxed);
    let mut counts = Vec::new();
    for task in tasks {
        counts.push(f64::from(task.await.unwrap()));
    }
    counts.sort_by(f64::total_cmp);
    Cost { spread: Some(counts[63] / counts[0]), ..Cost::default() }
}

/// How often a run drains, each time in a runtime and a pool of its own.
const DRAINS: u32 = 10;

/// CPU time from the moment in which the one resource comes back to all waiters, who by then have all queued, until the last
/// of them has given it back. The tasks are joined after that: with several threads, to wake the thread that joins costs more
/// than to hand over, and more often the faster the pool is.
async fn drain<L: Lender>(threads: usize, waiters: u32) -> f64 {
    let pool = L::new(1, None);
    let started = Arc::new(AtomicU32::new(0));
    let (end, ended) = tokio::sync::oneshot::channel();
    let finish = Arc::new(Finish { left: AtomicU32::new(waiters), end: Mutex::new(Some(end)) });
    let held = pool.lend().await;
    let tasks: Vec<_> = (0..waiters)
        .map(|_| {
            let (pool, started, finish) = (pool.clone(), started.clone(), finish.clone());
            tokio::spawn(async move {
                // It queues in this same poll.
                started.fetch_add(1, Relaxed);
                drop(started);
                drop(pool.lend().await);
                finish.reach();
            })
        })
        .collect();
    while started.load(Relaxed) < waiters {
        tokio::task::yield_now().await;
    }
    if threads > 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let begin = cpu();
    drop(held);
    let end: f64 = ended.await.unwrap();
    for task in tasks {
        task.await.unwrap();
    }
    end - begin
}

/// How many have yet to arrive; the last one looks at the clock.
struct Finish {
    left: AtomicU32,
    end: Mutex<Option<tokio::sync::oneshot::Sender<f64>>>,
}

impl Finish {
    fn reach(&self) {
        if self.left.fetch_sub(1, Relaxed) == 1 {
            let end = self.end.lock().unwrap().take();
            end.unwrap().send(cpu()).unwrap();
        }
    }
}

async fn storm<L: Lender>(rounds: u32) -> Cost {
    let pool = L::new(1, None);
    let held = pool.lend().await;
    let begin = cpu();
    for _ in 0..rounds {
        tokio::select! {
            biased;
            _ = pool.lend() => unreachable!(),
            () = std::future::ready(()) => {}
        }
    }
    let cpu = (cpu() - begin) / f64::from(rounds);
    drop(held);
    Cost { cpu: Some(cpu), ..Cost::default() }
}
