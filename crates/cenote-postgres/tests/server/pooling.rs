//! What the pool itself promises, with real connections: leaks, tokio's budget, errors, the start of a program.

use crate::kit::{ask, count_named, named};
use cenote::Error;
use cenote_postgres::{Manager, Pool, tokio_postgres};
use std::error::Error as _;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The warnings of the pool, each with its fields in one line.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "cenote" && *metadata.level() == tracing::Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// SPEC 32.12: a connection that is out while its user waits for a server is told of once, with the place
#[tokio::test]
async fn a_connection_that_stays_out_is_told_of() {
    let warnings = Warnings::default();
    let _mine = tracing::subscriber::set_default(warnings.clone());
    let pool = Pool::builder(named("leaks")).leak_threshold(Duration::from_millis(100));
    let pool = pool.build().unwrap();
    let client = pool.acquire().await.unwrap();
    client.batch_execute("SELECT pg_sleep(1)").await.unwrap();
    let told = warnings.0.lock().unwrap().clone();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("a resource has not come back"), "{told:?}");
    assert!(told[0].contains(file!()), "{told:?}");
    drop(client);
}

/// SPEC 32.11: a task that acquires and returns in a loop lets others on its thread run
#[tokio::test]
async fn a_loop_lets_others_run() {
    let pool = Pool::builder(named("loops")).max(1).build().unwrap();
    drop(pool.acquire().await.unwrap());
    let sleeper = tokio::spawn(tokio::time::sleep(Duration::from_millis(10)));
    let begun = Instant::now();
    while !sleeper.is_finished() {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody else runs");
        drop(pool.acquire().await.unwrap());
    }
    assert_eq!(pool.stats().created, 1);
}

/// SPEC 32.5: the chain of an error names each cause once
#[tokio::test]
async fn a_chain_of_causes_names_each_once() {
    let address = crate::kit::told("CENOTE_POSTGRES").replace("user=cenote", "user=nobody_here");
    let pool = Pool::new(Manager::new(address.parse().unwrap()));
    let error: Error<tokio_postgres::Error> = pool.acquire().await.unwrap_err();
    let mut chain = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        chain = format!("{chain}: {cause}");
        next = cause.source();
    }
    assert_eq!(chain.matches("nobody_here").count(), 1, "{chain}");
}

/// SPEC 32.13: a program that wants connections at its start gets them, or the reason
#[tokio::test]
async fn prewarming() {
    let gone = || Manager::new("host=127.0.0.1 port=1 user=cenote".parse().unwrap());
    let pool = Pool::builder(gone()).build().unwrap();
    assert!(matches!(pool.prewarm().await, Err(Error::NoMinimum)));
    let pool = Pool::builder(gone()).min(2).build().unwrap();
    assert!(matches!(pool.prewarm().await, Err(Error::Create(_))));
    let pool = Pool::builder(named("prewarmed")).min(3).build().unwrap();
    pool.prewarm().await.unwrap();
    assert_eq!(count_named("prewarmed", "true").await, 3);
    assert_eq!(ask(&pool.acquire().await.unwrap(), "SELECT 1").await, "1");
}
