//! A connection of the pool.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cenote::Closing;
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, DriverError, Error, Opts, Result, Row, Value};

/// A [`Conn`], used as the driver's own.
#[derive(Debug)]
pub struct Connection {
    conn: Conn,
    /// With which it was made.
    opts: Opts,
    /// When it was last returned, or made.
    idle_since: Instant,
    /// Whether its user may have sent anything.
    is_used: bool,
    /// Last, so that it is dropped after the socket was closed.
    _closing: Closing,
}

impl Connection {
    pub(crate) fn new(conn: Conn, opts: Opts, closing: Closing) -> Connection {
        Connection { conn, opts, idle_since: Instant::now(), is_used: false, _closing: closing }
    }

    /// The driver's connection, without the pool's notes about it: for one that was [detached](cenote::Guard::detach).
    pub fn into_inner(self) -> Conn {
        self.conn
    }

    pub(crate) fn note_return(&mut self) {
        self.idle_since = Instant::now();
    }

    pub(crate) fn note_clean(&mut self) {
        self.is_used = false;
        self.note_return();
    }

    pub(crate) fn is_used(&self) -> bool {
        self.is_used
    }

    pub(crate) fn idle_for(&self) -> Duration {
        self.idle_since.elapsed()
    }

    /// Whether `COM_CHANGE_USER` made it another user's. `COM_RESET_CONNECTION` would leave that.
    pub(crate) fn has_changed_user(&self) -> bool {
        let now = self.conn.opts();
        now.user() != self.opts.user() || now.db_name() != self.opts.db_name()
    }

    pub(crate) async fn probe(&mut self) -> Result<()> {
        self.conn.ping().await
    }

    /// Fails if the next answer is not the one to the next request. A request whose future was dropped has an answer that nobody has read:
    /// the driver would take it for the answer to the next one. So the server is asked for a number that no other answer has, and for the
    /// current database by the way. Returns whether that is the one with which the connection was made.
    pub(crate) async fn find_in_step(&mut self) -> Result<bool> {
        static LAST: AtomicU64 = AtomicU64::new(0x00C0_FFEE_0000_0000);
        let number = LAST.fetch_add(1, Relaxed).to_string();
        // A row as it came: the driver panics at a value that it cannot convert.
        let row: Option<Row> =
            self.conn.query_first(format!("SELECT {number}, DATABASE()")).await?;
        match row.map(Row::unwrap).as_deref() {
            Some([Value::Bytes(answer), database]) if *answer == number.as_bytes() => {
                Ok(match database {
                    Value::Bytes(name) => self.opts.db_name().map(str::as_bytes) == Some(name),
                    _ => self.opts.db_name().is_none(),
                })
            }
            _ => Err(Error::Driver(DriverError::ConnectionClosed)),
        }
    }

    /// Takes away what `COM_RESET_CONNECTION` does: transaction, variables, temporary tables, locks, prepared statements; and another
    /// database than that with which the connection was made, which it does not.
    pub(crate) async fn reset_session(&mut self, is_in_its_database: bool) -> Result<()> {
        // A login does both. Older servers know nothing else.
        if !is_in_its_database || !self.conn.reset().await? {
            self.conn.change_user(Default::default()).await?;
        }
        Ok(())
    }

    pub(crate) async fn roll_back(&mut self) -> Result<()> {
        self.conn.query_drop("ROLLBACK").await
    }

    pub(crate) async fn end(self) {
        // The server knows by the end of the socket, too.
        drop(self.conn.disconnect().await);
    }
}

impl Deref for Connection {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

/// The driver sends nothing without `&mut`.
impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Conn {
        self.is_used = true;
        &mut self.conn
    }
}
