//! Statements that the server has compiled in an earlier request, on a connection that has outlived it (SPEC 50.5).
//!
//! What a driver keeps of a statement is memory of the request, but a server that knows its statements by name still has them. So
//! only text and name are kept, and a statement of the same text takes over the name. One that has become stale meanwhile is
//! noticed as ever (SPEC 25.6).

use std::cell::RefCell;

/// A statement that the server knows.
#[derive(Clone, Debug)]
pub(in crate::pdo) struct Named {
    pub(in crate::pdo) text: Box<[u8]>,
    pub(in crate::pdo) name: Box<[u8]>,
}

/// Those of one connection, the latest last.
#[derive(Default)]
pub(in crate::pdo) struct Inherited(RefCell<Vec<Named>>);

impl Inherited {
    pub(in crate::pdo) fn set(&self, all: Vec<Named>) {
        *self.0.borrow_mut() = all;
    }

    /// The name of a statement with this text, which is the caller's from now on.
    #[inline]
    pub(in crate::pdo) fn take(&self, text: &[u8]) -> Option<Box<[u8]>> {
        let mut all = self.0.borrow_mut();
        if all.is_empty() {
            return None;
        }
        let at = all.iter().rposition(|known| *known.text == *text)?;
        Some(all.swap_remove(at).name)
    }

    /// All of them; the server has forgotten them, or they go on elsewhere.
    pub(in crate::pdo) fn take_all(&self) -> Vec<Named> {
        self.0.take()
    }
}
