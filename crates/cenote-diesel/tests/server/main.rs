//! What the manager does on real servers: `scripts/check/managers.sh`, which `scripts/servers/run.sh` must run.

// `both` is a module of each server: what it uses differs by name only.
#![allow(clippy::duplicate_mod)]

#[path = "../../../../tests/rust/aborting.rs"]
mod aborting;
#[path = "../../../../tests/rust/dropping.rs"]
mod dropping;
mod mysql;
#[path = "../../../../tests/rust/network.rs"]
mod network;
mod postgres;
#[path = "../../../../tests/rust/warnings.rs"]
mod warnings;

use std::future::Future;
use std::time::Duration;

/// What `scripts/servers/run.sh` has set.
pub(crate) fn told(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: run scripts/check/managers.sh"))
}

/// What has to come, in the end.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it never came to that")
}
