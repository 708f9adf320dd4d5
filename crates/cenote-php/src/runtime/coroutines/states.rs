//! What a coroutine is called, what it is doing, and what ends its waits.

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
