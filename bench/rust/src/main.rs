//! Resource pools compared in one process, interleaved; CPU time per operation first.

use bench_rust::{Asyncband, Bb8, Cenote, Deadpool, Lender};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

const RUNS: usize = 5;

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
struct Cost {
    cpu: f64,
    rate: f64,
    /// Most through fewest acquisitions of a task, where that was counted.
    spread: f64,
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// `tasks` tasks take and give back `rounds` times each, with a yield while they hold if there is more than one.
fn loops<L: Lender>(
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
fn fairness<L: Lender>(threads: usize) -> Cost {
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
fn drain<L: Lender>(threads: usize, waiters: u32) -> Cost {
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
fn storm<L: Lender>(threads: usize) -> Cost {
    runtime(threads).block_on(async {
        let pool = L::new(1, None);
        let held = pool.lend().await;
        let rounds = 100_000;
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

type Scenario = (&'static str, Vec<(&'static str, Box<dyn Fn(usize) -> Cost>)>);

macro_rules! each {
    ($run:ident ( $threads:ident $(, $argument:expr)* )) => {
        vec![
            (Cenote::NAME, Box::new(|$threads| $run::<Cenote>($threads $(, $argument)*)) as Box<dyn Fn(usize) -> Cost>),
            (Asyncband::NAME, Box::new(|$threads| $run::<Asyncband>($threads $(, $argument)*))),
            (Deadpool::NAME, Box::new(|$threads| $run::<Deadpool>($threads $(, $argument)*))),
            (Bb8::NAME, Box::new(|$threads| $run::<Bb8>($threads $(, $argument)*))),
        ]
    };
}

fn main() {
    const LIMIT: Option<Duration> = Some(Duration::from_secs(30));
    let scenarios: Vec<Scenario> = vec![
        ("get + return, 1 task on 8", each!(loops(threads, 8, 1, 500_000, None))),
        ("get + return, 1 task on 1", each!(loops(threads, 1, 1, 500_000, None))),
        ("get + return, all timeouts set", each!(loops(threads, 8, 1, 500_000, LIMIT))),
        ("2 tasks on 2", each!(loops(threads, 2, 2, 200_000, None))),
        ("64 tasks on 8", each!(loops(threads, 8, 64, 10_000, None))),
        ("1,000 tasks on 10", each!(loops(threads, 10, 1_000, 500, None))),
        ("drain of 10 waiters", each!(drain(threads, 10))),
        ("drain of 10,000 waiters", each!(drain(threads, 10_000))),
        ("cancelled after the first poll", each!(storm(threads))),
        ("fairness, 64 on 8 for 2 s", each!(fairness(threads))),
    ];
    let only = std::env::args().nth(1).unwrap_or_default();
    let one = std::env::args().nth(2).unwrap_or_default();
    println!("| runtime | what | pool | CPU ns / operation | k operations / s | most / fewest |");
    println!("|---|---|---|---|---|---|");
    for threads in [1, 2] {
        let name = if threads == 1 { "current_thread" } else { "multi_thread, 2" };
        for (what, pools) in scenarios.iter().filter(|(what, _)| what.contains(&only)) {
            let runs = if what.starts_with("fairness") { 1 } else { RUNS };
            let mut costs: BTreeMap<usize, Vec<Cost>> = BTreeMap::new();
            for _ in 0..runs {
                for (index, (_, run)) in
                    pools.iter().enumerate().filter(|(_, pool)| pool.0.contains(&one))
                {
                    costs.entry(index).or_default().push(run(threads));
                }
            }
            for (index, costs) in costs {
                let of = |value: fn(&Cost) -> f64| median(costs.iter().map(value).collect());
                let cell = |value: f64, digits| match value {
                    0.0 => "–".to_owned(),
                    value => format!("{value:.digits$}"),
                };
                println!(
                    "| {name} | {what} | {} | {} | {} | {} |",
                    pools[index].0,
                    cell(of(|cost| cost.cpu), 1),
                    cell(of(|cost| cost.rate), 0),
                    cell(of(|cost| cost.spread), 2),
                );
            }
        }
    }
}
