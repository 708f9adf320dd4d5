//! What the pool does, on tokio with paused time.

mod adversary;
mod background;
mod breaking;
mod cancelling;
mod contention;
mod crowds;
mod events;
mod figures;
mod handing_over;
mod hooks;
mod kit;
mod leaving;
mod limits;
mod matrix;
mod prewarming;
mod probes;
mod retaining;
mod runtimes;
mod settings;
mod stress;
mod threads;
mod waiting;
mod wakers;
mod wild;
