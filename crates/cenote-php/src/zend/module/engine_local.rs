//! Statics of ours, and the one place that knows whether several threads of a process may run PHP (ADR 0016).
//!
//! A static is one of two kinds. What belongs to a thread of PHP's, as the scheduler does, is an [`EngineLocal`], declared by
//! [`engine_local`](macro@engine_local). What module start-up finds, as the functions whose place ours take, is a [`SetAtStart`]:
//! one for all threads. In a build for one thread (NTS) both are plain statics.

pub(crate) use each::*;
use std::cell::RefCell;

/// A static that module start-up fills, and module shutdown empties, while the process has one thread of PHP's. All threads read
/// it in between.
pub(crate) struct SetAtStart<T>(T);

// SAFETY: written only before the engine starts threads of PHP's and after it has ended them, on the thread that starts it. What is
// set later is set in a forked child, which has one thread, or, as the list of patched objects, while nobody else has a turn.
unsafe impl<T> Sync for SetAtStart<T> {}

impl<T> SetAtStart<T> {
    pub(crate) const fn new(value: T) -> Self {
        SetAtStart(value)
    }
}

impl<T> SetAtStart<RefCell<T>> {
    /// The value, after start-up. Without the cell's count of its readers, which several threads must not keep.
    #[inline]
    pub(crate) fn read(&self) -> &T {
        // SAFETY: nobody changes it any more.
        let value = unsafe { self.0.try_borrow_unguarded() };
        value.expect("start-up is over")
    }
}

impl<T> std::ops::Deref for SetAtStart<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Declares statics of which each thread of PHP's has its own, or, by a type and a value, makes one for a field of a static.
macro_rules! engine_local {
    ($($(#[$meta:meta])* $vis:vis static $name:ident: $type:ty = $value:expr;)+) => {
        $(
            $(#[$meta])*
            $vis static $name: $crate::zend::globals::EngineLocal<$type> =
                $crate::zend::globals::engine_local!($type, $value);
        )+
    };
    ($type:ty, $value:expr) => {
        $crate::zend::globals::one_each!($type, $value)
    };
}
pub(crate) use engine_local;

/// One thread: plain statics.
#[cfg(not(zts))]
mod each {
    /// A static that belongs to the thread that runs PHP.
    pub(crate) struct EngineLocal<T>(T);

    // SAFETY: PHP code and every callback of the engine run on one thread.
    unsafe impl<T> Sync for EngineLocal<T> {}

    impl<T> EngineLocal<T> {
        pub(crate) const fn new(value: T) -> Self {
            EngineLocal(value)
        }
    }

    impl<T> std::ops::Deref for EngineLocal<T> {
        type Target = T;

        #[inline]
        fn deref(&self) -> &T {
            &self.0
        }
    }

    macro_rules! one_each {
        ($type:ty, $value:expr) => {
            $crate::zend::globals::EngineLocal::new($value)
        };
    }
    pub(crate) use one_each;
}

/// Threads: thread-local ones, whose values end when the engine is told of the thread's end and not by destructors of the thread:
/// those run in no order that we choose, and what is called after them would find nothing.
#[cfg(zts)]
mod each {
    use std::{
        cell::{Cell, RefCell, UnsafeCell},
        mem::ManuallyDrop,
    };

    /// A static of which each thread that runs PHP has its own.
    pub(crate) struct EngineLocal<T: 'static>(fn() -> &'static T);

    impl<T> EngineLocal<T> {
        pub(crate) const fn new(here: fn() -> &'static T) -> Self {
            EngineLocal(here)
        }
    }

    impl<T> std::ops::Deref for EngineLocal<T> {
        type Target = T;

        #[inline]
        fn deref(&self) -> &T {
            (self.0)()
        }
    }

    /// One thread's value, which no destructor of the thread drops.
    pub(crate) struct Slot<T> {
        value: UnsafeCell<ManuallyDrop<T>>,
        is_listed: Cell<bool>,
    }

    type Resets = ManuallyDrop<RefCell<Vec<fn()>>>;

    thread_local! {
        /// What resets the values of this thread that have something to drop, in the order of their first use.
        static USED: Resets = const { ManuallyDrop::new(RefCell::new(Vec::new())) };
    }

    impl<T: 'static> Slot<T> {
        pub(crate) const fn new(value: T) -> Self {
            Slot { value: UnsafeCell::new(ManuallyDrop::new(value)), is_listed: Cell::new(false) }
        }

        /// The value, for as long as the thread runs PHP.
        #[inline]
        pub(crate) fn get(&self, reset: fn()) -> &'static T {
            if std::mem::needs_drop::<T>() && !self.is_listed.get() {
                self.list(reset);
            }
            // SAFETY: a slot is in thread-local memory without a destructor, which stays until the thread has ended. What comes from it
            // stays on the thread, but for atomics that a thread looks at which ends before (`Watched`). It is replaced when the
            // thread has left PHP, when nobody refers to it.
            unsafe { &*self.value.get().cast::<T>() }
        }

        #[cold]
        fn list(&self, reset: fn()) {
            self.is_listed.set(true);
            USED.with(|used| used.borrow_mut().push(reset));
        }

        /// Begins anew with `value`.
        pub(crate) fn replace(&self, value: T) {
            self.is_listed.set(false);
            // SAFETY: called by `end_thread` alone: nobody refers to the value any more. The old one is dropped when the new one is
            // in its place, so that a destructor that looks here finds one.
            unsafe {
                let mut old = std::ptr::replace(self.value.get(), ManuallyDrop::new(value));
                ManuallyDrop::drop(&mut old);
            }
        }
    }

    /// The calling thread runs PHP no more: its values end, those that were used first last.
    pub(crate) fn end_thread() {
        loop {
            let used = USED.with(|used| used.take());
            if used.is_empty() {
                return;
            }
            for reset in used.into_iter().rev() {
                reset();
            }
        }
    }

    macro_rules! one_each {
        ($type:ty, $value:expr) => {{
            fn here() -> &'static $type {
                ::std::thread_local! {
                    static SLOT: $crate::zend::globals::Slot<$type> =
                        const { $crate::zend::globals::Slot::new($value) };
                }
                fn reset() {
                    SLOT.with(|slot| slot.replace($value));
                }
                SLOT.with(|slot| slot.get(reset))
            }
            $crate::zend::globals::EngineLocal::new(here)
        }};
    }
    pub(crate) use one_each;
}
