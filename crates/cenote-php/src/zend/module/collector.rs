//! The engine's collector. Up to PHP 8.3 its destructors are under the engine's own ban on switching, as all are. Since PHP 8.4
//! they may switch: the collector reads its buffer anew after each destructor, and no second collection starts before it is
//! through (SPEC 47.7).

use crate::zend::{control::bailout::Bailout, guard, sys};

/// Collects garbage; destructors may run.
pub(crate) fn run() -> Result<(), Bailout> {
    // SAFETY: the engine's own hook, by which it collects itself.
    guard(|| unsafe { sys::gc_collect_cycles.map(|collect| collect()) }).map(drop)
}
