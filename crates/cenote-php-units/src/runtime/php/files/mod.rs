//! Watching files.

#[allow(dead_code)]
#[path = "../../../../../cenote-php/src/runtime/php/files/folder.rs"]
mod folder;
#[cfg(not(miri))]
mod folder_tests;
