//! Semaphores and message queues of System V, which are no descriptors.
//!
//! They are tried without waiting, and not waited for on a thread: one that was cancelled there might still take the
//! semaphore, or the message, for nobody.

use crate::wait::retrying::{self, Ended};
use crate::{
    runtime::WaitMode,
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
};
use libc::{c_int, c_long, c_short, c_void, sembuf, size_t, ssize_t};

const SEMAPHORES: Place = Place::Extension(c"sysvsem");
const QUEUES: Place = Place::Extension(c"sysvmsg");

pub(super) static REPLACEMENTS: Replacements = Replacements::new(&[
    Replacement { name: "semop", function: semop as *const c_void, place: SEMAPHORES },
    Replacement { name: "msgrcv", function: msgrcv as *const c_void, place: QUEUES },
    Replacement { name: "msgsnd", function: msgsnd as *const c_void, place: QUEUES },
]);

/// Makes a call that waits: `call` is given the flag that has it not wait, or none. If it fails with `would_wait`, it is
/// tried again later.
fn call_until_done(would_wait: c_int, mut call: impl FnMut(c_int) -> ssize_t) -> ssize_t {
    if gate::place() == WaitMode::Block {
        return call(0);
    }
    let attempt = || {
        let result = call(libc::IPC_NOWAIT);
        (result >= 0 || gate::errno() != would_wait).then_some(result)
    };
    match retrying::until_some(attempt) {
        Ok(result) => result,
        Err(Ended::Alone) => call(0),
        // These are never restarted.
        Err(Ended::Signal(_)) => gate::fail(libc::EINTR) as ssize_t,
        Err(Ended::Cancelled) => gate::fail(libc::ECANCELED) as ssize_t,
    }
}

unsafe extern "C" fn semop(id: c_int, operations: *mut sembuf, count: size_t) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    let original = || unsafe { libc::semop(id, operations, count) };
    if count == 0 || gate::place() == WaitMode::Block {
        return original();
    }
    // SAFETY: by contract an array of that many operations.
    let mut copy = unsafe { std::slice::from_raw_parts(operations, count) }.to_vec();
    let nowait = libc::IPC_NOWAIT as c_short;
    if copy.iter().any(|operation| operation.sem_flg & nowait != 0) {
        return original();
    }
    copy.iter_mut().for_each(|operation| operation.sem_flg |= nowait);
    let done = call_until_done(libc::EAGAIN, |flag| {
        let operations = if flag == 0 { operations } else { copy.as_mut_ptr() };
        // SAFETY: the caller's operations or the copy of them.
        unsafe { libc::semop(id, operations, count) as ssize_t }
    });
    done as c_int
}

unsafe extern "C" fn msgrcv(
    id: c_int,
    message: *mut c_void,
    size: size_t,
    kind: c_long,
    flags: c_int,
) -> ssize_t {
    // SAFETY: the caller's arguments go on as they are.
    let call = |flag| unsafe { libc::msgrcv(id, message, size, kind, flags | flag) };
    if flags & libc::IPC_NOWAIT != 0 { call(0) } else { call_until_done(libc::ENOMSG, call) }
}

unsafe extern "C" fn msgsnd(
    id: c_int,
    message: *const c_void,
    size: size_t,
    flags: c_int,
) -> c_int {
    // SAFETY: the caller's arguments go on as they are.
    let call = |flag| unsafe { libc::msgsnd(id, message, size, flags | flag) as ssize_t };
    let sent =
        if flags & libc::IPC_NOWAIT != 0 { call(0) } else { call_until_done(libc::EAGAIN, call) };
    sent as c_int
}
