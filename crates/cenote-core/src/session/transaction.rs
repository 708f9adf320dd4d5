//! A transaction that was lost with its connection (SPEC 18.9, 22.3).
//!
//! Work that belongs to a lost transaction must never go on outside it. So the loss is remembered in the binding until the
//! coroutine acknowledges it by rollBack(), or ends; until then every call that would reach a server is refused.

/// What the binding remembers of transactions: only a loss. Whether one is open, the driver says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transaction {
    lost: bool,
}

/// A call on a pooled connection, as far as transactions are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// commit()
    Commit,
    /// rollBack()
    RollBack,
    /// exec() of a text that takes the transaction back.
    RollBackText,
    /// Everything else that would reach the server: beginTransaction(), exec(), prepare(), execute() …
    Statement,
}

/// Whether the call may go on.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Run it.
    Run,
    /// Do not run it; report success: the loss is acknowledged and forgotten.
    Acknowledged,
    /// Do not run it: the transaction was lost with its connection (SQLSTATE class 08 or 25); ask for rollBack().
    Lost,
    /// Do not run it: there is no active transaction.
    NoTransaction,
}

impl Transaction {
    /// The binding's connection broke. `open`: a transaction was open on it.
    pub fn connection_broke(&mut self, open: bool) {
        self.lost |= open;
    }

    /// Whether a loss is waiting to be acknowledged.
    pub fn is_lost(self) -> bool {
        self.lost
    }

    /// inTransaction(). `bound`: what the driver says of the bound connection, if there is one.
    pub fn is_open(self, bound: Option<bool>) -> bool {
        self.lost || bound == Some(true)
    }

    /// Asks for a call. Whether a *bound* connection has a transaction to end is left to its driver.
    pub fn admit(&mut self, call: Call, is_bound: bool) -> Admission {
        match (call, core::mem::take(&mut self.lost)) {
            (Call::RollBack | Call::RollBackText, true) => Admission::Acknowledged,
            (Call::Commit | Call::Statement, true) => {
                self.lost = true;
                Admission::Lost
            }
            (Call::Commit | Call::RollBack, false) if !is_bound => Admission::NoTransaction,
            (_, false) => Admission::Run,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 18.9: with nothing bound there is no transaction to see or to end
    #[test]
    fn unbound() {
        let mut transaction = Transaction::default();
        assert!(!transaction.is_open(None));
        assert_eq!(transaction.admit(Call::Commit, false), Admission::NoTransaction);
        assert_eq!(transaction.admit(Call::RollBack, false), Admission::NoTransaction);
        assert_eq!(transaction.admit(Call::Statement, false), Admission::Run);
    }

    /// SPEC 34.16: with a connection bound the driver decides
    #[test]
    fn bound() {
        let mut transaction = Transaction::default();
        assert!(transaction.is_open(Some(true)));
        assert!(!transaction.is_open(Some(false)));
        for call in [Call::Commit, Call::RollBack, Call::Statement] {
            assert_eq!(transaction.admit(call, true), Admission::Run);
        }
    }

    /// SPEC 22.3, 34.29: a lost transaction stays open to the eye and refuses everything until rollBack
    #[test]
    fn lost() {
        let mut transaction = Transaction::default();
        transaction.connection_broke(true);
        transaction.connection_broke(false);
        for _ in 0..2 {
            assert!(transaction.is_lost());
            assert!(transaction.is_open(None));
            assert_eq!(transaction.admit(Call::Statement, false), Admission::Lost);
            assert_eq!(transaction.admit(Call::Commit, false), Admission::Lost);
        }
        assert_eq!(transaction.admit(Call::RollBack, false), Admission::Acknowledged);
        assert!(!transaction.is_open(None));
        assert_eq!(transaction.admit(Call::Statement, false), Admission::Run);
        assert_eq!(transaction.admit(Call::RollBack, false), Admission::NoTransaction);
    }

    /// SPEC 22.3: a ROLLBACK that is sent as text acknowledges the loss too; without one it is a text like any other
    #[test]
    fn lost_and_rolled_back_by_a_text() {
        let mut transaction = Transaction::default();
        assert_eq!(transaction.admit(Call::RollBackText, false), Admission::Run);
        transaction.connection_broke(true);
        assert_eq!(transaction.admit(Call::RollBackText, false), Admission::Acknowledged);
        assert!(!transaction.is_lost());
        assert_eq!(transaction.admit(Call::RollBackText, true), Admission::Run);
    }

    /// SPEC 22.3: without an open transaction nothing is lost
    #[test]
    fn nothing_lost() {
        let mut transaction = Transaction::default();
        transaction.connection_broke(false);
        assert!(!transaction.is_lost());
        assert_eq!(transaction.admit(Call::Statement, false), Admission::Run);
    }
}
