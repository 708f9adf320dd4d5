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
            "BEGIN NOT ATOMIC SELECT 1; SET @a = 1; END",
            "BEGIN NOT ATOMIC IF own(1) THEN SELECT 1; END IF; END",
            "IF GET_LOCK('a', 1) THEN SELECT 1; END IF",
            "WHILE (SELECT @a := 1) DO SELECT 1; END WHILE",
            "BEGIN SELECT 1; END",
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

/// SPEC 21.11: a stored program is one statement with its body, however that is written; nothing in it runs
#[test]
fn bodies_of_stored_programs_are_harmless() {
    all(
        Harmless,
        &[
            "CREATE PROCEDURE p() BEGIN SELECT 1; END",
            "create or replace definer = `root`@`localhost` procedure if not exists d.p(in a int, out b varchar(10)) \
             comment 'begin' not deterministic modifies sql data sql security invoker begin set @a = 1; call q(); end; select 1",
            "CREATE DEFINER=CURRENT_USER() FUNCTION f(a INT) RETURNS VARCHAR(10) CHARACTER SET utf8 COLLATE utf8_bin \
             DETERMINISTIC BEGIN SET @a = 1; RETURN own(a); END",
            "CREATE FUNCTION f() RETURNS INT RETURN own(1)",
            "CREATE AGGREGATE FUNCTION f RETURNS STRING SONAME 'x.so'",
            "CREATE TRIGGER t BEFORE INSERT ON begin FOR EACH ROW FOLLOWS end BEGIN SET NEW.a = own(1); SET @a = 1; END;",
            "CREATE TRIGGER t AFTER DELETE ON u FOR EACH ROW SET @a = 1",
            "CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS (SELECT do FROM t) ON COMPLETION PRESERVE COMMENT 'x' DO BEGIN \
             SET @a = 1; CALL p(); END",
            "ALTER DEFINER = a EVENT e RENAME TO do DO BEGIN SET @a = 1; CALL p(); END",
            "CREATE PACKAGE p AS PROCEDURE a; FUNCTION b(c INT) RETURN INT; END",
            "CREATE PACKAGE BODY p AS x INT := 1; PROCEDURE a AS BEGIN SET @a = 1; END; \
             FUNCTION b(c INT) RETURN INT IS d INT; BEGIN RETURN own(c); EXCEPTION WHEN others THEN RETURN 1; END b; \
             BEGIN CALL q(); END p",
            "CREATE PROCEDURE p AS a INT; BEGIN CALL q(); FOR i IN 1..9 LOOP CALL q(); END LOOP; END",
            // Labels, branches, loops, handlers.
            "CREATE PROCEDURE p() `l`: BEGIN m:LOOP SET @a = 1; IF a THEN LEAVE m; ELSEIF b THEN CALL q(); ELSE CALL r(); END IF; \
             END LOOP m; w: WHILE CASE a WHEN 1 THEN 2 ELSE 3 END DO CALL q(); END WHILE w; \
             REPEAT CALL q(); UNTIL CASE WHEN t.end THEN a END END REPEAT; END `l`; SELECT 1",
            "CREATE PROCEDURE p() CASE (SELECT end FROM t) WHEN 1 THEN CALL q(); WHEN 2 THEN BEGIN END; ELSE CALL r(); END CASE",
            "CREATE PROCEDURE p() IF a THEN CALL q(); END IF",
            "CREATE PROCEDURE p() BEGIN FOR i IN 1..n DO CALL q(); END FOR; FOR r IN (SELECT 1) DO CALL q(); END FOR; END",
            "CREATE PROCEDURE p() BEGIN DECLARE a, b INT DEFAULT 1; DECLARE c CURSOR FOR SELECT 1; \
             DECLARE CONTINUE HANDLER FOR SQLSTATE VALUE '23000', 1062, NOT FOUND BEGIN SET @a = 1; CALL q(); END; \
             DECLARE EXIT HANDLER FOR SQLEXCEPTION CALL q(); OPEN c; CALL q(); END",
            // ENDs that are none.
            "CREATE PROCEDURE p() BEGIN SELECT 'END; ', \"END; \", `END` FROM t; /* END; */ -- END;\n # END;\n CALL q(); END",
            "CREATE PROCEDURE p() BEGIN SELECT 1 AS end; SELECT end FROM t; SELECT CASE a WHEN 1 THEN 2 END; CALL q(); END",
            "CREATE PROCEDURE p() /*!50003 BEGIN CALL q(); END */",
            // What runs at once is as harmless as its parts.
            "BEGIN NOT ATOMIC SELECT 1; END",
            "BEGIN NOT ATOMIC DECLARE i INT DEFAULT 1; l: WHILE i < 3 DO INSERT INTO t VALUES (lower('A')); LEAVE l; END WHILE; END",
            "IF 1 THEN SELECT 1; ELSE SELECT 2; END IF; SELECT 3",
        ],
    );
    // A syntax error leaves nothing behind.
    assert_eq!(judge_failed(b"CREATE PROCEDURE p() BEGIN CALL q();", Charset::Plain), Harmless);
}

/// SPEC 21.11: what stands behind a body is a statement of its own, and a body that may end elsewhere hides nothing
#[test]
fn what_follows_a_body_is_judged() {
    all(
        Dirty,
        &[
            "CREATE PROCEDURE p() BEGIN SELECT 1; END; SET @a = 1",
            "CREATE PROCEDURE p() SELECT 1; SET @a = 1; SELECT 1 AS end",
            "CREATE PROCEDURE begin() SELECT 1; SET @a = 1; SELECT 1 AS end",
            "CREATE PROCEDURE p(begin INT) SELECT 1; SET @a = 1; SELECT 1 AS end",
            "CREATE FUNCTION f() RETURNS INT RETURN 1; SET @a = 1",
            "CREATE FUNCTION f() RETURNS ENUM('begin', 'b') CHARSET begin RETURN 1; SET @a = 1; SELECT end",
            "CREATE TRIGGER begin BEFORE INSERT ON begin FOR EACH ROW SET NEW.a = 1; SET @a = 1; SELECT end",
            "CREATE EVENT begin ON SCHEDULE AT NOW() DO DELETE FROM t; SET @a = 1; SELECT end",
            "CREATE PROCEDURE p() SELECT CASE a WHEN 1 THEN 2 END; CALL q(); SELECT 1",
            "CREATE PROCEDURE p() BEGIN SELECT IF(1, 2, 3); END; CALL q()",
            "CREATE PROCEDURE p() IF CASE a WHEN end THEN end END THEN SELECT 1; END IF; CALL q()",
            "CREATE PROCEDURE p() BEGIN IF 1 THEN SELECT 1; END; END; CALL q()",
            "CREATE PROCEDURE p() BEGIN SELECT 1; CALL q()",
            "CREATE TABLE t (a int); CALL q()",
            "DROP PROCEDURE p; CALL q()",
            "CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS $$ a; $$; CALL q()",
        ],
    );
}
