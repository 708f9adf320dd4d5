//! The types of `include/zend_async_pool.h`.

#![allow(
    non_camel_case_types,
    non_upper_case_globals,
    dead_code,
    unused_imports,
    unreachable_pub,
    missing_docs,
    clippy::all
)]

use crate::zend::sys::*;

include!(concat!(env!("OUT_DIR"), "/pool_api.rs"));
