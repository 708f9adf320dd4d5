//! What has become of a group's tasks, for those who ask, and what is lost if nobody does (SPEC 40).

use super::tasks::{Core, Place};
use crate::{
    runtime::{
        coroutines::coroutine::Coroutine,
        errors::{composite, exceptions},
        life::scope_ends::{self, Handled},
        php::messages,
    },
    zend::{Array, Object, Thrown, Value, array::Key, exception},
};
use cenote_tasks::group::Stage;
use std::rc::Rc;

impl Core {
    pub(super) fn at(&self, stage: Stage) -> Vec<usize> {
        self.rules.borrow().at(stage).collect()
    }

    pub(super) fn error(&self, index: usize) -> Option<Object> {
        match self.tasks.borrow().get(&index).map(|task| &task.place) {
            Some(Place::Failed(error, _)) => Some(error.clone()),
            _ => None,
        }
    }

    /// It leaves the set. An error that leaves it has been looked at.
    pub(super) fn deliver(&self, index: usize) {
        self.rules.borrow_mut().remove(index);
        let gone = {
            let mut tasks = self.tasks.borrow_mut();
            let Some(task) = tasks.get(&index) else { return };
            self.keys.borrow_mut().remove(&task.key);
            // A Future that is never used leaves its error to those who ask what was lost.
            let may_be_lost = matches!(task.place, Place::Failed(..)) && !task.seen.get();
            if may_be_lost { None } else { tasks.remove(&index) }
        };
        drop(gone);
    }

    /// The values, by key in order of spawning.
    pub(in crate::runtime::php) fn results(&self) -> Result<Array, Thrown> {
        let tasks = self.tasks.borrow();
        let mut values = Array::with_capacity(tasks.len())?;
        for task in tasks.values() {
            if let Place::Succeeded(value) = &task.place {
                values.set(&task.key, value.clone())?;
            }
        }
        Ok(values)
    }

    /// The errors, likewise. They count as seen.
    pub(in crate::runtime::php) fn errors(&self) -> Result<Array, Thrown> {
        let tasks = self.tasks.borrow();
        let mut errors = Array::with_capacity(0)?;
        for task in tasks.values() {
            if let Place::Failed(error, _) = &task.place {
                task.seen.set(true);
                errors.set(&task.key, Value::object(error.clone()))?;
            }
        }
        Ok(errors)
    }

    pub(in crate::runtime::php) fn suppress_errors(&self) {
        let tasks = self.tasks.borrow();
        let failed = tasks.values().filter(|task| matches!(task.place, Place::Failed(..)));
        failed.for_each(|task| task.seen.set(true));
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
            let tasks = self.tasks.borrow();
            let Some(task) = tasks.get(&index) else { return Ok(None) };
            task.seen.set(true);
            match &task.place {
                Place::Succeeded(value) => (task.key.clone(), value.clone(), Value::null()),
                Place::Failed(error, _) => {
                    (task.key.clone(), Value::null(), Value::object(error.clone()))
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
            let tasks = self.tasks.borrow();
            let unseen = tasks.values().filter(|task| !task.seen.replace(true));
            let lost = unseen.filter_map(|task| match &task.place {
                Place::Failed(error, coroutine)
                    if !error.instance_of(exceptions::cancellation()) =>
                {
                    Some((error.clone(), coroutine.clone()))
                }
                _ => None,
            });
            lost.collect()
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
