//! The lists of `slots()` and `waiters()`: each slot and each waiter by itself, at one moment with the figures of `stats()`.

use super::figures::milliseconds;
use crate::{
    pool::{callbacks::Whose, resource_pool::Pool},
    runtime,
    zend::{Array, Thrown, Value},
};
use cenote_core::{SlotUse, SlotView};

impl Pool {
    /// As many as `count()` says, by the number of their slot.
    pub(in crate::pool) fn slots(&self) -> Result<Array, Thrown> {
        let views: Vec<SlotView> = self.look(|core| core.slots(runtime::precise_now()).collect());
        let mut list = Array::with_capacity(views.len())?;
        for view in views {
            list.push(Value::array(self.describe(view)?))?;
        }
        Ok(list)
    }

    fn describe(&self, view: SlotView) -> Result<Array, Thrown> {
        let whose = match view.usage {
            SlotUse::Active | SlotUse::Returning => self.whose(view),
            _ => Whose::Unknown,
        };
        let place = match whose {
            Whose::Coroutine(_) => self.taken_at(view.id),
            Whose::Upkeep | Whose::Unknown => None,
        };
        let coroutine = match whose {
            Whose::Coroutine(number) => Value::int(number as i64),
            Whose::Upkeep | Whose::Unknown => Value::null(),
        };
        let mut slot = Array::with_capacity(5)?;
        slot.set_name("slot", Value::int(view.id.index() as i64))?;
        slot.set_name("state", Value::string(word(view.usage, whose))?)?;
        slot.set_name("ms", view.since.map_or(Value::null(), milliseconds))?;
        slot.set_name("coroutine", coroutine)?;
        slot.set_name("takenAt", place.map_or(Ok(Value::null()), Value::string)?)?;
        Ok(slot)
    }

    /// The owner of the pool knows best; else what was noted at the checkout, if that is being noted.
    fn whose(&self, view: SlotView) -> Whose {
        let resource = self.state.borrow().payloads.get(view.id);
        match self.callbacks.whose(&resource) {
            Whose::Unknown => self.taken_by(view.id).map_or(Whose::Unknown, Whose::Coroutine),
            known => known,
        }
    }

    /// As many as `stats()` counts as waiting, the first in the queue first.
    pub(in crate::pool) fn waiters(&self) -> Result<Array, Thrown> {
        let line: Vec<_> = {
            let state = self.state.borrow();
            let now = runtime::precise_now();
            let coroutine = |id| state.waiters.get(id).copied().flatten();
            state.core.line(now).map(|(id, waited)| (coroutine(id), waited)).collect()
        };
        let mut list = Array::with_capacity(line.len())?;
        for (coroutine, waited) in line {
            let mut waiter = Array::with_capacity(2)?;
            let number = coroutine.map_or(Value::null(), |id| Value::int(id.number() as i64));
            waiter.set_name("coroutine", number)?;
            waiter.set_name("ms", milliseconds(waited))?;
            list.push(Value::array(waiter))?;
        }
        Ok(list)
    }
}

fn word(usage: SlotUse, whose: Whose) -> &'static str {
    match usage {
        SlotUse::Active if matches!(whose, Whose::Upkeep) => "cleaning",
        SlotUse::Creating => "creating",
        SlotUse::Idle => "idle",
        SlotUse::Granted => "granted",
        SlotUse::Checking => "checking",
        SlotUse::Active => "active",
        SlotUse::Returning => "cleaning",
        SlotUse::Destroying => "destroying",
    }
}
