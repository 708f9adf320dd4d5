//! How many coroutines ready descriptors may wake at a time.
//!
//! Whoever a timer wakes goes to the tail of the run queue. If each of twenty coroutines before it has five milliseconds
//! of work, a result to copy or a parameter to encrypt, it is a tenth of a second late, though nobody did anything
//! long. So the queue is kept as short as the work in it is long: a look wakes as many as are done within about
//! [`QUEUE_SPAN`], judged by how long those before them ran. Descriptors stay ready until they are read, so the next
//! look, which is also the next time that timers are looked at, finds the rest, oldest first. With the short runs of
//! requests and answers everybody is woken at once. One long run among many short ones is remembered for some fifty
//! looks, which cost about a microsecond each.

use crate::{
    runtime::{coroutines::scheduler, process::clock},
    zend::globals::EngineLocal,
};
use std::cell::Cell;

/// In nanoseconds.
const QUEUE_SPAN: u64 = 4_000_000;

static RUNS: EngineLocal<Runs> = EngineLocal::new(Runs {
    resumed_at: Cell::new(0),
    counted_at: Cell::new(0),
    cost: Cell::new(QUEUE_SPAN),
});

struct Runs {
    /// When the last look ended.
    resumed_at: Cell<u64>,
    /// The number of runs at that time.
    counted_at: Cell<u32>,
    /// How long a run takes, as far as it matters: rises at once, falls slowly.
    cost: Cell<u64>,
}

/// A look begins: how many it may wake.
pub(in crate::runtime) fn allowed() -> usize {
    let now = clock::precise_now().0;
    let (runs, queued) = scheduler::with(|scheduler| (scheduler.runs, scheduler.queue.len()));
    let since = runs.wrapping_sub(RUNS.counted_at.get());
    if since > 0 {
        let mean = now.saturating_sub(RUNS.resumed_at.get()) / u64::from(since);
        let before = RUNS.cost.get();
        RUNS.cost.set(mean.min(QUEUE_SPAN).max(before - before / 64));
    }
    fitting(RUNS.cost.get()).saturating_sub(queued).max(1)
}

/// A look has ended, after as much sleep as it may have needed.
pub(in crate::runtime) fn look_ended() {
    RUNS.resumed_at.set(clock::precise_now().0);
    RUNS.counted_at.set(scheduler::with(|scheduler| scheduler.runs));
}

fn fitting(cost: u64) -> usize {
    QUEUE_SPAN.checked_div(cost).map_or(usize::MAX, |runs| runs as usize)
}
