//! A creation that begins late in its caller's time goes on without it, as the core decides ([`Conversation::creation`]).
//!
//! It is carried out by a coroutine of the pool's own, with a time of its own, while the caller waits beside it. If it
//! is done before the deadline, the caller takes its outcome over, resource or exception. Otherwise the caller leaves, and
//! what is made is for the next waiter or the store. A failure then reaches nobody, but counts (SPEC 5.9).

use super::{acquire::Unmade, callbacks::Trouble, resource_pool::Pool};
use crate::{
    runtime::{self, CoroutineId, Importance, Interrupted, Woken},
    zend::{Outcome, Thrown, exception},
};
use cenote_core::{Conversation, SlotId, Time};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// A creation under way.
struct Late {
    caller: CoroutineId,
    is_forsaken: Cell<bool>,
    outcome: RefCell<Option<Result<(), Trouble>>>,
}

impl Pool {
    /// Leaves it to the pool to make a resource for a slot, until `end`, and waits for that beside it.
    pub(super) fn create_beside(
        &self,
        slot: SlotId,
        end: Time,
        conversation: &mut Conversation,
    ) -> Result<(), Unmade> {
        let late = Rc::new(Late {
            caller: runtime::current(),
            is_forsaken: Cell::new(false),
            outcome: RefCell::new(None),
        });
        let (pool, shared) = (self.shared(), Rc::clone(&late));
        let body = move || pool.create_for(&shared, slot, end);
        runtime::spawn_native(Importance::Maintenance, Box::new(body));
        loop {
            let woken = runtime::park(conversation.until());
            let outcome = late.outcome.take();
            match (woken, outcome) {
                (Ok(_), Some(outcome)) => return outcome.map_err(here),
                (Ok(Woken::Called), None) => {}
                (Ok(Woken::TimedOut), None) => {
                    late.is_forsaken.set(true);
                    return Err(Unmade::Overdue);
                }
                (Err(interrupted), outcome) => {
                    late.is_forsaken.set(true);
                    let thrown = self.interrupted_beside(slot, interrupted, outcome, conversation);
                    return Err(Unmade::Left(thrown));
                }
            }
        }
    }

    fn interrupted_beside(
        &self,
        slot: SlotId,
        interrupted: Interrupted,
        outcome: Option<Result<(), Trouble>>,
        conversation: &mut Conversation,
    ) -> Thrown {
        // After a failure the place is somebody else's already, and this does nothing.
        let left = self.leave(conversation);
        let kept = match outcome {
            Some(Ok(())) => left.and_then(|()| self.put_in_store(slot)),
            _ => left,
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

/// What has come about elsewhere, as the caller's.
fn here(trouble: Trouble) -> Unmade {
    if let Trouble::Exception(error) = &trouble {
        if let Err(thrown) = exception::relocate(error) {
            return Unmade::Left(thrown);
        }
    }
    Unmade::Trouble(trouble)
}
