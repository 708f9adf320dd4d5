//! Who runs next.
//!
//! First come, first served. Three callers know better, each for one place in the queue: who goes to its head, who leaves it, and
//! whether the youngest goes first.

use std::collections::VecDeque;

/// Those who are ready to run.
#[derive(Debug)]
pub struct RunQueue<T>(VecDeque<T>);

impl<T> Default for RunQueue<T> {
    fn default() -> Self {
        RunQueue(VecDeque::new())
    }
}

impl<T> RunQueue<T> {
    /// Adds somebody at the tail.
    #[inline]
    pub fn push(&mut self, ready: T) {
        self.0.push_back(ready);
    }

    /// Adds somebody at the head: it is the next one.
    pub fn push_first(&mut self, ready: T) {
        self.0.push_front(ready);
    }

    /// Takes the one whose turn it is.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop_front()
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nobody.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether somebody is in the queue.
    pub fn contains(&self, is: impl FnMut(&T) -> bool) -> bool {
        self.0.iter().any(is)
    }

    /// Takes all of a kind out of the queue. The others stay as they are.
    pub fn take(&mut self, mut is: impl FnMut(&T) -> bool) -> Vec<T> {
        let (taken, rest): (VecDeque<T>, VecDeque<T>) =
            self.0.drain(..).partition(|ready| is(ready));
        self.0 = rest;
        taken.into()
    }

    /// Lets somebody leave. No effect on one that is not there.
    pub fn leave(&mut self, mut is: impl FnMut(&T) -> bool) {
        self.0.retain(|ready| !is(ready));
    }

    /// Moves the youngest to the head, if it is this one.
    pub fn put_youngest_first(&mut self, is: impl FnOnce(&T) -> bool) {
        if self.0.back().is_some_and(is) {
            self.0.rotate_right(1);
        }
    }
}
