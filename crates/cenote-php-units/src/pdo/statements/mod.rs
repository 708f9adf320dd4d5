//! Statements apart from their objects.

#[allow(dead_code, unreachable_pub)]
#[path = "../../../../cenote-php/src/pdo/statements/cache.rs"]
mod cache;
mod cache_tests;
mod compiled;
