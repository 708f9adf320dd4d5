//! The breaker's types as PHP sees them (SPEC 2.5, 2.6).

use crate::{
    pool::resource_pool::Pool,
    zend::{
        ClassBuilder, ClassRef, Object, Param, Signature, Thrown, Type, enumeration,
        started::PerStart,
    },
};
use cenote_core::{BreakerState, Core};
use std::ffi::CStr;

pub(in crate::pool) struct Types {
    pub(in crate::pool) breaker: ClassRef,
    pub(in crate::pool) strategy: ClassRef,
    state: ClassRef,
}

static TYPES: PerStart<Types> = PerStart::new();

const STATE: &CStr = c"Async\\CircuitBreakerState";
const ACTIVE: &CStr = c"ACTIVE";
const INACTIVE: &CStr = c"INACTIVE";
const RECOVERING: &CStr = c"RECOVERING";

pub(in crate::pool) const NO_ARGS_VOID: Signature = Signature::new(&[], Type::VOID);
pub(in crate::pool) const GET_STATE: Signature = Signature::new(&[], Type::object(STATE));
pub(in crate::pool) const REPORT_SUCCESS: Signature =
    Signature::new(&[Param::required(c"source", Type::MIXED)], Type::VOID);
pub(in crate::pool) const REPORT_FAILURE: Signature = Signature::new(
    &[
        Param::required(c"source", Type::MIXED),
        Param::required(c"error", Type::object(c"Throwable")),
    ],
    Type::VOID,
);

pub(in crate::pool) fn register() {
    let breaker = ClassBuilder::new(c"Async\\CircuitBreaker")
        .abstract_method(c"activate", NO_ARGS_VOID)
        .abstract_method(c"deactivate", NO_ARGS_VOID)
        .abstract_method(c"recover", NO_ARGS_VOID)
        .abstract_method(c"getState", GET_STATE)
        .register_interface();
    let strategy = ClassBuilder::new(c"Async\\CircuitBreakerStrategy")
        .abstract_method(c"reportSuccess", REPORT_SUCCESS)
        .abstract_method(c"reportFailure", REPORT_FAILURE)
        .register_interface();
    let state = enumeration::register(STATE, &[ACTIVE, INACTIVE, RECOVERING]);
    TYPES.set(Types { breaker, strategy, state });
}

pub(in crate::pool) fn types() -> &'static Types {
    TYPES.get().expect("classes are registered at module start-up")
}

/// The enum case for a state.
pub(in crate::pool) fn state_case(state: BreakerState) -> Result<Object, Thrown> {
    let name = match state {
        BreakerState::Active => ACTIVE,
        BreakerState::Inactive => INACTIVE,
        BreakerState::Recovering => RECOVERING,
    };
    enumeration::case(types().state, name)
}

impl Pool {
    /// activate(), deactivate() and recover() (SPEC 14.1).
    pub(crate) fn set_breaker(&self, state: BreakerState) {
        match state {
            BreakerState::Active => self.step(Core::activate),
            BreakerState::Inactive => self.step(Core::deactivate),
            BreakerState::Recovering => self.step(Core::recover),
        }
    }
}
