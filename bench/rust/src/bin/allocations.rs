//! What is allocated: per get + return, and per queued waiter with its task.

use bench_rust::pools::{Lender, Visitor, visit_all};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn measure<L: Lender>() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let pool = L::new(1, None);
        drop(pool.lend().await);
        let region = Region::new(COUNTED);
        for _ in 0..1_000 {
            drop(pool.lend().await);
        }
        let quiet = region.change().allocations as f64 / 1_000.0;

        // Two tasks hand one resource to and fro: each acquire queues.
        let other = pool.clone();
        let task = tokio::spawn(async move {
            loop {
                let lent = other.lend().await;
                tokio::task::yield_now().await;
                drop(lent);
            }
        });
        let mut queued = 0.0;
        for warm in [true, false] {
            let region = Region::new(COUNTED);
            for _ in 0..1_000 {
                let lent = pool.lend().await;
                tokio::task::yield_now().await;
                drop(lent);
            }
            if !warm {
                queued = region.change().allocations as f64 / 1_000.0;
            }
        }
        task.abort();
        tokio::task::yield_now().await;

        static STARTED: AtomicU32 = AtomicU32::new(0);
        STARTED.store(0, Relaxed);
        let held = pool.lend().await;
        let mut tasks = Vec::with_capacity(10_000);
        let region = Region::new(COUNTED);
        for _ in 0..10_000 {
            let pool = pool.clone();
            tasks.push(tokio::spawn(async move {
                // It queues in this same poll.
                STARTED.fetch_add(1, Relaxed);
                drop(pool.lend().await);
            }));
        }
        while STARTED.load(Relaxed) < 10_000 {
            tokio::task::yield_now().await;
        }
        let change = region.change();
        let bytes = change.bytes_allocated as isize - change.bytes_deallocated as isize;
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        println!("| {} | {quiet:.3} | {queued:.3} | {} |", L::NAME, bytes / 10_000);
    });
}

fn main() {
    println!(
        "| pool | allocations per get + return | per hand-over to a waiter | bytes per queued waiter, with its task |"
    );
    println!("|---|---|---|---|");
    visit_all(&mut Measure);
}

struct Measure;

impl Visitor for Measure {
    fn visit<L: Lender>(&mut self) {
        if L::IS_ASYNC && L::IS_POOL {
            measure::<L>();
        }
    }
}
