#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use redis::aio::MultiplexedConnection;
use redis::{Client, IntoConnectionInfo, RedisError, RedisResult};

/// A pool of Redis connections.
pub type Pool = cenote::Pool<Manager>;

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use redis;

/// Makes connections to one server.
#[derive(Debug)]
pub struct Manager {
    client: Client,
    verifies: bool,
}

impl Manager {
    /// From an address such as `redis://localhost` or `unix:///run/redis.sock`.
    ///
    /// ```
    /// use cenote_redis::{Manager, Pool};
    /// let pool = Pool::new(Manager::new("redis://localhost").unwrap());
    /// # let _ = pool;
    /// ```
    ///
    /// # Errors
    ///
    /// An address that cannot be read. Nothing is connected here.
    pub fn new(address: impl IntoConnectionInfo) -> RedisResult<Manager> {
        Ok(Manager { client: Client::open(address)?, verifies: false })
    }

    /// Asks each idle connection with `PING` before it is lent: one round trip for certainty.
    ///
    /// ```
    /// use cenote_redis::Manager;
    /// let manager = Manager::new("redis://localhost").unwrap().verify();
    /// # let _ = manager;
    /// ```
    pub fn verify(mut self) -> Manager {
        self.verifies = true;
        self
    }
}

async fn ping(connection: &mut MultiplexedConnection) -> RedisResult<()> {
    redis::cmd("PING").query_async::<String>(connection).await.map(drop)
}

impl cenote::Manager for Manager {
    type Resource = MultiplexedConnection;
    type Error = RedisError;

    async fn create(&self) -> RedisResult<MultiplexedConnection> {
        self.client.get_multiplexed_async_connection().await
    }

    async fn check(&self, connection: &mut MultiplexedConnection) -> RedisResult<()> {
        ping(connection).await
    }

    async fn before_acquire(&self, connection: &mut MultiplexedConnection) -> RedisResult<()> {
        if self.verifies { ping(connection).await } else { Ok(()) }
    }
}
