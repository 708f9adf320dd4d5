//! cenote for stock PHP: coroutines, `Async\Pool` and the pooled `PDO`.
//!
//! [`zend`] wraps the engine, [`runtime`] schedules coroutines; the rest stands on these two: [`wait`] (waits of C libraries),
//! [`pool`] (`Async\Pool`), [`pdo`] (the pooled PDO), [`capi`] (the pool for other extensions).
//!
//! What must never go wrong is not decided here. `cenote-core` decides who gets a resource, and what becomes of a
//! connection; `cenote-tasks`, who runs next and who waits for whom; `cenote-sql`, what a text does to its session. This crate
//! is told by the engine: calls on PHP objects, waits of libraries, ends of scripts, forks, signals. It answers with switches
//! between C stacks, wrapped calls of the engine, system calls, and exceptions.
//!
//! Folders import from those below them only; ARCHITECTURE.md has the picture, and `scripts/docs/architecture.php` checks it.

mod capi;
mod messages;
mod module;
mod ownership;
mod pdo;
mod pool;
mod runtime;
mod wait;
mod zend;
