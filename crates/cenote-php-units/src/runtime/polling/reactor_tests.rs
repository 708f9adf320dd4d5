//! The reactor's books, over pairs of sockets.

use super::{
    admission::ALLOWED,
    reactor::{self, WaitKey},
};
use crate::runtime::coroutines::{coroutine::CoroutineId, scheduler};
use libc::{POLLIN, POLLNVAL, pollfd};
use std::{
    io::Write,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::net::UnixStream,
    },
    sync::{Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};

/// The reactor is one for the process, so the tests take turns.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    ALLOWED.store(usize::MAX, Relaxed);
    scheduler::woken();
    let _ = reactor::forget_all_but(None);
    turn
}

/// A coroutine that waits until something can be read from a socket.
struct Reader {
    socket: UnixStream,
    writer: UnixStream,
    /// Where the reactor writes its answer; it stays where it is.
    fds: Box<[pollfd]>,
    key: WaitKey,
    who: CoroutineId,
}

impl Reader {
    fn new(number: u32) -> Reader {
        Reader::exclusive(number, false)
    }

    fn exclusive(number: u32, exclusive: bool) -> Reader {
        let (socket, writer) = UnixStream::pair().expect("a pair");
        let mut reader =
            Reader { socket, writer, fds: Box::new([]), key: 0, who: CoroutineId(number) };
        reader.wait(exclusive);
        reader
    }

    fn wait(&mut self, exclusive: bool) {
        self.fds = Box::new([asked(&self.socket)]);
        // SAFETY: an array of one entry, which lives until the wait has been left.
        self.key = unsafe { reactor::enter(self.who, self.fds.as_mut_ptr(), 1, exclusive) };
    }

    fn write(&mut self) {
        self.writer.write_all(b"x").expect("room");
    }

    fn answer(&self) -> libc::c_short {
        // SAFETY: the reactor writes here through its pointer.
        unsafe { self.fds.as_ptr().read_volatile() }.revents
    }
}

fn asked(socket: &impl AsRawFd) -> pollfd {
    pollfd { fd: socket.as_raw_fd(), events: POLLIN, revents: 0 }
}

fn look() -> Vec<CoroutineId> {
    reactor::look(Some(Duration::ZERO), None)
}

/// SPEC 28.1: who can read is woken, with the kernel's answer, and nobody else
#[test]
fn who_can_read_is_woken() {
    let _turn = turn();
    let (mut first, second) = (Reader::new(1), Reader::new(2));
    assert!(reactor::is_waited_on() && look().is_empty());
    first.write();
    assert_eq!(look(), [first.who]);
    assert_eq!((first.answer(), reactor::ready(first.key)), (POLLIN, 1));
    assert_eq!((second.answer(), reactor::ready(second.key)), (0, 0));
    assert!(look().is_empty(), "it was told, and has not run since");
    reactor::leave(first.key);
    reactor::leave(second.key);
    assert!(!reactor::is_waited_on() && !reactor::is_awaited(second.socket.as_raw_fd()));
}

/// SPEC 30.18: many idle waits move into the kernel's set; one that becomes ready there is found
#[test]
fn one_of_many_idle_waits_is_found() {
    let _turn = turn();
    let mut readers: Vec<_> = (0..100).map(Reader::new).collect();
    for _ in 0..200 {
        assert!(look().is_empty());
    }
    for at in [0, 50, 99] {
        readers[at].write();
        assert_eq!(look(), [readers[at].who], "the {at}th");
        assert_eq!(readers[at].answer(), POLLIN);
    }
    // It may wait again, with what it has left unread.
    reactor::leave(readers[50].key);
    readers[50].wait(false);
    assert_eq!(look(), [readers[50].who]);
    readers.iter().for_each(|reader| reactor::leave(reader.key));
    assert!(!reactor::is_waited_on());
}

/// Who waits on a descriptor that is closed gets POLLNVAL
#[test]
fn who_waits_on_a_closed_descriptor_is_told() {
    let _turn = turn();
    let reader = Reader::new(7);
    let fd = reader.socket.as_raw_fd();
    assert!(reactor::is_awaited(fd));
    assert_eq!(
        (reactor::waiting_on(fd), reactor::awaited_by(reader.who)),
        (vec![reader.who], vec![fd])
    );
    reactor::closing(fd);
    assert!(
        reactor::any_closed() && scheduler::woken().is_empty(),
        "a signal handler leaves a note"
    );
    reactor::settle_closed();
    assert_eq!(scheduler::woken(), [reader.who]);
    assert_eq!((reader.answer(), reactor::ready(reader.key)), (POLLNVAL, 1));
    reactor::leave(reader.key);
    assert!(reactor::waiting_on(fd).is_empty());
}

/// SPEC 30.18: a descriptor that is closed and opened again in the kernel's set is watched again, even if nobody told of it
#[test]
fn a_number_that_is_used_again_is_watched_again() {
    for is_told in [true, false] {
        use_again(is_told);
    }
}

fn use_again(is_told: bool) {
    let _turn = turn();
    let others: Vec<_> = (0..40).map(Reader::new).collect();
    let mut reader = Reader::new(100);
    (0..10).for_each(|_| assert!(look().is_empty()));
    let number = reader.socket.as_raw_fd();
    if is_told {
        reactor::closing(number);
        reactor::settle_closed();
    }
    reactor::leave(reader.key);
    let (socket, writer) = UnixStream::pair().expect("a pair");
    // SAFETY: the new socket takes the number of the old one, which this owns.
    assert_eq!(unsafe { libc::dup2(socket.as_raw_fd(), number) }, number);
    drop(OwnedFd::from(socket));
    reader.writer = writer;
    reader.wait(false);
    let more: Vec<_> = (200..240).map(Reader::new).collect();
    (0..10).for_each(|_| assert!(look().is_empty()));
    reader.write();
    assert_eq!(look(), [reader.who], "told: {is_told}");
    reactor::leave(reader.key);
    others.iter().chain(&more).for_each(|other| reactor::leave(other.key));
}

/// SPEC 30.18: of several who wait for the same, one is woken at a time
#[test]
fn of_several_on_one_descriptor_one_is_woken() {
    let _turn = turn();
    let mut first = Reader::new(1);
    let mut fds = [asked(&first.socket)];
    // SAFETY: an array of one entry, which lives until the wait has been left.
    let second = unsafe { reactor::enter(CoroutineId(2), fds.as_mut_ptr(), 1, false) };
    first.write();
    assert_eq!(look(), [CoroutineId(1)]);
    assert!(look().is_empty(), "the first has not run since");
    reactor::leave(first.key);
    assert_eq!(look(), [CoroutineId(2)], "it has left something");
    reactor::leave(second);
}

/// SPEC 30.18: a look wakes no more than are allowed, oldest first, and the next one finds the others
#[test]
fn a_look_wakes_no_more_than_allowed() {
    let _turn = turn();
    let mut readers: Vec<_> = (0..5).map(Reader::new).collect();
    readers.iter_mut().for_each(Reader::write);
    ALLOWED.store(2, Relaxed);
    assert_eq!(look(), [CoroutineId(0), CoroutineId(1)]);
    assert_eq!(look(), [CoroutineId(2), CoroutineId(3)]);
    assert_eq!(look(), [CoroutineId(4)]);
    readers.iter().for_each(|reader| reactor::leave(reader.key));
}

/// SPEC 28.4: two client libraries on one connection are a conflict; two that only look are none
#[test]
fn only_clients_on_one_connection_are_a_conflict() {
    let _turn = turn();
    let plain = Reader::new(1);
    assert!(!reactor::conflicting(&asked(&plain.socket)));
    let client = Reader::exclusive(2, true);
    assert!(reactor::conflicting(&asked(&client.socket)));
    let other_event = pollfd { events: libc::POLLOUT, ..asked(&client.socket) };
    assert!(!reactor::conflicting(&other_event));
    reactor::leave(client.key);
    assert!(!reactor::conflicting(&asked(&client.socket)));
    reactor::leave(plain.key);
}

/// SPEC 29.7: after the end of a request nothing is left of its waits
#[test]
fn nothing_is_left_once_all_is_forgotten() {
    let _turn = turn();
    let mut readers: Vec<_> = (0..40).map(Reader::new).collect();
    (0..10).for_each(|_| assert!(look().is_empty()));
    let _ = reactor::forget_all_but(None);
    assert!(!reactor::is_waited_on() && !reactor::is_awaited(readers[0].socket.as_raw_fd()));
    readers[0].write();
    assert!(look().is_empty());
    assert_eq!(reactor::ready(readers[0].key), 0);
}
