//! A web service on a pool of PostgreSQL connections: `DATABASE_URL='postgres://app@localhost/shop?pool_max=20' LISTEN=127.0.0.1:8080`.
//!
//! Each handler takes a connection, and may be dropped wherever it waits, when its client hangs up: the pool and the transaction survive
//! that. On SIGTERM it serves the requests that have begun, closes the pool, and ends.

use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use cenote_postgres::{GenericClient, Pool, tokio_postgres};
use tokio::signal::unix::{SignalKind, signal};

/// What a handler answers if it cannot.
enum Failure {
    NotFound,
    Pool(cenote::Error<tokio_postgres::Error>),
    Database(tokio_postgres::Error),
}

impl From<cenote::Error<tokio_postgres::Error>> for Failure {
    fn from(error: cenote::Error<tokio_postgres::Error>) -> Failure {
        Failure::Pool(error)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure::Database(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self {
            Failure::NotFound => StatusCode::NOT_FOUND.into_response(),
            // The server is gone, or all connections are in use: try again later.
            Failure::Pool(error) => {
                eprintln!("no connection: {error}");
                StatusCode::SERVICE_UNAVAILABLE.into_response()
            }
            Failure::Database(error) => {
                eprintln!("database: {error}");
                StatusCode::BAD_GATEWAY.into_response()
            }
        }
    }
}

/// Takes one piece out of the stock: the same for a connection and a transaction.
async fn take_one(client: &impl GenericClient, item: i32) -> Result<bool, tokio_postgres::Error> {
    let update = "UPDATE stock SET count = count - 1 WHERE item = $1 AND count > 0";
    Ok(client.execute_cached(update, &[&item]).await? == 1)
}

async fn order(State(pool): State<Pool>, Path(item): Path<i32>) -> Result<String, Failure> {
    let mut client = pool.acquire().await?;
    // Dropped at any of the next awaits, it is rolled back.
    let transaction = client.transaction().await?;
    if !take_one(&transaction, item).await? {
        return Err(Failure::NotFound);
    }
    let insert = "INSERT INTO orders (item) VALUES ($1) RETURNING id";
    let id: i64 = transaction.query_one_cached(insert, &[&item]).await?.get(0);
    transaction.commit().await?;
    Ok(id.to_string())
}

async fn count(State(pool): State<Pool>, Path(item): Path<i32>) -> Result<String, Failure> {
    let client = pool.acquire().await?;
    let query = "SELECT count FROM stock WHERE item = $1";
    let row = client.query_opt_cached(query, &[&item]).await?.ok_or(Failure::NotFound)?;
    Ok(row.get::<_, i32>(0).to_string())
}

/// For a load balancer, and for whoever wants to know.
async fn health(State(pool): State<Pool>) -> String {
    let stats = pool.stats();
    format!(
        "max={} total={} active={} waiting={}",
        stats.max, stats.total, stats.active, stats.waiting
    )
}

async fn told_to_end() {
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be received");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool =
        Pool::from_env("DATABASE")?.min(1).acquire_timeout(Duration::from_secs(3)).build()?;
    // Ends here if the database cannot be reached.
    pool.prewarm().await?;
    let service = Router::new()
        .route("/orders/{item}", post(order))
        .route("/stock/{item}", get(count))
        .route("/health", get(health))
        .with_state(pool.clone());
    let address = std::env::var("LISTEN").unwrap_or_else(|_| "127.0.0.1:8080".into());
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on {}", listener.local_addr()?);
    axum::serve(listener, service).with_graceful_shutdown(told_to_end()).await?;
    // All requests have been answered; what they gave back may still be cleaned.
    pool.close_within(Duration::from_secs(5)).await?;
    println!("done");
    Ok(())
}
