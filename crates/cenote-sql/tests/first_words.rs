//! What the words of a text tell about the statements that a driver keeps, and about the end of a transaction.

use cenote_sql::{Dialect, can_run_again, is_rollback};

const ALL: [Dialect; 3] = [Dialect::PostgreSql, Dialect::MySql, Dialect::Sqlite];

/// SPEC 25.8: what a server prepares and can run again
#[test]
fn texts_that_run_again() {
    for dialect in ALL {
        for text in
            ["SELECT 1", "/* ? */ insert INTO t VALUES (1)", "WITH a AS (SELECT 1) SELECT 1"]
        {
            assert!(can_run_again(text.as_bytes(), dialect), "{text} {dialect:?}");
        }
        for text in ["", "(", "BEGIN", "CREATE TABLE t (a int)", "PRAGMA x", "CALL p()", "SHOWS"] {
            assert!(!can_run_again(text.as_bytes(), dialect), "{text} {dialect:?}");
        }
    }
    for text in
        ["EXPLAIN SELECT 1", "SHOW x", "TABLE t", "(SELECT 1) UNION (SELECT 2)", "((SELECT 1))"]
    {
        assert!(can_run_again(text.as_bytes(), Dialect::PostgreSql), "{text}");
        assert!(can_run_again(text.as_bytes(), Dialect::MySql), "{text}");
    }
    for text in ["DESCRIBE t", "desc t"] {
        assert!(can_run_again(text.as_bytes(), Dialect::MySql), "{text}");
        assert!(!can_run_again(text.as_bytes(), Dialect::PostgreSql), "{text}");
    }
    assert!(!can_run_again(b"EXPLAIN SELECT 1", Dialect::Sqlite));
}

/// SPEC 22.3: a text that takes the whole transaction back and does nothing else
#[test]
fn rollbacks() {
    for dialect in ALL {
        for text in [
            "ROLLBACK",
            "rollback ;",
            "/* x */ RollBack WORK -- x",
            "ROLLBACK TRANSACTION",
            "ROLLBACK AND NO CHAIN",
            "ROLLBACK WORK NO RELEASE;;",
        ] {
            assert!(is_rollback(text.as_bytes(), dialect), "{text} {dialect:?}");
        }
        for text in [
            "",
            "ROLLBACK TO a",
            "ROLLBACK WORK TO SAVEPOINT a",
            "ROLLBACK AND CHAIN",
            "ROLLBACK AND",
            "ROLLBACK NO",
            "ROLLBACK RELEASE",
            "ROLLBACK; SELECT 1",
            "ROLLBACK PREPARED 'a'",
            "'ROLLBACK'",
            "\"ROLLBACK\"",
            "COMMIT",
        ] {
            assert!(!is_rollback(text.as_bytes(), dialect), "{text} {dialect:?}");
        }
    }
    assert!(is_rollback(b"ABORT WORK", Dialect::PostgreSql));
    assert!(!is_rollback(b"ABORT", Dialect::Sqlite));
    assert!(is_rollback(b"# x\nROLLBACK", Dialect::MySql));
}
