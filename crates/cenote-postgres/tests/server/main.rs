//! What the manager does on a real server: `scripts/manager-tests`, which `scripts/servers` must run.

mod cleaning;
mod connecting;
mod giving_up;
mod kit;
mod returning;
mod statements;
mod threads;
mod tls;
mod verifying;
