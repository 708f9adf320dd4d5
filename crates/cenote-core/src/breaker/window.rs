//! Results of the last stretch of time, in a fixed number of steps.

use crate::time::Time;

/// Steps in a window. A result is forgotten at most one step, 3 % of the window, before its time, and never kept longer.
const STEPS: u64 = 32;

#[derive(Clone, Copy, Debug, Default)]
struct Step {
    number: u64,
    results: u32,
    failures: u32,
}

/// How many results, and how many failures, came within the last `window`.
#[derive(Clone, Debug)]
pub(super) struct Window {
    step_nanos: u64,
    steps: [Step; STEPS as usize],
}

impl Window {
    pub(super) fn new(window_nanos: u64) -> Window {
        Window { step_nanos: (window_nanos / STEPS).max(1), steps: Default::default() }
    }

    pub(super) fn clear(&mut self) {
        self.steps = Default::default();
    }

    pub(super) fn record(&mut self, failed: bool, now: Time) {
        let number = self.number(now);
        let step = &mut self.steps[(number % STEPS) as usize];
        if step.number != number {
            *step = Step { number, ..Step::default() };
        }
        step.results = step.results.saturating_add(1);
        step.failures = step.failures.saturating_add(u32::from(failed));
    }

    /// Results and failures within the window that ends now.
    pub(super) fn totals(&self, now: Time) -> (u64, u64) {
        let newest = self.number(now);
        let live = self.steps.iter().filter(|step| newest.saturating_sub(step.number) < STEPS);
        live.fold((0, 0), |(results, failures), step| {
            (results + u64::from(step.results), failures + u64::from(step.failures))
        })
    }

    fn number(&self, now: Time) -> u64 {
        now.0 / self.step_nanos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_after_the_window_and_at_most_a_step_early() {
        let mut window = Window::new(32_000);
        window.record(true, Time(500));
        window.record(false, Time(1_500));
        assert_eq!(window.totals(Time(1_500)), (2, 1));
        assert_eq!(window.totals(Time(31_999)), (2, 1));
        assert_eq!(window.totals(Time(32_500)), (1, 0));
        assert_eq!(window.totals(Time(33_500)), (0, 0));
        window.record(true, Time(33_600));
        assert_eq!(window.totals(Time(33_600)), (1, 1));
        window.clear();
        assert_eq!(window.totals(Time(33_600)), (0, 0));
    }

    #[test]
    fn a_window_of_nothing_and_a_clock_that_steps_back_do_no_harm() {
        let mut window = Window::new(0);
        window.record(true, Time(100));
        assert_eq!(window.totals(Time(99)), (1, 1));
        assert_eq!(window.totals(Time(131)), (1, 1));
        assert_eq!(window.totals(Time(132)), (0, 0));
    }
}
