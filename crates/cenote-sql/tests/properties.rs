//! What holds for every text, whatever the dialect.

use cenote_sql::{
    Effect::{self, Dirty, Harmless},
    mysql, postgresql, sqlite, unknown,
};
use proptest::{collection::vec, prelude::*, sample::select};

type Judge = fn(&[u8]) -> Effect;

struct Rules {
    name: &'static str,
    judge: Judge,
    judge_failed: Judge,
    /// What a literal in single quotes doubles.
    doubled: &'static [u8],
    /// One each of what is dirty.
    dirty: &'static [&'static str],
    harmless: &'static [&'static str],
}

const RULES: [Rules; 4] = [
    Rules {
        name: "PostgreSQL",
        judge: postgresql::judge,
        judge_failed: postgresql::judge_failed,
        doubled: b"'",
        dirty: &["LISTEN a", "SELECT pg_advisory_lock ( 1 )", "CREATE TEMP TABLE t ( a int )"],
        harmless: &["SELECT $$a;b$$ , E'c\\'d'", "UPDATE t SET a = lower ( b )", "BEGIN"],
    },
    Rules {
        name: "MySQL",
        judge: |sql| mysql::judge(sql, mysql::Charset::Plain),
        judge_failed: |sql| mysql::judge_failed(sql, mysql::Charset::Plain),
        doubled: b"'\\",
        dirty: &["SET @a = 1", "SELECT GET_LOCK ( 'a' , 1 )", "CREATE TEMPORARY TABLE t ( a int )"],
        harmless: &["SELECT 'a;b' , \"c;d\" , `e;f`", "UPDATE t SET a = lower ( b )", "COMMIT"],
    },
    Rules {
        name: "SQLite",
        judge: |sql| sqlite::judge(sql, &|_| false),
        judge_failed: |sql| sqlite::judge_failed(sql, &|_| false),
        doubled: b"'",
        dirty: &["ATTACH 'a' AS b", "SELECT own ( 1 )", "CREATE TEMP TABLE t ( a int )"],
        harmless: &["SELECT 'a;b' , [c;d]", "UPDATE t SET a = lower ( b )", "ROLLBACK"],
    },
    Rules {
        name: "unknown",
        judge: unknown::judge,
        judge_failed: unknown::judge,
        doubled: b"'\\",
        dirty: &["SET a", "SELECT lower ( a )"],
        harmless: &["SELECT 1"],
    },
];

/// Pieces that texts are made of.
const PIECES: [&str; 60] = [
    "PROCEDURE p ( )",
    "TRIGGER t ON u",
    "EVENT e DO",
    "PACKAGE",
    "BEGIN",
    "ATOMIC",
    "END",
    "IF",
    "THEN",
    "CASE",
    "LOOP",
    "DECLARE",
    "SELECT",
    "SET",
    "EXPLAIN",
    "CREATE",
    "TEMP",
    "TABLE",
    "INTO",
    "WITH",
    "AS",
    "PRAGMA",
    "FOR",
    "STATEMENT",
    "set_config",
    "lower",
    "GET_LOCK",
    "a",
    "\"b\"",
    "`c`",
    "[d]",
    "'e'",
    "E'f'",
    "U&\"g\"",
    "$$",
    "$h$",
    "$1",
    "?",
    ":i",
    "@j",
    "@@k",
    ":=",
    "::",
    "(",
    ")",
    ",",
    ";",
    ".",
    "*",
    "/*",
    "*/",
    "/*!",
    "/*!50000",
    "/*M!",
    "--",
    "#",
    "'",
    "\"",
    "\\",
    "\n",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec((select(&PIECES[..]), select(&["", " ", "\r", "\u{a0}"][..])), 0..24);
    prop_oneof![
        pieces.prop_map(|pieces| pieces
            .iter()
            .flat_map(|(a, b)| [*a, *b])
            .collect::<String>()
            .into()),
        vec(any::<u8>(), 0..64),
    ]
}

/// As many cases as PROPTEST_CASES says, else enough to be worth a few seconds.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(1_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// White space, and comments of every dialect.
fn gap() -> impl Strategy<Value = &'static str> {
    select(&[" ", "\n", "\t ", " /* ; x */ ", " -- ; ' \n", "/**/"][..])
}

proptest! {
    #![proptest_config(config())]

    /// SPEC 21.1: every text gets a verdict
    #[test]
    fn no_text_is_too_strange(text in text()) {
        for rules in &RULES {
            (rules.judge)(&text);
            (rules.judge_failed)(&text);
        }
    }

    /// SPEC 21.3: a dirty statement makes its text dirty, whatever stands behind it and whatever harmless before it
    #[test]
    fn one_dirty_statement_is_enough(
        text in text(), which in any::<[prop::sample::Index; 4]>(), gap in gap(), harmless in any::<bool>(),
    ) {
        for rules in &RULES {
            let pick = |list: &[&'static str], at: usize| *which[at].get(list);
            let mut whole = Vec::new();
            if harmless {
                whole.extend([pick(rules.harmless, 0), ";", gap].concat().bytes());
            }
            whole.extend(pick(rules.dirty, 1).bytes());
            whole.extend(gap.bytes());
            prop_assert_eq!((rules.judge)(&whole), Dirty, "{}", rules.name);
            whole.push(b';');
            whole.extend(&text);
            prop_assert_eq!((rules.judge)(&whole), Dirty, "{}: {}", rules.name, String::from_utf8_lossy(&whole));
        }
    }

    /// SPEC 21.2, 21.3: comments and white space between words change no verdict
    #[test]
    fn gaps_do_not_count(gaps in vec(gap(), 32)) {
        for rules in RULES.iter().filter(|rules| rules.name != "unknown") {
            for (text, effect) in texts_of(rules) {
                let mut whole = String::new();
                for (word, gap) in text.split(' ').zip(&gaps) {
                    whole += gap;
                    whole += word;
                }
                prop_assert_eq!((rules.judge)(whole.as_bytes()), effect, "{}: {}", rules.name, whole);
            }
        }
    }

    /// SPEC 21.2: text inside a literal never counts (but marks of executable comments are counted wherever they stand)
    #[test]
    fn literals_do_not_count(text in text()) {
        for rules in &RULES {
            let mut sql = b"SELECT '".to_vec();
            for &byte in text.iter().filter(|byte| !matches!(byte, 0 | b'\\' | b'!')) {
                sql.extend(std::iter::repeat_n(byte, 1 + usize::from(rules.doubled.contains(&byte))));
            }
            sql.push(b'\'');
            if rules.name != "unknown" {
                prop_assert_eq!((rules.judge)(&sql), Harmless, "{}: {}", rules.name, String::from_utf8_lossy(&sql));
            }
        }
    }
}

fn texts_of(rules: &Rules) -> impl Iterator<Item = (&'static str, Effect)> {
    let dirty = rules.dirty.iter().map(|text| (*text, Dirty));
    dirty.chain(rules.harmless.iter().map(|text| (*text, Harmless)))
}
