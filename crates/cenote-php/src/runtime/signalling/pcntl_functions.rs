//! The functions of pcntl by which a script sets its handlers, replaced: pcntl gets a closure of ours in place of each handler.

use super::{
    pcntl_handlers::{Registered, are_due, deliver, handlers, release_held, run_due},
    ticks,
};
use crate::zend::{
    Call, Callable, ClassRef, Thrown, Value, bailout, class, entry, exception, frame,
    globals::SetAtStart, guard, startup, sys,
};
use std::{cell::Cell, mem::MaybeUninit, rc::Rc};

type Function = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

const FUNCTIONS: [(&str, Function); 4] = [
    ("pcntl_signal", signal),
    ("pcntl_signal_get_handler", get_handler),
    ("pcntl_signal_dispatch", dispatch),
    ("pcntl_async_signals", async_signals),
];

const SIGNAL: usize = 0;

const GET_HANDLER: usize = 1;

const DISPATCH: usize = 2;

const ASYNC_SIGNALS: usize = 3;

static ORIGINALS: SetAtStart<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    SetAtStart::new([const { Cell::new(None) }; FUNCTIONS.len()]);

/// What the closures for pcntl are made of.
static DELEGATE: SetAtStart<Cell<*mut sys::zend_function>> =
    SetAtStart::new(Cell::new(std::ptr::null_mut()));

/// Module start-up. pcntl may be loaded after us.
pub(in crate::runtime) fn register() {
    startup::afterwards(|| {
        for ((name, ours), original) in FUNCTIONS.into_iter().zip(&*ORIGINALS) {
            let Some(function) = ClassRef::find_function(name) else { continue };
            // SAFETY: a function of an extension, whose entry lives as long as the process.
            unsafe {
                original.set((*function).internal_function.handler);
                (*function).internal_function.handler = Some(ours);
            }
        }
    });
    // SAFETY: an internal function with a name, a handler and its parameters, all of which are optional, is what the engine makes of an
    // entry without types; an engine with assertions calls none with more arguments than it has parameters.
    let function = unsafe {
        let mut parameters: [sys::zend_internal_arg_info; 2] = MaybeUninit::zeroed().assume_init();
        for (parameter, name) in parameters.iter_mut().zip([c"signal", c"siginfo"]) {
            parameter.name = name.as_ptr();
        }
        let mut function: sys::zend_internal_function = MaybeUninit::zeroed().assume_init();
        function.type_ = sys::ZEND_INTERNAL_FUNCTION as u8;
        function.handler = Some(entry::handler(deliver));
        function.function_name = class::interned(c"Async\\{signal handler}");
        function.num_args = parameters.len() as u32;
        function.arg_info = Box::leak(Box::new(parameters)).as_mut_ptr();
        function
    };
    // One for each start, as its name is.
    DELEGATE.set(Box::into_raw(Box::new(function)).cast());
}

/// # Safety
/// The frame and the result of a running call of that function.
unsafe fn call_original(which: usize, frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if let Some(original) = ORIGINALS[which].get() {
        // SAFETY: the engine's own handler with the engine's arguments. A jump out of it is resumed by the boundary.
        let _ = guard(move || unsafe { original(frame, result) });
    }
}

unsafe extern "C" fn signal(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        // SAFETY: the frame and the result of the running call.
        let call = unsafe { Call::from_raw(frame, result) };
        if call.count() < 2 {
            // SAFETY: the frame and the result of the running call.
            return unsafe { call_original(SIGNAL, frame, result) };
        }
        match handler_of(&call) {
            Err(_) => {}
            Ok(None) => {
                let signal = call.value(0).as_int();
                // SAFETY: the frame and the result of the running call.
                unsafe { call_original(SIGNAL, frame, result) };
                if let Some(signal) = signal.filter(|_| call.result_is_true()) {
                    let before = handlers(|all| all.registered.remove(&signal));
                    drop(before);
                }
            }
            // SAFETY: the frame and the result of the running call.
            Ok(Some(handler)) => unsafe { replace(&call, handler, frame, result) },
        }
    });
}

/// The handler that the script passes. `None`: it is none that can be called.
fn handler_of(call: &Call) -> Result<Option<Registered>, Thrown> {
    let value = call.value(1);
    if value.as_int().is_some() {
        return Ok(None);
    }
    let callable = match Callable::resolve(value.clone()) {
        Ok(callable) => callable,
        Err(Ok(problem)) => {
            // SAFETY: the engine's text, or null, which is ours.
            unsafe {
                if !problem.is_null() {
                    sys::cenote_free(problem.cast());
                }
            }
            return Ok(None);
        }
        Err(Err(thrown)) => return Err(thrown),
    };
    // SAFETY: the frame of a running call; the file name of live code.
    let (file, line) = unsafe {
        match frame::place_of((*call.frame()).prev_execute_data) {
            Some((file, line)) => (Some(Value::of_string(file)), line),
            None => (None, 0),
        }
    };
    Ok(Some(Registered { value, callable, file, line }))
}

/// `pcntl_signal()` with ours in place of the script's handler.
///
/// # Safety
/// The frame and the result of the running call.
unsafe fn replace(
    call: &Call,
    handler: Registered,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Ok(delegate) = delegate() else { return };
    let argument = call.raw_arg(1);
    let signal = call.value(0).as_int();
    // SAFETY: an argument of the running call, which the engine frees with the frame: it gets its own back.
    unsafe {
        let own = argument.replace(*delegate.as_ptr());
        call_original(SIGNAL, frame, result);
        argument.write(own);
    }
    if let Some(signal) = signal.filter(|_| !bailout::pending() && call.result_is_true()) {
        let before = handlers(|all| all.registered.insert(signal, Rc::new(handler)));
        drop(before);
        ticks::watch();
    }
}

fn delegate() -> Result<Value, Thrown> {
    if let Some(known) = handlers(|all| all.delegate.clone()) {
        return Ok(known);
    }
    let mut made = Value::undef();
    let (slot, function) = (made.as_mut_ptr(), DELEGATE.get());
    // SAFETY: an empty value, and a function that lives as long as the process.
    guard(move || unsafe {
        let nobody = std::ptr::null_mut();
        sys::zend_create_closure(slot, function, nobody, nobody, std::ptr::null_mut());
    })?;
    handlers(|all| all.delegate = Some(made.clone()));
    Ok(made)
}

unsafe extern "C" fn get_handler(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        // SAFETY: the frame and the result of the running call, which the function sets.
        let (mut call, returned) = unsafe {
            call_original(GET_HANDLER, frame, result);
            (Call::from_raw(frame, result), Value::take_from(result))
        };
        let delegate = handlers(|all| all.delegate.as_ref().and_then(Value::as_object));
        if delegate.is_none() || returned.as_object() != delegate {
            return call.returns(returned);
        }
        let handler = handlers(|all| all.registered.get(&call.value(0).as_int()?).cloned());
        // It was refused (SIGKILL cannot be caught), but pcntl has kept it.
        call.returns(handler.map_or(Value::int(0), |handler| handler.value.clone()));
    });
}

unsafe extern "C" fn dispatch(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        release_held();
        handlers(|all| all.dispatching += 1);
        // SAFETY: the frame and the result of the running call.
        unsafe { call_original(DISPATCH, frame, result) };
        handlers(|all| all.dispatching -= 1);
        if are_due() && !bailout::pending() && !exception::pending() {
            // SAFETY: the frame of a running call, and the one that it was called from.
            let _ = unsafe { run_due((*frame).prev_execute_data) };
        }
    });
}

unsafe extern "C" fn async_signals(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        // SAFETY: the frame and the result of the running call.
        let call = unsafe {
            call_original(ASYNC_SIGNALS, frame, result);
            Call::from_raw(frame, result)
        };
        if call.count() == 1 && !bailout::pending() && !exception::pending() {
            let on = call.value(0);
            if !on.is_null() {
                // SAFETY: a live value.
                let is_on = unsafe { sys::cenote_is_true(on.as_ptr()) };
                handlers(|all| all.asynchronous = is_on);
                if is_on {
                    release_held();
                }
            }
        }
    });
}
