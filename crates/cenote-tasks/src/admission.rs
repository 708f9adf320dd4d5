//! How many coroutines ready descriptors may wake at a time.
//!
//! A coroutine that a timer wakes goes to the tail of the run queue. If each of twenty coroutines before it has five milliseconds
//! of work, a result to copy or a parameter to encrypt, it is a tenth of a second late, though nobody did anything
//! long. So the queue is kept as short as the work in it is long: a look wakes as many as are done within about
//! [`QUEUE_SPAN`], judged by how long those before them ran. Descriptors stay ready until they are read, so the next
//! look, which is also the next time that timers are looked at, finds the rest, oldest first. With the short runs of
//! requests and answers everybody is woken at once. One long run among many short ones is remembered for some fifty
//! looks, which cost about a microsecond each.

/// How much work the queue may hold, in nanoseconds.
pub const QUEUE_SPAN: u64 = 4_000_000;

/// How long runs take.
#[derive(Clone, Copy, Debug)]
pub struct Admission {
    /// When the last look ended, in nanoseconds.
    resumed_at: u64,
    /// The number of runs at that time.
    counted_at: u32,
    /// How long a run takes, as far as it matters: rises at once, falls slowly.
    cost: u64,
}

impl Default for Admission {
    fn default() -> Self {
        Admission::new()
    }
}

impl Admission {
    /// Nothing has run: a run is taken to be long.
    pub const fn new() -> Admission {
        Admission { resumed_at: 0, counted_at: 0, cost: QUEUE_SPAN }
    }

    /// A look begins: how many it may wake, at least one. `runs` counts all so far and may wrap; `queued` are ready already.
    #[inline]
    pub fn allowed(&mut self, now: u64, runs: u32, queued: usize) -> usize {
        let since = runs.wrapping_sub(self.counted_at);
        if since > 0 {
            let mean = now.saturating_sub(self.resumed_at) / u64::from(since);
            self.cost = mean.min(QUEUE_SPAN).max(self.cost - self.cost / 64);
        }
        fitting(self.cost).saturating_sub(queued).max(1)
    }

    /// A look has ended, after as much sleep as it may have needed.
    #[inline]
    pub fn look_ended(&mut self, now: u64, runs: u32) {
        self.resumed_at = now;
        self.counted_at = runs;
    }
}

fn fitting(cost: u64) -> usize {
    QUEUE_SPAN.checked_div(cost).map_or(usize::MAX, |runs| runs as usize)
}
