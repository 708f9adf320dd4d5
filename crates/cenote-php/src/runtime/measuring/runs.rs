//! A run: what a coroutine does between two switches. How long it was, and where it spent its time.

use super::{
    places,
    slices::Slices,
    system_calls,
    watcher::{self, Moment},
};
use crate::{
    runtime::{
        coroutines::{coroutine::Importance, scheduler},
        process::{
            attention::{self, RUNS},
            clock,
        },
    },
    zend::{
        frame,
        globals::{self, engine_local},
        ini::IntSetting,
        sys,
    },
};
use cenote_core::Time;
use std::cell::{Cell, RefCell};

pub(in crate::runtime) static BLOCK_THRESHOLD: IntSetting = IntSetting::new(
    c"cenote.block_threshold_ms",
    c"0",
    c"In milliseconds: a coroutine that runs for longer without letting others run, while some could, is reported with the call in which it was; 0: none is",
    engine_local!(Cell<i64>, Cell::new(0)),
)
.telling(settle);

/// The shortest and the longest time between two looks, and how many there are in a threshold.
const INTERVALS: (u64, u64) = (1_000_000, 10_000_000);
const LOOKS: u64 = 10;
/// With no threshold, what is measured by `measure_slices()` is looked at as often as for one of this many nanoseconds.
const THRESHOLD_OF_SLICES: u64 = 20_000_000;

/// A run that has ended.
#[derive(Clone)]
pub(in crate::runtime) struct Run {
    /// In nanoseconds. Not more than it was.
    pub(in crate::runtime) wall: u64,
    pub(in crate::runtime) cpu: u64,
    pub(in crate::runtime) coroutine: u64,
    pub(in crate::runtime) spawned_at: String,
    /// The function of an extension in which most of it was spent.
    pub(in crate::runtime) function: Option<String>,
    /// The call of the kernel in which it was seen there.
    pub(in crate::runtime) system_call: Option<String>,
    /// File and line: of that call; or where it was seen, or, `is_before`, before which it was.
    pub(in crate::runtime) place: Option<String>,
    pub(in crate::runtime) is_before: bool,
    /// File and line of the wait that ended it; `None`: it ended with its coroutine.
    pub(in crate::runtime) until: Option<String>,
    /// Since when somebody else was ready to run, as far as is known.
    pub(in crate::runtime) others_since: Option<Time>,
}

/// One time that the engine was asked, during a run.
struct Sample {
    /// From when it was to be asked until it was.
    span: u64,
    function: Option<String>,
    system_call: Option<String>,
    place: Option<String>,
}

/// What is known of the run under way.
#[derive(Default)]
struct Samples {
    longest: Option<Sample>,
    others_since: Option<Time>,
}

engine_local! {
    static SAMPLES: RefCell<Samples> = RefCell::new(Samples { longest: None, others_since: None });
    static SLICES: RefCell<Option<Slices>> = RefCell::new(None);
    /// When the run under way began, while slices are measured.
    static BEGAN: Cell<Option<Moment>> = Cell::new(None);
    /// When the sleep began that is under way.
    static RESTS_SINCE: Cell<Time> = Cell::new(Time(0));
}

/// In nanoseconds; 0: runs are not reported.
pub(in crate::runtime) fn threshold() -> u64 {
    u64::try_from(BLOCK_THRESHOLD.get()).unwrap_or(0).saturating_mul(1_000_000)
}

/// Does what the settings of now say.
fn settle() {
    let is_measuring = SLICES.borrow().is_some();
    let threshold = match threshold() {
        0 if is_measuring => THRESHOLD_OF_SLICES,
        threshold => threshold,
    };
    if threshold == 0 {
        attention::clear(RUNS);
    } else {
        attention::ask(RUNS);
    }
    // Before the first spawn nobody is held up, and in a process that only forks others there shall be no thread.
    let has_others = scheduler::has_spawned() || is_measuring;
    let is_watched = threshold != 0 && has_others;
    let interval = (threshold / LOOKS).clamp(INTERVALS.0, INTERVALS.1);
    watcher::watch(if is_watched { interval } else { 0 });
}

/// The first coroutine of a request is there.
pub(in crate::runtime) fn first_spawn() {
    if attention::wanted() & RUNS != 0 {
        settle();
        begin();
    }
}

pub(in crate::runtime) fn end_request() {
    measure(false);
    watcher::rest();
    places::end_request();
    SAMPLES.take();
}

/// The thread runs PHP no more.
pub(in crate::runtime) fn end_thread() {
    watcher::watch(0);
}

fn begin() {
    SAMPLES.take();
    watcher::go_on();
}

/// Begins measuring slices anew, or ends it. What was measured until now; `None`: nothing was.
pub(in crate::runtime) fn measure(on: bool) -> Option<Slices> {
    let measured = SLICES.replace(on.then(Slices::new));
    BEGAN.set(on.then(now));
    if on {
        attention::ask(attention::SLICES);
    } else {
        attention::clear(attention::SLICES);
    }
    if on || measured.is_some() {
        settle();
    }
    if on {
        begin();
    }
    measured
}

fn now() -> Moment {
    Moment { wall: clock::precise_now(), cpu: watcher::cpu_time() }
}

/// The running coroutine stops here; `wanted` is what [`attention`] says. `true`: [`noted`] is to be asked.
#[inline]
pub(in crate::runtime) fn end(wanted: u8) -> bool {
    watcher::next_run() || wanted & attention::SLICES != 0
}

/// What is known of the run that has just ended, if it was long.
#[cold]
pub(in crate::runtime) fn noted() -> Option<Run> {
    let frame = globals::executor().current_execute_data;
    let look = watcher::seen(true);
    let end = now();
    let began = BEGAN.replace(BEGAN.get().map(|_| end));
    if let Some(look) = look {
        // SAFETY: the running frame, if any.
        unsafe { note(frame, look, end.wall, true) };
    }
    let samples = SAMPLES.take();
    let began = began.or(look.map(|look| look.first))?;
    let wall = end.wall.since(began.wall);
    // A forked child's clock begins anew.
    let cpu = end.cpu.saturating_sub(began.cpu).min(wall);
    let mut slices = SLICES.borrow_mut();
    if let Some(slices) = slices.as_mut() {
        slices.add(cpu, frame::location);
    }
    if look.is_none() && !slices.as_ref().is_some_and(|slices| slices.wants(wall)) {
        return None;
    }
    let run = describe(samples, wall, cpu);
    if let Some(slices) = slices.as_mut() {
        slices.add_run(&run);
    }
    look.is_some().then_some(run)
}

fn describe(samples: Samples, wall: u64, cpu: u64) -> Run {
    let until = frame::location().map(|(file, line)| format!("{file}:{line}"));
    let longest = samples.longest;
    let me = scheduler::running();
    // A call that took a small part of the time says nothing of the rest.
    let is_most = longest.as_ref().is_some_and(|sample| sample.span.saturating_mul(4) >= wall);
    let (function, system_call, place) = match longest {
        Some(sample) if is_most => (sample.function, sample.system_call, sample.place),
        Some(sample) => (None, None, sample.place),
        None => (None, None, None),
    };
    Run {
        wall,
        cpu,
        coroutine: me.id.number(),
        spawned_at: me.spawned_at.to_text(),
        is_before: function.is_none() && is_most,
        function,
        system_call,
        place,
        until,
        others_since: samples.others_since,
    }
}

/// The engine asks its interrupt, in this frame.
///
/// # Safety
/// The running frame.
pub(in crate::runtime) unsafe fn interrupted(frame: *mut sys::zend_execute_data) {
    if attention::wanted() & RUNS == 0 {
        return;
    }
    if let Some(look) = watcher::seen(false) {
        // SAFETY: by the contract.
        unsafe { note(frame, look, clock::precise_now(), false) };
    }
}

/// # Safety
/// The running frame, or null.
unsafe fn note(frame: *mut sys::zend_execute_data, look: watcher::Look, now: Time, at_end: bool) {
    let Some(flag) = look.flag else { return };
    let span = now.since(flag.since);
    // SAFETY: by the contract.
    let place = unsafe { places::of(frame, flag.frame) };
    let mut samples = SAMPLES.borrow_mut();
    // No function of an extension wakes others, except ours, which are quick, and by calling PHP code, where the engine asks.
    let since = if place.inside.is_some() { Some(flag.since) } else { (!at_end).then_some(now) };
    if samples.others_since.is_none() && others_are_ready() {
        samples.others_since = since;
    }
    if samples.longest.as_ref().is_none_or(|longest| span > longest.span) {
        let system_call = flag.system_call.filter(|_| place.inside.is_some());
        samples.longest = Some(Sample {
            span,
            function: place.inside,
            system_call: system_call.map(system_calls::name),
            place: place.at,
        });
    }
}

fn others_are_ready() -> bool {
    scheduler::try_with(|scheduler| {
        let me = scheduler.current().id;
        let is_held_up = |importance| importance != Importance::Maintenance;
        scheduler.queue.contains(|queued| queued.id != me && is_held_up(queued.importance))
    })
    .unwrap_or(false)
}

/// The process sleeps until something happens: nobody is held up, and no time counts.
#[inline]
pub(in crate::runtime) fn while_nobody_runs<R>(sleep: impl FnOnce() -> R) -> R {
    if attention::wanted() & RUNS == 0 {
        return sleep();
    }
    rest();
    let result = sleep();
    go_on();
    result
}

#[cold]
fn rest() {
    RESTS_SINCE.set(clock::precise_now());
    watcher::rest();
}

#[cold]
fn go_on() {
    if let Some(mut began) = BEGAN.get() {
        began.wall.0 += clock::precise_now().since(RESTS_SINCE.get());
        BEGAN.set(Some(began));
    }
    if watcher::is_inherited() {
        settle();
    }
    begin();
}
