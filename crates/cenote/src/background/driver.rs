//! The background work of a pool: one future that sleeps until something is due (SPEC 13, 32.7).
//!
//! A pool has one of them. Under the lock it leaves its waker in [`DriverState`] with the moment until which it
//! sleeps; an event that makes something due earlier takes the waker out and wakes it. It holds a share of the pool's
//! insides but is no handle: it keeps no pool open, and ends when the pool is closed.
//!
//! Its round of checks, destructions and creations is a future of its own, polled here beside the timer, so that a check
//! that hangs does not hold up the end of a creation back-off.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use cenote_core::{Tick, Time};

use super::round::{STRIDE, round};
use crate::{
    building::manager::Manager,
    inner::Shared,
    state::{DriverState, Wakes},
    timers::timer::Task,
};

pub(crate) struct Driver<M: Manager> {
    inner: Shared<M>,
    sleep: Option<(Time, Task)>,
    round: Option<Task>,
    /// It has waited, or given others a turn: the timers work, and a successor would come as far.
    has_paused: bool,
    /// It has been polled. Each poll pauses, finds the pool closed, or panics.
    has_begun: bool,
}

impl<M: Manager> Driver<M> {
    /// The driver of this pool, unless there is one or the pool is closed.
    pub(crate) fn claim(inner: &Shared<M>) -> Option<Driver<M>> {
        let mut state = inner.lock();
        if state.core.is_closed() || !matches!(state.driver, DriverState::Empty) {
            return None;
        }
        state.driver = DriverState::Awake;
        drop(state);
        Some(Driver {
            inner: inner.clone(),
            sleep: None,
            round: None,
            has_paused: false,
            has_begun: false,
        })
    }

    /// Carries out what is due. False: the pool is closed.
    fn work(&mut self, now: Time) -> bool {
        let mut state = self.inner.lock();
        if state.core.is_closed() {
            return false;
        }
        // The waker of the last sleep may be somebody's last: it goes after the lock.
        let was = std::mem::replace(&mut state.driver, DriverState::Awake);
        let tick = state.core.tick(now);
        let wakes = state.all_wakes();
        drop(state);
        drop(was);
        self.inner.run(wakes);
        if tick == Tick::StartRound {
            self.round = Some(Box::pin(round(self.inner.clone())));
        }
        true
    }

    /// Leaves the waker under the lock. None: something is due already.
    fn lie_down(&mut self, now: Time, waker: &Waker) -> Option<Time> {
        let mut state = self.inner.lock();
        let until = match state.core.next_deadline() {
            _ if state.core.is_closed() => return None,
            Some(due) if due <= now => return None,
            due => due.unwrap_or(Time::NEVER),
        };
        state.driver = DriverState::Asleep(until, waker.clone());
        Some(until)
    }

    fn pause(&mut self) -> Poll<()> {
        if !std::mem::replace(&mut self.has_paused, true) {
            self.inner.listen_for_driver(false);
        }
        Poll::Pending
    }

    fn poll_sleep(&mut self, until: Time, now: Time, context: &mut Context<'_>) -> Poll<()> {
        if until == Time::NEVER {
            self.sleep = None;
            return Poll::Pending;
        }
        let sleep = match &mut self.sleep {
            Some((set_to, sleep)) if *set_to == until => sleep,
            other => {
                let span = Duration::from_nanos(until.since(now));
                &mut other.insert((until, self.inner.timer.sleep(span))).1
            }
        };
        let poll = sleep.as_mut().poll(context);
        if poll.is_ready() {
            self.sleep = None;
        }
        poll
    }
}

impl<M: Manager> Future for Driver<M> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        this.has_begun = true;
        for _ in 0..STRIDE {
            if !this.work(this.inner.now()) {
                this.round = None;
                return Poll::Ready(());
            }
            if let Some(round) = &mut this.round {
                if round.as_mut().poll(context).is_ready() {
                    this.round = None;
                    continue;
                }
            }
            let now = this.inner.now();
            let Some(until) = this.lie_down(now, context.waker()) else { continue };
            if this.poll_sleep(until, now, context).is_pending() {
                return this.pause();
            }
        }
        // There is always something due: the others on this thread have a turn.
        context.waker().wake_by_ref();
        this.pause()
    }
}

impl<M: Manager> Drop for Driver<M> {
    fn drop(&mut self) {
        self.round = None;
        let mut state = self.inner.lock();
        let was = std::mem::replace(&mut state.driver, DriverState::Empty);
        let is_closed = state.core.is_closed();
        // Without timers it has panicked at its first sleep, and so would each that follows it.
        let is_useless = self.has_begun && !self.has_paused;
        // Who waits for a back-off polls again, and finds no driver.
        let is_waited_for = state.core.visible_deadline().is_some() && !is_closed && !is_useless;
        let wakes = if is_waited_for { state.waiting() } else { Wakes::default() };
        // Under the lock: a successor, who says that it is there, is seated after that. A timer that has just given a driver
        // back would do the same with the next one, so nobody tries at each return.
        if matches!(was, DriverState::Refused) {
            self.inner.listen_for_driver(false);
        } else if !is_closed && !is_useless && !self.inner.by_hand {
            self.inner.listen_for_driver(true);
        }
        drop(state);
        drop(was);
        wakes.wake();
    }
}
