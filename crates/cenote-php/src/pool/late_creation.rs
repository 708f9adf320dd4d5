//! A creation that begins late in its caller's time goes on without it.
//!
//! The acquire deadline bounds a connect (SPEC 23.7). But who has waited longest gets the next place, and has next to no
//! time left: a connect cut off so soon fails on a busy server, again and again, and the pool would stay empty. So a late
//! creation is carried out by a coroutine of the pool's own, with a time of its own, while the caller waits beside it. If it
//! is done before the deadline, the caller takes its outcome over, resource or exception. Otherwise the caller leaves, and
//! what is made is for the next waiter or the store. A failure then reaches nobody, but counts (SPEC 5.9).

use super::{
    acquire::{Caller, Failed},
    callbacks::Trouble,
    resource_pool::Pool,
};
use crate::{
    runtime::{self, CoroutineId, Importance, Interrupted, WaitMode, Woken},
    zend::{Outcome, Thrown, exception},
};
use cenote_core::{SlotId, Time};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

/// What a creation of the pool's own has, or the caller's whole limit if that is less.
const OWN_TIME: Duration = Duration::from_secs(2);

/// A creation under way.
struct Late {
    caller: CoroutineId,
    is_forsaken: Cell<bool>,
    outcome: RefCell<Option<Result<(), Trouble>>>,
}

fn own_time(caller: Caller) -> Duration {
    caller.limit.unwrap_or_default().min(OWN_TIME)
}

impl Pool {
    /// Whether a creation that obeys this deadline had better be the pool's own. Where nobody else can run, it would not help.
    pub(super) fn is_late(&self, deadline: Time, caller: Caller) -> bool {
        deadline < runtime::precise_now() + own_time(caller) / 2
            && runtime::waiting_here() == WaitMode::Park
    }

    /// Makes a resource for a slot, or leaves it to the pool to do so.
    pub(super) fn create_late(
        &self,
        slot: SlotId,
        deadline: Time,
        caller: Caller,
    ) -> Result<(), Failed> {
        let late = Rc::new(Late {
            caller: runtime::current(),
            is_forsaken: Cell::new(false),
            outcome: RefCell::new(None),
        });
        let (pool, shared) = (self.shared(), Rc::clone(&late));
        let end = runtime::precise_now() + own_time(caller);
        let body = move || pool.create_for(&shared, slot, end);
        runtime::spawn_native(Importance::Maintenance, Box::new(body));
        loop {
            let woken = runtime::park(Some(deadline));
            let outcome = late.outcome.take();
            match (woken, outcome) {
                (Ok(_), Some(outcome)) => return outcome.map_err(|trouble| here(trouble).into()),
                (Ok(Woken::Called), None) => {}
                (Ok(Woken::TimedOut), None) => {
                    late.is_forsaken.set(true);
                    self.step(|core, _| core.forsake(slot, true));
                    return Err(Failed::Denied(Box::new(self.timed_out(caller))));
                }
                (Err(interrupted), outcome) => {
                    late.is_forsaken.set(true);
                    return Err(self.interrupted_beside(slot, interrupted, outcome).into());
                }
            }
        }
    }

    fn interrupted_beside(
        &self,
        slot: SlotId,
        interrupted: Interrupted,
        outcome: Option<Result<(), Trouble>>,
    ) -> Thrown {
        // After a failure the place is somebody else's already, and this does nothing.
        self.step(|core, _| core.forsake(slot, false));
        let kept = match outcome {
            Some(Ok(())) => self.put_in_store(slot),
            _ => Ok(()),
        };
        match kept {
            Ok(()) => interrupted.throw(),
            Err(trouble) => trouble.after(Some(Trouble::take(interrupted.throw()))).raise(),
        }
    }

    /// The body of the pool's own coroutine.
    fn create_for(&self, late: &Late, slot: SlotId, end: Time) -> Outcome {
        let made = self.create(slot, Some(end));
        if late.is_forsaken.get() {
            let kept = self.keep(slot, made);
            self.rearm();
            return self.settle(kept);
        }
        late.outcome.replace(Some(made));
        runtime::wake(late.caller);
        Ok(())
    }
}

/// Raises in the caller what has come about elsewhere.
fn here(trouble: Trouble) -> Thrown {
    if let Trouble::Exception(error) = &trouble {
        if let Err(thrown) = exception::relocate(error) {
            return thrown;
        }
    }
    trouble.raise()
}
