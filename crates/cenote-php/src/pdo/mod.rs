//! The pooled PDO, on any stock driver.
//!
//! | folder | what |
//! |---|---|
//! | [`intercept`] | where calls on PDO objects and statements pass us: constructor, methods, object handlers, iteration |
//! | [`checkout`] | making, telling and cleaning connections; what of a driver passes us on them; giving them back |
//! | [`connection`] | the object that the user holds, its connections, and which coroutine has which |
//! | [`settings`] | what an object was constructed with; what servers tell of their settings |
//! | [`statements`] | statements apart from their objects: compiled, live, kept; one user at a time |
//! | [`drivers`] | what is known of drivers and of texts; what texts do to a session, the crate cenote-sql knows |
//! | [`stock`] | PDO's structures, classes, errors and tables |
//! | [`log`], [`messages`] | what every connection is told; texts for the user |
//!
//! Imports point down this table only; `scripts/docs/architecture.php` reads them.

mod checkout;
mod connection;
mod drivers;
mod intercept;
mod log;
mod messages;
mod settings;
mod statements;
mod stock;

use crate::{
    runtime,
    zend::{globals, ini::IntSetting, startup},
};
use checkout::{execution, persistence};
use connection::{process_pools, template};
use intercept::{at_rest, driver_classes, driver_methods, hooks};
use statements::in_use;
use std::{ffi::CStr, rc::Weak};
use stock::{attributes, classes, inert, interruptions, object_tables, persistent, request};

/// Module start-up. Without PDO there is nothing to do.
pub(crate) fn register() {
    if let Some(classes) = classes::find() {
        attributes::declare(classes.pdo);
        hooks::install(classes);
        runtime::tell_at_rest_by(at_rest::is_at_rest);
        runtime::after_forks(leave_to_parent);
        driver_classes::complete();
        startup::afterwards(driver_classes::complete);
    }
}

/// In a forked child: the connections of the parent are not its own (SPEC 29.6).
fn leave_to_parent() {
    template::cut_off_parents();
    process_pools::disown_all();
}

/// A thread runs PHP no more: the engine closes what it has kept.
pub(crate) fn end_thread() {
    process_pools::shut_down();
}

/// Module shutdown: nothing of PDO or of its drivers may be used after the next start (SPEC 29.8).
pub(crate) fn shut_down() {
    process_pools::shut_down();
    object_tables::shut_down();
    inert::shut_down();
    execution::shut_down();
    driver_classes::shut_down();
    driver_methods::shut_down();
    drivers::shut_down();
}

/// Settings in php.ini.
pub(crate) static SETTINGS: [&IntSetting; 1] = [&process_pools::PERSISTENT];

/// One line for `phpinfo()`: the pools that outlive their requests, and what became of their connections.
pub(crate) fn describe_process_pools() -> String {
    process_pools::describe()
}

/// One line for `phpinfo()`: which of the loaded drivers are known how well.
pub(crate) fn describe() -> String {
    if !globals::is_module_loaded(c"pdo") {
        return "off: PDO is not loaded".to_owned();
    }
    let loaded = |drivers: &[&CStr]| {
        let names = drivers.iter().filter(|name| globals::is_module_loaded(name));
        names.filter_map(|name| name.to_str().ok()).collect::<Vec<_>>().join(", ")
    };
    let or_none = |names: String| if names.is_empty() { "none".to_owned() } else { names };
    let known = loaded(drivers::KNOWN);
    let others = loaded(drivers::OTHERS);
    format!("known: {}; by general rules: {}", or_none(known), or_none(others))
}

pub(crate) fn begin_request() {
    request::begin();
    crate::wait::forget_limits();
    crate::wait::forget_signal_waits();
    crate::wait::forget_refusals();
    crate::wait::forget_calls();
}

/// The end of the request, before objects are freed: connections are closed in order (SPEC 29.4).
pub(crate) fn end_request() {
    for template in template::take_all().iter().filter_map(Weak::upgrade) {
        template.end_request();
    }
    in_use::end_request();
    interruptions::end_request();
    persistent::end_request();
    persistence::end_request();
    process_pools::end_request();
    request::end();
}
