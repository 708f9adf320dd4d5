//! Counts the warnings of PostgreSQL, which its driver logs. The tests of managers include this file.

use std::cell::Cell;
use std::sync::Once;

thread_local! {
    /// Of this thread, on which the test's connections are, too.
    static WARNINGS: Cell<u32> = const { Cell::new(0) };
}

struct Warnings;

impl log::Log for Warnings {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        if record.args().to_string().starts_with("WARNING") {
            WARNINGS.set(WARNINGS.get() + 1);
        }
    }

    fn flush(&self) {}
}

/// From now on they are counted.
pub(crate) fn count_warnings() {
    static LOGGER: Once = Once::new();
    LOGGER.call_once(|| {
        log::set_logger(&Warnings).unwrap();
        log::set_max_level(log::LevelFilter::Info);
    });
}

/// How many there have been on this thread.
pub(crate) fn warnings() -> u32 {
    WARNINGS.get()
}
