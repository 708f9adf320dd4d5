//! Reading `zend_async_pool_options_t`.

use super::{abi::zend_async_pool_options_t, callbacks::Functions, messages};
use crate::{
    pool::{Numbers, PoolSettings},
    zend::{ClassRef, Message, Thrown, exception},
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
        return Err(refuse(&messages::NO_OPTIONS));
    }
    // SAFETY: the first member is always there.
    let size = unsafe { (*options).size };
    if size < KNOWN {
        return Err(refuse(&messages::options_too_small(size, KNOWN)));
    }
    // SAFETY: by the contract there are `size` bytes.
    let newer =
        unsafe { std::slice::from_raw_parts(options.cast::<u8>().add(KNOWN), size - KNOWN) };
    if newer.iter().any(|&byte| byte != 0) {
        return Err(refuse(&messages::UNKNOWN_OPTION));
    }
    // SAFETY: all of the known members are there.
    let options = unsafe { &*options };
    let Some(functions) = Functions::from_options(options) else {
        return Err(refuse(&messages::NO_FACTORY));
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
        refuse(&messages::options_out_of_range(NAMES[invalid.position], &invalid.problem))
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
fn refuse(message: &Message) -> Thrown {
    exception::throw(ClassRef::value_error(), message)
}
