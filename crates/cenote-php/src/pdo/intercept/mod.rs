//! Where calls on PDO objects and statements pass us, and how each goes on.

pub(super) mod at_rest;
pub(super) mod call;
pub(super) mod constructor;
pub(super) mod driver_classes;
pub(super) mod driver_methods;
pub(super) mod handlers;
pub(super) mod hooks;
pub(super) mod iterator;
mod own_answers;
pub(super) mod statement;
