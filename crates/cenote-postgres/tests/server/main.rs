//! What the manager does on a real server: `scripts/manager-tests`, which `scripts/servers` must run.

mod cleaning;
mod kit;
mod statements;
mod threads;
mod tls;
