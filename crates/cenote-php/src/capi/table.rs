//! The function table, and the door for calls from C.
//!
//! Every function comes in through [`enter`]: a panic goes no further, and a fatal error that was caught on the way goes on
//! when no Rust frame is left, by a jump over the caller's C frames, as from any function of the engine.

use super::{
    abi::{
        ZEND_ASYNC_CIRCUIT_ACTIVE, ZEND_ASYNC_CIRCUIT_INACTIVE, ZEND_ASYNC_CIRCUIT_RECOVERING,
        ZEND_ASYNC_POOL_API_MAGIC, ZEND_ASYNC_POOL_API_MAJOR, ZEND_ASYNC_POOL_API_MINOR,
        zend_async_circuit_breaker_strategy_t, zend_async_circuit_state_t, zend_async_pool_api_t,
        zend_async_pool_info_t, zend_async_pool_options_t, zend_async_pool_t,
    },
    coroutine, event_table, messages, options,
    pool::CPool,
    strategy::Strategy,
};
use crate::{
    pool::{self, Failed, Lease, Limit, Pool, pool_closed},
    zend::{Outcome, Thrown, Tracer, Value, entry, exception, sys},
};
use cenote_core::{BreakerState, Core};
use std::{
    ffi::c_void,
    mem::{MaybeUninit, offset_of},
    rc::Rc,
    time::Duration,
};

/// What dependent extensions look up, by this name, in the loaded module (SPEC 31.1).
#[unsafe(export_name = "cenote_async_pool_api")]
static TABLE: zend_async_pool_api_t = zend_async_pool_api_t {
    magic: ZEND_ASYNC_POOL_API_MAGIC,
    major: ZEND_ASYNC_POOL_API_MAJOR as u16,
    minor: ZEND_ASYNC_POOL_API_MINOR as u16,
    size: size_of::<zend_async_pool_api_t>(),
    create: Some(create),
    wrapper: Some(wrapper),
    acquire: Some(acquire),
    try_acquire: Some(try_acquire),
    release: Some(release),
    close: Some(close),
    set_strategy: Some(set_strategy),
    set_state: Some(set_state),
    addref: Some(addref),
    delref: Some(delref),
    info: Some(info),
    user_data: Some(user_data),
    gc: Some(gc),
    coroutine_id: Some(coroutine_id),
    at_coroutine_end: Some(at_coroutine_end),
    pool_event: Some(event_table::pool_event),
    timer_event: Some(event_table::timer_event),
    event_add_callback: Some(event_table::add_callback),
    event_del_callback: Some(event_table::del_callback),
    event_start: Some(event_table::start),
    event_stop: Some(event_table::stop),
    event_dispose: Some(event_table::dispose),
    event_wait: Some(event_table::wait),
};

/// The version of the API, for `phpinfo()`.
pub(crate) fn version() -> String {
    format!("{}.{}", TABLE.major, TABLE.minor)
}

/// Runs the body of a call from C; `failed` is what it returns with an exception set.
#[inline]
pub(super) fn enter<T>(failed: T, body: impl FnOnce() -> Result<T, Thrown>) -> T {
    let mut result = failed;
    entry::boundary(|| {
        if let Ok(returned) = body() {
            result = returned;
        }
    });
    result
}

/// As [`enter`], for what cannot fail otherwise than by an exception.
pub(super) fn enter_void(body: impl FnOnce() -> Outcome) {
    enter((), body);
}

/// The pool behind a pointer, if it is not finished. It keeps the pool's memory as well, by way of its callbacks.
///
/// # Safety
/// C code holds a reference to the pool.
#[inline]
unsafe fn open(pool: *mut zend_async_pool_t) -> Result<Rc<Pool>, Thrown> {
    // SAFETY: by the contract.
    unsafe { CPool::borrow(pool) }.pool().ok_or_else(pool_closed)
}

/// A new reference for the caller.
unsafe extern "C" fn create(given: *const zend_async_pool_options_t) -> *mut zend_async_pool_t {
    enter(std::ptr::null_mut(), || {
        // SAFETY: the header's contract, for the options and for the functions in them.
        unsafe {
            let options = options::read(given)?;
            CPool::create(options.settings, options.functions, options.user_data)
        }
    })
}

/// A new reference for the caller.
unsafe extern "C" fn wrapper(pool: *mut zend_async_pool_t) -> *mut sys::zend_object {
    enter(std::ptr::null_mut(), || {
        // SAFETY: C code holds a reference.
        let pool = unsafe { open(pool) }?;
        Ok(pool::view_of(&pool)?.into_raw())
    })
}

/// The copy in `result` belongs to the caller, the resource to the pool.
unsafe extern "C" fn acquire(
    pool: *mut zend_async_pool_t,
    result: *mut sys::zval,
    timeout: sys::zend_long,
) -> bool {
    // SAFETY: the header's contract: C code holds a reference, and `result` is writable.
    unsafe {
        hand_out(pool, result, |pool, slot| match pool.acquire(limit(timeout)?) {
            Ok(lease) => Ok(fill(slot, lease)),
            Err(Failed::Denied(denied)) => Err(denied.throw()),
            Err(Failed::Thrown(thrown)) => Err(thrown),
        })
    }
}

/// As `acquire`.
unsafe extern "C" fn try_acquire(pool: *mut zend_async_pool_t, result: *mut sys::zval) -> bool {
    // SAFETY: the header's contract: C code holds a reference to the pool, and the result is a writable zval.
    unsafe {
        hand_out(pool, result, |pool, slot| {
            Ok(pool.try_acquire()?.is_some_and(|lease| fill(slot, lease)))
        })
    }
}

/// # Safety
/// C code holds a reference to the pool; `result` is writable.
#[inline]
unsafe fn hand_out(
    pool: *mut zend_async_pool_t,
    result: *mut sys::zval,
    take: impl FnOnce(&Pool, &mut MaybeUninit<Value>) -> Result<bool, Thrown>,
) -> bool {
    // SAFETY: by the contract; a zval and a `Value` are the same. What was in there was not initialised.
    let slot = unsafe { &mut *result.cast::<MaybeUninit<Value>>() };
    slot.write(Value::undef());
    enter(false, || {
        // SAFETY: by the contract.
        let pool = unsafe { open(pool) }?;
        take(&pool, slot)
    })
}

#[inline]
fn fill(slot: &mut MaybeUninit<Value>, lease: Lease) -> bool {
    let Lease { resource, .. } = lease;
    slot.write(resource);
    true
}

fn limit(timeout: sys::zend_long) -> Result<Limit, Thrown> {
    match timeout {
        0 => Ok(Limit::Endless),
        // ZEND_ASYNC_POOL_TIMEOUT_OF_POOL
        sys::zend_long::MAX => Ok(Limit::OfPool),
        timeout => match u64::try_from(timeout) {
            Ok(timeout) => Ok(Limit::Within(Duration::from_millis(timeout))),
            Err(_) => Err(negative_timeout(timeout)),
        },
    }
}

#[cold]
fn negative_timeout(timeout: sys::zend_long) -> Thrown {
    exception::throw(crate::zend::ClassRef::value_error(), &messages::negative_timeout(timeout))
}

/// Borrows `resource`.
unsafe extern "C" fn release(pool: *mut zend_async_pool_t, resource: *mut sys::zval) -> bool {
    enter(false, || {
        // SAFETY: C code holds a reference.
        let pool = unsafe { open(pool) }?;
        // SAFETY: the caller's zval is initialised. A copy, because it may be gone after a hook has waited.
        let resource = unsafe { Value::copy_of(resource) };
        pool.release_value(&resource)?;
        Ok(true)
    })
}

unsafe extern "C" fn close(pool: *mut zend_async_pool_t) {
    enter_void(|| {
        // SAFETY: C code holds a reference.
        let pool = unsafe { CPool::share(pool) };
        pool.close()
    });
}

/// Copies the struct; its context stays the caller's until `dtor`.
unsafe extern "C" fn set_strategy(
    pool: *mut zend_async_pool_t,
    strategy: *const zend_async_circuit_breaker_strategy_t,
) {
    enter_void(|| {
        // SAFETY: C code holds a reference.
        let _pool = unsafe { open(pool) }?;
        // SAFETY: C code holds a reference.
        let pool = unsafe { CPool::share(pool) };
        // SAFETY: the header's contract: null, or a whole struct.
        let strategy = unsafe { strategy.as_ref() };
        // SAFETY: the header's contract, for the functions in it.
        let strategy = strategy.map(|&functions| unsafe { Strategy::new(functions, &pool) });
        pool.set_strategy(strategy);
        exception::check()
    });
}

unsafe extern "C" fn set_state(pool: *mut zend_async_pool_t, state: zend_async_circuit_state_t) {
    enter_void(|| {
        // SAFETY: C code holds a reference.
        let pool = unsafe { open(pool) }?;
        pool.set_breaker(match state {
            ZEND_ASYNC_CIRCUIT_ACTIVE => BreakerState::Active,
            ZEND_ASYNC_CIRCUIT_INACTIVE => BreakerState::Inactive,
            ZEND_ASYNC_CIRCUIT_RECOVERING => BreakerState::Recovering,
            unknown => {
                let problem = messages::no_breaker_state(unknown);
                return Err(exception::throw(crate::zend::ClassRef::value_error(), &problem));
            }
        });
        Ok(())
    });
}

unsafe extern "C" fn addref(pool: *mut zend_async_pool_t) {
    // SAFETY: C code holds a reference.
    unsafe { CPool::share(pool) }.add_reference();
}

/// Takes one reference over.
unsafe extern "C" fn delref(pool: *mut zend_async_pool_t) {
    enter_void(|| {
        // SAFETY: C code holds the reference that it gives up.
        unsafe { CPool::drop_reference(pool) };
        Ok(())
    });
}

/// A finished pool is closed and empty.
unsafe extern "C" fn info(pool: *const zend_async_pool_t, info: *mut zend_async_pool_info_t) {
    enter_void(|| {
        // SAFETY: C code holds a reference.
        let pool = unsafe { CPool::share(pool) }.pool();
        let mut now = zend_async_pool_info_t {
            // SAFETY: the caller has set the size.
            size: unsafe { (*info).size },
            min: 0,
            max: 0,
            count: 0,
            idle_count: 0,
            active_count: 0,
            waiting_count: 0,
            state: ZEND_ASYNC_CIRCUIT_ACTIVE,
            closed: true,
        };
        if let Some(pool) = pool {
            pool.look(|core| describe(core, &mut now));
        }
        // A caller built with an older header has room for less.
        let length = now.size.min(size_of::<zend_async_pool_info_t>());
        debug_assert!(length >= offset_of!(zend_async_pool_info_t, closed));
        // SAFETY: the caller's struct has that many bytes, and ours has them too.
        unsafe {
            std::ptr::copy_nonoverlapping((&raw const now).cast::<u8>(), info.cast(), length)
        };
        Ok(())
    });
}

fn describe(core: &Core, info: &mut zend_async_pool_info_t) {
    info.min = core.settings().min;
    info.max = core.settings().max;
    info.count = core.total();
    info.idle_count = core.idle();
    info.active_count = core.active();
    info.waiting_count = core.waiting();
    info.state = match core.breaker_state() {
        BreakerState::Active => ZEND_ASYNC_CIRCUIT_ACTIVE,
        BreakerState::Inactive => ZEND_ASYNC_CIRCUIT_INACTIVE,
        BreakerState::Recovering => ZEND_ASYNC_CIRCUIT_RECOVERING,
    };
    info.closed = core.is_closed();
}

/// The pointer stays the extension's.
unsafe extern "C" fn user_data(pool: *const zend_async_pool_t) -> *mut c_void {
    // SAFETY: C code holds a reference.
    unsafe { CPool::share(pool) }.user_data()
}

/// Adds no references: the collector counts what is there.
unsafe extern "C" fn gc(pool: *mut zend_async_pool_t, buffer: *mut sys::zend_get_gc_buffer) {
    enter_void(|| {
        // SAFETY: C code holds a reference; the collector's buffer is good for the length of its call.
        unsafe {
            if let Some(pool) = CPool::share(pool).pool() {
                pool.trace(&mut Tracer::new(buffer));
            }
        }
        Ok(())
    });
}

unsafe extern "C" fn coroutine_id() -> u64 {
    coroutine::id()
}

/// `data` stays the caller's until the hook runs.
unsafe extern "C" fn at_coroutine_end(
    hook: Option<unsafe extern "C" fn(*mut c_void)>,
    data: *mut c_void,
) -> bool {
    // SAFETY: the header's contract.
    hook.is_some_and(|hook| enter(false, || Ok(unsafe { coroutine::at_end(hook, data) })))
}
