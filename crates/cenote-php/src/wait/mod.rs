//! Makes what waits inside stock C code wait in our reactor.
//!
//! The functions by which C libraries wait are replaced in the import tables of the program and of the libraries. On the
//! engine's thread, once something was spawned, a replaced function parks the running coroutine; everywhere else it is
//! the original and nothing more. No driver and no library is changed or even known by name, with the exceptions that
//! the files below give reasons for.
//!
//! | file | what it decides |
//! |---|---|
//! | [`elf`], [`patcher`] | where imports are, which are redirected |
//! | [`gate`] | whether a call is ours to handle |
//! | [`polling`], [`selecting`], [`sleeping`], [`locking`], [`resolving`], [`joining`], [`sockets`] | one family of calls each |
//! | [`signals`] | that a handler runs, and that a signal came, which ends waits of the main flow |
//! | [`tracking`] | `close` and `dlopen`, to know what changed |
//! | [`poller`] | `Async\Poller`, by which PHP code waits for many streams |
//! | [`settings_told`] | that a PostgreSQL server may have told of a setting |
//! | [`refusals`] | why a PostgreSQL server refuses a connection |
//! | [`descriptor`] | what a descriptor is: a client's connection or something else |
//! | [`leaving`] | how a library is made to return early |
//! | [`limits`] | how long a call on one connection waits |
//! | [`status`] | whether all this works here |

mod descriptor;
mod elf;
mod gate;
mod joining;
mod leaving;
mod limits;
mod locking;
mod messages;
mod patcher;
mod poller;
mod polling;
mod refusals;
mod resolving;
mod selecting;
mod settings_told;
mod signals;
mod sleeping;
mod sockets;
mod status;
mod tracking;

use crate::zend::ini::IntSetting;
use patcher::Replacement;

static WAIT_HOOK: IntSetting = IntSetting::for_start(
    c"cenote.wait_hook",
    c"1",
    c"1: waits inside clients' libraries let other coroutines run; 0: they block as on stock PHP",
);

pub(crate) static SETTINGS: [&IntSetting; 1] = [&WAIT_HOOK];

pub(crate) use limits::{forget_limits, lift_limit, limit_call, limit_is_over};
pub(crate) use refusals::{expect_refusal, forget_refusals, take_refusal};
pub(crate) use settings_told::settings_told;
pub(crate) use status::{describe, hooked};

/// Everything that is replaced.
fn replacements() -> impl Iterator<Item = &'static Replacement> {
    let families: [&'static [Replacement]; 10] = [
        polling::REPLACEMENTS.get(),
        selecting::REPLACEMENTS.get(),
        sleeping::REPLACEMENTS.get(),
        locking::REPLACEMENTS.get(),
        resolving::REPLACEMENTS.get(),
        joining::REPLACEMENTS.get(),
        sockets::REPLACEMENTS.get(),
        settings_told::REPLACEMENTS.get(),
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
    crate::runtime::catch_signals_by(signals::CATCHING);
    if WAIT_HOOK.get() != 0 && !status::must_stay_off() {
        gate::switch(true);
        patcher::install();
        tracking::watch_forks();
        signals::take_over_handlers();
        signals::watch();
    }
}

/// Module shutdown.
pub(crate) fn shut_down() {
    gate::switch(false);
}

/// At the first spawn of a request: what was loaded without `dlopen` being seen.
fn look_for_new_libraries() {
    patcher::rescan();
}
