//! What happens by itself: health rounds, age, idle time, the lower limit (SPEC 13).
//!
//! The core knows when something may be due; one alarm of the scheduler waits for that moment. An alarm runs on the
//! scheduler, where no PHP code may run, so it only lets the core look at the clock and starts a background coroutine if
//! the core has work for one. That coroutine takes one step after another from the core; destructors and the factory
//! may suspend it and nobody else. Each check runs in a coroutine of its own beside it. Neither the alarm nor a coroutine
//! keeps the script alive (SPEC 13.10).
//!
//! The exception is a creation back-off that callers wait for: it has a visible alarm, or the scheduler would see a deadlock
//! where there is only a pause (SPEC 5.9, 30.6).

use super::{
    callbacks::{Trouble, call},
    messages,
    resource_pool::{CoOwner, Pool},
};
use crate::{
    runtime::{self, AlarmId, CoroutineId, Importance},
    zend::{Object, Outcome, exception},
};
use cenote_core::{After, Core, RoundStep, SlotId, Tick, Time};
use std::{cell::Cell, time::Duration};

/// After this many steps a round lets others run.
const STEPS_IN_A_ROW: u32 = 64;
const PAUSE: Duration = Duration::from_millis(1);

/// A check whose coroutine has not begun. If it never does, because the script ends first, the resource goes back unchecked,
/// and is destroyed with the others.
struct Unbegun {
    pool: Option<CoOwner>,
    slot: SlotId,
}

impl Unbegun {
    fn begin(mut self) -> CoOwner {
        self.pool.take().expect("taken here only")
    }
}

impl Drop for Unbegun {
    fn drop(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        if let After::Destroy(slot, _) = pool.step(|core, now| core.checked(self.slot, true, now)) {
            let done = pool.dispose(slot);
            // What it raises is pending in the engine.
            let _ = pool.settle(done);
        }
        pool.round_waiting.wake();
    }
}

/// The coroutine of a round while it waits for its checks.
#[derive(Default)]
pub(super) struct RoundWaiting(Cell<Option<CoroutineId>>);

impl RoundWaiting {
    /// Until a check is over.
    fn park(&self) -> Result<(), Trouble> {
        self.0.set(Some(runtime::current()));
        let ended = runtime::park(None);
        self.0.set(None);
        ended.map(drop).map_err(|interrupted| Trouble::take(interrupted.throw()))
    }

    fn wake(&self) {
        if let Some(round) = self.0.take() {
            runtime::wake(round);
        }
    }
}

/// The two alarms of a pool.
#[derive(Default)]
pub(super) struct Alarms {
    hidden: Alarm,
    visible: Alarm,
}

#[derive(Default)]
struct Alarm(Cell<Option<(Time, AlarmId)>>);

impl Alarm {
    /// Sees to it that it goes off at `wanted`; somewhat earlier does no harm.
    fn set(&self, wanted: Option<Time>, arm: impl FnOnce(Time) -> AlarmId) {
        match (wanted, self.0.take()) {
            (None, None) => {}
            (Some(wanted), Some((at, id))) if at <= wanted => self.0.set(Some((at, id))),
            (wanted, armed) => {
                if let Some((_, id)) = armed {
                    runtime::disarm(id);
                }
                self.0.set(wanted.map(|at| (at, arm(at))));
            }
        }
    }
}

impl Pool {
    /// Sees to it that the alarms go off when the core wants it. Cheap when nothing changed.
    pub(super) fn rearm(&self) {
        let (hidden, visible) =
            self.look(|core| (Core::next_deadline(core), Core::visible_deadline(core)));
        self.alarms.hidden.set(hidden, |at| runtime::alarm(at, self.bell(|alarms| &alarms.hidden)));
        self.alarms
            .visible
            .set(visible, |at| runtime::visible_alarm(at, self.bell(|alarms| &alarms.visible)));
    }

    /// What an alarm does. It may go off after the pool is gone.
    fn bell(&self, alarm: fn(&Alarms) -> &Alarm) -> Box<dyn FnOnce()> {
        let pool = self.weak();
        Box::new(move || {
            if let Some(pool) = pool.upgrade() {
                alarm(&pool.alarms).0.set(None);
                pool.ring();
            }
        })
    }

    /// An alarm has gone off.
    fn ring(&self) {
        if self.step_at(runtime::precise_now(), Core::tick) == Tick::StartRound {
            let pool = self.shared();
            let round = move || pool.run_round();
            let _ = runtime::spawn_native(Importance::Maintenance, Box::new(round));
        }
        self.rearm();
    }

    /// The body of the background coroutine.
    fn run_round(&self) -> Outcome {
        for step in 1_u32.. {
            // As precise as the tick that found the work: by the coarse clock, which lags, there may be none yet.
            let next = self.step_at(runtime::precise_now(), Core::next_round_step);
            let done = match next {
                RoundStep::Check(slot) => {
                    self.begin_check(slot);
                    Ok(())
                }
                RoundStep::Wait => self.round_waiting.park(),
                RoundStep::Destroy(slot, _) => self.dispose(slot),
                RoundStep::Create(slot) => self.restore(slot),
                RoundStep::Done => break,
            };
            let done =
                done.and_then(|()| if step % STEPS_IN_A_ROW == 0 { pause() } else { Ok(()) });
            if matches!(done, Err(Trouble::Interruption(_) | Trouble::Bailout)) {
                self.step(|core, now| core.abort_round(now));
                self.rearm();
            }
            self.settle(done)?;
        }
        self.rearm();
        Ok(())
    }

    /// In a coroutine of its own: one that gets no answer holds up no other (SPEC 13.3).
    fn begin_check(&self, slot: SlotId) {
        let unbegun = Unbegun { pool: Some(self.shared()), slot };
        let check = move || {
            let pool = unbegun.begin();
            let done = pool.check_health(slot);
            pool.round_waiting.wake();
            pool.settle(done)
        };
        let _ = runtime::spawn_native(Importance::Maintenance, Box::new(check));
    }

    fn check_health(&self, slot: SlotId) -> Result<(), Trouble> {
        let resource = self.state.borrow().payloads.get(slot);
        let judgement = call(|| {
            let resource = resource;
            self.callbacks.check(slot, &resource)
        });
        let healthy = match judgement {
            Ok(healthy) => healthy,
            Err(Trouble::Exception(_)) => false,
            Err(interruption) => return Err(self.interrupted(slot, interruption)),
        };
        match self.step(|core, now| core.checked(slot, healthy, now)) {
            After::Destroy(slot, _) => self.dispose(slot),
            After::Stored | After::Stale => Ok(()),
        }
    }

    /// One more for `min`.
    fn restore(&self, slot: SlotId) -> Result<(), Trouble> {
        self.keep(slot, self.create(slot, None))
    }

    /// What became of a creation without a caller. The failure of a factory is kept as last factory error and thrown at nobody
    /// (SPEC 13.6).
    pub(super) fn keep(&self, slot: SlotId, made: Result<(), Trouble>) -> Result<(), Trouble> {
        match made {
            Ok(()) => self.put_in_store(slot),
            Err(Trouble::Exception(_)) => Ok(()),
            Err(interruption) => Err(interruption),
        }
    }

    /// Where nobody can be told, an exception becomes a warning (SPEC 10.7).
    pub(super) fn settle(&self, done: Result<(), Trouble>) -> Outcome {
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Exception(error)) => warn(&error),
            Err(interruption) => Err(interruption.raise()),
        }
    }
}

/// A round whose work never ends, as when resources age faster than they are made, leaves room for everybody else. The
/// alarm is a hidden one: the pause must not keep the script alive.
fn pause() -> Result<(), Trouble> {
    let me = runtime::current();
    let end = runtime::precise_now() + PAUSE;
    let alarm = runtime::alarm(end, Box::new(move || runtime::wake(me)));
    let ended = runtime::park(None);
    runtime::disarm(alarm);
    match ended {
        Ok(_) => Ok(()),
        Err(interrupted) => Err(Trouble::take(interrupted.throw())),
    }
}

fn warn(error: &Object) -> Outcome {
    let (class, message) = (error.class().name(), exception::message(error));
    exception::warning(&messages::destructor_threw(&class, &message))
}
