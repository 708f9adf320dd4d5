//! What a start of the module finds or makes, and the next start makes anew.
//!
//! A process can start PHP more than once: Apache does at every restart, and a program that embeds PHP may. The module's code
//! and its statics stay in memory in between, but classes, function tables and other extensions do not: nothing of an
//! earlier start may be used in a later one.

use std::{
    cell::Cell,
    ptr,
    sync::atomic::{
        AtomicPtr,
        Ordering::{AcqRel, Acquire, Release},
    },
};

/// A value that belongs to one start of the module.
pub(crate) struct PerStart<T: 'static>(AtomicPtr<T>);

impl<T> PerStart<T> {
    pub(crate) const fn new() -> Self {
        PerStart(AtomicPtr::new(ptr::null_mut()))
    }

    /// Replaces the value. The earlier one is never freed, as references to it may still be around: a few bytes per start.
    pub(crate) fn set(&self, value: T) -> &'static T {
        let value = Box::leak(Box::new(value));
        // LLVM 19 (Rust 1.85, Debian 13) makes one static of an allocation that is stored in one place only, and then fails
        // on the atomic flag that says whether it is there: it is not to know what is stored.
        self.0.store(std::hint::black_box(ptr::from_mut(value)), Release);
        value
    }

    /// `None`: not set since [`clear`](Self::clear).
    #[inline]
    pub(crate) fn get(&self) -> Option<&'static T> {
        // SAFETY: null, or a value of `set`, which is never freed nor changed.
        unsafe { self.0.load(Acquire).as_ref() }
    }

    #[inline]
    pub(crate) fn get_or_set(&self, make: impl FnOnce() -> T) -> &'static T {
        self.get().unwrap_or_else(|| self.make(make))
    }

    /// Of two threads that make one, the first one's counts.
    #[cold]
    fn make(&self, make: impl FnOnce() -> T) -> &'static T {
        let value = std::hint::black_box(Box::into_raw(Box::new(make())));
        let there = self.0.compare_exchange(ptr::null_mut(), value, AcqRel, Acquire);
        // SAFETY: what is there is never freed nor changed; ours is nobody else's, if it is not there.
        unsafe {
            if there.is_err() {
                drop(Box::from_raw(value));
            }
            &*there.err().unwrap_or(value)
        }
    }

    /// Forgets the value of an earlier start.
    pub(crate) fn clear(&self) {
        self.0.store(ptr::null_mut(), Release);
    }
}

/// A function of ours in a hook of the engine's, and what was there before.
pub(crate) struct Hook<F>(Cell<Option<F>>);

impl<F: Copy> Hook<F> {
    pub(crate) const fn new() -> Self {
        Hook(Cell::new(None))
    }

    /// Puts `ours` in front of what is there.
    ///
    /// Not all hooks are cleared by the engine between two starts, and another extension may have put ours back: in front
    /// of itself it would call itself indefinitely.
    ///
    /// # Safety
    /// A variable of the engine's, which nobody else changes meanwhile.
    pub(crate) unsafe fn install(&self, hook: *mut Option<F>, ours: F) {
        // SAFETY: promised.
        unsafe {
            if !is_same(*hook, ours) {
                self.0.set((*hook).replace(ours));
            }
        }
    }

    /// Takes `ours` out again, unless somebody has put his own in front of it.
    ///
    /// # Safety
    /// That of [`install`](Self::install).
    pub(crate) unsafe fn remove(&self, hook: *mut Option<F>, ours: F) {
        // SAFETY: promised.
        unsafe {
            if is_same(*hook, ours) {
                *hook = self.0.take();
            }
        }
    }

    /// What is to be called next.
    #[inline]
    pub(crate) fn next(&self) -> Option<F> {
        self.0.get()
    }
}

/// Compares addresses: `F` is a type of function pointers.
fn is_same<F: Copy>(there: Option<F>, ours: F) -> bool {
    const { assert!(size_of::<F>() == size_of::<usize>(), "a hook holds a pointer to a function") };
    // SAFETY: both are pointers to functions, by the assertion and the types that are used with it.
    let address = |function: &F| unsafe { std::ptr::from_ref(function).cast::<usize>().read() };
    there.is_some_and(|there| address(&there) == address(&ours))
}
