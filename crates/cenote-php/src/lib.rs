//! cenote for stock PHP: coroutines, `Async\Pool` and the pooled `PDO`.
//!
//! [`zend`] wraps the engine, [`runtime`] schedules coroutines; the rest stands on these two.

mod capi;
mod messages;
mod module;
mod ownership;
mod pdo;
mod pool;
mod runtime;
mod wait;
mod zend;
