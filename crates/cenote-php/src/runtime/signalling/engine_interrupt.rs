//! The engine's interrupt has come: what is outstanding is raised, and handlers of signals run.

use super::{interrupt_place::InterruptPlace, pcntl_handlers};
use crate::{
    runtime::{
        coroutines::{
            coroutine::{Coroutine, State},
            scheduler,
        },
        engine::{interrupt, skipped_opcode},
        libraries::{library, raised_early},
        measuring::runs,
        process::fork,
    },
    zend::{bailout, entry, exception, globals::SetAtStart, guard, started::Hook, sys},
};
use std::ffi::c_void;

type InterruptHandler = unsafe extern "C" fn(*mut sys::zend_execute_data);

static INTERRUPT: SetAtStart<Hook<InterruptHandler>> = SetAtStart::new(Hook::new());

pub(in crate::runtime) fn register() {
    // SAFETY: module start-up; the handler that was there is called by ours.
    unsafe {
        sys::cenote_set_interrupt(Some(on_interrupt));
        INTERRUPT.install(&raw mut sys::zend_interrupt_function, sys::cenote_on_interrupt);
    }
}

pub(in crate::runtime) fn shut_down() {
    // SAFETY: module shutdown; the hook is the engine's variable.
    unsafe { INTERRUPT.remove(&raw mut sys::zend_interrupt_function, sys::cenote_on_interrupt) };
}

/// `caller` is where in the process's machine code the engine has called this.
unsafe extern "C" fn on_interrupt(frame: *mut sys::zend_execute_data, caller: *const c_void) {
    // SAFETY: the engine's argument.
    let place = unsafe { InterruptPlace::of(frame, caller) };
    entry::boundary(|| {
        // SAFETY: the engine's argument, the running frame.
        unsafe { runs::interrupted(frame) };
        // Everybody may be asleep: who is to run next is chosen in a moment, where it is settled too.
        if scheduler::current_for_library().is_some_and(|me| me.state.get() == State::Running) {
            fork::settle_fork();
        }
        let running = scheduler::try_with(|scheduler| scheduler.current().clone());
        if let Some(me) = running.filter(|me| is_due(me)) {
            // SAFETY: the engine interrupts PHP code in its live frame.
            unsafe { raise_what_is_due(&me, frame, place) };
        }
    });
    if scheduler::has_spawned() && exception::pending() {
        // SAFETY: the engine's argument.
        return entry::boundary(|| unsafe { beside_an_exception(frame, place) });
    }
    if let Some(next) = INTERRUPT.next() {
        // SAFETY: the handler that was there before ours, called as the engine would.
        unsafe { next(frame) };
    }
    if pcntl_handlers::are_due() {
        entry::boundary(|| {
            // SAFETY: the place of this interrupt.
            if unsafe { pcntl_handlers::run_at_interrupt(place) }.is_some() {
                // SAFETY: the frame of the interrupt, which is the running one.
                unsafe { skipped_opcode::make_up_for_it(frame) };
            }
        });
    }
}

/// What was to end the coroutine's call into a library is raised, or waits until that has returned.
///
/// # Safety
/// The frame of the interrupt, which is the running one, and its place.
unsafe fn raise_what_is_due(
    me: &Coroutine,
    frame: *mut sys::zend_execute_data,
    place: InterruptPlace,
) {
    // SAFETY: promised; what `called_by` finds is that frame, or one that it was called from, of PHP code.
    unsafe {
        match library::called_by(me.leaving.get(), frame) {
            Some(own) if own == me.leaving.get() && place.is_end_of(own) => {
                raised_early::raise_at_the_end_of_the_call(me);
            }
            // No opcode is looked at again and again here, so this comes to an end.
            Some(own) if own == me.leaving.get() => interrupt::request(),
            Some(outermost) => library::wait_for_return(outermost),
            None if raised_early::has_arrived(me, frame) => raised_early::forget(me),
            None => {
                if library::raise_outstanding().is_some() {
                    skipped_opcode::make_up_for_it(frame);
                }
            }
        }
    }
}

/// The interrupt has come while an exception looks for its `catch`. pcntl would lose a signal, as the engine calls nothing then;
/// and an interrupt that is asked for again comes again before the exception goes on.
///
/// # Safety
/// The frame and the place of the interrupt that is being served.
#[cold]
unsafe fn beside_an_exception(frame: *mut sys::zend_execute_data, place: InterruptPlace) {
    let aside = exception::InFlight::put_aside();
    if let Some(next) = INTERRUPT.next() {
        // SAFETY: the handler that was there before ours, with the frame that the engine has given.
        let _ = guard(move || unsafe { next(frame) });
    }
    if pcntl_handlers::are_due() && !bailout::pending() && !exception::pending() {
        // SAFETY: by the contract.
        let _ = unsafe { pcntl_handlers::run_at_interrupt(place) };
    }
    aside.restore();
}

fn is_due(coroutine: &Coroutine) -> bool {
    coroutine.state.get() == State::Running && coroutine.outstanding.is_some()
}
