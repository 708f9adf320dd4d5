//! Verdicts on texts for SQLite.

use cenote_sql::{
    Effect::{self, Dirty, Harmless},
    sqlite::{judge, judge_failed},
};

fn all(effect: Effect, texts: &[&str]) {
    for text in texts {
        assert_eq!(judge(text.as_bytes(), &|_| false), effect, "{text}");
    }
}

/// SPEC 21.11: a trigger is one statement with its body; what follows is another
#[test]
fn a_trigger_is_one_statement() {
    all(
        Harmless,
        &[
            "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT own(1); UPDATE t SET a = CASE WHEN 1 THEN 2 END; END",
            "CREATE TRIGGER IF NOT EXISTS begin BEFORE UPDATE OF begin ON begin FOR EACH ROW WHEN CASE NEW.begin WHEN 1 THEN 2 END \
             BEGIN SELECT own(1) AS end; DELETE FROM t; END; SELECT 1",
        ],
    );
    all(
        Dirty,
        &[
            "CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END",
            "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END; ATTACH 'a' AS b",
            "CREATE TRIGGER a AFTER INSERT ON t WHEN begin > 1 BEGIN SELECT 1; END",
            "CREATE TABLE t (begin); ATTACH 'a' AS b; END",
        ],
    );
    assert_eq!(
        judge_failed(b"CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT own(1);", &|_| false),
        Harmless
    );
}
