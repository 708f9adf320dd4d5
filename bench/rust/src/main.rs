//! Resource pools compared in one process, interleaved; CPU time per operation first.

use bench_rust::scenarios::{Cost, drain, fairness, loops, storm};
use bench_rust::{Asyncband, Bb8, Cenote, Deadpool, Lender};
use std::collections::BTreeMap;
use std::time::Duration;

const RUNS: usize = 5;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
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
        ("cancelled after the first poll", each!(storm(threads, 100_000))),
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
