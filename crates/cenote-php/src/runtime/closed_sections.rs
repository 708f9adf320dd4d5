//! Where nobody may switch because the engine is in the middle of something that exists only once (SPEC 30.12): the
//! compiler with its scanner, the scanner of ini files, the order of an `array_multisort()`, a regular expression of
//! mbstring. User code runs there too: error handlers, output callbacks, `__toString()`.
//!
//! A user's Fiber that is suspended in one of them has left it to be used by others, as on stock PHP. So that is refused once
//! there are coroutines.

use crate::zend::{ClassRef, bailout, globals::EngineLocal, guard, started::Hook, sys};
use std::cell::Cell;

/// How many of them are open in what runs now, and in the Fibers and the coroutine that resumed it.
static OPEN: EngineLocal<Cell<u32>> = EngineLocal::new(Cell::new(0));
/// How many of those are of the running Fiber, or of the coroutine outside of all Fibers.
static OWN: EngineLocal<Cell<u32>> = EngineLocal::new(Cell::new(0));

/// Functions that are such a section from beginning to end.
const FUNCTIONS: [&str; 8] = [
    "array_multisort",
    "highlight_file",
    "highlight_string",
    "mb_ereg_replace_callback",
    "parse_ini_file",
    "parse_ini_string",
    "php_strip_whitespace",
    "show_source",
];

static ORIGINALS: EngineLocal<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    EngineLocal::new([const { Cell::new(None) }; FUNCTIONS.len()]);

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);
type CompileFile =
    unsafe extern "C" fn(*mut sys::zend_file_handle, std::ffi::c_int) -> *mut sys::zend_op_array;
type CompileString = unsafe extern "C" fn(
    *mut sys::zend_string,
    *const std::ffi::c_char,
    sys::zend_compile_position,
) -> *mut sys::zend_op_array;

static COMPILE_FILE: EngineLocal<Hook<CompileFile>> = EngineLocal::new(Hook::new());
static COMPILE_STRING: EngineLocal<Hook<CompileString>> = EngineLocal::new(Hook::new());

/// Module start-up.
pub(super) fn register() {
    // SAFETY: module start-up; what was there is called by ours.
    unsafe {
        COMPILE_FILE.install(&raw mut sys::zend_compile_file, compile_file);
        COMPILE_STRING.install(&raw mut sys::zend_compile_string, compile_string);
    }
    let ours: [Handler; FUNCTIONS.len()] =
        [run::<0>, run::<1>, run::<2>, run::<3>, run::<4>, run::<5>, run::<6>, run::<7>];
    for ((name, ours), original) in FUNCTIONS.into_iter().zip(ours).zip(&*ORIGINALS) {
        if let Some(function) = ClassRef::find_function(name) {
            // SAFETY: a function of an extension that is loaded; its entry lives as long as the process.
            unsafe {
                original.set((*function).internal_function.handler);
                (*function).internal_function.handler = Some(ours);
            }
        }
    }
}

pub(super) fn shut_down() {
    // SAFETY: module shutdown; the hooks are the engine's variables.
    unsafe {
        COMPILE_FILE.remove(&raw mut sys::zend_compile_file, compile_file);
        COMPILE_STRING.remove(&raw mut sys::zend_compile_string, compile_string);
    }
}

pub(super) fn begin_request() {
    OPEN.set(0);
    OWN.set(0);
}

#[inline]
pub(super) fn is_inside() -> bool {
    OPEN.get() != 0
}

/// Whether the running Fiber is in the middle of one.
pub(super) fn is_fiber_inside() -> bool {
    OWN.get() != 0
}

/// Another Fiber is about to run. What to [`return_from_fiber`] with.
pub(super) fn enter_fiber() -> u32 {
    OWN.replace(0)
}

pub(super) fn return_from_fiber(own: u32) {
    OWN.set(own);
}

/// The running Fiber is about to be suspended. What to [`resume_fiber`] with.
pub(super) fn suspend_fiber() -> u32 {
    let own = OWN.replace(0);
    OPEN.set(OPEN.get() - own);
    own
}

pub(super) fn resume_fiber(own: u32) {
    OPEN.set(OPEN.get() + own);
    OWN.set(own);
}

/// Runs `body` as a section, also if it is left by a jump.
fn within<R>(otherwise: R, body: impl FnOnce() -> R + Copy) -> R {
    OPEN.set(OPEN.get() + 1);
    OWN.set(OWN.get() + 1);
    let result = guard(body);
    OPEN.set(OPEN.get() - 1);
    OWN.set(OWN.get() - 1);
    bailout::resume_if_pending();
    result.unwrap_or(otherwise)
}

/// Nothing is compiled while the script is read, so that its stream may wait.
unsafe extern "C" fn compile_file(
    handle: *mut sys::zend_file_handle,
    kind: std::ffi::c_int,
) -> *mut sys::zend_op_array {
    let Some(next) = COMPILE_FILE.next() else { return std::ptr::null_mut() };
    // SAFETY: the engine's arguments, for what it would have called; either may jump, with nothing of ours on the way.
    unsafe {
        if !sys::cenote_read_script(handle, kind) {
            return std::ptr::null_mut();
        }
        within(std::ptr::null_mut(), move || next(handle, kind))
    }
}

unsafe extern "C" fn compile_string(
    source: *mut sys::zend_string,
    filename: *const std::ffi::c_char,
    position: sys::zend_compile_position,
) -> *mut sys::zend_op_array {
    let Some(next) = COMPILE_STRING.next() else { return std::ptr::null_mut() };
    // SAFETY: as in `compile_file`.
    within(std::ptr::null_mut(), move || unsafe { next(source, filename, position) })
}

unsafe extern "C" fn run<const FUNCTION: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = ORIGINALS[FUNCTION].get() else { return };
    // SAFETY: the engine's own handler with the engine's arguments.
    within((), move || unsafe { original(frame, result) });
}
