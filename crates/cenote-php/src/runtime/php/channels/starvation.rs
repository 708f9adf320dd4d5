//! The timeouts of those who wait in a channel for somebody who is not there (SPEC 41.12, 41.13).

use super::{channel::Core, close_reason::Reason};
use crate::runtime::{
    coroutines::{alarms, coroutine::Importance, scheduler, spawning::spawn_native},
    process::clock::precise_now,
};
use crate::zend::globals::engine_local;
use cenote_tasks::channel::Starving;
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
    time::Duration,
};

/// The timeouts of one channel, in ms; 0: none.
pub(super) struct Timeouts {
    are_any: bool,
    no_producer: i64,
    no_consumer: i64,
    /// They keep the script alive.
    are_hard: bool,
    armed: RefCell<Option<Armed>>,
}

struct Armed {
    starving: Starving,
    reliefs: u64,
    alarm: alarms::AlarmId,
}

engine_local! {
    /// Channels with a soft timeout that runs.
    static SOFT: RefCell<Vec<Weak<Core>>> = RefCell::new(Vec::new());
}

impl Drop for Timeouts {
    fn drop(&mut self) {
        self.disarm();
    }
}

impl Timeouts {
    pub(super) fn new(no_producer: i64, no_consumer: i64, are_hard: bool) -> Self {
        let are_any = no_producer > 0 || no_consumer > 0;
        Timeouts { are_any, no_producer, no_consumer, are_hard, armed: RefCell::default() }
    }

    #[inline]
    pub(super) fn are_any(&self) -> bool {
        self.are_any
    }

    fn disarm(&self) -> bool {
        let armed = self.armed.take();
        armed.inspect(|armed| scheduler::disarm(armed.alarm)).is_some()
    }

    /// Starts, stops and restarts the one of those who wait in `channel`, which these are of.
    #[inline]
    pub(super) fn follow(&self, channel: &Rc<Core>) {
        if self.are_any() {
            self.look_again(channel);
        }
    }

    fn look_again(&self, channel: &Rc<Core>) {
        let (starving, reliefs) = {
            let lines = channel.lines.borrow();
            let starving = if lines.is_closed() { Starving::Nobody } else { lines.starving() };
            (starving, lines.reliefs())
        };
        let timeout = match starving {
            Starving::Nobody => 0,
            Starving::Receivers => self.no_producer,
            Starving::Senders => self.no_consumer,
        };
        let known = self.armed.borrow().as_ref().map(|armed| (armed.starving, armed.reliefs));
        if known == (timeout > 0).then_some((starving, reliefs)) {
            return;
        }
        self.disarm();
        if timeout > 0 {
            let span = Duration::from_millis(timeout.unsigned_abs());
            let alarm = self.arm(channel, starving, span);
            self.armed.replace(Some(Armed { starving, reliefs, alarm }));
        }
    }

    fn arm(&self, channel: &Rc<Core>, starving: Starving, span: Duration) -> alarms::AlarmId {
        let reason = match starving {
            Starving::Senders => Reason::NoConsumers,
            Starving::Receivers | Starving::Nobody => Reason::NoProducers,
        };
        let (at, this) = (precise_now() + span, Rc::downgrade(channel));
        let fire = Box::new(move || {
            if let Some(channel) = this.upgrade() {
                channel.timeouts.armed.replace(None);
                close_soon(&channel, reason);
            }
        });
        if self.are_hard {
            return alarms::visible_alarm(at, fire);
        }
        let mut soft = SOFT.borrow_mut();
        soft.retain(|known| known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), &**channel));
        soft.push(Rc::downgrade(channel));
        drop(soft);
        alarms::alarm(at, fire)
    }
}

/// Closes it in a coroutine of its own: a timer must not call the engine.
fn close_soon(channel: &Rc<Core>, reason: Reason) {
    let channel = channel.clone();
    spawn_native(Importance::Service, Box::new(move || channel.close(reason)));
}

/// Nothing can run any more: channels whose soft timeouts run close at once. True: there was one (SPEC 41.13).
pub(super) fn close_in_deadlock() -> bool {
    let soft = SOFT.take();
    let mut closes = false;
    for channel in soft.iter().filter_map(Weak::upgrade) {
        if channel.timeouts.disarm() {
            close_soon(&channel, Reason::Deadlock);
            closes = true;
        }
    }
    closes
}
