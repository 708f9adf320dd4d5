//! Nobody can run, and nothing will change that (SPEC 30.6).

use super::{
    coroutine::{Coroutine, Importance, Request},
    exceptions, messages,
    scheduler::{self, with},
    switching,
};
use crate::zend::{exception, frame};

/// Gives the main flow a DeadlockError that lists who waits where, and cancels the others after it.
pub(super) fn resolve() {
    let (main, parked) = with(|scheduler| {
        let main = scheduler.main().clone();
        let parked: Vec<_> =
            scheduler.alive().into_iter().filter(|known| !scheduler.is_main(known)).collect();
        (main, parked)
    });
    let mut list = String::new();
    if let Some(place) = place_of(&main) {
        list.push_str(&format!("\n  the main flow, waiting at {place}"));
    }
    let users = || parked.iter().filter(|known| known.importance == Importance::User);
    for coroutine in users() {
        list.push_str(&format!(
            "\n  coroutine #{} spawned at {}, waiting at {}",
            coroutine.id.number(),
            coroutine.spawned_at.to_text(),
            place_of(coroutine).unwrap_or_else(|| "internal".to_owned()),
        ));
    }
    // At the end of the script the main flow waits nowhere; then the first of the others shows its place.
    let frames = std::iter::once(&main).chain(users()).map(|known| known.frame.get());
    let frame = frames.into_iter().find(|frame| !frame.is_null()).unwrap_or(std::ptr::null_mut());
    // SAFETY: the frame of a parked coroutine stays as it is until it runs.
    match unsafe { exception::create_at(frame, exceptions::deadlock(), &messages::deadlock(&list)) }
    {
        Ok(error) => {
            scheduler::request(&main, Request::Force(error));
        }
        Err(_) => switching::abandon_for_fatal_error(),
    }
    for coroutine in parked {
        let text = messages::PART_OF_A_DEADLOCK;
        let frame = coroutine.frame.get();
        // SAFETY: as above.
        let made = unsafe { exception::create_at(frame, exceptions::cancellation(), &text) };
        if let Ok(error) = made {
            scheduler::request(&coroutine, Request::Force(error));
        }
    }
}

/// Where a parked coroutine waits, as `file:line`.
fn place_of(parked: &Coroutine) -> Option<String> {
    // SAFETY: the frame of a parked coroutine stays as it is until it runs.
    let (file, line) = unsafe { frame::location_of(parked.frame.get()) }?;
    Some(format!("{file}:{line}"))
}
