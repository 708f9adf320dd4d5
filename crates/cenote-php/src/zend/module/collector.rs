//! Whether the collector runs. Up to PHP 8.3 its destructors are under the engine's own ban on switching, as all are.
//! Since PHP 8.4 destructors may switch, but the collector, which goes through its buffer meanwhile, expects that only
//! of the engine's Fibers (SPEC 30.12).

use crate::zend::{control::bailout::Bailout, guard, sys};

/// Collects garbage; destructors may run.
pub(crate) fn run() -> Result<(), Bailout> {
    // SAFETY: the engine's own hook, by which it collects itself.
    guard(|| unsafe { sys::gc_collect_cycles.map(|collect| collect()) }).map(drop)
}

#[cfg(not(php84))]
pub(crate) fn watch() {}

#[cfg(not(php84))]
pub(crate) fn unwatch() {}

#[cfg(not(php84))]
#[inline]
pub(crate) fn is_running() -> bool {
    false
}

#[cfg(php84)]
pub(crate) use since_84::{is_running, unwatch, watch};

#[cfg(php84)]
mod since_84 {
    use super::super::{globals::EngineLocal, started::Hook};
    use crate::zend::{control::bailout, guard, sys};
    use std::{cell::Cell, ffi::c_int};

    static RUNNING: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
    static HOOK: EngineLocal<Hook<unsafe extern "C" fn() -> c_int>> = EngineLocal::new(Hook::new());

    /// Called at module start-up.
    pub(crate) fn watch() {
        // SAFETY: module start-up: the hook that was there is called by ours.
        unsafe { HOOK.install(&raw mut sys::gc_collect_cycles, collect) };
    }

    /// Called at module shutdown.
    pub(crate) fn unwatch() {
        // SAFETY: module shutdown; the hook is the engine's variable.
        unsafe { HOOK.remove(&raw mut sys::gc_collect_cycles, collect) };
    }

    #[inline]
    pub(crate) fn is_running() -> bool {
        RUNNING.get()
    }

    unsafe extern "C" fn collect() -> c_int {
        let Some(next) = HOOK.next() else { return 0 };
        let before = RUNNING.replace(true);
        // SAFETY: what the engine would have called.
        let collected = guard(move || unsafe { next() });
        RUNNING.set(before);
        bailout::resume_if_pending();
        collected.unwrap_or(0)
    }
}
