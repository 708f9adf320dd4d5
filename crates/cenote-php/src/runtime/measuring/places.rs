//! Where the engine is when it can be asked, and which call has just ended there.

use crate::zend::{
    frame,
    globals::{self, engine_local},
    sys, value,
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
};

/// What is known of the time before a moment at which the engine can be asked.
pub(super) struct Place {
    /// All the time was spent in this function of an extension, since `frame` was seen.
    pub(super) inside: Option<String>,
    /// File and line: of that call, or where PHP code goes on.
    pub(super) at: Option<String>,
}

/// `frame` is the one with which the engine asks its interrupt, or the running one where a coroutine stops; `seen` was its
/// current one at the last look, and no call has ended since.
///
/// # Safety
/// Null, or a live frame.
pub(super) unsafe fn of(frame: *mut sys::zend_execute_data, seen: usize) -> Place {
    // SAFETY: the running frame, or null.
    unsafe {
        if frame::internal_function(frame).is_some() {
            let inside = (frame as usize == seen).then(|| frame::function_name(frame));
            return Place { inside, at: text(frame::location_of(frame)) };
        }
        match ended_call(seen) {
            Some(function) => Place { inside: Some(function), at: text(line_of_call(frame)) },
            None => Place { inside: None, at: text(frame::location_of(frame)) },
        }
    }
}

fn text(place: Option<(String, u32)>) -> Option<String> {
    place.map(|(file, line)| format!("{file}:{line}"))
}

/// Up to PHP 8.3 the engine asks when a call is over. Its frame was given back last, so that the next one would be put where
/// it was, and what it says of its function is still there.
fn ended_call(seen: usize) -> Option<String> {
    let eg = globals::executor();
    let top = eg.vm_stack_top.cast::<sys::zend_execute_data>();
    if seen == 0 || top as usize != seen || eg.vm_stack_end as usize - seen < size_of_val(&top) * 16
    {
        return None;
    }
    // SAFETY: memory of the engine's stack behind its top, with room for a frame: read in one piece, and believed only if the
    // engine knows the function.
    let function = unsafe { (&raw const (*top).func).read() };
    // SAFETY: a function that is in one of the engine's tables is alive.
    is_known(function).then(|| unsafe { name_of(function) })
}

engine_local! {
    /// Functions that were found in the engine's tables in this request, at whose end those of the script's classes are gone.
    static FOUND: RefCell<BTreeSet<usize>> = RefCell::new(BTreeSet::new());
}

engine_local! {
    /// The last one that was not found, and how long both tables were then.
    static UNKNOWN: Cell<(usize, u32, u32)> = Cell::new((0, 0, 0));
}

pub(super) fn end_request() {
    FOUND.take();
    UNKNOWN.set((0, 0, 0));
}

/// Whether it is a function of an extension that the engine knows at this moment. Of a script's classes only those are searched
/// that inherit from one of an extension: others have no such functions.
fn is_known(function: *mut sys::zend_function) -> bool {
    if FOUND.borrow().contains(&(function as usize)) {
        return true;
    }
    let eg = globals::executor();
    // SAFETY: the engine's own tables.
    let lengths = unsafe { ((*eg.function_table).nNumUsed, (*eg.class_table).nNumUsed) };
    let question = (function as usize, lengths.0, lengths.1);
    if UNKNOWN.get() == question {
        return false;
    }
    // SAFETY: the engine's own tables, which nobody changes meanwhile: of functions, and of classes with their methods.
    let is_known = unsafe {
        has(eg.function_table, function)
            || pointers(eg.class_table).map(|class| class.cast::<sys::zend_class_entry>()).any(
                |class| {
                    may_have_internal(class) && has(&raw const (*class).function_table, function)
                },
            )
    };
    if is_known {
        FOUND.borrow_mut().insert(function as usize);
    } else {
        UNKNOWN.set(question);
    }
    is_known
}

/// # Safety
/// A live class.
unsafe fn may_have_internal(class: *const sys::zend_class_entry) -> bool {
    // SAFETY: promised; a class that is linked points to its parent, one that is not has only its parent's name.
    unsafe {
        let class = &*class;
        let is_linked = class.ce_flags & sys::ZEND_ACC_LINKED != 0;
        u8::try_from(sys::ZEND_INTERNAL_CLASS).is_ok_and(|internal| class.type_ as u8 == internal)
            || class.ce_flags & sys::ZEND_ACC_ENUM != 0
            || is_linked
                && class
                    .__bindgen_anon_1
                    .parent
                    .as_ref()
                    .is_some_and(|parent| may_have_internal(parent))
    }
}

/// # Safety
/// A live table of functions.
unsafe fn has(table: *const sys::HashTable, function: *mut sys::zend_function) -> bool {
    // SAFETY: promised; the type is that of every function.
    unsafe {
        let is_internal = |found: *mut sys::zend_function| {
            u32::from((*found).type_) == sys::ZEND_INTERNAL_FUNCTION
        };
        pointers(table).any(|found| found.cast() == function && is_internal(found.cast()))
    }
}

/// The pointers in a table by names.
///
/// # Safety
/// A live table of pointers, which nobody changes meanwhile.
unsafe fn pointers(table: *const sys::HashTable) -> impl Iterator<Item = *mut std::ffi::c_void> {
    // SAFETY: promised; a table by names is a list of buckets, the unused ones undefined.
    unsafe {
        let buckets = (*table).__bindgen_anon_1.arData;
        (0..(*table).nNumUsed as usize).filter_map(move |at| {
            let value = &raw const (*buckets.add(at)).val;
            let is_used = u32::from((*value).u1.v.type_) == sys::IS_PTR;
            is_used.then(|| (*value).value.ptr)
        })
    }
}

/// # Safety
/// A live named function.
unsafe fn name_of(function: *mut sys::zend_function) -> String {
    // SAFETY: promised.
    unsafe {
        let function = &(*function).common;
        let text = |name| String::from_utf8_lossy(value::string_bytes(name)).into_owned();
        let name = text(function.function_name);
        function
            .scope
            .as_ref()
            .map_or(name.clone(), |class| format!("{}::{name}", text(class.name)))
    }
}

/// The place of the call that has just ended in the frame.
///
/// # Safety
/// Null, or the running frame.
unsafe fn line_of_call(frame: *mut sys::zend_execute_data) -> Option<(String, u32)> {
    // SAFETY: promised; the opcode before one that follows a call is of the same function.
    unsafe {
        let (file, line) = frame::location_of(frame)?;
        if !frame::runs_user_code(frame) || frame::is_at_exception(frame) {
            return Some((file, line));
        }
        let (opline, first) = ((*frame).opline, (*(*frame).func).op_array.opcodes.cast_const());
        Some((file, if opline > first { (*opline.sub(1)).lineno } else { line }))
    }
}
