//! What the pool does, on tokio with paused time.

mod cancelling;
mod kit;
mod limits;
mod probes;
mod stress;
mod waiting;
