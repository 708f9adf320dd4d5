//! The engine's `ob_…` functions in a coroutine that was spawned while somebody else's output buffer was active. Its output goes there,
//! but the buffer is not its own: the functions see and touch its own ones only (SPEC 47.1).

use super::messages;
use crate::{
    runtime::engine::output,
    zend::{
        Array, Call, ClassRef, Outcome, Thrown, Value,
        array::{self, Key},
        entry, exception,
        globals::SetAtStart,
        sys,
    },
};
use std::cell::Cell;

/// What a function returns if there is no buffer.
#[derive(Clone, Copy)]
enum Without {
    /// `false`, after a notice of what could not be done, and of what there was nothing to do to.
    Notice(&'static str, &'static str),
    False,
    Zero,
    Empty,
}

use Without::{Empty, False, Notice, Zero};

const FUNCTIONS: [(&str, Without); 11] = [
    ("ob_clean", Notice("delete", "delete")),
    ("ob_end_clean", Notice("delete", "delete")),
    ("ob_end_flush", Notice("delete and flush", "delete or flush")),
    ("ob_flush", Notice("flush", "flush")),
    ("ob_get_flush", Notice("delete and flush", "delete or flush")),
    ("ob_get_clean", False),
    ("ob_get_contents", False),
    ("ob_get_length", False),
    ("ob_get_level", Zero),
    ("ob_get_status", Empty),
    ("ob_list_handlers", Empty),
];

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

static ORIGINALS: SetAtStart<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    SetAtStart::new([const { Cell::new(None) }; FUNCTIONS.len()]);

/// After all extensions have started.
pub(in crate::runtime) fn wrap_functions() {
    macro_rules! handlers {
        ($($index:literal)*) => { [$(run::<$index> as Handler),*] };
    }
    let ours: [Handler; FUNCTIONS.len()] = handlers!(0 1 2 3 4 5 6 7 8 9 10);
    for (((name, _), ours), original) in FUNCTIONS.into_iter().zip(ours).zip(&*ORIGINALS) {
        if let Some(function) = ClassRef::find_function(name) {
            // SAFETY: a function of the engine, whose entry lives as long as its table.
            unsafe { original.set((*function).internal_function.handler.replace(ours)) };
        }
    }
}

unsafe extern "C" fn run<const FUNCTION: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let (name, without) = FUNCTIONS[FUNCTION];
    let own = output::own_depth_of_heir();
    let mut is_answered = false;
    if own == Some(0) {
        entry::boundary(|| {
            // SAFETY: the handler that runs.
            let mut call = unsafe { Call::from_raw(frame, result) };
            // A wrong number of arguments is for the engine to refuse.
            is_answered = call.count() <= u32::from(name == "ob_get_status");
            if is_answered {
                // What is thrown is pending.
                let _ = answer(&mut call, name, without);
            }
        });
    }
    let Some(original) = ORIGINALS[FUNCTION].get().filter(|_| !is_answered) else { return };
    // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing of ours on the way.
    unsafe { original(frame, result) };
    if own.is_some() && !is_answered {
        // SAFETY: the slot of the result, which the engine has written.
        entry::boundary(|| unsafe {
            let told = Value::take_from(result);
            if let Ok(own) = without_inherited(&told, without) {
                own.unwrap_or(told).write_to(result);
            }
        });
    }
}

fn answer(call: &mut Call, name: &str, without: Without) -> Outcome {
    let result = match without {
        Notice(what, to_what) => {
            exception::notice(&messages::no_buffer(name, what, to_what))?;
            Value::bool(false)
        }
        False => Value::bool(false),
        Zero => Value::int(0),
        Empty => Value::array(Array::with_capacity(0)?),
    };
    call.returns(result);
    Ok(())
}

/// What the engine has told of the whole stack, without the buffer at its bottom. `None`: that is not in it.
fn without_inherited(told: &Value, without: Without) -> Result<Option<Value>, Thrown> {
    match (without, told.as_int(), told.as_array()) {
        (Zero, Some(level), _) => Ok(Some(Value::int(level - 1))),
        (Empty, _, Some(table)) => {
            // SAFETY: the table of a live array.
            let entries = unsafe { array::entries(table) };
            let is_list = matches!(entries.first(), Some((Key::Index(0), _)));
            let mut own = Array::with_capacity(entries.len())?;
            for (key, value) in entries.into_iter().skip(usize::from(is_list)) {
                match (is_list, value.as_array()) {
                    (true, Some(status)) => {
                        // SAFETY: the table of an array that `entries` has copied, which lives as long as `value`.
                        own.push(one_less(unsafe { array::entries(status) })?)?;
                    }
                    (true, None) => own.push(value)?,
                    (false, _) => set_status(&mut own, &key, value)?,
                }
            }
            Ok(Some(Value::array(own)))
        }
        _ => Ok(None),
    }
}

/// The status of a buffer, with its level among the coroutine's own.
fn one_less(status: Vec<(Key, Value)>) -> Result<Value, Thrown> {
    let mut own = Array::with_capacity(status.len())?;
    for (key, value) in status {
        set_status(&mut own, &key, value)?;
    }
    Ok(Value::array(own))
}

fn set_status(status: &mut Array, key: &Key, value: Value) -> Outcome {
    let is_level = matches!(key, Key::Name(name) if name == b"level");
    let level = value.as_int().filter(|_| is_level);
    status.set(key, level.map_or(value, |level| Value::int(level - 1)))
}
