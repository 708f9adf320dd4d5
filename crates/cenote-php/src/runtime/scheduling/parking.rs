//! Parking the running coroutine.

use super::{parked_frames, switching};
use crate::{
    runtime::{
        coroutines::{
            coroutine::{Awaited, Coroutine, MainWait, Signal, State, Woken},
            fiber_flows,
            interrupted::Interrupted,
            scheduler::{self, Scheduler, may_switch, note_use, running, with},
            timers::Target,
        },
        engine::{interrupt, output},
        polling::reactor,
    },
    zend::{bailout, globals},
};
use cenote_core::Time;
use std::rc::{Rc, Weak};

/// For how long the running coroutine is the only one that can run, if nothing comes from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum Alone {
    /// Somebody else can, or the running one has something to obey.
    No,
    /// Then the next timer is due.
    Until(Time),
    ForEver,
}

#[inline]
pub(in crate::runtime) fn alone() -> Alone {
    if reactor::is_waited_on() {
        return Alone::No;
    }
    with(|scheduler| {
        let has_request = || scheduler.running.request.is_some() || fiber_flows::is_requested();
        if !scheduler.queue.is_empty() || has_request() || scheduler.running.has_first_wait() {
            return Alone::No;
        }
        scheduler.timers.next().map_or(Alone::ForEver, Alone::Until)
    })
}

/// Parks the running coroutine until [`wake`](scheduler::wake), `deadline` or an interruption.
///
/// No borrow of anything may be held: other coroutines run meanwhile. What the engine keeps in globals (exception in
/// flight, handlers, buffers) is this coroutine's own again when it returns.
pub(crate) fn park(deadline: Option<Time>) -> Result<Woken, Interrupted> {
    stop(|scheduler, me| {
        me.state.set(State::Parked);
        me.woken.set(Woken::Called);
        if let Some(at) = deadline {
            me.deadline.set(Some(scheduler.timers.arm(at, Target::Coroutine(me.id))));
        }
    })
}

/// [`park`] for something that tells its state, should nobody ever come to wake the coroutine.
pub(crate) fn park_for(
    deadline: Option<Time>,
    awaited: Weak<dyn Awaited>,
) -> Result<Woken, Interrupted> {
    let me = running();
    me.awaited.replace(Some(awaited));
    let woken = park(deadline);
    me.awaited.replace(None);
    woken
}

/// Lets everybody in the queue run once before the running coroutine goes on.
pub(in crate::runtime) fn yield_now() -> Result<(), Interrupted> {
    let resumed = stop(|scheduler, me| {
        me.state.set(State::Ready);
        scheduler.queue.push(me);
    });
    resumed.map(|_| ())
}

/// Has the running coroutine stop in the way that `enter` notes down, and runs others until it is its turn again.
#[inline]
fn stop(enter: impl FnOnce(&mut Scheduler, Rc<Coroutine>)) -> Result<Woken, Interrupted> {
    note_use();
    let frame = globals::executor().current_execute_data;
    // SAFETY: the running frame.
    let me = match unsafe { parked_frames::plain_caller(frame) } {
        Some(caller) => match switching::rest_in_plain_code(frame, caller, enter) {
            Ok(me) if !bailout::pending() && !Interrupted::is_requested_of(&me) => {
                return Ok(me.woken.get());
            }
            Ok(me) => me,
            Err(enter) => return stop_anywhere(enter),
        },
        None => return stop_anywhere(enter),
    };
    resumed(&me)
}

#[inline(never)]
fn stop_anywhere(enter: impl FnOnce(&mut Scheduler, Rc<Coroutine>)) -> Result<Woken, Interrupted> {
    let (me, is_over) = with(|scheduler| (scheduler.running.clone(), scheduler.is_over()));
    if let Some(interrupted) = Interrupted::pending_for(&me) {
        return Err(interrupted);
    }
    if bailout::pending() {
        // One that waits until all it has started is over would do so indefinitely (SPEC 47.3).
        return Err(Interrupted::fatal_error());
    }
    if is_over || !may_switch() {
        return Err(Interrupted::forbidden_here());
    }
    with(|scheduler| enter(scheduler, me.clone()));
    switching::rest(&me);
    resumed(&me)
}

/// It is the turn of `me` again.
fn resumed(me: &Rc<Coroutine>) -> Result<Woken, Interrupted> {
    // Others have run meanwhile. The engine has one interrupt for all, and theirs may have used it up.
    if me.outstanding.is_some() {
        interrupt::request();
    }
    if bailout::pending() {
        output::accept_bequest();
        return Err(Interrupted::fatal_error());
    }
    // A cancellation ends the wait as well: both are over then.
    let evicted = me.evicted.take();
    match Interrupted::pending_for(me).or_else(|| evicted.map(Interrupted::evicted)) {
        Some(interrupted) => Err(interrupted),
        None => Ok(me.woken.get()),
    }
}

/// How a wait in C code came to its end.
pub(crate) enum Rested {
    Woken(Woken),
    Signal(Signal),
}

/// As [`park`], for a wait in C code.
pub(crate) fn park_in_library(deadline: Option<Time>) -> Result<Rested, Interrupted> {
    if !scheduler::is_main_running() {
        return park(deadline).map(Rested::Woken);
    }
    let enter =
        |wait| scheduler::with(|scheduler| std::mem::replace(&mut scheduler.main_wait, wait));
    enter(MainWait::Open);
    let rested = park(deadline);
    match (rested, enter(MainWait::None)) {
        (Ok(_), MainWait::Ended(signal)) => Ok(Rested::Signal(signal)),
        (rested, _) => rested.map(Rested::Woken),
    }
}
