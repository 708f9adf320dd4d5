//! Telling and asking the user's circuit breaker strategy (SPEC 14.5 to 14.10).
//!
//! A ready strategy is judged inside the core and needs nothing here but to be kept alive. A user's object is called
//! between two steps, like any callback; its exceptions are swallowed, a cancellation that comes out of it is not. It is
//! told about the pool through the pool's PHP object, so without one (it is gone, or the pool is native and nobody asked
//! for it) nothing is told (SPEC 34.28).

use super::{
    callbacks::{Trouble, call},
    engine::Engine,
};
use crate::zend::{ClassRef, Method, Object, Thrown, Tracer, Value, exception};
use std::rc::Rc;

/// Who turns results into changes of the breaker's state.
pub(super) enum Strategy {
    None,
    /// One of ours, at work in the core.
    Ready(Object),
    User(Rc<UserStrategy>),
}

/// A user's object and those of its methods that we call.
pub(super) struct UserStrategy {
    object: Object,
    report_success: Option<Method>,
    report_failure: Option<Method>,
    report_create_failure: Option<Method>,
    should_recover: Option<Method>,
}

impl UserStrategy {
    pub(super) fn new(object: Object) -> Self {
        let method = |lower_name| object.class().public_method(lower_name);
        UserStrategy {
            report_success: method("reportsuccess"),
            report_failure: method("reportfailure"),
            report_create_failure: method("reportcreatefailure"),
            should_recover: method("shouldrecover"),
            object,
        }
    }
}

impl Strategy {
    pub(super) fn trace(&self, tracer: &mut Tracer) {
        match self {
            Strategy::None => {}
            Strategy::Ready(object) => tracer.object(object),
            Strategy::User(user) => tracer.object(&user.object),
        }
    }

    fn user(&self) -> Option<Rc<UserStrategy>> {
        match self {
            Strategy::User(user) => Some(Rc::clone(user)),
            Strategy::None | Strategy::Ready(_) => None,
        }
    }
}

impl Engine {
    /// Replaces the strategy; `in_core` is what the core is to know of it.
    pub(super) fn set_strategy(&self, strategy: Strategy, in_core: cenote_core::Strategy) {
        let is_user = matches!(strategy, Strategy::User(_));
        self.step(|core, _| core.set_strategy(in_core));
        self.judges_releases.set(self.hooks.before_release || is_user);
        let replaced = self.strategy.replace(strategy);
        drop(replaced);
    }

    /// Whether this ready strategy is the one at work in the core.
    pub(super) fn is_judged_by(&self, object: &Object) -> bool {
        matches!(&*self.strategy.borrow(), Strategy::Ready(ready) if ready == object)
    }

    pub(super) fn remove_strategy(&self) {
        self.set_strategy(Strategy::None, cenote_core::Strategy::None);
    }

    /// Sets an object of a user's class.
    pub(super) fn set_user_strategy(&self, object: Object) {
        let user = UserStrategy::new(object);
        let in_core = cenote_core::Strategy::User { should_recover: user.should_recover.is_some() };
        self.set_strategy(Strategy::User(Rc::new(user)), in_core);
    }

    pub(super) fn tell_of_success(&self) -> Result<(), Trouble> {
        self.tell(|user| user.report_success, |_| Ok(()))
    }

    /// `error` is the hook's exception, if it threw.
    pub(super) fn tell_of_failure(&self, error: Option<Object>) -> Result<(), Trouble> {
        self.tell(
            |user| user.report_failure,
            |args| {
                let error = match error {
                    Some(error) => error,
                    None => exception::create(ClassRef::exception(), "Resource validation failed")?,
                };
                args.push(Value::object(error));
                Ok(())
            },
        )
    }

    pub(super) fn tell_of_create_failure(&self, error: &Object) -> Result<(), Trouble> {
        self.tell(
            |user| user.report_create_failure,
            |args| {
                args.push(Value::object(error.clone()));
                Ok(())
            },
        )
    }

    fn tell(
        &self,
        method: impl FnOnce(&UserStrategy) -> Option<Method>,
        add_args: impl FnOnce(&mut Vec<Value>) -> Result<(), Thrown>,
    ) -> Result<(), Trouble> {
        let Some(user) = self.strategy.borrow().user() else { return Ok(()) };
        let (Some(method), Some(face)) = (method(&user), self.face()) else { return Ok(()) };
        let told = call(|| {
            let mut args = vec![Value::object(face)];
            add_args(&mut args)?;
            method.call(&user.object, &mut args).map(drop)
        });
        swallow(told, ())
    }

    /// Whether the strategy wants to try recovery now.
    pub(super) fn consult_strategy(&self) -> Result<bool, Trouble> {
        let Some(user) = self.strategy.borrow().user() else { return Ok(false) };
        let Some(method) = user.should_recover else { return Ok(false) };
        swallow(call(|| Ok(method.call(&user.object, &mut [])?.is_true())), false)
    }
}

fn swallow<T>(result: Result<T, Trouble>, instead: T) -> Result<T, Trouble> {
    match result {
        Err(Trouble::Exception(_)) => Ok(instead),
        result => result,
    }
}
