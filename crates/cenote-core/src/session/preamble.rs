//! Statements that configure the object (SPEC 21.9).
//!
//! Settings sent right after construction belong to the object, not to one connection: they are recorded and replayed on
//! every connection. The first other statement, no matter who sends it, seals the preamble for good.

/// What the session rules say of a statement, as far as the preamble is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// Of the pure settings kind: no user variables, no objects, no parameters.
    Setting,
    /// Anything else.
    Other,
}

/// Whether settings are still recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preamble {
    sealed: bool,
}

impl Preamble {
    /// A statement has run on the object. True: record it; it neither dirties nor pins.
    ///
    /// A setting that failed has set nothing: it is not recorded, and the preamble stays open.
    pub fn ran(&mut self, kind: StatementKind, by_maker: bool, succeeded: bool) -> bool {
        let belongs = kind == StatementKind::Setting && by_maker && !self.sealed;
        self.sealed |= !belongs;
        belongs && succeeded
    }

    /// Nothing is recorded any more.
    pub fn is_sealed(self) -> bool {
        self.sealed
    }
}

#[cfg(test)]
mod tests {
    use super::StatementKind::*;
    use super::*;

    /// SPEC 21.9: settings of the constructing coroutine are recorded until any other statement has run
    #[test]
    fn records_settings_up_to_the_first_other_statement() {
        let mut preamble = Preamble::default();
        assert!(preamble.ran(Setting, true, true));
        assert!(preamble.ran(Setting, true, true));
        assert!(!preamble.is_sealed());
        assert!(!preamble.ran(Other, true, true));
        assert!(preamble.is_sealed());
        assert!(!preamble.ran(Setting, true, true));
    }

    /// SPEC 21.9: a setting sent by another coroutine is another statement
    #[test]
    fn another_coroutine_seals_it() {
        let mut preamble = Preamble::default();
        assert!(!preamble.ran(Setting, false, true));
        assert!(!preamble.ran(Setting, true, true));
    }

    /// SPEC 21.9: what failed is not replayed
    #[test]
    fn a_failed_setting_is_left_out() {
        let mut preamble = Preamble::default();
        assert!(!preamble.ran(Setting, true, false));
        assert!(preamble.ran(Setting, true, true));
        assert!(!preamble.ran(Other, true, false));
        assert!(!preamble.ran(Setting, true, true));
    }
}
