//! The owner of a C pool, as `Pool` sees it: five function pointers.

use super::{
    abi::{zend_async_pool_options_t, zend_async_pool_t},
    pool::CPool,
};
use crate::{
    pool::{Callbacks, Hooks},
    zend::{Outcome, Thrown, Value, bailout, exception, guard, sys},
};
use cenote_core::SlotId;
use std::{mem::ManuallyDrop, rc::Rc};

type Factory = unsafe extern "C" fn(*mut zend_async_pool_t, *mut sys::zval) -> bool;
type Destructor = unsafe extern "C" fn(*mut zend_async_pool_t, *mut sys::zval);
type Judge = bailout::Question<zend_async_pool_t>;

/// What C code gave for a pool that is about to be made.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    factory: Factory,
    destructor: Option<Destructor>,
    healthcheck: Option<Judge>,
    before_acquire: Option<Judge>,
    before_release: Option<Judge>,
}

impl Functions {
    /// `None`: there is no factory.
    pub(super) fn from_options(options: &zend_async_pool_options_t) -> Option<Self> {
        Some(Functions {
            factory: options.factory?,
            destructor: options.destructor,
            healthcheck: options.healthcheck,
            before_acquire: options.before_acquire,
            before_release: options.before_release,
        })
    }

    pub(super) fn of(self, pool: &Rc<CPool>) -> Owner {
        Owner { functions: self, pool: Rc::clone(pool) }
    }
}

/// The functions, and the pool that they are told of.
pub(super) struct Owner {
    functions: Functions,
    pool: Rc<CPool>,
}

impl Owner {
    fn ask(&self, judge: Option<Judge>, resource: &Value) -> Result<bool, Thrown> {
        let Some(judge) = judge else { return Ok(true) };
        let (pool, resource) = (self.pool.as_raw(), resource.as_ptr().cast_mut());
        // SAFETY: the header's contract; the resource is borrowed, and held by our caller.
        // An exception that it leaves is the pool's to find, as with every callback.
        Ok(unsafe { bailout::ask(judge, pool, resource) }?)
    }
}

impl Callbacks for Owner {
    fn hooks(&self) -> Hooks {
        Hooks {
            check: self.functions.healthcheck.is_some(),
            before_acquire: self.functions.before_acquire.is_some(),
            before_release: self.functions.before_release.is_some(),
        }
    }

    fn create(&self, slot: SlotId) -> Result<Option<Value>, Thrown> {
        let (factory, pool) = (self.functions.factory, self.pool.as_raw());
        // What a failed factory leaves in it is not ours, so it is dropped only after a success.
        let mut made = ManuallyDrop::new(Value::null());
        let result = made.as_mut_ptr();
        // SAFETY: the header's contract; the result is a writable zval.
        let succeeded = guard(move || unsafe { factory(pool, result) })?;
        if !succeeded {
            exception::check()?;
            return Ok(None);
        }
        let made = ManuallyDrop::into_inner(made).dereferenced();
        if exception::pending() {
            // It says both "made" and "failed". What was made is ended properly; the failure is what counts.
            let in_flight = exception::InFlight::put_aside();
            let ended = self.destroy(slot, made);
            in_flight.restore();
            ended?;
            return Err(Thrown::Exception);
        }
        Ok(Some(made))
    }

    fn destroy(&self, _slot: SlotId, mut resource: Value) -> Outcome {
        let Some(destructor) = self.functions.destructor else { return Ok(()) };
        let (pool, resource) = (self.pool.as_raw(), resource.as_mut_ptr());
        // SAFETY: the header's contract; the resource is dropped after the call, by us.
        guard(move || unsafe { destructor(pool, resource) })?;
        exception::check()
    }

    fn check(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        self.ask(self.functions.healthcheck, resource)
    }

    fn before_acquire(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        self.ask(self.functions.before_acquire, resource)
    }

    fn before_release(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        self.ask(self.functions.before_release, resource)
    }
}
