//! The callbacks of a pool made by PHP code.

use crate::{
    pool::callbacks::{Callbacks, Hooks},
    zend::{Callable, Outcome, Thrown, Tracer, Value},
};
use cenote_core::SlotId;

/// The five callables of `Async\Pool`'s constructor.
pub(in crate::pool) struct Callables {
    pub(in crate::pool) factory: Callable,
    pub(in crate::pool) destructor: Option<Callable>,
    pub(in crate::pool) healthcheck: Option<Callable>,
    pub(in crate::pool) before_acquire: Option<Callable>,
    pub(in crate::pool) before_release: Option<Callable>,
}

impl Callbacks for Callables {
    fn hooks(&self) -> Hooks {
        Hooks {
            check: self.healthcheck.is_some(),
            before_acquire: self.before_acquire.is_some(),
            before_release: self.before_release.is_some(),
        }
    }

    fn create(&self, _slot: SlotId) -> Result<Option<Value>, Thrown> {
        self.factory.call(&[]).map(Some)
    }

    fn destroy(&self, _slot: SlotId, resource: Value) -> Outcome {
        if let Some(destructor) = &self.destructor {
            destructor.call(&[resource])?;
        }
        Ok(())
    }

    fn check(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        ask(self.healthcheck.as_ref(), resource)
    }

    fn before_acquire(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        ask(self.before_acquire.as_ref(), resource)
    }

    fn before_release(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        ask(self.before_release.as_ref(), resource)
    }

    fn trace(&self, tracer: &mut Tracer) {
        self.factory.trace(tracer);
        let hooks =
            [&self.destructor, &self.healthcheck, &self.before_acquire, &self.before_release];
        for hook in hooks.into_iter().flatten() {
            hook.trace(tracer);
        }
    }
}

/// Only a literal `false` (or an exception) rejects (SPEC 10.1).
fn ask(hook: Option<&Callable>, resource: &Value) -> Result<bool, Thrown> {
    match hook {
        None => Ok(true),
        Some(hook) => Ok(!hook.call(std::slice::from_ref(resource))?.is_false()),
    }
}
