//! Whether a session is still what `target_session_attrs` asked for: a server may change between read-only and read-write while
//! sessions are open, and hosts that changed places look alike to anyone who is connected already (SPEC 32.29).
//!
//! From version 14 on the server reports a change with its next answer; that is read by the task of the connection. Otherwise an error
//! tells: a write was refused. Then the session is asked before it goes back, and after that all others of the manager's before
//! they are handed out.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Connection, Error, SimpleQueryMessage};

/// The role that sessions of this configuration have to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Any,
    ReadWrite,
    ReadOnly,
}

impl Wanted {
    pub(crate) fn of(attributes: TargetSessionAttrs) -> Wanted {
        match attributes {
            TargetSessionAttrs::ReadWrite => Wanted::ReadWrite,
            TargetSessionAttrs::ReadOnly => Wanted::ReadOnly,
            _ => Wanted::Any,
        }
    }

    fn refuses(self, is_read_only: bool) -> bool {
        match self {
            Wanted::Any => false,
            Wanted::ReadWrite => is_read_only,
            Wanted::ReadOnly => !is_read_only,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Role {
    wanted: Wanted,
    /// The server has reported the other role.
    has_turned: Arc<AtomicBool>,
    /// A write was refused.
    is_suspected: AtomicBool,
    /// How often a session of the manager's was found turned; and how often when this one was last known to be good.
    turns: Arc<AtomicU64>,
    seen: AtomicU64,
}

impl Role {
    pub(crate) fn new(wanted: Wanted, turns: Arc<AtomicU64>) -> Role {
        let seen = AtomicU64::new(turns.load(Relaxed));
        let (has_turned, is_suspected) = (Arc::default(), AtomicBool::new(false));
        Role { wanted, has_turned, is_suspected, turns, seen }
    }

    /// The task of the connection: moves what is sent and received until it ends.
    pub(crate) fn watch<S, T>(
        &self,
        mut connection: Connection<S, T>,
    ) -> impl Future<Output = ()> + use<S, T>
    where
        S: AsyncRead + AsyncWrite + Unpin,
        T: AsyncRead + AsyncWrite + Unpin,
    {
        let (wanted, has_turned) = (self.wanted, Arc::clone(&self.has_turned));
        poll_fn(move |context| {
            // An error shows in the client's own calls.
            let ended = Pin::new(&mut connection).poll(context).map(drop);
            if wanted != Wanted::Any {
                let is_on = |name| connection.parameter(name).map(|value| value == "on");
                // Older servers do not report them.
                let reported = is_on("in_hot_standby").zip(is_on("default_transaction_read_only"));
                if let Some((is_standby, is_default)) = reported {
                    has_turned.store(wanted.refuses(is_standby || is_default), Relaxed);
                }
            }
            ended
        })
    }

    pub(crate) fn note_error(&self, error: &Error) {
        if self.wanted == Wanted::ReadWrite
            && error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
        {
            self.is_suspected.store(true, Relaxed);
        }
    }

    pub(crate) fn has_turned(&self) -> bool {
        self.has_turned.load(Relaxed)
    }

    /// Whether the session is to be asked before it goes back.
    pub(crate) fn is_suspected(&self) -> bool {
        self.is_suspected.load(Relaxed)
    }

    /// Whether the session is to be asked before it is handed out: another one has turned.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.wanted != Wanted::Any && self.turns.load(Relaxed) != self.seen.load(Relaxed)
    }

    /// All others of the manager's are to be asked.
    pub(crate) fn tell_others(&self) {
        self.turns.fetch_add(1, Relaxed);
    }

    /// Asks the session. False: it is not what was asked for.
    pub(crate) async fn ask(&self, client: &tokio_postgres::Client) -> Result<bool, Error> {
        let turns = self.turns.load(Relaxed);
        let answer = client.simple_query("SHOW transaction_read_only").await?;
        let is_read_only = answer.iter().any(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0) == Some("on"),
            _ => false,
        });
        let is_good = !self.wanted.refuses(is_read_only);
        if is_good {
            self.is_suspected.store(false, Relaxed);
            self.seen.store(turns, Relaxed);
        }
        Ok(is_good)
    }
}
