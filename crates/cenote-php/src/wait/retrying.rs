//! Waits of which the kernel tells nobody when they are over: the call is tried without waiting, at growing intervals.

use crate::runtime::{self, Rested, Signal, WaitMode, precise_now};
use crate::wait::patching::gate;
use cenote_core::Time;

const FIRST_INTERVAL: u64 = 200_000;
const LONGEST_INTERVAL: u64 = 10_000_000;

/// Why it is not tried again.
pub(super) enum Ended {
    /// Others cannot run any more: the rest of the wait has to be done without them.
    Alone,
    Cancelled,
    /// Only in the main flow.
    Signal(Signal),
}

/// Lets others run between two tries until `attempt` gives something.
pub(super) fn until_some<T>(mut attempt: impl FnMut() -> Option<T>) -> Result<T, Ended> {
    let mut interval = FIRST_INTERVAL;
    loop {
        if let Some(result) = attempt() {
            return Ok(result);
        }
        rest(interval)?;
        interval = (interval * 2).min(LONGEST_INTERVAL);
    }
}

/// Lets others run once, and learns whether the wait is to end.
pub(super) fn moment() -> Result<(), Ended> {
    rest(0)
}

fn rest(span: u64) -> Result<(), Ended> {
    match gate::place() {
        WaitMode::Block => return Err(Ended::Alone),
        WaitMode::Leave => return Err(Ended::Cancelled),
        WaitMode::Park => {}
    }
    runtime::forget_signals();
    let until = Time(precise_now().0.saturating_add(span));
    match runtime::evictable(|| runtime::park_in_library(Some(until))) {
        Ok(Rested::Woken(_)) => Ok(()),
        Ok(Rested::Signal(signal)) => Err(Ended::Signal(signal)),
        Err(interrupted) => {
            runtime::leave_library(interrupted);
            Err(Ended::Cancelled)
        }
    }
}
