//! Reading `zend_async_pool_options_t`.

use super::{abi::zend_async_pool_options_t, callbacks::Functions};
use crate::{
    pool::{Numbers, PoolSettings},
    zend::{ClassRef, Thrown, exception},
};
use std::ffi::c_void;

pub(super) struct Options {
    pub(super) settings: PoolSettings,
    pub(super) functions: Functions,
    pub(super) user_data: *mut c_void,
}

/// Reads and checks everything; what this cenote does not know must not have been set (SPEC 34.28).
///
/// # Safety
/// `options` is null or points to a struct of the size that its first member gives.
pub(super) unsafe fn read(options: *const zend_async_pool_options_t) -> Result<Options, Thrown> {
    const KNOWN: usize = size_of::<zend_async_pool_options_t>();
    if options.is_null() {
        return Err(refuse("must not be NULL"));
    }
    // SAFETY: the first member is always there.
    let size = unsafe { (*options).size };
    if size < KNOWN {
        return Err(refuse(&format!(
            "say size={size}, but version 1.0 has {KNOWN} bytes: start from ZEND_ASYNC_POOL_OPTIONS_INIT"
        )));
    }
    // SAFETY: by the contract there are `size` bytes.
    let newer =
        unsafe { std::slice::from_raw_parts(options.cast::<u8>().add(KNOWN), size - KNOWN) };
    if newer.iter().any(|&byte| byte != 0) {
        return Err(refuse("set a member that this cenote does not know: update cenote"));
    }
    // SAFETY: all of the known members are there.
    let options = unsafe { &*options };
    let Some(functions) = Functions::from_options(options) else {
        return Err(refuse("have no factory: it must not be NULL"));
    };
    let numbers = Numbers {
        min: options.min,
        max: options.max,
        times: [
            options.healthcheck_interval,
            options.acquire_timeout,
            options.max_lifetime,
            options.idle_timeout,
        ],
        max_waiters: options.max_waiters,
        recovery_limit: options.recovery_limit,
    };
    let settings = numbers.check().map_err(|invalid| {
        refuse(&format!("are out of range: {} {}", NAMES[invalid.position], invalid.problem))
    })?;
    let settings = PoolSettings { native: true, ..settings };
    Ok(Options { settings, functions, user_data: options.user_data })
}

/// The members in the order of [`Numbers`].
const NAMES: [&str; Numbers::COUNT] = [
    "min",
    "max",
    "healthcheck_interval",
    "acquire_timeout",
    "max_lifetime",
    "idle_timeout",
    "max_waiters",
    "recovery_limit",
];

#[cold]
fn refuse(problem: &str) -> Thrown {
    exception::throw(ClassRef::value_error(), &format!("The options of a new pool {problem}"))
}
