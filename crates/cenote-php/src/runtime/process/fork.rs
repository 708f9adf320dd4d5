//! After a fork (SPEC 29.6, 29.7).
//!
//! In the child only the coroutine that forked exists. The others are forgotten, not ended: none of their code runs, and
//! what they hold stays as it is. If that leaves out the main flow, there is no script to return to, so the child ends
//! when its one coroutine (and those that it spawned) has ended.

use super::{attention, engine_thread, signal_handlers};
use crate::{
    runtime::{
        errors::report,
        polling::reactor,
        scheduling::{scheduler, switching},
    },
    zend::globals::{self, EngineLocal},
};
use std::{cell::Cell, sync::Once};

struct Forked {
    generation: Cell<u32>,
    /// The main flow stayed in the parent.
    orphan: Cell<bool>,
}

static FORKED: EngineLocal<Forked> =
    EngineLocal::new(Forked { generation: Cell::new(0), orphan: Cell::new(false) });

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

/// What stayed in the parent. If a signal handler has forked: when the scheduler chooses the next time, before it does.
pub(in crate::runtime) fn forget_the_parents() {
    reactor::forget_all();
    report::forget_failures();
    if switching::keep_only_running() {
        FORKED.orphan.set(true);
    }
}

/// Ends a child whose script stayed in the parent, with its exit code. Called when a coroutine has ended.
pub(in crate::runtime) fn end_orphan_if_alone() {
    if FORKED.orphan.get() && scheduler::with(|scheduler| scheduler.live()) == 0 {
        report::report_all();
        end();
    }
}

/// `exit()` in such a child ends it at once.
pub(in crate::runtime) fn end_orphan() {
    if FORKED.orphan.get() {
        end();
    }
}

fn end() -> ! {
    report::settle_exit_status();
    // SAFETY: ends the process without running what belongs to the parent (destructors, shutdown functions).
    unsafe { libc::_exit(globals::executor().exit_status) };
}
