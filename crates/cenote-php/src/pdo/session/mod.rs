//! Session state: what a statement leaves behind on its connection (SPEC 21).
//!
//! A connection is clean only while every statement since hand-out is proved harmless by the rules of its driver. The
//! rules read the text with a lexer that knows the quotes and comments of the driver's SQL ([`lexer`]), one statement after
//! another; what they do not know is dirty.

pub(super) mod first_words;
pub(super) mod lexer;
pub(super) mod postgresql;
pub(super) mod sqlite;
mod sqlite_functions;

/// What running a text does to the session of its connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    Harmless,
    /// It only changes settings, with nothing but literals in it: fit for the preamble (SPEC 21.9).
    Setting,
    /// It changes the session, or may.
    Dirty,
    /// It brings the session back to its state after connecting, whatever was done before (SPEC 21.6).
    Restores,
}

impl Effect {
    /// The effect of two statements in one text.
    pub(super) fn and(self, other: Effect) -> Effect {
        match (self, other) {
            (Effect::Harmless, Effect::Harmless) => Effect::Harmless,
            (Effect::Setting, Effect::Setting) => Effect::Setting,
            _ => Effect::Dirty,
        }
    }
}

/// Rules for a driver that nothing is known of (SPEC 21.4): plain SELECT and DML without calls of functions.
pub(super) fn unknown_driver(sql: &[u8]) -> Effect {
    const PLAIN: [&str; 7] = ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES"];
    let mut tokens = lexer::Tokens::new(sql);
    let plain = match tokens.next() {
        Some(lexer::Token::Word(word)) => PLAIN.iter().any(|plain| lexer::same(word, plain)),
        None => true,
        _ => false,
    };
    let simple = tokens.all(|token| !matches!(token, lexer::Token::Symbol(b';' | b'(')));
    if plain && simple { Effect::Harmless } else { Effect::Dirty }
}
