//! The pooled PDO, on any stock driver.
//!
//! | file | what |
//! |---|---|
//! | [`hooks`], [`handlers`], [`iterator`] | where calls on PDO objects and statements pass us |
//! | [`constructor`], [`options`], [`attributes`] | switching on |
//! | [`template`], [`log`] | the object that the user holds, and what all its connections are told |
//! | [`slot`], [`connections`] | one connection; making, telling and cleaning it |
//! | [`told_settings`] | settings that the server tells of unasked |
//! | [`transport`] | TCP options |
//! | [`probe`], [`bounded`] | looking whether it is still open; waiting for it no longer than reasonable |
//! | [`binding`], [`call`], [`give_back`] | which connection a call works on, and when it goes back |
//! | [`functions`], [`execution`] | what of a driver passes us on a pooled connection |
//! | [`statement`], [`live`], [`compiled`], [`columns`], [`cache`], [`dead_statements`], [`in_use`] | statements, those that are kept or dead, and one user at a time |
//! | [`drivers`], [`readings`] | what is known of drivers and of texts; what texts do to a session, the crate cenote-sql knows |
//! | [`driver_classes`], [`driver_methods`] | methods that a driver adds, in a class of its own or in no class table |
//! | [`handle`], [`classes`], [`errors`] | PDO's structures, classes and errors |

mod attributes;
mod binding;
mod bounded;
mod cache;
mod call;
mod classes;
mod columns;
mod compiled;
mod connections;
mod constructor;
mod credentials;
mod dead_statements;
mod driver_classes;
mod driver_methods;
mod drivers;
mod errors;
mod execution;
mod functions;
mod give_back;
mod handle;
mod handlers;
mod hooks;
mod in_use;
mod iterator;
mod last_statement;
mod live;
mod log;
mod messages;
mod options;
mod orphans;
mod probe;
mod readings;
mod slot;
mod statement;
mod template;
mod told_settings;
mod transport;

use crate::{
    runtime::{self, CoroutineId},
    zend::{
        globals::{self, EngineLocal},
        startup,
    },
};
use std::{
    cell::{Cell, RefCell},
    ffi::CStr,
    rc::Weak,
};
use template::Template;

static MAIN: EngineLocal<Cell<Option<CoroutineId>>> = EngineLocal::new(Cell::new(None));
/// The templates of this request.
static TEMPLATES: EngineLocal<RefCell<Vec<Weak<Template>>>> =
    EngineLocal::new(RefCell::new(Vec::new()));

/// Module start-up. Without PDO there is nothing to do.
pub(crate) fn register() {
    if let Some(classes) = classes::find() {
        attributes::declare(classes.pdo);
        hooks::install(classes);
        driver_classes::complete();
        startup::afterwards(driver_classes::complete);
    }
}

/// Module shutdown: nothing of PDO or of its drivers may be used after the next start (SPEC 29.8).
pub(crate) fn shut_down() {
    handlers::shut_down();
    execution::shut_down();
    driver_classes::shut_down();
    driver_methods::shut_down();
    drivers::shut_down();
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
    MAIN.set(Some(runtime::current()));
    hooks::begin_request();
    crate::wait::forget_limits();
    crate::wait::forget_refusals();
}

/// The end of the request, before objects are freed: connections are closed in order (SPEC 29.4).
pub(crate) fn end_request() {
    let templates = std::mem::take(&mut *TEMPLATES.borrow_mut());
    for template in templates.iter().filter_map(Weak::upgrade) {
        template.end_request();
    }
    in_use::end_request();
    hooks::end_request();
}

/// The coroutine that the script itself is.
fn main_flow() -> CoroutineId {
    MAIN.get().unwrap_or_else(runtime::current)
}

fn remember(template: Weak<Template>) {
    let mut templates = TEMPLATES.borrow_mut();
    templates.retain(|known| known.strong_count() > 0);
    templates.push(template);
}
