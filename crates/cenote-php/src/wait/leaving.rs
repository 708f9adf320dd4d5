//! How a library is made to return early.
//!
//! An invented error leaves a library in the belief that its connection is fine: it would hand out the next answer to
//! the wrong question. So the connection is shut down for real, and the library sees the truth: the end of the stream.
//! What had come in by then is thrown away: with its answer at hand the library would take the connection for a good one,
//! and find out when it cleans up (mysqlnd forgets the memory of a prepared statement that it cannot close on the server).
//! Whatever is no client's own connection stays as it is, and the call just fails.

use super::{descriptor, patching::gate};
use crate::{
    runtime::{self, Interrupted},
    zend::{frame, globals},
};
use libc::{c_int, pollfd};
use std::ffi::CStr;

/// PHP functions that wait for several connections at once through `poll`: a cancellation ends the wait, not the
/// connections.
const WAITING_FOR_MANY: [&CStr; 1] = [c"curl_multi_select"];

/// What `poll` returns to a library that is to return.
pub(super) fn shut_and_look(fds: &mut [pollfd]) -> c_int {
    if runs_one_of(&WAITING_FOR_MANY) {
        fds.iter_mut().for_each(|fd| fd.revents = 0);
        return 0;
    }
    for fd in fds.iter().filter(|fd| descriptor::is_client_connection(fd.fd)) {
        // SAFETY: a socket of this process; both directions end, the descriptor stays its owner's.
        unsafe { libc::shutdown(fd.fd, libc::SHUT_RDWR) };
        drain(fd.fd);
    }
    // SAFETY: the slice's own length; does not wait.
    let ready = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, 0) };
    if ready > 0 { ready } else { gate::fail(libc::ECANCELED) }
}

/// Nothing comes in any more, so this ends.
fn drain(fd: c_int) {
    let mut bin = [0_u8; 16 * 1024];
    let place = bin.as_mut_ptr().cast::<libc::c_void>();
    // SAFETY: a local buffer of that size; does not wait.
    while unsafe { libc::recv(fd, place, bin.len(), libc::MSG_DONTWAIT) } > 0 {}
}

/// Puts a connection that has ended in the place of one that is the parent process's too: what is sent there fails, and nothing is read.
pub(crate) fn cut_off(fd: c_int) {
    let mut ends = [-1; 2];
    // SAFETY: a local array of that length; the other descriptors are this function's own, and `fd` keeps its owner.
    unsafe {
        if libc::socketpair(
            libc::AF_UNIX,
            libc::SOCK_STREAM | libc::SOCK_CLOEXEC,
            0,
            ends.as_mut_ptr(),
        ) != 0
            || libc::dup3(ends[0], fd, libc::O_CLOEXEC) < 0
        {
            libc::close(fd);
        }
        ends.into_iter().filter(|end| *end >= 0).for_each(|end| {
            libc::close(end);
        });
    }
}

/// A second coroutine begins to wait for the same on one connection: it ends for both (SPEC 28.4).
#[cold]
pub(super) fn refuse_shared_connection(fds: &mut [pollfd]) -> c_int {
    runtime::leave_library(Interrupted::shared_connection());
    shut_and_look(fds)
}

pub(super) fn runs_one_of(names: &[&CStr]) -> bool {
    let frame = globals::executor().current_execute_data;
    // SAFETY: the running frame is live, its function too, and the name is a string of the engine.
    unsafe {
        if frame.is_null() || (*frame).func.is_null() {
            return false;
        }
        let name = (*(*frame).func).common.function_name;
        !name.is_null() && names.contains(&CStr::from_ptr((&raw const (*name).val).cast()))
    }
}

/// Whether PHP code runs that is no function of an extension.
pub(super) fn runs_php_code() -> bool {
    let frame = globals::executor().current_execute_data;
    // SAFETY: null, or the running frame, which is live.
    !frame.is_null() && unsafe { frame::internal_function(frame) }.is_none()
}
