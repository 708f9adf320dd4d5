//! One call of acquire: how long it may wait, what ends the wait, and where it was made.

use std::panic::Location;
use std::time::Duration;

use cenote_core::{AcquireLimit, Patience, SlotId, Time};

use crate::{
    building::manager::Manager,
    error::Error,
    inner::Inner,
    state::Taker,
    timers::timer::Task,
    watching::{
        events,
        spans::{self, Waiting},
    },
};

/// One call of acquire. It lies in the caller's future, and the task of each waiter has one: so it is packed. What only a call
/// needs that waits with a limit is in a box. What follows from the limit, the core decides ([`AcquireLimit`]).
pub(crate) struct Call {
    limit: AcquireLimit,
    at: &'static Location<'static>,
    pub(super) alarm: Option<Box<Alarm>>,
}

/// What ends a wait too early; and what else has to go on meanwhile.
#[derive(Default)]
pub(super) struct Alarm {
    /// When the limit has passed. Fixed once, when the call first has to wait for anything (SPEC 7.5): until then no time has
    /// passed, and no precise clock has been read.
    until: Option<Time>,
    timer: Option<Task>,
    /// The background work, which no runtime has taken.
    pub(super) driver: Option<Task>,
    /// When the call began, where times are recorded.
    begun: Option<Time>,
    /// The span of the wait.
    waiting: Option<Waiting>,
}

impl Call {
    #[inline]
    pub(crate) fn new(limit: AcquireLimit, at: &'static Location<'static>) -> Call {
        Call { limit, at, alarm: None }
    }

    pub(crate) fn attempt(at: &'static Location<'static>) -> Call {
        Call::new(AcquireLimit::ATTEMPT, at)
    }

    pub(crate) fn of_idle(at: &'static Location<'static>) -> Call {
        Call::new(AcquireLimit::IDLE_ONLY, at)
    }

    pub(super) fn is_limited(&self) -> bool {
        self.limit.is_limited()
    }

    /// Whether it waits if there is nothing, at least for a moment: no deadline has passed, for none is fixed.
    #[inline(always)]
    pub(super) fn may_wait(&self) -> bool {
        self.alarm.is_none() && self.limit.waits()
    }

    /// Whether a resource may be made for this call.
    pub(crate) fn creates(&self) -> bool {
        self.limit.creates()
    }

    /// Fixes the deadline. To be called before the caller waits for anything.
    pub(crate) fn fix<M: Manager>(&mut self, inner: &Inner<M>) {
        if self.is_limited() {
            let until = &mut self.alarm.get_or_insert_default().until;
            if until.is_none() {
                *until = self.limit.until(inner.now());
            }
        }
    }

    pub(super) fn until(&self) -> Option<Time> {
        self.alarm.as_ref()?.until
    }

    /// What is left of the limit. Fixes the deadline.
    pub(super) fn rest<M: Manager>(&mut self, inner: &Inner<M>) -> Duration {
        match self.until() {
            Some(until) => Duration::from_nanos(until.since(inner.now())),
            None => {
                self.fix(inner);
                self.span()
            }
        }
    }

    /// What is left for a creation or a hook; none without a limit that bounds them.
    pub(crate) fn whole_rest<M: Manager>(&mut self, inner: &Inner<M>) -> Option<Duration> {
        self.limit.bounds_work().then(|| self.rest(inner))
    }

    /// The error of a call whose limit has passed while something was done for it.
    #[cold]
    pub(crate) fn late<M: Manager>(&self, inner: &Inner<M>) -> Error<M::Error> {
        let now = inner.now();
        let error = Error::Timeout(inner.lock().report(self.span(), now));
        events::refused(inner, &error);
        error
    }

    /// The caller waits, perhaps not for the first time.
    #[inline(always)]
    pub(super) fn note_waiting<M: Manager>(&mut self, inner: &Inner<M>) {
        if self.alarm.as_ref().is_none_or(|alarm| alarm.waiting.is_none()) {
            if let Some(waiting) = spans::waiting(inner) {
                self.alarm.get_or_insert_default().waiting = Some(waiting);
            }
        }
    }

    /// Where times are recorded: from now on it takes its time.
    #[cold]
    pub(crate) fn begin<M: Manager>(&mut self, inner: &Inner<M>) {
        self.alarm.get_or_insert_default().begun = Some(inner.now());
    }

    /// The caller has what is in this slot.
    #[cold]
    pub(crate) fn note_served<M: Manager>(&self, inner: &Inner<M>, slot: SlotId) {
        let now = inner.now();
        let begun = self.alarm.as_ref().and_then(|alarm| alarm.begun);
        if let (Some(recorder), Some(begun)) = (&inner.recorder, begun) {
            recorder.served_in(Duration::from_nanos(now.since(begun)));
        }
        // The cheap clock, by which it was noted, is too coarse for times that are recorded.
        inner.lock().note_taker(slot, Some(self.taker(now)));
    }

    pub(super) fn timer(&mut self) -> Option<&mut Task> {
        self.alarm.as_mut()?.timer.as_mut()
    }

    pub(super) fn set_timer(&mut self, timer: Task) {
        self.alarm.get_or_insert_default().timer = Some(timer);
    }

    /// The wait is over.
    pub(super) fn stop_timer(&mut self) {
        if let Some(alarm) = &mut self.alarm {
            alarm.timer = None;
            alarm.driver = None;
            alarm.waiting = None;
        }
    }

    /// The wait has ended with a resource, which the hook is asked about next.
    #[inline]
    pub(super) fn end_waiting(&mut self) {
        if let Some(alarm) = &mut self.alarm {
            alarm.waiting = None;
        }
    }

    pub(super) fn is_driving(&self) -> bool {
        self.alarm.as_ref().is_some_and(|alarm| alarm.driver.is_some())
    }

    /// What to tell the core.
    #[inline]
    pub(crate) fn patience(&self) -> Patience {
        self.limit.patience(self.until())
    }

    pub(crate) fn is_attempt(&self) -> bool {
        self.limit.is_attempt()
    }

    pub(super) fn span(&self) -> Duration {
        self.limit.span()
    }

    pub(crate) fn taker(&self, since: Time) -> Taker {
        Taker { at: self.at, since, is_told: false }
    }
}
