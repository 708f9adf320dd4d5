//! The engine's global state. NTS only: one executor per process, so plain statics.

#![allow(clippy::deref_addrof)] // a plain reference to an extern static is what the compiler warns of

use crate::zend::sys;

/// The executor's globals (`EG`).
///
/// The engine reads and writes them between any two of our statements that call it, so callers copy fields out or set
/// them, and keep no reference across an engine call.
#[inline]
pub(crate) fn executor<'a>() -> &'a mut sys::zend_executor_globals {
    // SAFETY: the symbol lives for the whole process and only this thread runs PHP (NTS). The borrow is used for single
    // field accesses, see above.
    unsafe { &mut *(&raw mut sys::executor_globals) }
}

/// The globals of ext/standard (`BG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn basic<'a>() -> &'a mut sys::php_basic_globals {
    // SAFETY: as in `executor`; ext/standard is compiled into every PHP.
    unsafe { &mut *(&raw mut sys::basic_globals) }
}

/// The globals of files and streams (`FG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn files<'a>() -> &'a mut sys::php_file_globals {
    // SAFETY: as in `executor`; ext/standard is compiled into every PHP.
    unsafe { &mut *(&raw mut sys::file_globals) }
}

/// The compiler's globals (`CG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn compiler<'a>() -> &'a mut sys::zend_compiler_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::compiler_globals) }
}

/// The scanner's globals (`LANG_SCNG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn scanner<'a>() -> &'a mut sys::zend_php_scanner_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::language_scanner_globals) }
}

/// Core's globals (`PG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn core<'a>() -> &'a mut sys::php_core_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::core_globals) }
}

/// The output layer's globals (`OG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn output<'a>() -> &'a mut sys::zend_output_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::output_globals) }
}

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

/// Where the globals of an extension are, and how many bytes; null if it has none or is not loaded.
pub(crate) fn of_module(lower_name: &std::ffi::CStr) -> (*mut std::ffi::c_void, usize) {
    // SAFETY: a module's entry lives as long as the module.
    module(lower_name).map_or((std::ptr::null_mut(), 0), |module| unsafe {
        ((*module).globals_ptr, (*module).globals_size)
    })
}

/// Whether an extension says that it needs another one; both names in lower case.
pub(crate) fn module_depends_on(name: &std::ffi::CStr, other: &std::ffi::CStr) -> bool {
    let Some(module) = module(name) else { return false };
    // SAFETY: as above; a module's list of dependencies, if it has one, ends with an entry without a name.
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

/// A static that belongs to the thread that runs PHP.
///
/// The one place that a thread-safe build would have to change: there each of these becomes a thread-local.
pub(crate) struct EngineLocal<T>(T);

// SAFETY: NTS: PHP code and every callback of the engine run on one thread.
unsafe impl<T> Sync for EngineLocal<T> {}

impl<T> EngineLocal<T> {
    pub(crate) const fn new(value: T) -> Self {
        EngineLocal(value)
    }
}

impl<T> std::ops::Deref for EngineLocal<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
