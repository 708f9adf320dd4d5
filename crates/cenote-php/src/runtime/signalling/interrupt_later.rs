//! The engine's interrupt, asked for at a later time.
//!
//! What cannot be done now is done at a later interrupt; but a loop of PHP code, in a place where nobody can switch, may call
//! nothing of ours for as long as it runs. A thread that sleeps and then sets the engine's flag is what reaches it: the
//! timers that send signals are the script's own.

use crate::{
    runtime::{engine::interrupt, process::fork, scheduling::signals},
    zend::globals::engine_local,
};
use std::{
    cell::RefCell,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

/// What the sleeping thread and the engine's have in common.
struct Asking {
    is_under_way: AtomicBool,
    /// `None`: the engine's thread runs PHP no more, and its flag is gone.
    flag: Mutex<Option<&'static AtomicBool>>,
}

/// With the process that it belongs to, by its generation; a forked child has none of its parent's threads.
struct Own(u32, Arc<Asking>);

engine_local! {
    static OWN: RefCell<Option<Own>> = RefCell::new(None);
}

fn own() -> Arc<Asking> {
    let process = fork::process_generation();
    let mut own = OWN.borrow_mut();
    if let Some(Own(_, asking)) = own.as_ref().filter(|own| own.0 == process) {
        return asking.clone();
    }
    let flag = Mutex::new(Some(interrupt::flag()));
    let asking = Arc::new(Asking { is_under_way: AtomicBool::new(false), flag });
    *own = Some(Own(process, asking.clone()));
    asking
}

/// Asks for the interrupt after `span`, or earlier if one was asked for before.
#[cold]
pub(in crate::runtime) fn ask(span: Duration) {
    let own = own();
    if own.is_under_way.swap(true, Relaxed) {
        return;
    }
    let asking = own.clone();
    let started = signals::without_signals(|| {
        std::thread::Builder::new().name("cenote-interrupt".into()).spawn(move || {
            std::thread::sleep(span);
            asking.is_under_way.store(false, Relaxed);
            let flag = asking.flag.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(flag) = *flag {
                flag.store(true, Relaxed);
            }
        })
    });
    if started.is_err() {
        // Then the handler runs when the function returns.
        own.is_under_way.store(false, Relaxed);
    }
}

/// The thread runs PHP no more.
pub(in crate::runtime) fn end_thread() {
    let process = fork::process_generation();
    if let Some(Own(_, asking)) = OWN.take().filter(|own| own.0 == process) {
        *asking.flag.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
