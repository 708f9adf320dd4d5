//! Reports of runs that have held others up: in the log, and to a function of the script (SPEC 44.13).
//!
//! They are made by a coroutine of their own, as nothing of PHP's can be called where a run ends. Its own runs are not
//! reported: the callback would be told of itself again and again.

use super::report;
use crate::{
    runtime::{
        cancelling::shutdown,
        coroutines::{
            coroutine::{CoroutineId, Importance},
            scheduler, spawning,
        },
        measuring::runs::Run,
        messages,
        process::clock,
    },
    zend::{
        Array, Callable, Outcome, Thrown, Value, bailout, exception,
        globals::{self, engine_local},
    },
};
use cenote_core::Time;
use std::{
    cell::RefCell,
    collections::{HashSet, VecDeque},
};

/// More than these are not kept while the callback takes its time.
const MOST_WAITING: usize = 100;
/// Of more places than these each may be logged again.
const MOST_PLACES: usize = 1_000;
/// In nanoseconds.
const BETWEEN_LINES: u64 = 1_000_000_000;

#[derive(Default)]
struct Reports {
    waiting: VecDeque<Run>,
    reporter: Option<CoroutineId>,
    callback: Option<Callable>,
    logged: HashSet<(Option<String>, Option<String>)>,
    last_line: Option<Time>,
}

engine_local! {
    static REPORTS: RefCell<Option<Reports>> = RefCell::new(None);
}

fn with<R>(f: impl FnOnce(&mut Reports) -> R) -> R {
    f(REPORTS.borrow_mut().get_or_insert_default())
}

/// Sets the function that is told.
pub(in crate::runtime) fn tell_to(callback: Option<Callable>) {
    // What it held may have a destructor.
    let before = with(|reports| std::mem::replace(&mut reports.callback, callback));
    drop(before);
}

/// Between two runs: the engine is not called.
pub(in crate::runtime) fn tell(run: Run) {
    let can_report = shutdown::is_ahead() && !globals::are_last_destructors_due();
    if bailout::pending() || !can_report {
        return;
    }
    let reporter = with(|reports| reports.reporter.filter(|&known| scheduler::exists(known)));
    if reporter.is_some_and(|reporter| reporter.number() == run.coroutine) {
        return;
    }
    with(|reports| {
        if reports.waiting.len() < MOST_WAITING {
            reports.waiting.push_back(run);
        }
    });
    if reporter.is_none() {
        let id = spawning::spawn_native(Importance::Service, Box::new(report_all));
        with(|reports| reports.reporter = Some(id));
    }
}

/// The end of a request.
pub(in crate::runtime) fn forget_all() {
    let reports = REPORTS.take();
    drop(reports);
}

fn report_all() -> Outcome {
    let outcome = report_waiting();
    with(|reports| reports.reporter = None);
    outcome
}

fn report_waiting() -> Outcome {
    while let Some(run) = with(|reports| reports.waiting.pop_front()) {
        if is_to_be_logged(&run) {
            log(&run);
        }
        let callback = with(|reports| reports.callback.as_ref().map(Callable::again));
        let Some(callback) = callback else { continue };
        let outcome = callback.call(&[Value::array(figures(&run)?)]);
        drop(callback);
        match outcome {
            Ok(_) => {}
            Err(Thrown::Bailout) => return Err(Thrown::Bailout),
            // What it throws is nobody else's: a warning, and the next one is told all the same.
            Err(Thrown::Exception) => match exception::take() {
                Some(error) if exception::is_exit(&error) => {
                    return Err(exception::throw_object(error));
                }
                Some(error) => report::background_failure(&error),
                None => {}
            },
        }
    }
    Ok(())
}

fn is_to_be_logged(run: &Run) -> bool {
    let now = clock::coarse_now();
    with(|reports| {
        let key = (run.function.clone(), run.place.clone().or_else(|| run.until.clone()));
        let is_soon = reports.last_line.is_some_and(|last| now.since(last) < BETWEEN_LINES);
        if is_soon || reports.logged.contains(&key) {
            return false;
        }
        if reports.logged.len() >= MOST_PLACES {
            reports.logged.clear();
        }
        reports.logged.insert(key);
        reports.last_line = Some(now);
        true
    })
}

fn log(run: &Run) {
    let milliseconds = |nanoseconds: u64| match nanoseconds {
        ..10_000_000 => format!("{:.1}", nanoseconds as f64 / 1e6),
        _ => (nanoseconds / 1_000_000).to_string(),
    };
    // Where it was in PHP code, less CPU time than that means that the machine was busy.
    let remedy = if run.function.is_none() && !run.is_before || run.cpu >= run.wall / 2 {
        "Call Async\\suspend() in between, or compute it in another process"
    } else {
        "Use a call that lets others run (those of streams, sockets, pipes, curl, PDO and mysqli do), or have it made by another process: \
         proc_open() and reading its output let others run"
    };
    let (wall, cpu) = (milliseconds(run.wall), milliseconds(run.cpu));
    let message = messages::blocked(&wall, &whereabouts(run), &cpu, remedy);
    let place = run.place.as_ref().or(run.until.as_ref()).and_then(|place| place.rsplit_once(':'));
    let file = place.and_then(|(file, line)| {
        Some((Value::string(file).ok()?, line.parse::<u32>().unwrap_or(0)))
    });
    report::warn(&message, file.as_ref().map(|(file, line)| (file, *line)));
}

/// As certain as it is known.
fn whereabouts(run: &Run) -> String {
    let system_call =
        run.system_call.as_ref().map(|name| format!(" (system call {name})")).unwrap_or_default();
    match (&run.function, &run.place, &run.until) {
        (Some(function), Some(place), _) => format!("in {function}() at {place}{system_call}"),
        (Some(function), None, _) => {
            format!("in {function}() of coroutine #{}{system_call}", run.coroutine)
        }
        (None, Some(place), _) if run.is_before => format!("before {place}"),
        (None, Some(place), _) => format!("in PHP code, seen at {place}"),
        (None, None, Some(until)) => format!("before {until}"),
        (None, None, None) => {
            format!("before the end of coroutine #{}, spawned at {}", run.coroutine, run.spawned_at)
        }
    }
}

/// A run as PHP code is told of it.
pub(in crate::runtime) fn figures(run: &Run) -> Result<Array, Thrown> {
    let milliseconds = |nanoseconds: u64| Value::float(nanoseconds as f64 / 1e6);
    let text = |text: &Option<String>| match text {
        Some(text) => Value::string(text.as_str()),
        None => Ok(Value::null()),
    };
    let mut figures = Array::with_capacity(8)?;
    figures.set_name("wall", milliseconds(run.wall))?;
    figures.set_name("cpu", milliseconds(run.cpu))?;
    figures.set_name("function", text(&run.function)?)?;
    figures.set_name("systemCall", text(&run.system_call)?)?;
    figures.set_name("place", text(&run.place)?)?;
    figures.set_name("until", text(&run.until)?)?;
    figures.set_name("coroutine", Value::int(run.coroutine as i64))?;
    Ok(figures)
}
