//! What has become of a group's tasks, for those who ask, and what is lost if nobody does (SPEC 40).

use super::{keys::key_of, tasks::Core};
use crate::{
    runtime::{
        coroutines::coroutine::Coroutine,
        errors::{composite, exceptions},
        life::scope_ends::{self, Handled},
        php::messages,
    },
    zend::{Array, Object, Thrown, Value, array::Key, exception},
};
use cenote_tasks::group::{Removed, Stage};
use std::rc::Rc;

impl Core {
    pub(super) fn at(&self, stage: Stage) -> Vec<usize> {
        self.rules.borrow().at(stage).collect()
    }

    pub(super) fn error(&self, index: usize) -> Option<Object> {
        self.rules.borrow().error(index).map(|failure| failure.error.clone())
    }

    /// It leaves the set. An error that leaves it has been looked at.
    pub(super) fn deliver(&self, index: usize) {
        // A Future that is never used leaves its error to those who ask what was lost.
        let removed = self.rules.borrow_mut().remove(index, |failure| !failure.seen.get());
        let Some(Removed { key, outcome }) = removed else { return };
        self.free_key(key);
        drop(outcome);
    }

    /// The values, by key in order of spawning.
    pub(in crate::runtime::php) fn results(&self) -> Result<Array, Thrown> {
        let rules = self.rules.borrow();
        let mut values = Array::with_capacity(rules.settled().len())?;
        for (index, called, outcome) in rules.outcomes() {
            if let Ok(value) = outcome {
                values.set(&key_of(index, called), value.clone())?;
            }
        }
        Ok(values)
    }

    /// The errors, likewise. They count as seen.
    pub(in crate::runtime::php) fn errors(&self) -> Result<Array, Thrown> {
        let rules = self.rules.borrow();
        let mut errors = Array::with_capacity(0)?;
        for (index, called, outcome) in rules.outcomes() {
            if let Err(failure) = outcome {
                failure.seen.set(true);
                errors.set(&key_of(index, called), Value::object(failure.error.clone()))?;
            }
        }
        Ok(errors)
    }

    pub(in crate::runtime::php) fn suppress_errors(&self) {
        self.rules.borrow().errors().for_each(|failure| failure.seen.set(true));
    }

    /// Whether race() or any() have nothing to look at.
    pub(in crate::runtime::php) fn is_empty(&self) -> bool {
        self.rules.borrow().count() == 0
    }

    /// The entry that follows the `given` ones, in order of settling; waits for it. `None`: there will be none.
    pub(in crate::runtime::php) fn next_entry(
        &self,
        given: usize,
    ) -> Result<Option<(Value, Value)>, Thrown> {
        let at = if self.is_set { 0 } else { given };
        self.wait_until(|| self.rules.borrow().settled().len() > at || self.is_over())?;
        let Some(index) = self.rules.borrow().settled().get(at).copied() else { return Ok(None) };
        let (key, value, error) = {
            let rules = self.rules.borrow();
            let called = rules.key(index).map(|called| key_of(index, called));
            match (called, rules.outcome(index)) {
                (Some(key), Some(Ok(value))) => (key, value.clone(), Value::null()),
                (Some(key), Some(Err(failure))) => {
                    failure.seen.set(true);
                    (key, Value::null(), Value::object(failure.error.clone()))
                }
                _ => return Ok(None),
            }
        };
        if self.is_set {
            self.deliver(index);
        }
        let mut pair = Array::with_capacity(2)?;
        pair.push(value)?;
        pair.push(error)?;
        let key = match key {
            Key::Index(index) => Value::int(index),
            Key::Name(name) => Value::string(name)?,
        };
        Ok(Some((key, Value::array(pair))))
    }

    /// The object is gone.
    pub(in crate::runtime::php) fn abandon(self: &Rc<Self>) {
        self.abandoned.set(true);
        self.tell_lost_errors();
    }

    pub(super) fn tell_lost_errors(&self) {
        self.settle_looks();
        let lost: Vec<(Object, Rc<Coroutine>)> = {
            let rules = self.rules.borrow();
            let unseen = rules.errors().filter(|failure| !failure.seen.replace(true));
            unseen
                .filter(|failure| !failure.error.instance_of(exceptions::cancellation()))
                .map(|failure| (failure.error.clone(), failure.coroutine.clone()))
                .collect()
        };
        let Some((first, coroutine)) = lost.first().cloned() else { return };
        let count = lost.len();
        let aside = exception::InFlight::put_aside();
        let made = composite::of(lost.into_iter().map(|(error, _)| error).collect());
        if let Ok(error) = made {
            if let Handled::No(_) = scope_ends::ask_handlers(&self.scope, &coroutine, error) {
                let text = messages::group_lost_errors(count, &exception::message(&first));
                let _ = exception::warning(&text);
            }
        }
        aside.restore();
    }
}
