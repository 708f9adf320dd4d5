//! The figures, handed to the recorder of the `metrics` crate.

use crate::kit::*;
use cenote::Pool;
use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder,
    SharedString, Unit,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::time::sleep;

/// What was last set, by name and label.
#[derive(Clone, Default)]
struct Board(Arc<Mutex<BTreeMap<String, f64>>>);

struct Line {
    board: Board,
    name: String,
}

impl Line {
    fn write(&self, value: f64) {
        self.board.0.lock().unwrap().insert(self.name.clone(), value);
    }
}

impl CounterFn for Line {
    fn increment(&self, _: u64) {
        panic!("the figures are absolute");
    }

    fn absolute(&self, value: u64) {
        self.write(value as f64);
    }
}

impl GaugeFn for Line {
    fn increment(&self, _: f64) {
        panic!("the figures are absolute");
    }

    fn decrement(&self, _: f64) {
        panic!("the figures are absolute");
    }

    fn set(&self, value: f64) {
        self.write(value);
    }
}

/// All values, one behind the other as digits of a number in milliseconds: 20 and then 5 is 20005.
impl HistogramFn for Line {
    fn record(&self, value: f64) {
        let before = self.board.0.lock().unwrap().get(&self.name).copied().unwrap_or(0.0);
        self.write(before * 1000.0 + (value * 1000.0).round());
    }
}

impl Board {
    fn of(&self, name: &str) -> f64 {
        let name = format!("{name}{{db.client.connection.pool.name=orders}}");
        self.0.lock().unwrap().get(&name).copied().unwrap_or(-1.0)
    }

    fn line(&self, key: &Key) -> Arc<Line> {
        let labels: Vec<_> =
            key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        let name = format!("{}{{{}}}", key.name(), labels.join(","));
        Arc::new(Line { board: self.clone(), name })
    }
}

impl Recorder for Board {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.line(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.line(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.line(key))
    }
}

/// SPEC 11.1: each figure by its name, with the pool's
#[tokio::test(start_paused = true)]
async fn metrics_are_the_figures() {
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(3).name("orders").no_create_backoff();
    let pool = pool.build().unwrap();
    let held = pool.acquire().await.unwrap();
    drop(pool.acquire().await.unwrap());
    pool.acquire().await.unwrap().discard("broken");
    things.set(Hook::Create, Mode::Error);
    assert!(pool.acquire().await.is_err());
    sleep(ms(1_500)).await;
    pool.resize(1);
    assert!(pool.acquire_timeout(ms(500)).await.is_err());

    let board = Board::default();
    metrics::with_local_recorder(&board, || pool.publish_metrics());
    let lines: Vec<_> = board.0.lock().unwrap().clone().into_iter().collect();
    let expected = [
        ("cenote.acquires", 3.0),
        ("cenote.breaker", 0.0),
        ("cenote.cancelled", 0.0),
        ("cenote.create_failures", 1.0),
        ("cenote.created", 2.0),
        ("cenote.creating", 0.0),
        ("cenote.destroyed", 1.0),
        ("cenote.detached", 0.0),
        ("cenote.expired", 0.0),
        ("cenote.idled_out", 0.0),
        ("cenote.longest_hold", 2.0),
        ("cenote.min", 0.0),
        ("cenote.rejected", 1.0),
        ("cenote.unhealthy", 0.0),
        ("cenote.waits", 1.0),
        ("db.client.connection.count,idle", 0.0),
        ("db.client.connection.count,used", 1.0),
        ("db.client.connection.max", 1.0),
        ("db.client.connection.pending_requests", 0.0),
        ("db.client.connection.timeouts", 1.0),
    ];
    let expected = expected.map(|(name, value)| {
        let (name, state) = name.split_once(',').map_or((name, String::new()), |(name, state)| {
            (name, format!(",db.client.connection.state={state}"))
        });
        (format!("{name}{{db.client.connection.pool.name=orders{state}}}"), value)
    });
    let rounded: Vec<_> = lines.into_iter().map(|(name, value)| (name, value.round())).collect();
    assert_eq!(rounded, expected);
    assert_eq!(pool.name(), "orders");
    drop(held);
}

/// SPEC 32.32: how long creations, waits and uses took is recorded as they end, and figures are published by themselves
#[tokio::test(start_paused = true)]
async fn times_are_recorded() {
    let board = Board::default();
    let _mine = metrics::set_default_local_recorder(&board);
    let things = Things::new();
    things.set(Hook::Create, Mode::Slow);
    let pool = Pool::builder(things.clone()).max(1).name("orders").record_metrics();
    let pool = pool.build().unwrap();
    let held = pool.acquire().await.unwrap();
    assert_eq!(board.of("db.client.connection.create_time"), 20.0);
    assert_eq!(board.of("db.client.connection.wait_time"), 20.0);
    let (waited, ()) = tokio::join!(pool.acquire(), async {
        sleep(ms(7)).await;
        drop(held);
    });
    let held = waited.unwrap();
    assert_eq!(board.of("db.client.connection.use_time"), 7.0);
    assert_eq!(board.of("db.client.connection.wait_time"), 20_007.0);
    // Each way back.
    sleep(ms(3)).await;
    held.release().await;
    let held = pool.acquire().await.unwrap();
    sleep(ms(4)).await;
    held.discard("a test");
    assert_eq!(board.of("db.client.connection.use_time"), 7_003_004.0);
    // One that is refused is no time of either kind.
    things.set(Hook::Create, Mode::Error);
    assert!(pool.acquire().await.is_err());
    assert_eq!(board.of("db.client.connection.create_time"), 20.0);
    assert_eq!(board.of("db.client.connection.wait_time"), 20_007_000.0);
    sleep(ms(5_000)).await;
    assert_eq!(board.of("db.client.connection.max"), 1.0);
    assert_eq!(board.of("cenote.create_failures"), 1.0);
    pool.close();
    sleep(ms(5_000)).await;
}

/// SPEC 32.32: without being asked it records nothing
#[tokio::test(start_paused = true)]
async fn nothing_is_recorded_unasked() {
    let board = Board::default();
    let _mine = metrics::set_default_local_recorder(&board);
    let pool = Pool::builder(Things::new()).build().unwrap();
    drop(pool.acquire().await.unwrap());
    sleep(ms(20_000)).await;
    assert!(board.0.lock().unwrap().is_empty());
}
