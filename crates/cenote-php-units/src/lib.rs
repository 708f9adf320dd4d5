//! Tests of those modules of the extension that need no PHP.
//!
//! The extension is a library that only a PHP process can load: its symbols are the engine's. So it has no test binary of its
//! own, and what it does to a script is tested by scripts. But parsing ELF objects, keeping statements, finding a resource
//! by its value and the reactor's books have nothing to do with the engine. Those files are compiled here a second time, from
//! where they are, in modules of the same names. The little that they ask of the others are stand-ins: a `Value`
//! that is a Rust value, a scheduler that notes whom it has to wake.
//!
//! What needs no stand-ins at all belongs into a crate without an engine: `cenote-core`, `cenote-tasks`, `cenote-sql`.

#[cfg(test)]
mod pdo;
#[cfg(test)]
mod pool;
#[cfg(test)]
mod runtime;
#[cfg(test)]
mod wait;
#[cfg(test)]
mod zend;
