//! A connection that knows whether it has ended, and whether its last request was answered.

use std::future::{Future, poll_fn};
use std::io;
use std::ops::{Deref, DerefMut};
use std::pin::{Pin, pin};
use std::task::Poll;

use redis::aio::{ConnectionLike, MultiplexedConnection};
use redis::{Client, Cmd, Pipeline, RedisError, RedisFuture, RedisResult, Value};
use tokio::task::JoinHandle;

/// A [`MultiplexedConnection`], to be used as the driver's own. When this is dropped it ends, with all clones of that.
#[derive(Debug)]
pub struct Connection {
    driver: MultiplexedConnection,
    /// Moves what is sent and received, until the connection ends. None: it was seen to have ended.
    mover: Option<JoinHandle<()>>,
    /// The last request has no answer: it was given up, took too long, or was cut off.
    is_unanswered: bool,
}

impl Connection {
    pub(crate) async fn open(client: &Client) -> RedisResult<Connection> {
        let (driver, moving) = client.create_multiplexed_tokio_connection().await?;
        Ok(Connection { driver, mover: Some(tokio::spawn(moving)), is_unanswered: false })
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
        self.mover.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Nobody else is to have it: it has ended; or a request was given up, which may keep the next one waiting (`BLPOP`).
    pub(crate) fn is_broken(&self) -> bool {
        self.is_closed() || self.is_unanswered
    }
}

/// One request at a time, as the driver's own methods have it.
impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            self.is_unanswered = true;
            let answer = self.driver.send_packed_command(command);
            let answer = until_ended(&mut self.mover, answer).await;
            self.is_unanswered = answer.as_ref().is_err_and(is_none_of_the_servers);
            answer
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            self.is_unanswered = true;
            let answers = self.driver.send_packed_commands(commands, offset, count);
            let answers = until_ended(&mut self.mover, answers).await;
            self.is_unanswered = answers.as_ref().is_err_and(is_none_of_the_servers);
            answers
        })
    }

    fn get_db(&self) -> i64 {
        self.driver.get_db()
    }
}

/// The answer, or that the connection has ended without one. A request that is given to the driver while it ends is lost there, and would
/// wait for ever.
async fn until_ended<T>(
    mover: &mut Option<JoinHandle<()>>,
    answer: impl Future<Output = RedisResult<T>>,
) -> RedisResult<T> {
    let mut answer = pin!(answer);
    poll_fn(|context| {
        if let Poll::Ready(answer) = answer.as_mut().poll(context) {
            return Poll::Ready(answer);
        }
        if mover.as_mut().is_some_and(|mover| Pin::new(mover).poll(context).is_pending()) {
            return Poll::Pending;
        }
        *mover = None;
        // It may have come just before the end.
        let answer = answer.as_mut().poll(context);
        let lost = || Poll::Ready(Err(io::Error::from(io::ErrorKind::BrokenPipe).into()));
        if answer.is_ready() { answer } else { lost() }
    })
    .await
}

/// It tells that no answer has come, or none that could be read.
fn is_none_of_the_servers(error: &RedisError) -> bool {
    error.is_timeout() || error.is_unrecoverable_error()
}

/// What only the driver's connection has: its settings, subscriptions.
impl Deref for Connection {
    type Target = MultiplexedConnection;

    fn deref(&self) -> &MultiplexedConnection {
        &self.driver
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut MultiplexedConnection {
        &mut self.driver
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(mover) = &self.mover {
            mover.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use std::time::Duration;

    /// On a server this happens about once in ten thousand ends.
    #[tokio::test]
    async fn a_request_that_is_lost_ends_with_the_connection() {
        let mut mover = Some(tokio::spawn(async {}));
        let lost = until_ended(&mut mover, pending::<RedisResult<()>>());
        let ended = tokio::time::timeout(Duration::from_secs(10), lost).await;
        let error = ended.expect("it waits for ever").unwrap_err();
        assert!(is_none_of_the_servers(&error) && mover.is_none(), "{error:?}");
        // What has come is given out all the same.
        assert_eq!(until_ended(&mut mover, async { Ok(7) }).await.unwrap(), 7);
    }
}
