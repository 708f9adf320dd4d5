//! Where the engine keeps its globals, and where extensions keep theirs: at fixed addresses, or, where several threads can run PHP, in
//! a block of each thread's (ADR 0016). Where that block is, the engine is asked at each look, as a pointer to it is worth nothing on
//! another thread.

use crate::zend::sys;
use there::{Found, NOWHERE, here, of};

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
    pub(super) fn numbered(number: *const sys::ts_rsrc_id) -> Self {
        ModuleGlobals(number)
    }

    pub(super) fn of(module: &sys::zend_module_entry) -> Self {
        ModuleGlobals(of(module))
    }
}

/// The engine's globals of the thread that asks: by the static that a build for one thread has, or by what says where they are in each
/// thread's storage.
macro_rules! engine_globals {
    ($($name:ident: $type:ident = $static:ident, or $find:ident($where:ident);)+) => {
        $(
            #[inline(always)]
            pub(super) fn $name() -> *mut sys::$type {
                #[cfg(not(zts))]
                return &raw mut sys::$static;
                // SAFETY: written once, before modules start.
                #[cfg(zts)]
                return there::$find(unsafe { sys::$where }).cast();
            }
        )+
    };
}

engine_globals! {
    executor: zend_executor_globals = executor_globals, or at(executor_globals_offset);
    compiler: zend_compiler_globals = compiler_globals, or at(compiler_globals_offset);
    scanner: zend_php_scanner_globals = language_scanner_globals, or at(language_scanner_globals_offset);
    core: php_core_globals = core_globals, or at(core_globals_offset);
    output: zend_output_globals = output_globals, or numbered(output_globals_id);
    basic: php_basic_globals = basic_globals, or numbered(basic_globals_id);
    files: php_file_globals = file_globals, or numbered(file_globals_id);
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
    pub(super) fn numbered(number: sys::ts_rsrc_id) -> *mut c_void {
        // SAFETY: a thread that runs PHP has a table, whose address its storage begins with, with a place for each number, from 1 on.
        unsafe {
            let table = *sys::tsrm_get_ls_cache().cast::<*mut *mut c_void>();
            *table.add(number as usize - 1)
        }
    }

    /// The block at this distance from the beginning of the thread's storage.
    #[inline(always)]
    pub(super) fn at(offset: usize) -> *mut c_void {
        // SAFETY: the engine has reserved these blocks in the storage of each thread that runs PHP.
        unsafe { sys::tsrm_get_ls_cache().byte_add(offset) }
    }
}
