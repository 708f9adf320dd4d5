//! What a connection has been told of what all connections of an object are told (SPEC 20.3, 21.9, 24.1, 26.2).
//!
//! The object keeps a log: attributes with the version at which they were set, settings and registered functions in their
//! order, and what to run on each new connection. A connection that is behind is told the rest before it is used.

/// How far into the object's log a connection has been told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    version: u64,
    settings: usize,
    functions: usize,
    is_initialised: bool,
}

impl Told {
    /// Whether it knows all of a log of this version.
    #[inline]
    pub fn is_up_to(&self, version: u64) -> bool {
        self.version == version && self.is_initialised
    }

    /// Attributes of later versions are news to it.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many of the settings it knows.
    pub fn settings(&self) -> usize {
        self.settings
    }

    /// How many of the functions it knows.
    pub fn functions(&self) -> usize {
        self.functions
    }

    /// It is about to be told. True: what is to run first on a new connection has not run yet. It counts as run from here on,
    /// whatever becomes of it: a connection on which it fails is not used.
    #[must_use]
    pub fn initialises(&mut self) -> bool {
        !core::mem::replace(&mut self.is_initialised, true)
    }

    /// Whether what is to run first has run.
    pub fn is_initialised(&self) -> bool {
        self.is_initialised
    }

    /// It was told one setting more.
    pub fn setting(&mut self) {
        self.settings += 1;
    }

    /// It was told one function more.
    pub fn function(&mut self) {
        self.functions += 1;
    }

    /// It knows all of a log of this version.
    pub fn everything(&mut self, version: u64) {
        self.version = version;
    }

    /// A setting came into the log from this very connection, which now has `count` of them.
    pub fn setting_came_from_here(&mut self, count: usize) {
        self.settings = count;
    }

    /// An attribute came into the log from this very connection, which moved the log from one version to another. A
    /// connection that was behind stays so, and is told of this one again with the rest.
    pub fn attribute_came_from_here(&mut self, before: u64, now: u64) {
        if self.version == before {
            self.version = now;
        }
    }

    /// A function came into the log from this very connection; the log now has `count` of them. As with an attribute.
    pub fn function_came_from_here(&mut self, before: u64, now: u64, count: usize) {
        if self.version == before {
            self.version = now;
            self.functions = count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 20.3: who knows all needs nothing; who is behind is told the rest
    #[test]
    fn a_new_connection_knows_nothing() {
        let mut told = Told::default();
        assert!(!told.is_up_to(0), "what is to run first has not run");
        assert!(told.initialises());
        assert!(!told.initialises());
        assert!(told.is_up_to(0));
        assert!(!told.is_up_to(1));
        told.setting();
        told.function();
        told.everything(1);
        assert!(told.is_up_to(1));
        assert_eq!((told.settings(), told.functions()), (1, 1));
    }

    /// SPEC 24.1, 26.2: what was set here is known here, unless something else is missing
    #[test]
    fn what_came_from_here_is_known_here() {
        let mut told = Told::default();
        assert!(told.initialises());
        told.attribute_came_from_here(0, 1);
        assert!(told.is_up_to(1));
        told.function_came_from_here(1, 2, 1);
        assert!(told.is_up_to(2));
        assert_eq!(told.functions(), 1);
        told.attribute_came_from_here(3, 4);
        assert_eq!(told.version(), 2);
        told.function_came_from_here(3, 4, 2);
        assert_eq!((told.version(), told.functions()), (2, 1));
        told.setting_came_from_here(3);
        assert_eq!(told.settings(), 3);
    }
}
