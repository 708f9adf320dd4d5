//! What is behind a `zend_async_pool_t *`.
//!
//! C code counts its references by ADDREF and DELREF; with the last one the pool is finished: closed, its strategy gone,
//! what is still out forgotten (SPEC 9.7). That may happen inside one of the pool's own callbacks, and a coroutine may wait
//! in an ACQUIRE meanwhile. So the memory has a count of its own: C's references together hold one share, each running
//! call and each callback holds another, and the callbacks of the [`Pool`] that does the work one, while there is one. The circle
//! C pool → pool → callbacks → C pool is opened when the pool is finished.
//!
//! A pool lives within one request. At the end of a request, what extensions have forgotten is finished; the pointer is
//! then good for DELREF only, and everything else is refused.

use super::{abi::zend_async_pool_t, callbacks::Functions, events::PoolWatch, strategy::Strategy};
use crate::{
    pool::{Pool, PoolSettings},
    zend::{Outcome, exception, globals::engine_local},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    ffi::c_void,
    rc::{Rc, Weak},
};

pub(super) struct CPool {
    pool: RefCell<Option<Rc<Pool>>>,
    user_data: *mut c_void,
    /// Those of C code.
    references: Cell<u32>,
    finishing: Cell<bool>,
    watch: Rc<PoolWatch>,
}

engine_local! {
    /// All pools of this request, by address.
    static LIVE: RefCell<BTreeMap<usize, Weak<CPool>>> = RefCell::new(BTreeMap::new());
}

impl CPool {
    /// A pool with its first resources. The one reference there is belongs to the caller.
    ///
    /// # Safety
    /// The header's contract: C functions that may be called for as long as the pool lives.
    pub(super) unsafe fn create(
        settings: PoolSettings,
        functions: Functions,
        user_data: *mut c_void,
    ) -> Result<*mut zend_async_pool_t, crate::zend::Thrown> {
        let this = Rc::new(CPool {
            pool: RefCell::new(None),
            user_data,
            references: Cell::new(1),
            finishing: Cell::new(false),
            watch: Rc::default(),
        });
        let pool = Pool::new(settings, Box::new(functions.of(&this)));
        *this.pool.borrow_mut() = Some(Rc::clone(&pool));
        this.watch.begin(&pool);
        LIVE.borrow_mut().insert(this.address(), Rc::downgrade(&this));
        // The factory sees the pool's user data in its first call (SPEC 34.15).
        if let Err(thrown) = pool.prewarm() {
            this.finish();
            return Err(thrown);
        }
        Ok(Rc::into_raw(this).cast_mut().cast())
    }

    /// The pool behind C's pointer, with a share of its own.
    ///
    /// # Safety
    /// `raw` came from [`CPool::create`], and C code holds a reference.
    #[inline]
    pub(super) unsafe fn share(raw: *const zend_async_pool_t) -> Rc<CPool> {
        let pool: *const CPool = raw.cast();
        // SAFETY: C's references hold one share, so the memory is there; the new share is the result's.
        unsafe {
            Rc::increment_strong_count(pool);
            Rc::from_raw(pool)
        }
    }

    /// The pool behind C's pointer, for a look.
    ///
    /// # Safety
    /// `raw` came from [`CPool::create`], and C code holds a reference, and goes on holding it while the result is used.
    #[inline]
    pub(super) unsafe fn borrow<'a>(raw: *const zend_async_pool_t) -> &'a CPool {
        // SAFETY: C's references hold one share, so the memory is there.
        unsafe { &*raw.cast::<CPool>() }
    }

    /// The pointer that C code knows it by.
    pub(super) fn as_raw(self: &Rc<Self>) -> *mut zend_async_pool_t {
        Rc::as_ptr(self).cast_mut().cast()
    }

    fn address(self: &Rc<Self>) -> usize {
        Rc::as_ptr(self).addr()
    }

    /// `None`: the pool is finished.
    #[inline]
    pub(super) fn pool(&self) -> Option<Rc<Pool>> {
        self.pool.borrow().clone()
    }

    pub(super) fn user_data(&self) -> *mut c_void {
        self.user_data
    }

    pub(super) fn add_reference(&self) {
        self.references.set(self.references.get() + 1);
    }

    /// Gives up one of C's references, and with the last one the share that they hold.
    ///
    /// # Safety
    /// As [`CPool::share`]; with the last reference the pointer is dead.
    pub(super) unsafe fn drop_reference(raw: *mut zend_async_pool_t) {
        // SAFETY: by the contract.
        let pool = unsafe { CPool::share(raw) };
        let left = pool.references.get().checked_sub(1);
        pool.references.set(left.unwrap_or(0));
        if left == Some(0) {
            pool.finish();
            // A callback may have taken a new reference meanwhile, which then holds the share.
            if pool.references.get() == 0 {
                // SAFETY: this is the share that C's references held.
                drop(unsafe { Rc::from_raw(raw.cast_const().cast::<CPool>()) });
            }
        }
    }

    /// Ends the pool. Exceptions of destructors stay pending.
    fn finish(self: &Rc<Self>) {
        if self.finishing.replace(true) {
            return;
        }
        if let Some(pool) = self.pool() {
            let in_flight = exception::InFlight::put_aside();
            let _: Outcome = pool.close();
            pool.replace_judge(None);
            // What an event's callback raises is pending as well.
            let _ = self.watch.tell_closed();
            in_flight.restore();
            pool.abandon();
        }
        let pool = self.pool.take();
        drop(pool);
        LIVE.borrow_mut().remove(&self.address());
    }

    /// The events that listen to it.
    pub(super) fn watch(&self) -> &Rc<PoolWatch> {
        &self.watch
    }

    /// ZEND_ASYNC_POOL_CLOSE.
    pub(super) fn close(&self) -> Outcome {
        let Some(pool) = self.pool() else { return Ok(()) };
        let closed = pool.close();
        let told = self.watch.tell_closed();
        closed.and(told)
    }

    /// Sets or removes the strategy.
    pub(super) fn set_strategy(self: &Rc<Self>, strategy: Option<Strategy>) {
        if let Some(pool) = self.pool() {
            pool.replace_judge(strategy.map(|strategy| Rc::new(strategy) as _));
        }
    }
}

/// The request ends; what is left was forgotten by its owners.
pub(crate) fn end_request() {
    let live = LIVE.take();
    for pool in live.into_values().filter_map(|pool| pool.upgrade()) {
        pool.finish();
    }
    super::events::end_request();
}
