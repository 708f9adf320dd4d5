//! How long coroutines run between two waits, in CPU time: `Async\measure_slices()`.
//!
//! A timer that is late, with a machine that is not busy, was held up by somebody who ran for long without waiting. While
//! it is asked for, the CPU time of the thread is read at every choice of who runs next, which is where each slice ends.
//! What the scheduler itself does until then counts as part of the slice that follows; sleeping takes no CPU time.

use crate::{
    runtime::process::attention::{self, SLICES},
    zend::{frame, globals::EngineLocal},
};
use std::cell::{Cell, RefCell};

/// In nanoseconds.
const STEP: u64 = 100_000;
const STEPS: usize = 1_000;

static MEASURED: EngineLocal<RefCell<Option<Slices>>> = EngineLocal::new(RefCell::new(None));
static BEGAN: EngineLocal<Cell<u64>> = EngineLocal::new(Cell::new(0));

/// Slices by length, in steps; the last one has all that are longer.
pub(in crate::runtime) struct Slices {
    by_steps: Vec<u64>,
    pub(in crate::runtime) count: u64,
    /// In nanoseconds.
    pub(in crate::runtime) longest: u64,
    /// File and line of the call with which the longest one ended.
    pub(in crate::runtime) longest_until: Option<(String, u32)>,
}

impl Slices {
    fn new() -> Self {
        Slices { by_steps: vec![0; STEPS], count: 0, longest: 0, longest_until: None }
    }

    /// `true`: none was longer.
    fn add(&mut self, nanoseconds: u64) -> bool {
        let step = usize::try_from(nanoseconds / STEP).unwrap_or(STEPS).min(STEPS - 1);
        self.by_steps[step] += 1;
        self.count += 1;
        let is_longest = nanoseconds > self.longest;
        self.longest = self.longest.max(nanoseconds);
        is_longest
    }

    /// In nanoseconds, rounded up to whole steps: 99 of 100 slices are not longer.
    pub(in crate::runtime) fn p99(&self) -> u64 {
        let rank = self.count - self.count / 100;
        let mut seen = 0;
        let step = self.by_steps.iter().position(|&count| {
            seen += count;
            seen >= rank
        });
        (step.map_or(STEPS, |step| step + 1) as u64 * STEP).min(self.longest)
    }
}

fn cpu_time() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes one timespec; the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Begins anew, or ends. What was measured until now; `None`: nothing was.
pub(in crate::runtime) fn measure(on: bool) -> Option<Slices> {
    if on {
        BEGAN.set(cpu_time());
        attention::ask(SLICES);
    } else {
        attention::clear(SLICES);
    }
    MEASURED.replace(on.then(Slices::new))
}

/// The running coroutine stops here.
#[cold]
pub(in crate::runtime) fn note() {
    let now = cpu_time();
    // A forked child's clock begins anew.
    let length = now.saturating_sub(BEGAN.replace(now));
    if let Some(slices) = MEASURED.borrow_mut().as_mut() {
        if slices.add(length) {
            slices.longest_until = frame::location();
        }
    }
}
