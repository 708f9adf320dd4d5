//! What a descriptor is.
//!
//! Only a client library's own connection may be shut down to make the library return: never a listening or datagram
//! socket or a pipe, which others wait on as well, and never something that was there before this process began its
//! work, where the other end would see the shutdown of a connection that is still somebody else's.

use crate::runtime::descriptor_set::DescriptorSet;
use libc::{c_int, c_void, pollfd, sockaddr_storage, socklen_t};

/// Open when the process began, or when it was forked off.
static INHERITED: DescriptorSet = DescriptorSet::new();

/// Plain files, whose reads the kernel does without waiting if it is asked to; and those of which it cannot tell whether a
/// read would wait (on tmpfs or overlayfs, for instance).
static PLAIN: DescriptorSet = DescriptorSet::new();
static UNTOLD: DescriptorSet = DescriptorSet::new();
/// Plain files into which a small write goes to the kernel's memory.
static WRITTEN_TO_MEMORY: DescriptorSet = DescriptorSet::new();

/// Plain files that were in memory as a whole when it was asked.
static WHOLE: DescriptorSet = DescriptorSet::new();

/// Sockets that did not block when it was last asked. A program may have changed that since.
static NONBLOCKING: DescriptorSet = DescriptorSet::new();

/// What `read` and `write` have to know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Untold,
    Pipe,
    Other,
}

const BLOCK: c_int = 256;

/// Takes down what is open now. Runs in forked children too: asks the kernel about many descriptors in one call.
pub(super) fn note_inherited() {
    INHERITED.clear();
    for start in (0..).step_by(BLOCK as usize) {
        let mut fds = [pollfd { fd: -1, events: 0, revents: 0 }; BLOCK as usize];
        for (fd, at) in fds.iter_mut().zip(start..) {
            fd.fd = at;
        }
        // SAFETY: a local array of that length; does not wait.
        let asked = unsafe { libc::poll(fds.as_mut_ptr(), BLOCK as libc::nfds_t, 0) };
        let open = |fd: &pollfd| fd.revents & libc::POLLNVAL == 0;
        if asked < 0 || !fds.iter().any(open) {
            return;
        }
        fds.iter().filter(|fd| open(fd)).for_each(|fd| INHERITED.insert(fd.fd));
    }
}

/// `fd` is being closed: its number will mean something new.
pub(super) fn forget(fd: c_int) {
    INHERITED.remove(fd);
    PLAIN.remove(fd);
    UNTOLD.remove(fd);
    WHOLE.remove(fd);
    WRITTEN_TO_MEMORY.remove(fd);
    NONBLOCKING.remove(fd);
}

/// Module shutdown.
pub(super) fn forget_kinds() {
    PLAIN.clear();
    UNTOLD.clear();
    WHOLE.clear();
    WRITTEN_TO_MEMORY.clear();
    NONBLOCKING.clear();
}

#[inline]
pub(super) fn is_whole(fd: c_int) -> bool {
    WHOLE.contains(fd)
}

pub(super) fn note_whole(fd: c_int, is_whole: bool) {
    if is_whole {
        WHOLE.insert(fd);
    } else {
        WHOLE.remove(fd);
    }
}

#[inline]
pub(super) fn writes_to_memory(fd: c_int) -> bool {
    WRITTEN_TO_MEMORY.contains(fd)
}

pub(super) fn note_writing_to_memory(fd: c_int) {
    WRITTEN_TO_MEMORY.insert(fd);
}

#[inline]
pub(super) fn is_known_plain(fd: c_int) -> bool {
    PLAIN.contains(fd)
}

pub(super) fn note_plain(fd: c_int) {
    PLAIN.insert(fd);
}

/// A plain file of which the kernel does not tell whether a read would wait.
pub(super) fn note_untold(fd: c_int) {
    PLAIN.remove(fd);
    UNTOLD.insert(fd);
}

/// Of plain files it is known from the second time on.
#[inline]
pub(super) fn known(fd: c_int) -> Option<Kind> {
    match () {
        () if PLAIN.contains(fd) => Some(Kind::Plain),
        () if UNTOLD.contains(fd) => Some(Kind::Untold),
        () => None,
    }
}

pub(super) fn kind(fd: c_int) -> Kind {
    if let Some(kind) = known(fd) {
        return kind;
    }
    match file_type(fd) {
        libc::S_IFREG => {
            note_plain(fd);
            Kind::Plain
        }
        libc::S_IFIFO => Kind::Pipe,
        _ => Kind::Other,
    }
}

/// Asks the kernel.
pub(super) fn is_plain(fd: c_int) -> bool {
    file_type(fd) == libc::S_IFREG
}

/// A connected (or connecting) stream socket of this process's own making, to somebody else.
pub(super) fn is_client_connection(fd: c_int) -> bool {
    !INHERITED.contains(fd)
        && option(fd, libc::SO_TYPE) == Some(libc::SOCK_STREAM)
        && option(fd, libc::SO_ACCEPTCONN) == Some(0)
        && !is_pair(fd)
}

/// The error of a connect that is over.
pub(super) fn pending_error(fd: c_int) -> c_int {
    option(fd, libc::SO_ERROR).unwrap_or_else(super::patching::gate::errno)
}

/// In nanoseconds, how long a call on the socket may block.
pub(super) fn time_limit(fd: c_int, name: c_int) -> Option<u64> {
    let mut limit = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let mut size = size_of::<libc::timeval>() as socklen_t;
    // SAFETY: writes a record of the given size.
    let asked = unsafe {
        let place = (&raw mut limit).cast::<c_void>();
        libc::getsockopt(fd, libc::SOL_SOCKET, name, place, &raw mut size)
    };
    let span = (limit.tv_sec as u64)
        .saturating_mul(1_000_000_000)
        .saturating_add(limit.tv_usec as u64 * 1_000);
    (asked == 0 && span != 0).then_some(span)
}

pub(super) fn is_nonblocking(fd: c_int) -> bool {
    // SAFETY: reads the flags of a descriptor.
    unsafe { libc::fcntl(fd, libc::F_GETFL) & libc::O_NONBLOCK != 0 }
}

/// The same, remembered for `did_not_block`.
pub(super) fn note_nonblocking(fd: c_int) -> bool {
    let is_nonblocking = is_nonblocking(fd);
    if is_nonblocking {
        NONBLOCKING.insert(fd);
    } else {
        NONBLOCKING.remove(fd);
    }
    is_nonblocking
}

#[inline]
pub(super) fn did_not_block(fd: c_int) -> bool {
    NONBLOCKING.contains(fd)
}

/// From now on each is asked whether it blocks, and whoever asks finds out what else there is. In a signal handler, too.
pub(super) fn ask_again_what_blocks() {
    NONBLOCKING.clear();
}

pub(super) fn set_nonblocking(fd: c_int, wanted: bool) {
    // SAFETY: changes one flag of a descriptor.
    unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        let mode = if wanted { flags | libc::O_NONBLOCK } else { flags & !libc::O_NONBLOCK };
        libc::fcntl(fd, libc::F_SETFL, mode);
    }
}

/// A socket from which nothing can be read, however long one waits.
pub(super) fn is_listening(fd: c_int) -> bool {
    option(fd, libc::SO_ACCEPTCONN) == Some(1)
}

/// A socket on which bytes come without borders between messages.
pub(super) fn is_stream(fd: c_int) -> bool {
    option(fd, libc::SO_TYPE) == Some(libc::SOCK_STREAM)
}

pub(super) fn is_socket(fd: c_int) -> bool {
    file_type(fd) == libc::S_IFSOCK
}

pub(super) fn is_pipe(fd: c_int) -> bool {
    file_type(fd) == libc::S_IFIFO
}

/// 0: none.
fn file_type(fd: c_int) -> libc::mode_t {
    // SAFETY: all zero is a valid record, which is then written.
    unsafe {
        let mut about: libc::stat = std::mem::zeroed();
        if libc::fstat(fd, &raw mut about) == 0 { about.st_mode & libc::S_IFMT } else { 0 }
    }
}

pub(super) fn is_terminal(fd: c_int) -> bool {
    // SAFETY: asks about a descriptor.
    unsafe { libc::isatty(fd) == 1 }
}

fn option(fd: c_int, name: c_int) -> Option<c_int> {
    let mut value: c_int = 0;
    let mut size = size_of::<c_int>() as socklen_t;
    // SAFETY: writes an int of the given size.
    let asked = unsafe {
        let place = (&raw mut value).cast::<c_void>();
        libc::getsockopt(fd, libc::SOL_SOCKET, name, place, &raw mut size)
    };
    (asked == 0).then_some(value)
}

/// One end of a `socketpair`, which libraries use to wake themselves: a Unix socket whose other end has no name.
fn is_pair(fd: c_int) -> bool {
    // SAFETY: all zero is a valid address record.
    let mut address: sockaddr_storage = unsafe { std::mem::zeroed() };
    let mut size = size_of::<sockaddr_storage>() as socklen_t;
    // SAFETY: writes an address of at most the given size.
    let asked = unsafe { libc::getpeername(fd, (&raw mut address).cast(), &raw mut size) };
    asked == 0
        && c_int::from(address.ss_family) == libc::AF_UNIX
        && size as usize <= size_of::<libc::sa_family_t>()
}
