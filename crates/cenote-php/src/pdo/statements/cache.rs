//! Compiled statements kept per connection (SPEC 25).
//!
//! A statement that dies leaves its driver's part here instead of having it closed; the next `prepare()` of the same text on
//! this connection takes it over. What is taken is out of the cache until its statement dies, so a second live statement
//! of the same text is a miss. The least recently used one goes first.
//!
//! Statements are found by the engine's hash of the text, which it remembers in the string; of two texts with the same hash only
//! one is kept. Texts that differ in nothing but the names of their parameters are kept apart, because the names belong
//! to what is kept.
//!
//! This is the way of nearly every statement of a program, so it does little: beside the statement lies what is known of its
//! text, which then need not be looked up; and the entry of a statement that was taken stays, empty, for its return, so that
//! the tables change only with the texts. Entries that are not empty form a ring in the order of use, which begins and ends at
//! the first entry, and that one never has a statement.

use super::compiled::Compiled;
use crate::pdo::drivers::readings::Reading;
use crate::zend::Value;
use std::{
    cell::RefCell,
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// The statements kept on one connection.
pub(in crate::pdo) struct Cache {
    capacity: usize,
    entries: RefCell<Entries>,
}

/// The entry that a statement was taken from, for its return. Another text may have got it since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) struct Place(u32);

impl Place {
    /// Of a statement that was not taken from the cache.
    pub(in crate::pdo) const NONE: Place = Place(ENDS);
}

/// What [`Cache::take`] has found.
pub(in crate::pdo) struct Taken {
    pub(in crate::pdo) statement: Compiled,
    pub(in crate::pdo) reading: Reading,
    pub(in crate::pdo) place: Place,
}

struct Entries {
    by_hash: HashMap<u64, u32, BuildHasherDefault<Unchanged>>,
    all: Vec<Entry>,
    /// Those that belong to no text.
    unused: Vec<u32>,
    /// How many are not empty.
    kept: usize,
}

struct Entry {
    text: Value,
    reading: Reading,
    /// `None`: a live statement has it.
    statement: Option<Compiled>,
    /// Neighbours in the ring.
    older: u32,
    newer: u32,
}

/// The entry between the newest and the oldest.
const ENDS: u32 = 0;

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
    pub(in crate::pdo) fn new(capacity: i64) -> Cache {
        let ends = Entry {
            text: Value::undef(),
            reading: Reading::NONE,
            statement: None,
            older: ENDS,
            newer: ENDS,
        };
        let entries =
            Entries { by_hash: HashMap::default(), all: vec![ends], unused: Vec::new(), kept: 0 };
        Cache { capacity: usize::try_from(capacity).unwrap_or(0), entries: RefCell::new(entries) }
    }

    #[inline]
    pub(in crate::pdo) fn is_on(&self) -> bool {
        self.capacity > 0
    }

    /// Takes the statement of this text out. It has to come back by [`Cache::put`], or be given up by [`Cache::vacate`].
    /// `rules`: the [round](crate::pdo::drivers::readings::Readings::round) in which texts are read at present.
    #[inline]
    pub(in crate::pdo) fn take(&self, text: &Value, rules: u32) -> Option<Taken> {
        self.entries.borrow_mut().take(text, rules)
    }

    /// Keeps a statement that was reset. What has to go for it is for the caller to close.
    #[must_use]
    #[inline]
    pub(in crate::pdo) fn put(
        &self,
        place: Place,
        text: &Value,
        reading: Reading,
        statement: Compiled,
    ) -> Option<Compiled> {
        let mut entries = self.entries.borrow_mut();
        let surplus = if entries.all[place.0 as usize].text.is_same_text(text) {
            entries.fill(place.0, reading, statement)
        } else {
            entries.put(text, reading, statement)
        };
        if surplus.is_some() || entries.kept <= self.capacity {
            return surplus;
        }
        drop(entries);
        self.pop()
    }

    /// A statement that was taken from here does not come back.
    pub(in crate::pdo) fn vacate(&self, place: Place, text: &Value) {
        let old = self.entries.borrow_mut().vacate(place.0, text);
        drop(old);
    }

    /// Takes the oldest one out, for good.
    pub(in crate::pdo) fn pop(&self) -> Option<Compiled> {
        self.pop_with_text().map(|(_, statement)| statement)
    }

    /// The same, with its text.
    pub(in crate::pdo) fn pop_with_text(&self) -> Option<(Value, Compiled)> {
        self.entries.borrow_mut().pop_oldest()
    }

    /// How many it keeps at most.
    pub(in crate::pdo) fn capacity(&self) -> usize {
        self.capacity
    }
}

impl Entries {
    fn take(&mut self, text: &Value, rules: u32) -> Option<Taken> {
        let index = *self.by_hash.get(&text.text_hash()?)?;
        let entry = &mut self.all[index as usize];
        if entry.reading.round != rules || !entry.text.is_same_text(text) {
            return None;
        }
        let statement = entry.statement.take()?;
        let reading = entry.reading;
        self.unlink(index);
        Some(Taken { statement, reading, place: Place(index) })
    }

    /// The statement that has to go, if it cannot be kept or takes the place of another one.
    fn put(&mut self, text: &Value, reading: Reading, statement: Compiled) -> Option<Compiled> {
        let Some(hash) = text.text_hash() else { return Some(statement) };
        if let Some(&index) = self.by_hash.get(&hash) {
            if !self.all[index as usize].text.is_same_text(text) {
                return Some(statement);
            }
            return self.fill(index, reading, statement);
        }
        let text = text.clone();
        let entry = Entry { text, reading, statement: None, older: ENDS, newer: ENDS };
        let index = match self.unused.pop() {
            Some(index) => {
                self.all[index as usize] = entry;
                index
            }
            None => {
                self.all.push(entry);
                self.all.len() as u32 - 1
            }
        };
        self.by_hash.insert(hash, index);
        self.fill(index, reading, statement)
    }

    /// Puts a statement into the entry of its text. One that is there already stays, if it is as good.
    #[inline]
    fn fill(&mut self, index: u32, reading: Reading, statement: Compiled) -> Option<Compiled> {
        let entry = &mut self.all[index as usize];
        if entry.statement.is_some() {
            if entry.reading == reading {
                return Some(statement);
            }
            entry.reading = reading;
            return entry.statement.replace(statement);
        }
        entry.reading = reading;
        entry.statement = Some(statement);
        self.link(index);
        None
    }

    fn vacate(&mut self, index: u32, text: &Value) -> Option<Value> {
        let entry = &self.all[index as usize];
        let is_its_own = entry.text.is_same_text(text);
        if !is_its_own || entry.statement.is_some() { None } else { Some(self.remove(index)) }
    }

    fn pop_oldest(&mut self) -> Option<(Value, Compiled)> {
        let index = self.all[ENDS as usize].newer;
        let statement = self.all[index as usize].statement.take()?;
        self.unlink(index);
        Some((self.remove(index), statement))
    }

    /// Gives up an empty entry.
    fn remove(&mut self, index: u32) -> Value {
        let text = std::mem::replace(&mut self.all[index as usize].text, Value::undef());
        if let Some(hash) = text.text_hash() {
            self.by_hash.remove(&hash);
        }
        self.unused.push(index);
        text
    }

    #[inline]
    fn link(&mut self, index: u32) {
        let older = std::mem::replace(&mut self.all[ENDS as usize].older, index);
        self.all[older as usize].newer = index;
        let entry = &mut self.all[index as usize];
        (entry.older, entry.newer) = (older, ENDS);
        self.kept += 1;
    }

    #[inline]
    fn unlink(&mut self, index: u32) {
        let Entry { older, newer, .. } = self.all[index as usize];
        self.all[older as usize].newer = newer;
        self.all[newer as usize].older = older;
        self.kept -= 1;
    }
}
