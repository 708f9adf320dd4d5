//! How many C stacks the kernel's limit on memory mappings leaves room for (SPEC 30.9).
//!
//! Each stack takes two mappings of `vm.max_map_count`: itself and its guard page. When the last one is gone it is not
//! a stack that fails, which we could tell, but whatever asks for memory next: the engine's allocator, libc's, ours,
//! and each of them ends the process. So stacks stop short of the limit, with [`RESERVE`] mappings left to all others.
//!
//! What is in use is counted once, when there are enough stacks for the limit to matter; counting is reading a file with
//! a line for each mapping, too slow to do again and again. What is mapped later apart from stacks comes from the
//! reserve. Where the kernel does not tell, stacks are had until one fails.

use std::{cell::OnceCell, fs};

/// Below this number of stacks the limit is not looked at.
const LOOK_AT: usize = 256;
const PER_STACK: usize = 2;
/// Left to the allocators, which take megabytes at a time, and to libraries and their threads.
const RESERVE: usize = 2_048;

/// The number of stacks that may exist at a time.
pub(in crate::runtime) struct StackBudget(OnceCell<usize>);

impl StackBudget {
    pub(in crate::runtime) const fn unknown() -> StackBudget {
        StackBudget(OnceCell::new())
    }

    /// Whether one more may be made beside `existing` ones.
    pub(in crate::runtime) fn allows(&self, existing: usize) -> bool {
        existing < LOOK_AT || existing < *self.0.get_or_init(|| counted(existing))
    }
}

fn counted(existing: usize) -> usize {
    let limit = fs::read_to_string("/proc/sys/vm/max_map_count")
        .ok()
        .and_then(|text| text.trim().parse().ok());
    let in_use =
        fs::read("/proc/self/maps").map(|maps| maps.iter().filter(|&&byte| byte == b'\n').count());
    match (limit, in_use) {
        (Some(limit), Ok(in_use)) => fitting(limit, in_use, existing),
        _ => usize::MAX,
    }
}

/// As many as there are and as fit into what is left. The reserve is smaller where the limit is low.
fn fitting(limit: usize, in_use: usize, existing: usize) -> usize {
    existing + limit.saturating_sub(in_use + RESERVE.min(limit / 8)) / PER_STACK
}
