//! The engine's global state. NTS only: one executor per process, so plain statics.

use super::sys;

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

/// The compiler's globals (`CG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn compiler<'a>() -> &'a mut sys::zend_compiler_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::compiler_globals) }
}

/// The output layer's globals (`OG`); see [`executor`] for the rule.
#[inline]
pub(crate) fn output<'a>() -> &'a mut sys::zend_output_globals {
    // SAFETY: as in `executor`.
    unsafe { &mut *(&raw mut sys::output_globals) }
}
