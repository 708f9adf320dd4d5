//! How a wait in C code has to be done at this place.

use super::{library, raised_early};
use crate::{
    runtime::{
        cancelling::shielding::shielded,
        coroutines::{
            coroutine::{Coroutine, State},
            scheduler,
        },
        scheduling::{parking, switching},
    },
    zend::{bailout, globals},
};
use cenote_core::Time;
use std::rc::Rc;

/// How a wait in C code has to be done at this place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitMode {
    /// As on stock PHP: nobody else could run, or the engine forbids switching (SPEC 30.12).
    Block,
    /// Others run meanwhile.
    Park,
    /// Not at all: the library is to return.
    Leave,
}

/// How the running coroutine, on the engine's thread, has to wait in C code. Before the first spawn of a request always
/// as on stock PHP (SPEC 30.13).
#[inline]
pub(crate) fn waiting_here() -> WaitMode {
    if !scheduler::has_spawned() {
        return WaitMode::Block;
    }
    let has_nothing_to_obey = |me: &Rc<Coroutine>| !me.outstanding.is_some() && runs(me);
    match scheduler::ask_current_for_library(has_nothing_to_obey) {
        None => WaitMode::Block,
        Some(true) if nothing_is_over() => WaitMode::Park,
        Some(_) => waiting_where_one_looks_closer(),
    }
}

#[cold]
fn waiting_where_one_looks_closer() -> WaitMode {
    let me = scheduler::running();
    if me.outstanding.is_some() && raised_early::is_still_outstanding(&me) {
        return WaitMode::Leave;
    }
    if may_let_others_run(&me) {
        return WaitMode::Park;
    }
    switching::look_for_signals_after_this_wait();
    WaitMode::Block
}

fn may_let_others_run(me: &Coroutine) -> bool {
    runs(me) && nothing_is_over()
}

#[inline]
fn runs(me: &Coroutine) -> bool {
    // While the scheduler itself runs a signal handler, the one on whose stack it does is not running. Once the script's end
    // unwinds a coroutine, its `finally` blocks finish their I/O without anybody else.
    me.state.get() == State::Running && !me.unwinding.get()
}

#[inline]
fn nothing_is_over() -> bool {
    !bailout::pending() && !globals::compiler().unclean_shutdown && scheduler::may_park()
}

/// Lets others run until `deadline`, in a wait that a library must not be refused, whatever is outstanding. `false`: the
/// rest of the wait has to be done without them.
pub(crate) fn park_unrefused(deadline: Time) -> bool {
    let me = scheduler::try_with(|scheduler| scheduler.current().clone());
    if !me.is_some_and(|me| scheduler::has_spawned() && may_let_others_run(&me)) {
        return false;
    }
    match shielded(|| parking::park(Some(deadline))) {
        Ok(_) => true,
        Err(interrupted) => {
            library::leave_library(interrupted);
            false
        }
    }
}
