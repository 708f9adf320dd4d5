//! release: a resource comes back, is judged, and goes to the store or to its end (SPEC 9).

use super::{
    callbacks::{Trouble, call},
    messages,
    php::exceptions,
    resource_pool::{Pool, State},
};
use crate::{
    runtime,
    zend::{Outcome, Thrown, Value},
};
use cenote_core::{After, SlotId, Verdict};

impl Pool {
    /// Takes back a resource that is known by its value.
    #[inline]
    pub(crate) fn release_value(&self, resource: &Value) -> Outcome {
        let mut state = self.state.borrow_mut();
        let found = state.payloads.claim(resource);
        if found.is_some_and(|slot| self.give_back(&mut state, slot)) {
            return Ok(());
        }
        drop(state);
        self.take_back_found(found, resource)
    }

    /// Puts a checkout, which was claimed, into the store if nobody has to be asked or served. After false nothing was done.
    #[inline(always)]
    fn give_back(&self, state: &mut State, slot: SlotId) -> bool {
        let is_done =
            !self.judges_releases.get() && state.core.give_back(slot, runtime::coarse_now());
        if is_done {
            state.after_step();
        }
        is_done
    }

    #[inline(never)]
    fn take_back_found(&self, found: Option<SlotId>, resource: &Value) -> Outcome {
        let slot = found.map_or_else(|| self.claim_array(resource), Ok)?;
        self.take_back(slot)
    }

    /// Takes back a checkout.
    pub(crate) fn release(&self, slot: SlotId) -> Outcome {
        let mut state = self.state.borrow_mut();
        if !state.payloads.claim_slot(slot) {
            drop(state);
            return Err(not_active());
        }
        if self.give_back(&mut state, slot) {
            return Ok(());
        }
        drop(state);
        self.take_back(slot)
    }

    /// Takes back a checkout that its owner wants destroyed; nobody judges it.
    pub(crate) fn discard(&self, slot: SlotId) -> Outcome {
        if !self.state.borrow_mut().payloads.claim_slot(slot) {
            return Err(not_active());
        }
        let after = self.step(|core, now| core.release(slot, Verdict::Discard, now));
        self.finish(after).map_err(Trouble::raise)
    }

    /// Finds the checkout of an array by comparing it with each.
    #[cold]
    fn claim_array(&self, resource: &Value) -> Result<SlotId, Thrown> {
        let arrays = match resource.as_array() {
            Some(_) => self.state.borrow().payloads.handed_out_arrays(),
            None => Vec::new(),
        };
        for (index, array) in arrays {
            if array.is_identical(resource)? {
                let claimed = self.state.borrow_mut().payloads.claim_index(index);
                return claimed.ok_or_else(not_active);
            }
        }
        Err(not_active())
    }

    fn take_back(&self, slot: SlotId) -> Outcome {
        if self.judges_releases.get() {
            return self.judge(slot).map_err(Trouble::raise);
        }
        self.conclude(self.step(|core, now| core.release(slot, Verdict::Keep, now)))
    }

    #[inline]
    fn conclude(&self, after: After) -> Outcome {
        self.finish(after).map_err(Trouble::raise)
    }

    #[inline]
    fn finish(&self, after: After) -> Result<(), Trouble> {
        match after {
            After::Destroy(slot, _) => self.dispose(slot),
            After::Stored | After::Stale => Ok(()),
        }
    }

    /// Asks the hook, tells the strategy, then lets the core decide (SPEC 9.1 to 9.3).
    #[inline]
    fn judge(&self, slot: SlotId) -> Result<(), Trouble> {
        self.step_here(|core, now| core.begin_release(slot, now));
        let judgement = if self.hooks.before_release {
            let resource = self.state.borrow().payloads.get(slot);
            let judgement = call(|| self.callbacks.before_release(slot, &resource));
            drop(resource);
            judgement
        } else {
            Ok(true)
        };
        if matches!(judgement, Ok(true)) && !self.strategy.borrow().is_user() {
            let after = self.step_here(|core, now| core.release(slot, Verdict::Keep, now));
            return self.finish(after);
        }
        self.tell_and_release(slot, judgement)
    }

    #[cold]
    fn tell_and_release(
        &self,
        slot: SlotId,
        judgement: Result<bool, Trouble>,
    ) -> Result<(), Trouble> {
        let (verdict, told) = match judgement {
            Ok(true) => (Verdict::Keep, self.tell_of_success()),
            Ok(false) => (Verdict::Reject, self.tell_of_failure(None)),
            Err(Trouble::Exception(error)) => (Verdict::Reject, self.tell_of_failure(Some(error))),
            Err(interruption) => return Err(self.interrupted(slot, interruption)),
        };
        let after = self.step(|core, now| core.release(slot, verdict, now));
        match (self.finish(after), told.err()) {
            (Err(trouble), interruption) => Err(trouble.after(interruption)),
            (Ok(()), Some(interruption)) => Err(interruption),
            (Ok(()), None) => Ok(()),
        }
    }
}

#[cold]
fn not_active() -> Thrown {
    exceptions::throw(&messages::NOT_ACTIVE)
}
