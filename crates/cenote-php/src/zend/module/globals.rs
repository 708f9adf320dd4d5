//! The engine's global state.

use super::places;
pub(crate) use super::{engine_local::*, places::ModuleGlobals};
use crate::zend::sys;
use std::ops::{Deref, DerefMut};

/// One of the engine's global structures.
///
/// The engine reads and writes them between any two of our statements that call it. So this is no reference to one: each look
/// at a field goes through the pointer anew, and what is borrowed from here ends with it. Callers copy fields out or set them,
/// and keep no borrow across an engine call.
pub(crate) struct Globals<T>(*mut T);

impl<T> Deref for Globals<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the structure lives as long as the thread runs PHP, and no other thread is given its place. Of a single field, see the type.
        unsafe { &*self.0 }
    }
}

impl<T> DerefMut for Globals<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the structure lives as long as the thread runs PHP, and no other thread is given its place. Of a single field, see the type.
        unsafe { &mut *self.0 }
    }
}

/// The executor's globals (`EG`).
#[inline(always)]
pub(crate) fn executor() -> Globals<sys::zend_executor_globals> {
    Globals(places::executor())
}

/// The globals of ext/standard (`BG`), which is compiled into every PHP.
#[inline(always)]
pub(crate) fn basic() -> Globals<sys::php_basic_globals> {
    Globals(places::basic())
}

/// The globals of files and streams (`FG`), which are ext/standard's.
#[inline(always)]
pub(crate) fn files() -> Globals<sys::php_file_globals> {
    Globals(places::files())
}

/// The compiler's globals (`CG`).
#[inline(always)]
pub(crate) fn compiler() -> Globals<sys::zend_compiler_globals> {
    Globals(places::compiler())
}

/// The scanner's globals (`LANG_SCNG`).
#[inline(always)]
pub(crate) fn scanner() -> Globals<sys::zend_php_scanner_globals> {
    Globals(places::scanner())
}

/// Core's globals (`PG`).
#[inline(always)]
pub(crate) fn core() -> Globals<sys::php_core_globals> {
    Globals(places::core())
}

/// The output layer's globals (`OG`).
#[inline(always)]
pub(crate) fn output() -> Globals<sys::zend_output_globals> {
    Globals(places::output())
}

/// The levels of errors that end a script, which no `@` silences.
pub(crate) const FATAL_ERRORS: std::ffi::c_int = (sys::E_ERROR
    | sys::E_CORE_ERROR
    | sys::E_COMPILE_ERROR
    | sys::E_USER_ERROR
    | sys::E_RECOVERABLE_ERROR
    | sys::E_PARSE) as std::ffi::c_int;

/// Whether the script is over and the request is being shut down.
#[inline]
pub(crate) fn is_shutting_down() -> bool {
    u32::from(executor().flags) & sys::EG_FLAGS_IN_SHUTDOWN != 0
}

/// Whether the engine is calling the destructors of all objects that are left, or has done so.
pub(crate) fn are_last_destructors_due() -> bool {
    u32::from(executor().flags) & sys::EG_FLAGS_OBJECT_STORE_NO_REUSE != 0
}

/// An extension's entry in the engine's table of modules.
fn module(lower_name: &std::ffi::CStr) -> Option<*const sys::zend_module_entry> {
    // SAFETY: looks a name up in the engine's table of modules, whose values are pointers to their entries.
    unsafe {
        let modules = &raw const sys::module_registry;
        let found = sys::zend_hash_str_find(modules, lower_name.as_ptr(), lower_name.count_bytes());
        found.as_ref().map(|found| found.value.ptr.cast_const().cast())
    }
}

/// Whether an extension of that (lower-case) name is there, whatever the order of loading.
pub(crate) fn is_module_loaded(name: &std::ffi::CStr) -> bool {
    module(name).is_some()
}

/// Whether an extension of that (lower-case) name is a part of PHP itself, and no file of its own.
pub(crate) fn is_built_in(name: &std::ffi::CStr) -> bool {
    // SAFETY: a module's entry lives as long as the module.
    module(name).is_some_and(|module| unsafe { (*module).handle.is_null() })
}

/// Where the globals of an extension are, and how many bytes; nowhere if it has none or is not loaded.
pub(crate) fn of_module(lower_name: &std::ffi::CStr) -> (ModuleGlobals, usize) {
    // SAFETY: a module's entry lives as long as the module.
    let module = module(lower_name).map(|module| unsafe { &*module });
    module.map_or((ModuleGlobals::nowhere(), 0), of_entry)
}

/// The same, by the extension's entry.
pub(crate) fn of_entry(module: &sys::zend_module_entry) -> (ModuleGlobals, usize) {
    (ModuleGlobals::of(module), module.globals_size)
}

/// Whether an extension says that it needs another one; both names in lower case.
pub(crate) fn module_depends_on(name: &std::ffi::CStr, other: &std::ffi::CStr) -> bool {
    let Some(module) = module(name) else { return false };
    // SAFETY: a module's entry lives as long as the module, and its list of dependencies, if it has one, ends with an entry
    // without a name.
    unsafe {
        let mut dependency = (*module).deps;
        while !dependency.is_null() && !(*dependency).name.is_null() {
            if std::ffi::CStr::from_ptr((*dependency).name) == other {
                return true;
            }
            dependency = dependency.add(1);
        }
        false
    }
}
