//! Texts for MySQL and MariaDB that ask what the session's earlier statements left: warnings, the last insert id.
//!
//! The server keeps these per session, where they are nobody's but the user's who ran the statement. Here a text is only
//! searched for the words, wherever they stand: to find one too many costs its caller a message to the server, to miss one
//! shows him what is another's.

use crate::first_words::words;

/// What a text asks of the statements that ran before it in the same session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LooksBack {
    /// Warnings and errors, or how many there were.
    pub at_conditions: bool,
    /// `LAST_INSERT_ID()`.
    pub at_insert_id: bool,
}

/// Whether a text looks back.
pub fn looks_back(sql: &[u8]) -> LooksBack {
    const COUNTS: [&str; 3] = ["WARNING_COUNT", "ERROR_COUNT", "DIAGNOSTICS"];
    const LISTS: [&str; 2] = ["WARNINGS", "ERRORS"];
    const IDS: [&str; 2] = ["LAST_INSERT_ID", "IDENTITY"];
    // What runs texts that are not to be seen here.
    const RUNS_OTHERS: [&str; 2] = ["CALL", "EXECUTE"];
    let is_any = |word: &[u8], known: &[&str]| {
        known.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    };
    let mut found = LooksBack::default();
    let mut shows = false;
    for word in words(sql) {
        shows |= word.eq_ignore_ascii_case(b"SHOW");
        let runs_others = is_any(word, &RUNS_OTHERS);
        found.at_conditions |=
            runs_others || is_any(word, &COUNTS) || shows && is_any(word, &LISTS);
        found.at_insert_id |= runs_others || is_any(word, &IDS);
    }
    found
}
