//! Noticing that a PostgreSQL server may have told of a setting (SPEC 21.4).
//!
//! A server tells of a changed setting in a message of its own, and libpq keeps what was told for those who ask. To ask for a
//! few names is to have it walk through a list for each, and the pooled PDO would have to ask whenever a connection goes
//! back. So what libpq receives is searched on its way for the beginning of such a message: the letter S, and the first byte
//! of a length below 16 MB. Callers ask again only when that was seen since they asked last.
//!
//! The search may see what is none (a text in a row that ends with an S), and then somebody asks in vain. It misses none:
//! an S at the very end, whose length is still to come, counts, and so does a long input, which costs more to search than
//! asking does. Encrypted input shows nothing of its messages; who has such a connection must not rely on this.

use super::refusals;
use crate::{
    wait::{
        patching::patcher::{Place, Replacement, Replacements},
        replaced::blocking::refuse_in_unsettled_child,
    },
    zend::globals::engine_local,
};
use libc::{c_int, c_void, size_t, ssize_t};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[Replacement {
    name: "recv",
    function: recv as *const c_void,
    place: Place::Only("libpq.so"),
}]);

engine_local! {
    /// How often the beginning of such a message was seen, on whatever connection.
    static SEEN: AtomicU64 = AtomicU64::new(0);
}

/// Input of more bytes counts unread.
const LONGEST_SEARCHED: usize = 4096;

/// A number that is another one once a server has told of a setting on a connection without encryption. `None`: libpq's input
/// does not pass here. (It has told of some when it connected.)
#[inline]
pub(crate) fn settings_told() -> Option<u64> {
    let seen = SEEN.load(Relaxed);
    (seen > 0).then_some(seen)
}

unsafe extern "C" fn recv(fd: c_int, buffer: *mut c_void, size: size_t, flags: c_int) -> ssize_t {
    if let Err(failed) = refuse_in_unsettled_child() {
        return failed;
    }
    // SAFETY: the caller's arguments go on as they are.
    let received = unsafe { libc::recv(fd, buffer, size, flags) };
    if received > 0 {
        // SAFETY: that many bytes were written there.
        let input = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), received as usize) };
        refusals::look_at(input);
        if may_tell(input) {
            SEEN.fetch_add(1, Relaxed);
        }
    }
    received
}

fn may_tell(input: &[u8]) -> bool {
    if input.len() > LONGEST_SEARCHED || input.last() == Some(&b'S') {
        return true;
    }
    // Without a way out in the middle, so that many bytes are compared at once.
    let pairs = input.iter().zip(input.get(1..).unwrap_or_default());
    pairs.fold(false, |found, (&first, &second)| found | ((first == b'S') & (second == 0)))
}
