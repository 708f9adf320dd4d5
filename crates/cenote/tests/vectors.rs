//! Runs the shared stories of `tests/vectors/*.txt` on the crate, in a time of its own and without a runtime: each caller is
//! a future that is polled when the story says so. Their format is told in the README beside them.
#![cfg(not(cenote_loom))]

use cenote::{Error, Guard, Manager, OnRelease, Pool, Task, Timer};
use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

/// What the callbacks say, what they did, who was woken, and the time.
#[derive(Default)]
struct World {
    now: Duration,
    sleeps: Vec<(Duration, Waker)>,
    wakes: Vec<String>,
    factory_fails: bool,
    rejects: bool,
    discards: bool,
    created: u32,
    destroyed: Vec<String>,
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<World>>);

impl Shared {
    fn with<T>(&self, act: impl FnOnce(&mut World) -> T) -> T {
        act(&mut self.0.lock().unwrap())
    }

    fn waker(&self, name: &str) -> Waker {
        Waker::from(Arc::new(Named { name: name.into(), world: self.clone() }))
    }
}

struct Named {
    name: String,
    world: Shared,
}

impl Wake for Named {
    fn wake(self: Arc<Self>) {
        self.world.with(|world| world.wakes.push(self.name.clone()));
    }
}

impl Timer for Shared {
    fn now(&self) -> Duration {
        self.with(|world| world.now)
    }

    fn sleep(&self, span: Duration) -> Task {
        let world = self.clone();
        let until = self.now() + span;
        Box::pin(poll_fn(move |context| {
            world.with(|world| {
                if world.now >= until {
                    return Poll::Ready(());
                }
                world.sleeps.push((until, context.waker().clone()));
                Poll::Pending
            })
        }))
    }
}

impl Manager for Shared {
    type Resource = u32;
    type Error = &'static str;

    async fn create(&self) -> Result<u32, &'static str> {
        self.with(|world| {
            if world.factory_fails {
                return Err("factory error");
            }
            world.created += 1;
            Ok(world.created)
        })
    }

    async fn before_acquire(&self, _: &mut u32) -> Result<(), &'static str> {
        self.with(|world| if world.rejects { Err("rejected") } else { Ok(()) })
    }

    fn on_release(&self, _: &mut u32) -> OnRelease {
        self.with(|world| if world.discards { OnRelease::Discard } else { OnRelease::Keep })
    }

    async fn destroy(&self, number: u32) {
        self.with(|world| world.destroyed.push(number.to_string()));
    }
}

type Outcome = Result<Option<Guard<Shared>>, Error<&'static str>>;

/// A caller of the story, as far as it waits or holds something.
#[derive(Default)]
struct Actor {
    /// It was woken and has not run since: a future is not woken twice for one poll.
    is_woken: bool,
    future: Option<Pin<Box<dyn Future<Output = Outcome>>>>,
    held: Option<Guard<Shared>>,
}

struct Story {
    world: Shared,
    pool: Pool<Shared>,
    background: Task,
    actors: BTreeMap<String, Actor>,
    acquire_timeout: u64,
}

const BACKGROUND: &str = "the background";

impl Story {
    fn new(settings: &[&str]) -> Story {
        let world = Shared::default();
        let mut builder = Pool::managed(world.clone()).timer(world.clone()).no_create_backoff();
        let mut acquire_timeout = 0;
        for setting in settings {
            let (name, number) = setting.split_once('=').expect("name=number");
            let number: u64 = number.parse().expect("a number");
            let span = Duration::from_millis(number);
            builder = match name {
                "min" => builder.min(number as u32),
                "max" => builder.max(number as u32),
                "maxWaiters" => builder.max_waiters(number as u32),
                "recoveryLimit" => builder.recovery_limit(number as u32),
                "maxLifetime" => builder.max_lifetime(span),
                "idleTimeout" => builder.idle_timeout(span),
                "healthcheckInterval" => builder.check_interval(span),
                "acquireTimeout" => {
                    acquire_timeout = number;
                    builder
                }
                _ => panic!("no such setting: {name}"),
            };
        }
        let pool = builder.maintenance_by_hand().build().unwrap();
        let background = Box::pin(pool.maintenance());
        let mut story = Story { world, pool, background, actors: BTreeMap::new(), acquire_timeout };
        let pool = story.pool.clone();
        let mut prewarm = Box::pin(pool.prewarm());
        let waker = story.world.waker("the constructor");
        assert!(prewarm.as_mut().poll(&mut Context::from_waker(&waker)).is_ready());
        story.run_background();
        story
    }

    fn run_background(&mut self) {
        let waker = self.world.waker(BACKGROUND);
        let _ = self.background.as_mut().poll(&mut Context::from_waker(&waker));
    }

    /// What was destroyed in the meantime.
    fn destroyed(&self) -> Vec<String> {
        self.world.with(|world| std::mem::take(&mut world.destroyed))
    }

    /// Polls a caller. None: it waits.
    fn poll(&mut self, name: &str) -> Option<String> {
        let waker = self.world.waker(name);
        let actor = self.actors.get_mut(name).expect("a caller");
        actor.is_woken = false;
        let future = actor.future.as_mut().unwrap_or_else(|| panic!("{name} does not wait"));
        let Poll::Ready(outcome) = future.as_mut().poll(&mut Context::from_waker(&waker)) else {
            return None;
        };
        actor.future = None;
        Some(match outcome {
            Ok(Some(guard)) => {
                let number = *guard;
                actor.held = Some(guard);
                format!("got {number}")
            }
            Ok(None) => "none".into(),
            Err(Error::Timeout(_)) => "times out".into(),
            Err(Error::Closed) => "closed".into(),
            Err(Error::Unavailable) => "unavailable".into(),
            Err(Error::TooManyWaiters(_)) => "too many waiters".into(),
            Err(Error::Create(error)) => error.into(),
            Err(other) => panic!("{other}"),
        })
    }

    /// Begins a call, or goes on with it.
    fn run(&mut self, name: &str) -> String {
        let answer = self.poll(name).unwrap_or_else(|| "waits".into());
        let destroyed = self.destroyed().into_iter().map(|number| format!("destroyed {number}, "));
        destroyed.collect::<String>() + &answer
    }

    fn call(&mut self, name: &str, call: impl Future<Output = Outcome> + 'static) -> String {
        self.actors.entry(name.into()).or_default().future = Some(Box::pin(call));
        self.run(name)
    }

    fn release(&mut self, name: &str) -> String {
        // A second release does not compile; it is refused by the type.
        let Some(guard) = self.actors.get_mut(name).and_then(|actor| actor.held.take()) else {
            return "refused".into();
        };
        drop(guard);
        match self.destroyed().as_slice() {
            [] => "kept".into(),
            numbers => format!("destroyed {}", numbers.join(", ")),
        }
    }

    /// Time passes from one sleeper's end to the next.
    fn after(&mut self, ms: u64) -> String {
        let end = self.world.with(|world| world.now) + Duration::from_millis(ms);
        let mut answers = Vec::new();
        loop {
            let woken = self.world.with(|world| std::mem::take(&mut world.wakes));
            for name in &woken {
                if name == BACKGROUND {
                    self.run_background();
                } else if let Some(answer) = self.poll(name) {
                    answers.push(format!("{name} {answer}"));
                }
            }
            if !woken.is_empty() {
                continue;
            }
            let next = self.world.with(|world| {
                let at = world.sleeps.iter().enumerate().min_by_key(|(_, sleep)| sleep.0)?.0;
                (world.sleeps[at].0 <= end).then(|| world.sleeps.remove(at))
            });
            let Some((until, waker)) = next else { break };
            self.world.with(|world| world.now = until.max(world.now));
            waker.wake();
        }
        self.world.with(|world| world.now = end);
        let destroyed = self.destroyed();
        if !destroyed.is_empty() {
            answers.push(format!("destroyed {}", destroyed.join(", ")));
        }
        if answers.is_empty() { "ok".into() } else { answers.join(", ") }
    }

    fn step(&mut self, words: &[&str]) -> String {
        let pool = self.pool.clone();
        let of_nobody = |act: fn(&Pool<Shared>)| {
            act(&pool);
            let destroyed = self.destroyed().join(", ");
            if destroyed.is_empty() { "ok".into() } else { format!("destroyed {destroyed}") }
        };
        let answer = match *words {
            ["after", ms] => {
                let ms = ms.parse().unwrap();
                self.after(ms)
            }
            ["close"] => of_nobody(Pool::close),
            ["activate"] => of_nobody(Pool::activate),
            ["deactivate"] => of_nobody(Pool::deactivate),
            ["recover"] => of_nobody(Pool::recover),
            [name, "try"] => self.call(name, async move { pool.try_acquire().await }),
            [name, "acquire", ref limit @ ..] => {
                let limit = limit.first().map_or(self.acquire_timeout, |ms| ms.parse().unwrap());
                let limit = (limit > 0).then(|| Duration::from_millis(limit));
                self.call(name, async move { pool.acquire_timeout(limit).await.map(Some) })
            }
            [name, "release"] => self.release(name),
            [name, "runs"] => self.run(name),
            [name, "cancel"] => {
                self.actors.get_mut(name).expect("a caller").future = None;
                "gone".into()
            }
            _ => panic!("no such step: {words:?}"),
        };
        self.pool.check_invariants();
        answer + &self.wakes()
    }

    /// Who was woken by this step. The background looks after itself when time passes.
    fn wakes(&mut self) -> String {
        let woken = self.world.with(|world| std::mem::take(&mut world.wakes));
        let (background, callers): (Vec<_>, Vec<_>) =
            woken.into_iter().partition(|name| name == BACKGROUND);
        self.world.with(|world| world.wakes = background);
        for name in &callers {
            self.actors.get_mut(name).expect("a caller").is_woken = true;
        }
        if callers.is_empty() { String::new() } else { format!("; wakes {}", callers.join(" ")) }
    }

    /// What the story expects, without the second wakes of those who were woken before and have not run yet.
    fn expected(&self, answer: &str) -> String {
        let Some((answer, wakes)) = answer.split_once("; wakes ") else { return answer.into() };
        let is_news = |name: &&str| !self.actors[*name].is_woken;
        let wakes: Vec<_> = wakes.split(' ').filter(is_news).collect();
        if wakes.is_empty() {
            answer.into()
        } else {
            format!("{answer}; wakes {}", wakes.join(" "))
        }
    }

    fn count(&self, name: &str) -> u32 {
        let stats = self.pool.stats();
        match name {
            "total" => stats.total,
            "idle" => stats.idle,
            "active" => stats.active,
            "waiting" => stats.waiting,
            _ => panic!("no such count: {name}"),
        }
    }
}

impl Drop for Story {
    /// The sleepers hold the world that holds them.
    fn drop(&mut self) {
        drop(self.world.with(|world| std::mem::take(&mut world.sleeps)));
    }
}

/// Runs all stories of a file; gives their number.
fn run(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("a vector file");
    let mut story: Option<Story> = None;
    let mut stories = 0;
    for (at, line) in text.lines().enumerate() {
        let place = format!("{}:{}: {line}", path.display(), at + 1);
        let (line, counts) = line.split_once('|').unwrap_or((line, ""));
        let (step, expected) = line.split_once(" :").unwrap_or((line, ""));
        let words: Vec<&str> = step.split_whitespace().collect();
        if let [] | ["#", ..] = words[..] {
            continue;
        }
        if let ["pool", ref settings @ ..] = words[..] {
            story = Some(Story::new(settings));
            stories += 1;
            continue;
        }
        let story = story.as_mut().expect("a pool first");
        match words[..] {
            ["factory", says] => story.world.with(|world| world.factory_fails = says != "works"),
            ["beforeAcquire", says] => {
                story.world.with(|world| world.rejects = says != "accepts");
            }
            ["beforeRelease", says] => {
                story.world.with(|world| world.discards = says != "accepts");
            }
            _ => {
                let expected = story.expected(expected.trim());
                assert_eq!(story.step(&words), expected, "{place}");
            }
        }
        for count in counts.split_whitespace() {
            let (name, number) = count.split_once('=').expect("name=number");
            assert_eq!(story.count(name).to_string(), number, "{name} after {place}");
        }
    }
    stories
}

/// SPEC 32.1: the shared stories hold for the crate
#[test]
fn the_shared_stories_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let stories: usize = files.iter().map(|path| run(path)).sum();
    assert!(stories >= 20, "only {stories} stories found");
}
