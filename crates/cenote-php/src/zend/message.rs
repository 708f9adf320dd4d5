//! What an exception, a warning or a fatal error says.

use std::{borrow::Cow, fmt};

/// A text for the user.
///
/// All that raises takes one of these, and they are made in the files `messages.rs` only, one item for each text, where its
/// doc comment says in three paragraphs as what it is raised, what has happened, and what to do. `scripts/docs/messages.php` makes
/// docs/reference/messages.md of them and finds texts that are made elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message(Cow<'static, str>);

impl Message {
    /// A text that is always the same.
    pub(crate) const fn fixed(text: &'static str) -> Self {
        Message(Cow::Borrowed(text))
    }

    /// A text with figures in it.
    pub(crate) const fn made(text: String) -> Self {
        Message(Cow::Owned(text))
    }

    /// The same behind a prefix, such as PDO's `SQLSTATE[HY000]: `.
    pub(crate) fn behind(&self, prefix: &str) -> Self {
        Message(Cow::Owned(format!("{prefix}{self}")))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
