//! Texts for a driver that nothing is known of.

use cenote_sql::{Effect, unknown::judge};

/// SPEC 21.4, 27.1: plain statements, in the words that all dialects share
#[test]
fn plain_statements_are_harmless() {
    for text in [
        "",
        " ;\n",
        "SELECT 1",
        "select a, t.b AS c from s.t as t where a = ? and b <> 'it''s; SET x' order by c desc;",
        "SELECT * FROM t WHERE id IN (1, 2, :three) AND v LIKE 'x%'",
        "SELECT a - 1.5, b * -2 FROM t",
        "SELECT 'é' FROM t",
        "INSERT INTO t VALUES (1, 'a', NULL, ?)",
        "INSERT INTO s.t (a, b) VALUES (:a, DEFAULT), (2, 'b')",
        "UPDATE t SET a = 1, b = 'c' WHERE id = ?",
        "DELETE FROM t WHERE id = 1",
    ] {
        assert_eq!(judge(text.as_bytes()), Effect::Harmless, "{text}");
    }
}

/// SPEC 21.1, 21.3, 21.4, 27.1: what any dialect may read in another way, or may do more by, is dirty
#[test]
fn all_else_is_dirty() {
    for text in [
        // Other statements, alone or behind a plain one, with and without a semicolon.
        "SET a = 1",
        "BEGIN",
        "WITH a AS (SELECT 1) SELECT 1",
        "SELECT 1; SET a = 1",
        "SELECT 1 SET a = 1",
        "SELECT 1 EXEC p",
        "SELECT 1 USE other",
        "UPDATE t SET a = 1 SET language French",
        "DELETE FROM t DROP TABLE u",
        "INSERT INTO t VALUES (1) EXEC p",
        "INSERT INTO t (a) EXEC p",
        "INSERT INTO t SELECT f FROM u",
        "SELECT 1 UNION SELECT 2",
        "SELECT 1 FROM t FOR UPDATE",
        // Tables, variables, sequences.
        "SELECT 1 INTO temp_table",
        "SELECT a INTO #t FROM u",
        "SELECT @a = 1",
        "SELECT s.NEXTVAL FROM dual",
        "SELECT NEXT VALUE FOR s",
        // Calls.
        "SELECT f(1)",
        "SELECT f (1) FROM t",
        "SELECT (1)",
        "SELECT a FROM t WHERE b IN (f(1))",
        "SELECT a FROM t WHERE b IN (SELECT 1)",
        "INSERT INTO t VALUES (f(1))",
        "INSERT INTO t VALUES ((1))",
        "{call p}",
        // Quotes, literals and comments of some dialects.
        "SELECT E'\\'; SET a = 1; --'",
        "SELECT 'a\\' , 'b'",
        "SELECT E'a'",
        "SELECT q'[it's]' FROM t",
        "SELECT $$'$$ , 1",
        "SELECT \"a\"",
        "SELECT `a`",
        "SELECT [a]",
        "SELECT 1 -- SET",
        "SELECT 1 --1",
        "SELECT 1 # SET",
        "SELECT 1 /* SET */",
        "SELECT 1 /*! SET a = 1 */",
        "SELECT 'a",
        "SELECT 'a'b",
        "SELECT 1EXEC p",
        "SELECT 0x1",
        "SELECT a::int",
        "SELECT \u{a0}1",
        "SELECT 'a\0'",
    ] {
        assert_eq!(judge(text.as_bytes()), Effect::Dirty, "{text}");
    }
}
