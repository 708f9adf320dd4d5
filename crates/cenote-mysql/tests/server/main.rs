//! What the manager does on a real server: `scripts/check/managers.sh`, which `scripts/servers/run.sh` must run.

#[path = "../../../../tests/rust/aborting.rs"]
mod aborting;
mod connecting;
#[path = "../../../../tests/rust/dropping.rs"]
mod dropping;
mod ending;
mod giving_up;
mod kit;
mod left_behind;
#[path = "../../../../tests/rust/network.rs"]
mod network;
