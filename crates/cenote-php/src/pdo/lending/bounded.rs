//! Clean-up that waits for a server: nobody can cancel it, and it does not wait for ever (SPEC 19.9).

use crate::pdo::connection::slot::SlotRef;
use crate::{runtime, zend::Thrown};
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
