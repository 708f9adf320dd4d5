//! Texts for the rules of session state: no panic, and one dirty statement in front makes the text dirty.

#![no_main]

use cenote_sql::{
    Effect::{self, Dirty, Harmless},
    mysql, postgresql, sqlite, unknown,
};
use libfuzzer_sys::fuzz_target;

type Judge = fn(&[u8]) -> Effect;

const RULES: [(Judge, Judge, &[u8]); 5] = [
    (postgresql::judge, postgresql::judge_failed, b"LISTEN a;"),
    (
        |sql| mysql::judge(sql, mysql::Charset::Plain),
        |sql| mysql::judge_failed(sql, mysql::Charset::Plain),
        b"SET @a = 1;",
    ),
    (
        |sql| mysql::judge(sql, mysql::Charset::Mixed),
        |sql| mysql::judge_failed(sql, mysql::Charset::Mixed),
        b"SELECT GET_LOCK('a', 1);",
    ),
    (|sql| sqlite::judge(sql, &|_| false), |sql| sqlite::judge_failed(sql, &|_| false), b"ATTACH 'a' AS b;"),
    (unknown::judge, unknown::judge, b"SET a;"),
];

fuzz_target!(|text: &[u8]| {
    for (judge, judge_failed, dirty) in RULES {
        let verdict = judge(text);
        judge_failed(text);
        assert_eq!(judge(&[dirty, text].concat()), Dirty);
        // What is harmless stays so behind white space, and in front of nothing.
        if verdict == Harmless && !text.ends_with(b"/") {
            assert_eq!(judge(&[b"\n ", text].concat()), Harmless);
        }
    }
});
