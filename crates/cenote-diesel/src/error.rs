//! Why there is no connection.

use std::fmt;

/// An error of diesel's.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No connection could be made.
    Connection(diesel::ConnectionError),
    /// A connection could not be cleaned or tested.
    Query(diesel::result::Error),
    /// A request was given up on a connection, and has not ended or has an answer that nobody has read.
    GivenUp,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Connection(error) => error.fmt(f),
            Error::Query(error) => error.fmt(f),
            Error::GivenUp => f.write_str("a request was given up on this connection"),
        }
    }
}

/// The texts of diesel's errors have their causes in them.
impl std::error::Error for Error {}

impl From<diesel::ConnectionError> for Error {
    fn from(error: diesel::ConnectionError) -> Error {
        Error::Connection(error)
    }
}

impl From<diesel::result::Error> for Error {
    fn from(error: diesel::result::Error) -> Error {
        Error::Query(error)
    }
}
