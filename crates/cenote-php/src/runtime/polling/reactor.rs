//! Waiting for file descriptors.
//!
//! A coroutine that waits leaves its `pollfd` array with the reactor and parks; the one that finds nobody to run looks which
//! descriptors are ready. Two ways of looking are combined:
//!
//! - **Direct**: the arrays of all waits are put together and given to one `ppoll`. For a few descriptors nothing is
//!   cheaper: no call to register, none to deregister, and the kernel tells the truth about each descriptor as it is now.
//! - **Watched**: with more than [`FEW`] of them, waits that have gone through [`patience`] looks without an answer move
//!   into the kernel's own set (the `polling` crate, one-shot interest), whose descriptor joins the direct ones. When it
//!   reports a descriptor, all waits on that one become direct again, and the next look asks the kernel for the exact
//!   answer. So what is idle costs nothing at a look (SPEC 30.18).
//!
//! So an answer always comes from `ppoll` on the caller's own array, and a report that comes late or for a number that
//! means another file by now costs one look and does no harm. Descriptors belong to others, who close and reuse them
//! as they like: when arming says "is there already" or "is not there", the other form is used.
//!
//! A look wakes no more than [`admission`] allows.

use super::{admission, asking::ppoll, descriptor_set::DescriptorSet, watching::Watching};
use crate::{
    runtime::{
        coroutines::{coroutine::CoroutineId, scheduler},
        process::attention,
    },
    zend::globals::engine_local,
};
use libc::{c_int, pollfd};
use std::{
    cell::{Cell, RefCell},
    os::fd::{AsRawFd, RawFd},
    time::Duration,
};

/// So few are always looked at directly.
const FEW: usize = 8;
/// More than these are too many to look at twice.
const MANY: usize = 32;

/// How many looks without an answer a wait goes through, as one of that many direct ones, before it is watched. To watch and
/// to recall costs three system calls, which a wait that is answered soon should not pay.
fn patience(direct: usize) -> u32 {
    if direct > MANY { 1 } else { 64 }
}

struct Wait {
    coroutine: CoroutineId,
    /// The waiting caller's array. It stays where it is while the caller is parked.
    fds: *mut pollfd,
    count: usize,
    /// For a client library on its own connection, where nobody else may wait for the same.
    exclusive: bool,
    watched: bool,
    /// Looks that it has gone through without an answer.
    looks: u32,
    ready: usize,
}

impl Wait {
    fn fds(&self) -> &[pollfd] {
        // SAFETY: the array belongs to the reactor until the wait is removed, and nobody else touches it meanwhile.
        unsafe { std::slice::from_raw_parts(self.fds, self.count) }
    }

    fn fds_mut(&mut self) -> &mut [pollfd] {
        // SAFETY: the array is the reactor's until the wait is removed, and `&mut self` is the only way to it meanwhile.
        unsafe { std::slice::from_raw_parts_mut(self.fds, self.count) }
    }
}

/// Names a wait.
pub(in crate::runtime) type WaitKey = usize;

#[derive(Default)]
struct Reactor {
    waits: Vec<Option<Wait>>,
    free: Vec<WaitKey>,
    /// Waits to look at directly, oldest first.
    direct: Vec<WaitKey>,
    /// By descriptor.
    on_fd: Vec<Vec<WaitKey>>,
    watching: Option<Watching>,
    scratch: Vec<pollfd>,
}

engine_local! {
    static REACTOR: RefCell<Option<Reactor>> = RefCell::new(None);
    /// Descriptors that somebody waits on.
    static AWAITED: DescriptorSet = DescriptorSet::new();
    /// Those of them that were closed since the scheduler looked.
    static CLOSED: DescriptorSet = DescriptorSet::new();
    /// The number of waits: the scheduler asks at every switch.
    static WAITING: Cell<usize> = Cell::new(0);
}

fn with<R>(f: impl FnOnce(&mut Reactor) -> R) -> R {
    f(REACTOR.borrow_mut().get_or_insert_default())
}

/// A wait begins, for the array at `fds`.
///
/// # Safety
/// An array of `count` entries, which stays where it is and is used by nobody else until [`leave`], except between two looks.
pub(in crate::runtime) unsafe fn enter(
    coroutine: CoroutineId,
    fds: *mut pollfd,
    count: usize,
    exclusive: bool,
) -> WaitKey {
    // SAFETY: by the contract.
    with(|reactor| unsafe { reactor.enter(coroutine, fds, count, exclusive) })
}

/// How many descriptors of a wait are ready.
pub(in crate::runtime) fn ready(key: WaitKey) -> usize {
    with(|reactor| reactor.ready(key))
}

/// A wait is over.
pub(in crate::runtime) fn leave(key: WaitKey) {
    with(|reactor| reactor.leave(key));
}

/// Whether another coroutine waits for the same event on `fd` inside its client library (SPEC 28.4).
pub(crate) fn conflicting(fd: &pollfd) -> bool {
    settle_closed();
    with(|reactor| {
        let Some(keys) = usize::try_from(fd.fd).ok().and_then(|at| reactor.on_fd.get(at)) else {
            return false;
        };
        keys.iter().filter_map(|&key| reactor.waits[key].as_ref()).any(|wait| {
            wait.exclusive
                && wait.fds().iter().any(|other| other.fd == fd.fd && other.events & fd.events != 0)
        })
    })
}

/// Those who wait on `fd`.
pub(in crate::runtime) fn waiting_on(fd: c_int) -> Vec<CoroutineId> {
    let Ok(at) = usize::try_from(fd) else { return Vec::new() };
    let reactor = REACTOR.borrow();
    let Some(reactor) = reactor.as_ref() else { return Vec::new() };
    let keys = reactor.on_fd.get(at).map_or(&[][..], Vec::as_slice);
    keys.iter().filter_map(|&key| reactor.waits[key].as_ref()).map(|wait| wait.coroutine).collect()
}

/// The descriptors that a coroutine waits on.
pub(in crate::runtime) fn awaited_by(coroutine: CoroutineId) -> Vec<c_int> {
    let reactor = REACTOR.borrow();
    let waits = reactor.iter().flat_map(|reactor| reactor.waits.iter().flatten());
    waits
        .filter(|wait| wait.coroutine == coroutine)
        .flat_map(|wait| wait.fds().iter().map(|fd| fd.fd))
        .collect()
}

/// `fd` is about to be closed: anyone who waits on it gets POLLNVAL, as from the kernel, before anybody runs who parks next.
///
/// May be called by signal handlers, so it only leaves a note (SPEC 29.9).
pub(crate) fn closing(fd: c_int) {
    CLOSED.insert(fd);
    attention::ask(attention::CLOSED);
}

/// Ends the wait of everybody who waits on `fd`, as [`closing`] does: its owner has read what it was ready for. Only for descriptors
/// whose waiters look themselves what there is, as the answer says nothing.
pub(in crate::runtime) fn look_again(fd: c_int) {
    closing(fd);
}

/// Whether somebody waits on `fd`. May be called by signal handlers.
#[inline]
pub(crate) fn is_awaited(fd: c_int) -> bool {
    AWAITED.contains(fd)
}

pub(in crate::runtime) fn any_closed() -> bool {
    attention::wanted() & attention::CLOSED != 0
}

/// Wakes those whose descriptors were closed.
#[inline]
pub(in crate::runtime) fn settle_closed() {
    if any_closed() {
        attention::clear(attention::CLOSED);
        CLOSED.take().into_iter().for_each(settle);
    }
}

#[cold]
fn settle(fd: c_int) {
    let woken = with(|reactor| reactor.close(fd));
    woken.into_iter().for_each(scheduler::wake);
}

/// Whether somebody waits here, so that the process may sleep without a timer.
#[inline]
pub(crate) fn is_waited_on() -> bool {
    WAITING.get() > 0
}

/// Forgets all waits but those of one coroutine, which keep their keys: the other coroutines are gone. Returns what client libraries
/// wait on among those that are kept.
pub(in crate::runtime) fn forget_all_but(kept: Option<CoroutineId>) -> Vec<c_int> {
    WAITING.set(0);
    AWAITED.clear();
    CLOSED.clear();
    let Some(reactor) = REACTOR.borrow_mut().take() else { return Vec::new() };
    if let Some(watching) = reactor.watching {
        watching.abandon_if_inherited();
    }
    let kept = |wait: &Wait| Some(wait.coroutine) == kept;
    let mut of_clients = Vec::new();
    if reactor.waits.iter().flatten().any(kept) {
        let waits: Vec<_> = reactor.waits.into_iter().map(|wait| wait.filter(kept)).collect();
        for wait in waits.iter().flatten().filter(|wait| wait.exclusive) {
            of_clients.extend(wait.fds().iter().map(|own| own.fd));
        }
        with(|fresh| waits.into_iter().for_each(|wait| fresh.keep(wait)));
    }
    of_clients
}

/// Looks which descriptors are ready, sleeping for at most `span` until one is or a signal comes, with the signal mask
/// `mask` if there is one. Gives those who are to be woken.
pub(in crate::runtime) fn look(
    mut span: Option<Duration>,
    mask: Option<&libc::sigset_t>,
) -> Vec<CoroutineId> {
    let admitted = admission::allowed();
    let woken = loop {
        let (woken, again) = with(|reactor| {
            let found = reactor.poll_direct(span, mask, admitted);
            let again = found.watched_ready && reactor.recall_reported();
            reactor.promote();
            (found.woken, again)
        });
        if !again || !woken.is_empty() {
            break woken;
        }
        span = Some(Duration::ZERO);
    };
    admission::look_ended();
    woken
}

struct Found {
    woken: Vec<CoroutineId>,
    watched_ready: bool,
}

impl Reactor {
    /// # Safety
    /// As [`enter`] asks for.
    unsafe fn enter(
        &mut self,
        coroutine: CoroutineId,
        fds: *mut pollfd,
        count: usize,
        exclusive: bool,
    ) -> WaitKey {
        let wait = Wait { coroutine, fds, count, exclusive, watched: false, looks: 0, ready: 0 };
        let key = self.free.pop().unwrap_or_else(|| {
            self.waits.push(None);
            self.waits.len() - 1
        });
        self.enter_at(key, wait);
        key
    }

    /// The next key has this wait, or none.
    fn keep(&mut self, wait: Option<Wait>) {
        let key = self.waits.len();
        self.waits.push(None);
        match wait {
            Some(wait) => self.enter_at(key, Wait { watched: false, looks: 0, ..wait }),
            None => self.free.push(key),
        }
    }

    fn enter_at(&mut self, key: WaitKey, wait: Wait) {
        for fd in wait.fds().iter().filter_map(|own| usize::try_from(own.fd).ok()) {
            if self.on_fd.len() <= fd {
                self.on_fd.resize_with(fd + 1, Vec::new);
            }
            self.on_fd[fd].push(key);
            AWAITED.insert(fd as c_int);
        }
        self.waits[key] = Some(wait);
        self.direct.push(key);
        WAITING.set(WAITING.get() + 1);
    }

    fn leave(&mut self, key: WaitKey) {
        let Some(wait) = self.waits.get_mut(key).and_then(Option::take) else { return };
        for fd in wait.fds().iter().filter_map(|own| usize::try_from(own.fd).ok()) {
            if let Some(at) = self.on_fd[fd].iter().position(|&known| known == key) {
                self.on_fd[fd].remove(at);
            }
            if self.on_fd[fd].is_empty() {
                AWAITED.remove(fd as c_int);
            }
        }
        if wait.watched {
            self.count_watched(-1);
        } else if let Some(at) = self.direct.iter().position(|&known| known == key) {
            self.direct.remove(at);
        }
        self.free.push(key);
        WAITING.set(WAITING.get() - 1);
    }

    /// How many descriptors of a wait are ready. A wait that is forgotten has none.
    fn ready(&self, key: WaitKey) -> usize {
        self.waits.get(key).and_then(Option::as_ref).map_or(0, |wait| wait.ready)
    }

    /// Answers the waits on a descriptor that was closed, and says whose they are.
    fn close(&mut self, fd: c_int) -> Vec<CoroutineId> {
        let at = fd as usize;
        if let Some(watching) = &mut self.watching {
            if let Some(registered) = watching.registered.get_mut(at) {
                *registered = false;
            }
        }
        let mut woken = Vec::new();
        for &key in self.on_fd.get(at).map_or(&[][..], Vec::as_slice) {
            let Some(wait) = self.waits[key].as_mut() else { continue };
            for own in wait.fds_mut().iter_mut().filter(|own| own.fd == fd) {
                own.revents = libc::POLLNVAL;
            }
            wait.ready = wait.fds().iter().filter(|own| own.revents != 0).count();
            woken.push(wait.coroutine);
        }
        woken
    }

    fn count_watched(&mut self, change: isize) {
        if let Some(watching) = &mut self.watching {
            watching.waits = watching.waits.saturating_add_signed(change);
        }
    }

    /// One `ppoll` over the direct waits and the kernel's set.
    fn poll_direct(
        &mut self,
        span: Option<Duration>,
        mask: Option<&libc::sigset_t>,
        admitted: usize,
    ) -> Found {
        let mut all = std::mem::take(&mut self.scratch);
        all.clear();
        for &key in &self.direct {
            if let Some(wait) = self.waits[key].as_ref().filter(|wait| wait.ready == 0) {
                all.extend_from_slice(wait.fds());
            }
        }
        let watched = self.watching.as_ref().filter(|watching| watching.waits > 0);
        if let Some(watching) = watched {
            let fd = watching.poller.as_raw_fd();
            all.push(pollfd { fd, events: libc::POLLIN, revents: 0 });
        }
        let has_watched = watched.is_some();
        let found = ppoll(&mut all, span, mask) > 0;
        let watched_ready = has_watched && all.pop().is_some_and(|own| own.revents != 0);
        let woken = if found { self.hand_out(&all, admitted) } else { self.find_none() };
        self.scratch = all;
        Found { woken, watched_ready: found && watched_ready }
    }

    /// A look that a timer ended counts too: beside timers alone idle waits would stay direct.
    fn find_none(&mut self) -> Vec<CoroutineId> {
        if self.direct.len() > FEW {
            for &key in &self.direct {
                if let Some(wait) = self.waits[key].as_mut() {
                    wait.looks += 1;
                }
            }
        }
        Vec::new()
    }

    /// Gives each wait its part of the answer, in the order in which [`Reactor::poll_direct`] asked.
    fn hand_out(&mut self, answers: &[pollfd], admitted: usize) -> Vec<CoroutineId> {
        let mut woken = Vec::new();
        let mut rest = answers;
        for at in 0..self.direct.len() {
            let key = self.direct[at];
            let Some(wait) = self.waits[key].as_ref().filter(|wait| wait.ready == 0) else {
                continue;
            };
            let (own, others) = rest.split_at(wait.count);
            rest = others;
            let taken =
                woken.len() >= admitted || matches!(own, [only] if self.is_taken(only, key));
            let Some(wait) = self.waits[key].as_mut() else { continue };
            // One that is ready stays where the next look finds it.
            if taken && own.iter().any(|answer| answer.revents != 0) {
                wait.looks = 0;
                continue;
            }
            wait.looks += 1;
            for (fd, answer) in wait.fds_mut().iter_mut().zip(own) {
                fd.revents = answer.revents;
            }
            wait.ready = own.iter().filter(|answer| answer.revents != 0).count();
            if wait.ready > 0 {
                woken.push(wait.coroutine);
            }
        }
        woken
    }

    /// Whether somebody was woken for the same on this descriptor and has not run since. Of several who wait for one
    /// connection to accept, one is woken: the others would find nothing, and block in the kernel.
    fn is_taken(&self, fd: &pollfd, key: WaitKey) -> bool {
        let waiting = usize::try_from(fd.fd).ok().and_then(|at| self.on_fd.get(at));
        waiting.filter(|keys| keys.len() > 1).is_some_and(|keys| {
            keys.iter().filter(|&&other| other != key).any(|&other| {
                self.waits[other].as_ref().is_some_and(|wait| {
                    wait.ready > 0 && matches!(wait.fds(), [only] if only.events & fd.events != 0)
                })
            })
        })
    }

    /// Moves older waits into the kernel's set when there are many.
    fn promote(&mut self) {
        if self.direct.len() <= FEW {
            return;
        }
        let patience = patience(self.direct.len());
        let direct = std::mem::take(&mut self.direct);
        for key in direct {
            let old = self.waits[key]
                .as_ref()
                .is_some_and(|wait| wait.looks >= patience && wait.ready == 0);
            if old && self.watch(key) {
                continue;
            }
            self.direct.push(key);
        }
    }

    /// `false`: the kernel's set does not take it.
    fn watch(&mut self, key: WaitKey) -> bool {
        if self.watching.is_none() {
            let Ok(watching) = Watching::new() else { return false };
            self.watching = Some(watching);
        }
        let Some(wait) = self.waits[key].as_mut() else { return false };
        wait.watched = true;
        let fds: Vec<RawFd> = wait.fds().iter().map(|own| own.fd).filter(|&fd| fd >= 0).collect();
        let armed = fds.into_iter().all(|fd| self.arm(fd));
        if armed {
            self.count_watched(1);
        } else if let Some(wait) = self.waits[key].as_mut() {
            wait.watched = false;
        }
        armed
    }

    /// One-shot interest in all that watched waits want of `fd`.
    fn arm(&mut self, fd: RawFd) -> bool {
        let Ok(at) = usize::try_from(fd) else { return false };
        let wanted = self.on_fd[at]
            .iter()
            .filter_map(|&key| self.waits[key].as_ref())
            .filter(|wait| wait.watched)
            .flat_map(|wait| wait.fds().iter())
            .filter(|own| own.fd == fd)
            .fold(0, |all, own| all | own.events);
        let Some(watching) = &mut self.watching else { return false };
        watching.arm(fd, wanted).is_ok()
    }

    /// Makes the waits that the kernel's set reports direct again. Says whether there were any.
    fn recall_reported(&mut self) -> bool {
        let Some(mut watching) = self.watching.take() else { return false };
        watching.events.clear();
        let _ = watching.poller.wait(&mut watching.events, Some(Duration::ZERO));
        let mut recalled = 0;
        for event in watching.events.iter() {
            for &key in self.on_fd.get(event.key).map_or(&[][..], Vec::as_slice) {
                if let Some(wait) = self.waits[key].as_mut().filter(|wait| wait.watched) {
                    wait.watched = false;
                    wait.looks = 0;
                    self.direct.push(key);
                    recalled += 1;
                }
            }
        }
        watching.waits -= recalled;
        self.watching = Some(watching);
        recalled > 0
    }
}
