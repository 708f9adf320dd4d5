//! Pools of PostgreSQL connections behind one trait, each as its manual shows it.

use sqlx_core::query_scalar::query_scalar;
use sqlx_postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgSslMode};
use std::future::Future;
use std::marker::PhantomData;
use tokio_postgres::NoTls;

/// A server.
#[derive(Clone, Debug)]
pub struct Address {
    /// A name, or the folder of a socket.
    pub host: String,
    pub port: u16,
}

impl Address {
    /// The one that `scripts/servers/run.sh` has started.
    pub fn told() -> Address {
        let config = std::env::var("CENOTE_POSTGRES").expect("run it by scripts/servers/run.sh");
        let value = |key: &str| config.split(' ').find_map(|pair| pair.strip_prefix(key)).unwrap();
        Address { host: value("host=").to_owned(), port: value("port=").parse().unwrap() }
    }

    fn config(&self) -> tokio_postgres::Config {
        let mut config = tokio_postgres::Config::new();
        config.user("cenote").dbname("postgres");
        config.ssl_mode(tokio_postgres::config::SslMode::Disable);
        config.host(&self.host).port(self.port);
        config
    }
}

/// What each request asks.
const QUERY: &str = "SELECT $1::int + 1";

/// A service that takes a connection for each request and gives it back.
pub trait Service: Clone + Send + Sync + 'static {
    /// How it is called in the table.
    const NAME: &'static str;
    /// Whether it keeps prepared statements with its connections.
    const KEEPS: bool = true;
    fn new(server: &Address, max: u32) -> impl Future<Output = Self> + Send;
    /// One request, with a statement that is kept, or one that is prepared for it.
    fn answer(&self, number: i32, kept: bool) -> impl Future<Output = i32> + Send;
}

/// Something done with each of the services.
pub trait Visitor {
    fn visit<S: Service>(&mut self);
}

/// All of them, cenote first.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<Cenote>();
    visitor.visit::<Deadpool<Verified>>();
    visitor.visit::<Deadpool<Fast>>();
    visitor.visit::<Bb8>();
    visitor.visit::<Sqlx>();
}

#[derive(Clone)]
pub struct Cenote(cenote_postgres::Pool);

impl Service for Cenote {
    const NAME: &'static str = "cenote-postgres";
    async fn new(server: &Address, max: u32) -> Self {
        let manager = cenote_postgres::Manager::new(server.config());
        Cenote(cenote_postgres::Pool::builder(manager).max(max).build().unwrap())
    }
    async fn answer(&self, number: i32, kept: bool) -> i32 {
        let client = self.0.acquire().await.unwrap();
        let row = if kept {
            client.query_one_cached(QUERY, &[&number]).await
        } else {
            client.query_one(QUERY, &[&number]).await
        };
        row.unwrap().get(0)
    }
}

/// deadpool-postgres with one of its ways to check a connection.
pub struct Deadpool<How>(deadpool_postgres::Pool, PhantomData<fn() -> How>);

impl<How> Clone for Deadpool<How> {
    fn clone(&self) -> Self {
        Deadpool(self.0.clone(), PhantomData)
    }
}

pub trait Recycling: 'static {
    const NAME: &'static str;
    const METHOD: deadpool_postgres::RecyclingMethod;
}

pub struct Verified;
pub struct Fast;

impl Recycling for Verified {
    const NAME: &'static str = "deadpool-postgres, Verified";
    const METHOD: deadpool_postgres::RecyclingMethod =
        deadpool_postgres::RecyclingMethod::Verified;
}

impl Recycling for Fast {
    const NAME: &'static str = "deadpool-postgres, Fast";
    const METHOD: deadpool_postgres::RecyclingMethod = deadpool_postgres::RecyclingMethod::Fast;
}

impl<How: Recycling> Service for Deadpool<How> {
    const NAME: &'static str = How::NAME;
    async fn new(server: &Address, max: u32) -> Self {
        let config = deadpool_postgres::ManagerConfig { recycling_method: How::METHOD };
        let manager = deadpool_postgres::Manager::from_config(server.config(), NoTls, config);
        let pool = deadpool_postgres::Pool::builder(manager).max_size(max as usize).build();
        Deadpool(pool.unwrap(), PhantomData)
    }
    async fn answer(&self, number: i32, kept: bool) -> i32 {
        let client = self.0.get().await.unwrap();
        let row = if kept {
            let statement = client.prepare_cached(QUERY).await.unwrap();
            client.query_one(&statement, &[&number]).await
        } else {
            client.query_one(QUERY, &[&number]).await
        };
        row.unwrap().get(0)
    }
}

#[derive(Clone)]
pub struct Bb8(bb8::Pool<bb8_postgres::PostgresConnectionManager<NoTls>>);

impl Service for Bb8 {
    const NAME: &'static str = "bb8-postgres";
    const KEEPS: bool = false;
    async fn new(server: &Address, max: u32) -> Self {
        let manager = bb8_postgres::PostgresConnectionManager::new(server.config(), NoTls);
        Bb8(bb8::Pool::builder().max_size(max).build(manager).await.unwrap())
    }
    async fn answer(&self, number: i32, _: bool) -> i32 {
        let client = self.0.get().await.unwrap();
        client.query_one(QUERY, &[&number]).await.unwrap().get(0)
    }
}

#[derive(Clone)]
pub struct Sqlx(PgPool);

impl Service for Sqlx {
    const NAME: &'static str = "sqlx";
    async fn new(server: &Address, max: u32) -> Self {
        let options = PgConnectOptions::new_without_pgpass()
            .username("cenote")
            .database("postgres")
            .ssl_mode(PgSslMode::Disable)
            .port(server.port);
        let options = match server.host.starts_with('/') {
            true => options.socket(&server.host),
            false => options.host(&server.host),
        };
        Sqlx(PgPoolOptions::new().max_connections(max).connect_with(options).await.unwrap())
    }
    async fn answer(&self, number: i32, kept: bool) -> i32 {
        let query = query_scalar::<_, i32>(QUERY).bind(number).persistent(kept);
        query.fetch_one(&self.0).await.unwrap()
    }
}
