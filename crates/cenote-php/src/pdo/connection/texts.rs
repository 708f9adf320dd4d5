//! What a text does to its connection: judged before it runs, noted when it has run (SPEC 21).

use super::pooled::Connection;
use crate::pdo::{
    drivers::KeptStatements, drivers::readings::Reading, statements::columns::Circumstances,
    stock::statement::Statement,
};
use crate::{runtime, zend::Value};
use cenote_core::session::{Reset, StatementKind};
use cenote_sql::Effect;

impl Connection {
    /// A text was compiled, or could not be.
    pub(in crate::pdo) fn prepared(
        &self,
        statement: Statement,
        text: &Value,
        reading: Reading,
        keepable: bool,
        succeeded: bool,
    ) {
        if !succeeded {
            self.note_error(self.handle.sqlstate());
        }
        if reading.effect == Effect::Harmless || self.template.traits.acts_when_compiled {
            self.ran(text, reading, true, succeeded);
        }
        let acts_later =
            reading.effect != Effect::Harmless && !self.template.traits.acts_when_compiled;
        if succeeded {
            self.live.compiled(statement, reading, keepable, acts_later || reading.ends_connection);
        }
    }

    /// A statement was executed.
    pub(in crate::pdo) fn executed(&self, statement: Statement, succeeded: bool) {
        if succeeded {
            self.heard();
            if !statement.has_columns() {
                self.give_columns(statement);
            }
        } else {
            let text = statement.text();
            self.failed(statement.sqlstate(), text.as_bytes().unwrap_or_default());
        }
        self.after_text(statement.text_in_place().as_bytes().unwrap_or_default(), succeeded);
        if let Some(reading) = self.live.effect_of(statement) {
            self.ran(&statement.text(), reading, false, succeeded);
        }
    }

    /// A statement was executed for the first time: if columns were kept for that, it gets them.
    fn give_columns(&self, statement: Statement) {
        if self.template.traits.keeps_columns {
            let driver = &*self.template.driver;
            let now = Circumstances::of(statement, self.handle, driver);
            if let Some(columns) = self.live.take_columns(statement, now) {
                columns.give_to(statement, now, driver);
            }
        }
    }

    /// Judges a text before it is compiled or run.
    pub(in crate::pdo) fn judge(&self, text: &Value) -> Reading {
        let mut reading = self.template.reading(text);
        if reading.is_watched {
            self.template.driver.before_watched_text(self.handle);
        }
        if self.template.options.reset == Reset::Never {
            reading.effect = Effect::Harmless;
        }
        reading
    }

    /// A text was compiled or run: it belongs to the preamble, or leaves its trace (SPEC 21.1, 21.9).
    pub(in crate::pdo) fn ran(
        &self,
        text: &Value,
        reading: Reading,
        only_compiled: bool,
        succeeded: bool,
    ) {
        let template = &self.template;
        if reading.is_watched {
            template.driver.after_watched_text(self.handle);
        }
        let effect = if succeeded || reading.effect == Effect::Harmless {
            reading.effect
        } else {
            template.judge_failed(text.as_bytes().unwrap_or_default(), only_compiled)
        };
        if self.cache.is_on() {
            match reading.kept {
                KeptStatements::Valid => {}
                KeptStatements::Stale => self.drop_kept(),
                KeptStatements::Gone => self.forget_kept(),
            }
        }
        if reading.ends_connection && succeeded && !only_compiled {
            // What it did is done: no transaction is lost with the connection.
            self.session_mut().broke();
            self.acknowledge_end();
        }
        if effect == Effect::Restores && succeeded {
            self.restored();
        }
        self.left(text, effect, succeeded);
    }

    /// A text with this effect belongs to the preamble, or stains.
    fn left(&self, text: &Value, effect: Effect, succeeded: bool) {
        let template = &self.template;
        let mut preamble = template.preamble.get();
        if preamble.is_sealed() {
            if matches!(effect, Effect::Setting | Effect::Dirty) {
                self.stain(text);
            }
            return;
        }
        let kind = match effect {
            Effect::Setting => StatementKind::Setting,
            Effect::Harmless | Effect::Dirty | Effect::Restores => StatementKind::Other,
        };
        let by_maker = runtime::current_flow() == template.maker;
        let record = preamble.ran(kind, by_maker, succeeded);
        template.preamble.set(preamble);
        if record {
            let known = template.record_setting(text);
            if template.driver.recorded(text.as_bytes().unwrap_or_default()) {
                template.readings.forget();
            }
            self.session_mut().told_mut().setting_came_from_here(known);
            self.remember_reported_settings();
        } else if effect == Effect::Dirty || preamble.is_sealed() && effect == Effect::Setting {
            self.stain(text);
        }
    }

    /// A text has left, or may have left, something in the session.
    fn stain(&self, text: &Value) {
        let survives = self.template.driver.survives_cleaning(text.as_bytes().unwrap_or_default());
        self.session_mut().left_state(survives);
    }

    /// The session is back in its state after connecting (SPEC 21.6, 21.8). What the pool has told the connection is undone
    /// as well, and is to be told again before the next use.
    pub(in crate::pdo) fn restored(&self) {
        self.session_mut().restored();
        self.forget_kept();
        self.reported_settings.forget();
        self.begins_anew();
    }

    /// A text was run and has failed.
    pub(in crate::pdo) fn failed(&self, sqlstate: [u8; 6], text: &[u8]) {
        self.note_error(sqlstate);
        if !self.session().is_broken() {
            // What it raises is pending in the engine, behind the error itself.
            let _ = self.template.driver.failed(self.handle, text);
        }
    }
}
