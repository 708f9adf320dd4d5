//! Pools of PostgreSQL connections at work: 64 tasks on 8 connections, each request with a connection of the pool.
//!
//! With arguments, `SERVICE kept|prepared REQUESTS`: so many requests on one thread, for a counter of instructions.

use bench_rust::databases::{Address, Service, Visitor, visit_all};
use bench_rust::proxy::Proxy;
use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;
use tokio::runtime::{Builder, Runtime};

const TASKS: u32 = 64;
const CONNECTIONS: u32 = 8;
const RUNS: usize = 5;
/// Of each task in a run.
const REQUESTS: u32 = 150;

fn runtime(threads: usize) -> Runtime {
    let mut builder = match threads {
        1 => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    if threads > 1 {
        builder.worker_threads(threads);
    }
    builder.enable_all().build().unwrap()
}

/// CPU time of this process, in microseconds.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// Requests of all tasks, one after another in each.
async fn work<S: Service>(service: &S, tasks: u32, requests: u32, kept: bool) {
    let tasks: Vec<_> = (0..tasks)
        .map(|task| {
            let service = service.clone();
            tokio::spawn(async move {
                for number in 0..requests {
                    let number = (task * requests + number) as i32;
                    assert_eq!(service.answer(number, kept).await, number + 1);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

/// CPU microseconds of a request, and thousand requests per second.
fn measure<S: Service>(server: &Address, threads: usize, kept: bool) -> (f64, f64) {
    runtime(threads).block_on(async {
        let service = S::new(server, CONNECTIONS).await;
        work(&service, TASKS, 5, kept).await;
        let (begin, start) = (cpu(), Instant::now());
        work(&service, TASKS, REQUESTS, kept).await;
        let requests = f64::from(TASKS * REQUESTS);
        ((cpu() - begin) / requests, requests / start.elapsed().as_secs_f64() / 1e3)
    })
}

/// Round trips of a request, for one user of one connection.
fn trips<S: Service>(server: &Address, kept: bool) -> f64 {
    runtime(1).block_on(async {
        let proxy = Proxy::to(server).await;
        let service = S::new(&proxy.address, 1).await;
        work(&service, 1, 10, kept).await;
        let before = proxy.trips();
        work(&service, 1, 200, kept).await;
        (proxy.trips() - before) as f64 / 200.0
    })
}

struct Entry {
    name: &'static str,
    kept: bool,
    measure: fn(&Address, usize, bool) -> (f64, f64),
    trips: f64,
    runs: Vec<(f64, f64)>,
}

struct Entries {
    server: Address,
    all: Vec<Entry>,
}

impl Visitor for Entries {
    fn visit<S: Service>(&mut self) {
        for kept in [true, false] {
            if kept && !S::KEEPS {
                continue;
            }
            let trips = trips::<S>(&self.server, kept);
            let entry =
                Entry { name: S::NAME, kept, measure: measure::<S>, trips, runs: Vec::new() };
            self.all.push(entry);
        }
    }
}

fn median(runs: &[(f64, f64)], value: impl Fn(&(f64, f64)) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn table() {
    let mut entries = Entries { server: Address::told(), all: Vec::new() };
    visit_all(&mut entries);
    println!(
        "| runtime | statement | pool | CPU µs / request | cenote's ÷ its | k requests / s | round trips / request |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (threads, runtime) in [(1, "current_thread"), (2, "multi_thread, 2")] {
        for kept in [true, false] {
            let server = entries.server.clone();
            let mut rows: Vec<_> =
                entries.all.iter_mut().filter(|entry| entry.kept == kept).collect();
            for entry in &mut rows {
                entry.runs.clear();
            }
            for _ in 0..RUNS {
                for entry in &mut rows {
                    entry.runs.push((entry.measure)(&server, threads, kept));
                }
            }
            let ours = median(&rows[0].runs, |run| run.0);
            for entry in rows {
                let (cpu, rate) =
                    (median(&entry.runs, |run| run.0), median(&entry.runs, |run| run.1));
                let (ratio, trips) = (ours / cpu, entry.trips);
                let statement = if kept { "kept" } else { "prepared each time" };
                println!(
                    "| {runtime} | {statement} | {} | {cpu:.1} | {ratio:.2} | {rate:.1} | {trips:.2} |",
                    entry.name
                );
            }
        }
    }
}

struct One {
    name: String,
    kept: bool,
    requests: u32,
    is_done: bool,
}

impl Visitor for One {
    fn visit<S: Service>(&mut self) {
        if S::NAME == self.name {
            runtime(1).block_on(async {
                let service = S::new(&Address::told(), CONNECTIONS).await;
                work(&service, TASKS, self.requests / TASKS, self.kept).await;
            });
            self.is_done = true;
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, statement, requests] = arguments.as_slice() else { return table() };
    let requests = requests.parse().expect("a number of requests");
    let mut one = One { name: name.clone(), kept: statement == "kept", requests, is_done: false };
    visit_all(&mut one);
    assert!(one.is_done, "no service {name:?}");
}
