//! Whether the wait layer works in this process, in words.

use super::patcher;
use crate::{
    runtime::{self, Importance},
    wait::{WAIT_HOOK, messages},
    zend::{Message, exception},
};
use libc::{c_int, nfds_t, pollfd};
use std::{cell::Cell, ffi::CStr, rc::Rc};

/// Extensions with schedulers of their own: theirs and ours would switch stacks under each other.
const OTHER_SCHEDULERS: [&CStr; 4] = [c"swoole", c"openswoole", c"swow", c"parallel"];

/// Says at start-up, in one line, if the wait layer cannot work. `true`: it is held off.
pub(in crate::wait) fn must_stay_off() -> bool {
    if let Some(name) = other_scheduler() {
        say(&messages::other_scheduler(name));
        return true;
    }
    if patcher::target_in_php("poll").is_none() {
        say(&messages::NOTHING_TO_REPLACE);
        return true;
    }
    false
}

fn say(line: &Message) {
    let _ = exception::warning(line);
}

fn other_scheduler() -> Option<&'static str> {
    let loaded = |name: &&&CStr| crate::zend::globals::is_module_loaded(name);
    OTHER_SCHEDULERS.iter().find(loaded).and_then(|name| name.to_str().ok())
}

/// One line for `php --ri cenote` and `phpinfo()`.
pub(crate) fn describe() -> String {
    if WAIT_HOOK.get() == 0 {
        return "off (cenote.wait_hook)".to_owned();
    }
    let Some(figures) = patcher::figures() else {
        return "off, see the warning at start-up".to_owned();
    };
    let Some(poll) = patcher::target_in_php("poll").filter(|&poll| crate::wait::is_ours(poll))
    else {
        return "does not work: poll() of the program could not be replaced; I/O blocks".to_owned();
    };
    let refused = match figures.refused {
        0 => String::new(),
        count => format!(", {count} refused by the system"),
    };
    // SAFETY: what the program calls by that name.
    let tested = match unsafe { waits_let_others_run(poll) } {
        Some(true) => "a wait in a coroutine let another one run",
        Some(false) => "but a wait in a coroutine let nobody run",
        None => "not tested here",
    };
    format!(
        "on: {} imports in {} objects replaced{refused}; {tested}",
        figures.imports, figures.objects
    )
}

/// The files in which waits were replaced.
pub(crate) fn hooked() -> String {
    match patcher::hooked().join(", ") {
        names if names.is_empty() => "none".to_owned(),
        names => names,
    }
}

/// Waits for a moment through the program's own import, in a coroutine beside another one.
///
/// # Safety
/// Null, or a function with the signature of `poll`.
unsafe fn waits_let_others_run(poll: *const libc::c_void) -> Option<bool> {
    if !runtime::may_park() {
        return None;
    }
    type Poll = unsafe extern "C" fn(*mut pollfd, nfds_t, c_int) -> c_int;
    // SAFETY: the program calls this address as `poll`.
    let poll = unsafe { std::mem::transmute::<*const libc::c_void, Poll>(poll) };
    let ran = Rc::new(Cell::new(false));
    let seen = Rc::new(Cell::new(None));
    let (by_other, by_waiter) = (ran.clone(), seen.clone());
    let me = runtime::current();
    runtime::spawn_native(
        Importance::Service,
        Box::new(move || {
            // SAFETY: no descriptors, one millisecond.
            unsafe { poll(std::ptr::null_mut(), 0, 1) };
            by_waiter.set(Some(ran.get()));
            runtime::wake(me);
            Ok(())
        }),
    );
    runtime::spawn_native(
        Importance::Service,
        Box::new(move || {
            by_other.set(true);
            Ok(())
        }),
    );
    while seen.get().is_none() {
        runtime::park(None).ok()?;
    }
    seen.get()
}
