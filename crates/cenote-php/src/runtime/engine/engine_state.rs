//! Engine state that belongs to a coroutine but that the engine's own context switch leaves in place (SPEC 30.11).
//!
//! The globals concerned are *neutral* most of the time: nothing in flight, no handlers, no buffers. So a switch only
//! looks: if they are not neutral, they move into the parked coroutine's [`Saved`], leaving neutral globals behind;
//! the coroutine that runs next puts its own back. Between two coroutines the globals are always neutral.

use super::{
    comparator::Comparator, handlers::Handlers, output::Buffers, reentry::Reentry, statics::Statics,
};
use crate::zend::{exception::InFlight, globals, sys};
use std::{cell::RefCell, ffi::c_int};

/// What a parked coroutine has put aside: mostly nothing.
#[derive(Default)]
pub(in crate::runtime) struct Saved(Option<Box<Parts>>);

/// `None` means neutral.
#[derive(Default)]
struct Parts {
    flight: Option<Box<Flight>>,
    handlers: Option<Box<Handlers>>,
    buffers: Option<Box<Buffers>>,
    reentry: Option<Box<Reentry>>,
    statics: Option<Box<Statics>>,
}

/// Whether a coroutine may stop here with nothing to put aside.
#[inline]
pub(in crate::runtime) fn is_neutral() -> bool {
    // All in one, as they are looked at in each switch.
    Flight::left() | Handlers::left() | Reentry::left() == 0
        && Buffers::is_neutral()
        && Statics::is_neutral()
}

/// The same where no C code is in the middle of a call: what may be left is what code sets for good.
#[inline(always)]
pub(in crate::runtime) fn is_nothing_set() -> bool {
    Handlers::left() == 0 && Buffers::is_neutral() && Statics::is_neutral()
}

/// Whether nothing of a coroutine is left in the globals, as it has to be between two of them.
pub(in crate::runtime) fn is_nobodys() -> bool {
    Flight::is_neutral()
        && Handlers::is_neutral()
        && globals::output().handlers.top == 0
        && Reentry::is_neutral()
        && Statics::is_neutral()
}

/// Puts back what the coroutine that runs now has put aside or inherited.
#[inline]
pub(in crate::runtime) fn put_back_from(aside: &RefCell<Saved>) {
    if aside.borrow().0.is_some() {
        put_all_back_from(aside);
    }
}

#[cold]
fn put_all_back_from(aside: &RefCell<Saved>) {
    let mut saved = std::mem::take(&mut *aside.borrow_mut());
    saved.put_back();
}

/// The running coroutine died of a fatal error: makes the globals neutral for the code that carries the bailout on. Handlers are
/// forgotten; open buffers, which may hold the error message, go to that one ([`super::output::accept_bequest`]).
pub(in crate::runtime) fn bequeath() {
    let mut dead = Saved::default();
    dead.put_aside();
    if let Some(buffers) = dead.take_buffers() {
        buffers.bequeath();
    }
    std::mem::forget(dead);
}

/// An exception in flight, the exception mode, and the comparator of a running sort.
struct Flight {
    exception: InFlight,
    error_handling: sys::zend_error_handling_t,
    exception_class: *mut sys::zend_class_entry,
    comparator: Comparator,
}

impl Saved {
    /// What a native coroutine starts with: the main flow's current handlers, so that its warnings reach them, and static
    /// properties. `main`: what that has put aside; `None`: it is running.
    pub(in crate::runtime) fn for_native(main: Option<&Saved>) -> Saved {
        let (handlers, statics) = match main.map(|main| main.0.as_deref()) {
            None => (Handlers::inherited(), Statics::inherited()),
            Some(None) => return Saved(None),
            Some(Some(parts)) => (
                parts.handlers.as_deref().map(Handlers::inherited_from),
                parts.statics.as_deref().map(Statics::inherited_from),
            ),
        };
        Parts { handlers, statics, ..Parts::default() }.into_saved()
    }

    /// What a coroutine spawned now starts with.
    #[inline]
    pub(in crate::runtime) fn for_spawned() -> Saved {
        if is_nothing_set() { Saved(None) } else { Self::inherited() }
    }

    #[cold]
    fn inherited() -> Saved {
        let (handlers, buffers) = (Handlers::inherited(), Buffers::inherited());
        let statics = Statics::inherited();
        if handlers.is_none() && buffers.is_none() && statics.is_none() {
            return Saved(None);
        }
        Parts { handlers, buffers, statics, ..Parts::default() }.into_saved()
    }

    /// Takes what is not neutral out of the globals.
    pub(in crate::runtime) fn put_aside(&mut self) {
        let parts = Parts {
            flight: Flight::put_aside(),
            handlers: Handlers::put_aside(),
            buffers: Buffers::put_aside(),
            reentry: Reentry::put_aside(),
            statics: Statics::put_aside(),
        };
        *self = parts.into_saved();
    }

    /// The open buffers.
    fn take_buffers(&mut self) -> Option<Box<Buffers>> {
        self.0.as_mut()?.buffers.take()
    }

    /// Puts everything back into neutral globals.
    pub(in crate::runtime) fn put_back(&mut self) {
        let Some(parts) = self.0.take() else { return };
        let Parts { flight, handlers, buffers, reentry, statics } = *parts;
        if let Some(flight) = flight {
            flight.put_back();
        }
        if let Some(handlers) = handlers {
            handlers.put_back();
        }
        if let Some(buffers) = buffers {
            buffers.put_back();
        }
        if let Some(reentry) = reentry {
            reentry.put_back();
        }
        if let Some(statics) = statics {
            statics.put_back();
        }
    }
}

impl Parts {
    fn into_saved(self) -> Saved {
        let is_empty = self.flight.is_none()
            && self.handlers.is_none()
            && self.buffers.is_none()
            && self.reentry.is_none()
            && self.statics.is_none();
        Saved((!is_empty).then(|| Box::new(self)))
    }
}

impl Flight {
    #[inline]
    fn is_neutral() -> bool {
        Self::left() == 0
    }

    /// What is in the globals, or'ed together; 0: they are neutral.
    #[inline]
    fn left() -> usize {
        const { assert!(sys::EH_NORMAL == 0) };
        let eg = globals::executor();
        eg.exception as usize
            | eg.prev_exception as usize
            | eg.error_handling as usize
            | Comparator::left()
    }

    fn put_aside() -> Option<Box<Flight>> {
        if Self::is_neutral() {
            return None;
        }
        let mut eg = globals::executor();
        let flight = Flight {
            exception: InFlight::put_aside(),
            error_handling: eg.error_handling,
            exception_class: eg.exception_class,
            comparator: Comparator::put_aside(),
        };
        eg.error_handling = sys::EH_NORMAL;
        eg.exception_class = std::ptr::null_mut();
        Some(Box::new(flight))
    }

    fn put_back(self) {
        self.exception.restore();
        self.comparator.put_back();
        let mut eg = globals::executor();
        eg.error_handling = self.error_handling;
        eg.exception_class = self.exception_class;
    }
}

/// The spawner's `error_reporting`; but an `@` around the spawn is not inherited.
pub(in crate::runtime) fn error_reporting_for_spawned() -> c_int {
    let current = globals::executor().error_reporting;
    // Only these are left inside an `@`.
    if current & !globals::FATAL_ERRORS != 0 {
        return current;
    }
    let name = c"error_reporting";
    // SAFETY: reads core's ini entry.
    unsafe {
        let (bytes, length) = (name.as_ptr().cast_mut(), name.count_bytes());
        // Neither php.ini nor the script has set it: the engine's default.
        if sys::zend_ini_string_ex(bytes, length, 0, std::ptr::null_mut()).is_null() {
            return sys::E_ALL as c_int;
        }
        sys::zend_ini_long(bytes, length, 0) as c_int
    }
}
