//! Where connections come from.

use std::error::Error as _;
use std::fmt;
use std::iter::successors;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use cenote::{Closings, OnRelease, Verify};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{CancelToken, Config, Connection, Error, NoTls, Socket};

use crate::client::Client;
use crate::link::Link;
use crate::policy::Policy;
use crate::role::{Role, Wanted};
use crate::session::Session;
use crate::statements::Statements;

type Credentials = dyn Fn(Config) -> Pin<Box<dyn Future<Output = Config> + Send>> + Send + Sync;

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
    credentials: Option<Arc<Credentials>>,
    tls: T,
    policy: Policy,
    verify: Verify,
    cancel_after: Duration,
    statements: usize,
    /// See [`Statements`].
    staleness: Arc<AtomicU64>,
    /// See [`Role`].
    turns: Arc<AtomicU64>,
    closings: Closings,
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
        Manager {
            config,
            credentials: None,
            tls: NoTls,
            policy: Policy::default(),
            verify: Verify::default(),
            cancel_after: Duration::from_millis(200),
            statements: 128,
            staleness: Arc::default(),
            turns: Arc::default(),
            closings: Closings::default(),
        }
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
        Manager {
            config: self.config,
            credentials: self.credentials,
            tls: connector,
            policy: self.policy,
            verify: self.verify,
            cancel_after: self.cancel_after,
            statements: self.statements,
            staleness: self.staleness,
            turns: self.turns,
            closings: self.closings,
        }
    }

    /// Asks `provider` before each connect: it gets the manager's [`Config`] and returns the one to connect with. For passwords and
    /// tokens that change (IAM, Vault). It runs within [`create_timeout`](cenote::Builder::create_timeout). If it has no new
    /// credentials, it should return the last ones: the server then says what is wrong with them.
    ///
    /// ```
    /// use cenote_postgres::Manager;
    /// # async fn token() -> String { String::new() }
    /// let manager = Manager::new("host=localhost user=app".parse().unwrap()).credentials(
    ///     |mut config| async move {
    ///         config.password(token().await);
    ///         config
    ///     },
    /// );
    /// # let _ = manager;
    /// ```
    pub fn credentials<F, Given>(mut self, provider: F) -> Manager<T>
    where
        F: Fn(Config) -> Given + Send + Sync + 'static,
        Given: Future<Output = Config> + Send + 'static,
    {
        self.credentials = Some(Arc::new(move |config| Box::pin(provider(config))));
        self
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

    /// Sets when an idle connection is asked for a sign of life before it is handed out; see [`Verify`].
    ///
    /// ```
    /// use cenote_postgres::{Manager, Verify};
    /// let manager = Manager::new("host=localhost".parse().unwrap()).verify(Verify::Always);
    /// # let _ = manager;
    /// ```
    pub fn verify(mut self, verify: Verify) -> Manager<T> {
        self.verify = verify;
        self
    }

    /// Sets how long a request may go on that its caller has given up, by a timeout or `select!`, before the server is told to
    /// cancel it; 200 ms if not said. A connection whose request ends sooner is kept. One whose request was cancelled is
    /// closed, since the cancellation might hit the next request. Its place in the pool is taken until then.
    ///
    /// ```
    /// use cenote_postgres::Manager;
    /// use std::time::Duration;
    /// let manager =
    ///     Manager::new("host=localhost".parse().unwrap()).cancel_after(Duration::from_millis(50));
    /// # let _ = manager;
    /// ```
    pub fn cancel_after(mut self, span: Duration) -> Manager<T> {
        self.cancel_after = span;
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
            .field("verify", &self.verify)
            .field("cancel_after", &self.cancel_after)
            .field("statements", &self.statements)
            .finish_non_exhaustive()
    }
}

impl<T> Manager<T>
where
    T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
    T::Stream: Send + 'static,
    T::TlsConnect: Send,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    /// A connection of the driver's, with the role that it has to have.
    pub(crate) async fn open(
        &self,
    ) -> Result<(tokio_postgres::Client, Connection<Socket, T::Stream>, Wanted), Error> {
        let tls = self.tls.clone();
        let given;
        let config = match &self.credentials {
            Some(provider) => {
                given = provider(self.config.clone()).await;
                &given
            }
            None => &self.config,
        };
        let (client, connection) = config.connect(tls).await?;
        Ok((client, connection, Wanted::of(config.get_target_session_attrs())))
    }

    async fn connect(&self) -> Result<Client, Error> {
        let (client, connection, wanted) = self.open().await?;
        let role = Role::new(wanted, Arc::clone(&self.turns));
        // It ends when the client is dropped.
        let task = tokio::spawn(role.watch(connection));
        let statements = Statements::new(self.statements, Arc::clone(&self.staleness));
        let link = Link::new(task, self.closings.closing());
        Ok(Client::new(client, Session::new(statements, role), link))
    }

    async fn cancel(&self, token: CancelToken) {
        // A server that cannot be reached for that is not reached for anything else, which shows soon enough.
        drop(token.cancel_query(self.tls.clone()).await);
    }

    /// Cancels what the server is at, waits until it has ended, and closes the connection. Gives the error of a closed one.
    async fn cancel_and_close(&self, client: &mut Client) -> Result<(), Error> {
        self.cancel(client.cancel_token()).await;
        let _ = client.clean(&Policy::Fast).await;
        client.hang_up().await
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

    /// A server that has no room is asked again while it may not have noticed yet that a connection was closed here.
    async fn create(&self) -> Result<Client, Error> {
        let is_full = |error: &Error| error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS);
        self.closings.connect(|| self.connect(), is_full).await
    }

    async fn check(&self, client: &mut Client) -> Result<(), Error> {
        client.probe().await
    }

    async fn before_acquire(&self, client: &mut Client) -> Result<(), Error> {
        if client.session.role.has_turned() {
            return client.hang_up().await;
        }
        // One that was closed while it was idle says so in an error of its own.
        if client.is_closed()
            || client.session.role.is_doubtful()
            || self.verify.is_due(|| client.idle_for())
        {
            client.probe().await
        } else {
            Ok(())
        }
    }

    fn on_release(&self, client: &mut Client) -> OnRelease {
        client.note_return();
        let is_unsure = match self.policy {
            Policy::Fast => client.session.is_unanswered(),
            _ => client.session.is_unsure(),
        };
        if client.session.role.has_turned() {
            client.session.role.tell_others();
            OnRelease::Discard
        } else if client.is_broken() {
            OnRelease::Discard
        } else if is_unsure || client.session.role.is_suspected() || self.policy.always_sends() {
            OnRelease::Reset
        } else {
            OnRelease::Keep
        }
    }

    async fn reset(&self, client: &mut Client) -> Result<(), Error> {
        let is_given_up = client.session.is_unanswered();
        let cleaning = client.clean(&self.policy);
        if is_given_up {
            match tokio::time::timeout(self.cancel_after, cleaning).await {
                Ok(cleaned) => cleaned?,
                Err(_) => return self.cancel_and_close(client).await,
            }
        } else {
            cleaning.await?;
        }
        if client.session.role.is_suspected() {
            client.probe().await?;
        }
        client.session.note_clean();
        client.note_return();
        Ok(())
    }

    /// Its place is taken until its socket is closed.
    async fn destroy(&self, client: Client) {
        client.end(|token| self.cancel(token)).await;
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

/// From a URL such as `postgres://app@db.example/shop?sslmode=require`, or `host=db.example user=app`. Without TLS: begin with
/// [`Manager::tls`] for that, and [`cenote::Builder::config`].
#[cfg(feature = "config")]
impl cenote::FromUrl for Manager {
    fn from_url(url: &str) -> Result<Manager, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Manager::new(url.parse()?))
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
