//! What a text does to a session of MySQL or MariaDB (SPEC 21.4).
//!
//! Session state is: variables of the session and of the user, the default database, temporary tables, locks (of users, of
//! tables, by FLUSH), handlers, prepared names, roles, XA transactions. Text that differs between the two servers, their
//! versions and modes is judged by the worst of its meanings.
//!
//! Limits, as the text does not show them: what triggers, views and generated columns call.

mod functions;
pub(crate) mod last_statement;
mod program_reader;
mod programs;

use crate::{
    calls::{Functions, judge_calls},
    effect::Effect,
    first_words::words,
    lexer::{Dialect, Token, Tokens, same},
    reading::{self, Grammar, Judged},
    statement::Statement,
};
use functions::{is_harmless, is_keyword};

/// How the bytes of a connection's texts are characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// No character has an ASCII byte in it, besides the ASCII characters.
    Plain,
    /// A character may end with the byte of a backslash or a backquote, as in GBK or Shift JIS.
    Mixed,
}

impl Charset {
    /// By the name of a character set.
    pub fn of(name: &[u8]) -> Charset {
        const MIXED: [&str; 6] = ["big5", "cp932", "gb18030", "gb2312", "gbk", "sjis"];
        if MIXED.iter().any(|mixed| same(name, mixed)) { Charset::Mixed } else { Charset::Plain }
    }

    fn leaves_doubt(self, sql: &[u8]) -> bool {
        self == Charset::Mixed
            && sql.windows(2).any(|pair| pair[0] >= 0x80 && matches!(pair[1], b'\\' | b'`' | b'@'))
    }
}

pub use last_statement::looks_back;

/// Judges a text.
pub fn judge(sql: &[u8], charset: Charset) -> Effect {
    if charset.leaves_doubt(sql) {
        return Effect::Dirty;
    }
    let effect = reading::judge(sql, &MySql);
    // What follows in the same text is read by the new character set.
    if effect == Effect::Setting && names_mixed_charset(sql) && !sql.is_ascii() {
        return Effect::Dirty;
    }
    effect
}

/// Whether a text that sets something names a character set that is [`Charset::Mixed`].
pub fn names_mixed_charset(sql: &[u8]) -> bool {
    Tokens::new(sql, Dialect::MySql).any(|token| match token {
        Token::Literal(text) => Charset::of(text) == Charset::Mixed,
        _ => token.name().is_some_and(|name| Charset::of(name) == Charset::Mixed),
    })
}

/// Whether what a text that is not harmless leaves behind may survive COM_RESET_CONNECTION, as found on MariaDB: the role, the
/// seeds of RAND(), the thread's number in the binary log.
pub fn survives_reset(sql: &[u8]) -> bool {
    words(sql).any(|word| is_any(word, &["ROLE", "RAND_SEED1", "RAND_SEED2", "PSEUDO_THREAD_ID"]))
}

/// Whether the server ends the connection after the text: COMMIT RELEASE, ROLLBACK RELEASE. RELEASE SAVEPOINT and NO RELEASE
/// do not.
pub fn ends_connection(sql: &[u8]) -> bool {
    let mut before = None;
    for token in Tokens::new(sql, Dialect::MySql) {
        let releases = token.is_word("RELEASE")
            && before.is_some_and(|before: Token| {
                before.is_any_word(&["COMMIT", "ROLLBACK", "WORK", "CHAIN"])
            });
        if releases {
            return true;
        }
        before = Some(token);
    }
    false
}

/// Judges a text that has failed. The server takes one statement after the other; those before the failed one are done.
pub fn judge_failed(sql: &[u8], charset: Charset) -> Effect {
    if charset.leaves_doubt(sql) {
        return Effect::Dirty;
    }
    reading::judge_failed(sql, &MySql)
}

/// The grammar of both servers.
pub(crate) struct MySql;

impl Functions for MySql {
    fn is_keyword(&self, word: &[u8]) -> bool {
        is_keyword(word)
    }

    fn is_harmless(&self, name: &[u8], _is_quoted: bool) -> bool {
        is_harmless(name)
    }

    /// `LAST_INSERT_ID()` only reads.
    fn is_harmless_by_arguments(&self, name: &[u8], statement: &Statement) -> bool {
        same(name, "LAST_INSERT_ID") && statement.peek() == Some(Token::Symbol(b')'))
    }

    fn comes_before_table(&self, word: &[u8]) -> bool {
        const WORDS: [&str; 9] = [
            "INTO",
            "AS",
            "RECURSIVE",
            "INSERT",
            "REPLACE",
            "IGNORE",
            "DELAYED",
            "LOW_PRIORITY",
            "HIGH_PRIORITY",
        ];
        WORDS.iter().any(|known| same(word, known))
    }

    fn forbids(&self, before: Option<Token>, token: Token) -> bool {
        match token {
            Token::Assign => true,
            // SELECT … INTO @x
            Token::Variable => before.is_some_and(|before| before.is_word("INTO")),
            // FOUND_ROWS() of another text asks for what this one has counted.
            _ => token.is_word("SQL_CALC_FOUND_ROWS"),
        }
    }
}

impl Grammar for MySql {
    const DIALECT: Dialect = Dialect::MySql;
    const PARSES_WHOLE: bool = false;

    fn judge(&self, statement: &mut Statement, first: Token) -> Judged {
        const QUERIES: [&str; 11] = [
            "SELECT", "WITH", "VALUES", "TABLE", "INSERT", "REPLACE", "UPDATE", "DELETE", "SHOW",
            "DO", "HELP",
        ];
        const HARMLESS: [&str; 10] = [
            "SAVEPOINT",
            "RENAME",
            "TRUNCATE",
            "GRANT",
            "REVOKE",
            "OPTIMIZE",
            "CHECK",
            "CHECKSUM",
            "REPAIR",
            "KILL",
        ];
        const CHANGES: [&str; 19] = [
            "LOCK",
            "UNLOCK",
            "HANDLER",
            "PREPARE",
            "DEALLOCATE",
            "XA",
            "BACKUP",
            "CACHE",
            "INSTALL",
            "UNINSTALL",
            "RESET",
            "PURGE",
            "CHANGE",
            "STOP",
            "SHUTDOWN",
            "SIGNAL",
            "RESIGNAL",
            "RESTART",
            "CLONE",
        ];
        const COMPOUND: [&str; 6] = ["IF", "CASE", "LOOP", "FOR", "WHILE", "REPEAT"];
        match first {
            Token::Symbol(b'(') => self.query(statement, first),
            _ if first.is_any_word(&COMPOUND) => programs::run(statement, first),
            _ if first.is_any_word(&QUERIES) => self.query(statement, first),
            _ if first.is_any_word(&HARMLESS) => Judged::HARMLESS,
            _ if first.is_any_word(&["BEGIN", "START", "COMMIT", "ROLLBACK", "RELEASE"]) => {
                transaction(statement, first)
            }
            _ if first.is_word("SET") => self.set(statement),
            _ if first.is_word("USE") => Judged::SETTING,
            _ if first.is_word("LOAD") => self.load(statement),
            _ if first.is_word("FLUSH") => flush(statement),
            _ if first.is_any_word(&["EXPLAIN", "DESCRIBE", "DESC", "ANALYZE"]) => {
                self.explain(statement, first)
            }
            _ if first.is_word("CREATE") => self.create(statement),
            _ if first.is_any_word(&["ALTER", "DROP"]) => definition(statement, first),
            _ if first.is_any_word(&CHANGES) => Judged::CHANGES,
            _ if first.is_any_word(&["CALL", "EXECUTE", "GET", "DECLARE", "BINLOG"]) => {
                Judged::DIRTY
            }
            _ => Judged::UNKNOWN,
        }
    }
}

impl MySql {
    fn query(&self, statement: &mut Statement, first: Token) -> Judged {
        Judged::by_calls(judge_calls(statement, Some(first), self))
    }

    /// LOAD DATA; with variables in its list it assigns to them.
    fn load(&self, statement: &mut Statement) -> Judged {
        let is_data = statement.take_any_word(&["DATA", "XML"]);
        let assigns = statement.ahead().any(|token| token == Token::Variable);
        if !is_data || assigns {
            return Judged::DIRTY;
        }
        // Only behind it is something computed; it is also a part of CHARACTER SET.
        while statement.next().is_some_and(|token| !token.is_word("SET")) {}
        Judged::by_calls(judge_calls(statement, None, self))
    }

    fn explain(&self, statement: &mut Statement, first: Token) -> Judged {
        const OPTIONS: [&str; 9] = [
            "EXTENDED",
            "PARTITIONS",
            "FORMAT",
            "JSON",
            "TREE",
            "TRADITIONAL",
            "ANALYZE",
            "VERBOSE",
            "NO_WRITE_TO_BINLOG",
        ];
        const EXPLAINS: [&str; 3] = ["EXPLAIN", "DESCRIBE", "DESC"];
        if first.is_word("ANALYZE")
            && statement.take_any_word(&["TABLE", "LOCAL", "NO_WRITE_TO_BINLOG"])
        {
            return Judged::HARMLESS;
        }
        loop {
            match statement.next() {
                Some(Token::Symbol(b'=')) => {}
                Some(token) if token.is_any_word(&OPTIONS) => {}
                // A table to be described, or a connection.
                Some(token) if token.is_any_word(&EXPLAINS) => return Judged::DIRTY,
                Some(token) => {
                    let judged = self.judge(statement, token);
                    return if judged.is_sql { judged } else { Judged::HARMLESS };
                }
                None => return Judged::HARMLESS,
            }
        }
    }

    fn create(&self, statement: &mut Statement) -> Judged {
        while statement.take_any_word(&["OR", "REPLACE"]) {}
        let Some(mut kind) = statement.next() else { return Judged::HARMLESS };
        if kind.is_word("TEMPORARY") {
            return Judged::CHANGES;
        }
        if kind.is_word("DEFINER") {
            programs::skip_definer(statement);
            kind = statement.next().unwrap_or(kind);
        }
        if kind.is_word("AGGREGATE") {
            kind = statement.next().unwrap_or(kind);
        }
        if kind.is_any_word(&programs::KINDS) {
            return programs::define(statement, kind);
        }
        if !kind.is_word("TABLE") {
            return Judged::HARMLESS;
        }
        // CREATE TABLE … SELECT runs its functions.
        while let Some(token) = statement.next() {
            // The bounds of a partition are VALUES LESS THAN, or IN.
            let is_list = token.is_word("VALUES") && statement.peek() == Some(Token::Symbol(b'('));
            if is_list || token.is_any_word(&["SELECT", "WITH"]) {
                return self.query(statement, token);
            }
        }
        Judged::HARMLESS
    }

    fn set(&self, statement: &mut Statement) -> Judged {
        if statement.take_word("STATEMENT") {
            return self.set_statement(statement);
        }
        // Of the next transaction, of all sessions, of accounts: nothing for every connection.
        const OTHERS: [&str; 9] = [
            "TRANSACTION",
            "GLOBAL",
            "PERSIST",
            "PERSIST_ONLY",
            "PASSWORD",
            "ROLE",
            "DEFAULT",
            "RESOURCE",
            "INSTANCE",
        ];
        let begins_otherwise = statement.peek().is_some_and(|token| token.is_any_word(&OTHERS));
        let mut is_literal = !begins_otherwise;
        let mut assignments = 1;
        for token in statement.ahead() {
            assignments += usize::from(token == Token::Symbol(b','));
            is_literal &= match token {
                Token::Parameter | Token::Variable => false,
                Token::Word(word) => !is_any(word, &["FROM", "GLOBAL", "PERSIST", "PERSIST_ONLY"]),
                Token::Literal(text) => !is_global(text),
                _ => true,
            };
        }
        is_literal &= judge_calls(statement, None, &Assignment) == Effect::Harmless;
        let judged = if is_literal { Judged::SETTING } else { Judged::CHANGES };
        // Of several, some may have been made before one failed.
        Judged { sticks: assignments > 1 || !is_literal, ..judged }
    }

    /// MariaDB's SET STATEMENT … FOR: for one statement only.
    fn set_statement(&self, statement: &mut Statement) -> Judged {
        while let Some(token) = statement.next() {
            match token {
                Token::Symbol(b'(') | Token::Variable | Token::Assign => return Judged::DIRTY,
                _ if token.is_word("FOR") => {
                    let first = statement.next().filter(|first| !first.is_word("SET"));
                    return first.map_or(Judged::DIRTY, |first| self.judge(statement, first));
                }
                _ => {}
            }
        }
        Judged::DIRTY
    }
}

/// The right sides of SET, where `:=` is what it is.
struct Assignment;

impl Functions for Assignment {
    fn is_keyword(&self, word: &[u8]) -> bool {
        is_keyword(word)
    }

    fn is_harmless(&self, name: &[u8], _is_quoted: bool) -> bool {
        is_harmless(name)
    }

    fn comes_before_table(&self, _word: &[u8]) -> bool {
        false
    }
}

/// FLUSH, which locks in some of its forms.
fn flush(statement: &Statement) -> Judged {
    let locks = statement.ahead().any(|token| token.is_any_word(&["WITH", "FOR", "LOCK"]));
    if locks { Judged::CHANGES } else { Judged::HARMLESS }
}

fn transaction(statement: &mut Statement, first: Token) -> Judged {
    let next = statement.peek();
    if first.is_word("BEGIN") && next.is_some_and(|token| token.is_word("NOT")) {
        return programs::run(statement, first);
    }
    let is_next = |words: &[&str]| next.is_none_or(|token| token.is_any_word(words));
    let is_transaction = match first {
        // Blocks of other modes run anything.
        _ if first.is_word("BEGIN") => is_next(&["WORK"]),
        _ if first.is_word("START") => next.is_some_and(|token| token.is_word("TRANSACTION")),
        _ if first.is_word("RELEASE") => next.is_some_and(|token| token.is_word("SAVEPOINT")),
        _ => is_next(&["WORK", "AND", "NO", "RELEASE", "TO"]),
    };
    if is_transaction { Judged::HARMLESS } else { Judged::DIRTY }
}

/// ALTER and DROP: the default database and its character set are the session's too.
fn definition(statement: &mut Statement, first: Token) -> Judged {
    const DATABASE: [&str; 4] = ["DATABASE", "SCHEMA", "PREPARE", "INSTANCE"];
    if first.is_word("ALTER") {
        if statement.peek().is_some_and(|token| token.is_word("DEFINER")) {
            statement.next();
            programs::skip_definer(statement);
        }
        if let Some(kind) = statement.peek().filter(|kind| kind.is_word("EVENT")) {
            statement.next();
            return programs::define(statement, kind);
        }
    }
    let changes = statement.peek().is_some_and(|kind| kind.is_any_word(&DATABASE));
    if changes { Judged::CHANGES } else { Judged::HARMLESS }
}

fn is_any(word: &[u8], known: &[&str]) -> bool {
    known.iter().any(|known| same(word, known))
}

/// `@@global.x`
fn is_global(text: &[u8]) -> bool {
    const GLOBALS: [&str; 3] = ["GLOBAL.", "PERSIST.", "PERSIST_ONLY."];
    GLOBALS.iter().any(|global| text.len() > global.len() && same(&text[..global.len()], global))
}
