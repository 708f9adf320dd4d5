//! What is running: places in PHP code, for reports, and functions of extensions.

use crate::zend::{ClassRef, module::globals, sys, values::value};
use std::ffi::CStr;

/// `file:line` of the PHP code that is running, for reports.
pub(crate) fn location() -> Option<(String, u32)> {
    // SAFETY: walks the live frames of the running context.
    unsafe { location_of(globals::executor().current_execute_data) }
}

/// `file:line` of the innermost PHP function at or above `frame`.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn location_of(frame: *mut sys::zend_execute_data) -> Option<(String, u32)> {
    // SAFETY: by the contract; the file name of live code is a live string.
    unsafe {
        let (file, line) = place_of(frame)?;
        Some((String::from_utf8_lossy(value::string_bytes(file)).into_owned(), line))
    }
}

/// The named function of an extension that runs in `frame`, if it is one.
///
/// # Safety
/// Null, or a live frame.
pub(crate) unsafe fn internal_function<'a>(
    frame: *const sys::zend_execute_data,
) -> Option<&'a sys::zend_internal_function> {
    // SAFETY: promised; the union of a function is read by its type.
    unsafe {
        let function = frame.as_ref()?.func.as_ref()?;
        let named = u32::from(function.type_) == sys::ZEND_INTERNAL_FUNCTION
            && !function.common.function_name.is_null();
        named.then_some(&function.internal_function)
    }
}

/// The name of the function that runs in `frame`, as PHP shows it.
///
/// # Safety
/// A live frame with a named function.
pub(crate) unsafe fn function_name(frame: *const sys::zend_execute_data) -> String {
    // SAFETY: by the contract; names and classes of live functions are live.
    unsafe {
        let function = &(*(*frame).func).common;
        let text = |name| String::from_utf8_lossy(value::string_bytes(name)).into_owned();
        let name = text(function.function_name);
        match function.scope.as_ref() {
            Some(class) => format!("{}::{name}", text(class.name)),
            None => name,
        }
    }
}

/// The object of a method that runs in `frame`; null if it has none.
///
/// # Safety
/// A live frame.
pub(crate) unsafe fn this_object(frame: *const sys::zend_execute_data) -> *mut sys::zend_object {
    // SAFETY: by the contract; `obj` is active for objects.
    unsafe {
        let this = &(*frame).This;
        let is_object = this.u1.type_info & 0xff == sys::IS_OBJECT;
        if is_object { this.value.obj } else { std::ptr::null_mut() }
    }
}

/// The `$this` of a call, undefined if it has none, and its arguments.
///
/// # Safety
/// The live frame of an internal function, which stays so while they are looked at.
pub(crate) unsafe fn this_and_arguments(
    frame: *mut sys::zend_execute_data,
) -> impl Iterator<Item = *const sys::zval> {
    /// The engine's ZEND_CALL_FRAME_SLOT.
    const SLOTS: usize = size_of::<sys::zend_execute_data>().div_ceil(size_of::<sys::zval>());
    // SAFETY: promised; the arguments follow the frame.
    let (this, first, count) = unsafe {
        let this = &raw const (*frame).This;
        (
            this,
            frame.cast_const().cast::<sys::zval>().add(SLOTS),
            (*frame).This.u2.num_args as usize,
        )
    };
    std::iter::once(this).chain((0..count).map(move |at| first.wrapping_add(at)))
}

/// As [`location_of`], with the engine's own string for the file.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn place_of(
    mut frame: *mut sys::zend_execute_data,
) -> Option<(*mut sys::zend_string, u32)> {
    // SAFETY: frames form a list that ends with null; a frame of user code has an opline and a file name.
    unsafe {
        while !frame.is_null() {
            if runs_user_code(frame) {
                return Some(place_in(frame));
            }
            frame = (*frame).prev_execute_data;
        }
    }
    None
}

/// The file and the line at which PHP code in `frame` is.
///
/// # Safety
/// `frame` is a live frame of user code.
#[inline]
pub(crate) unsafe fn place_in(frame: *mut sys::zend_execute_data) -> (*mut sys::zend_string, u32) {
    // SAFETY: by the contract; such a frame has a function with a file name, and an opline or none before its first.
    unsafe {
        let (func, opline) = ((*frame).func, (*frame).opline);
        let line = if opline.is_null() {
            (*func).op_array.line_start
        } else if is_at_exception(frame) {
            let before = globals::executor().opline_before_exception;
            if before.is_null() { (*opline).lineno } else { (*before).lineno }
        } else {
            (*opline).lineno
        };
        ((*func).op_array.filename, line)
    }
}

/// The frame at the bottom of the stack that `frame` is on; null for null.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn outermost(frame: *mut sys::zend_execute_data) -> *mut sys::zend_execute_data {
    let mut outermost = frame;
    // SAFETY: frames form a list that ends with null.
    unsafe {
        while let Some(inner) =
            outermost.as_ref().filter(|frame| !frame.prev_execute_data.is_null())
        {
            outermost = inner.prev_execute_data;
        }
    }
    outermost
}

/// Whether `frame` may be the first one of an object's end: a destructor, a generator's or a Fiber's rest, or an extension's.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn ends_object(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: by the contract; classes of live functions are live.
    unsafe {
        let Some(function) = frame.as_ref().and_then(|frame| frame.func.as_ref()) else {
            return true;
        };
        let destructor = function.common.scope.as_ref().map(|class| class.destructor.cast_const());
        !runs_user_code(frame)
            || function.common.fn_flags & sys::ZEND_ACC_GENERATOR != 0
            || destructor == Some(std::ptr::from_ref(function))
    }
}

/// Whether PHP code runs in `frame`, not a function of an extension.
///
/// # Safety
/// `frame` is a live frame.
pub(crate) unsafe fn runs_user_code(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: by the contract. As the engine's ZEND_USER_CODE: functions and files (2), and eval's code (4).
    unsafe { (*frame).func.as_ref().is_some_and(|func| u32::from(func.type_) & 1 == 0) }
}

/// Whether `frame` is marked as one in which an exception was thrown that is not yet handled.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn is_at_exception(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: by the contract; a frame of PHP code has an opline, or none before its first.
    unsafe {
        !frame.is_null()
            && runs_user_code(frame)
            && (*frame)
                .opline
                .as_ref()
                .is_some_and(|opline| u32::from(opline.opcode) == sys::ZEND_HANDLE_EXCEPTION)
    }
}

/// Whether PHP code runs in `frame` that does not know of the pending exception yet: that leaves a function which was called from
/// there, and what the function has held goes first.
///
/// # Safety
/// `frame` is null or a live frame.
pub(crate) unsafe fn is_before_exception(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: by the contract.
    unsafe { !frame.is_null() && runs_user_code(frame) && !is_at_exception(frame) }
}

/// Whether an internal function of that extension runs in the frame.
///
/// # Safety
/// A live frame.
pub(crate) unsafe fn is_of_extension(frame: *mut sys::zend_execute_data, name: &CStr) -> bool {
    // SAFETY: promised; a module's entry and its name live as long as the process.
    unsafe {
        internal_function(frame)
            .and_then(|function| function.module.as_ref())
            .is_some_and(|module| CStr::from_ptr(module.name) == name)
    }
}

/// Whether the user code in the frame is inside a `try` whose `catch` takes exceptions of `class`.
///
/// # Safety
/// A live frame.
pub(crate) unsafe fn catches(frame: *mut sys::zend_execute_data, class: ClassRef) -> bool {
    // SAFETY: promised; a user function has an opline within its code, and as many `try` as it says.
    unsafe {
        let func = (*frame).func;
        if func.is_null() || u32::from((*func).type_) != sys::ZEND_USER_FUNCTION {
            return false;
        }
        let code = &(*func).op_array;
        if code.last_try_catch <= 0 {
            return false;
        }
        let at = (*frame).opline.offset_from(code.opcodes) as u32;
        std::slice::from_raw_parts(code.try_catch_array, code.last_try_catch as usize)
            .iter()
            .filter(|t| t.try_op <= at && at < t.catch_op)
            .any(|t| one_catches(code.opcodes.add(t.catch_op as usize), class))
    }
}

/// Whether one `catch` of several, the first of which is `opcode`, takes exceptions of `class`.
///
/// # Safety
/// An opcode of live code.
unsafe fn one_catches(mut opcode: *const sys::zend_op, class: ClassRef) -> bool {
    const LAST: u32 = 1;
    // SAFETY: each names its class by a constant, which lies at an offset from the opcode, and its lowered name behind it; so
    // does the next one.
    unsafe {
        while u32::from((*opcode).opcode) == sys::ZEND_CATCH {
            let name: *mut sys::zval = opcode
                .cast_mut()
                .cast::<u8>()
                .offset((*opcode).op1.constant as i32 as isize)
                .cast();
            let (text, lowered) = ((*name).value.str_, (*name.add(1)).value.str_);
            let flags = sys::ZEND_FETCH_CLASS_NO_AUTOLOAD;
            let found = sys::zend_lookup_class_ex(text, lowered, flags);
            if !found.is_null() && class.is_a(ClassRef::from_raw(found)) {
                return true;
            }
            if (*opcode).extended_value & LAST != 0 {
                return false;
            }
            opcode = opcode.byte_offset((*opcode).op2.jmp_offset as i32 as isize);
        }
    }
    false
}
