//! Where connections come from.

use std::error::Error as _;
use std::fmt;
use std::iter::successors;

use cenote::OnRelease;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Config, Error, NoTls, Socket};

use crate::client::Client;
use crate::policy::Policy;

/// Makes connections from a [`Config`]; without TLS, unless [`tls`](Self::tls) is called.
///
/// ```
/// use cenote_postgres::{Manager, Pool};
/// let pool = Pool::new(Manager::new("host=localhost user=app".parse().unwrap()));
/// # let _ = pool;
/// ```
#[derive(Clone)]
pub struct Manager<T = NoTls> {
    config: Config,
    tls: T,
    policy: Policy,
    statements: usize,
}

impl Manager {
    /// With the default policy, 128 statements, and no TLS.
    ///
    /// ```
    /// use cenote_postgres::Manager;
    /// let manager = Manager::new("host=localhost user=app connect_timeout=3".parse().unwrap());
    /// # let _ = manager;
    /// ```
    pub fn new(config: Config) -> Manager {
        Manager { config, tls: NoTls, policy: Policy::default(), statements: 128 }
    }
}

impl<T> Manager<T> {
    /// Makes connections with TLS, by a connector of your choice: that of `tokio-postgres-rustls`, `postgres-native-tls` or
    /// `postgres-openssl`, or one of your own. Whether TLS is used, wanted or required is said by `sslmode` in the
    /// [`Config`]; wanted is the default there, so say `sslmode=require`. The pool's type is then
    /// [`Pool<T>`](crate::Pool), with the connector's type.
    ///
    /// ```
    /// use cenote_postgres::{Manager, Pool};
    /// use rustls::{ClientConfig, RootCertStore};
    /// use tokio_postgres_rustls::MakeRustlsConnect;
    ///
    /// # fn run(authorities: RootCertStore) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = ClientConfig::builder().with_root_certificates(authorities).with_no_client_auth();
    /// let manager = Manager::new("host=db.example user=app sslmode=require".parse()?)
    ///     .tls(MakeRustlsConnect::new(client));
    /// let pool: Pool<MakeRustlsConnect> = Pool::managed(manager).build()?;
    /// # let _ = pool;
    /// # Ok(())
    /// # }
    /// ```
    pub fn tls<U>(self, connector: U) -> Manager<U>
    where
        Manager<U>: cenote::Manager,
    {
        let Manager { config, policy, statements, .. } = self;
        Manager { config, tls: connector, policy, statements }
    }

    /// Sets what is done with a connection that comes back; see [`Policy`].
    ///
    /// ```
    /// use cenote_postgres::{Manager, Policy};
    /// let manager = Manager::new("host=localhost".parse().unwrap()).policy(Policy::Fast);
    /// # let _ = manager;
    /// ```
    pub fn policy(mut self, policy: Policy) -> Manager<T> {
        self.policy = policy;
        self
    }

    /// Sets how many prepared statements each connection keeps at most; 128 if not said, 0 for none. The one used longest
    /// ago makes room, and is closed on the server. Each costs the server some memory, 10 to 100 KB of it by the size of its
    /// plan, on each connection.
    ///
    /// ```
    /// use cenote_postgres::Manager;
    /// let manager = Manager::new("host=localhost".parse().unwrap()).statements(500);
    /// # let _ = manager;
    /// ```
    pub fn statements(mut self, most: usize) -> Manager<T> {
        self.statements = most;
        self
    }
}

/// Without the connector, which need not have words; the [`Config`] shows no password.
impl<T> fmt::Debug for Manager<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager")
            .field("config", &self.config)
            .field("policy", &self.policy)
            .field("statements", &self.statements)
            .finish_non_exhaustive()
    }
}

impl<T> cenote::Manager for Manager<T>
where
    T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
    T::Stream: Send + 'static,
    T::TlsConnect: Send,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    type Resource = Client;
    type Error = Error;

    async fn create(&self) -> Result<Client, Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        // It ends when the client is dropped; an error shows in the client's own calls.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Client::new(client, self.statements))
    }

    async fn check(&self, client: &mut Client) -> Result<(), Error> {
        client.simple_query("").await.map(drop)
    }

    async fn before_acquire(&self, client: &mut Client) -> Result<(), Error> {
        // One that was closed while it was idle says so in an error of its own.
        if client.is_closed() { client.simple_query("").await.map(drop) } else { Ok(()) }
    }

    fn on_release(&self, client: &mut Client) -> OnRelease {
        match self.policy {
            _ if client.is_broken() => OnRelease::Discard,
            Policy::Fast => OnRelease::Keep,
            _ => OnRelease::Reset,
        }
    }

    async fn reset(&self, client: &mut Client) -> Result<(), Error> {
        if let Some(sql) = self.policy.sql() {
            client.batch_execute(sql).await?;
        }
        if let Policy::Query(_) = self.policy {
            client.clear_statements();
        }
        Ok(())
    }

    /// The driver says "error connecting to server", or "db error", and tells the cause in `source()` alone.
    fn describe(&self, error: &Error) -> String {
        let causes = successors(error.source(), |&error| error.source());
        causes.map(|cause| cause.to_string()).fold(error.to_string(), |text, cause| {
            // Older versions of the driver say it themselves.
            if text.contains(&cause) { text } else { format!("{text}: {cause}") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cenote::Error;
    use std::time::Duration;

    /// SPEC 32.5: the text that is kept of an error tells its cause
    #[tokio::test]
    async fn a_timeout_tells_why_nobody_could_connect() {
        let manager = Manager::new("host=127.0.0.1 port=1 user=nobody".parse().unwrap());
        let pool = crate::Pool::managed(manager).build().unwrap();
        for _ in 0..2 {
            assert!(matches!(pool.acquire().await, Err(Error::Create(_))));
        }
        let error = pool.acquire_timeout(Duration::ZERO).await.unwrap_err().to_string();
        assert!(error.contains("error connecting to server: Connection refused"), "{error}");
        assert_eq!(error.matches("refused").count(), 1, "{error}");
    }
}
