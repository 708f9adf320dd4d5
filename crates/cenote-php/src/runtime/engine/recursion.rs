//! Marks by which the engine finds that it goes round in circles (SPEC 30.16).
//!
//! The engine keeps them where they are cheap: in the object whose `__get` runs, in the array or object that is being
//! encoded, in one global for the URL that a user's stream wrapper opens. There they say "somebody is in here", and every
//! coroutine would take itself for that somebody. So a coroutine that parks takes its marks off and puts them back when it
//! goes on. Only where PHP code runs that the engine has called are there any.

use crate::zend::{frame, globals, sys};
use std::{
    cell::Cell,
    ffi::{c_char, c_void},
    ptr,
};

/// What a parked coroutine has taken off. Holds a reference to each place where it has to be put back.
#[derive(Default)]
pub(in crate::runtime) struct Marks {
    /// Arrays and objects, with the bits that objects have besides.
    protected: Vec<(*mut sys::zend_refcounted, u32)>,
    /// Objects, the names of properties, and which of their magic methods run.
    guards: Vec<(*mut sys::zend_object, *mut sys::zend_string, u32)>,
    opening: Opening,
}

/// Where a coroutine keeps them while it is parked.
pub(in crate::runtime) type Kept = Cell<Option<Box<Marks>>>;

/// The opening of a stream.
#[derive(Clone, Copy)]
struct Opening {
    /// The URL that a user's stream wrapper opens.
    url: *const c_char,
    /// Why wrappers have refused so far, or null.
    errors: *mut sys::HashTable,
    /// A class that is no URL wrapper opens a script: meanwhile no URL may be opened without `allow_url_include`.
    is_script: bool,
}

impl Default for Opening {
    fn default() -> Self {
        Opening { url: ptr::null(), errors: ptr::null_mut(), is_script: false }
    }
}

impl Opening {
    #[inline]
    fn is_any() -> bool {
        let globals = globals::files();
        let has_table = !globals.wrapper_errors.is_null();
        !globals.user_stream_current_filename.is_null()
            || globals::core().in_user_include
            || has_table && Self::has_errors()
    }

    /// The engine keeps the table of an earlier opening, empty: one for all.
    fn has_errors() -> bool {
        // SAFETY: null, or the engine's table, which lives until it is taken out of the global.
        unsafe { globals::files().wrapper_errors.as_ref() }
            .is_some_and(|errors| errors.nNumOfElements > 0)
    }

    fn take_off() -> Opening {
        let has_errors = Self::has_errors();
        let mut globals = globals::files();
        Opening {
            url: std::mem::replace(&mut globals.user_stream_current_filename, ptr::null()),
            errors: if has_errors {
                std::mem::replace(&mut globals.wrapper_errors, ptr::null_mut())
            } else {
                ptr::null_mut()
            },
            is_script: std::mem::replace(&mut globals::core().in_user_include, false),
        }
    }

    /// Nobody is in an opening meanwhile: of what an ended coroutine has left there is nobody who would tell of it.
    fn put_back(self) {
        let has_strange_errors = Self::has_errors();
        let mut globals = globals::files();
        globals.user_stream_current_filename = self.url;
        globals::core().in_user_include = self.is_script;
        if has_strange_errors || !self.errors.is_null() {
            let left = std::mem::replace(&mut globals.wrapper_errors, self.errors);
            if !left.is_null() {
                // SAFETY: the engine's table, out of the global now; it is allocated by itself.
                unsafe {
                    sys::zend_hash_destroy(left);
                    sys::cenote_free(left.cast());
                }
            }
        }
    }
}

/// A coroutine parks in the opening of a stream, if one is being opened.
#[inline]
pub(in crate::runtime) fn take_off_opening(kept: &Kept) {
    if Opening::is_any() {
        let opening = Opening::take_off();
        note(kept, |marks| marks.opening = opening);
    }
}

/// Whether there may be marks around PHP code: C code has called it, on an object or from a named function.
///
/// # Safety
/// A live frame of PHP code.
#[inline]
pub(in crate::runtime) unsafe fn may_have_marks(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: promised.
    unsafe {
        let kind = (*frame).This.u1.type_info;
        kind & sys::ZEND_CALL_TOP != 0
            && (kind & 0xff == sys::IS_OBJECT
                || frame::internal_function((*frame).prev_execute_data).is_some())
    }
}

fn note(kept: &Kept, f: impl FnOnce(&mut Marks)) {
    let mut marks = kept.take().unwrap_or_default();
    f(&mut marks);
    kept.set(Some(marks));
}

/// The coroutine parks; the marks around that PHP code go where it keeps them.
///
/// # Safety
/// A live frame of PHP code.
#[cold]
pub(in crate::runtime) unsafe fn take_off_around(kept: &Kept, frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn seen(kept: *mut c_void, what: *mut sys::zend_refcounted, bits: u32) {
        // SAFETY: what was passed below, and something live, of which the other side has added a reference.
        unsafe { note(&*kept.cast::<Kept>(), |marks| marks.protected.push((what, bits))) };
    }
    unsafe extern "C" fn guarded(
        kept: *mut c_void,
        object: *mut sys::zend_object,
        name: *mut sys::zend_string,
        bits: u32,
    ) {
        // SAFETY: called back with the pointer that was passed below, and with live things, of which the other side has
        // added a reference.
        unsafe { note(&*kept.cast::<Kept>(), |marks| marks.guards.push((object, name, bits))) };
    }
    let data = ptr::from_ref(kept).cast_mut().cast::<c_void>();
    // SAFETY: promised; a frame of C code has its arguments behind it.
    unsafe {
        if u32::from((*frame).This.u1.v.type_) == sys::IS_OBJECT {
            sys::cenote_take_guards((*frame).This.value.obj, Some(guarded), data);
            sys::cenote_unprotect(&raw mut (*frame).This, Some(seen), data);
        }
        let caller = (*frame).prev_execute_data;
        if frame::internal_function(caller).is_some() {
            sys::cenote_unprotect_call(caller, Some(seen), data);
        }
    }
}

/// The coroutine that keeps them goes on.
#[inline]
pub(in crate::runtime) fn put_back(kept: &Kept) {
    let marks = kept.take();
    if let Some(marks) = marks {
        put_back_all(*marks);
    }
}

#[cold]
fn put_back_all(marks: Marks) {
    marks.opening.put_back();
    // SAFETY: each was taken off above, and is alive by the reference that was added there; the calls give it up.
    unsafe {
        for (what, bits) in marks.protected {
            sys::cenote_protect(what, bits);
        }
        for (object, name, bits) in marks.guards {
            sys::cenote_put_guards(object, name, bits);
        }
    }
}
