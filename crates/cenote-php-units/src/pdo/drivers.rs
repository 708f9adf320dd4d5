//! Stands in for what is known of drivers.

pub(in crate::pdo) mod readings {
    /// What is known of a text: here, a number that tells readings apart, and the round.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(in crate::pdo) struct Reading {
        pub(in crate::pdo) number: u32,
        pub(in crate::pdo) round: u32,
    }

    impl Reading {
        pub(in crate::pdo) const NONE: Reading = Reading { number: 0, round: 0 };
    }
}
