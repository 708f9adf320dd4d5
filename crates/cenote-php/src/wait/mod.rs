//! Makes what waits inside stock C code wait in our reactor.
//!
//! The functions by which C libraries wait are replaced in the import tables of the program and of the libraries. On the
//! engine's thread, once something was spawned, a replaced function parks the running coroutine; everywhere else it is
//! the original and nothing more. No driver and no library is changed or even known by name, with the exceptions that
//! the files below give reasons for.
//!
//! | folder or file | what it decides |
//! |---|---|
//! | [`replaced`] | what is there in place of libc's functions: one family of calls each |
//! | [`patching`] | where imports are, which are redirected, whether a call is ours to handle, whether all this works here |
//! | [`threads`] | calls that are made on helper threads |
//! | [`postgresql`] | that a PostgreSQL server may have told of a setting, why one refuses a connection, and that a connection is in one call at a time |
//! | [`poller`] | `Async\Poller`, by which PHP code waits for many streams |
//! | [`writers`] | that what several write to one descriptor is not mixed |
//! | [`sysv`], [`signal_waits`] | semaphores and queues of System V; waits for signals |
//! | [`spool`] | what libc itself writes to a process |
//! | [`retrying`] | waits of which nobody tells the end |
//! | [`descriptor`] | what a descriptor is: a client's connection or something else |
//! | [`forked`] | that a child which a signal handler has forked leaves the call that it is in to its parent |
//! | [`leaving`] | how a library is made to return early |
//! | [`limits`] | how long a call on one connection waits |

mod descriptor;
mod forked;
mod leaving;
mod limits;
mod messages;
mod patching;
mod poller;
mod postgresql;
mod replaced;
mod retrying;
mod signal_waits;
mod spool;
mod sysv;
mod threads;
mod writers;

use crate::zend::{globals::engine_local, ini::IntSetting};
use patching::{
    gate,
    patcher::{self, Replacement},
    status, tracking,
};
use postgresql::{calls, settings_told};
use replaced::{
    joining, locking, pipes, polling, processes, selecting, sending, signals, sleeping, sockets,
};
use std::cell::Cell;
use threads::{files, helpers, mapping, opening, records, resolving};

static WAIT_HOOK: IntSetting = IntSetting::for_start(
    c"cenote.wait_hook",
    c"1",
    c"1: waits inside clients' libraries let other coroutines run; 0: they block as on stock PHP",
    engine_local!(Cell<i64>, Cell::new(0)),
);

pub(crate) static SETTINGS: [&IntSetting; 1] = [&WAIT_HOOK];

pub(crate) use leaving::cut_off;
pub(crate) use limits::{forget_limits, lift_limit, limit_call, limit_is_over};
pub(crate) use patching::status::{describe, hooked};
pub(crate) use postgresql::{
    calls::forget_calls,
    refusals::{expect_refusal, forget_refusals, take_refusal},
    settings_told::settings_told,
};
pub(crate) use signal_waits::forget_signal_waits;
pub(crate) use threads::helpers::describe as describe_helpers;

/// Everything that is replaced.
fn replacements() -> impl Iterator<Item = &'static Replacement> {
    let families: [&'static [Replacement]; 22] = [
        polling::REPLACEMENTS.get(),
        selecting::REPLACEMENTS.get(),
        sleeping::REPLACEMENTS.get(),
        locking::REPLACEMENTS.get(),
        resolving::REPLACEMENTS.get(),
        records::REPLACEMENTS.get(),
        files::REPLACEMENTS.get(),
        opening::REPLACEMENTS.get(),
        mapping::REPLACEMENTS.get(),
        joining::REPLACEMENTS.get(),
        sockets::REPLACEMENTS.get(),
        sending::REPLACEMENTS.get(),
        pipes::REPLACEMENTS.get(),
        processes::REPLACEMENTS.get(),
        spool::REPLACEMENTS.get(),
        sysv::REPLACEMENTS.get(),
        signal_waits::REPLACEMENTS.get(),
        settings_told::REPLACEMENTS.get(),
        forked::REPLACEMENTS.get(),
        calls::REPLACEMENTS.get(),
        signals::REPLACEMENTS.get(),
        tracking::REPLACEMENTS.get(),
    ];
    families.into_iter().flatten()
}

fn is_ours(function: *const libc::c_void) -> bool {
    replacements().any(|replacement| replacement.function == function)
}

/// Module start-up: all extensions are loaded by now, none has started anything.
pub(crate) fn register() {
    poller::register();
    descriptor::note_inherited();
    crate::runtime::before_first_spawn(look_for_new_libraries);
    crate::runtime::tell_client_connections_by(descriptor::is_client_connection);
    crate::runtime::tell_own_calls_by(calls::has_own_call);
    crate::runtime::cut_off_by(leaving::cut_off);
    crate::runtime::after_forks_in_handlers(descriptor::ask_again_what_blocks);
    crate::runtime::catch_signals_by(signals::CATCHING);
    if WAIT_HOOK.get() != 0 && !status::must_stay_off() {
        gate::switch(true);
        patcher::install();
        tracking::watch_forks();
        signals::take_over_handlers();
        signals::watch();
    }
}

/// A thread runs PHP no more.
pub(crate) fn end_thread() {
    signals::end_thread();
    helpers::shut_down();
}

/// Module shutdown.
pub(crate) fn shut_down() {
    gate::switch(false);
    end_thread();
    descriptor::forget_kinds();
}

/// At the first spawn of a request: what was loaded without `dlopen` being seen.
fn look_for_new_libraries() {
    patcher::rescan();
}
