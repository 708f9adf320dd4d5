//! The runtime.

/// Stands in for coroutines and their scheduler.
pub(crate) mod coroutines {
    pub(crate) mod coroutine {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) struct CoroutineId(pub(crate) u32);
    }

    pub(crate) mod scheduler {
        use super::coroutine::CoroutineId;
        use std::sync::{Mutex, PoisonError};

        static WOKEN: Mutex<Vec<CoroutineId>> = Mutex::new(Vec::new());

        pub(crate) fn wake(id: CoroutineId) {
            WOKEN.lock().unwrap_or_else(PoisonError::into_inner).push(id);
        }

        /// Whom it had to wake.
        pub(crate) fn woken() -> Vec<CoroutineId> {
            std::mem::take(&mut *WOKEN.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }
}

mod php;
mod polling;
pub(crate) mod process;
