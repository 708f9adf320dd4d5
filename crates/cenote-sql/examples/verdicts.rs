//! Tells what the rules say of texts, for the tests that run the texts on real servers.
//!
//! `verdicts postgresql|mysql|sqlite < texts`, each text ended by a NUL byte. One line for each: what it does if it succeeds,
//! and what may be left of it if it fails.

use cenote_sql::{Effect, mysql, postgresql, sqlite};
use std::io::{Read, Write};

type Judge = fn(&[u8]) -> Effect;

fn rules(dialect: &str) -> Option<(Judge, Judge)> {
    Some(match dialect {
        "postgresql" => (postgresql::judge, postgresql::judge_failed),
        "mysql" => (
            |sql| mysql::judge(sql, mysql::Charset::Plain),
            |sql| mysql::judge_failed(sql, mysql::Charset::Plain),
        ),
        "sqlite" => {
            (|sql| sqlite::judge(sql, &|_| false), |sql| sqlite::judge_failed(sql, &|_| false))
        }
        _ => return None,
    })
}

fn main() -> std::io::Result<()> {
    let dialect = std::env::args().nth(1).unwrap_or_default();
    let Some((judge, judge_failed)) = rules(&dialect) else {
        return Err(std::io::Error::other("which dialect? postgresql, mysql or sqlite"));
    };
    let mut texts = Vec::new();
    std::io::stdin().read_to_end(&mut texts)?;
    let mut out = std::io::stdout().lock();
    for text in texts.strip_suffix(b"\0").unwrap_or_default().split(|&byte| byte == 0) {
        writeln!(out, "{:?} {:?}", judge(text), judge_failed(text))?;
    }
    Ok(())
}
