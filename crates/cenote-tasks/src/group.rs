//! A group of tasks: how many run at a time, and who waits (SPEC 40).

use std::collections::{BTreeMap, VecDeque};

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

/// What becomes of a new task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It starts at once.
    Start(usize),
    /// It starts when others have ended.
    Queued(usize),
}

/// The tasks of a group, by number in order of spawning.
#[derive(Debug)]
pub struct Group {
    concurrency: usize,
    queue_limit: usize,
    /// Without those gone.
    stages: BTreeMap<usize, Stage>,
    total: usize,
    waiting: VecDeque<usize>,
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

impl Group {
    /// Limits of 0 mean none. Without `queue_limit`, twice the concurrency may wait.
    pub fn new(concurrency: usize, queue_limit: Option<usize>) -> Self {
        Group {
            concurrency,
            queue_limit: queue_limit.unwrap_or(concurrency.saturating_mul(2)),
            stages: BTreeMap::new(),
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

    /// A new task.
    pub fn add(&mut self) -> Added {
        let index = self.total;
        self.total += 1;
        if self.must_queue() {
            self.stages.insert(index, Stage::Waiting);
            self.waiting.push_back(index);
            Added::Queued(index)
        } else {
            self.stages.insert(index, Stage::Running);
            self.running += 1;
            Added::Start(index)
        }
    }

    /// A task that ran has a value or an error: the one that starts in its place.
    pub fn settle(&mut self, index: usize, with_value: bool) -> Option<usize> {
        if self.stage(index) != Stage::Running {
            return None;
        }
        let stage = if with_value { Stage::Succeeded } else { Stage::Failed };
        self.stages.insert(index, stage);
        self.settled.push_back(index);
        self.running -= 1;
        if self.must_queue() {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.stages.insert(next, Stage::Running);
        self.running += 1;
        Some(next)
    }

    /// No new tasks.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether it takes new tasks no more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Drops the tasks that wait: their numbers.
    pub fn drop_waiting(&mut self) -> Vec<usize> {
        let dropped: Vec<_> = self.waiting.drain(..).collect();
        for index in &dropped {
            self.stages.remove(index);
        }
        dropped
    }

    /// A settled task was delivered, and is no longer part of the set.
    pub fn remove(&mut self, index: usize) {
        self.stages.remove(&index);
        if let Some(at) = self.settled.iter().position(|&settled| settled == index) {
            self.settled.remove(at);
        }
    }

    /// Whether nothing runs or waits.
    pub fn is_finished(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }

    /// Tasks of all stages but those gone.
    pub fn count(&self) -> usize {
        self.stages.len()
    }

    /// How many tasks there ever were.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Where a task stands.
    pub fn stage(&self, index: usize) -> Stage {
        self.stages.get(&index).copied().unwrap_or(Stage::Gone)
    }

    /// The settled tasks, in order of settling.
    pub fn settled(&self) -> &VecDeque<usize> {
        &self.settled
    }

    /// The numbers of tasks at this stage, in order of spawning.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = usize> {
        let with = self.stages.iter().filter(move |&(_, &at)| at == stage);
        with.map(|(&index, _)| index)
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        assert_eq!(self.at(Stage::Running).count(), self.running);
        assert_eq!(self.at(Stage::Waiting).collect::<Vec<_>>(), Vec::from(self.waiting.clone()));
        assert!(self.concurrency == 0 || self.running <= self.concurrency);
        assert!(self.waiting.is_empty() || self.must_queue(), "a task waits beside a free place");
        let settled = self.at(Stage::Succeeded).count() + self.at(Stage::Failed).count();
        assert_eq!(settled, self.settled.len());
        assert!(self.stages.values().all(|&stage| stage != Stage::Gone));
        assert!(self.line.iter().is_sorted(), "first come, first served");
    }
}
