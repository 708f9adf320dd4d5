//! The helper threads: a bounded set for each kind of work, so that silent name servers do not hold up files.
//!
//! A thread starts when there is work and none is idle, takes no signals, which are for the engine's thread, and ends
//! when it has been idle for a while. A process that was forked off has none of its parent's threads, whose lock may be
//! held there forever by one of them: it begins with a set of its own.

use crate::{
    runtime,
    zend::globals::{EngineLocal, engine_local},
};
use std::{
    cell::RefCell,
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// Questions for name servers, which may take many seconds each and need no processor.
pub(in crate::wait) static NAMES: Helpers =
    Helpers::new("cenote-names", 64, engine_local!(Sets, Sets::new(None)));

/// Work for disks, of which there are few.
pub(in crate::wait) static FILES: Helpers =
    Helpers::new("cenote-files", 8, engine_local!(Sets, Sets::new(None)));

/// Files that are on other machines, or that other processes answer for, which may take many seconds as well.
pub(in crate::wait) static SERVERS: Helpers =
    Helpers::new("cenote-servers", 64, engine_local!(Sets, Sets::new(None)));

fn all() -> [&'static Helpers; 3] {
    [&NAMES, &FILES, &SERVERS]
}

const IDLE_FOR: Duration = Duration::from_secs(2);

type Task = Box<dyn FnOnce() + Send>;

pub(in crate::wait) struct Helpers {
    name: &'static str,
    most: usize,
    set: EngineLocal<Sets>,
}

/// Those of one thread of PHP's.
type Sets = RefCell<Option<Own>>;

/// The set that belongs to this process.
struct Own {
    generation: u32,
    set: Arc<Set>,
}

struct Set {
    state: Mutex<State>,
    /// There is work, or the module shuts down.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    threads: usize,
    idle: usize,
    is_closing: bool,
}

impl Helpers {
    const fn new(name: &'static str, most: usize, set: EngineLocal<Sets>) -> Helpers {
        Helpers { name, most, set }
    }

    /// Has a thread run `task`, after those that came before. `false`: there is no thread, and none can be had.
    ///
    /// No signal may come in between: its handler could fork, and the child would go on with a set whose threads it has not.
    pub(super) fn run(&self, task: Task) -> bool {
        runtime::without_signals(|| self.own().take_in(task, self.name, self.most))
    }

    fn own(&self) -> Arc<Set> {
        let generation = runtime::process_generation();
        let mut own = self.set.borrow_mut();
        if let Some(own) = own.as_ref().filter(|own| own.generation == generation) {
            return own.set.clone();
        }
        let set = Arc::new(Set { state: Mutex::default(), changed: Condvar::new() });
        let parents = own.replace(Own { generation, set: set.clone() });
        // Its tasks belong to coroutines of the parent.
        std::mem::forget(parents);
        set
    }

    fn describe(&self) -> String {
        let generation = runtime::process_generation();
        let own = self.set.borrow();
        let running = own
            .as_ref()
            .filter(|own| own.generation == generation)
            .map_or(0, |own| own.set.lock().threads);
        let kind = self.name.trim_start_matches("cenote-");
        format!("{kind}: {running} of at most {}", self.most)
    }

    /// Idle threads end; tasks that no thread has begun are dropped. One that is in the middle of a call is not waited
    /// for: what it works on is its own, and its code stays where it is.
    fn shut_down(&self) {
        let Some(own) = self.set.take() else { return };
        if own.generation != runtime::process_generation() {
            return std::mem::forget(own);
        }
        let tasks = {
            let mut state = own.set.lock();
            state.is_closing = true;
            std::mem::take(&mut state.tasks)
        };
        own.set.changed.notify_all();
        drop(tasks);
    }
}

impl Set {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_in(self: Arc<Self>, task: Task, name: &str, most: usize) -> bool {
        let mut state = self.lock();
        state.tasks.push_back(task);
        if state.idle >= state.tasks.len() || state.threads >= most {
            self.changed.notify_one();
            return true;
        }
        state.threads += 1;
        drop(state);
        let set = self.clone();
        let started = thread::Builder::new().name(name.to_owned()).spawn(move || set.work());
        if started.is_ok() {
            return true;
        }
        let mut state = self.lock();
        state.threads -= 1;
        // Others will come to it. Without any it goes back: nobody else adds tasks, so it is the last one.
        let nobody = state.threads == 0;
        let task = if nobody { state.tasks.pop_back() } else { None };
        drop(state);
        drop(task);
        !nobody
    }

    fn work(&self) {
        while let Some(task) = self.next() {
            // A panic has been reported by then; the one who waits learns of it by the missing result.
            let _ = catch_unwind(AssertUnwindSafe(task));
        }
    }

    /// `None`: the thread is to end, and is not counted any more.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if let Some(task) = state.tasks.pop_front() {
                return Some(task);
            }
            if state.is_closing {
                state.threads -= 1;
                return None;
            }
            state.idle += 1;
            let (woken, waited) =
                self.changed.wait_timeout(state, IDLE_FOR).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            state.idle -= 1;
            if waited.timed_out() && state.tasks.is_empty() {
                state.threads -= 1;
                return None;
            }
        }
    }
}

/// One line for `php --ri cenote`.
pub(crate) fn describe() -> String {
    all().map(Helpers::describe).join(", ")
}

/// Module shutdown.
pub(in crate::wait) fn shut_down() {
    all().into_iter().for_each(Helpers::shut_down);
}
