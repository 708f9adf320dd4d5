//! User and password of a new connection: the constructor's, or by the function of `ATTR_POOL_CREDENTIALS` (SPEC 16.10).

use crate::pdo::{connection::template::Template, messages, stock::errors};
use crate::zend::{Outcome, Thrown, Value, array};

/// Asks for them.
pub(in crate::pdo) fn for_connect(template: &Template) -> Result<(Value, Value), Thrown> {
    let Some(ask) = &template.options.credentials else {
        return Ok((template.source.user.clone(), template.source.password.clone()));
    };
    let given = template.asking.call(|| ask.call(&[]))?;
    // SAFETY: `given` holds the table.
    let entries = given.as_array().map(|table| unsafe { array::entries(table) });
    let is_text = |value: &Value| value.as_bytes().is_some() || value.is_null();
    match entries.as_deref() {
        Some([(array::Key::Index(0), user), (array::Key::Index(1), password)])
            if is_text(user) && is_text(password) =>
        {
            Ok((user.clone(), password.clone()))
        }
        _ => Err(errors::throw(*b"HY000", &messages::NO_CREDENTIALS)),
    }
}

/// A connection for the function itself would ask it again, indefinitely.
pub(in crate::pdo) fn refuse_inside(template: &Template) -> Outcome {
    if template.asking.is_inside() {
        return Err(errors::throw(*b"HY000", &messages::CREDENTIALS_ASK_THE_OBJECT));
    }
    Ok(())
}
