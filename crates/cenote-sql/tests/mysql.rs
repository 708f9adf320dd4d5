//! Verdicts on texts for MySQL and MariaDB. What a server really does with them, the corpus of tests/session-state shows;
//! here stands above all what depends on modes and versions that its server does not have.

use cenote_sql::{
    Effect::{self, Dirty, Harmless, Setting},
    mysql::{Charset, ends_connection, judge, judge_failed, names_mixed_charset, survives_reset},
};

fn all(effect: Effect, texts: &[&str]) {
    for text in texts {
        assert_eq!(judge(text.as_bytes(), Charset::Plain), effect, "{text}");
    }
}

/// SPEC 21.2, 21.3: a text is read in every way that a mode or a version allows, and the worst holds
#[test]
fn modes_and_versions_in_doubt_are_dirty() {
    all(
        Dirty,
        &[
            // With backslashes as escapes, and without.
            "SELECT '\\'; SET @a = 1; -- '",
            "SELECT '\\\\'; SET @a = 1; -- '",
            "SELECT '\\'', @a := 1, '\\''",
            // Double quotes around a name, where a backslash is nothing.
            "SELECT \"\\\"; SET @a = 1; -- \"",
            // Executed by some versions.
            "SELECT 1 /*!99999 , @a := 1 */",
            "SELECT 1 /*!50700 , @a := 1 */",
            "SELECT 1 /*M!110000 , @a := 1 */",
            "SELECT 1 /*!999999 , GET_LOCK('a', 1) */",
            "CREATE /*!80000 TEMPORARY */ TABLE t (a int)",
            // Comments in comments.
            "SELECT 1 /*!99999 /* */ , @a := 1 */",
            // More than are worth reading.
            "/*!1*//*!2*//*!3*//*!4*/ SELECT 1",
            // Names in brackets.
            "SELECT [a;b]",
            "SELECT 1\0",
        ],
    );
    all(
        Harmless,
        &[
            "SELECT 'it\\'s', \"a\\\\\"",
            "INSERT INTO t (a) VALUES ('C:\\\\dir', 'x')",
            "SELECT /*!40001 SQL_NO_CACHE */ * FROM t",
            "/*!40000 ALTER TABLE t DISABLE KEYS */",
        ],
    );
}

/// SPEC 21.2: in a character set whose characters may end with a backslash, such a text is in doubt
#[test]
fn character_sets_may_hide_a_backslash() {
    let text = b"SELECT '\x95\\'; SET @a = 1; -- '";
    assert_eq!(judge(text, Charset::Mixed), Dirty);
    assert_eq!(judge(b"SELECT 'a'", Charset::Mixed), Harmless);
    assert_eq!(Charset::of(b"GBK"), Charset::Mixed);
    assert_eq!(Charset::of(b"utf8mb4"), Charset::Plain);
}

/// SPEC 21.4: functions that change the session, by their arguments too; comments that are none
#[test]
fn what_may_stay_is_dirty() {
    all(
        Dirty,
        &[
            "SELECT LAST_INSERT_ID(5)",
            "SELECT SQL_CALC_FOUND_ROWS * FROM t",
            "SELECT `my_function`(1)",
            "SELECT db.lower('a')",
            "SELECT 1--1, @a := 1",
            "SELECT 1 --\u{1}x\n, @a := 1",
            "DO RELEASE_LOCK('a')",
            "SELECT 1 INTO @a",
            "BEGIN NOT ATOMIC SELECT 1; END",
            "ALTER DATABASE CHARACTER SET utf8mb4",
            "FROBNICATE",
        ],
    );
    all(
        Harmless,
        &["SELECT LAST_INSERT_ID()", "SELECT @a, @b = 1", "SELECT 1 --\n, 2", "FLUSH STATUS"],
    );
}

/// SPEC 21.9: what connectors of frameworks send is fit for the preamble
#[test]
fn pure_settings_are_settings() {
    all(
        Setting,
        &[
            "use `shop`;",
            "set names 'utf8mb4' collate 'utf8mb4_unicode_ci'",
            "set time_zone=\"+00:00\"",
            "set session sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES'",
            "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', SESSION time_zone='+00:00', SESSION sql_mode='ANSI'",
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;",
            "SET @@session.wait_timeout = 10",
            "/*!40101 SET NAMES utf8 */",
            "SET NAMES gbk",
            "SET NAMES 'sjis'",
        ],
    );
    all(
        Dirty,
        &[
            "SET NAMES gbk; SET sql_mode = '\u{e9}'",
            "SET @a = 1, sql_mode = ''",
            "SET sql_mode = @@global.sql_mode",
            "SET GLOBAL wait_timeout = 5",
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET wait_timeout = ?",
            "SET sql_mode = (SELECT a FROM t)",
        ],
    );
}

/// SPEC 21.2: a setting that changes how texts are read is known by the character set that it names
#[test]
fn mixed_character_sets_are_known_by_name() {
    for text in [
        "SET NAMES gbk",
        "set names \"big5\" collate big5_bin",
        "SET @@character_set_client = 'sjis'",
    ] {
        assert!(names_mixed_charset(text.as_bytes()), "{text}");
    }
    for text in ["SET NAMES utf8mb4", "SET time_zone = 'gbkx'"] {
        assert!(!names_mixed_charset(text.as_bytes()), "{text}");
    }
}

/// SPEC 20.1: the end of a transaction that ends the connection too
#[test]
fn a_commit_may_release_the_connection() {
    for text in [
        "COMMIT RELEASE",
        "rollback work release",
        "COMMIT AND NO CHAIN RELEASE",
        "BEGIN; COMMIT RELEASE",
    ] {
        assert!(ends_connection(text.as_bytes()), "{text}");
    }
    for text in [
        "COMMIT NO RELEASE",
        "RELEASE SAVEPOINT a",
        "COMMIT",
        "SELECT 'COMMIT RELEASE'",
        "SELECT release FROM t",
    ] {
        assert!(!ends_connection(text.as_bytes()), "{text}");
    }
}

/// SPEC 21.7: what COM_RESET_CONNECTION leaves as it is
#[test]
fn some_state_survives_the_reset() {
    assert!(survives_reset(b"SET ROLE admin"));
    assert!(survives_reset(b"SET @@session.rand_seed1 = 3"));
    assert!(!survives_reset(b"SET time_zone = '+01:00'"));
}

/// SPEC 21.1: of a text that failed the statements before may have run
#[test]
fn what_failed_is_judged_by_what_may_be_left() {
    let failed = |text: &str| judge_failed(text.as_bytes(), Charset::Plain);
    assert_eq!(failed("SET time_zone = '+01:00'"), Harmless);
    assert_eq!(failed("SET time_zone = '+01:00', absent = 1"), Dirty);
    assert_eq!(failed("SET time_zone = '+01:00'; SELEC 1"), Dirty);
    assert_eq!(failed("SELEC 1; SET time_zone = '+01:00'"), Harmless);
    assert_eq!(failed("SELECT @a := 1 FROM t"), Dirty);
    assert_eq!(failed("CREATE TEMPORARY TABLE t (a int)"), Harmless);
}

/// SPEC 23.8: texts that ask what earlier statements have left are found, wherever the words stand
#[test]
fn texts_that_look_back() {
    use cenote_sql::mysql::looks_back;
    let asks = |sql: &str| {
        let found = looks_back(sql.as_bytes());
        (found.at_conditions, found.at_insert_id)
    };
    let conditions = [
        "SHOW WARNINGS",
        "show /* x */ count(*) errors",
        "/*!50000 SHOW */ WARNINGS",
        "SELECT @@warning_count",
        "SELECT 1, @@session.Error_Count",
        "GET DIAGNOSTICS @n = NUMBER",
    ];
    for sql in conditions {
        assert_eq!(asks(sql), (true, false), "{sql}");
    }
    for sql in [
        "SELECT last_insert_id()",
        "INSERT INTO t VALUES (LAST_INSERT_ID ( ))",
        "SELECT @@identity",
    ] {
        assert_eq!(asks(sql), (false, true), "{sql}");
    }
    for sql in ["CALL p()", "EXECUTE s"] {
        assert_eq!(asks(sql), (true, true), "{sql}");
    }
    for sql in
        ["SELECT warnings FROM errors", "SHOW TABLES", "SELECT last_insert_identity FROM t", ""]
    {
        assert_eq!(asks(sql), (false, false), "{sql}");
    }
}
