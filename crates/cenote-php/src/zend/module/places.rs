//! Where the engine keeps its globals, and where extensions keep theirs: at fixed addresses, or, where several threads can run PHP, in
//! a block of each thread's (ADR 0016). Where that block is, the engine is asked at each look, as a pointer to it is worth nothing on
//! another thread.

pub(super) use there::*;

/// Where the globals of an extension are.
#[derive(Clone, Copy)]
pub(crate) struct ModuleGlobals(Found);

impl ModuleGlobals {
    /// Of none.
    pub(crate) const fn nowhere() -> Self {
        ModuleGlobals(NOWHERE)
    }

    /// Those of the thread that asks; null if the extension has none, or is not loaded.
    #[inline]
    pub(crate) fn here(self) -> *mut std::ffi::c_void {
        here(self.0)
    }

    /// Those under a number that the engine has written there.
    #[cfg(zts)]
    pub(super) fn numbered(number: *const crate::zend::sys::ts_rsrc_id) -> Self {
        ModuleGlobals(number)
    }

    pub(super) fn of(module: &crate::zend::sys::zend_module_entry) -> Self {
        ModuleGlobals(of(module))
    }
}

#[cfg(not(zts))]
mod there {
    use crate::zend::sys;
    use std::ffi::c_void;

    pub(super) type Found = *mut c_void;
    pub(super) const NOWHERE: Found = std::ptr::null_mut();

    #[inline(always)]
    pub(super) fn here(found: Found) -> *mut c_void {
        found
    }

    pub(super) fn of(module: &sys::zend_module_entry) -> Found {
        module.globals_ptr
    }

    #[inline(always)]
    pub(in crate::zend::module) fn executor() -> *mut sys::zend_executor_globals {
        &raw mut sys::executor_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn compiler() -> *mut sys::zend_compiler_globals {
        &raw mut sys::compiler_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn scanner() -> *mut sys::zend_php_scanner_globals {
        &raw mut sys::language_scanner_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn core() -> *mut sys::php_core_globals {
        &raw mut sys::core_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn output() -> *mut sys::zend_output_globals {
        &raw mut sys::output_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn basic() -> *mut sys::php_basic_globals {
        &raw mut sys::basic_globals
    }

    #[inline(always)]
    pub(in crate::zend::module) fn files() -> *mut sys::php_file_globals {
        &raw mut sys::file_globals
    }
}

#[cfg(zts)]
mod there {
    use crate::zend::sys;
    use std::ffi::c_void;

    /// Null, or where the engine writes the number under which each thread has a block.
    pub(super) type Found = *const sys::ts_rsrc_id;
    pub(super) const NOWHERE: Found = std::ptr::null();

    pub(super) fn here(found: Found) -> *mut c_void {
        // SAFETY: null, or a variable of a module, which stays as long as the module.
        unsafe { found.as_ref() }.map_or(std::ptr::null_mut(), |number| numbered(*number))
    }

    pub(super) fn of(module: &sys::zend_module_entry) -> Found {
        if module.globals_size == 0 { NOWHERE } else { module.globals_id_ptr }
    }

    /// The block of this number, of the thread that asks.
    #[inline]
    fn numbered(number: sys::ts_rsrc_id) -> *mut c_void {
        // SAFETY: a thread that runs PHP has a table, whose address its storage begins with, with a place for each number, from 1 on.
        unsafe {
            let table = *sys::tsrm_get_ls_cache().cast::<*mut *mut c_void>();
            *table.add(number as usize - 1)
        }
    }

    /// The block at this distance from the beginning of the thread's storage.
    #[inline(always)]
    fn at(offset: usize) -> *mut c_void {
        // SAFETY: the engine has reserved these blocks in the storage of each thread that runs PHP.
        unsafe { sys::tsrm_get_ls_cache().byte_add(offset) }
    }

    #[inline(always)]
    pub(in crate::zend::module) fn executor() -> *mut sys::zend_executor_globals {
        // SAFETY: written once, before modules start.
        at(unsafe { sys::executor_globals_offset }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn compiler() -> *mut sys::zend_compiler_globals {
        // SAFETY: written once, before modules start.
        at(unsafe { sys::compiler_globals_offset }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn scanner() -> *mut sys::zend_php_scanner_globals {
        // SAFETY: written once, before modules start.
        at(unsafe { sys::language_scanner_globals_offset }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn core() -> *mut sys::php_core_globals {
        // SAFETY: written once, before modules start.
        at(unsafe { sys::core_globals_offset }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn output() -> *mut sys::zend_output_globals {
        // SAFETY: written once, before modules start.
        numbered(unsafe { sys::output_globals_id }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn basic() -> *mut sys::php_basic_globals {
        // SAFETY: written once, before modules start.
        numbered(unsafe { sys::basic_globals_id }).cast()
    }

    #[inline(always)]
    pub(in crate::zend::module) fn files() -> *mut sys::php_file_globals {
        // SAFETY: written once, before modules start.
        numbered(unsafe { sys::file_globals_id }).cast()
    }
}
