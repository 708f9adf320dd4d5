//! How long the core takes: `cargo run --release -p cenote-core --example speed`.

use cenote_core::*;
use std::hint::black_box;
use std::time::{Duration, Instant};

const RUNS: usize = 300;
const ROUNDS: u64 = 50_000;

/// Nanoseconds a round, the best of many short runs: what the code costs when nobody else uses the processor.
fn best(mut run: impl FnMut(u64)) -> f64 {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            for round in 0..ROUNDS {
                run(round);
            }
            start.elapsed().as_nanos() as f64 / ROUNDS as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn take(core: &mut Core, now: Time) -> SlotId {
    let next = match core.acquire(Patience::Forever, now) {
        Next::Create(slot) => core.created(slot, now),
        next => next,
    };
    let Next::Take(slot) = next else { panic!("{next:?}") };
    slot
}

fn uncontended(settings: Settings) -> f64 {
    let mut core = Core::new(settings, Strategy::None, Time(0));
    best(|round| {
        let core = black_box(&mut core);
        let slot = take(core, Time(round));
        assert_eq!(core.release(slot, Verdict::Keep, Time(round)), After::Stored);
        assert!(core.next_wake().is_none());
    })
}

fn handed_off() -> f64 {
    let mut core = Core::new(Settings { max: 1, ..Settings::default() }, Strategy::None, Time(0));
    let mut slot = take(&mut core, Time(0));
    best(|round| {
        let core = black_box(&mut core);
        let now = Time(round);
        let Next::Park(waiter) = core.acquire(Patience::Forever, now) else { panic!("not full") };
        assert_eq!(core.release(slot, Verdict::Keep, now), After::Stored);
        assert_eq!(core.next_wake(), Some(waiter));
        let Next::Take(next) = core.resume(waiter, now) else { panic!("no grant") };
        slot = next;
    })
}

fn main() {
    let timed = Settings {
        lifetime: Duration::from_secs(1800),
        idle_timeout: Duration::from_secs(600),
        idle_order: IdleOrder::Lifo,
        ..Settings::default()
    };
    println!("acquire + release              {:6.1} ns", uncontended(Settings::default()));
    println!("same, LIFO, age and idle limit {:6.1} ns", uncontended(timed));
    println!("park + hand-off + run          {:6.1} ns", handed_off());
}
