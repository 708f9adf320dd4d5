//! The engine's interrupt, asked for at a later time.
//!
//! What cannot be done now is done at a later interrupt; but a loop of PHP code, in a place where nobody can switch, may call
//! nothing of ours for as long as it runs. A thread that sleeps and then sets the engine's flag is what reaches it: the
//! timers that send signals are the script's own.

use crate::runtime::{engine::interrupt, process::fork, scheduling::signals};
use crate::zend::globals::engine_local;
use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    time::Duration,
};

engine_local! {
    /// The process whose thread is under way, by its generation; a forked child has none of its parent's threads.
    static UNDER_WAY: AtomicU32 = AtomicU32::new(NONE);
}

const NONE: u32 = u32::MAX;

/// Asks for the interrupt after `span`, or earlier if one was asked for before.
#[cold]
pub(in crate::runtime) fn ask(span: Duration) {
    let process = fork::process_generation();
    if UNDER_WAY.swap(process, Relaxed) == process {
        return;
    }
    let flag = interrupt::flag();
    let started = signals::without_signals(|| {
        std::thread::Builder::new().name("cenote-interrupt".into()).spawn(move || {
            std::thread::sleep(span);
            UNDER_WAY.store(NONE, Relaxed);
            flag.store(true, Relaxed);
        })
    });
    if started.is_err() {
        // Then the handler runs when the function returns.
        UNDER_WAY.store(NONE, Relaxed);
    }
}
