//! The threads that run PHP: one, or several where the engine allows it. Asked by replaced functions on any thread, and by signal
//! handlers.

pub(crate) use crate::zend::threads::{Number, renumber, runs_php as is_current, signal};
