//! Groups of tasks.

pub(in crate::runtime) mod answers;
pub(in crate::runtime) mod task_group;
pub(in crate::runtime) mod tasks;
