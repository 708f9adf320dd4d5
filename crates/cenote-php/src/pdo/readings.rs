//! What a driver's rules say of SQL texts, found out once per text.
//!
//! To read a text is to walk the lexer over all of it, and an application sends the same few texts again and again. So what
//! was found is remembered, in a table with one place per hash: a text whose place is taken takes it over. The number of
//! places is fixed, and long texts (generated lists of values) are not remembered, so the table stays small whatever is sent.

use super::drivers::{Driver, Kept};
use crate::zend::Value;
use cenote_sql::Effect;
use std::cell::RefCell;

/// What is known of one text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// What running it does to the session.
    pub(super) effect: Effect,
    /// The driver wants to see it before and after it is compiled or run.
    pub(super) is_watched: bool,
    /// Compiled, it may be kept.
    pub(super) is_keepable: bool,
    /// The server ends the connection once it has run.
    pub(super) ends_connection: bool,
    /// What becomes of kept statements after it has run.
    pub(super) kept: Kept,
}

impl Reading {
    /// Of a text that says nothing.
    pub(super) const NONE: Reading = Reading {
        effect: Effect::Harmless,
        is_watched: false,
        is_keepable: false,
        ends_connection: false,
        kept: Kept::Valid,
    };

    pub(super) fn new(
        driver: &dyn Driver,
        sql: &[u8],
        is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Reading {
        let effect = driver.judge(sql, is_registered);
        Reading {
            effect,
            is_watched: driver.watches_text(sql),
            is_keepable: effect == Effect::Harmless && driver.keeps_statement(sql),
            ends_connection: driver.ends_connection(sql),
            kept: driver.kept_after(sql, effect),
        }
    }
}

struct Known {
    text: Value,
    reading: Reading,
}

/// The readings of one pooled object.
#[derive(Default)]
pub(super) struct Readings(RefCell<Vec<Option<Known>>>);

impl Readings {
    const PLACES: usize = 256;
    const LONGEST: usize = 2048;

    /// The reading of a text, by `read` if it is not known.
    pub(super) fn of(&self, text: &Value, read: impl FnOnce(&[u8]) -> Reading) -> Reading {
        let sql = text.as_bytes().unwrap_or_default();
        let place = match text.text_hash() {
            Some(hash) if sql.len() <= Self::LONGEST => hash as usize % Self::PLACES,
            _ => return read(sql),
        };
        if let Some(Some(known)) = self.0.borrow().get(place) {
            if known.text.is_same_text(text) {
                return known.reading;
            }
        }
        let reading = read(sql);
        let new = Known { text: text.clone(), reading };
        let old = {
            let mut places = self.0.borrow_mut();
            if places.is_empty() {
                places.resize_with(Self::PLACES, || None);
            }
            places[place].replace(new)
        };
        drop(old);
        reading
    }

    /// What the rules say may have changed.
    pub(super) fn forget(&self) {
        let old = self.0.take();
        drop(old);
    }
}
