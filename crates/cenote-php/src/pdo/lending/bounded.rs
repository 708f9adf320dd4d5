//! Clean-up that waits for a server: nobody can cancel it, and it does not wait for ever (SPEC 19.9).

use crate::pdo::{connection::slot::SlotRef, drivers::Driver, stock::handle::Handle};
use crate::{runtime, wait, zend::Thrown};
use cenote_core::Time;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(5);

/// Runs `body`, which speaks on a connection that nobody uses. After the limit the connection is cut: the driver then sees
/// its end and returns.
pub(in crate::pdo) fn run<T>(
    slot: SlotRef,
    body: impl FnOnce() -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    let socket = slot.template.driver.socket(slot.handle);
    let alarm = socket.map(|socket| {
        let end = runtime::precise_now() + LIMIT;
        // SAFETY: the socket stays open as long as the alarm is armed; shutting it down frees nothing.
        let cut = move || unsafe {
            libc::shutdown(socket, libc::SHUT_RDWR);
        };
        runtime::alarm(end, Box::new(cut))
    });
    let done = runtime::shielded(body);
    if let Some(alarm) = alarm {
        runtime::disarm(alarm);
    }
    done
}

/// Runs `body`, which speaks on a connection that is nobody's, where no coroutine may be switched to: a wait for the server ends at the
/// limit, and what it was for has failed.
pub(in crate::pdo) fn loose<T>(
    driver: &dyn Driver,
    handle: Handle,
    end: Time,
    body: impl FnOnce() -> Result<T, Thrown>,
) -> Result<Option<T>, Thrown> {
    let socket = driver.socket(handle);
    if let Some(socket) = socket {
        wait::limit_call(socket, end);
    }
    let mut done = None;
    runtime::without_parking(|| done = Some(runtime::shielded(body)));
    let done = done.expect("the body has run");
    let is_late = socket.is_some_and(wait::lift_limit);
    done.map(|done| (!is_late).then_some(done))
}
