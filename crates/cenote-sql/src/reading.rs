//! Reading a text in every way in which a server may read it.
//!
//! Whether a backslash in a literal takes away the meaning of the quote behind it depends on a mode of the session, and
//! whether an executable comment is executed on the server's version. Neither is asked: the text is judged in all readings
//! that are possible, and is as harmless as the worst of them. A reading in which the text ends inside a literal, or has a
//! backslash outside of one, is none: the server would refuse what it cannot parse.

use crate::{
    effect::Effect,
    lexer::{Dialect, Modes, Token, Tokens},
    statement::Statement,
};

/// What one statement does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    pub(crate) effect: Effect,
    /// Part of it may stay although the statement fails.
    pub(crate) sticks: bool,
    /// A statement can begin with this word.
    pub(crate) is_sql: bool,
}

impl Judged {
    pub(crate) const HARMLESS: Judged =
        Judged { effect: Effect::Harmless, sticks: false, is_sql: true };
    /// Dirty once it has succeeded.
    pub(crate) const CHANGES: Judged = Judged { effect: Effect::Dirty, ..Judged::HARMLESS };
    pub(crate) const SETTING: Judged = Judged { effect: Effect::Setting, ..Judged::HARMLESS };
    pub(crate) const RESTORES: Judged = Judged { effect: Effect::Restores, ..Judged::HARMLESS };
    /// Dirty whatever comes of it.
    pub(crate) const DIRTY: Judged = Judged { sticks: true, ..Judged::CHANGES };
    pub(crate) const UNKNOWN: Judged = Judged { is_sql: false, ..Judged::CHANGES };

    /// What calls functions may have done something before it fails.
    pub(crate) fn by_calls(effect: Effect) -> Judged {
        Judged { effect, sticks: true, is_sql: true }
    }
}

/// A driver's SQL.
pub(crate) trait Grammar {
    const DIALECT: Dialect;
    /// The server parses the whole text before it runs the first statement.
    const PARSES_WHOLE: bool;

    fn judge(&self, statement: &mut Statement, first: Token) -> Judged;
}

/// What a text does if it succeeds, and what if it fails.
#[derive(Clone, Copy)]
struct Verdict {
    success: Effect,
    failure: Effect,
}

/// What a text does.
pub(crate) fn judge(sql: &[u8], grammar: &impl Grammar) -> Effect {
    judge_text(sql, grammar).map_or(Effect::Dirty, |verdict| verdict.success)
}

/// What is left of a text that has failed.
pub(crate) fn judge_failed(sql: &[u8], grammar: &impl Grammar) -> Effect {
    // In no reading is there anything to run.
    judge_text(sql, grammar).map_or(Effect::Harmless, |verdict| verdict.failure)
}

/// Judges a text in all its readings. `None`: none of them is valid.
fn judge_text<G: Grammar>(sql: &[u8], grammar: &G) -> Option<Verdict> {
    const MOST_EXECUTABLES: usize = 3;
    let executables = if G::DIALECT == Dialect::MySql { count_executables(sql) } else { 0 };
    if executables > MOST_EXECUTABLES {
        return Some(Verdict { success: Effect::Dirty, failure: Effect::Dirty });
    }
    let mut worst: Option<Verdict> = None;
    for executed in 0..1_u32 << executables {
        for &(escapes_in_single, escapes_in_double) in quoting::<G>(sql) {
            let modes = Modes { escapes_in_single, escapes_in_double, executed };
            if let Some(verdict) = read(sql, modes, grammar) {
                worst = Some(worst.map_or(verdict, |before| Verdict {
                    success: worst_of(before.success, verdict.success),
                    failure: before.failure.and(verdict.failure),
                }));
            }
        }
    }
    worst
}

/// The worst of two readings. A setting in one of them may be replayed: in the other it does nothing.
fn worst_of(one: Effect, other: Effect) -> Effect {
    match (one, other) {
        (Effect::Harmless, Effect::Setting) | (Effect::Setting, Effect::Harmless) => {
            Effect::Setting
        }
        _ => one.and(other),
    }
}

/// Every meaning that backslashes may have: in single quotes, in double quotes.
fn quoting<G: Grammar>(sql: &[u8]) -> &'static [(bool, bool)] {
    match G::DIALECT {
        _ if !sql.contains(&b'\\') => &[(false, false)],
        Dialect::MySql => &[(true, true), (true, false), (false, false)],
        Dialect::PostgreSql => &[(false, false), (true, false)],
        Dialect::Sqlite => &[(false, false)],
    }
}

fn count_executables(sql: &[u8]) -> usize {
    let begins = |rest: &[u8]| rest.starts_with(b"/*!") || rest.starts_with(b"/*M!");
    (0..sql.len()).filter(|&at| sql[at] == b'/' && begins(&sql[at..])).count()
}

/// Judges a text in one reading. `None`: no server would run any of it.
fn read<G: Grammar>(sql: &[u8], modes: Modes, grammar: &G) -> Option<Verdict> {
    let mut tokens = Tokens::with(sql, G::DIALECT, modes);
    let mut success: Option<Effect> = None;
    let mut failure = Effect::Harmless;
    let mut last: Option<Judged> = None;
    let mut is_refused = false;
    while let Some(first) = tokens.find(|token| *token != Token::Symbol(b';')) {
        let mut statement = Statement::new(&mut tokens);
        let judged = grammar.judge(&mut statement, first);
        statement.skip();
        is_refused = !tokens.is_parseable();
        if is_refused {
            break;
        }
        success = Some(success.map_or(judged.effect, |before| before.and(judged.effect)));
        // Those before this one may have come to their end; whether it has come to its own is not known.
        failure = worse(failure, last.map_or(Effect::Harmless, |before| before.effect));
        last = Some(judged);
        is_refused = !judged.is_sql;
        if is_refused {
            last = None;
            break;
        }
    }
    if tokens.doubt {
        return Some(Verdict { success: Effect::Dirty, failure: Effect::Dirty });
    }
    if !tokens.is_parseable() && (G::PARSES_WHOLE || success.is_none()) {
        return None;
    }
    if is_refused && G::PARSES_WHOLE {
        failure = Effect::Harmless;
    } else if let Some(last) = last.filter(|last| last.sticks || is_refused) {
        failure = worse(failure, last.effect);
    }
    Some(Verdict { success: success.unwrap_or(Effect::Harmless), failure })
}

/// What may be left is never a setting that is fit to be recorded.
fn worse(before: Effect, effect: Effect) -> Effect {
    if effect == Effect::Harmless { before } else { Effect::Dirty }
}
