//! What is said of a text.

/// What running a text does to the session of its connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Harmless,
    /// It only changes settings, with nothing but literals in it: fit for the preamble (SPEC 21.9).
    Setting,
    /// It changes the session, or may.
    Dirty,
    /// It brings the session back to its state after connecting, whatever was done before (SPEC 21.6).
    Restores,
}

impl Effect {
    /// The effect of two statements in one text.
    #[must_use]
    pub fn and(self, other: Effect) -> Effect {
        if self == other { self } else { Effect::Dirty }
    }
}
