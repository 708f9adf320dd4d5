//! Catching and resuming the engine's non-local exits.
//!
//! A bailout is the engine's `longjmp` after a fatal error. [`guard`] runs a closure under a jump target; if the
//! closure is left by a jump, the fact is kept in a flag and reported as [`Bailout`]. The flag survives a caller that
//! has no way to return an error (a destructor), and [`resume_if_pending`], called by each entry point as its last
//! step, continues the jump when no Rust frame with anything to drop is left.

use crate::zend::globals::engine_local;
use crate::zend::sys;
use std::{
    ffi::c_void,
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

engine_local! {
    static PENDING: AtomicBool = AtomicBool::new(false);
    /// How often the engine was called; only the engine's thread counts.
    static CALLS: AtomicU64 = AtomicU64::new(0);
}

/// Differs from one moment to another if the engine was called in between.
#[inline]
pub(crate) fn calls() -> u64 {
    CALLS.load(Relaxed)
}

/// Counts what is no call of ours as one.
#[inline]
pub(crate) fn count_call() {
    CALLS.store(CALLS.load(Relaxed).wrapping_add(1), Relaxed);
}

/// The engine is unwinding after a fatal error. Return to the entry point without running more PHP code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub(crate) struct Bailout;

/// Runs `job`, which calls into the engine, and reports whether it was left by a jump.
///
/// `F: Copy` means that the closure owns nothing, so nothing is lost when it is jumped out of.
pub(crate) fn guard<R, F: FnOnce() -> R + Copy>(job: F) -> Result<R, Bailout> {
    struct Frame<F, R> {
        job: F,
        result: MaybeUninit<R>,
    }
    extern "C" fn run<R, F: FnOnce() -> R + Copy>(data: *mut c_void) {
        // SAFETY: `data` is the `Frame<F, R>` of the call to `guard` that is waiting for us.
        let frame = unsafe { &mut *data.cast::<Frame<F, R>>() };
        frame.result.write((frame.job)());
    }
    let mut frame = Frame { job, result: MaybeUninit::uninit() };
    // SAFETY: `run::<R, F>` matches the type behind the pointer, which outlives the call.
    caught(|| unsafe { sys::cenote_guard(Some(run::<R, F>), (&raw mut frame).cast()) })?;
    // SAFETY: `run` returned normally, so it has written the result.
    Ok(unsafe { frame.result.assume_init() })
}

/// Makes a call of C code that calls the engine and catches a jump itself; it says whether there was one.
#[inline]
pub(crate) fn caught(call: impl FnOnce() -> bool) -> Result<(), Bailout> {
    count_call();
    if call() {
        mark_pending();
        return Err(Bailout);
    }
    Ok(())
}

/// A question of C code about a value; `of` is what it belongs to.
pub(crate) type Question<T> = unsafe extern "C" fn(*mut T, *mut sys::zval) -> bool;

/// As [`guard`], for a question that is asked so often that the way to it counts.
///
/// # Safety
/// The question's own contract.
#[inline]
pub(crate) unsafe fn ask<T>(
    question: Question<T>,
    of: *mut T,
    about: *mut sys::zval,
) -> Result<bool, Bailout> {
    // SAFETY: a pointer is passed as any other pointer is.
    let question = unsafe { std::mem::transmute::<Question<T>, Question<c_void>>(question) };
    // SAFETY: by the contract.
    match unsafe { sys::cenote_ask(Some(question), of.cast(), about) } {
        sys::CENOTE_BAILED_OUT => {
            mark_pending();
            Err(Bailout)
        }
        answer => Ok(answer != 0),
    }
}

/// Notes a bailout that reached us by another way than a jump (a context switch that carries one).
pub(crate) fn mark_pending() {
    PENDING.store(true, Relaxed);
}

/// The request goes on with its end, as it does where the engine catches the jump.
pub(crate) fn forget_pending() {
    PENDING.store(false, Relaxed);
}

/// Whether a caught bailout has still to be resumed.
pub(crate) fn pending() -> bool {
    PENDING.load(Relaxed)
}

/// For what would run code of the user: after a fatal error none runs (SPEC 30.8).
pub(crate) fn check() -> Result<(), Bailout> {
    if pending() { Err(Bailout) } else { Ok(()) }
}

/// Continues a caught bailout. Called by entry points when nothing is left to drop.
#[inline]
pub(crate) fn resume_if_pending() {
    if pending() {
        resume();
    }
}

#[cold]
fn resume() {
    PENDING.store(false, Relaxed);
    // SAFETY: a PHP request is running, so the engine has a jump target; callers hold nothing that needs dropping.
    unsafe { sys::cenote_resume_bailout() }
}
