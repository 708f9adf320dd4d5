//! What each pool is put through.

use crate::Lender;
use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

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

/// CPU nanoseconds per operation, and thousand operations per second.
pub struct Cost {
    pub cpu: f64,
    pub rate: f64,
    /// Most through fewest acquisitions of a task, where that was counted.
    pub spread: f64,
}

/// `tasks` tasks take and give back `rounds` times each, with a yield while they hold if there is more than one.
pub fn loops<L: Lender>(
    threads: usize,
    max: u32,
    tasks: u32,
    rounds: u32,
    limit: Option<Duration>,
) -> Cost {
    runtime(threads).block_on(async {
        let pool = L::new(max, limit);
        drop(pool.lend().await);
        let (begin, start) = (cpu(), Instant::now());
        let tasks: Vec<_> = (0..tasks)
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
        let operations = f64::from(rounds) * tasks.len() as f64;
        for task in tasks {
            task.await.unwrap();
        }
        let (cpu, time) = (cpu() - begin, start.elapsed());
        Cost { cpu: cpu / operations, rate: operations / time.as_secs_f64() / 1e3, spread: 0.0 }
    })
}

/// 64 tasks on 8 for a fixed time after a common start: who got how many.
pub fn fairness<L: Lender>(threads: usize) -> Cost {
    runtime(threads).block_on(async {
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
        Cost { cpu: 0.0, rate: 0.0, spread: counts[63] / counts[0] }
    })
}

/// 10,000 callers queue for one resource and are served: nanoseconds per waiter.
pub fn drain<L: Lender>(threads: usize, waiters: u32) -> Cost {
    runtime(threads).block_on(async {
        let pool = L::new(1, None);
        let held = pool.lend().await;
        let tasks: Vec<_> = (0..waiters)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move { drop(pool.lend().await) })
            })
            .collect();
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        if threads > 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let begin = cpu();
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        Cost { cpu: (cpu() - begin) / f64::from(waiters), rate: 0.0, spread: 0.0 }
    })
}

/// Each waiter is dropped after its first poll: nanoseconds per cancelled acquire.
pub fn storm<L: Lender>(threads: usize, rounds: u32) -> Cost {
    runtime(threads).block_on(async {
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
        let cost = Cost { cpu: (cpu() - begin) / f64::from(rounds), rate: 0.0, spread: 0.0 };
        drop(held);
        cost
    })
}
