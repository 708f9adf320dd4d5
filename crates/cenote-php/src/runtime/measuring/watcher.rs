//! A thread that looks whether the engine's thread has switched.
//!
//! A clock is too dear to be read at every switch. So the engine's thread only counts its runs, and this one looks at the
//! count at short intervals: what it has seen twice is a run that lasts. From then on it has the engine stop between two
//! opcodes, by the engine's own interrupt, and the engine's thread notes where it is (SPEC 44.13). Nothing of the engine's
//! is read here but one pointer, which is compared and never followed. It ends before the thread that it watches.
//!
//! While the engine's thread sleeps in the reactor this thread sleeps as well, and is woken by it. It handles no signals,
//! allocates nothing while it watches, and is not there in a forked child before that starts one of its own.

use super::system_calls::Question;
use crate::{
    runtime::{
        engine::interrupt,
        process::{clock, fork},
    },
    zend::globals::{self, engine_local},
};
use cenote_core::Time;
use std::{
    cell::RefCell,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst},
    },
    thread::JoinHandle,
    time::Duration,
};

engine_local! {
    /// Counts the runs of the engine's thread.
    static RUN: AtomicU64 = AtomicU64::new(0);
    /// The run that was seen at two looks is under way.
    static LASTS: AtomicBool = AtomicBool::new(false);
    /// The engine's thread sleeps in the reactor, or nothing was spawned.
    static IS_IDLE: AtomicBool = AtomicBool::new(true);
}

/// What of the engine's thread the watching one sees. It ends first.
#[derive(Clone, Copy)]
struct Watched {
    run: &'static AtomicU64,
    lasts: &'static AtomicBool,
    is_idle: &'static AtomicBool,
    /// The engine's current frame: compared, and never followed.
    frame: &'static AtomicUsize,
    interrupt: &'static AtomicBool,
}

impl Watched {
    /// The calling thread.
    fn this_thread() -> Self {
        let frame = &raw mut globals::executor().current_execute_data;
        // SAFETY: an aligned pointer in the engine's globals, which are there as long as the thread runs PHP; it is read in one piece.
        let frame = unsafe { AtomicUsize::from_ptr(frame.cast()) };
        let interrupt = interrupt::flag();
        Watched { run: &RUN, lasts: &LASTS, is_idle: &IS_IDLE, frame, interrupt }
    }
}

/// Readings of the two clocks at one moment, in nanoseconds.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) wall: Time,
    pub(super) cpu: u64,
}

/// Since when the engine's thread has been on its way to the next opcode at which it can be asked.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) since: Time,
    /// The engine's current frame since then.
    pub(super) frame: usize,
    /// The call of the kernel in which it was seen last.
    pub(super) system_call: Option<libc::c_long>,
}

/// What the watcher has seen of one run.
#[derive(Clone, Copy)]
pub(super) struct Look {
    run: u64,
    /// When it was seen first: it began before.
    pub(super) first: Moment,
    pub(super) flag: Option<Flag>,
}

struct Shared {
    /// In nanoseconds.
    interval: AtomicU64,
    look: Mutex<Option<Look>>,
    is_parked: AtomicBool,
    is_over: AtomicBool,
}

struct Watcher {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
    generation: u32,
}

engine_local! {
    static WATCHER: RefCell<Option<Watcher>> = RefCell::new(None);
}

/// A run ends, and the next one begins. `true`: it has lasted, and [`seen`] says more.
#[inline]
pub(super) fn next_run() -> bool {
    RUN.store(RUN.load(Relaxed) + 1, Relaxed);
    LASTS.load(Relaxed)
}

/// What was seen of the run under way, or, `ended`, of the one before. The flag is taken down.
#[cold]
pub(super) fn seen(ended: bool) -> Option<Look> {
    let run = RUN.load(Relaxed) - u64::from(ended);
    if ended {
        LASTS.store(false, Relaxed);
    }
    let watcher = WATCHER.borrow();
    // In a forked child the thread that held the lock may be gone.
    let own = watcher.as_ref().filter(|own| own.generation == fork::process_generation())?;
    let mut look = own.shared.look.lock().unwrap_or_else(PoisonError::into_inner);
    let look = look.as_mut().filter(|look| look.run == run)?;
    let seen = *look;
    look.flag = None;
    Some(seen)
}

/// Has somebody look each `interval` nanoseconds, or nobody (0).
pub(super) fn watch(interval: u64) {
    let mut watcher = WATCHER.borrow_mut();
    if let Some(own) = watcher.as_ref().filter(|own| own.generation == fork::process_generation()) {
        if interval != 0 {
            own.shared.interval.store(interval, Relaxed);
            return;
        }
        own.shared.is_over.store(true, SeqCst);
        own.thread.thread().unpark();
    }
    let next = if interval == 0 { None } else { start(interval) };
    match std::mem::replace(&mut *watcher, next) {
        // It does not wait for anybody.
        Some(own) if own.generation == fork::process_generation() => drop(own.thread.join()),
        // A parent's thread is not there any more.
        inherited => std::mem::forget(inherited),
    }
}

/// The engine's thread is going to sleep.
pub(super) fn rest() {
    LASTS.store(false, Relaxed);
    IS_IDLE.store(true, SeqCst);
}

/// It runs again.
pub(super) fn go_on() {
    next_run();
    IS_IDLE.store(false, SeqCst);
    if let Some(own) = WATCHER.borrow().as_ref() {
        if own.shared.is_parked.swap(false, SeqCst) {
            own.thread.thread().unpark();
        }
    }
}

pub(super) fn is_inherited() -> bool {
    WATCHER.borrow().as_ref().is_some_and(|own| own.generation != fork::process_generation())
}

/// `None`: the system gives no more threads. Runs are not watched then.
fn start(interval: u64) -> Option<Watcher> {
    let shared = Arc::new(Shared {
        interval: AtomicU64::new(interval),
        look: Mutex::new(None),
        is_parked: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    });
    let (own, watched) = (shared.clone(), Watched::this_thread());
    let (question, clock) = (Question::about_this_thread(), cpu_clock());
    let spawn = || {
        let builder = std::thread::Builder::new().name("cenote-watch".to_owned());
        builder.stack_size(64 * 1024).spawn(move || watch_with(&own, watched, &question, clock))
    };
    let thread = without_signals(spawn).ok()?;
    Some(Watcher { shared, thread, generation: fork::process_generation() })
}

/// A thread that is made here gets no signals: they are the engine's thread's.
fn without_signals<R>(body: impl FnOnce() -> R) -> R {
    // SAFETY: plain calls on local sets; the mask is restored before anything else runs.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let result = body();
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        result
    }
}

fn cpu_clock() -> libc::clockid_t {
    let mut clock = libc::CLOCK_THREAD_CPUTIME_ID;
    // SAFETY: the calling thread's own clock, which other threads may read by this name.
    unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
    clock
}

/// Of the engine's thread, in nanoseconds.
pub(super) fn cpu_time() -> u64 {
    read(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes one timespec.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

fn watch_with(shared: &Shared, watched: Watched, question: &Question, clock: libc::clockid_t) {
    while !shared.is_over.load(SeqCst) {
        if watched.is_idle.load(SeqCst) {
            shared.is_parked.store(true, SeqCst);
            if watched.is_idle.load(SeqCst) && !shared.is_over.load(SeqCst) {
                std::thread::park();
            }
            shared.is_parked.store(false, SeqCst);
        } else {
            look(shared, watched, question, clock);
            std::thread::park_timeout(Duration::from_nanos(shared.interval.load(Relaxed)));
        }
    }
}

fn look(shared: &Shared, watched: Watched, question: &Question, clock: libc::clockid_t) {
    let (run, now) = (watched.run.load(Relaxed), clock::precise_now());
    let mut look = shared.look.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(seen) = look.as_mut().filter(|seen| seen.run == run) else {
        let first = Moment { wall: now, cpu: read(clock) };
        *look = Some(Look { run, first, flag: None });
        return;
    };
    // Its thread may be changing it at this moment: that it was the same at two looks says something.
    let frame = watched.frame.load(Relaxed);
    match &mut seen.flag {
        Some(flag) if flag.frame == frame => {
            flag.system_call = flag.system_call.or_else(|| question.ask());
        }
        flag => {
            *flag = Some(Flag { since: now, frame, system_call: None });
            watched.lasts.store(true, Relaxed);
            watched.interrupt.store(true, Relaxed);
        }
    }
}
