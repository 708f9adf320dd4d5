//! What becomes of a connection's dead statements: kept for the next use of their text (SPEC 25), or noted until they may be
//! closed.
//!
//! To close a statement is to speak on its connection, which only the one may do who has it; and a kept one has to leave the
//! cache first. So there is one way to the end: from the cache to the list of those to close, and from there to the driver.

use super::{pooled::Connection, shared_pool::count};
use crate::pdo::{
    statements::{cache::Taken, compiled::Compiled, inherited::Named, live::Live},
    stock::statement::{Statement, StatementData},
};
use crate::{runtime, zend::Value};

impl Connection {
    /// Keeps the driver's part of a dying statement until somebody may close it.
    pub(in crate::pdo) fn close_later(&self, statement: Statement) {
        if let Some(compiled) = Compiled::take_from(statement) {
            self.to_close.borrow_mut().push(compiled);
        }
    }

    /// Whether statements are kept, as things are: not with emulated prepares (SPEC 25.4).
    #[inline]
    pub(in crate::pdo) fn keeps_statements(&self) -> bool {
        self.cache.is_on()
            && self.prepares_on_server.get().unwrap_or_else(|| self.look_how_it_prepares())
    }

    fn look_how_it_prepares(&self) -> bool {
        let mut other_ways = self.template.traits.other_ways_to_prepare.iter();
        let by_server =
            !other_ways.any(|&attribute| self.handle.has_attribute(self.original, attribute));
        self.prepares_on_server.set(Some(by_server));
        by_server
    }

    /// A statement of this text is being prepared: one that was kept takes its place, if there is one.
    #[inline]
    pub(in crate::pdo) fn take_kept(&self, text: &Value, statement: Statement) -> bool {
        let template = &self.template;
        let Some(taken) = self.cache.take(text, template.readings.round()) else { return false };
        let Taken { statement: compiled, reading, place } = taken;
        let columns = compiled.give_to(statement);
        self.live.add_kept(statement, reading, place, columns);
        count(&template.shared.counters.cache_hits);
        if !template.preamble.get().is_sealed() {
            self.ran(text, reading, true, true);
        }
        true
    }

    /// A statement was prepared that may be kept: if the server knows one of this text from an earlier request, it is that one.
    #[inline]
    pub(in crate::pdo) fn inherit(&self, text: &[u8], statement: Statement) -> bool {
        let Some(name) = self.inherited.take(text) else { return false };
        let is_known = (self.template.driver.named_statements())
            .is_some_and(|named| named.is_known_as(statement, &name).is_ok());
        if is_known {
            count(&self.template.shared.counters.cache_hits);
        }
        is_known
    }

    /// A statement was prepared that was not kept; whether it may be from now on (SPEC 25.8).
    #[inline]
    pub(in crate::pdo) fn count_not_kept(&self, may_be_kept: bool) {
        if self.cache.is_on() {
            let counters = &self.template.shared.counters;
            count(if may_be_kept { &counters.cache_misses } else { &counters.uncacheable });
        }
    }

    /// A statement is dying: the cache takes its driver's part, unless an execution has failed (SPEC 25.5).
    #[inline]
    pub(in crate::pdo) fn keep(&self, live: Live) {
        let (statement, place, reading) = (live.statement, live.place, live.reading);
        let usable = self.session().may_keep_statements();
        let driver = &*self.template.driver;
        let text = statement.text_in_place();
        if !usable || statement.has_error() || !driver.reset_statement(statement) {
            self.cache.vacate(place, &text);
            return self.close_later(statement);
        }
        let Some(mut compiled) = Compiled::take_reset(statement) else { return };
        if self.template.traits.keeps_columns {
            compiled.columns = live.into_columns();
        }
        if let Some(surplus) = self.cache.put(place, &text, reading, compiled) {
            self.to_close.borrow_mut().push(surplus);
        }
    }

    /// A statement loses its connection: it does not come back to the cache.
    pub(in crate::pdo) fn forget(&self, statement: Statement) {
        if let Some(live) = self.live.remove(statement) {
            self.cache.vacate(live.place, &statement.text());
        }
    }

    /// What is kept may not fit any more: it is closed when that may be done.
    pub(in crate::pdo) fn drop_kept(&self) {
        while let Some(compiled) = self.cache.pop() {
            self.to_close.borrow_mut().push(compiled);
        }
    }

    /// Frees what is kept without a word to the server, which has forgotten it, or will.
    pub(in crate::pdo) fn forget_kept(&self) {
        drop(self.inherited.take_all());
        self.drop_kept();
        while let Some(compiled) = self.next_to_close() {
            self.template.driver.silence(compiled.driver_data());
            self.close_compiled(compiled, false);
        }
    }

    /// Frees what is kept, but for what the server knows by name; that, the latest last.
    pub(in crate::pdo) fn name_kept(&self) -> Vec<Named> {
        let driver = &self.template.driver;
        let mut all = self.inherited.take_all();
        while let Some((text, compiled)) = self.cache.pop_with_text() {
            let named = driver.named_statements();
            let Some(name) = named.and_then(|named| named.name(compiled.driver_data())) else {
                self.to_close.borrow_mut().push(compiled);
                continue;
            };
            let text = text.as_bytes().unwrap_or_default().into();
            all.push(Named { text, name: name.into() });
            driver.silence(compiled.driver_data());
            self.close_compiled(compiled, false);
        }
        all
    }

    fn close_compiled(&self, compiled: Compiled, speaks: bool) {
        // SAFETY: the object that shows the connection's handle, and lives as long as the connection is the pool's.
        unsafe { compiled.close(self.handle, speaks.then_some(self.object)) };
    }

    fn next_to_close(&self) -> Option<Compiled> {
        self.to_close.borrow_mut().pop()
    }

    #[inline]
    pub(in crate::pdo) fn has_to_close(&self) -> bool {
        !self.to_close.borrow().is_empty()
    }

    /// Whether the connection is in the middle of the rows of a statement, live or dead, and tells nothing else meanwhile.
    #[inline]
    pub(in crate::pdo) fn is_amid_rows(&self) -> bool {
        self.template.reads_rows_one_by_one
            && self.template.driver.may_be_amid_rows(self.handle)
            && self.has_amid_rows()
    }

    #[cold]
    fn has_amid_rows(&self) -> bool {
        let Some(rows) = self.template.driver.rows_one_by_one() else { return false };
        let is_amid = |data| rows.is_amid_rows_of(self.handle, data);
        self.live.all().iter().any(|statement| {
            // SAFETY: a live statement of this connection, which is only looked at here.
            is_amid(unsafe { StatementData::from_raw(statement.driver_data()) })
        }) || self.to_close.borrow().iter().any(|compiled| is_amid(compiled.driver_data()))
    }

    /// Whether the running coroutine may close dead statements at this moment.
    #[inline]
    pub(in crate::pdo) fn may_close_here(&self) -> bool {
        self.has_to_close() && self.may_close()
    }

    fn may_close(&self) -> bool {
        let speaks = self.template.has_sockets && !self.session().is_broken();
        !self.is_in_call() && (!speaks || runtime::may_park())
    }

    /// Closes dead statements, as the one who has the connection. In an aborted transaction that has to wait (SPEC 25.7).
    #[inline]
    pub(in crate::pdo) fn close_pending(&self) {
        if self.has_to_close() {
            self.close_all_pending();
        }
    }

    #[cold]
    fn close_all_pending(&self) {
        let driver = &self.template.driver;
        let mut later = Vec::new();
        while let Some(compiled) = self.next_to_close() {
            let is_gone = self.session().is_broken();
            if !is_gone && driver.defers_closing(self.handle, compiled.driver_data()) {
                later.push(compiled);
                continue;
            }
            self.close_compiled(compiled, !is_gone);
            // Which may have cleared the way for others.
            self.to_close.borrow_mut().append(&mut later);
        }
        self.to_close.borrow_mut().append(&mut later);
    }
}
