//! Import tables of loaded objects.

#[allow(dead_code)]
#[path = "../../../../cenote-php/src/wait/patching/elf.rs"]
mod elf;
#[cfg(not(miri))]
mod elf_tests;
#[path = "../../../../cenote-php/src/wait/patching/turns.rs"]
mod turns;
#[cfg(not(miri))]
mod turns_tests;
