//! What the server keeps for a session of its last statements (SPEC 23.8): warnings and errors, SQL's `LAST_INSERT_ID()` or
//! `lastval()`.
//!
//! A connection is clean with that on it, and nothing is sent when it changes hands. But a text that asks for it must not
//! get what another coroutine's statements have left: before such a text runs, that is replaced.

use super::{binding::Binding, pooled::Connection};
use crate::zend::{Outcome, Value};
use cenote_core::session::Reset;
use std::cell::Cell;

/// Whose it is that a connection's session has.
#[derive(Default)]
pub(in crate::pdo) struct LastStatement {
    has_others_conditions: Cell<bool>,
    has_others_insert_id: Cell<bool>,
}

impl Connection {
    /// The connection was handed out for `binding`. `last_use`: the number of its checkout before, 0 for none.
    #[inline]
    pub(in crate::pdo) fn changed_hands(&self, binding: &Binding, last_use: u64) {
        let template = &self.template;
        if !template.keeps_last_statement || template.options.reset == Reset::Never {
            return;
        }
        let Some(of_server) = template.driver.last_statement() else { return };
        let is_same = binding.last_use.replace(self.session().use_number()) == last_use;
        if is_same && last_use != 0 {
            return;
        }
        let knows_id = binding.session_insert_id.get() != 0;
        let state = &self.last_statement;
        let keeps_conditions = of_server.text_without_conditions().is_some();
        state.has_others_conditions.set(keeps_conditions && last_use != 0);
        state.has_others_insert_id.set(last_use != 0 || knows_id);
        let warnings = u32::try_from(binding.warnings.get()).unwrap_or(0);
        of_server.set_warning_count(self.handle, warnings);
    }

    /// The session has begun anew: its server knows no insert id of the owner's.
    pub(in crate::pdo) fn begins_anew(&self) {
        if self.template.keeps_last_statement && self.template.options.reset != Reset::Never {
            self.last_statement.has_others_insert_id.set(true);
        }
    }

    /// A text is about to run.
    #[inline]
    pub(in crate::pdo) fn before_text(&self, text: &Value) -> Outcome {
        let state = &self.last_statement;
        if state.has_others_conditions.get() || state.has_others_insert_id.get() {
            return self.disown(text);
        }
        Ok(())
    }

    fn disown(&self, text: &Value) -> Outcome {
        let (template, state) = (&self.template, &self.last_statement);
        let driver = &*template.driver;
        let Some(of_server) = driver.last_statement() else { return Ok(()) };
        if self.is_amid_rows() || driver.has_rows_in_the_way(self.handle) {
            // Nothing can be sent, and those rows are of the owner's own text.
            return Ok(());
        }
        let asked = template.reading(text).looks_back;
        let of_others =
            state.has_others_conditions.get() && of_server.warning_count(self.handle) == 0;
        if asked.at_conditions && of_others {
            state.has_others_conditions.set(false);
            // A text that fails leaves its own error in the place of the others' as well.
            if let Some(text) = of_server.text_without_conditions() {
                self.handle.run_with(self.original, &Value::string(text)?)?;
            }
        }
        if asked.at_insert_id && state.has_others_insert_id.get() {
            let id = self.bound_to.binding().map_or(0, |binding| binding.session_insert_id.get());
            let known = Value::string(of_server.text_with_insert_id(id))?;
            if self.handle.run_with(self.original, &known)? {
                state.has_others_insert_id.set(false);
            }
        }
        Ok(())
    }

    /// A method of the driver's runs, whose texts nobody sees.
    pub(in crate::pdo) fn before_driver_method(&self) {
        self.last_statement.has_others_insert_id.set(false);
    }

    /// A text has run.
    #[inline]
    pub(in crate::pdo) fn after_text(&self, text: &[u8], succeeded: bool) {
        if !self.template.keeps_last_statement {
            return;
        }
        let (driver, state) = (&*self.template.driver, &self.last_statement);
        let Some(of_server) = driver.last_statement() else { return };
        if !succeeded || of_server.warning_count(self.handle) > 0 {
            state.has_others_conditions.set(false);
        }
        match driver.insert_id(self.handle) {
            Some(0) => {}
            Some(id) if succeeded => {
                state.has_others_insert_id.set(false);
                if let Some(binding) = self.bound_to.binding() {
                    binding.session_insert_id.set(id);
                }
            }
            Some(_) => {}
            // It may be the owner's own from here on, and only the server knows.
            None if state.has_others_insert_id.get() => {
                state.has_others_insert_id.set(!of_server.leaves_insert_id(text));
            }
            None => {}
        }
    }
}
