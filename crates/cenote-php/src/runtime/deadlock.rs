//! Nobody can run, and nothing will change that (SPEC 30.6).

use super::{
    coroutine::{Importance, Request},
    exceptions,
    scheduler::{self, with},
    switching,
};
use crate::zend::{entry, exception};

/// Gives the main flow a DeadlockError that lists who waits where, and cancels the others after it.
pub(super) fn resolve() {
    let (main, parked) = with(|scheduler| {
        let main = scheduler.main().clone();
        let parked: Vec<_> =
            scheduler.alive().into_iter().filter(|known| !scheduler.is_main(known)).collect();
        (main, parked)
    });
    let mut message =
        String::from("Deadlock: nothing can run any more, every coroutine waits for another");
    for coroutine in parked.iter().filter(|known| known.importance == Importance::User) {
        // SAFETY: the frame of a parked coroutine stays as it is until it runs.
        let place = unsafe { entry::location_of(coroutine.frame.get()) };
        let place =
            place.map_or_else(|| "internal".to_owned(), |(file, line)| format!("{file}:{line}"));
        message.push_str(&format!(
            "\n  coroutine #{} spawned at {}, waiting at {place}",
            coroutine.id.number(),
            coroutine.spawned_at.to_text(),
        ));
    }
    match exception::create(exceptions::deadlock(), &message) {
        Ok(error) => {
            scheduler::request(&main, Request::Force(error));
        }
        Err(_) => switching::abandon_for_fatal_error(),
    }
    for coroutine in parked {
        let text = "Cancelled: the script is in a deadlock, and this coroutine is part of it";
        if let Ok(error) = exception::create(exceptions::cancellation(), text) {
            scheduler::request(&coroutine, Request::Force(error));
        }
    }
}
