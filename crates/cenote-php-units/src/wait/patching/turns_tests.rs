//! Turns of this process's threads, into which signal handlers and forks come.

use super::turns::{Turn, after_fork, before_fork};
use std::{
    os::unix::thread::JoinHandleExt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::SeqCst},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// There is one turn in the process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Whether another thread gets a turn by now.
fn another_gets_it() -> bool {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        drop(Turn::take());
        let _ = tell.send(());
    });
    told.recv_timeout(Duration::from_millis(100)).is_ok()
}

/// SPEC 51.5: a turn of the same thread's within its turn does not end it, and a fork within it does not, either
#[test]
fn what_comes_within_a_turn_does_not_end_it() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let turn = Turn::take();
    drop(Turn::take());
    assert!(!another_gets_it());
    before_fork();
    before_fork();
    after_fork();
    after_fork();
    assert!(!another_gets_it());
    drop(turn);
    assert!(another_gets_it());
}

/// SPEC 51.5: a fork has the turn from before it until after it, whatever else forks meanwhile
#[test]
fn a_fork_has_the_turn() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    before_fork();
    assert!(!another_gets_it());
    before_fork();
    after_fork();
    assert!(!another_gets_it());
    after_fork();
    assert!(another_gets_it());
}

/// SPEC 51.1: one thread at a time has the turn, at whichever instruction signal handlers come that take one, too
#[test]
fn signal_handlers_end_nobodys_turn() {
    static INSIDE: AtomicU32 = AtomicU32::new(0);
    static IS_OVER: AtomicBool = AtomicBool::new(false);
    extern "C" fn handler(_number: libc::c_int) {
        drop(Turn::take());
        // A fork of the handler's.
        before_fork();
        after_fork();
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: a handler that touches nothing but atomics.
    unsafe { libc::signal(libc::SIGUSR2, handler as *const () as libc::sighandler_t) };
    let work = || {
        let (mut turns, mut shared) = (0_u64, 0_u64);
        while !IS_OVER.load(SeqCst) {
            let turn = Turn::take();
            shared += u64::from(INSIDE.fetch_add(1, SeqCst) != 0);
            INSIDE.fetch_sub(1, SeqCst);
            drop(turn);
            before_fork();
            shared += u64::from(INSIDE.fetch_add(1, SeqCst) != 0);
            INSIDE.fetch_sub(1, SeqCst);
            after_fork();
            turns += 1;
        }
        (turns, shared)
    };
    let workers = [thread::spawn(work), thread::spawn(work)];
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(500) {
        for worker in &workers {
            // SAFETY: a thread that runs until it is told to stop.
            unsafe { libc::pthread_kill(worker.as_pthread_t(), libc::SIGUSR2) };
        }
    }
    IS_OVER.store(true, SeqCst);
    for worker in workers {
        let (turns, shared) = worker.join().expect("it does not panic");
        assert!(turns > 0);
        assert_eq!(shared, 0, "of {turns} turns");
    }
}
