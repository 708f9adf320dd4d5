//! The constructor's arguments (SPEC 3.1, 3.2).

use super::{callables::Callables, engine::PoolSettings};
use crate::{
    runtime,
    zend::{Call, Param, Signature, Thrown, Type, exception},
};
use cenote_core::{IdleOrder, Settings};
use std::time::Duration;

const OPTIONAL_CALLABLE: Type = Type::CALLABLE.or_null();

pub(super) const SIGNATURE: Signature = Signature::new(
    &[
        Param::required(c"factory", Type::CALLABLE),
        Param::optional(c"destructor", OPTIONAL_CALLABLE, c"null"),
        Param::optional(c"healthcheck", OPTIONAL_CALLABLE, c"null"),
        Param::optional(c"beforeAcquire", OPTIONAL_CALLABLE, c"null"),
        Param::optional(c"beforeRelease", OPTIONAL_CALLABLE, c"null"),
        Param::optional(c"min", Type::INT, c"0"),
        Param::optional(c"max", Type::INT, c"10"),
        Param::optional(c"healthcheckInterval", Type::INT, c"0"),
        Param::optional(c"acquireTimeout", Type::INT, c"0"),
        Param::optional(c"maxLifetime", Type::INT, c"0"),
        Param::optional(c"idleTimeout", Type::INT, c"0"),
        Param::optional(c"maxWaiters", Type::INT, c"0"),
        Param::optional(c"recoveryLimit", Type::INT, c"1"),
    ],
    Type::NONE,
);

/// The integer arguments, by their position (from 0).
const MIN: u32 = 5;
const MAX: u32 = 6;
const FIRST_TIME: u32 = 7;
const MAX_WAITERS: u32 = 11;
const RECOVERY_LIMIT: u32 = 12;

/// Reads and checks all arguments. Types come before values, as everywhere in PHP.
pub(super) fn read(call: &Call) -> Result<(PoolSettings, Callables), Thrown> {
    call.expect_args(1, 13)?;
    let callables = Callables {
        factory: call.callable(0)?,
        destructor: call.optional_callable(1)?,
        healthcheck: call.optional_callable(2)?,
        before_acquire: call.optional_callable(3)?,
        before_release: call.optional_callable(4)?,
    };
    let min = call.int_or(MIN, 0)?;
    let max = call.int_or(MAX, 10)?;
    let mut times = [0; (MAX_WAITERS - FIRST_TIME) as usize];
    for (time, index) in times.iter_mut().zip(FIRST_TIME..) {
        *time = call.int_or(index, 0)?;
    }
    let max_waiters = call.int_or(MAX_WAITERS, 0)?;
    let recovery_limit = call.int_or(RECOVERY_LIMIT, 1)?;

    at_least(MIN, min, 0)?;
    at_least(MAX, max, 1)?;
    if min > max {
        return Err(exception::argument_value_error(MIN + 1, "must be <= max"));
    }
    for (time, index) in times.into_iter().zip(FIRST_TIME..) {
        at_least(index, time, 0)?;
    }
    at_least(MAX_WAITERS, max_waiters, 0)?;
    at_least(RECOVERY_LIMIT, recovery_limit, 1)?;

    let [interval, acquire_timeout, lifetime, idle_timeout] =
        times.map(|time| Duration::from_millis(time.unsigned_abs()));
    let settings = PoolSettings {
        core: Settings {
            min: to_count(min),
            max: to_count(max),
            idle_order: IdleOrder::Fifo,
            max_waiters: to_count(max_waiters),
            recovery_limit: to_count(recovery_limit),
            lifetime,
            idle_timeout,
            round_interval: interval,
            seed: runtime::precise_now().0,
            ..Settings::default()
        },
        acquire_timeout: (!acquire_timeout.is_zero()).then_some(acquire_timeout),
        by_value: true,
    };
    Ok((settings, callables))
}

fn at_least(index: u32, value: i64, bound: i64) -> Result<(), Thrown> {
    if value >= bound {
        return Ok(());
    }
    Err(exception::argument_value_error(index + 1, &format!("must be >= {bound}")))
}

fn to_count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
