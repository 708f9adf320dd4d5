//! The figures, handed to the recorder of the `metrics` crate.

use crate::kit::*;
use cenote::Pool;
use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, Key, KeyName, Metadata, Recorder, SharedString,
    Unit,
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

impl Board {
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

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        panic!("no histogram is told of");
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
        ("cenote_acquires", 3.0),
        ("cenote_active", 1.0),
        ("cenote_create_failures", 1.0),
        ("cenote_created", 2.0),
        ("cenote_creating", 0.0),
        ("cenote_destroyed", 1.0),
        ("cenote_idle", 0.0),
        ("cenote_longest_hold_seconds", 2.0),
        ("cenote_max", 1.0),
        ("cenote_rejected", 1.0),
        ("cenote_timeouts", 1.0),
        ("cenote_waiting", 0.0),
        ("cenote_waits", 1.0),
    ];
    let expected = expected.map(|(name, value)| (format!("{name}{{pool=orders}}"), value));
    let rounded: Vec<_> = lines.into_iter().map(|(name, value)| (name, value.round())).collect();
    assert_eq!(rounded, expected);
    assert_eq!(pool.name(), "orders");
    drop(held);
}
