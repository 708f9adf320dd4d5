//! What of a file is in the kernel's memory, as `mincore` says it.
//!
//! It says so only to those who could write to the file: to others everything seems to be there.

use super::reading::PIECE;
use libc::{c_int, c_uchar, c_void, off64_t};

/// In nanoseconds, how long it is believed that what is there stays there.
pub(super) const STAYS: u64 = 1_000_000_000;
const SMALLEST_PAGE: usize = 4096;

/// How many bytes from `at` on, of `most` at most and at least, can be read without waiting. The end of the file counts as
/// `most`. `None`: it cannot be told.
pub(super) fn from(fd: c_int, at: off64_t, most: usize) -> Option<usize> {
    let size = told_size(fd)?;
    if at >= size {
        return Some(most);
    }
    let skipped = at as usize % page();
    let wanted = most.min((size - at) as usize);
    let length = (skipped + wanted).min(PIECE);
    // SAFETY: a new mapping, in a place that the kernel chooses; nobody touches what is mapped.
    let mapped = unsafe {
        let (nowhere, start) = (std::ptr::null_mut(), at - skipped as off64_t);
        libc::mmap64(nowhere, length, libc::PROT_READ, libc::MAP_SHARED, fd, start)
    };
    if mapped == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: what was just mapped, of no more than a piece, and mapped for nobody else.
    let resident = unsafe {
        let resident = beginning(mapped, length);
        libc::munmap(mapped, length);
        resident?
    };
    let is_to_the_end = resident >= length && skipped + wanted == length && wanted < most;
    Some(if is_to_the_end { most } else { resident.saturating_sub(skipped) })
}

/// Whether a file of that size is there from its beginning to its end.
pub(super) fn is_whole_file(fd: c_int, size: off64_t) -> bool {
    (0..size).step_by(PIECE).all(|at| from(fd, at, PIECE).is_some_and(|there| there >= PIECE))
}

/// Whether all of that part of a mapped file is there. `None`: it cannot be told.
///
/// # Safety
/// `size` bytes of the file are mapped there, no more than a piece.
pub(super) unsafe fn is_whole(fd: c_int, mapped: *mut c_void, size: usize) -> Option<bool> {
    told_size(fd)?;
    // SAFETY: promised.
    unsafe { beginning(mapped, size) }.map(|resident| resident >= size)
}

/// The size of a file of which this process is told what is in memory.
pub(super) fn told_size(fd: c_int) -> Option<off64_t> {
    // SAFETY: all zero is a valid record, which is then written; asks who we are.
    unsafe {
        let mut about: libc::stat64 = std::mem::zeroed();
        let me = libc::geteuid();
        let is_told = libc::fstat64(fd, &raw mut about) == 0 && (me == 0 || me == about.st_uid);
        is_told.then_some(about.st_size)
    }
}

/// How many bytes from the beginning are in memory, in whole pages.
///
/// # Safety
/// Mapped, of no more than a piece.
unsafe fn beginning(mapped: *mut c_void, size: usize) -> Option<usize> {
    let mut pages: [c_uchar; PIECE / SMALLEST_PAGE] = [0; PIECE / SMALLEST_PAGE];
    // SAFETY: a byte for each page, of which there are no more.
    if unsafe { libc::mincore(mapped, size, pages.as_mut_ptr()) } != 0 {
        return None;
    }
    let count = size.div_ceil(page());
    let resident = pages[..count].iter().take_while(|&&page| page & 1 != 0).count();
    Some(if resident == count { size } else { resident * page() })
}

fn page() -> usize {
    // SAFETY: asks for a constant of the system.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
