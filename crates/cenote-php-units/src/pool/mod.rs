//! `Async\Pool`: its resources, and how they are found again.

#[allow(dead_code)]
#[path = "../../../cenote-php/src/pool/identity.rs"]
mod identity;
#[allow(dead_code)]
#[path = "../../../cenote-php/src/pool/payloads.rs"]
mod payloads;
mod payloads_tests;
