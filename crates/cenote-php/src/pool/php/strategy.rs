//! Telling and asking the user's circuit breaker strategy (SPEC 14.5 to 14.10).
//!
//! A ready strategy is judged inside the core and needs nothing here but to be kept alive. A user's is called between two
//! steps, like any callback; its exceptions are swallowed, a cancellation that comes out of it is not. It is a [`Judge`]:
//! an object of a PHP class, which is told about the pool through the pool's PHP object (a native pool gets one for that,
//! if need be; a PHP pool whose object is gone tells nothing, SPEC 34.28), or a strategy of an extension.

use super::object;
use crate::{
    pool::{
        callbacks::{Trouble, call},
        messages,
        resource_pool::Pool,
    },
    zend::{ClassRef, Method, Object, Outcome, Thrown, Tracer, Value, exception},
};
use std::rc::Rc;

/// Who turns results into changes of the breaker's state.
pub(in crate::pool) enum Strategy {
    None,
    /// One of ours, at work in the core.
    Ready(Object),
    User(Rc<dyn Judge>),
}

/// A user's strategy. Every method may run any code, throw, and be without effect.
pub(crate) trait Judge {
    /// Whether [`Judge::should_recover`] is worth asking.
    fn has_opinion_on_recovery(&self) -> bool;

    fn report_success(&self, pool: &Pool) -> Outcome;

    /// `error` is the hook's exception, if it threw.
    fn report_failure(&self, pool: &Pool, error: Option<&Object>) -> Outcome;

    fn report_create_failure(&self, pool: &Pool, error: &Object) -> Outcome;

    /// Whether to try recovery now.
    fn should_recover(&self) -> Result<bool, Thrown>;

    /// Shows the collector what the strategy holds.
    fn trace(&self, _tracer: &mut Tracer) {}
}

/// An object of a user's class, and those of its methods that we call.
struct PhpJudge {
    object: Object,
    report_success: Option<Method>,
    report_failure: Option<Method>,
    report_create_failure: Option<Method>,
    should_recover: Option<Method>,
}

impl PhpJudge {
    fn new(object: Object) -> Self {
        let method = |lower_name| object.class().public_method(lower_name);
        PhpJudge {
            report_success: method("reportsuccess"),
            report_failure: method("reportfailure"),
            report_create_failure: method("reportcreatefailure"),
            should_recover: method("shouldrecover"),
            object,
        }
    }

    /// Calls a method with the pool's PHP object and what `error` makes.
    fn report(
        &self,
        method: Option<Method>,
        pool: &Pool,
        error: impl FnOnce() -> Result<Option<Object>, Thrown>,
    ) -> Outcome {
        let Some(method) = method else { return Ok(()) };
        let Some(source) = pool.source()? else { return Ok(()) };
        let error = error()?;
        let mut args: Vec<_> =
            [Some(source), error].into_iter().flatten().map(Value::object).collect();
        method.call(&self.object, &mut args).map(drop)
    }
}

impl Judge for PhpJudge {
    fn has_opinion_on_recovery(&self) -> bool {
        self.should_recover.is_some()
    }

    fn report_success(&self, pool: &Pool) -> Outcome {
        self.report(self.report_success, pool, || Ok(None))
    }

    fn report_failure(&self, pool: &Pool, error: Option<&Object>) -> Outcome {
        self.report(self.report_failure, pool, || match error {
            Some(error) => Ok(Some(error.clone())),
            None => exception::create(ClassRef::exception(), &messages::RELEASE_REJECTED).map(Some),
        })
    }

    fn report_create_failure(&self, pool: &Pool, error: &Object) -> Outcome {
        self.report(self.report_create_failure, pool, || Ok(Some(error.clone())))
    }

    fn should_recover(&self) -> Result<bool, Thrown> {
        match self.should_recover {
            Some(method) => Ok(method.call(&self.object, &mut [])?.is_true()),
            None => Ok(false),
        }
    }

    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(&self.object);
    }
}

impl Strategy {
    pub(in crate::pool) fn trace(&self, tracer: &mut Tracer) {
        match self {
            Strategy::None => {}
            Strategy::Ready(object) => tracer.object(object),
            Strategy::User(judge) => judge.trace(tracer),
        }
    }

    /// It is one of a user, who wants to be told.
    #[inline]
    pub(in crate::pool) fn is_user(&self) -> bool {
        matches!(self, Strategy::User(_))
    }

    fn judge(&self) -> Option<Rc<dyn Judge>> {
        match self {
            Strategy::User(judge) => Some(Rc::clone(judge)),
            Strategy::None | Strategy::Ready(_) => None,
        }
    }
}

impl Pool {
    /// Replaces the strategy; `in_core` is what the core is to know of it.
    pub(in crate::pool) fn set_strategy(&self, strategy: Strategy, in_core: cenote_core::Strategy) {
        let is_user = strategy.is_user();
        self.step(|core, _| core.set_strategy(in_core));
        self.judges_releases.set(self.hooks.before_release || is_user);
        let replaced = self.strategy.replace(strategy);
        drop(replaced);
    }

    /// Whether this ready strategy is the one at work in the core.
    pub(in crate::pool) fn is_judged_by(&self, object: &Object) -> bool {
        matches!(&*self.strategy.borrow(), Strategy::Ready(ready) if ready == object)
    }

    /// Sets a user's strategy, or with `None` removes whichever there is.
    pub(crate) fn replace_judge(&self, judge: Option<Rc<dyn Judge>>) {
        match judge {
            None => self.set_strategy(Strategy::None, cenote_core::Strategy::None),
            Some(judge) => {
                let should_recover = judge.has_opinion_on_recovery();
                let in_core = cenote_core::Strategy::User { should_recover };
                self.set_strategy(Strategy::User(judge), in_core);
            }
        }
    }

    /// Sets an object of a user's class.
    pub(in crate::pool) fn set_user_strategy(&self, object: Object) {
        self.replace_judge(Some(Rc::new(PhpJudge::new(object))));
    }

    /// What PHP strategies get as `$source` (SPEC 14.7, 31.6). `None`: the object is gone.
    fn source(&self) -> Result<Option<Object>, Thrown> {
        match self.face() {
            None if self.native => {
                self.weak().upgrade().map(|pool| object::view_of(&pool)).transpose()
            }
            face => Ok(face),
        }
    }

    pub(in crate::pool) fn tell_of_success(&self) -> Result<(), Trouble> {
        self.consult((), |judge| judge.report_success(self))
    }

    /// `error` is the hook's exception, if it threw.
    pub(in crate::pool) fn tell_of_failure(&self, error: Option<Object>) -> Result<(), Trouble> {
        self.consult((), |judge| judge.report_failure(self, error.as_ref()))
    }

    pub(in crate::pool) fn tell_of_create_failure(&self, error: &Object) -> Result<(), Trouble> {
        self.consult((), |judge| judge.report_create_failure(self, error))
    }

    /// Whether the strategy wants to try recovery now.
    pub(in crate::pool) fn consult_strategy(&self) -> Result<bool, Trouble> {
        self.consult(false, |judge| judge.should_recover())
    }

    /// Calls the user's strategy, if there is one; its exceptions are swallowed (SPEC 14.9).
    #[inline]
    fn consult<T>(
        &self,
        otherwise: T,
        ask: impl FnOnce(&dyn Judge) -> Result<T, Thrown>,
    ) -> Result<T, Trouble> {
        let Some(judge) = self.strategy.borrow().judge() else { return Ok(otherwise) };
        match call(|| ask(&*judge)) {
            Err(Trouble::Exception(_)) => Ok(otherwise),
            answer => answer,
        }
    }
}
