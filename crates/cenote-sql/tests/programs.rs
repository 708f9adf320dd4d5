//! Bodies of stored programs, made at random: they are one statement, whatever they are made of.

use cenote_sql::{
    Effect::{Dirty, Harmless},
    mysql, postgresql, sqlite,
};
use proptest::{prelude::*, sample::select};

/// As many cases as PROPTEST_CASES says, else enough to be worth a second.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(1_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Statements that would change the session if they were run, and ENDs that end nothing.
fn simple() -> impl Strategy<Value = String> {
    let texts = [
        "SET @a = 1",
        "CALL own(1)",
        "SELECT 'END; '",
        "SELECT \"END;\" AS `END`, t.end FROM t",
        "SELECT CASE a WHEN 1 THEN 2 END AS end",
        "SELECT /* END; */ own(1)",
        "DO GET_LOCK('a', 1) -- END;\n",
        "INSERT INTO t VALUES (IF(a, b, c), REPEAT('a', 3))",
        "DECLARE a INT DEFAULT (SELECT end FROM t)",
        "DECLARE EXIT HANDLER FOR SQLSTATE '23000', NOT FOUND SET @a = 1",
        "DECLARE CONTINUE HANDLER FOR 1062 BEGIN CALL own(1); END",
    ];
    select(texts.map(String::from).to_vec())
}

fn condition() -> impl Strategy<Value = String> {
    let texts = [
        "a > 1",
        "own(a, (SELECT CASE b WHEN 1 THEN 2 END))",
        "CASE a WHEN 1 THEN b ELSE 'THEN' END",
        "t.end IN (1, 2) /* THEN DO */",
    ];
    select(texts.map(String::from).to_vec())
}

fn list(of: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    prop::collection::vec(of, 1..4)
        .prop_map(|statements| statements.iter().map(|one| format!("{one};\n")).collect())
}

/// A statement of MySQL, compound ones within each other.
fn statement() -> impl Strategy<Value = String> {
    simple().prop_recursive(4, 24, 3, |inner| {
        let label = || select(vec!["", "l: ", "`l`:"]);
        prop_oneof![
            (label(), list(inner.clone())).prop_map(|(l, s)| format!("{l}BEGIN {s}END")),
            (condition(), list(inner.clone()), list(inner.clone()))
                .prop_map(|(c, s, t)| format!("IF {c} THEN {s}ELSEIF {c} THEN {t}ELSE {s}END IF")),
            (condition(), list(inner.clone()))
                .prop_map(|(c, s)| format!("CASE {c} WHEN {c} THEN {s}ELSE {s}END CASE")),
            (label(), list(inner.clone())).prop_map(|(l, s)| format!("{l}LOOP {s}END LOOP")),
            (label(), condition(), list(inner.clone()))
                .prop_map(|(l, c, s)| format!("{l}REPEAT {s}UNTIL {c} END REPEAT")),
            (label(), condition(), list(inner.clone()))
                .prop_map(|(l, c, s)| format!("{l}WHILE {c} DO {s}END WHILE")),
            list(inner).prop_map(|s| format!("FOR i IN 1..9 DO {s}END FOR")),
        ]
    })
}

proptest! {
    #![proptest_config(config())]

    /// SPEC 21.11: a body is a part of its statement, and what stands behind it is not
    #[test]
    fn a_stored_program_is_one_statement(
        body in list(statement()),
        head in select(vec![
            "CREATE PROCEDURE begin(IN begin INT)",
            "CREATE OR REPLACE DEFINER=`a`@`b` FUNCTION d.f(a INT) RETURNS VARCHAR(10) CHARSET utf8 NOT DETERMINISTIC COMMENT 'BEGIN'",
            "CREATE TRIGGER t BEFORE INSERT ON begin FOR EACH ROW PRECEDES end",
            "CREATE EVENT e ON SCHEDULE EVERY 1 DAY COMMENT 'DO' DO",
            "ALTER EVENT e DO",
        ]),
    ) {
        let judge = |text: &str| mysql::judge(text.as_bytes(), mysql::Charset::Plain);
        let program = format!("{head} BEGIN {body}END");
        prop_assert_eq!(judge(&program), Harmless, "{}", program);
        let followed = format!("{program}; SELECT 1; SET @a = 1");
        prop_assert_eq!(judge(&followed), Dirty, "{}", followed);
        // Without its body the first statement is all there is, and the others are run.
        let short = format!("{head} SELECT 1; SET @a = 1; {body}END");
        prop_assert_eq!(judge(&short), Dirty, "{}", short);
    }

    /// SPEC 21.11: the same on PostgreSQL and SQLite, whose bodies are lists of plain statements
    #[test]
    fn a_list_of_statements_is_a_part_of_its_statement(
        texts in prop::collection::vec(select(vec!["SELECT own(1)", "SELECT CASE WHEN 1 THEN 2 END AS \"END\"", "SELECT 'END;'", "UPDATE t SET a = own(a)"]), 1..4),
    ) {
        let body: String = texts.iter().map(|text| format!("{text};\n")).collect();
        let postgresql = format!("CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC {body}END");
        let sqlite = format!("CREATE TRIGGER a AFTER INSERT ON t BEGIN {body}END");
        prop_assert_eq!(postgresql::judge(postgresql.as_bytes()), Harmless);
        prop_assert_eq!(postgresql::judge(format!("{postgresql}; LISTEN a").as_bytes()), Dirty);
        prop_assert_eq!(sqlite::judge(sqlite.as_bytes(), &|_| false), Harmless);
        prop_assert_eq!(sqlite::judge(format!("{sqlite}; ATTACH 'a' AS b").as_bytes(), &|_| false), Dirty);
    }
}
