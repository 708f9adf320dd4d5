//! Compiled statements kept per connection (SPEC 25).
//!
//! A statement that dies leaves its driver's part here instead of having it closed; the next `prepare()` of the same text on
//! this connection takes it over. What is taken is out of the cache until its statement dies, so a second live statement
//! of the same text is a miss. The least recently used one goes first.
//!
//! Statements are found by the engine's hash of the text, which it remembers in the string; of two texts with the same hash only
//! one is kept. Texts that differ in nothing but the names of their parameters are kept apart, because the names belong
//! to what is kept. As a statement goes in anew at each of its deaths, the order of going in is the order of use: it is a
//! queue, in which entries that were taken out stay behind until they come to the front or outnumber the others.

use super::compiled::Compiled;
use crate::zend::Value;
use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
    hash::{BuildHasherDefault, Hasher},
};

/// The statements kept on one connection.
pub(super) struct Cache {
    capacity: usize,
    kept: RefCell<Statements>,
}

#[derive(Default)]
struct Statements {
    by_hash: HashMap<u64, Kept, BuildHasherDefault<Unchanged>>,
    /// Hash and number of what went in, in that order.
    order: VecDeque<(u64, u64)>,
    last_number: u64,
}

struct Kept {
    text: Value,
    statement: Compiled,
    number: u64,
}

/// The keys are hashes already.
#[derive(Default)]
struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl Cache {
    pub(super) fn new(capacity: i64) -> Cache {
        Cache { capacity: usize::try_from(capacity).unwrap_or(0), kept: RefCell::default() }
    }

    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.capacity > 0
    }

    /// Takes the statement of this text out.
    pub(super) fn take(&self, text: &Value) -> Option<Compiled> {
        let taken = self.kept.borrow_mut().take(text)?;
        let Kept { text, statement, .. } = taken;
        drop(text);
        Some(statement)
    }

    /// Keeps a statement that was reset. What has to go for it is for the caller to close.
    #[must_use]
    pub(super) fn put(&self, text: Value, statement: Compiled) -> Option<Compiled> {
        let surplus = self.kept.borrow_mut().put(text, statement, self.capacity)?;
        let Kept { text, statement, .. } = surplus;
        drop(text);
        Some(statement)
    }

    /// Takes any one out.
    pub(super) fn pop(&self) -> Option<Compiled> {
        let popped = self.kept.borrow_mut().pop_oldest()?;
        let Kept { text, statement, .. } = popped;
        drop(text);
        Some(statement)
    }
}

impl Statements {
    fn take(&mut self, text: &Value) -> Option<Kept> {
        let hash = text.text_hash()?;
        let known = self.by_hash.get(&hash)?;
        if !known.text.is_same_text(text) { None } else { self.by_hash.remove(&hash) }
    }

    fn put(&mut self, text: Value, statement: Compiled, capacity: usize) -> Option<Kept> {
        self.last_number += 1;
        let number = self.last_number;
        let new = Kept { text, statement, number };
        let Some(hash) = new.text.text_hash().filter(|hash| !self.by_hash.contains_key(hash))
        else {
            return Some(new);
        };
        self.by_hash.insert(hash, new);
        self.order.push_back((hash, number));
        if self.order.len() > 2 * self.by_hash.len() + 16 {
            let by_hash = &self.by_hash;
            self.order.retain(|(hash, number)| {
                by_hash.get(hash).is_some_and(|known| known.number == *number)
            });
        }
        if self.by_hash.len() > capacity { self.pop_oldest() } else { None }
    }

    fn pop_oldest(&mut self) -> Option<Kept> {
        loop {
            let (hash, number) = self.order.pop_front()?;
            if self.by_hash.get(&hash).is_some_and(|known| known.number == number) {
                return self.by_hash.remove(&hash);
            }
        }
    }
}
