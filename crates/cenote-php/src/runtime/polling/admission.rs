//! How many coroutines ready descriptors may wake at a time: the runtime's clock and counts, for [`Admission`].

use crate::{
    runtime::{coroutines::scheduler, process::clock},
    zend::globals::engine_local,
};
use cenote_tasks::admission::Admission;
use std::cell::Cell;

engine_local! {
    static RUNS: Cell<Admission> = Cell::new(Admission::new());
}

/// A look begins: how many it may wake.
pub(in crate::runtime) fn allowed() -> usize {
    let now = clock::precise_now().0;
    let (runs, queued) = scheduler::with(|scheduler| (scheduler.runs, scheduler.queue.len()));
    change(|admission| admission.allowed(now, runs, queued))
}

/// A look has ended, after as much sleep as it may have needed.
pub(in crate::runtime) fn look_ended() {
    let now = clock::precise_now().0;
    let runs = scheduler::with(|scheduler| scheduler.runs);
    change(|admission| admission.look_ended(now, runs));
}

fn change<T>(change: impl FnOnce(&mut Admission) -> T) -> T {
    let mut admission = RUNS.get();
    let answer = change(&mut admission);
    RUNS.set(admission);
    answer
}
