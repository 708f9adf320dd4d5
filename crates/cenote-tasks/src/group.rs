//! A group of tasks: how many run at a time, and who waits (SPEC 40).

use crate::numbered::Numbered;
use std::collections::VecDeque;

/// Where a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Waits for others to end.
    Waiting,
    /// Runs.
    Running,
    /// Has a value.
    Succeeded,
    /// Has an error.
    Failed,
    /// Was dropped before it ran, or was delivered and removed.
    Gone,
}

/// What the shell keeps of a task.
pub trait Kept {
    /// What it is called, as long as it is in the group.
    type Key;
    /// What it is to do, until it starts.
    type Work;
    /// Who does it, until it settles.
    type Run;
    /// What has come of it.
    type Value;
    /// What has come of it instead.
    type Error;
}

/// A task that starts now. Who runs it is to be told to the group ([`Group::runs`]).
#[derive(PartialEq, Eq, Debug)]
pub struct Start<W> {
    /// Its number.
    pub index: usize,
    /// What it is to do.
    pub work: W,
}

struct Task<K: Kept> {
    key: K::Key,
    at: At<K>,
}

/// As far as its number does not tell: see [`Group::stage`].
enum At<K: Kept> {
    /// It waits, or runs, known once it has started.
    Open(Option<K::Run>),
    Succeeded(K::Value),
    Failed(K::Error),
}

enum Entry<K: Kept> {
    Task(Task<K>),
    /// A task that is gone, with an error that somebody may still ask for.
    Left(K::Error),
}

impl<K: Kept> Entry<K> {
    fn task(&self) -> Option<&Task<K>> {
        match self {
            Entry::Task(task) => Some(task),
            Entry::Left(_) => None,
        }
    }
}

/// The tasks of a group, by number in order of spawning.
pub struct Group<K: Kept> {
    concurrency: usize,
    queue_limit: usize,
    entries: Numbered<Entry<K>>,
    /// How many of them are no tasks any more.
    left: usize,
    total: usize,
    /// Of those that wait: the youngest ones, in order.
    waiting: VecDeque<K::Work>,
    running: usize,
    /// In order of settling.
    settled: VecDeque<usize>,
    /// Those who wait until one more task may be queued, in order of arrival.
    line: VecDeque<Ticket>,
    last_ticket: u64,
    closed: bool,
}

/// One who waits in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(u64);

/// Of a queue that is empty, room for so many stays.
const KEPT_ROOM: usize = 64;

impl<K: Kept> Group<K> {
    /// Limits of 0 mean none. Without `queue_limit`, twice the concurrency may wait.
    pub fn new(concurrency: usize, queue_limit: Option<usize>) -> Self {
        Group {
            concurrency,
            queue_limit: queue_limit.unwrap_or(concurrency.saturating_mul(2)),
            entries: Numbered::default(),
            left: 0,
            total: 0,
            waiting: VecDeque::new(),
            running: 0,
            settled: VecDeque::new(),
            line: VecDeque::new(),
            last_ticket: 0,
            closed: false,
        }
    }

    /// Whether a task that is added now would have to wait before it may even be queued.
    pub fn is_full(&self) -> bool {
        self.must_queue() && self.queue_limit > 0 && self.waiting.len() >= self.queue_limit
    }

    /// Whether one who comes now has to wait in the queue.
    pub fn must_wait(&self) -> bool {
        self.is_full() || !self.line.is_empty()
    }

    /// Waits in line.
    pub fn line_up(&mut self) -> Ticket {
        self.last_ticket += 1;
        self.line.push_back(Ticket(self.last_ticket));
        Ticket(self.last_ticket)
    }

    /// The one whose turn it is, if there is room for a task.
    pub fn called(&self) -> Option<Ticket> {
        if self.is_full() { None } else { self.line.front().copied() }
    }

    /// Leaves the line, to add a task or to go.
    pub fn step_out(&mut self, ticket: Ticket) {
        if let Ok(at) = self.line.binary_search(&ticket) {
            self.line.remove(at);
        }
    }

    fn must_queue(&self) -> bool {
        self.concurrency > 0 && self.running >= self.concurrency
    }

    /// A new task: it starts at once, or when others have ended.
    pub fn add(&mut self, key: K::Key, work: K::Work) -> Option<Start<K::Work>> {
        let index = self.total;
        self.total += 1;
        self.entries.push(index, Entry::Task(Task { key, at: At::Open(None) }));
        if self.must_queue() {
            self.waiting.push_back(work);
            return None;
        }
        self.running += 1;
        Some(Start { index, work })
    }

    /// Who runs a task that has started.
    pub fn runs(&mut self, index: usize, run: K::Run) {
        if self.stage(index) == Stage::Running {
            if let Some(Entry::Task(task)) = self.entries.get_mut(index) {
                task.at = At::Open(Some(run));
            }
        }
    }

    /// A task that ran has ended, with what `outcome` makes of who ran it: the one that starts in its place.
    pub fn settle(
        &mut self,
        index: usize,
        outcome: impl FnOnce(K::Run) -> Result<K::Value, K::Error>,
    ) -> Option<Start<K::Work>> {
        let Some(Entry::Task(task)) = self.entries.get_mut(index) else { return None };
        let At::Open(run) = &mut task.at else { return None };
        task.at = match outcome(run.take()?) {
            Ok(value) => At::Succeeded(value),
            Err(error) => At::Failed(error),
        };
        self.settled.push_back(index);
        self.running -= 1;
        if self.must_queue() {
            return None;
        }
        let next = self.first_waiting();
        let work = self.waiting.pop_front()?;
        if self.waiting.is_empty() {
            self.waiting.shrink_to(KEPT_ROOM);
        }
        self.running += 1;
        Some(Start { index: next, work })
    }

    /// Tasks start in order, so that those from this number on wait, and those below do not.
    fn first_waiting(&self) -> usize {
        self.total - self.waiting.len()
    }

    /// No new tasks.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether it takes new tasks no more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Drops the tasks that wait, with their keys: what they were to do.
    pub fn drop_waiting(&mut self) -> VecDeque<K::Work> {
        self.entries.truncate(self.first_waiting());
        std::mem::take(&mut self.waiting)
    }

    /// A settled task was delivered, and is no longer part of the set: its key, and what had come of it, but for an error
    /// that somebody may still ask for (`is_wanted`), which stays.
    pub fn remove(
        &mut self,
        index: usize,
        is_wanted: impl FnOnce(&K::Error) -> bool,
    ) -> Option<Removed<K>> {
        let Some(Entry::Task(task)) = self.entries.get_mut(index) else { return None };
        let outcome = match std::mem::replace(&mut task.at, At::Open(None)) {
            At::Succeeded(value) => Ok(value),
            At::Failed(error) => Err(error),
            open @ At::Open(_) => {
                task.at = open;
                return None;
            }
        };
        let (task, outcome) = match outcome {
            Err(error) if is_wanted(&error) => {
                self.left += 1;
                let entry = self.entries.get_mut(index)?;
                (std::mem::replace(entry, Entry::Left(error)), None)
            }
            outcome => (self.entries.remove(index)?, Some(outcome)),
        };
        if let Some(at) = self.settled.iter().position(|&settled| settled == index) {
            self.settled.remove(at);
        }
        if self.settled.is_empty() {
            self.settled.shrink_to(KEPT_ROOM);
        }
        let Entry::Task(Task { key, .. }) = task else { return None };
        Some(Removed { key, outcome })
    }

    /// Nobody will ask any more for the error that a delivered task has left: it.
    pub fn forget(&mut self, index: usize) -> Option<K::Error> {
        if !matches!(self.entries.get(index), Some(Entry::Left(_))) {
            return None;
        }
        self.left -= 1;
        match self.entries.remove(index) {
            Some(Entry::Left(error)) => Some(error),
            _ => None,
        }
    }

    /// Whether nothing runs or waits.
    pub fn is_finished(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }

    /// Tasks of all stages but those gone.
    pub fn count(&self) -> usize {
        self.entries.len() - self.left
    }

    /// How many tasks there ever were.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Where a task stands.
    pub fn stage(&self, index: usize) -> Stage {
        self.task(index).map_or(Stage::Gone, |task| self.stage_of(index, task))
    }

    fn stage_of(&self, index: usize, task: &Task<K>) -> Stage {
        match task.at {
            At::Open(_) if index < self.first_waiting() => Stage::Running,
            At::Open(_) => Stage::Waiting,
            At::Succeeded(_) => Stage::Succeeded,
            At::Failed(_) => Stage::Failed,
        }
    }

    fn task(&self, index: usize) -> Option<&Task<K>> {
        self.entries.get(index)?.task()
    }

    fn tasks(&self) -> impl Iterator<Item = (usize, &Task<K>)> {
        self.entries.iter().filter_map(|(index, entry)| Some((index, entry.task()?)))
    }

    /// The key of a task that is not gone.
    pub fn key(&self, index: usize) -> Option<&K::Key> {
        self.task(index).map(|task| &task.key)
    }

    /// What has come of a task that has settled, and is not gone.
    pub fn outcome(&self, index: usize) -> Option<Result<&K::Value, &K::Error>> {
        match &self.task(index)?.at {
            At::Succeeded(value) => Some(Ok(value)),
            At::Failed(error) => Some(Err(error)),
            At::Open(_) => None,
        }
    }

    /// The settled tasks that are not gone, in order of spawning: number, key, and what has come of them.
    pub fn outcomes(&self) -> impl Iterator<Item = (usize, &K::Key, Result<&K::Value, &K::Error>)> {
        self.tasks().filter_map(|(index, task)| match &task.at {
            At::Succeeded(value) => Some((index, &task.key, Ok(value))),
            At::Failed(error) => Some((index, &task.key, Err(error))),
            At::Open(_) => None,
        })
    }

    /// All errors that somebody may ask for, with those of tasks that are gone, in order of spawning.
    pub fn errors(&self) -> impl Iterator<Item = &K::Error> {
        self.entries.iter().filter_map(|(_, entry)| match entry {
            Entry::Left(error) | Entry::Task(Task { at: At::Failed(error), .. }) => Some(error),
            Entry::Task(_) => None,
        })
    }

    /// The error of a task, also of one that is gone.
    pub fn error(&self, index: usize) -> Option<&K::Error> {
        match self.entries.get(index)? {
            Entry::Left(error) | Entry::Task(Task { at: At::Failed(error), .. }) => Some(error),
            Entry::Task(_) => None,
        }
    }

    /// What those that wait are to do, in order.
    pub fn waiting(&self) -> impl Iterator<Item = &K::Work> {
        self.waiting.iter()
    }

    /// The settled tasks, in order of settling.
    pub fn settled(&self) -> &VecDeque<usize> {
        &self.settled
    }

    /// The numbers of tasks at this stage, in order of spawning.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = usize> {
        let with = self.tasks().filter(move |&(index, task)| self.stage_of(index, task) == stage);
        with.map(|(index, _)| index)
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        self.entries.check();
        assert_eq!(self.at(Stage::Running).count(), self.running);
        let waiting: Vec<_> = self.at(Stage::Waiting).collect();
        assert_eq!(waiting, Vec::from_iter(self.first_waiting()..self.total));
        assert!(self.concurrency == 0 || self.running <= self.concurrency);
        assert!(self.waiting.is_empty() || self.must_queue(), "a task waits beside a free place");
        let mut settled: Vec<_> = self.settled.iter().copied().collect();
        settled.sort_unstable();
        assert!(settled.iter().copied().eq(self.outcomes().map(|(index, ..)| index)));
        assert_eq!(self.tasks().count(), self.count());
        assert!(self.line.iter().is_sorted(), "first come, first served");
    }

    /// How much room it takes, in tasks.
    pub fn room(&self) -> usize {
        self.entries.room() + self.waiting.capacity() + self.settled.capacity()
    }
}

/// What is left of a task that was delivered.
pub struct Removed<K: Kept> {
    /// What it was called.
    pub key: K::Key,
    /// What had come of it; `None`: the group keeps it.
    pub outcome: Option<Result<K::Value, K::Error>>,
}
