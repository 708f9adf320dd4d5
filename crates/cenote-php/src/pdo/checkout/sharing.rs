//! A connection goes from one object to another that has the same pool (SPEC 50.13).
//!
//! What its object has told it (settings, attributes, functions) is none of the other's, so that is undone before the other uses it.
//! Without anything to undo a hand-over costs no round trip.

use super::{bounded, functions, manager, persistence};
use crate::pdo::{
    connection::{pooled::ConnectionRef, template::Template},
    messages,
    settings::reported_settings::ReportedSettings,
    statements::inherited::Named,
    stock::errors,
};
use crate::zend::Thrown;
use cenote_core::session::Undo;
use std::rc::Rc;

/// What is known of a connection, no matter who has it.
pub(in crate::pdo) struct Known {
    pub(in crate::pdo) is_initialised: bool,
    pub(in crate::pdo) reported_settings: ReportedSettings,
    pub(in crate::pdo) statements: Vec<Named>,
}

/// Makes a connection that was just handed out one of `template`'s. It may have been before, with something left to undo.
#[cold]
pub(in crate::pdo) fn take_over(
    connection: ConnectionRef,
    template: &Template,
) -> Result<ConnectionRef, Thrown> {
    let connection = match template.this.upgrade() {
        Some(to) if !template.is_of(connection) => pass_on(connection, to),
        _ => connection,
    };
    let undo = connection.session().undo();
    let is_clean = match undo {
        Undo::Nothing => true,
        Undo::Cleaning => bounded::run(connection, || manager::clean_in_place(connection))?,
        Undo::Renewal => false,
    };
    if is_clean {
        connection.session_mut().is_to_undo(Undo::Nothing);
        return Ok(connection);
    }
    let renewed = manager::reopen(connection)?;
    renewed.ok_or_else(|| errors::throw(*b"08000", &messages::CONNECTION_LOST))
}

/// The connection becomes another object's, without a word on it.
fn pass_on(connection: ConnectionRef, to: Rc<Template>) -> ConnectionRef {
    let undo = persistence::undo_after(connection, false);
    let statements = connection.name_kept();
    let (handle, object, id) = (connection.handle, connection.object, connection.id.get());
    let (born, blank) = (connection.born.get(), connection.blank.take());
    let (to_close, attributes) =
        (connection.to_close.take(), connection.original_attributes.take());
    let known = Known {
        is_initialised: connection.session().told().is_initialised(),
        reported_settings: connection.reported_settings.clone(),
        statements,
    };
    // SAFETY: it was just handed out, to a coroutine that has not bound it. No statement of it lives.
    let connection = unsafe {
        connection.part();
        ConnectionRef::attach(handle, object, id, to, functions::replace)
    };
    connection.born.set(born);
    connection.blank.set(blank);
    connection.session_mut().is_to_undo(undo);
    *connection.to_close.borrow_mut() = to_close;
    *connection.original_attributes.borrow_mut() = attributes;
    introduce(connection, known);
    connection
}

/// Tells a connection that was just made what is known of its connection, and the connection what PDO keeps for its object.
pub(in crate::pdo) fn introduce(connection: ConnectionRef, known: Known) {
    let template = &connection.template;
    connection.reported_settings.copy(&known.reported_settings);
    // Those that its cache has no room for are closed when it is kept for the next request.
    connection.inherited.set(known.statements);
    connection.handle.copy_pdo_attributes(template.own);
    template.driver.opened(connection.handle, &template.source.options);
    // What its session keeps of its last statements is another's (SPEC 23.8).
    connection.session_mut().handed_out(template.shared.next_use());
    if known.is_initialised {
        let _ = connection.session_mut().told_mut().initialises();
    }
}
