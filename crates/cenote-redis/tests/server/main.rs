//! What the manager does on a real server: `scripts/manager-tests`, which `scripts/servers` must run.

mod connecting;
mod ending;
mod giving_up;
mod kit;
mod left_behind;
