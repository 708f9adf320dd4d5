//! What the calls of a parked coroutine work on, and what the next one is about to do (SPEC 28.6).

use crate::zend::sys;

/// Names an object, or what is behind a resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::runtime) struct Thing(pub(in crate::runtime) usize);

impl Thing {
    pub(in crate::runtime) fn at<T>(place: *const T) -> Option<Thing> {
        (!place.is_null()).then_some(Thing(place as usize))
    }
}

/// That a call works on something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) struct Use {
    pub(in crate::runtime) thing: Thing,
    /// Of such calls only one may be in the middle: it reads from that stream, into a buffer that all its readers share.
    pub(in crate::runtime) in_turn: bool,
    pub(in crate::runtime) closes: Option<Closed>,
}

/// The resource of a stream that a call closes, and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) struct Closed {
    pub(in crate::runtime) resource: *mut sys::zend_resource,
    pub(in crate::runtime) kind: i32,
}

impl Use {
    pub(in crate::runtime) fn of(thing: Thing) -> Use {
        Use { thing, in_turn: false, closes: None }
    }
}

/// What a function is about to do with its arguments and its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum Intent {
    /// Those inside leave first.
    Close,
    /// Frees or replaces what calls use. Refused as long as somebody is inside.
    Change,
    /// The same for the buffer that readers of a stream share: refused as long as somebody reads.
    ChangeBuffer,
    /// Reads from a stream. Waits until nobody else does.
    Read,
    /// The same for what libraries keep that are not to be called by two at once.
    Turn,
}

/// A claim that waits: nothing of its function has begun.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Claim {
    pub(in crate::runtime) intent: Intent,
    /// Who came first.
    pub(in crate::runtime) ticket: u64,
}
