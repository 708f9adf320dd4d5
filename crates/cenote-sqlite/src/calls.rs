//! What a connection and its thread both know of the calls: which one runs, whether it has been given up, and what the last one left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::InterruptHandle;

/// After this many steps of SQLite's virtual machine a statement checks whether its call has been given up: some 10 µs, for next to no cost.
const STEPS: i32 = 1000;

pub(crate) struct Calls {
    interrupt: InterruptHandle,
    state: Mutex<State>,
    /// The call that runs has been given up. Set and reset under the lock; read without it by the statements.
    is_given_up: AtomicBool,
}

#[derive(Default)]
struct State {
    sent: u64,
    ended: u64,
    running: Option<u64>,
    in_transaction: bool,
    is_broken: bool,
}

/// What was left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    Nothing,
    /// A transaction, or a call that was given up and has not ended.
    Something,
    /// A call that panicked.
    Wreck,
}

impl Calls {
    /// Of a connection that was just opened. Interrupting it once would not do: between two statements that has no effect. So each
    /// statement looks for itself, too.
    pub(crate) fn of(db: &rusqlite::Connection) -> Arc<Calls> {
        let calls = Arc::new(Calls {
            interrupt: db.get_interrupt_handle(),
            state: Mutex::default(),
            is_given_up: AtomicBool::new(false),
        });
        let looked_at = Arc::clone(&calls);
        let is_given_up = move || looked_at.is_given_up.load(Ordering::Relaxed);
        db.progress_handler(STEPS, Some(is_given_up));
        calls
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a call that is about to be sent.
    pub(crate) fn send(&self) -> u64 {
        let mut state = self.state();
        state.sent += 1;
        state.sent
    }

    /// On the thread: this call's turn.
    pub(crate) fn begin(&self, call: u64) {
        self.state().running = Some(call);
    }

    /// On the thread: it is over. To be told before its result, so that anyone who has that finds the connection at rest.
    pub(crate) fn end(&self, db: &rusqlite::Connection) {
        let mut state = self.state();
        state.running = None;
        state.ended += 1;
        state.in_transaction = !db.is_autocommit();
        self.is_given_up.store(false, Ordering::Relaxed);
    }

    /// On the thread: it panicked.
    pub(crate) fn break_off(&self) {
        let mut state = self.state();
        state.running = None;
        state.is_broken = true;
    }

    /// Nobody waits for this call any more: if it runs, what it asks of SQLite is interrupted. No later one is.
    pub(crate) fn give_up(&self, call: u64) {
        let state = self.state();
        if state.running == Some(call) {
            self.is_given_up.store(true, Ordering::Relaxed);
            self.interrupt.interrupt();
        }
    }

    pub(crate) fn left(&self) -> Left {
        let state = self.state();
        match *state {
            State { is_broken: true, .. } => Left::Wreck,
            State { sent, ended, in_transaction: false, .. } if sent == ended => Left::Nothing,
            _ => Left::Something,
        }
    }
}
