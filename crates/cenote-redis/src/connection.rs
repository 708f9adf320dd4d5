//! A connection that knows whether it has ended, whether its requests were answered, and what they left.

use std::future::{Future, poll_fn};
use std::io;
use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, Pipeline, RedisError, RedisFuture,
    RedisResult, Value,
};

use crate::mover::Mover;
use crate::socket::{Socket, Tap};
use crate::wire::{Left, Wire};

/// A [`MultiplexedConnection`], to be used as the driver's own. When this is dropped it ends, with all clones of that.
#[derive(Debug)]
pub struct Connection {
    driver: MultiplexedConnection,
    wire: Arc<Wire>,
    /// None: the driver has made its connection itself.
    link: Option<Link>,
    /// A request may be on its way to the socket: the driver's own connection was given out, or a request was given up.
    is_unsure: AtomicBool,
    /// The connection was cut off, or the driver waits no longer for an answer.
    is_cut_off: bool,
    /// When it was last returned, or made.
    idle_since: Instant,
}

#[derive(Debug)]
struct Link {
    mover: Mover,
    socket: Arc<Socket>,
}

impl Connection {
    pub(crate) async fn open(client: &Client) -> RedisResult<Connection> {
        // Limits are the pool's, and its users'.
        let config =
            AsyncConnectionConfig::new().set_response_timeout(None).set_connection_timeout(None);
        let info = client.get_connection_info();
        let wire = Arc::new(Wire::new(info.redis_settings().db()));
        let socket = match info.addr() {
            ConnectionAddr::Tcp(host, port) => {
                Some(Socket::tcp(host, *port, info.tcp_settings()).await?)
            }
            #[cfg(unix)]
            ConnectionAddr::Unix(path) => Some(Socket::unix(path).await?),
            _ => None,
        };
        let (driver, link) = match socket {
            Some(socket) => {
                let socket = Arc::new(socket);
                let tap = Tap { socket: Arc::clone(&socket), wire: Arc::clone(&wire) };
                let settings = info.redis_settings();
                let (driver, moving) =
                    MultiplexedConnection::new_with_config(settings, tap, config).await?;
                (driver, Some(Link { mover: Mover::start(moving), socket }))
            }
            None => (client.get_multiplexed_async_connection_with_config(&config).await?, None),
        };
        wire.begin();
        Ok(Connection {
            driver,
            wire,
            link,
            is_unsure: AtomicBool::new(false),
            is_cut_off: false,
            idle_since: Instant::now(),
        })
    }

    pub(crate) async fn ping(&mut self) -> RedisResult<()> {
        redis::cmd("PING").query_async::<String>(self).await.map(drop)
    }

    /// Whether the connection has ended.
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_redis::Pool) {
    /// let connection = pool.acquire().await.unwrap();
    /// assert!(!connection.is_closed());
    /// # }
    /// ```
    pub fn is_closed(&self) -> bool {
        self.is_cut_off || self.link.as_ref().is_some_and(|link| link.mover.has_ended())
    }

    /// Whether it has ended, or something has come that nobody asked for.
    pub(crate) fn is_stale(&self) -> bool {
        self.is_closed() || self.link.as_ref().is_some_and(|link| !link.socket.is_quiet())
    }

    pub(crate) fn idle_for(&self) -> Duration {
        self.idle_since.elapsed()
    }

    /// What the user who gives it back has left on it.
    pub(crate) fn left(&mut self) -> Left {
        self.idle_since = Instant::now();
        if std::mem::take(self.is_unsure.get_mut()) {
            match &self.link {
                Some(link) => link.mover.catch_up(),
                None => self.wire.spoil(),
            }
        }
        if self.is_closed() { Left::Wreck } else { self.wire.left() }
    }

    /// Takes back what was left on it.
    pub(crate) async fn clean(&mut self) -> RedisResult<()> {
        if let Left::State { in_multi, is_watching, home } = self.wire.left() {
            let mut commands = redis::pipe();
            if in_multi {
                // It ends the watching, too.
                commands.cmd("DISCARD").ignore();
            } else if is_watching {
                commands.cmd("UNWATCH").ignore();
            }
            if let Some(home) = home {
                commands.cmd("SELECT").arg(home).ignore();
            }
            commands.query_async::<()>(self).await?;
        }
        match self.left() {
            Left::Nothing => Ok(()),
            _ => Err(io::Error::other("the connection could not be cleaned").into()),
        }
    }

    /// Runs a request: it counts as unanswered until then.
    async fn request<T>(
        &mut self,
        packed: impl FnOnce() -> Vec<u8>,
        is_waited_for: bool,
        request: impl AsyncFnOnce(&mut MultiplexedConnection) -> RedisResult<T>,
    ) -> RedisResult<T> {
        self.is_unsure.store(true, Relaxed);
        if self.link.is_none() {
            self.wire.sent(&packed());
        }
        let answer = match &mut self.link {
            Some(link) => until_ended(&mut link.mover, request(&mut self.driver)).await,
            None => request(&mut self.driver).await,
        };
        match &answer {
            Err(error) if error.is_unrecoverable_error() => self.is_cut_off = true,
            Err(error) if error.is_timeout() => {}
            _ => {
                *self.is_unsure.get_mut() = !is_waited_for;
                if self.link.is_none() {
                    self.wire.assume_answered();
                }
            }
        }
        answer
    }
}

/// One request at a time, as the driver's own methods have it.
impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let packed = || command.get_packed_command();
        Box::pin(self.request(packed, !command.is_no_response(), async |driver| {
            driver.send_packed_command(command).await
        }))
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        let packed = || commands.get_packed_pipeline();
        Box::pin(self.request(packed, true, async move |driver| {
            driver.send_packed_commands(commands, offset, count).await
        }))
    }

    fn get_db(&self) -> i64 {
        self.driver.get_db()
    }
}

/// The answer, or that the connection has ended without one. A request that is given to the driver while it ends is lost there, and would
/// wait indefinitely.
async fn until_ended<T>(
    mover: &mut Mover,
    answer: impl Future<Output = RedisResult<T>>,
) -> RedisResult<T> {
    let mut answer = pin!(answer);
    poll_fn(|context| {
        if let Poll::Ready(answer) = answer.as_mut().poll(context) {
            return Poll::Ready(answer);
        }
        if mover.poll_end(context).is_pending() {
            return Poll::Pending;
        }
        // It may have come just before the end.
        let answer = answer.as_mut().poll(context);
        let lost =
            || Poll::Ready(Err(RedisError::from(io::Error::from(io::ErrorKind::BrokenPipe))));
        if answer.is_ready() { answer } else { lost() }
    })
    .await
}

/// What only the driver's connection has: its settings, subscriptions.
impl Deref for Connection {
    type Target = MultiplexedConnection;

    fn deref(&self) -> &MultiplexedConnection {
        self.is_unsure.store(true, Relaxed);
        &self.driver
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut MultiplexedConnection {
        *self.is_unsure.get_mut() = true;
        &mut self.driver
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;

    /// On a server this happens about once in ten thousand ends.
    #[tokio::test]
    async fn a_request_that_is_lost_ends_with_the_connection() {
        let mut mover = Mover::start(async {});
        let lost = until_ended(&mut mover, pending::<RedisResult<()>>());
        let ended = tokio::time::timeout(Duration::from_secs(10), lost).await;
        let error = ended.expect("it waits for ever").unwrap_err();
        assert!(error.is_unrecoverable_error(), "{error:?}");
        assert!(mover.has_ended());
        // What has come is given out all the same.
        assert_eq!(until_ended(&mut mover, async { Ok(7) }).await.unwrap(), 7);
    }
}
