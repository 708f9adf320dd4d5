//! The resource pool as a pure state machine.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
