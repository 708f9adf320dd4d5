//! Resource pools compared in one process, interleaved; CPU time per operation first.
//!
//! Arguments: `--plot FILE` writes the bars there; else a part of a scenario's name, and a part of a pool's.

use bench_rust::plot::{Group, plot};
use bench_rust::pools::{Lender, Visitor, visit_all};
use bench_rust::scenarios::{Cost, Loops, Scenario};
use std::time::Duration;

const RUNS: usize = 5;
const PLOTTED: [&str; 4] =
    ["get + return, 1 task on 8", "64 tasks on 8", "1,000 tasks on 10", "drain of 10,000 waiters"];

/// A pool in a scenario, and what its runs have cost.
struct Entry {
    pool: &'static str,
    run: Box<dyn Fn(usize) -> Cost>,
    costs: Vec<Cost>,
}

struct Entries(Scenario, Vec<Entry>);

impl Visitor for Entries {
    fn visit<L: Lender>(&mut self) {
        let scenario = self.0;
        if scenario.takes::<L>() {
            let run = Box::new(move |threads| scenario.run::<L>(threads));
            self.1.push(Entry { pool: L::NAME, run, costs: Vec::new() });
        }
    }
}

fn scenarios() -> Vec<(&'static str, Scenario)> {
    let limit = Some(Duration::from_secs(30));
    let one = Loops { max: 8, filled: false, tasks: 1, rounds: 200_000, limit: None, timed: 0 };
    let crowd = |tasks: u32| Loops { tasks: tasks + 8, rounds: 100_000 / tasks, ..one };
    let all = |max: u32| Loops { max, filled: true, ..one };
    vec![
        ("get + return, 1 task on 8", Scenario::Loops(one)),
        ("get + return, 1 task on 1", Scenario::Loops(Loops { max: 1, ..one })),
        ("get + return, all timeouts set", Scenario::Loops(Loops { limit, ..one })),
        ("2 tasks on 2", Scenario::Loops(Loops { max: 2, tasks: 2, rounds: 100_000, ..one })),
        ("64 tasks on 8", Scenario::Loops(Loops { tasks: 64, rounds: 5_000, timed: 2_000, ..one })),
        (
            "1,000 tasks on 10",
            Scenario::Loops(Loops { max: 10, tasks: 1_000, rounds: 500, timed: 100, ..one }),
        ),
        ("drain of 10,000 waiters", Scenario::Drain(10_000)),
        ("cancelled after the first poll", Scenario::Storm(100_000)),
        ("fairness, 64 on 8 for 2 s", Scenario::Fairness),
        ("flat: 10 wait for 8", Scenario::Loops(crowd(10))),
        ("flat: 100 wait for 8", Scenario::Loops(crowd(100))),
        ("flat: 1,000 wait for 8", Scenario::Loops(crowd(1_000))),
        ("flat: 10,000 wait for 8", Scenario::Loops(crowd(10_000))),
        ("flat: 1 task, 8 idle", Scenario::Loops(all(8))),
        ("flat: 1 task, 1,000 idle", Scenario::Loops(all(1_000))),
    ]
}

/// The median of what was measured in each run.
fn median(costs: &[Cost], value: impl Fn(&Cost) -> Option<f64>) -> Option<f64> {
    let mut values: Vec<f64> = costs.iter().filter_map(value).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn cell(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

fn row(entry: &Entry, ours: Option<f64>) -> String {
    let costs = &entry.costs;
    let cpu = median(costs, |cost| cost.cpu);
    let ratio = ours.zip(cpu).map(|(ours, its)| ours / its);
    let wait = |index: usize| median(costs, |cost| Some(cost.waits?[index]));
    let waits = match wait(0) {
        None => "–".to_owned(),
        half => format!("{} / {} / {}", cell(half, 0), cell(wait(1), 0), cell(wait(2), 0)),
    };
    format!(
        "{} | {} | {} | {} | {waits} | {}",
        entry.pool,
        cell(cpu, 1),
        cell(ratio, 2),
        cell(median(costs, |cost| cost.rate), 0),
        cell(median(costs, |cost| cost.spread), 2),
    )
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut only = arguments.next().unwrap_or_default();
    let mut one = arguments.next().unwrap_or_default();
    let file = (only == "--plot").then(|| std::mem::take(&mut one));
    if file.is_some() {
        only.clear();
    }
    println!(
        "| runtime | what | pool | CPU ns / operation | cenote's ÷ its | k operations / s | wait, µs: p50 / p99 / max | most / fewest |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut columns = Vec::new();
    for (threads, name) in [(1, "current_thread"), (2, "multi_thread, 2")] {
        let mut column = Vec::new();
        for (what, scenario) in scenarios().into_iter().filter(|(what, _)| what.contains(&only)) {
            let mut entries = Entries(scenario, Vec::new());
            visit_all(&mut entries);
            let mut entries = entries.1;
            entries.retain(|entry| entry.pool.contains(&one));
            let runs = if matches!(scenario, Scenario::Fairness) { 1 } else { RUNS };
            for _ in 0..runs {
                for entry in &mut entries {
                    entry.costs.push((entry.run)(threads));
                }
            }
            let ours = entries.first().and_then(|entry| median(&entry.costs, |cost| cost.cpu));
            for entry in &entries {
                println!("| {name} | {what} | {}", row(entry, ours) + " |");
            }
            if PLOTTED.contains(&what) {
                let cpu = |entry: &Entry| median(&entry.costs, |cost| cost.cpu).unwrap_or(0.0);
                let bars = entries.iter().map(|entry| (entry.pool.to_owned(), cpu(entry)));
                column.push(Group { title: format!("{name}: {what}"), bars: bars.collect() });
            }
        }
        columns.push(column);
    }
    if let Some(file) = file {
        std::fs::write(file, plot(&columns)).unwrap();
    }
}
