//! What the tasks of a group are called (SPEC 40.4).

use super::tasks::Core;
use crate::zend::array::Key;
use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
};

/// A task's key; `None`: its number, as with those that are given none from the start on.
pub(super) type Called = Option<Box<Key>>;

#[derive(Default)]
pub(super) struct Keys {
    /// Those that are not their tasks' numbers.
    given: RefCell<HashSet<Key>>,
    /// All that are counted are below.
    next: Cell<i64>,
}

impl Core {
    /// Whether a task of the group is called so.
    pub(super) fn is_taken(&self, key: &Key) -> bool {
        let number = match key {
            Key::Index(index) => usize::try_from(*index).ok(),
            Key::Name(_) => None,
        };
        let is_number = number.is_some_and(|number| {
            self.rules.borrow().key(number).is_some_and(|called| called.is_none())
        });
        let given = self.keys.given.borrow();
        is_number || (!given.is_empty() && given.contains(key))
    }

    /// The key of the next task that is given none: none twice, also if it is free again.
    pub(super) fn next_key(&self) -> Key {
        let mut next = self.keys.next.get();
        while self.is_taken(&Key::Index(next)) {
            next += 1;
        }
        self.keys.next.set(next + 1);
        Key::Index(next)
    }

    /// Notes the key of a task with this number.
    pub(super) fn call(&self, number: usize, key: Key) -> Called {
        if key == own(number) {
            return None;
        }
        self.keys.given.borrow_mut().insert(key.clone());
        Some(Box::new(key))
    }

    /// The key is free again.
    pub(super) fn free_key(&self, called: Called) {
        if let Some(key) = called {
            self.keys.given.borrow_mut().remove(&key);
        }
    }
}

fn own(number: usize) -> Key {
    Key::Index(number as i64)
}

/// What a task with this number is called.
pub(super) fn key_of(number: usize, called: &Called) -> Key {
    called.as_deref().cloned().unwrap_or_else(|| own(number))
}
