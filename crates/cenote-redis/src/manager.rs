//! The one that makes connections and says which of them are good.

use cenote::OnRelease;
use redis::{Client, IntoConnectionInfo, RedisError, RedisResult};

use crate::connection::Connection;

/// Makes connections to one server.
#[derive(Debug, Clone)]
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

impl cenote::Manager for Manager {
    type Resource = Connection;
    type Error = RedisError;

    async fn create(&self) -> RedisResult<Connection> {
        Connection::open(&self.client).await
    }

    async fn check(&self, connection: &mut Connection) -> RedisResult<()> {
        connection.ping().await
    }

    async fn before_acquire(&self, connection: &mut Connection) -> RedisResult<()> {
        // One that was closed while it was idle says so in an error of its own.
        if self.verifies || connection.is_closed() { connection.ping().await } else { Ok(()) }
    }

    fn on_release(&self, connection: &mut Connection) -> OnRelease {
        if connection.is_broken() { OnRelease::Discard } else { OnRelease::Keep }
    }
}
