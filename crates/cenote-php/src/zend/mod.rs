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

mod control;
pub(crate) mod message;
pub(crate) mod messages;
mod module;
mod values;

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

pub(crate) use control::{bailout, entry, exception, exit, fatal, fiber, frame};
pub(crate) use control::{
    bailout::guard,
    entry::{Call, Outcome, function},
    exception::Thrown,
};
pub(crate) use message::Message;
pub(crate) use module::{collector, globals, ini, started, startup, threads};
pub(crate) use values::{array, callable, class, cursor, enumeration, object, path, value};
pub(crate) use values::{
    array::Array,
    callable::{Callable, Method},
    class::{ClassBuilder, ClassRef},
    iteration::Iteration,
    object::{Class, Object, Tracer},
    put_off::put_off_ends,
    signature::{Param, Signature, Type},
    value::Value,
};
