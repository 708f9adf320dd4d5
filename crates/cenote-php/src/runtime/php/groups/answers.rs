//! The Futures of a group: what each is made of, and when it is answered (SPEC 40).

use super::tasks::{Core, empty_group};
use crate::{
    runtime::{
        coroutines::{completion::Fixed, coroutine::SpawnPoint},
        errors::{composite, exceptions},
        php::futures::future,
    },
    zend::{Thrown, Value, exception},
};
use cenote_tasks::group::Stage;
use std::{cell::Cell, rc::Rc};

/// What a Future of the group is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::runtime::php) enum Wanted {
    /// Everything, once nothing runs or waits; with or without the errors.
    All { ignore_errors: bool },
    /// The first that is settled.
    Race,
    /// The first value.
    Any,
}

/// A Future that looked at errors: they count as seen once it is used (SPEC 40.12).
pub(super) struct Look {
    pub(super) used: Rc<Cell<bool>>,
    pub(super) failed: Vec<usize>,
}

impl Core {
    /// Makes a Future of what is wanted.
    pub(in crate::runtime::php) fn future(
        self: &Rc<Self>,
        wanted: Wanted,
        place: SpawnPoint,
    ) -> Result<Value, Thrown> {
        let future = future::Core::new(place);
        self.pending.borrow_mut().push((wanted, future.clone()));
        let object = future::object_for(future)?;
        self.answer(None);
        Ok(Value::object(object))
    }

    /// The same after a task has settled: mostly there is nothing to do.
    #[inline]
    pub(super) fn answer_after(self: &Rc<Self>, newest: usize) {
        let is_in_time = |(wanted, _): &(Wanted, _)| !matches!(wanted, Wanted::All { .. });
        let may_be_due = self.is_finished() || self.pending.borrow().iter().any(is_in_time);
        if may_be_due {
            self.answer(Some(newest));
        }
    }

    /// Completes the Futures that can be: `newest` has just settled.
    pub(super) fn answer(self: &Rc<Self>, newest: Option<usize>) {
        let mut newest = newest;
        let pending = self.pending.take();
        let mut left = Vec::new();
        for (wanted, future) in pending {
            // One that nobody holds takes nothing.
            if Rc::strong_count(&future) == 1 {
                continue;
            }
            let answered = match wanted {
                Wanted::All { ignore_errors } => self.answer_all(ignore_errors, &future),
                Wanted::Race => self.answer_first(&mut newest, false, &future),
                Wanted::Any => self.answer_first(&mut newest, true, &future),
            };
            if !answered {
                left.push((wanted, future));
            }
        }
        let mut pending = self.pending.borrow_mut();
        left.append(&mut pending);
        *pending = left;
    }

    fn complete(
        &self,
        future: &Rc<future::Core>,
        result: Result<Value, Thrown>,
        failed: Vec<usize>,
    ) {
        if !failed.is_empty() {
            self.note_look(future, failed);
        }
        let fixed = match result {
            Ok(value) => Fixed::Value(value),
            Err(Thrown::Exception) => match exception::take() {
                Some(error) => Fixed::Error(error),
                None => Fixed::Value(Value::null()),
            },
            Err(Thrown::Bailout) => return,
        };
        future.fix(fixed, SpawnPoint::NOWHERE);
    }

    fn fail(&self, future: &Rc<future::Core>, failed: Vec<usize>) {
        let errors = failed.iter().filter_map(|&index| self.error(index)).collect();
        match composite::of(errors) {
            Ok(error) => {
                self.note_look(future, failed);
                future.fix(Fixed::Error(error), SpawnPoint::NOWHERE);
            }
            Err(thrown) => self.complete(future, Err(thrown), Vec::new()),
        }
    }

    fn answer_all(&self, ignore_errors: bool, future: &Rc<future::Core>) -> bool {
        if !self.is_finished() {
            return false;
        }
        let failed = self.at(Stage::Failed);
        if failed.is_empty() || ignore_errors {
            let values = self.results();
            self.complete(future, values.map(Value::array), failed);
        } else {
            self.fail(future, failed);
        }
        if self.is_set {
            for index in self.at(Stage::Succeeded).into_iter().chain(self.at(Stage::Failed)) {
                self.deliver(index);
            }
        }
        true
    }

    /// The first that is settled, or the first value.
    fn answer_first(
        &self,
        newest: &mut Option<usize>,
        value_only: bool,
        future: &Rc<future::Core>,
    ) -> bool {
        let winner = &self.winners[usize::from(value_only)];
        let Some(index) = winner.get().or_else(|| self.first(*newest, value_only)) else {
            return self.answer_without_any(value_only, future);
        };
        let result = match self.rules.borrow().outcome(index) {
            Some(Ok(value)) => Ok(value.clone()),
            Some(Err(failure)) => Err(failure.error.clone()),
            None => return false,
        };
        let mut looked = if value_only { self.at(Stage::Failed) } else { Vec::new() };
        match result {
            Ok(value) => self.complete(future, Ok(value), looked),
            Err(error) => {
                looked.push(index);
                self.note_look(future, looked);
                future.fix(Fixed::Error(error), SpawnPoint::NOWHERE);
            }
        }
        if self.is_set {
            self.deliver(index);
            *newest = None;
        } else {
            winner.set(Some(index));
        }
        true
    }

    /// The newest, if it is settled as was asked, or the first of all that are.
    fn first(&self, newest: Option<usize>, value_only: bool) -> Option<usize> {
        let rules = self.rules.borrow();
        let fits = |stage| match stage {
            Stage::Succeeded => true,
            Stage::Failed => !value_only,
            _ => false,
        };
        let newest = newest.filter(|&newest| fits(rules.stage(newest)));
        newest
            .or_else(|| rules.outcomes().map(|(index, ..)| index).find(|&at| fits(rules.stage(at))))
    }

    /// Whether it is clear that there will be no such one.
    fn answer_without_any(&self, value_only: bool, future: &Rc<future::Core>) -> bool {
        let failed = self.at(Stage::Failed);
        if value_only && !failed.is_empty() && self.is_finished() {
            self.fail(future, failed);
            return true;
        }
        if self.is_over() {
            let error = exception::throw(exceptions::async_exception(), &empty_group(value_only));
            self.complete(future, Err(error), Vec::new());
        }
        self.is_over()
    }

    fn note_look(&self, future: &Rc<future::Core>, failed: Vec<usize>) {
        const MANY: usize = 32;
        if self.looks.borrow().len() >= MANY {
            self.settle_looks();
        }
        self.looks.borrow_mut().push(Look { used: future.use_of(), failed });
    }

    /// What a Future has looked at is seen, if somebody uses the Future.
    pub(super) fn settle_looks(&self) {
        let (used, open): (Vec<_>, Vec<_>) =
            self.looks.take().into_iter().partition(|look| look.used.get());
        self.looks.replace(open);
        for index in used.into_iter().flat_map(|look| look.failed) {
            let gone = {
                let mut rules = self.rules.borrow_mut();
                rules.error(index).inspect(|failure| failure.seen.set(true));
                rules.forget(index)
            };
            drop(gone);
        }
    }
}
