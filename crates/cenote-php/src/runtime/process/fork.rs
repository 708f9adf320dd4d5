//! After a fork (SPEC 29.6, 29.7).
//!
//! In the child only the coroutine that forked exists. The others are forgotten, not ended: none of their code runs, and
//! what they hold stays as it is. If that leaves out the main flow, there is no script to return to, so the child ends
//! when its one coroutine (and those that it spawned) has ended.

use super::{attention, engine_thread, signal_handlers};
use crate::zend::globals::EngineLocal;
use std::{cell::Cell, sync::Once};

struct Forked {
    generation: Cell<u32>,
    /// The main flow stayed in the parent.
    orphan: Cell<bool>,
    forget: Cell<Option<fn() -> bool>>,
    afterwards: Cell<Option<fn()>>,
}

static FORKED: EngineLocal<Forked> = EngineLocal::new(Forked {
    generation: Cell::new(0),
    orphan: Cell::new(false),
    forget: Cell::new(None),
    afterwards: Cell::new(None),
});

/// How many forks lie between the first process and this one: what was made under another number is not ours to touch.
pub(crate) fn process_generation() -> u32 {
    FORKED.generation.get()
}

pub(in crate::runtime) fn register() {
    static ONCE: Once = Once::new();
    // SAFETY: the handler is a function of a module that is never unloaded.
    ONCE.call_once(|| unsafe {
        libc::pthread_atfork(None, None, Some(in_child));
    });
}

/// Runs in the child before `fork` returns there: touches only our own memory. If another thread has forked, PHP's is not
/// there any more, and its data may be half changed: it is left alone.
unsafe extern "C" fn in_child() {
    if !engine_thread::is_current() {
        return;
    }
    FORKED.generation.set(FORKED.generation.get() + 1);
    if signal_handlers::is_inside() {
        attention::ask(attention::FORKED);
    } else {
        forget_the_parents();
    }
}

/// At module start-up: what stayed in the parent is known above this room. `forget` says whether the main flow did.
pub(in crate::runtime) fn forget_by(forget: fn() -> bool) {
    FORKED.forget.set(Some(forget));
}

/// At module start-up: what else is left to the parent in a child.
pub(crate) fn after_forks(leave: fn()) {
    FORKED.afterwards.set(Some(leave));
}

/// What stayed in the parent.
fn forget_the_parents() {
    if FORKED.forget.get().is_some_and(|forget| forget()) {
        FORKED.orphan.set(true);
    }
    if let Some(leave) = FORKED.afterwards.get() {
        leave();
    }
}

/// If a signal handler has forked: when the scheduler chooses the next time, and before a request ends in which it never does.
pub(crate) fn settle_fork() {
    if attention::clear(attention::FORKED) != 0 {
        forget_the_parents();
    }
}

/// Whether the script stayed in the parent.
pub(in crate::runtime) fn is_orphan() -> bool {
    FORKED.orphan.get()
}
