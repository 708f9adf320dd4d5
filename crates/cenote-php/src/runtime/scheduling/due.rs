//! Timers that are due.

use super::between::between_runs;
use crate::runtime::{
    coroutines::{coroutine::Woken, scheduler::with, timers::Target},
    process::clock,
};

pub(super) fn fire_due_timers() {
    if with(|scheduler| scheduler.timers.is_empty()) {
        return;
    }
    let now = clock::precise_now();
    with(|scheduler| scheduler.steps += 1);
    while let Some(target) = with(|scheduler| scheduler.timers.pop_due(now)) {
        match target {
            Target::Coroutine(id) => with(|scheduler| {
                if let Some(coroutine) = scheduler.find(id).cloned() {
                    coroutine.deadline.set(None);
                    scheduler.make_ready(&coroutine, Woken::TimedOut);
                }
            }),
            Target::Alarm { action, .. } => between_runs(action),
        }
    }
}
