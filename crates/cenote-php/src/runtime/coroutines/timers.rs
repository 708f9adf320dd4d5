//! What the timers of the runtime do when they fire.

use super::coroutine::CoroutineId;
use cenote_core::Time;

pub(in crate::runtime) type Timers = cenote_tasks::timers::Timers<Time, Target>;

/// Names an armed timer.
pub(crate) type TimerId = cenote_tasks::timers::TimerId<Time>;

pub(in crate::runtime) enum Target {
    /// Wakes a parked coroutine.
    Coroutine(CoroutineId),
    /// Runs on the scheduler.
    Alarm { action: Box<dyn FnOnce()>, visible: bool },
}

impl cenote_tasks::timers::Target for Target {
    fn is_visible(&self) -> bool {
        match self {
            Target::Coroutine(_) => true,
            Target::Alarm { visible, .. } => *visible,
        }
    }
}
