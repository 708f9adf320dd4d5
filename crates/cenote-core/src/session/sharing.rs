//! On whose binding a call of a user's Fiber works (SPEC 46.2).
//!
//! A Fiber has bindings of its own. But code that happens to run in a Fiber while the code that resumed it is in a transaction
//! belongs to that transaction, as a called function does.

/// What a Fiber, or the coroutine beneath it, has of a pooled object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// No connection.
    Nothing,
    /// A connection that is in no transaction.
    Connection,
    /// A connection in a transaction, or the memory of a lost one.
    Transaction,
}

/// Whose binding a call works on: its place among `flows`, which are the Fiber that calls, the Fiber that resumed it, and so on
/// down to the coroutine.
///
/// ```
/// use cenote_core::session::{binding_of, Holding::{Connection, Nothing, Transaction}};
///
/// assert_eq!(binding_of([Nothing, Nothing, Transaction]), 2);
/// assert_eq!(binding_of([Nothing, Connection, Transaction]), 0);
/// assert_eq!(binding_of([Connection, Transaction]), 0);
/// ```
pub fn binding_of(flows: impl IntoIterator<Item = Holding>) -> usize {
    let first_that_holds =
        flows.into_iter().enumerate().find(|(_, holding)| *holding != Holding::Nothing);
    match first_that_holds {
        Some((place, Holding::Transaction)) => place,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Holding::*, *};

    /// SPEC 46.2: a Fiber that holds something works on that, whatever its resumers hold
    #[test]
    fn what_it_holds_itself() {
        for own in [Connection, Transaction] {
            for resumer in [Nothing, Connection, Transaction] {
                assert_eq!(binding_of([own, resumer]), 0);
                assert_eq!(binding_of([own, resumer, Transaction]), 0);
            }
        }
    }

    /// SPEC 46.2: one that holds nothing takes part in the transaction of its resumer, or by the same rule of that one's
    #[test]
    fn transaction_of_a_resumer() {
        assert_eq!(binding_of([Nothing, Transaction]), 1);
        assert_eq!(binding_of([Nothing, Transaction, Transaction]), 1);
        assert_eq!(binding_of([Nothing, Nothing, Nothing, Transaction]), 3);
    }

    /// SPEC 46.2: a connection alone is not shared, and hides the transactions behind it
    #[test]
    fn connection_of_a_resumer() {
        assert_eq!(binding_of([Nothing, Connection]), 0);
        assert_eq!(binding_of([Nothing, Connection, Transaction]), 0);
        assert_eq!(binding_of([Nothing, Nothing, Connection, Transaction]), 0);
    }

    /// SPEC 46.2: with nothing anywhere it gets a connection of its own
    #[test]
    fn nothing_anywhere() {
        assert_eq!(binding_of([Nothing]), 0);
        assert_eq!(binding_of([Nothing, Nothing, Nothing]), 0);
    }
}
