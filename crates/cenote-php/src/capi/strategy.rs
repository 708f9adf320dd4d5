//! A circuit breaker strategy in C.

use super::{
    abi::{zend_async_circuit_breaker_strategy_t, zend_async_pool_t},
    pool::CPool,
};
use crate::{
    pool::{Judge, Pool},
    zend::{Object, Outcome, Thrown, exception, guard},
};
use std::rc::{Rc, Weak};

/// A copy of what C code gave, for as long as it is set.
pub(super) struct Strategy {
    functions: zend_async_circuit_breaker_strategy_t,
    /// It belongs to the pool, so it does not keep it.
    pool: Weak<CPool>,
}

impl Strategy {
    /// # Safety
    /// The header's contract: C functions that take pools and this context, which is good until `dtor` has run.
    pub(super) unsafe fn new(
        functions: zend_async_circuit_breaker_strategy_t,
        pool: &Rc<CPool>,
    ) -> Self {
        Strategy { functions, pool: Rc::downgrade(pool) }
    }

    /// Runs `call` on the pool, as C knows it.
    fn with_pool<T: Copy>(
        &self,
        otherwise: T,
        call: impl FnOnce(*mut zend_async_pool_t) -> T + Copy,
    ) -> Result<T, Thrown> {
        let Some(pool) = self.pool.upgrade() else { return Ok(otherwise) };
        let raw = pool.as_raw();
        let result = guard(move || call(raw))?;
        exception::check()?;
        Ok(result)
    }
}

impl Judge for Strategy {
    fn has_opinion_on_recovery(&self) -> bool {
        self.functions.should_recover.is_some()
    }

    fn report_success(&self, _pool: &Pool) -> Outcome {
        let Some(report) = self.functions.report_success else { return Ok(()) };
        let ctx = self.functions.ctx;
        // SAFETY: the header's contract.
        self.with_pool((), move |pool| unsafe { report(pool, ctx) })
    }

    fn report_failure(&self, _pool: &Pool, error: Option<&Object>) -> Outcome {
        let Some(report) = self.functions.report_failure else { return Ok(()) };
        let (ctx, error) = (self.functions.ctx, error.map_or(std::ptr::null_mut(), Object::as_ptr));
        // SAFETY: the header's contract; the error is held by our caller.
        self.with_pool((), move |pool| unsafe { report(pool, error, ctx) })
    }

    fn report_create_failure(&self, _pool: &Pool, error: &Object) -> Outcome {
        let Some(report) = self.functions.report_create_failure else { return Ok(()) };
        let (ctx, error) = (self.functions.ctx, error.as_ptr());
        // SAFETY: the header's contract: C's own function with the context that came with it; our caller holds the error.
        self.with_pool((), move |pool| unsafe { report(pool, error, ctx) })
    }

    fn should_recover(&self) -> Result<bool, Thrown> {
        let Some(ask) = self.functions.should_recover else { return Ok(false) };
        let ctx = self.functions.ctx;
        // SAFETY: the header's contract.
        self.with_pool(false, move |pool| unsafe { ask(pool, ctx) })
    }
}

impl Drop for Strategy {
    fn drop(&mut self) {
        if let Some(dtor) = self.functions.dtor {
            let ctx = self.functions.ctx;
            // SAFETY: the header's contract: once, and nothing of the strategy is called any more.
            let _ = guard(move || unsafe { dtor(ctx) });
        }
    }
}
