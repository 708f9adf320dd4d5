//! SQLite's built-in functions that leave nothing behind.

use super::lexer::same;

/// In the order of their bytes.
#[rustfmt::skip]
const HARMLESS: [&str; 149] = [
    "ABS", "ACOS", "ACOSH", "ASIN", "ASINH", "ATAN", "ATAN2", "ATANH", "AVG", "BM25", "CAST",
    "CEIL", "CEILING", "CHANGES", "CHAR", "COALESCE", "CONCAT", "CONCAT_WS", "COS", "COSH", "COUNT",
    "CUME_DIST", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATE", "DATETIME", "DEGREES",
    "DENSE_RANK", "EXP", "FIRST_VALUE", "FLOOR", "FORMAT", "FTS5", "GENERATE_SERIES", "GLOB",
    "GROUP_CONCAT", "HEX", "HIGHLIGHT", "IF", "IFNULL", "IIF", "INSTR", "JSON", "JSONB",
    "JSONB_ARRAY", "JSONB_EXTRACT", "JSONB_GROUP_ARRAY", "JSONB_GROUP_OBJECT", "JSONB_INSERT",
    "JSONB_OBJECT", "JSONB_PATCH", "JSONB_REMOVE", "JSONB_REPLACE", "JSONB_SET", "JSON_ARRAY",
    "JSON_ARRAY_LENGTH", "JSON_EACH", "JSON_ERROR_POSITION", "JSON_EXTRACT", "JSON_GROUP_ARRAY",
    "JSON_GROUP_OBJECT", "JSON_INSERT", "JSON_OBJECT", "JSON_PATCH", "JSON_PRETTY", "JSON_QUOTE",
    "JSON_REMOVE", "JSON_REPLACE", "JSON_SET", "JSON_TREE", "JSON_TYPE", "JSON_VALID", "JULIANDAY",
    "LAG", "LAST_INSERT_ROWID", "LAST_VALUE", "LEAD", "LENGTH", "LIKE", "LIKELIHOOD", "LIKELY",
    "LN", "LOG", "LOG10", "LOG2", "LOWER", "LTRIM", "MATCH", "MAX", "MEDIAN", "MIN", "MOD",
    "NTH_VALUE", "NTILE", "NULLIF", "OCTET_LENGTH", "PERCENTILE", "PERCENTILE_CONT",
    "PERCENTILE_DISC", "PERCENT_RANK", "PI", "POW", "POWER", "PRINTF", "QUOTE", "RADIANS", "RAISE",
    "RANDOM", "RANDOMBLOB", "RANK", "REGEXP", "REPLACE", "ROUND", "ROW_NUMBER", "RTRIM", "SIGN",
    "SIN", "SINH", "SNIPPET", "SOUNDEX", "SQLITE_COMPILEOPTION_GET", "SQLITE_COMPILEOPTION_USED",
    "SQLITE_SOURCE_ID", "SQLITE_VERSION", "SQRT", "STRFTIME", "STRING_AGG", "SUBSTR", "SUBSTRING",
    "SUBTYPE", "SUM", "TAN", "TANH", "TIME", "TIMEDIFF", "TOTAL", "TOTAL_CHANGES", "TRIM", "TRUNC",
    "TYPEOF", "UNHEX", "UNICODE", "UNISTR", "UNISTR_QUOTE", "UNIXEPOCH", "UNLIKELY", "UPPER",
    "ZEROBLOB",
];

const _: () = assert!(is_sorted(&HARMLESS), "the list is searched by halves");

const fn is_sorted(list: &[&str]) -> bool {
    let mut index = 1;
    while index < list.len() {
        if !is_before(list[index - 1].as_bytes(), list[index].as_bytes()) {
            return false;
        }
        index += 1;
    }
    true
}

const fn is_before(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at < b.len() && (at == a.len() || a[at] < b[at])
}

/// Whether calling this function leaves nothing behind.
pub(super) fn is_harmless(name: &[u8]) -> bool {
    let capitals = || name.iter().map(u8::to_ascii_uppercase);
    HARMLESS.binary_search_by(|known| known.bytes().cmp(capitals())).is_ok()
        || name.len() > 7 && same(&name[..7], "PRAGMA_")
}
