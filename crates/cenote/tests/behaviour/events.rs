//! What the pool tells about itself.

use crate::kit::*;
use cenote::{Manager, OnRelease, Pool};
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use tokio::time::sleep;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps each event of the target `cenote` as a line; and each span.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>, Arc<Mutex<Vec<String>>>);

impl Log {
    /// What was told since the last look.
    fn lines(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// All spans there were.
    fn spans(&self) -> Vec<String> {
        self.1.lock().unwrap().clone()
    }

    /// The lines that begin so.
    fn of(&self, beginning: &str) -> Vec<String> {
        self.lines().into_iter().filter(|line| line.starts_with(beginning)).collect()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "cenote"
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let metadata = attributes.metadata();
        let mut line = Line(format!("{} span {}", metadata.level(), metadata.name()));
        attributes.record(&mut line);
        let mut spans = self.1.lock().unwrap();
        spans.push(line.0);
        Id::from_u64(spans.len() as u64)
    }

    fn try_close(&self, id: Id) -> bool {
        let at = usize::try_from(id.into_u64()).unwrap() - 1;
        self.1.lock().unwrap()[at].push_str(" closed");
        true
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// SPEC 32.2: what goes wrong is told with the pool's name, and nothing else is
#[tokio::test(start_paused = true)]
async fn what_goes_wrong_is_told() {
    let log = Log::default();
    let _mine = tracing::subscriber::set_default(log.clone());
    let things = Things::new();
    let pool = Pool::managed(things.clone()).max(1).name("orders").build().unwrap();
    things.set(Hook::Create, Mode::Error);
    assert!(pool.acquire().await.is_err());
    let line = "WARN message=creating a resource failed pool=\"orders\" error=\"no\"";
    assert_eq!(log.lines(), [line]);

    things.set(Hook::Create, Mode::Ok);
    let held = pool.acquire().await.unwrap();
    assert!(pool.try_acquire().await.unwrap().is_none());
    assert_eq!(log.lines(), [""; 0]);
    let error = pool.acquire_timeout(ms(5)).await.unwrap_err();
    let line = format!("WARN message=a caller got no resource pool=\"orders\" error={error}");
    assert_eq!(log.lines(), [line]);

    held.discard("the server hung up");
    let discarded =
        "DEBUG message=a resource was discarded pool=\"orders\" reason=the server hung up";
    let destroyed = "DEBUG message=destroying a resource pool=\"orders\" reason=Rejected";
    assert_eq!(log.lines(), [discarded, destroyed]);

    things.set(Hook::Destroy, Mode::Never);
    things.set(Hook::Before, Mode::Error);
    drop(pool.acquire().await.unwrap());
    assert_eq!(log.lines(), [""; 0]);
    drop(pool.acquire().await.unwrap());
    let refused = "DEBUG message=a hook refused a resource pool=\"orders\" hook=\"before_acquire\" error=\"no\"";
    let late = "WARN message=destroying a resource took too long pool=\"orders\"";
    assert_eq!(log.lines(), [refused, destroyed, late]);
}

/// Its errors are told in its own words. Its hook before acquire may give others a turn first.
struct Wordy {
    things: Things,
    yields: bool,
}

impl Manager for Wordy {
    type Resource = Thing;
    type Error = &'static str;

    async fn create(&self) -> Result<Thing, &'static str> {
        self.things.create().await
    }

    async fn check(&self, thing: &mut Thing) -> Result<(), &'static str> {
        self.things.check(thing).await
    }

    async fn before_acquire(&self, thing: &mut Thing) -> Result<(), &'static str> {
        if self.yields {
            tokio::task::yield_now().await;
        }
        self.things.before_acquire(thing).await
    }

    fn on_release(&self, thing: &mut Thing) -> OnRelease {
        self.things.on_release(thing)
    }

    async fn reset(&self, thing: &mut Thing) -> Result<(), &'static str> {
        self.things.reset(thing).await
    }

    fn describe(&self, error: &&'static str) -> String {
        format!("{error}, for a reason")
    }
}

/// SPEC 32.2, 32.5: why a hook refused a resource is told, in the words that the manager has for its errors; so is why none was made
#[tokio::test(start_paused = true)]
async fn why_a_hook_refused_is_told() {
    for yields in [false, true] {
        refuse_in_each_hook(yields).await;
    }
}

async fn refuse_in_each_hook(yields: bool) {
    let log = Log::default();
    let _mine = tracing::subscriber::set_default(log.clone());
    let things = Things::new();
    things.on_release_says(OnRelease::Reset);
    let manager = Wordy { things: things.clone(), yields };
    let pool = Pool::managed(manager).max(1).check_interval(ms(10_000)).build().unwrap();
    for (hook, name) in
        [(Hook::Reset, "reset"), (Hook::Before, "before_acquire"), (Hook::Check, "check")]
    {
        for (mode, why) in [(Mode::Error, "no, for a reason"), (Mode::Never, "took too long")] {
            pool.acquire().await.unwrap().release().await;
            assert_eq!(log.of("DEBUG message=a hook"), [""; 0]);
            things.set(hook, mode);
            match hook {
                Hook::Check => sleep(ms(16_000)).await,
                _ => pool.acquire().await.unwrap().release().await,
            }
            things.set(hook, Mode::Ok);
            let refused = "DEBUG message=a hook refused a resource pool=\"\"";
            let line = format!("{refused} hook=\"{name}\" error=\"{why}\"");
            assert_eq!(log.of("DEBUG message=a hook"), [line]);
        }
    }
    things.set(Hook::Create, Mode::Error);
    pool.resize(2);
    let _held = pool.acquire().await;
    assert!(pool.acquire().await.is_err());
    assert!(log.of("WARN")[0].ends_with("error=\"no, for a reason\""));
}

/// SPEC 11.4: a long hold is told with the place that took it, whatever way the resource comes back; a short one is not
#[tokio::test(start_paused = true)]
async fn long_holds_are_told_on_every_way_back() {
    let log = Log::default();
    let _mine = tracing::subscriber::set_default(log.clone());
    let things = Things::new();
    let pool = Pool::managed(things.clone()).leak_threshold(ms(50)).build().unwrap();
    for way in ["keep", "reset", "in place", "discard"] {
        for (span, is_long) in [(49, false), (50, true)] {
            let line = line!() + 1;
            let guard = pool.acquire().await.unwrap();
            sleep(ms(span)).await;
            let is_reset = way == "reset";
            things.on_release_says(if is_reset { OnRelease::Reset } else { OnRelease::Keep });
            match way {
                "in place" => guard.release().await,
                "discard" => guard.discard("broken"),
                _ => drop(guard),
            }
            let told = log.of("WARN");
            assert_eq!(told.len(), usize::from(is_long), "{way} after {span} ms: {told:?}");
            let expected = format!(
                "WARN message=a resource was held for long pool=\"\" held_ms=50 acquired_at={}:{line}:",
                file!()
            );
            assert!(!is_long || told[0].starts_with(&expected), "{told:?}");
        }
    }
}

/// SPEC 32.12: a resource that never comes back is told of once while it is out, with the place
#[tokio::test(start_paused = true)]
async fn one_that_stays_out_is_told_of_once() {
    let log = Log::default();
    let _mine = tracing::subscriber::set_default(log.clone());
    let pool = Pool::managed(Things::new()).leak_threshold(ms(100)).build().unwrap();
    let held = pool.acquire().await.unwrap();
    sleep(ms(50)).await;
    assert_eq!(log.of("WARN"), [""; 0]);
    sleep(ms(500)).await;
    let lines = log.of("WARN message=a resource has not come back");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains(&format!("acquired_at={}", file!())), "{lines:?}");
    std::mem::forget(held);
    sleep(ms(500)).await;
    assert_eq!(log.of("WARN"), [""; 0]);
}

/// SPEC 32.32: what takes time is a span: a wait, a creation, a reset, a check; what takes none is not
#[tokio::test(start_paused = true)]
async fn what_takes_time_is_a_span() {
    let log = Log::default();
    let _mine = tracing::subscriber::set_default(log.clone());
    let things = Things::new();
    let pool = Pool::builder(things.clone()).max(1).check_interval(ms(1_000)).name("orders");
    let pool = pool.build().unwrap();
    let held = pool.acquire().await.unwrap();
    let create = "DEBUG span create pool=\"orders\" closed";
    assert_eq!(log.spans(), [create]);
    drop(held);
    drop(pool.acquire().await.unwrap());
    assert_eq!(log.spans().len(), 1);
    // Served, and given up.
    let held = pool.acquire().await.unwrap();
    let mut given_up = Box::pin(pool.acquire());
    let (waited, ()) = tokio::join!(pool.acquire_timeout(None), async {
        assert!(tokio::time::timeout(ms(1), &mut given_up).await.is_err());
        let open = "DEBUG span wait pool=\"orders\"";
        assert_eq!(log.spans()[1..], [open, open]);
        drop(given_up);
        drop(held);
    });
    let held = waited.unwrap();
    let wait = "DEBUG span wait pool=\"orders\" closed";
    assert_eq!(log.spans()[1..], [wait, wait]);
    things.on_release_says(OnRelease::Reset);
    held.release().await;
    assert_eq!(log.spans()[3..], ["DEBUG span reset pool=\"orders\" closed"]);
    sleep(ms(1_100)).await;
    assert_eq!(log.spans()[4..], ["DEBUG span check pool=\"orders\" closed"]);
}
