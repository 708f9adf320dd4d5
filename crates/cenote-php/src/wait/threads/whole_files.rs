//! Plain files that are in the kernel's memory as a whole: they are read as on stock PHP.
//!
//! A read that asks first (`RWF_NOWAIT`) takes the kernel 150 ns longer, a sixth of what a read of 4 kB takes. So a small file
//! that is read again and again is asked about as a whole, by `mincore`, and believed to stay there for a while (SPEC 30.25).

use super::residency::{self, STAYS};
use crate::{
    runtime::coarse_now,
    wait::{descriptor, patching::gate},
};
use libc::{c_int, off64_t};
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Of a larger file the question would take too long.
const LARGEST: off64_t = 8 << 20;
const PAGE: off64_t = 4096;
/// A question is asked after as many reads as the file has pages, which take much longer than it; and after a no, which may well come
/// again, after that many times more.
const READS_AFTER_A_NO: u32 = 4;
const FEWEST_READS: u32 = 256;
const NEVER: u32 = u32::MAX;

/// What is known of a descriptor. Replaced functions on other threads see it as well.
struct Slot {
    fd: AtomicI32,
    /// Without waiting, since the last question.
    reads: AtomicU32,
    /// The number of reads after which it is asked.
    enough: AtomicU32,
    /// In nanoseconds of the coarse clock.
    until: AtomicU64,
}

/// A descriptor has the one of its number's last bits; of two with the same, the one that is read now.
static SLOTS: [Slot; 64] = [const {
    Slot {
        fd: AtomicI32::new(-1),
        reads: AtomicU32::new(0),
        enough: AtomicU32::new(FEWEST_READS),
        until: AtomicU64::new(0),
    }
}; 64];

fn slot(fd: c_int) -> &'static Slot {
    &SLOTS[fd as usize % SLOTS.len()]
}

/// Whether a read of this file can be taken for one that does not wait.
#[inline]
pub(in crate::wait) fn is_in_memory(fd: c_int) -> bool {
    descriptor::is_whole(fd) && is_believed(fd)
}

#[inline]
fn is_believed(fd: c_int) -> bool {
    let slot = slot(fd);
    slot.fd.load(Relaxed) == fd && coarse_now().0 < slot.until.load(Relaxed)
}

/// A read did not wait.
#[inline]
pub(super) fn note_read(fd: c_int) {
    let slot = slot(fd);
    let reads = slot.reads.load(Relaxed).saturating_add(1);
    slot.reads.store(reads, Relaxed);
    if slot.fd.load(Relaxed) != fd || reads >= slot.enough.load(Relaxed) {
        decide(fd, slot);
    }
}

/// Not all is there.
pub(super) fn note_wait(fd: c_int) {
    if slot(fd).fd.load(Relaxed) == fd {
        begin(fd, slot(fd));
    }
}

fn begin(fd: c_int, slot: &Slot) {
    descriptor::note_whole(fd, false);
    slot.until.store(0, Relaxed);
    slot.fd.store(fd, Relaxed);
    slot.reads.store(0, Relaxed);
    slot.enough.store(FEWEST_READS, Relaxed);
}

#[cold]
fn decide(fd: c_int, slot: &Slot) {
    if !gate::may_know_waits() {
        return;
    }
    if slot.fd.load(Relaxed) != fd {
        return begin(fd, slot);
    }
    let Some(size) = residency::told_size(fd).filter(|&size| size <= LARGEST) else {
        return slot.enough.store(NEVER, Relaxed);
    };
    let enough = FEWEST_READS.max((size / PAGE + 1) as u32);
    slot.enough.store(enough, Relaxed);
    if slot.reads.load(Relaxed) < enough {
        return;
    }
    slot.reads.store(0, Relaxed);
    if residency::is_whole_file(fd, size) {
        slot.until.store(coarse_now().0.saturating_add(STAYS), Relaxed);
        descriptor::note_whole(fd, true);
    } else {
        slot.enough.store(enough * READS_AFTER_A_NO, Relaxed);
    }
}
