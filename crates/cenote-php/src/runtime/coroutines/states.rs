//! What a coroutine is called, what it is doing, and what ends its waits.

use std::cell::Cell;

/// Names one coroutine for its whole life; never reused (SPEC 34.9). The main flow has one too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct CoroutineId {
    /// In order of spawning.
    pub(in crate::runtime) number: u64,
    pub(in crate::runtime) index: u32,
}

impl CoroutineId {
    /// What `getId()` shows.
    pub(crate) fn number(self) -> u64 {
        self.number
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum State {
    /// Queued, has never run.
    New,
    /// On the CPU.
    Running,
    /// In the run queue.
    Ready,
    /// Waiting to be woken.
    Parked,
    /// Its result is fixed.
    Done,
}

/// Why a parked coroutine runs again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Woken {
    /// By [`wake`](crate::runtime::wake).
    Called,
    /// Its deadline came first.
    TimedOut,
}

/// How a signal wants a call of the kernel to go on that it came in between.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Calls that can be are restarted (`SA_RESTART`); sleeping, `select` and `poll` never are.
    Restarting,
    Interrupting,
}

/// The main flow's own wait in C code.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::runtime) enum MainWait {
    #[default]
    None,
    Open,
    Ended(Signal),
}

/// What happens in one run of a coroutine, or while the scheduler looks for due timers, happens in one step.
pub(in crate::runtime) type Step = u64;

/// How a wait in a line was ended, by somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum Ending {
    /// It got what it waited for.
    Served,
    /// The line is no more.
    Closed,
}

/// The end of a coroutine's wait in a line, until it has seen it. It waits in one line at a time, with a ticket that nobody else
/// ever has; so what belongs to an earlier wait is told from that of this one.
#[derive(Default)]
pub(in crate::runtime) struct WaitInLine(Cell<Option<(u64, Ending, Step)>>);

impl WaitInLine {
    #[inline]
    pub(in crate::runtime) fn end(&self, ticket: u64, how: Ending, step: Step) {
        self.0.set(Some((ticket, how, step)));
    }

    /// In which step it was ended.
    #[inline]
    pub(in crate::runtime) fn ended(&self, ticket: u64) -> Option<Step> {
        let ended = self.0.get().filter(|&(ended, ..)| ended == ticket);
        ended.map(|(_, _, step)| step)
    }

    /// How it was ended, for the coroutine itself.
    #[inline]
    pub(in crate::runtime) fn take(&self, ticket: u64) -> Option<Ending> {
        let ended = self.0.get().filter(|&(ended, ..)| ended == ticket);
        ended.map(|(_, how, _)| {
            self.0.set(None);
            how
        })
    }
}
