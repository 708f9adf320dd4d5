//! Nobody can run, and nothing will change that (SPEC 30.6, 45.6).

use super::abandoning;
use crate::{
    runtime::{
        cancelling::{
            requests,
            shutdown::{self, Uncaught},
        },
        coroutines::{
            coroutine::{Awaited, Coroutine, Importance, Request},
            scheduler::with,
            spawning,
        },
        errors::exceptions,
        messages,
    },
    zend::{exception, frame, started::PerStart},
};
use std::{
    cmp::Reverse,
    collections::BTreeMap,
    rc::{Rc, Weak},
};

/// Asked before a deadlock is declared: whether it has made somebody runnable.
pub(in crate::runtime) type Remedy = fn() -> bool;

static REMEDY: PerStart<Remedy> = PerStart::new();

/// Module start-up.
pub(in crate::runtime) fn ask_first(remedy: Remedy) {
    REMEDY.set(remedy);
}

/// Cancels everybody who waits. The program ends with a DeadlockError, once all are over (SPEC 45.6).
pub(in crate::runtime) fn resolve() {
    if REMEDY.get().is_some_and(|remedy| remedy()) {
        return;
    }
    let (main, parked) = with(|scheduler| {
        let main = scheduler.main().clone();
        let parked: Vec<_> =
            scheduler.alive().into_iter().filter(|known| !scheduler.is_main(known)).collect();
        (main, parked)
    });
    let users = || parked.iter().filter(|known| known.importance == Importance::User);
    let main_waits = !with(|scheduler| scheduler.draining);
    let list = if shutdown::DEBUG_DEADLOCK.is_on() {
        list_of(main_waits.then_some(&*main), users())
    } else {
        String::new()
    };
    let waiting = users().count() + usize::from(main_waits);
    let text = messages::deadlock(waiting, &list);
    let Ok(deadlock) = exception::create_nowhere(exceptions::deadlock(), &text) else {
        return abandoning::abandon_for_fatal_error();
    };
    ensure_report();
    for coroutine in main_waits.then_some(&main).into_iter().chain(&parked) {
        let text = messages::PART_OF_A_DEADLOCK;
        // SAFETY: the frame of a parked coroutine stays as it is until it runs.
        let made = unsafe {
            exception::create_at(coroutine.frame.get(), exceptions::cancellation(), &text)
        };
        if let Ok(error) = made {
            exception::chain(&error, deadlock.clone());
            requests::request(coroutine, Request::Force(error));
        }
    }
    shutdown::end_with(Uncaught { error: deadlock, coroutine: None });
}

/// In a shutdown function, or later, what reports at the script's end has run already.
fn ensure_report() {
    let aside = exception::InFlight::put_aside();
    if spawning::ensure_drain().is_err() {
        drop(exception::take());
    }
    aside.restore();
}

/// Of many coroutines the first and the last are listed, the others are counted by the place where they wait.
const FIRST: usize = 10;
const LAST: usize = 5;
const PLACES: usize = 5;

/// One line for each that is listed, and one for each thing that they wait for and that tells its state.
fn list_of<'a>(
    main: Option<&Coroutine>,
    others: impl Iterator<Item = &'a Rc<Coroutine>>,
) -> String {
    let others: Vec<_> = others.collect();
    let (first, rest) = others.split_at(FIRST.min(others.len()));
    // One more line takes no more room than to say that there is one.
    let (counted, last) = rest.split_at(rest.len().saturating_sub(LAST));
    let (counted, last) = if counted.len() > 1 { (counted, last) } else { (&rest[..0], rest) };

    let mut list = String::new();
    let mut awaited = Vec::new();
    if let Some((main, place)) = main.and_then(|main| Some((main, place_of(main)?))) {
        list.push_str(&format!("\n  the main flow, waiting at {place}"));
        list.push_str(&reference(main, &mut awaited));
    }
    for coroutine in first {
        list.push_str(&line_of(coroutine, &mut awaited));
    }
    if !counted.is_empty() {
        list.push_str(&counts_of(counted, &mut awaited));
    }
    for coroutine in last {
        list.push_str(&line_of(coroutine, &mut awaited));
    }
    for (index, awaited) in awaited.iter().enumerate() {
        list.push_str(&format!("\n  ({}) {}", index + 1, awaited.state()));
    }
    list
}

fn line_of(coroutine: &Coroutine, awaited: &mut Vec<Rc<dyn Awaited>>) -> String {
    format!(
        "\n  coroutine #{} spawned at {}, waiting at {}{}",
        coroutine.id.number(),
        coroutine.spawned_at.to_text(),
        waits_at(coroutine),
        reference(coroutine, awaited),
    )
}

/// How many wait where and for what, the most common first.
fn counts_of(coroutines: &[&Rc<Coroutine>], awaited: &mut Vec<Rc<dyn Awaited>>) -> String {
    let mut counts = BTreeMap::new();
    for &coroutine in coroutines {
        let what = coroutine.awaited.borrow().as_ref().map(|awaited| awaited.as_ptr().cast::<()>());
        let (count, _) = counts.entry((waits_at(coroutine), what)).or_insert((0, coroutine));
        *count += 1;
    }
    let mut counts: Vec<(_, (usize, &Rc<Coroutine>))> = counts.into_iter().collect();
    counts.sort_by_key(|(_, (count, _))| Reverse(*count));
    let mut text = format!("\n  and {} more:", coroutines.len());
    for ((place, _), (count, one)) in counts.iter().take(PLACES) {
        text.push_str(&format!("\n    {count} waiting at {place}{}", reference(one, awaited)));
    }
    let elsewhere: usize = counts.iter().skip(PLACES).map(|(_, (count, _))| count).sum();
    if elsewhere > 0 {
        text.push_str(&format!("\n    {elsewhere} waiting elsewhere"));
    }
    text
}

fn waits_at(parked: &Coroutine) -> String {
    place_of(parked).unwrap_or_else(|| "internal".to_owned())
}

/// " for (1)", if what it waits for tells its state in the first line that follows the list.
fn reference(parked: &Coroutine, awaited: &mut Vec<Rc<dyn Awaited>>) -> String {
    let Some(this) = parked.awaited.borrow().as_ref().and_then(Weak::upgrade) else {
        return String::new();
    };
    let known = awaited.iter().position(|known| Rc::ptr_eq(known, &this));
    let index = known.unwrap_or_else(|| {
        awaited.push(this);
        awaited.len() - 1
    });
    format!(" for ({})", index + 1)
}

/// Where a parked coroutine waits, as `file:line`.
fn place_of(parked: &Coroutine) -> Option<String> {
    // SAFETY: the frame of a parked coroutine stays as it is until it runs.
    let (file, line) = unsafe { frame::location_of(parked.frame.get()) }?;
    Some(format!("{file}:{line}"))
}
