//! Why a call gave no result.

use std::fmt;
use std::io;

/// Why a connection could not be opened, or a call gave no result.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// use cenote_sqlite::{Error, Manager, Pool};
/// let pool = Pool::new(Manager::file("/no/such/directory/orders.db"));
/// match pool.acquire().await {
///     Err(cenote::Error::Create(Error::Sqlite(error))) => println!("{error}"),
///     other => panic!("{other:?}"),
/// }
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// SQLite's own error.
    Sqlite(rusqlite::Error),
    /// This call panicked, with these words. The connection is closed, since nobody knows what state it is in.
    Panicked(String),
    /// Another call on this connection panicked, so it is closed.
    Gone,
    /// The system gave no thread for a new connection.
    Thread(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sqlite(error) => error.fmt(f),
            Error::Panicked(words) => write!(
                f,
                "the call panicked, and its SQLite connection is closed; acquire another one: {words}"
            ),
            Error::Gone => f.write_str(
                "another call on this SQLite connection panicked, and it is closed; acquire another one",
            ),
            Error::Thread(error) => write!(
                f,
                "the system gives no thread for one more SQLite connection; lower the pool's max: {error}"
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Their own words are said above: the chain goes on with what is behind them.
            Error::Sqlite(error) => error.source(),
            Error::Thread(error) => error.source(),
            Error::Panicked(_) | Error::Gone => None,
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Sqlite(error)
    }
}
