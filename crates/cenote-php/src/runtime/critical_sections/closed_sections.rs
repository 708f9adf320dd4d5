//! Where nobody may switch because the engine is in the middle of something that exists only once (SPEC 30.12): the
//! compiler with its scanner, the scanner of ini files, the order of an `array_multisort()`, a regular expression of
//! mbstring, a setting of libxml's. User code runs there too: error handlers, output callbacks, `__toString()`.
//!
//! A user's Fiber that is suspended in one of them has left it to be used by others, as on stock PHP. So that is refused once
//! there are coroutines.

use crate::zend::{
    ClassRef, bailout,
    globals::{self, SetAtStart, engine_local},
    guard,
    started::Hook,
    sys,
};
use std::cell::Cell;

engine_local! {
    /// How many of them are open in what runs now, and in the Fibers and the coroutine that resumed it.
    static OPEN: Cell<u32> = Cell::new(0);
    /// How many of those are of the running Fiber, or of the coroutine outside of all Fibers.
    static OWN: Cell<u32> = Cell::new(0);
    /// The source that a Fiber was scanning when it was suspended: nobody who runs now is.
    static LEFT: Cell<*const u8> = Cell::new(std::ptr::null());
}

/// Functions and methods that are such a section from beginning to end, in lower case, with the class of a method.
const FUNCTIONS: [(Option<&str>, &str); 16] = [
    (None, "array_multisort"),
    (None, "highlight_file"),
    (None, "highlight_string"),
    (None, "mb_ereg_replace_callback"),
    (None, "parse_ini_file"),
    (None, "parse_ini_string"),
    (None, "php_strip_whitespace"),
    (None, "show_source"),
    (None, "request_parse_body"),
    // With LIBXML_NOEMPTYTAG they set a global of libxml's, and so does the import of a stylesheet.
    (Some("domdocument"), "save"),
    (Some("domdocument"), "savexml"),
    (Some("dom\\xmldocument"), "savexml"),
    (Some("dom\\xmldocument"), "savexmlfile"),
    (Some("xsltprocessor"), "importstylesheet"),
    // Entries refer to a file that becomes the archive's at the end.
    (Some("phar"), "buildfromiterator"),
    (Some("phardata"), "buildfromiterator"),
];

static ORIGINALS: SetAtStart<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    SetAtStart::new([const { Cell::new(None) }; FUNCTIONS.len()]);

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);
type CompileFile =
    unsafe extern "C" fn(*mut sys::zend_file_handle, std::ffi::c_int) -> *mut sys::zend_op_array;
type CompileString = unsafe extern "C" fn(
    *mut sys::zend_string,
    *const std::ffi::c_char,
    sys::zend_compile_position,
) -> *mut sys::zend_op_array;

static COMPILE_FILE: SetAtStart<Hook<CompileFile>> = SetAtStart::new(Hook::new());
static COMPILE_STRING: SetAtStart<Hook<CompileString>> = SetAtStart::new(Hook::new());

/// Module start-up.
pub(in crate::runtime) fn register() {
    // SAFETY: module start-up; what was there is called by ours.
    unsafe {
        COMPILE_FILE.install(&raw mut sys::zend_compile_file, compile_file);
        COMPILE_STRING.install(&raw mut sys::zend_compile_string, compile_string);
    }
}

/// After all extensions have started, whatever the order of loading.
pub(in crate::runtime) fn wrap_functions() {
    macro_rules! handlers {
        ($($index:literal)*) => { [$(run::<$index> as Handler),*] };
    }
    let ours: [Handler; FUNCTIONS.len()] = handlers!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    for (((class, name), ours), original) in FUNCTIONS.into_iter().zip(ours).zip(&*ORIGINALS) {
        if let Some(function) = ClassRef::find_function_or_method(class, name) {
            // SAFETY: a function of an extension that is loaded; its entry lives as long as the module.
            unsafe { original.set((*function).internal_function.handler.replace(ours)) };
        }
    }
}

pub(in crate::runtime) fn shut_down() {
    // SAFETY: module shutdown; the hooks are the engine's variables.
    unsafe {
        COMPILE_FILE.remove(&raw mut sys::zend_compile_file, compile_file);
        COMPILE_STRING.remove(&raw mut sys::zend_compile_string, compile_string);
    }
}

pub(in crate::runtime) fn begin_request() {
    OPEN.set(0);
    OWN.set(0);
    LEFT.set(std::ptr::null());
    // A fatal error of the compiler's has left it set.
    globals::scanner().yy_start = std::ptr::null_mut();
}

#[inline]
pub(in crate::runtime) fn is_inside() -> bool {
    OPEN.get() != 0 || is_scanning()
}

/// Whether a source is being scanned: by a compiler that another extension has put in the place of PHP's, or by the tokenizer.
#[inline]
fn is_scanning() -> bool {
    let source = globals::scanner().yy_start.cast_const();
    !source.is_null() && source != LEFT.get()
}

/// Whether the running Fiber is in the middle of one.
#[inline]
pub(in crate::runtime) fn is_fiber_inside() -> bool {
    OWN.get() != 0
}

/// Another Fiber is about to run. What to [`return_from_fiber`] with.
pub(in crate::runtime) fn enter_fiber() -> u32 {
    OWN.replace(0)
}

pub(in crate::runtime) fn return_from_fiber(own: u32) {
    OWN.set(own);
}

/// The sections that a suspended Fiber is in.
pub(in crate::runtime) struct Suspended {
    own: u32,
    left_before: *const u8,
}

/// The running Fiber is about to be suspended. What to [`resume_fiber`] with.
pub(in crate::runtime) fn suspend_fiber() -> Suspended {
    let suspended = Suspended { own: OWN.replace(0), left_before: LEFT.get() };
    OPEN.set(OPEN.get() - suspended.own);
    if suspended.own != 0 {
        LEFT.set(globals::scanner().yy_start);
    }
    suspended
}

pub(in crate::runtime) fn resume_fiber(suspended: Suspended) {
    OPEN.set(OPEN.get() + suspended.own);
    OWN.set(suspended.own);
    if suspended.own != 0 {
        LEFT.set(suspended.left_before);
    }
}

/// Runs `body` as a section, even if it is left by a jump.
pub(in crate::runtime) fn as_section<R>(otherwise: R, body: impl FnOnce() -> R + Copy) -> R {
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
        as_section(std::ptr::null_mut(), move || next(handle, kind))
    }
}

unsafe extern "C" fn compile_string(
    source: *mut sys::zend_string,
    filename: *const std::ffi::c_char,
    position: sys::zend_compile_position,
) -> *mut sys::zend_op_array {
    let Some(next) = COMPILE_STRING.next() else { return std::ptr::null_mut() };
    // SAFETY: the function that was there before ours, with the engine's own arguments, which live through the call.
    as_section(std::ptr::null_mut(), move || unsafe { next(source, filename, position) })
}

unsafe extern "C" fn run<const FUNCTION: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = ORIGINALS[FUNCTION].get() else { return };
    // SAFETY: the engine's own handler with the engine's arguments.
    as_section((), move || unsafe { original(frame, result) });
}
