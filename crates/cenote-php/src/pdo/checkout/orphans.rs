//! Statements of coroutines that have ended hold connections for as long as they live, and some are in cycles that nobody can
//! reach: only the engine's collector ends those (SPEC 19.8).

use crate::pdo::connection::template::Template;
use crate::{
    runtime::{self, Importance},
    zend::{Outcome, collector, exception},
};
use std::{rc::Weak, time::Duration};

/// Whether a connection is held by statements of a coroutine that has ended.
fn are_there(template: &Template) -> bool {
    template.shared.connections.borrow().iter().any(|connection| connection.is_orphan())
}

/// The caller is about to wait for a connection.
pub(in crate::pdo) fn before_waiting(template: &Template) -> Outcome {
    if are_there(template) {
        collector::run()?;
        exception::check()?;
        // One that is still reachable may become unreachable while the caller waits.
        if are_there(template) {
            look_later(template);
        }
    }
    Ok(())
}

/// Has the collector look, and again, less and less often, while somebody waits and an orphan holds a connection. That does not
/// keep a script alive, nor does it hide a deadlock.
pub(in crate::pdo) fn look_later(template: &Template) {
    const FIRST: Duration = Duration::from_millis(20);
    if !template.is_looking.replace(true) {
        collect(template.this.clone(), FIRST);
    }
}

fn is_needed(template: &Template) -> bool {
    !template.is_foreign() && are_there(template) && template.pool().look(|core| core.waiting() > 0)
}

/// Runs the collector in a coroutine of its own: destructors have nothing to do with who has ended.
fn collect(template: Weak<Template>, pause: Duration) {
    const LONGEST: Duration = Duration::from_secs(1);
    let body = move || {
        let Some(held) = template.upgrade() else { return Ok(()) };
        let collected = if is_needed(&held) { collector::run() } else { Ok(()) };
        if collected.is_err() || !is_needed(&held) {
            held.is_looking.set(false);
            return Ok(collected?);
        }
        let again = move || collect(template, LONGEST.min(pause * 2));
        runtime::alarm(runtime::precise_now() + pause, Box::new(again));
        Ok(())
    };
    runtime::spawn_native(Importance::Service, Box::new(body));
}
