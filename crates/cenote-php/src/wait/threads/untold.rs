//! Plain files of which the kernel does not say whether a read would wait (no `RWF_NOWAIT`). What to do depends on where
//! their file system has its data:
//!
//! - in memory (tmpfs, proc): reads are those of stock PHP, large ones in pieces between which others run;
//! - on a disk, behind the kernel's memory (overlayfs, as in containers): `mincore` is asked for a stretch at a time, and a
//!   helper thread brings what is not there;
//! - elsewhere (NFS, FUSE, and what is not known here): a helper thread reads, as even for what is in memory somebody may be
//!   asked who does not answer.

use super::{
    aside::{self, Refused},
    helpers::{self, Helpers},
    reading::{self, PIECE},
    residency::{self, STAYS},
};
use crate::{
    runtime::{WaitMode, coarse_now},
    wait::{descriptor, patching::gate},
    zend::globals::engine_local,
};
use cenote_core::Time;
use libc::{c_int, c_void, off64_t, size_t, ssize_t};
use std::{cell::RefCell, collections::BTreeMap, ops::Range};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Memory,
    Disk,
    Elsewhere,
}

/// File systems whose data are in memory, or are made up by the kernel.
const IN_MEMORY: [u32; 13] = [
    0x0102_1994, // tmpfs
    0x8584_58f6, // ramfs
    0x9584_58f6, // hugetlbfs
    0x0000_9fa0, // proc
    0x6265_6572, // sysfs
    0x0027_e0eb, // cgroup
    0x6367_7270, // cgroup2
    0x6462_6720, // debugfs
    0x7472_6163, // tracefs
    0x7363_6673, // securityfs
    0x6265_6570, // configfs
    0xcafe_4a11, // bpf
    0x0000_1cd1, // devpts
];
/// Those of this machine's disks, whose reads ask nobody else.
const ON_A_DISK: [u32; 14] = [
    0x794c_7630, // overlayfs
    0x7371_7368, // squashfs
    0xe0f5_e1e2, // erofs
    0x28cd_3d45, // cramfs
    0x0000_4d44, // vfat
    0x2011_bab0, // exfat
    0x7366_746e, // ntfs3
    0x0000_9660, // iso9660
    0x1501_3346, // udf
    0x0000_482b, // hfsplus
    0x0000_ef53, // ext2, ext3, ext4
    0x5846_5342, // xfs
    0x9123_683e, // btrfs
    0xf2f5_2010, // f2fs
];
/// Those that hand a small write on to somebody else at once, and wait for the answer.
const WRITING_THROUGH: [u32; 4] = [
    0x6573_5546, // FUSE
    0x0102_1997, // 9p
    0xff53_4d42, // CIFS
    0xfe53_4d42, // SMB
];

/// Of a file that is on a disk.
struct InMemory {
    part: Range<off64_t>,
    since: Time,
}

/// How much is brought where it cannot be told what is there.
const BROUGHT: usize = 128 * 1024;

struct File {
    source: Source,
    in_memory: InMemory,
}

engine_local! {
    static FILES: RefCell<BTreeMap<c_int, File>> = RefCell::new(BTreeMap::new());
}

fn file_system(fd: c_int) -> u32 {
    // SAFETY: all zero is a valid record, which is then written.
    unsafe {
        let mut about: libc::statfs = std::mem::zeroed();
        if libc::fstatfs(fd, &raw mut about) == 0 { about.f_type as u32 } else { 0 }
    }
}

fn source_of(file_system: u32) -> Source {
    match () {
        () if IN_MEMORY.contains(&file_system) => Source::Memory,
        () if ON_A_DISK.contains(&file_system) => Source::Disk,
        () => Source::Elsewhere,
    }
}

/// The kernel did not tell of a read of this file. Only where the caller may know of waits.
pub(super) fn note(fd: c_int) {
    descriptor::note_untold(fd);
    let source = source_of(file_system(fd));
    let in_memory = InMemory { part: 0..0, since: Time(0) };
    FILES.borrow_mut().insert(fd, File { source, in_memory });
}

/// Whether even a small write waits for somebody else. Only where the caller may know of waits.
#[inline]
pub(super) fn writes_through(fd: c_int) -> bool {
    !descriptor::writes_to_memory(fd) && asks_where_it_writes(fd)
}

#[cold]
fn asks_where_it_writes(fd: c_int) -> bool {
    let is_through = WRITING_THROUGH.contains(&file_system(fd));
    if !is_through {
        descriptor::note_writing_to_memory(fd);
    }
    is_through
}

/// The threads that do work on this file: a server that is silent must not hold up the disks.
pub(super) fn helpers_for(fd: c_int) -> &'static Helpers {
    match source_of(file_system(fd)) {
        Source::Elsewhere => &helpers::SERVERS,
        _ => &helpers::FILES,
    }
}

/// Reads from a plain file that was noted.
///
/// # Safety
/// A writable buffer of that size.
pub(in crate::wait) unsafe fn read(fd: c_int, buffer: *mut c_void, size: size_t) -> ssize_t {
    // SAFETY: by the contract.
    let original = || unsafe { libc::read(fd, buffer, size) };
    let source = FILES.borrow().get(&fd).map_or(Source::Memory, |file| file.source);
    if source == Source::Memory && size <= PIECE {
        return original();
    }
    let place = reading::place_of_reading(fd);
    if place == WaitMode::Block {
        return original();
    }
    let mut done = 0;
    loop {
        let asked = (size - done).min(PIECE);
        // SAFETY: what is left of the buffer.
        let more = unsafe {
            let rest = buffer.byte_add(done);
            match source {
                Source::Memory => libc::read(fd, rest, asked),
                Source::Disk => read_from_disk(fd, rest, asked, place),
                Source::Elsewhere => read_aside(fd, rest, asked, place),
            }
        };
        if more < 0 {
            return reading::part_or(done, more);
        }
        done += more as usize;
        if (more as usize) < asked || done >= size || !reading::goes_on(fd) {
            return done as ssize_t;
        }
    }
}

/// # Safety
/// That of [`read`].
unsafe fn read_from_disk(fd: c_int, buffer: *mut c_void, size: usize, place: WaitMode) -> ssize_t {
    // SAFETY: asks for the position.
    let at = unsafe { libc::lseek64(fd, 0, libc::SEEK_CUR) };
    let end = at.saturating_add(size as off64_t);
    if at >= 0 && !is_in_memory(fd, &(at..end)) && bring(fd, at..end, place).is_err() {
        // To streams this means "nothing now": the file is not at its end.
        return gate::fail(libc::EAGAIN) as ssize_t;
    }
    // SAFETY: by the contract.
    unsafe { libc::read(fd, buffer, size) }
}

fn is_in_memory(fd: c_int, part: &Range<off64_t>) -> bool {
    FILES.borrow().get(&fd).is_some_and(|file| {
        let InMemory { part: known, since } = &file.in_memory;
        known.start <= part.start && part.end <= known.end && coarse_now().since(*since) < STAYS
    })
}

/// Has a part of a file in memory afterwards, so far as that can be done. `Err`: the wait has ended early.
fn bring(fd: c_int, wanted: Range<off64_t>, place: WaitMode) -> Result<(), ()> {
    let Range { start, end } = wanted;
    let resident = residency::from(fd, start, PIECE);
    let end = match resident {
        Some(resident) if start.saturating_add(resident as off64_t) >= end => {
            note_in_memory(fd, start..start.saturating_add(resident as off64_t));
            return Ok(());
        }
        Some(_) => end,
        None => end.max(start.saturating_add(BROUGHT as off64_t)),
    };
    match aside::run(&helpers::FILES, place, move || reading::bring(fd, start, end)) {
        Ok(()) => {
            note_in_memory(fd, start..end);
            Ok(())
        }
        Err(Refused::NoThread) => Ok(()),
        Err(Refused::Ended(_)) => Err(()),
    }
}

fn note_in_memory(fd: c_int, part: Range<off64_t>) {
    if let Some(file) = FILES.borrow_mut().get_mut(&fd) {
        file.in_memory = InMemory { part, since: coarse_now() };
    }
}

/// Has a thread read. The position moves only with what the caller gets.
///
/// # Safety
/// That of [`read`].
pub(super) unsafe fn read_aside(
    fd: c_int,
    buffer: *mut c_void,
    size: usize,
    place: WaitMode,
) -> ssize_t {
    // SAFETY: by the contract.
    let original = || unsafe { libc::read(fd, buffer, size) };
    loop {
        // SAFETY: asks for the position.
        let at = unsafe { libc::lseek64(fd, 0, libc::SEEK_CUR) };
        if at < 0 {
            return original();
        }
        // A number that means another file by then is read for nobody.
        let call = move || {
            let mut bytes = vec![0_u8; size];
            // SAFETY: a buffer of that size.
            let read = unsafe { libc::pread64(fd, bytes.as_mut_ptr().cast(), size, at) };
            (bytes, read, gate::errno())
        };
        let (bytes, read, errno) = match aside::run(&helpers::SERVERS, place, call) {
            Ok(done) => done,
            Err(Refused::NoThread) => return original(),
            Err(Refused::Ended(_)) => return gate::fail(libc::EAGAIN) as ssize_t,
        };
        let Ok(count) = usize::try_from(read) else { return gate::fail(errno) as ssize_t };
        // SAFETY: asks for the position, and moves it; no more than the buffer's size, and `bytes` has it.
        unsafe {
            // Somebody who shares the position has moved it meanwhile.
            if libc::lseek64(fd, 0, libc::SEEK_CUR) != at {
                continue;
            }
            libc::lseek64(fd, at + read as off64_t, libc::SEEK_SET);
            buffer.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), count);
        }
        return read;
    }
}
