//! A group of tasks: how many run at a time, and who waits (SPEC 40).

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
    stages: Vec<Stage>,
    waiting: VecDeque<usize>,
    running: usize,
    /// In order of settling.
    settled: Vec<usize>,
    closed: bool,
}

impl Group {
    /// Limits of 0 mean none. Without `queue_limit`, twice the concurrency may wait.
    pub fn new(concurrency: usize, queue_limit: Option<usize>) -> Self {
        Group {
            concurrency,
            queue_limit: queue_limit.unwrap_or(concurrency.saturating_mul(2)),
            stages: Vec::new(),
            waiting: VecDeque::new(),
            running: 0,
            settled: Vec::new(),
            closed: false,
        }
    }

    /// Whether a task that is added now would have to wait before it may even be queued.
    pub fn is_full(&self) -> bool {
        self.must_queue() && self.queue_limit > 0 && self.waiting.len() >= self.queue_limit
    }

    fn must_queue(&self) -> bool {
        self.concurrency > 0 && self.running >= self.concurrency
    }

    /// A new task.
    pub fn add(&mut self) -> Added {
        let index = self.stages.len();
        if self.must_queue() {
            self.stages.push(Stage::Waiting);
            self.waiting.push_back(index);
            Added::Queued(index)
        } else {
            self.stages.push(Stage::Running);
            self.running += 1;
            Added::Start(index)
        }
    }

    /// A task that ran has a value or an error: the one that starts in its place.
    pub fn settle(&mut self, index: usize, with_value: bool) -> Option<usize> {
        if self.stages[index] != Stage::Running {
            return None;
        }
        self.stages[index] = if with_value { Stage::Succeeded } else { Stage::Failed };
        self.settled.push(index);
        self.running -= 1;
        if self.must_queue() {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.stages[next] = Stage::Running;
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
        for &index in &dropped {
            self.stages[index] = Stage::Gone;
        }
        dropped
    }

    /// A settled task was delivered, and is no longer part of the set.
    pub fn remove(&mut self, index: usize) {
        self.stages[index] = Stage::Gone;
        self.settled.retain(|&settled| settled != index);
    }

    /// Whether nothing runs or waits.
    pub fn is_finished(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }

    /// Tasks of all stages but those gone.
    pub fn count(&self) -> usize {
        self.stages.iter().filter(|&&stage| stage != Stage::Gone).count()
    }

    /// How many tasks there ever were.
    pub fn total(&self) -> usize {
        self.stages.len()
    }

    /// Where a task stands.
    pub fn stage(&self, index: usize) -> Stage {
        self.stages[index]
    }

    /// The settled tasks, in order of settling.
    pub fn settled(&self) -> &[usize] {
        &self.settled
    }

    /// The numbers of tasks at this stage, in order of spawning.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = usize> {
        (0..self.stages.len()).filter(move |&index| self.stages[index] == stage)
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
    }
}
