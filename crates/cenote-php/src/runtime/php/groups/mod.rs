//! Groups of tasks.

pub(in crate::runtime) mod answers;
mod keys;
mod results;
pub(in crate::runtime) mod task_group;
pub(in crate::runtime) mod tasks;
