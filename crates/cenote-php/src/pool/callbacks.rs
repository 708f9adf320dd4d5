//! What a pool asks of its owner: make, destroy and judge resources.
//!
//! There are two kinds of owner (PHP callables, native code) and one way to call them. A callback starts with no
//! exception pending: what was in flight is put aside and comes back afterwards (SPEC 10.4, 34.7). Whatever it throws
//! leaves [`call`] as an owned [`Trouble`], never as a pending exception, so that the pool can bring its state in order
//! before anything is thrown again.

use crate::{
    runtime,
    zend::{Array, Object, Outcome, Thrown, Tracer, Value, exception},
};
use cenote_core::SlotId;

/// Which of the optional callbacks exist. The core never asks for one that does not, so an absent one costs nothing.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hooks {
    pub(crate) check: bool,
    pub(crate) before_acquire: bool,
    pub(crate) before_release: bool,
}

/// Who has a resource that is out.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    /// The coroutine of this number, as `getId()` gives it.
    Coroutine(u64),
    /// Nobody: it is being cleaned on its way back.
    Upkeep,
    Unknown,
}

/// The owner's side of a pool.
///
/// Every method may run PHP code, park the coroutine, throw, and call back into the pool. Judgements are `Ok(false)` or an
/// exception to reject.
pub(crate) trait Callbacks {
    fn hooks(&self) -> Hooks;

    /// Makes a resource for this slot. `Ok(None)`: failed without an exception (SPEC 5.7).
    fn create(&self, slot: SlotId) -> Result<Option<Value>, Thrown>;

    /// Whether a creation has failed with this because there are as many as the other side allows (SPEC 22.11).
    fn is_full(&self, _error: &Object) -> bool {
        false
    }

    /// Whether a creation holds its caller no longer than to its deadline (SPEC 23.7). Otherwise it does (SPEC 7.6).
    fn creates_within_deadline(&self) -> bool {
        false
    }

    /// Destroys a resource. The slot stays occupied until this returns.
    fn destroy(&self, slot: SlotId, resource: Value) -> Outcome;

    /// The periodic check of an idle resource.
    fn check(&self, _slot: SlotId, _resource: &Value) -> Result<bool, Thrown> {
        Ok(true)
    }

    /// The check before an idle resource is handed out.
    fn before_acquire(&self, _slot: SlotId, _resource: &Value) -> Result<bool, Thrown> {
        Ok(true)
    }

    /// Whether `before_acquire` need not be asked at this moment: it would accept.
    fn is_known_good(&self, _resource: &Value) -> bool {
        false
    }

    /// Whether `before_acquire` takes no time: it neither waits nor runs PHP code.
    fn accepts_at_once(&self) -> bool {
        false
    }

    /// The check when a resource comes back.
    fn before_release(&self, _slot: SlotId, _resource: &Value) -> Result<bool, Thrown> {
        Ok(true)
    }

    /// In whose hands a resource is that is out, if the owner knows.
    fn whose(&self, _resource: &Value) -> Whose {
        Whose::Unknown
    }

    /// Shows the collector what the callbacks hold.
    fn trace(&self, _tracer: &mut Tracer) {}

    /// Adds what only this kind of pool counts to the array of `stats()`.
    fn add_stats(&self, _stats: &mut Array) -> Outcome {
        Ok(())
    }
}

/// How a callback ended, other than by returning.
pub(super) enum Trouble {
    /// It threw.
    Exception(Object),
    /// A cancellation, a deadlock or `exit()` passes through: never swallowed (SPEC 10.5).
    Interruption(Object),
    /// A fatal error ends the request; no more PHP code may run.
    Bailout,
}

impl Trouble {
    /// Takes what is pending out of the engine.
    pub(super) fn take(thrown: Thrown) -> Trouble {
        match (thrown, exception::take()) {
            (Thrown::Exception, Some(object)) => Trouble::sort(object),
            (Thrown::Exception | Thrown::Bailout, _) => Trouble::Bailout,
        }
    }

    fn sort(object: Object) -> Trouble {
        let classes = [runtime::exceptions::cancellation(), runtime::exceptions::deadlock()];
        if exception::is_exit(&object) || classes.iter().any(|&class| object.instance_of(class)) {
            Trouble::Interruption(object)
        } else {
            Trouble::Exception(object)
        }
    }

    pub(super) fn raise(self) -> Thrown {
        match self {
            Trouble::Exception(object) | Trouble::Interruption(object) => {
                exception::throw_object(object)
            }
            Trouble::Bailout => Thrown::Bailout,
        }
    }

    /// The same, when `earlier` had happened before: an interruption prevails over an exception, else the later one
    /// is raised, with the other behind it (SPEC 12.5).
    pub(super) fn after(self, earlier: Option<Trouble>) -> Trouble {
        match (self, earlier) {
            (Trouble::Bailout, _) | (_, Some(Trouble::Bailout)) => Trouble::Bailout,
            (Trouble::Exception(later), Some(Trouble::Interruption(first))) => {
                chain(&first, later);
                Trouble::Interruption(first)
            }
            (later, Some(Trouble::Exception(first) | Trouble::Interruption(first))) => {
                if let Trouble::Exception(object) | Trouble::Interruption(object) = &later {
                    chain(object, first);
                }
                later
            }
            (later, None) => later,
        }
    }
}

/// Exits have no `previous`.
fn chain(top: &Object, behind: Object) {
    if !exception::is_exit(top) && !exception::is_exit(&behind) {
        exception::chain(top, behind);
    }
}

/// Runs a callback with a clean exception slot. What it drops at its end may throw as well.
#[inline]
pub(super) fn call<T>(callback: impl FnOnce() -> Result<T, Thrown>) -> Result<T, Trouble> {
    let in_flight = exception::InFlight::put_aside();
    let result = match callback() {
        Ok(value) => trouble_left_behind().map_or(Ok(value), Err),
        Err(thrown) => Err(trouble(thrown)),
    };
    in_flight.restore();
    result
}

#[inline]
fn trouble_left_behind() -> Option<Trouble> {
    let clean = !exception::pending() && !runtime::is_outstanding();
    if clean { None } else { Some(trouble(Thrown::Exception)) }
}

/// What ended a wait inside a C library ends the callback, also where no PHP function has called that library.
#[cold]
fn trouble(thrown: Thrown) -> Trouble {
    Trouble::take(runtime::raise_outstanding().unwrap_or(thrown))
}
