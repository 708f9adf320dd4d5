//! How long callers wait.

use crate::pools::Lender;
use std::time::Instant;

/// Median, 99th percentile and longest wait, in microseconds.
pub type Waits = [f64; 3];

/// `tasks` tasks take and give back `rounds` times each, with a yield while they hold, and look at the clock around each
/// acquire: so what this run costs says nothing.
pub async fn waits<L: Lender>(pool: &L, tasks: u32, rounds: u32) -> Waits {
    let tasks: Vec<_> = (0..tasks)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let mut waits = Vec::with_capacity(rounds as usize);
                for _ in 0..rounds {
                    let begin = Instant::now();
                    let lent = pool.lend().await;
                    waits.push(begin.elapsed().as_nanos() as u64);
                    tokio::task::yield_now().await;
                    drop(lent);
                }
                waits
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.append(&mut task.await.unwrap());
    }
    all.sort_unstable();
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize] as f64 / 1e3;
    [at(0.5), at(0.99), at(1.0)]
}
