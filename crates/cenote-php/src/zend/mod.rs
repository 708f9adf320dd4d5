//! The only place that knows raw engine structures.
//!
//! Everything above works with a handful of safe-to-hold types:
//!
//! | type | stands for |
//! |---|---|
//! | [`Value`] | an owned zval |
//! | [`Object`] | an owned reference to an engine object |
//! | [`Callable`] | an owned PHP callable |
//! | [`Class`] | an internal class whose objects carry a Rust value |
//! | [`Call`] | the running call of one of our functions: arguments, `$this`, return value |
//! | [`Thrown`] | "stop and go back to the engine": an exception is pending, or a bailout is |
//!
//! # Leaving by longjmp
//!
//! Nearly every engine function may leave by `longjmp` (fatal error, memory limit). A jump over a Rust frame skips its
//! destructors, so such calls are made inside [`bailout::guard`], which catches the jump and turns it into an error
//! value; once all Rust frames have returned, the [entry] point resumes the jump. Code inside a guarded closure owns
//! nothing (`F: Copy`), which the compiler checks.

pub(crate) mod array;
pub(crate) mod bailout;
pub(crate) mod callable;
pub(crate) mod class;
pub(crate) mod collector;
pub(crate) mod cursor;
pub(crate) mod entry;
pub(crate) mod enumeration;
pub(crate) mod exception;
pub(crate) mod exit;
pub(crate) mod fiber;
pub(crate) mod frame;
pub(crate) mod globals;
pub(crate) mod ini;
pub(crate) mod iteration;
pub(crate) mod message;
pub(crate) mod messages;
pub(crate) mod object;
pub(crate) mod signature;
pub(crate) mod started;
pub(crate) mod startup;
pub(crate) mod value;

#[allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    dead_code,
    unused_imports,
    unreachable_pub,
    improper_ctypes,
    unknown_lints, // the next one is younger than the oldest compiler
    unnecessary_transmutes,
    unsafe_op_in_unsafe_fn,
    missing_docs,
    clippy::all,
    clippy::undocumented_unsafe_blocks
)]
pub(crate) mod sys {
    //! Bindings made by bindgen from the installed headers.
    include!(concat!(env!("OUT_DIR"), "/php.rs"));
}

pub(crate) use array::Array;
pub(crate) use bailout::guard;
pub(crate) use callable::{Callable, Method};
pub(crate) use class::{ClassBuilder, ClassRef};
pub(crate) use entry::{Call, Outcome, function};
pub(crate) use exception::Thrown;
pub(crate) use iteration::Iteration;
pub(crate) use message::Message;
pub(crate) use object::{Class, Object, Tracer};
pub(crate) use signature::{Param, Signature, Type};
pub(crate) use value::Value;
