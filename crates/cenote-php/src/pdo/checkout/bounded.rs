//! Clean-up that waits for a server: nobody can cancel it, and it does not wait indefinitely (SPEC 19.9).

use crate::pdo::{
    connection::pooled::ConnectionRef,
    drivers::Driver,
    stock::{handle::Handle, request},
};
use crate::{
    runtime, wait,
    zend::{Thrown, exception, globals},
};
use cenote_core::Time;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(5);

/// Runs `body`, which speaks on a connection that nobody uses. After the limit the connection is cut: the driver then sees
/// its end and returns.
pub(in crate::pdo) fn run<T>(
    connection: ConnectionRef,
    body: impl FnOnce() -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    if is_last_of_request(connection) {
        return request::clean_up(|end| {
            cut_at(connection, end, || {
                limited(&*connection.template.driver, connection.handle, end, body).0
            })
        });
    }
    cut_at(connection, runtime::precise_now() + LIMIT, body)
}

/// Whether the request cannot end before this, and another one waits for its process (SPEC 50.6).
fn is_last_of_request(connection: ConnectionRef) -> bool {
    let outlives_request = connection.template.process_pool.is_some();
    let ends = connection.main_has_ended.get() || !runtime::is_draining();
    outlives_request && globals::is_shutting_down() && ends
}

fn cut_at<T>(
    connection: ConnectionRef,
    end: Time,
    body: impl FnOnce() -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    let socket = connection.template.driver.socket(connection.handle);
    let alarm = socket.map(|socket| {
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
pub(in crate::pdo) fn loose(
    driver: &dyn Driver,
    handle: Handle,
    body: impl FnOnce() -> Result<bool, Thrown>,
) -> bool {
    let done = request::clean_up(|end| {
        let mut done = None;
        runtime::without_parking(|| {
            done = Some(limited(driver, handle, end, || runtime::shielded(body)));
        });
        let (done, is_late) = done.expect("the body has run");
        done.map(|done| done && !is_late)
    });
    match done {
        Ok(done) => done,
        // Nobody is there to catch it.
        Err(Thrown::Exception) => {
            drop(exception::take());
            false
        }
        Err(Thrown::Bailout) => false,
    }
}

/// Runs `body`, whose waits for the server end at the limit, even where nobody else can run meanwhile; and whether one has.
fn limited<T>(
    driver: &dyn Driver,
    handle: Handle,
    end: Time,
    body: impl FnOnce() -> T,
) -> (T, bool) {
    let socket = driver.socket(handle);
    if let Some(socket) = socket {
        wait::limit_call(socket, end);
    }
    let done = body();
    (done, socket.is_some_and(wait::lift_limit))
}
