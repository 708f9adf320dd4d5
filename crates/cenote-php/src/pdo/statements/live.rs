//! The live statements of a connection, and what has to be known of each until it dies.
//!
//! There are few at a time, mostly one, and the one that is asked for is mostly the last: a list that is searched from its
//! end.

use super::{
    cache::Place,
    columns::{Circumstances, Columns},
};
use crate::pdo::{drivers::readings::Reading, stock::statement::Statement};
use std::cell::RefCell;

/// The statements of one connection.
#[derive(Default)]
pub(in crate::pdo) struct LiveStatements(RefCell<Vec<Live>>);

/// One of them.
pub(in crate::pdo) struct Live {
    pub(in crate::pdo) statement: Statement,
    /// It will have an effect on the session when it is executed.
    has_effect: bool,
    /// The cache may take it over.
    is_keepable: bool,
    /// What is known of its text.
    pub(in crate::pdo) reading: Reading,
    /// Where it was taken from the cache.
    pub(in crate::pdo) place: Place,
    /// For its first execution.
    columns: Option<Columns>,
    /// Of the columns that PDO has found.
    found: Circumstances,
}

impl LiveStatements {
    /// A statement is being made.
    #[inline]
    pub(in crate::pdo) fn add(&self, statement: Statement) {
        self.push(Live {
            statement,
            has_effect: false,
            is_keepable: false,
            reading: Reading::NONE,
            place: Place::NONE,
            columns: None,
            found: Circumstances::default(),
        });
    }

    /// A statement was made of one that was kept.
    #[inline]
    pub(in crate::pdo) fn add_kept(
        &self,
        statement: Statement,
        reading: Reading,
        place: Place,
        columns: Option<Columns>,
    ) {
        let found = Circumstances::default();
        let (has_effect, is_keepable) = (false, true);
        self.push(Live { statement, has_effect, is_keepable, reading, place, columns, found });
    }

    #[inline]
    fn push(&self, live: Live) {
        self.0.borrow_mut().push(live);
    }

    /// The text of a statement was compiled.
    pub(in crate::pdo) fn compiled(
        &self,
        statement: Statement,
        reading: Reading,
        is_keepable: bool,
        has_effect: bool,
    ) {
        self.with(statement, |live| {
            live.reading = reading;
            live.is_keepable = is_keepable;
            live.has_effect = has_effect;
        });
    }

    fn with<T>(&self, statement: Statement, body: impl FnOnce(&mut Live) -> T) -> Option<T> {
        let mut list = self.0.borrow_mut();
        let found = list.iter_mut().rfind(|live| live.statement == statement);
        found.map(body)
    }

    /// A statement is dying, or loses its connection. `None`: it was not made here.
    #[inline]
    pub(in crate::pdo) fn remove(&self, statement: Statement) -> Option<Live> {
        let mut list = self.0.borrow_mut();
        let at = list.iter().rposition(|live| live.statement == statement)?;
        Some(list.swap_remove(at))
    }

    #[inline]
    pub(in crate::pdo) fn count(&self) -> usize {
        self.0.borrow().len()
    }

    pub(in crate::pdo) fn all(&self) -> Vec<Statement> {
        self.0.borrow().iter().map(|live| live.statement).collect()
    }

    pub(in crate::pdo) fn is_keepable(&self, statement: Statement) -> bool {
        self.with(statement, |live| live.is_keepable).unwrap_or(false)
    }

    /// What executing this statement does to the session, if anything.
    #[inline]
    pub(in crate::pdo) fn effect_of(&self, statement: Statement) -> Option<Reading> {
        self.with(statement, |live| live.has_effect.then_some(live.reading)).flatten()
    }

    /// A statement was executed for the first time: the columns that it was given for that.
    #[inline]
    pub(in crate::pdo) fn take_columns(
        &self,
        statement: Statement,
        now: Circumstances,
    ) -> Option<Columns> {
        self.with(statement, |live| {
            live.found = now;
            live.columns.take()
        })
        .flatten()
    }

    /// A statement is compiled anew.
    pub(in crate::pdo) fn forget_columns(&self, statement: Statement) {
        drop(self.with(statement, |live| live.columns.take()));
    }
}

impl Live {
    #[inline]
    pub(in crate::pdo) fn is_keepable(&self) -> bool {
        self.is_keepable
    }

    /// The columns of a statement that is dying, if it was executed: of others the driver's part has none.
    #[inline]
    pub(in crate::pdo) fn into_columns(self) -> Option<Columns> {
        Columns::take_from(self.statement, self.found)
    }
}
