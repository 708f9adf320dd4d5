//! curl's resolver threads. A transfer that ends while its name is being looked up, cancelled for instance, has curl join
//! the thread that asks, and that one is inside libc's resolver for as long as the name servers take.
//!
//! This wait cannot be refused: curl frees next what the thread still writes to. So the coroutine looks every few
//! milliseconds whether the thread has ended, and the others run meanwhile.

use super::{
    gate,
    patcher::{Place, Replacement, Replacements},
};
use crate::runtime::{self, precise_now};
use cenote_core::Time;
use libc::{c_int, c_void, pthread_t};

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[Replacement {
    name: "pthread_join",
    function: pthread_join as *const c_void,
    place: Place::Only("libcurl"),
}]);

const BETWEEN_LOOKS: u64 = 2_000_000;

unsafe extern "C" fn pthread_join(thread: pthread_t, result: *mut *mut c_void) -> c_int {
    // SAFETY: by contract a thread that nobody else joins, and null or a place for its result. One that was joined is not
    // asked for again.
    unsafe {
        while gate::is_engine_thread() {
            match libc::pthread_tryjoin_np(thread, result) {
                libc::EBUSY => {}
                code => return code,
            }
            if !runtime::park_unrefused(Time(precise_now().0 + BETWEEN_LOOKS)) {
                break;
            }
        }
        libc::pthread_join(thread, result)
    }
}
