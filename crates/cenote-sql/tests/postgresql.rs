//! Verdicts on texts for PostgreSQL. What servers really do with them, the corpus of the extension's tests shows.

use cenote_sql::{
    Effect::{self, Dirty, Harmless, Restores, Setting},
    postgresql::{judge, judge_failed, survives_discard},
};

fn all(effect: Effect, texts: &[&str]) {
    for text in texts {
        assert_eq!(judge(text.as_bytes()), effect, "{text}");
    }
}

/// SPEC 21.2, 21.4: literals, quoted names, comments and operators do not count; plain queries, changes of rows, transactions
/// and definitions of permanent objects are harmless
#[test]
fn what_leaves_nothing_behind_is_harmless() {
    all(
        Harmless,
        &[
            "",
            ";;",
            "-- SET x = 1",
            "/* SET x = 1 /* nested */ ; SET y = 1 */",
            "SELECT 'SET x = 1; DO'",
            "SELECT 'me@example.com', '{\"a\": 1}'::jsonb @> '{}'",
            "SELECT E'it\\'s; SET x = 1'",
            "SELECT 'a\\b'",
            "SELECT $$ ; SET x = 1 $$, $tag$ $$ ; DO $$ $tag$",
            "SELECT \"set_config\" FROM \"SET\"",
            "SELECT 1; SELECT count(*) FROM t;",
            "INSERT INTO t (a, b) VALUES ($1, ?), (:a, :b) RETURNING id",
            "WITH a (x) AS (SELECT 1), b (y) AS (SELECT 2) SELECT * FROM a, b",
            "UPDATE t SET (a, b) = (SELECT 1, 2) WHERE id IN (1, 2)",
            "MERGE INTO t USING s ON (t.id = s.id) WHEN MATCHED THEN DELETE",
            "SELECT nextval('s'), currval('s')",
            "SELECT pg_catalog.lower('A')",
            "SELECT x.* FROM (VALUES (1)) x (a)",
            "SELECT * FROM json_to_recordset('[]') AS x (a int)",
            "SELECT cast(a AS numeric(10, 2)), a::varchar(10) FROM t",
            "SELECT pg_advisory_xact_lock(1)",
            "SELECT set_config('a.b', $1, true)",
            "BEGIN ISOLATION LEVEL SERIALIZABLE",
            "SET LOCAL search_path = x",
            "SET TRANSACTION READ ONLY",
            "ROLLBACK TO SAVEPOINT a",
            "CREATE TABLE t (id serial PRIMARY KEY, price numeric(10, 2) CHECK (price > 0))",
            "CREATE INDEX ON t (lower(a), b)",
            "CREATE TABLE t AS SELECT 1 AS a",
            "SELECT 1 INTO t",
            "ALTER TABLE t ADD COLUMN a varchar(10) DEFAULT 'x', DROP COLUMN b",
            "DROP TABLE IF EXISTS temp, t",
            "EXPLAIN (ANALYZE, COSTS off) SELECT * FROM t",
            "DECLARE c CURSOR FOR SELECT 1",
            "NOTIFY a, 'b'",
            "SELECT 'ReadyForQuery' AS a -- ; SET x = 1\n",
        ],
    );
}

/// SPEC 21.1, 21.3, 21.4: settings that are none of the pure kind, temporary objects, locks, names, CALL and DO are dirty,
/// in the last of several statements too; so is what is not known
#[test]
fn what_may_stay_is_dirty() {
    all(
        Dirty,
        &[
            "SELECT 1; SET x = 1",
            "SET x = $1",
            "SET search_path = pg_temp",
            "SELECT set_config('a.b', $1, false)",
            "SELECT set_config('a.b', 'c', $1)",
            "SELECT 1, set_config('a.b', 'c', false)",
            "SELECT pg_catalog . set_config ('a', 'b', false) FROM t",
            "SELECT \"set_config\"('a', 'b', false) FROM t",
            "SELECT U&\"!0073et_config\" UESCAPE '!' ('a', 'b', false)",
            "CREATE TABLE U&\"pg\\005ftemp\".t (a int)",
            "SELECT E'\\''; SET x = 1; --'",
            "WITH a AS (SELECT 1) (SELECT 1) ORDER BY 1, pg_advisory_lock(1)",
            "SELECT '\\'; SET x = 1; --'",
            "-- a\rDO $$ $$",
            "SELECT 1 /* /* */ */; LISTEN a",
            "SELECT $a$ $b$ $a$; DO $b$ $b$",
            "SELECT my_function(1)",
            "SELECT my_schema.lower('a')",
            "SELECT pg_advisory_lock(1)",
            "SELECT pg_try_advisory_lock(1)",
            "WITH a AS (SELECT pg_advisory_lock(1)) SELECT 1",
            "INSERT INTO t VALUES (pg_advisory_lock(1))",
            "EXPLAIN ANALYZE SELECT pg_advisory_lock(1)",
            "SELECT setseed(0.5)",
            "SELECT 1 INTO TEMP t",
            "SELECT 1 INTO pg_temp.t",
            "CREATE TEMP TABLE t (a int)",
            "CREATE GLOBAL TEMPORARY TABLE t (a int)",
            "CREATE OR REPLACE TEMP VIEW v AS SELECT 1",
            "CREATE TEMP SEQUENCE s",
            "CREATE TABLE pg_temp.t (a int)",
            "CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "CREATE TABLE t AS SELECT pg_advisory_lock(1)",
            "CREATE SCHEMA a CREATE TEMP TABLE t (a int)",
            "LISTEN a",
            "UNLISTEN *",
            "PREPARE a AS SELECT 1",
            "EXECUTE a",
            "DEALLOCATE ALL",
            "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
            "CALL p()",
            "DO $$ BEGIN END $$",
            "LOAD 'auto_explain'",
            "COPY t FROM STDIN",
            "CREATE EXTENSION pg_trgm",
            "DISCARD TEMP",
            "SELECT 1\0; SET x = 1",
            "FROBNICATE",
            "SELECT 'open",
        ],
    );
}

/// SPEC 21.9: what connectors of frameworks send is fit for the preamble
#[test]
fn pure_settings_are_settings() {
    all(
        Setting,
        &[
            "set names 'utf8'",
            "set time zone 'UTC'",
            "set search_path to \"public\", other",
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "set application_name to 'x';",
            "SET statement_timeout = 0; SET lock_timeout = 0",
            "SELECT set_config('search_path', '', false)",
            "SELECT pg_catalog.set_config('search_path', 'a', false), set_config('b', 'c', false) AS x",
            "RESET work_mem",
        ],
    );
}

/// SPEC 21.6: DISCARD ALL restores the session
#[test]
fn discard_all_restores() {
    all(Restores, &["DISCARD ALL", "/* a */ discard all;"]);
    all(Dirty, &["DISCARD ALL; SET x = 1", "SELECT 1; DISCARD ALL"]);
}

/// SPEC 21.1: a text that failed leaves only what the server does not take back
#[test]
fn what_failed_is_judged_by_what_may_be_left() {
    let failed = |text: &str| judge_failed(text.as_bytes());
    assert_eq!(failed("SET x = 1"), Harmless);
    assert_eq!(failed("CREATE TEMP TABLE t (a int)"), Harmless);
    assert_eq!(failed("SELEC 1"), Harmless);
    assert_eq!(failed("SET x = 1; COMMIT; SELECT 1/0"), Dirty);
    assert_eq!(failed("SELECT pg_advisory_lock(1), 1/0"), Dirty);
    assert_eq!(failed("CALL p()"), Dirty);
    assert_eq!(failed("SELECT 'open"), Harmless);
}

/// SPEC 21.7: what DISCARD ALL leaves as it is
#[test]
fn some_state_survives_discard_all() {
    for text in [
        "SELECT setseed(0.5)",
        "SET seed TO 0.1",
        "LOAD 'auto_explain'",
        "DO $$ BEGIN PERFORM SetSeed(0.5); END $$",
        "SELECT pg_create_logical_replication_slot('a', 'b', true)",
        "SELECT dblink_connect('a', 'host=b')",
    ] {
        assert!(survives_discard(text.as_bytes()), "{text}");
    }
    for text in ["SET work_mem = '1MB'", "SELECT reload(), seeds FROM payload"] {
        assert!(!survives_discard(text.as_bytes()), "{text}");
    }
}

/// SPEC 21.11: the body of a function in SQL, and a rule with its statements, are one statement; what follows is another
#[test]
fn bodies_are_one_statement() {
    all(
        Harmless,
        &[
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT own(1); SELECT CASE WHEN true THEN 2 END AS \"END\"; END",
            "CREATE OR REPLACE PROCEDURE p(begin atomic) BEGIN ATOMIC INSERT INTO t VALUES (own(1)); CALL q(); END; SELECT 1",
            "CREATE FUNCTION f() RETURNS int RETURN own(1)",
            "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC END",
            "CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT own(1); SELECT own(2)); SELECT 1",
            "CREATE RULE r AS ON INSERT TO t DO NOTHING",
        ],
    );
    all(
        Dirty,
        &[
            "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END; CALL q()",
            "CREATE FUNCTION f(begin atomic) RETURNS int RETURN 1; CALL q()",
            "CREATE FUNCTION f() RETURNS int AS 'BEGIN ATOMIC'; LISTEN a; END",
            "CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; SELECT 2); CALL q()",
            "CREATE RULE r AS ON INSERT TO t DO NOTHING; CALL q()",
        ],
    );
}

/// SPEC 23.8: texts that ask what a sequence gave last, and texts that only begin a transaction
#[test]
fn texts_that_look_back_or_only_begin() {
    use cenote_sql::postgresql::{looks_back, only_begins};
    for sql in ["SELECT lastval()", "INSERT INTO t VALUES (pg_catalog.CURRVAL('s'))"] {
        assert!(looks_back(sql.as_bytes()).at_insert_id, "{sql}");
    }
    assert!(!looks_back(b"SELECT last_value, nextval('s') FROM s").at_insert_id);
    for sql in ["BEGIN", "start transaction isolation level read committed", "begin ;"] {
        assert!(only_begins(sql.as_bytes()), "{sql}");
    }
    for sql in ["BEGIN; INSERT INTO t VALUES (1)", "COMMIT", "SELECT 1"] {
        assert!(!only_begins(sql.as_bytes()), "{sql}");
    }
}
