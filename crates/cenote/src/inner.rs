//! What all handles, guards and futures of one pool share.

use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{PoisonError, TryLockError};
use std::task::Waker;
use std::time::Duration;

use cenote_core::{AcquireLimit, SlotId, Time, Verdict};

use crate::breaker::BreakerState;
use crate::state::{State, Taker, Wakes};
use crate::strategy::{Outcome, Signal, Strategy};
use crate::sync::{Arc, Mutex, MutexGuard};
use crate::{
    background::driver::Driver,
    building::{hooks::Hooks, manager::Manager},
    handoff::mailboxes::Handoff,
    timers::{any_timer::AnyTimer, timer::Task},
    watching::{events, recorder::Recorder},
};

pub(crate) struct Inner<M: Manager> {
    state: Mutex<State<M>>,
    pub(crate) handoff: Handoff<M>,
    pub(crate) manager: M,
    pub(crate) hooks: Hooks<M>,
    pub(crate) timer: AnyTimer,
    pub(crate) limits: Limits,
    /// That of acquire, ready for use.
    pub(crate) acquire_limit: AcquireLimit,
    /// A hold longer than this is told; also: remember who took what.
    pub(crate) leak_threshold: Option<Duration>,
    /// Where times go that are measured.
    pub(crate) recorder: Option<Recorder>,
    /// Each return matters to more than the next one in the queue: a breaker counts it and may move deadlines, or leaks are
    /// looked for.
    pub(crate) always_listens: bool,
    /// Each return matters: always; or for now, since the task of the background work has ended with its runtime, and the next
    /// caller is to start it anew.
    listens: AtomicBool,
    /// Code of the user that sets the breaker.
    pub(crate) strategy: Option<Box<dyn Strategy>>,
    /// Somebody else runs the background work.
    pub(crate) by_hand: bool,
    pub(crate) name: Box<str>,
}

/// How long things may take. None: indefinitely.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) acquire: Option<Duration>,
    pub(crate) create: Option<Duration>,
    pub(crate) check: Option<Duration>,
    pub(crate) cleanup: Duration,
}

impl<M: Manager> Inner<M> {
    pub(crate) fn new(state: State<M>, manager: M, timer: AnyTimer, limits: Limits) -> Inner<M> {
        Inner {
            handoff: Handoff::new(state.core.settings().max),
            state: Mutex::new(state),
            manager,
            hooks: Hooks::none(),
            timer,
            acquire_limit: AcquireLimit::new(limits.acquire),
            limits,
            leak_threshold: None,
            recorder: None,
            always_listens: false,
            listens: AtomicBool::new(false),
            strategy: None,
            by_hand: false,
            name: Box::default(),
        }
    }

    /// No code of a user runs under this lock, apart from the clone of a waker; so there is nothing that a panic could leave
    /// half-done.
    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, State<M>> {
        let mut state = self.lock_short();
        state.settle(&self.handoff);
        state
    }

    /// The same with the mailboxes left as they are, for the steps that do not mind: a caller of acquire on its way, and the short way
    /// back.
    #[inline]
    pub(crate) fn lock_short(&self) -> MutexGuard<'_, State<M>> {
        match self.state.try_lock() {
            Ok(state) => state,
            // It is held, here too.
            Err(TryLockError::Poisoned(state)) => state.into_inner(),
            Err(TryLockError::WouldBlock) => self.lock_contended(),
        }
    }

    #[cold]
    fn lock_contended(&self) -> MutexGuard<'_, State<M>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.note_contention();
        state
    }

    #[inline(always)]
    pub(crate) fn listens(&self) -> bool {
        self.listens.load(Relaxed)
    }

    /// With true: from now on each return looks whether the background work is to be started again, since its task has ended and
    /// a runtime may be there to take the next one. With false no more: somebody does the work, or no timer takes it.
    pub(crate) fn listen_for_driver(&self, is_missed: bool) {
        self.listens.store(self.always_listens || is_missed, Relaxed);
    }

    /// The cheap time, which may lag.
    #[inline]
    pub(crate) fn coarse_now(&self) -> Time {
        self.timer.coarse_now()
    }

    /// The exact time, for deadlines.
    pub(crate) fn now(&self) -> Time {
        time(self.timer.now())
    }

    /// Somebody wants to know who took what, and when.
    #[inline(always)]
    pub(crate) fn remembers_takers(&self) -> bool {
        self.leak_threshold.is_some() || self.records()
    }

    /// Times are measured.
    #[inline(always)]
    pub(crate) fn records(&self) -> bool {
        cfg!(feature = "metrics") && self.recorder.is_some()
    }

    /// Remembers who took a slot, if somebody wants to know.
    #[inline]
    pub(crate) fn note_taken(
        &self,
        state: &mut State<M>,
        slot: SlotId,
        taker: impl FnOnce() -> Taker,
    ) {
        if self.remembers_takers() {
            state.note_taker(slot, Some(taker()));
        }
    }

    /// Runs a future that came up in a drop: at once as far as it gets, and the rest in the background. Without a background
    /// it is dropped, and with it what it owns. A panic in it, or in the drop of what it owns, ends it and nothing else: this may
    /// be in the middle of a close.
    pub(crate) fn run_detached(&self, task: Task) {
        use std::task::Context;

        let _ = catch_unwind(AssertUnwindSafe(|| {
            // A hook may use timers and sockets, wherever a guard is dropped. At the end of a thread it finds them only
            // in the background.
            let (runtime, mut task) = (self.timer.enter(), task);
            let mut context = Context::from_waker(Waker::noop());
            if runtime.is_err() || task.as_mut().poll(&mut context).is_pending() {
                drop(self.timer.spawn(task));
            }
        }));
    }
}

/// A share of a pool's insides.
pub(crate) struct Shared<M: Manager>(Arc<Inner<M>>);

impl<M: Manager> Clone for Shared<M> {
    #[inline]
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<M: Manager> Deref for Shared<M> {
    type Target = Inner<M>;

    #[inline]
    fn deref(&self) -> &Inner<M> {
        &self.0
    }
}

impl<M: Manager> Shared<M> {
    pub(crate) fn new(inner: Inner<M>) -> Shared<M> {
        Shared(Arc::new(inner))
    }

    /// Tells the core what happened off the fast path, and does what follows from it.
    pub(crate) fn tell<T>(&self, event: impl FnOnce(&mut State<M>, Time) -> T) -> T {
        let now = self.now();
        let mut state = self.lock();
        let answer = event(&mut state, now);
        let wakes = state.all_wakes();
        drop(state);
        self.run(wakes);
        answer
    }

    /// Ends a short step: unlocks, and wakes whom it has served.
    #[inline(always)]
    pub(crate) fn wake_and_unlock(&self, mut state: MutexGuard<'_, State<M>>) {
        if !state.core.has_wakes() {
            return;
        }
        let first = state.next_waker();
        self.wake_first_and_unlock(first, state);
    }

    /// The same if one wake has been fetched already.
    #[inline(always)]
    pub(crate) fn wake_first_and_unlock(
        &self,
        first: Option<Waker>,
        mut state: MutexGuard<'_, State<M>>,
    ) {
        if state.core.has_wakes() {
            let wakes = state.wakes_after(first);
            drop(state);
            return self.run(wakes);
        }
        drop(state);
        if let Some(first) = first {
            first.wake();
        }
    }

    /// Tells the strategy of the user a result, with no lock held, and does what it says (SPEC 14.7, 14.9, 14.10). To be
    /// called while the slot is still in somebody's hand.
    pub(crate) fn judge(&self, slot: SlotId, outcome: Outcome) {
        let Some(strategy) = &self.strategy else { return };
        let now = self.timer.now();
        let state = self.lock();
        let breaker = BreakerState::of(state.core.breaker_state());
        let is_probe = breaker == BreakerState::Recovering && state.core.is_probe_at(slot);
        drop(state);
        let signal = Signal { outcome, state: breaker, is_probe, now };
        let said = catch_unwind(AssertUnwindSafe(|| strategy.judge(signal)));
        match said.unwrap_or(None) {
            Some(BreakerState::Active) => self.tell(|state, now| state.core.activate(now)),
            Some(BreakerState::Inactive) => self.tell(|state, now| state.core.deactivate(now)),
            Some(BreakerState::Recovering) => self.tell(|state, now| state.core.recover(now)),
            None => {}
        }
    }

    /// Asks the strategy of the user whether to try again (SPEC 14.5).
    pub(crate) fn wants_recovery(&self) -> bool {
        let now = self.timer.now();
        self.strategy.as_ref().is_some_and(|strategy| {
            catch_unwind(AssertUnwindSafe(|| strategy.should_recover(now))).unwrap_or(false)
        })
    }

    /// A resource comes back: its hold is over, and told if it was long.
    pub(crate) fn end_hold(&self, slot: SlotId) {
        if self.remembers_takers() {
            let now = self.now();
            let taker = self.lock().note_taker(slot, None);
            if let Some(taker) = taker {
                if let Some(recorder) = &self.recorder {
                    recorder.used_for(Duration::from_nanos(now.since(taker.since)));
                }
                events::given_back(self, taker, now);
            }
        }
    }

    pub(crate) fn run(&self, wakes: Wakes) {
        let start_driver = wakes.start_driver;
        wakes.wake();
        if start_driver && !self.by_hand {
            if let Some(driver) = Driver::claim(self) {
                // Without a runtime it is dropped, and leaves its work to anyone who waits for it.
                if let Err(driver) = self.timer.spawn(Box::pin(driver)) {
                    self.lock().refuse_driver();
                    drop(driver);
                }
            }
        }
    }

    /// Whatever was going on in this slot was broken off: its resource, if it had one, is gone.
    #[cold]
    pub(crate) fn abandon(&self, slot: SlotId) {
        self.tell(|state, now| {
            // In a hook or in creation; or handed out; or being destroyed already. Else the id is stale, and nothing changes.
            let core = &mut state.core;
            if core.cancelled(slot, now).is_none() {
                let _ = core.release(slot, Verdict::Discard, now);
            }
            core.destroyed(slot, now);
        });
    }
}

/// A reading of a timer on the core's line.
#[inline]
pub(crate) fn time(since_origin: Duration) -> Time {
    Time(since_origin.as_secs() * 1_000_000_000 + u64::from(since_origin.subsec_nanos()))
}
