//! After a fork (SPEC 29.6, 29.7).
//!
//! In the child only the coroutine that forked exists. The others are forgotten, not ended: none of their code runs, and
//! what they hold stays as it is. If that leaves out the main flow, there is no script to return to, so the child ends
//! when its one coroutine (and those that it spawned) has ended.

use super::{attention, engine_thread, signal_handlers};
use crate::zend::globals::SetAtStart;
use libc::c_int;
use std::{cell::Cell, sync::Once};

struct Forked {
    generation: Cell<u32>,
    /// The main flow stayed in the parent.
    orphan: Cell<bool>,
    forget: Cell<Option<fn() -> bool>>,
    interrupt: Cell<Option<fn()>>,
    cut_off: Cell<Option<fn(c_int)>>,
    afterwards: Cell<Option<fn()>>,
    in_a_handler: Cell<Option<fn()>>,
}

static FORKED: SetAtStart<Forked> = SetAtStart::new(Forked {
    generation: Cell::new(0),
    orphan: Cell::new(false),
    forget: Cell::new(None),
    interrupt: Cell::new(None),
    cut_off: Cell::new(None),
    afterwards: Cell::new(None),
    in_a_handler: Cell::new(None),
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
        [&FORKED.in_a_handler, &FORKED.interrupt].iter().for_each(|then| {
            if let Some(then) = then.get() {
                then();
            }
        });
    } else {
        forget_the_parents();
    }
}

/// At module start-up: what stayed in the parent is known above this folder. `forget` says whether the main flow did.
/// `interrupt`, which a signal handler may call, has the engine settle a fork before it goes on with PHP code.
pub(in crate::runtime) fn forget_by(forget: fn() -> bool, interrupt: fn()) {
    FORKED.forget.set(Some(forget));
    FORKED.interrupt.set(Some(interrupt));
}

/// At module start-up: what else is left to the parent in a child.
pub(crate) fn after_forks(leave: fn()) {
    FORKED.afterwards.set(Some(leave));
}

/// At module start-up: what a child does first that was forked in a signal handler. It may touch nothing but atomics.
pub(crate) fn after_forks_in_handlers(then: fn()) {
    FORKED.in_a_handler.set(Some(then));
}

/// At module start-up: how a connection of the parent's is left to it.
pub(crate) fn cut_off_by(cut_off: fn(c_int)) {
    FORKED.cut_off.set(Some(cut_off));
}

/// Leaves a connection to the parent.
pub(in crate::runtime) fn cut_off(fd: c_int) {
    if let Some(cut_off) = FORKED.cut_off.get() {
        cut_off(fd);
    }
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

/// If a signal handler has forked: between two opcodes, when a coroutine ends or the scheduler chooses, and before a request
/// ends.
#[inline]
pub(crate) fn settle_fork() {
    if attention::wanted() & attention::FORKED != 0 {
        attention::clear(attention::FORKED);
        forget_the_parents();
    }
}

/// Whether a signal handler has forked, this is the child, and the fork is not settled yet: C code goes on in the middle of what its
/// parent does.
#[inline]
pub(crate) fn is_fork_unsettled() -> bool {
    attention::wanted() & attention::FORKED != 0
}

/// Whether the script stayed in the parent.
pub(in crate::runtime) fn is_orphan() -> bool {
    FORKED.orphan.get()
}
