//! Why settings could not be read.

use std::error::Error as StdError;
use std::fmt;

/// Why settings could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// There is no setting of this name.
    Key(String),
    /// A value is not what its setting takes.
    Value {
        /// The setting.
        key: String,
        /// What was said.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// There is no URL.
    NoUrl,
    /// The URL cannot be read.
    Url(Box<dyn StdError + Send + Sync>),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Key(key) => write!(f, "a pool has no setting `{key}`"),
            ConfigError::Value { key, value, expected } => {
                write!(f, "the setting `{key}` takes {expected}, not `{value}`")
            }
            ConfigError::NoUrl => f.write_str("no URL is set"),
            ConfigError::Url(_) => f.write_str("the URL cannot be read"),
        }
    }
}

impl StdError for ConfigError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            ConfigError::Url(error) => Some(&**error),
            _ => None,
        }
    }
}
