//! The session's data is packed and unpacked from beginning to end without a switch (SPEC 30.12): PHP goes through the array of
//! `$_SESSION` meanwhile, and methods of the objects in it run. Reading and writing what is packed may wait.

use super::closed_sections::as_section;
use crate::zend::{
    ClassRef,
    globals::{self, ModuleGlobals, SetAtStart, engine_local},
    sys,
};
use std::{cell::Cell, ffi::c_char, ptr};

/// Functions that pack or unpack.
const FUNCTIONS: [&str; 7] = [
    "session_commit",
    "session_decode",
    "session_encode",
    "session_regenerate_id",
    "session_reset",
    "session_start",
    "session_write_close",
];

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);
type Serializer = sys::ps_serializer_struct;

static ORIGINALS: SetAtStart<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    SetAtStart::new([const { Cell::new(None) }; FUNCTIONS.len()]);

/// The extension's globals; nowhere if it is not loaded.
static SESSION: SetAtStart<Cell<ModuleGlobals>> =
    SetAtStart::new(Cell::new(ModuleGlobals::nowhere()));
engine_local! {
    /// The one that `session.serialize_handler` names, and ours in its place.
    static CHOSEN: Cell<*const Serializer> = Cell::new(ptr::null());
    static OURS: Cell<Serializer> = Cell::new(Serializer { name: ptr::null(), encode: None, decode: None });
}

/// After all extensions have started.
pub(in crate::runtime) fn wrap_functions() {
    let (found, size) = globals::of_module(c"session");
    if size != size_of::<sys::php_ps_globals>() {
        return SESSION.set(ModuleGlobals::nowhere());
    }
    SESSION.set(found);
    let ours: [Handler; FUNCTIONS.len()] =
        [run::<0>, run::<1>, run::<2>, run::<3>, run::<4>, run::<5>, run::<6>];
    for ((name, ours), original) in FUNCTIONS.into_iter().zip(ours).zip(&*ORIGINALS) {
        if let Some(function) = ClassRef::find_function(name) {
            // SAFETY: a function of an extension that is loaded; its entry lives as long as the module.
            unsafe { original.set((*function).internal_function.handler.replace(ours)) };
        }
    }
}

/// Puts ours in the place of the serializer. Called where it is about to be used, as an ini setting changes it.
fn stand_in() {
    let session = SESSION.get().here().cast::<sys::php_ps_globals>();
    // SAFETY: null, or the globals of a module that is loaded, of the size that its header says.
    let Some(session) = (unsafe { session.as_mut() }) else { return };
    let there = session.serializer;
    if there.is_null() || ptr::eq(there, OURS.as_ptr()) {
        return;
    }
    CHOSEN.set(there);
    // SAFETY: serializers live as long as the modules that have registered them.
    let name = unsafe { (*there).name };
    OURS.set(Serializer { name, encode: Some(encode), decode: Some(decode) });
    session.serializer = OURS.as_ptr();
}

unsafe extern "C" fn run<const FUNCTION: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    stand_in();
    if let Some(original) = ORIGINALS[FUNCTION].get() {
        // SAFETY: the engine's own handler with the engine's arguments; it may jump, with nothing of ours on the way.
        unsafe { original(frame, result) };
    }
}

unsafe extern "C" fn encode() -> *mut sys::zend_string {
    // SAFETY: set before ours was put in its place.
    match unsafe { (*CHOSEN.get()).encode } {
        // SAFETY: called as the session would.
        Some(encode) => as_section(ptr::null_mut(), move || unsafe { encode() }),
        None => ptr::null_mut(),
    }
}

unsafe extern "C" fn decode(text: *const c_char, length: usize) -> sys::zend_result {
    // SAFETY: the serializer that was chosen, a record of an extension that is never unloaded while requests run.
    match unsafe { (*CHOSEN.get()).decode } {
        // SAFETY: its own function, with the engine's arguments, which live through the call.
        Some(decode) => as_section(sys::FAILURE, move || unsafe { decode(text, length) }),
        None => sys::FAILURE,
    }
}
