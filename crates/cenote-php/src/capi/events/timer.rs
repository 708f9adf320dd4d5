//! The clock behind a timer event.

use crate::runtime::{self, AlarmId};
use cenote_core::Time;
use std::{cell::Cell, time::Duration};

pub(in crate::capi) struct Timer {
    period: Duration,
    pub(super) periodic: bool,
    /// It hides no deadlock, as long as nobody waits for it.
    background: bool,
    armed: Cell<Option<Armed>>,
}

#[derive(Clone, Copy)]
struct Armed {
    at: Time,
    alarm: AlarmId,
    visible: bool,
}

impl Timer {
    pub(in crate::capi) fn new(period: Duration, periodic: bool, background: bool) -> Self {
        Timer { period, periodic, background, armed: Cell::new(None) }
    }

    /// Sees to it that it runs, or does not. One that runs keeps its time.
    pub(super) fn run(&self, wanted: bool, is_awaited: bool, ring: impl FnOnce() + 'static) {
        let visible = is_awaited || !self.background;
        let armed = self.armed.get();
        if wanted && armed.is_some_and(|armed| armed.visible == visible) {
            return;
        }
        if let Some(armed) = self.armed.take() {
            runtime::disarm(armed.alarm);
        }
        if wanted {
            let at = armed.map_or_else(|| runtime::precise_now() + self.period, |armed| armed.at);
            self.arm(at, visible, ring);
        }
    }

    /// It has gone off. A periodic one keeps its beat, but makes up for no tick that it has missed.
    pub(super) fn rearm(&self, is_awaited: bool, ring: impl FnOnce() + 'static) {
        let Some(armed) = self.armed.take().filter(|_| self.periodic) else { return };
        let now = runtime::precise_now();
        let next = armed.at + self.period;
        let at = if next > now { next } else { now + self.period };
        self.arm(at, is_awaited || !self.background, ring);
    }

    fn arm(&self, at: Time, visible: bool, ring: impl FnOnce() + 'static) {
        let ring = Box::new(ring);
        let alarm =
            if visible { runtime::visible_alarm(at, ring) } else { runtime::alarm(at, ring) };
        self.armed.set(Some(Armed { at, alarm, visible }));
    }
}
