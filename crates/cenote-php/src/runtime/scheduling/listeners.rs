//! Who waits for a signal, and what its arrival does (SPEC 44.6 to 44.8).
//!
//! The signal handler of C leaves a note; the next choice of who runs looks at it, and completes what has waited.

use super::between::between_runs;
use crate::{
    runtime::process::attention,
    zend::globals::{SetAtStart, engine_local},
};
use libc::c_int;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// How signals are caught, which a folder above knows.
#[derive(Clone, Copy)]
pub(crate) struct Catching {
    /// Begins to listen for a signal, whatever else it does. False: the system does not allow it.
    pub(crate) listen: fn(c_int) -> bool,
    /// One who has listened does so no more.
    pub(crate) stop_listening: fn(c_int),
    /// The signals that have come since the last question, each by its bit.
    pub(crate) take_arrived: fn() -> u64,
}

static CATCHING: SetAtStart<Cell<Option<Catching>>> = SetAtStart::new(Cell::new(None));

/// Sets it, at module start-up.
pub(crate) fn catch_signals_by(catching: Catching) {
    CATCHING.set(Some(catching));
}

/// One that waits for a signal.
pub(in crate::runtime) struct Listener {
    /// Called once, when the signal has come.
    pub(in crate::runtime) complete: Box<dyn FnOnce()>,
    pub(in crate::runtime) is_awaited: Box<dyn Fn() -> bool>,
}

struct Listed {
    number: c_int,
    listens: Rc<Cell<bool>>,
    listener: Listener,
}

engine_local! {
    static LISTENERS: RefCell<Vec<Listed>> = RefCell::new(Vec::new());
}

/// What the waiting for a signal goes on by, until somebody stops it.
#[derive(Clone)]
pub(in crate::runtime) struct Handle {
    number: c_int,
    listens: Rc<Cell<bool>>,
}

impl Handle {
    pub(in crate::runtime) fn listens(&self) -> bool {
        self.listens.get()
    }

    /// Takes the listener out of the list, if it is there.
    pub(in crate::runtime) fn stop(&self) {
        if !self.listens.replace(false) {
            return;
        }
        stop_listening(self.number);
        drop(take(|known| Rc::ptr_eq(&known.listens, &self.listens)));
    }
}

/// Takes those out of the list that are meant.
fn take(is_meant: impl Fn(&Listed) -> bool) -> Vec<Listed> {
    let mut listeners = LISTENERS.borrow_mut();
    let (taken, left) = std::mem::take(&mut *listeners).into_iter().partition(is_meant);
    *listeners = left;
    taken
}

fn stop_listening(number: c_int) {
    if let Some(catching) = CATCHING.get() {
        (catching.stop_listening)(number);
    }
}

/// `None`: the system lets no process listen for it.
pub(in crate::runtime) fn listen(number: c_int, listener: Listener) -> Option<Handle> {
    if !CATCHING.get().is_some_and(|catching| (catching.listen)(number)) {
        return None;
    }
    // What has come before is not for this one.
    deliver();
    let listens = Rc::new(Cell::new(true));
    LISTENERS.borrow_mut().push(Listed { number, listens: listens.clone(), listener });
    Some(Handle { number, listens })
}

/// Completes what has waited for a signal that has come. It calls no PHP code.
#[cold]
pub(in crate::runtime) fn deliver() {
    attention::clear(attention::LISTENED);
    let numbers = CATCHING.get().map_or(0, |catching| (catching.take_arrived)());
    for listed in take(|known| numbers & (1 << known.number) != 0) {
        listed.listens.set(false);
        stop_listening(listed.number);
        between_runs(move || {
            (listed.listener.complete)();
            drop(listed.listener.is_awaited);
        });
    }
}

/// Whether anybody awaits a signal: that can wake him.
pub(in crate::runtime) fn is_any_awaited() -> bool {
    LISTENERS.borrow().iter().any(|known| (known.listener.is_awaited)())
}

/// The request ends. What a later one would be told is not its own.
pub(in crate::runtime) fn end_request() {
    let left = LISTENERS.take();
    for listed in &left {
        if listed.listens.replace(false) {
            stop_listening(listed.number);
        }
    }
}
