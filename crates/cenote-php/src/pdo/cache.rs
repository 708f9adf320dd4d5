//! Compiled statements kept per connection (SPEC 25).
//!
//! A statement that dies leaves its driver's part here instead of having it closed; the next `prepare()` of the same text on
//! this connection takes it over. What is taken is out of the cache until its statement dies, so a second live statement
//! of the same text is a miss. The least recently used one goes first.

use super::compiled::Compiled;
use crate::zend::Value;
use std::cell::RefCell;

/// The statements kept on one connection, most recently used last.
pub(super) struct Cache {
    capacity: usize,
    kept: RefCell<Vec<Kept>>,
}

struct Kept {
    text: Value,
    statement: Compiled,
}

impl Cache {
    pub(super) fn new(capacity: i64) -> Cache {
        Cache { capacity: usize::try_from(capacity).unwrap_or(0), kept: RefCell::default() }
    }

    pub(super) fn is_on(&self) -> bool {
        self.capacity > 0
    }

    /// Takes the statement of this text out.
    pub(super) fn take(&self, text: &[u8]) -> Option<Compiled> {
        let mut kept = self.kept.borrow_mut();
        let at = kept.iter().rposition(|known| known.text.as_bytes() == Some(text))?;
        let Kept { text, statement } = kept.remove(at);
        drop(kept);
        drop(text);
        Some(statement)
    }

    /// Keeps a statement that was reset. What has to go for it is for the caller to close.
    #[must_use]
    pub(super) fn put(&self, text: Value, statement: Compiled) -> Option<Compiled> {
        let known = text.as_bytes().is_some_and(|text| self.holds(text));
        if known {
            return Some(statement);
        }
        let mut kept = self.kept.borrow_mut();
        kept.push(Kept { text, statement });
        let oldest = if kept.len() > self.capacity { Some(kept.remove(0)) } else { None };
        drop(kept);
        oldest.map(|oldest| oldest.statement)
    }

    fn holds(&self, text: &[u8]) -> bool {
        self.kept.borrow().iter().any(|known| known.text.as_bytes() == Some(text))
    }

    /// Takes any one out.
    pub(super) fn pop(&self) -> Option<Compiled> {
        let kept = self.kept.borrow_mut().pop()?;
        Some(kept.statement)
    }
}
