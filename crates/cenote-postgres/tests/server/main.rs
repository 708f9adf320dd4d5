//! What the manager does on a real server: `scripts/check/managers.sh`, which `scripts/servers/run.sh` must run.

#[path = "../../../../tests/rust/aborting.rs"]
mod aborting;
mod cleaning;
mod connecting;
mod giving_up;
mod hooks;
mod kit;
mod listening;
mod pooling;
mod returning;
mod roles;
mod statements;
mod threads;
mod tls;
mod transactions;
mod verifying;
#[path = "../../../../tests/rust/warnings.rs"]
mod warnings;
