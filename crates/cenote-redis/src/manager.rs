//! The one that makes connections and says which of them are good.

use cenote::{OnRelease, Verify};
use redis::{Client, IntoConnectionInfo, RedisError, RedisResult};

use crate::connection::Connection;
use crate::wire::Left;

/// Makes connections to one server.
#[derive(Debug, Clone)]
pub struct Manager {
    client: Client,
    verify: Verify,
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
        Ok(Manager { client: Client::open(address)?, verify: Verify::default() })
    }

    /// Sets when an idle connection is tested with `PING` before it is handed out; by default after 30 s.
    ///
    /// ```
    /// use cenote_redis::{Manager, Verify};
    /// let manager = Manager::new("redis://localhost").unwrap().verify(Verify::Always);
    /// # let _ = manager;
    /// ```
    pub fn verify(mut self, verify: Verify) -> Manager {
        self.verify = verify;
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
        // The end of one that was closed while it was idle may not have been read yet.
        if connection.is_stale() {
            return Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset).into());
        }
        if self.verify.is_due(|| connection.idle_for()) { connection.ping().await } else { Ok(()) }
    }

    fn on_release(&self, connection: &mut Connection) -> OnRelease {
        match connection.left() {
            Left::Nothing => OnRelease::Keep,
            Left::State { .. } => OnRelease::Reset,
            Left::Wreck => OnRelease::Discard,
        }
    }

    async fn reset(&self, connection: &mut Connection) -> RedisResult<()> {
        connection.clean().await
    }
}

#[cfg(feature = "config")]
impl cenote::FromUrl for Manager {
    fn from_url(url: &str) -> Result<Manager, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Manager::new(url)?)
    }
}
