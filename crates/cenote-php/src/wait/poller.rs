//! `Async\Poller`: one coroutine waits for any number of streams (SPEC 48).
//!
//! The streams are in a set of the kernel's (`epoll`, level-triggered), whose descriptor is what the coroutine waits on
//! in the reactor: a stream in which nothing happens costs nothing, and numbers above `FD_SETSIZE` are no limit.

use super::messages;
use crate::{
    runtime::{
        ByTicket,
        descriptors::{self, Waited},
        exceptions, process_generation,
    },
    zend::{
        Array, Call, Class, ClassBuilder, ClassRef, Outcome, Param, Signature, Thrown, Type, Value,
        exception, function, guard, object::Native, sys,
    },
};
use cenote_core::Time;
use libc::{c_int, epoll_event, pollfd};
use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd},
    time::Duration,
};

const READABLE: u8 = 1;
const WRITABLE: u8 = 2;
/// How many streams one look reports at most; the others are reported by the next one.
const AT_ONCE: usize = 256;
/// What the kernel's event carries for the descriptor that ends a wait; streams have positive numbers.
const WAKE: u64 = 0;

/// The number of a stream's resource, which is not used again in a request.
type StreamId = i64;

#[derive(Clone, Copy)]
struct Watched {
    fd: RawFd,
    interest: u8,
}

/// The kernel's set.
struct Set {
    epoll: OwnedFd,
    wake: OwnedFd,
    generation: u32,
}

#[derive(Default)]
struct State {
    set: Option<Set>,
    streams: HashMap<StreamId, Watched, ByTicket>,
    /// Those of them that the kernel's set does not take, as regular files: they are always ready.
    always: HashSet<StreamId, ByTicket>,
    /// Whose descriptor the kernel's set has. A closed stream's number may belong to another one by now.
    owners: HashMap<RawFd, StreamId, ByTicket>,
    /// Those reported last: their readers may have left something in PHP's buffer, of which the kernel knows nothing.
    recent: Vec<StreamId>,
    /// Room for what the kernel reports, kept from one wait to the next.
    events: Vec<epoll_event>,
}

#[derive(Default)]
struct Poller {
    state: RefCell<State>,
    is_waiting: Cell<bool>,
    /// The next wait returns at once.
    is_woken: Cell<bool>,
    /// Events come so often that a wait probably finds some without sleeping.
    is_busy: Cell<bool>,
}

static CLASS: Class<Poller> = Class::new();

impl Native for Poller {
    fn blank() -> Self {
        Poller::default()
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }
}

fn owned(fd: c_int) -> Option<OwnedFd> {
    // SAFETY: a descriptor that the kernel has just made for us.
    (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
}

impl Set {
    fn new() -> Option<Set> {
        // SAFETY: two calls without memory of ours.
        let (epoll, wake) = unsafe {
            let wake = libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK);
            (owned(libc::epoll_create1(libc::EPOLL_CLOEXEC))?, owned(wake)?)
        };
        let set = Set { epoll, wake, generation: process_generation() };
        set.control(libc::EPOLL_CTL_ADD, set.wake.as_raw_fd(), READABLE, WAKE).then_some(set)
    }

    fn control(&self, operation: c_int, fd: RawFd, interest: u8, key: u64) -> bool {
        let read = if interest & READABLE != 0 { libc::EPOLLIN | libc::EPOLLRDHUP } else { 0 };
        let write = if interest & WRITABLE != 0 { libc::EPOLLOUT } else { 0 };
        let mut event = epoll_event { events: (read | write) as u32, u64: key };
        // SAFETY: `event` is readable during the call.
        unsafe { libc::epoll_ctl(self.epoll.as_raw_fd(), operation, fd, &raw mut event) == 0 }
    }

    /// What is ready now.
    fn look(&self, into: &mut Vec<epoll_event>) {
        into.clear();
        into.reserve(AT_ONCE);
        let (epoll, room) = (self.epoll.as_raw_fd(), AT_ONCE as c_int);
        // SAFETY: room for that many, of which the kernel says how many it wrote.
        unsafe {
            let found = libc::epoll_wait(epoll, into.as_mut_ptr(), room, 0);
            into.set_len(usize::try_from(found).unwrap_or(0));
        }
    }

    /// What is ready within `span`, of which the kernel takes whole milliseconds: anyone who needs the rest asks again. The
    /// number of descriptors.
    fn wait(
        &self,
        into: &mut Vec<epoll_event>,
        span: Option<Duration>,
        mask: Option<&libc::sigset_t>,
    ) -> usize {
        into.clear();
        into.reserve(AT_ONCE);
        let whole = |span: Duration| c_int::try_from(span.as_millis()).unwrap_or(c_int::MAX);
        let (epoll, room, timeout) =
            (self.epoll.as_raw_fd(), AT_ONCE as c_int, span.map_or(-1, whole));
        let mask = mask.map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: room for that many, of which the kernel says how many it wrote; a set of signals that outlives the call.
        unsafe {
            let found = libc::epoll_pwait(epoll, into.as_mut_ptr(), room, timeout, mask);
            into.set_len(usize::try_from(found).unwrap_or(0));
        }
        into.len()
    }

    fn signal(&self) {
        let one = 1_u64;
        // SAFETY: eight bytes of ours. It fails only if it is signalled already.
        unsafe { libc::write(self.wake.as_raw_fd(), (&raw const one).cast(), 8) };
    }

    fn drain(&self) {
        let mut count = 0_u64;
        // SAFETY: eight bytes of ours to write to. It does not block.
        unsafe { libc::read(self.wake.as_raw_fd(), (&raw mut count).cast(), 8) };
    }
}

impl State {
    /// The kernel's set. A child process shares its parent's, so it gets one of its own.
    fn set(&mut self) -> Result<&Set, Thrown> {
        if self.set.as_ref().is_none_or(|set| set.generation != process_generation()) {
            self.renew()?;
        }
        Ok(self.set.as_ref().expect("just made"))
    }

    /// A new set, of the streams that are still open.
    fn renew(&mut self) -> Result<(), Thrown> {
        let set = Set::new().ok_or_else(|| {
            let error = std::io::Error::last_os_error();
            exception::throw(exceptions::async_exception(), &messages::no_poller(&error))
        })?;
        self.owners.clear();
        self.streams.retain(|&id, _| is_open(id));
        self.always.clear();
        for (&id, watched) in &self.streams {
            if !set.control(libc::EPOLL_CTL_ADD, watched.fd, watched.interest, id as u64) {
                self.always.insert(id);
            }
            self.owners.insert(watched.fd, id);
        }
        self.set = Some(set);
        Ok(())
    }

    fn watch(&mut self, id: StreamId, fd: RawFd, interest: u8) -> Result<(), Thrown> {
        self.set()?;
        if let Some(earlier) = self.owners.insert(fd, id).filter(|&earlier| earlier != id) {
            // That stream was closed: the number is this one's now.
            self.streams.remove(&earlier);
            self.always.remove(&earlier);
        }
        let set = self.set.as_ref().expect("asked for above");
        let key = id as u64;
        let in_set = set.control(libc::EPOLL_CTL_ADD, fd, interest, key)
            || set.control(libc::EPOLL_CTL_MOD, fd, interest, key);
        self.streams.insert(id, Watched { fd, interest });
        if in_set {
            self.always.remove(&id);
        } else {
            self.always.insert(id);
        }
        Ok(())
    }

    fn unwatch(&mut self, id: StreamId) {
        let Some(watched) = self.streams.remove(&id) else { return };
        self.always.remove(&id);
        if self.owners.get(&watched.fd) == Some(&id) {
            self.owners.remove(&watched.fd);
            // A child process leaves its parent's set alone.
            if let Some(set) =
                self.set.as_ref().filter(|set| set.generation == process_generation())
            {
                set.control(libc::EPOLL_CTL_DEL, watched.fd, 0, 0);
            }
        }
    }

    /// What is ready without the kernel's word: regular files, and what PHP has read ahead.
    fn ready_here(&mut self, ready: &mut Vec<(StreamId, u8)>) {
        for id in self.recent.drain(..) {
            let wants = self.streams.get(&id).is_some_and(|known| known.interest & READABLE != 0);
            if wants && buffered(id) {
                ready.push((id, READABLE));
            }
        }
        for &id in self.always.iter().filter(|&&id| is_open(id)) {
            ready.extend(self.streams.get(&id).map(|watched| (id, watched.interest)));
        }
    }

    /// Adds what the kernel says. True: it told of a stream that PHP has closed, of which another process has a copy. Only
    /// a new set is rid of it.
    fn ready_there(&mut self, events: &[epoll_event], ready: &mut Vec<(StreamId, u8)>) -> bool {
        let mut is_haunted = false;
        // The kernel reports each stream once.
        let here = ready.len();
        for event in events.iter().filter(|event| event.u64 != WAKE) {
            let (id, signs) = (event.u64 as StreamId, { event.events } as c_int);
            let Some(watched) = self.streams.get(&id).filter(|_| is_open(id)) else {
                is_haunted = true;
                continue;
            };
            let ends = libc::EPOLLHUP | libc::EPOLLERR;
            let read =
                if signs & (libc::EPOLLIN | libc::EPOLLRDHUP | ends) != 0 { READABLE } else { 0 };
            let write = if signs & (libc::EPOLLOUT | ends) != 0 { WRITABLE } else { 0 };
            let found = (read | write) & watched.interest;
            match ready[..here].iter_mut().find(|(known, _)| *known == id) {
                _ if found == 0 => {}
                Some((_, known)) => *known |= found,
                None => ready.push((id, found)),
            }
        }
        is_haunted
    }
}

fn is_open(id: StreamId) -> bool {
    // SAFETY: looks the number up in the engine's list of resources.
    unsafe { sys::cenote_stream_is_open(id) }
}

fn buffered(id: StreamId) -> bool {
    // SAFETY: looks the number up in the engine's list of resources; one that is not there has nothing.
    unsafe { sys::cenote_stream_has_buffered(id) }
}

fn this<'a>(call: &Call) -> &'a Poller {
    // SAFETY: the method table is that of Poller; `$this` lives through the call.
    unsafe { CLASS.native(call.this()) }
}

fn watch(call: &mut Call) -> Outcome {
    call.expect_args(1, 3)?;
    let readable = call.count() < 2 || call.bool(1)?;
    let writable = call.count() > 2 && call.bool(2)?;
    let interest = if readable { READABLE } else { 0 } | if writable { WRITABLE } else { 0 };
    let stream = call.raw_arg(0);
    // SAFETY: an argument of the call.
    let id = unsafe { sys::cenote_resource_number(stream) };
    if id == 0 {
        let problem = messages::not_a_stream(&call.value(0).type_name());
        return Err(exception::argument_error(ClassRef::type_error(), 1, &problem));
    }
    let poller = this(call);
    if interest == 0 {
        poller.state.borrow_mut().unwatch(id);
        return Ok(());
    }
    // SAFETY: an argument of the call, which holds the resource through it. A stream in PHP may be asked, which runs its
    // code.
    let fd = guard(move || unsafe { sys::cenote_stream_descriptor(stream) })?;
    exception::check()?;
    if fd < 0 {
        let class = ClassRef::value_error();
        return Err(exception::argument_error(class, 1, &messages::STREAM_WITHOUT_DESCRIPTOR));
    }
    poller.state.borrow_mut().watch(id, fd, interest)
}

/// Only one coroutine waits at a time.
struct Waiting<'a>(&'a Cell<bool>);

impl<'a> Waiting<'a> {
    fn begin(flag: &'a Cell<bool>) -> Result<Self, Thrown> {
        if flag.replace(true) {
            let text = &messages::POLLER_IN_USE;
            return Err(exception::throw(exceptions::async_exception(), text));
        }
        Ok(Waiting(flag))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

fn deadline(microseconds: Option<i64>) -> Option<Time> {
    let span = u64::try_from(microseconds?).unwrap_or(0).saturating_mul(1_000);
    Some(Time(crate::runtime::precise_now().0.saturating_add(span)))
}

impl Poller {
    fn wait(&self, microseconds: Option<i64>) -> Result<Vec<(StreamId, u8)>, Thrown> {
        let _waiting = Waiting::begin(&self.is_waiting)?;
        let mut ready = Vec::new();
        let (epoll, mut events) = {
            let mut state = self.state.borrow_mut();
            let epoll = state.set()?.epoll.as_raw_fd();
            state.ready_here(&mut ready);
            (epoll, std::mem::take(&mut state.events))
        };
        events.clear();
        let mut is_now = self.is_woken.take() || !ready.is_empty() || microseconds == Some(0);
        // A loop that is busy finds its next events at once, by one system call.
        if !is_now && self.is_busy.get() && descriptors::nobody_else_can_run() {
            self.state.borrow_mut().set()?.look(&mut events);
            is_now = !events.is_empty();
            self.is_busy.set(is_now);
        }
        if !is_now {
            let mut fds = [pollfd { fd: epoll, events: libc::POLLIN, revents: 0 }];
            let state = &self.state;
            let ask = |_: &mut [pollfd], span: Option<Duration>, mask: Option<&libc::sigset_t>| {
                match &state.borrow().set {
                    Some(set) => set.wait(&mut events, span, mask),
                    None => 0,
                }
            };
            match descriptors::wait_by(&mut fds, deadline(microseconds), false, ask) {
                Ok(Waited::Ready(_) | Waited::Signal(_)) => {}
                Err(interrupted) => return Err(interrupted.throw()),
            }
            self.is_busy.set(events.len() > 1);
        }
        let mut state = self.state.borrow_mut();
        let set = state.set()?;
        if events.is_empty() {
            set.look(&mut events);
        }
        if events.iter().any(|event| event.u64 == WAKE) {
            set.drain();
            self.is_woken.set(false);
        }
        let is_haunted = state.ready_there(&events, &mut ready);
        state.events = events;
        if is_haunted {
            state.renew()?;
        }
        state.recent.extend(ready.iter().map(|&(id, _)| id));
        Ok(ready)
    }

    fn wake(&self) {
        self.is_woken.set(true);
        if self.is_waiting.get() {
            if let Some(set) = &self.state.borrow().set {
                set.signal();
            }
        }
    }
}

fn wait(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let microseconds = call.optional_int(0)?;
    if microseconds.is_some_and(|microseconds| microseconds < 0) {
        let problem = crate::zend::messages::at_least(0);
        return Err(exception::argument_value_error(1, &problem));
    }
    let ready = this(call).wait(microseconds)?;
    let mut list = Array::with_capacity(ready.len())?;
    for (id, signs) in ready {
        list.set(&crate::zend::array::Key::Index(id), Value::int(i64::from(signs)))?;
    }
    call.returns(Value::array(list));
    Ok(())
}

fn wake(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this(call).wake();
    Ok(())
}

fn construct(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)
}

/// Module start-up.
pub(super) fn register() {
    const WATCH: [Param; 3] = [
        Param::required(c"stream", Type::NONE),
        Param::optional(c"readable", Type::BOOL, c"true"),
        Param::optional(c"writable", Type::BOOL, c"false"),
    ];
    const WAIT: [Param; 1] = [Param::optional(c"microseconds", Type::INT.or_null(), c"null")];
    let class = ClassBuilder::new(c"Async\\Poller")
        .method(function(c"__construct", construct, Signature::new(&[], Type::NONE)))
        .method(function(c"watch", watch, Signature::new(const { &WATCH }, Type::VOID)))
        .method(function(c"wait", wait, Signature::new(const { &WAIT }, Type::ARRAY)))
        .method(function(c"wake", wake, Signature::new(&[], Type::VOID)))
        .sealed()
        .register();
    CLASS.bind(class);
}
