//! Waits of C libraries.

mod patching;
