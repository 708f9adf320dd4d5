//! What `Async\measure_slices()` has measured.
//!
//! A timer that is late was held up by somebody who ran for long without waiting, or by a call that blocked. While it is
//! asked for, both clocks are read at every choice of who runs next, which is where each slice ends. What the scheduler
//! itself does until then counts as part of the slice that follows; sleeping in the reactor counts nowhere.

use super::runs::Run;

/// In nanoseconds.
const STEP: u64 = 100_000;
const STEPS: usize = 1_000;
/// How many of the longest are kept one by one.
const LONGEST: usize = 10;

/// Slices by their CPU time, in steps; the last one has all that are longer.
pub(in crate::runtime) struct Slices {
    by_steps: Vec<u64>,
    pub(in crate::runtime) count: u64,
    /// In nanoseconds.
    pub(in crate::runtime) longest: u64,
    /// File and line of the call with which the longest one ended.
    pub(in crate::runtime) longest_until: Option<(String, u32)>,
    /// By the wall clock, longest first.
    pub(in crate::runtime) runs: Vec<Run>,
}

impl Slices {
    pub(super) fn new() -> Self {
        Slices {
            by_steps: vec![0; STEPS],
            count: 0,
            longest: 0,
            longest_until: None,
            runs: Vec::new(),
        }
    }

    /// Adds one of this many nanoseconds of CPU time; `place` is asked if none was longer.
    pub(super) fn add(&mut self, cpu: u64, place: impl FnOnce() -> Option<(String, u32)>) {
        let step = usize::try_from(cpu / STEP).unwrap_or(STEPS).min(STEPS - 1);
        self.by_steps[step] += 1;
        self.count += 1;
        if cpu > self.longest {
            self.longest = cpu;
            self.longest_until = place();
        }
    }

    /// Whether a run of that length is one of the longest.
    pub(super) fn wants(&self, wall: u64) -> bool {
        self.runs.len() < LONGEST || self.runs.last().is_some_and(|last| last.wall < wall)
    }

    pub(super) fn add_run(&mut self, run: &Run) {
        if self.wants(run.wall) {
            let at = self.runs.partition_point(|longer| longer.wall >= run.wall);
            self.runs.insert(at, run.clone());
            self.runs.truncate(LONGEST);
        }
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
