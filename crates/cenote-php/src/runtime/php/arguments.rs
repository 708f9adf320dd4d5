//! Arguments that many functions take.

use super::awaits::awaiting::Awaited;
use crate::{
    runtime::coroutines::coroutine::{Arguments, SpawnPoint, Work},
    zend::{Call, ClassRef, Outcome, Thrown, Value, frame},
};

/// The callable at `index`, with the arguments that follow it.
pub(super) fn task(call: &Call, index: u32) -> Result<Work, Thrown> {
    let callable = call.callable(index)?;
    let others = index + 1..call.count();
    let positional = if others.is_empty() {
        Vec::new()
    } else {
        others.map(|index| call.value(index)).collect()
    };
    Ok(Work::Php(callable, Arguments { positional, named: call.named_args().map(Box::new) }))
}

pub(super) fn no_arguments(call: &Call) -> Outcome {
    call.expect_args(0, 0)
}

/// Where the running function was called.
pub(super) fn spawn_point(call: &Call) -> SpawnPoint {
    // SAFETY: the frame of a running call.
    match unsafe { frame::place_of((*call.frame()).prev_execute_data) } {
        // SAFETY: the file name of live code.
        Some((file, line)) => SpawnPoint { file: Some(unsafe { Value::of_string(file) }), line },
        None => SpawnPoint { file: None, line: 0 },
    }
}

/// A switch that may be left out.
pub(super) fn flag(call: &Call, index: u32, default: bool) -> Result<bool, Thrown> {
    if index < call.count() { call.bool(index) } else { Ok(default) }
}

/// A token that may be left out.
pub(super) fn token_argument(
    call: &Call,
    index: u32,
    interface: ClassRef,
) -> Result<Option<Awaited>, Thrown> {
    match call.optional_object(index, interface)? {
        // SAFETY: an argument of that type, and each of the two interfaces is Awaitable.
        Some(object) => unsafe { Awaited::new(object) }.map(Some),
        None => Ok(None),
    }
}
