//! The constructor's arguments (SPEC 3.1, 3.2).

use super::callables::Callables;
use crate::{
    pool::{messages, resource_pool::PoolSettings},
    runtime,
    zend::{Call, Message, Param, Signature, Thrown, Type, exception},
};
use cenote_core::{IdleOrder, Settings};
use std::time::Duration;

const OPTIONAL_CALLABLE: Type = Type::CALLABLE.or_null();

pub(in crate::pool) const SIGNATURE: Signature = Signature::new(
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
const TIMES: usize = (MAX_WAITERS - FIRST_TIME) as usize;

/// Reads and checks all arguments. Types come before values, as everywhere in PHP.
pub(in crate::pool) fn read(call: &Call) -> Result<(PoolSettings, Callables), Thrown> {
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
    let mut times = [0; TIMES];
    for (time, index) in times.iter_mut().zip(FIRST_TIME..) {
        *time = call.int_or(index, 0)?;
    }
    let max_waiters = call.int_or(MAX_WAITERS, 0)?;
    let recovery_limit = call.int_or(RECOVERY_LIMIT, 1)?;

    let numbers = Numbers { min, max, times, max_waiters, recovery_limit };
    let settings = numbers.check().map_err(|invalid| {
        let position = MIN + invalid.position as u32;
        exception::argument_value_error(position + 1, &invalid.problem)
    })?;
    Ok((settings, callables))
}

/// The numbers of a new pool, no matter who makes it, as given.
pub(crate) struct Numbers {
    pub(crate) min: i64,
    pub(crate) max: i64,
    /// Milliseconds: between health rounds, to wait, of age, of idleness.
    pub(crate) times: [i64; TIMES],
    pub(crate) max_waiters: i64,
    pub(crate) recovery_limit: i64,
}

/// A number that is out of range, by its position in [`Numbers`].
pub(crate) struct Invalid {
    pub(crate) position: usize,
    pub(crate) problem: Message,
}

impl Numbers {
    pub(crate) const COUNT: usize = 4 + TIMES;

    /// The settings of a PHP pool with these numbers.
    pub(crate) fn check(&self) -> Result<PoolSettings, Invalid> {
        at_least(0, self.min, 0)?;
        at_least(1, self.max, 1)?;
        if self.min > self.max {
            return Err(Invalid { position: 0, problem: messages::MIN_ABOVE_MAX });
        }
        for (time, position) in self.times.into_iter().zip(2..) {
            at_least(position, time, 0)?;
        }
        at_least(Self::COUNT - 2, self.max_waiters, 0)?;
        at_least(Self::COUNT - 1, self.recovery_limit, 1)?;

        let [interval, acquire_timeout, lifetime, idle_timeout] =
            self.times.map(|time| Duration::from_millis(time.unsigned_abs()));
        Ok(PoolSettings {
            core: Settings {
                min: to_count(self.min),
                max: to_count(self.max),
                idle_order: IdleOrder::Fifo,
                max_waiters: to_count(self.max_waiters),
                recovery_limit: to_count(self.recovery_limit),
                lifetime,
                idle_timeout,
                round_interval: interval,
                seed: runtime::precise_now().0,
                ..Settings::default()
            },
            acquire_timeout: (!acquire_timeout.is_zero()).then_some(acquire_timeout),
            by_value: true,
            native: false,
        })
    }
}

fn at_least(position: usize, value: i64, bound: i64) -> Result<(), Invalid> {
    if value >= bound {
        return Ok(());
    }
    Err(Invalid { position, problem: crate::zend::messages::at_least(bound) })
}

pub(in crate::pool) fn to_count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
