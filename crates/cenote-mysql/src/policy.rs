//! What is done with connections that come back.

/// What is done with a connection that comes back, in the background after a drop. Under each policy the server is asked first whether it has
/// answered everything: a connection on which a request was given up is closed. Nothing is sent for one that was not used.
///
/// ```
/// use cenote_mysql::{Manager, Policy};
/// let manager = Manager::new(mysql_async::Opts::default()).policy(Policy::Rollback);
/// # let _ = manager;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// `COM_RESET_CONNECTION`: the next user has a session as a new one, in the database of the [`Opts`](mysql_async::Opts), without
    /// transaction, variables, temporary tables, locks and prepared statements. Then the driver runs the commands of
    /// [`OptsBuilder::setup`](mysql_async::OptsBuilder::setup) again (not those of `init`). The default.
    #[default]
    Reset,
    /// `ROLLBACK` alone. All else stays, prepared statements above all.
    Rollback,
}
