//! What a driver's rules say of SQL texts, found out once per text.
//!
//! To read a text is to walk the lexer over all of it, and an application sends the same few texts again and again. So what
//! was found is remembered, in a table with one place per hash: a text whose place is taken takes it over. The number of
//! places is fixed, and long texts (generated lists of values) are not remembered, so the table stays small whatever is sent.

use crate::pdo::drivers::{Driver, KeptStatements};
use crate::zend::Value;
use cenote_sql::{Effect, LooksBack};
use std::cell::{Cell, RefCell};

/// What is known of one text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) struct Reading {
    /// What running it does to the session.
    pub(in crate::pdo) effect: Effect,
    /// The driver wants to see it before and after it is compiled or run.
    pub(in crate::pdo) is_watched: bool,
    /// Compiled, it may be kept.
    pub(in crate::pdo) is_keepable: bool,
    /// The server ends the connection once it has run.
    pub(in crate::pdo) ends_connection: bool,
    /// What becomes of kept statements after it has run.
    pub(in crate::pdo) kept: KeptStatements,
    /// What it asks of the statements before it.
    pub(in crate::pdo) looks_back: LooksBack,
    /// The [round](Readings::round) in which it was read.
    pub(in crate::pdo) round: u32,
}

impl Reading {
    /// Of a text that says nothing.
    pub(in crate::pdo) const NONE: Reading = Reading {
        effect: Effect::Harmless,
        is_watched: false,
        is_keepable: false,
        ends_connection: false,
        kept: KeptStatements::Valid,
        looks_back: LooksBack { at_conditions: false, at_insert_id: false },
        round: 0,
    };

    pub(in crate::pdo) fn new(
        driver: &dyn Driver,
        sql: &[u8],
        round: u32,
        is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Reading {
        let effect = driver.judge(sql, is_registered);
        let is_watched = driver.watched_texts().is_some_and(|watched| watched.includes(sql));
        let ends_connection = driver.ends_connection(sql);
        let kept = driver.kept_after(sql, effect);
        // A kept statement is used again without another look at what follows from its text: so nothing must follow.
        let has_consequences = effect != Effect::Harmless
            || is_watched
            || ends_connection
            || kept != KeptStatements::Valid;
        let is_keepable = !has_consequences && driver.keeps_statement(sql);
        let looks_back =
            driver.last_statement().map(|last| last.looks_back(sql)).unwrap_or_default();
        Reading { effect, is_watched, is_keepable, ends_connection, kept, looks_back, round }
    }
}

struct Known {
    text: Value,
    reading: Reading,
}

/// The readings of one pooled object.
#[derive(Default)]
pub(in crate::pdo) struct Readings {
    known: RefCell<Vec<Option<Known>>>,
    round: Cell<u32>,
}

impl Readings {
    const PLACES: usize = 256;
    const LONGEST: usize = 2048;

    /// The reading of a text, by `read` if it is not known.
    pub(in crate::pdo) fn of(&self, text: &Value, read: impl FnOnce(&[u8]) -> Reading) -> Reading {
        let sql = text.as_bytes().unwrap_or_default();
        let place = match text.text_hash() {
            Some(hash) if sql.len() <= Self::LONGEST => hash as usize % Self::PLACES,
            _ => return read(sql),
        };
        if let Some(Some(known)) = self.known.borrow().get(place) {
            if known.text.is_same_text(text) {
                return known.reading;
            }
        }
        let reading = read(sql);
        let new = Known { text: text.clone(), reading };
        let old = {
            let mut places = self.known.borrow_mut();
            if places.is_empty() {
                places.resize_with(Self::PLACES, || None);
            }
            places[place].replace(new)
        };
        drop(old);
        reading
    }

    /// Another number each time that what the rules say may have changed.
    #[inline]
    pub(in crate::pdo) fn round(&self) -> u32 {
        self.round.get()
    }

    /// What the rules say may have changed.
    pub(in crate::pdo) fn forget(&self) {
        self.round.set(self.round.get().wrapping_add(1));
        let old = self.known.take();
        drop(old);
    }
}
