//! Nobody else may own the names of `Async\`.
//!
//! The engine lets one extension silently take over a class name of another: whichever starts last wins, and the other's
//! functions then make objects that user code cannot name. So both orders are refused, with one message: an owner that
//! started before us when we start, one that started after us when the first request begins.

use crate::{
    messages,
    zend::{
        ClassRef,
        fatal::start_up_error,
        globals::{SetAtStart, engine_local},
    },
};
use std::cell::Cell;

const NAMES: [&str; 4] = ["async\\pool", "async\\coroutine", "async\\channel", "async\\future"];

static OURS: SetAtStart<[Cell<Option<ClassRef>>; NAMES.len()]> =
    SetAtStart::new([const { Cell::new(None) }; NAMES.len()]);
engine_local! {
    static IS_CHECKED: Cell<bool> = Cell::new(false);
}

/// Before our classes are registered.
pub(crate) fn expect_no_other_owner() {
    if let Some(class) = NAMES.iter().find_map(|name| ClassRef::find_internal(name)) {
        refuse(class);
    }
}

/// After our classes were registered, at each start.
pub(crate) fn remember_our_classes() {
    for (name, ours) in NAMES.iter().zip(&*OURS) {
        ours.set(ClassRef::find_internal(name));
    }
    IS_CHECKED.set(false);
}

/// At the start of a request; only the first one after a start looks.
pub(crate) fn expect_our_classes() {
    if IS_CHECKED.replace(true) {
        return;
    }
    for (name, ours) in NAMES.iter().zip(&*OURS) {
        match ClassRef::find_internal(name) {
            Some(class) if Some(class) != ours.get() => {
                IS_CHECKED.set(false);
                return refuse(class);
            }
            _ => {}
        }
    }
}

#[cold]
fn refuse(class: ClassRef) {
    let owner = class.extension_name().unwrap_or_else(|| "another extension".to_owned());
    start_up_error(&messages::name_is_taken(&owner, &class.name()));
}
