//! What can be run: SQL text, or a prepared statement.

use tokio_postgres::Statement;

/// What the methods of [`Client`](crate::Client) and [`Transaction`](crate::Transaction) run: SQL text (`str`, `String`) or a
/// [`Statement`]. The same as [`tokio_postgres::ToStatement`], whose text nobody else can read.
///
/// ```no_run
/// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
/// let client = pool.acquire().await?;
/// client.execute("SELECT 1", &[]).await?;
/// let statement = client.prepare("SELECT 1").await?;
/// client.execute(&statement, &[]).await?;
/// # Ok(())
/// # }
/// ```
pub trait ToStatement: tokio_postgres::ToStatement + Sync + sealed::Sealed {
    /// The SQL text; `None` for a prepared statement.
    #[doc(hidden)]
    fn text(&self) -> Option<&str>;
}

impl ToStatement for str {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl ToStatement for String {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl ToStatement for Statement {
    fn text(&self) -> Option<&str> {
        None
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for str {}
    impl Sealed for String {}
    impl Sealed for tokio_postgres::Statement {}
}

/// Whether this SQL text may open a transaction that outlives it: only `BEGIN` and `START TRANSACTION` do, and no spelling
/// hides a keyword. A text that has the word elsewhere costs a round trip when the connection is returned.
pub(crate) fn may_begin(sql: &str) -> bool {
    let is_part_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128;
    let bytes = sql.as_bytes();
    let mut follows_name = false;
    for (at, byte) in bytes.iter().enumerate() {
        if !follows_name && matches!(byte, b'b' | b'B' | b's' | b'S') {
            let (word, rest) = bytes[at..].split_at_checked(5).unwrap_or_default();
            let is_opening =
                word.eq_ignore_ascii_case(b"begin") || word.eq_ignore_ascii_case(b"start");
            if is_opening && !rest.first().is_some_and(is_part_of_name) {
                return true;
            }
        }
        follows_name = is_part_of_name(byte);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::may_begin;

    /// SPEC 32.14: only a text that may open a transaction costs a round trip at the return.
    #[test]
    fn texts_that_may_open_a_transaction() {
        for sql in
            ["BEGIN", "begin;", "SELECT 1;BeGiN", "start transaction", "/**/START/**/", "é;begin"]
        {
            assert!(may_begin(sql), "{sql}");
        }
        for sql in [
            "",
            "begi",
            "SELECT start_time, beginning FROM t",
            "xbegin",
            "_start",
            "ébegin",
            "restart",
        ] {
            assert!(!may_begin(sql), "{sql}");
        }
    }
}
