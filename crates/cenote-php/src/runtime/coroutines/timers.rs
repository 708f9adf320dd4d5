//! Deadlines of parked coroutines, and alarms.
//!
//! Ordered by time, then by order of arming, so that equal deadlines fire in the order in which they were set. A
//! *visible* timer is something a coroutine waits for; alarms serve maintenance and never keep the script alive or hide
//! a deadlock (SPEC 13.10, 30.6).

use super::coroutine::CoroutineId;
use cenote_core::Time;
use std::collections::BTreeMap;

/// Names an armed timer. Times are part of the key, so disarming needs no search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct TimerId {
    at: Time,
    serial: u64,
}

pub(in crate::runtime) enum Target {
    /// Wakes a parked coroutine.
    Coroutine(CoroutineId),
    /// Runs on the scheduler.
    Alarm { action: Box<dyn FnOnce()>, visible: bool },
}

impl Target {
    fn is_visible(&self) -> bool {
        match self {
            Target::Coroutine(_) => true,
            Target::Alarm { visible, .. } => *visible,
        }
    }
}

#[derive(Default)]
pub(in crate::runtime) struct Timers {
    armed: BTreeMap<TimerId, Target>,
    visible: usize,
    serial: u64,
}

impl Timers {
    pub(in crate::runtime) fn arm(&mut self, at: Time, target: Target) -> TimerId {
        self.serial += 1;
        let id = TimerId { at, serial: self.serial };
        self.visible += usize::from(target.is_visible());
        self.armed.insert(id, target);
        id
    }

    /// Disarms a timer. No effect on one that has fired.
    pub(in crate::runtime) fn disarm(&mut self, id: TimerId) -> Option<Target> {
        let target = self.armed.remove(&id)?;
        self.visible -= usize::from(target.is_visible());
        Some(target)
    }

    /// The next timer that is due.
    pub(in crate::runtime) fn pop_due(&mut self, now: Time) -> Option<Target> {
        let (&id, _) = self.armed.first_key_value()?;
        if id.at > now { None } else { self.disarm(id) }
    }

    pub(in crate::runtime) fn next(&self) -> Option<Time> {
        self.armed.first_key_value().map(|(id, _)| id.at)
    }

    pub(in crate::runtime) fn is_empty(&self) -> bool {
        self.armed.is_empty()
    }

    /// Whether somebody waits for one of these.
    pub(in crate::runtime) fn any_visible(&self) -> bool {
        self.visible > 0
    }
}
