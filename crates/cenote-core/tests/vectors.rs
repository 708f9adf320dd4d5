//! Runs the shared stories of `tests/vectors/*.txt` on the core. Their format is told in the README beside them.

use cenote_core::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

const MS: u64 = 1_000_000;

/// A caller of the story, as far as it is parked or holds something.
#[derive(Default)]
struct Actor {
    waiter: Option<(WaiterId, Patience)>,
    held: Option<SlotId>,
}

/// A shell for one pool, whose callbacks do what the story says.
struct Story {
    core: Core,
    now: u64,
    acquire_timeout: u64,
    actors: BTreeMap<String, Actor>,
    parked: Vec<String>,
    numbers: BTreeMap<usize, u32>,
    created: u32,
    factory_works: bool,
    accepts: bool,
    keeps: bool,
    answers: Vec<String>,
}

impl Story {
    fn new(settings: Settings, acquire_timeout: u64) -> Story {
        Story {
            core: Core::new(settings, Strategy::None, Time(0)),
            now: 0,
            acquire_timeout,
            actors: BTreeMap::new(),
            parked: Vec::new(),
            numbers: BTreeMap::new(),
            created: 0,
            factory_works: true,
            accepts: true,
            keeps: true,
            answers: Vec::new(),
        }
    }

    fn prewarm(&mut self) {
        while let Some(slot) = self.core.prewarm() {
            self.make(slot);
            assert_eq!(self.core.warmed(slot, self.time()), After::Stored);
        }
    }

    fn time(&self) -> Time {
        Time(self.now)
    }

    fn make(&mut self, slot: SlotId) {
        self.created += 1;
        self.numbers.insert(slot.index(), self.created);
    }

    fn number(&self, slot: SlotId) -> u32 {
        self.numbers[&slot.index()]
    }

    /// Takes a caller's conversation to its end or to the next park.
    fn carry_out(&mut self, name: &str, mut next: Next, patience: Patience) -> String {
        let mut said = String::new();
        loop {
            let time = self.time();
            next = match next {
                Next::Take(slot) => {
                    let number = self.number(slot);
                    self.actor(name).held = Some(slot);
                    return said + &format!("got {number}");
                }
                Next::Check(slot) if self.accepts => self.core.accepted(slot, time),
                Next::Check(slot) => self.core.rejected(slot),
                Next::Create(slot) if self.factory_works => {
                    self.make(slot);
                    self.core.created(slot, time)
                }
                Next::Create(slot) => {
                    assert!(self.core.create_failed(slot, time));
                    return said + "factory error";
                }
                Next::Destroy(slot, _) => {
                    write!(said, "destroyed {}, ", self.number(slot)).unwrap();
                    self.core.retry(slot, patience, time)
                }
                Next::Park(waiter) => {
                    self.actor(name).waiter = Some((waiter, patience));
                    if !self.parked.iter().any(|other| other == name) {
                        self.parked.push(name.into());
                    }
                    return said + "waits";
                }
                Next::Consult => unreachable!("there is no strategy"),
                Next::Refuse(_) if patience == Patience::None => return said + "none",
                Next::Refuse(refusal) => return said + word(refusal),
            }
        }
    }

    fn actor(&mut self, name: &str) -> &mut Actor {
        self.actors.entry(name.into()).or_default()
    }

    fn unpark(&mut self, name: &str) -> (WaiterId, Patience) {
        self.parked.retain(|other| other != name);
        self.actor(name).waiter.take().unwrap_or_else(|| panic!("{name} is not parked"))
    }

    fn wakes(&mut self) -> String {
        let mut names = String::new();
        while let Some(woken) = self.core.next_wake() {
            let parked = self
                .actors
                .iter()
                .find(|(_, actor)| actor.waiter.is_some_and(|(waiter, _)| waiter == woken));
            write!(names, " {}", parked.expect("a parked caller is woken").0).unwrap();
        }
        if names.is_empty() { names } else { format!("; wakes{names}") }
    }

    fn destroy(&mut self, slot: SlotId, destroyed: &mut Vec<String>) {
        destroyed.push(self.number(slot).to_string());
        assert!(self.core.destroyed(slot, self.time()));
    }

    fn destroy_doomed(&mut self) -> Vec<String> {
        let mut destroyed = Vec::new();
        while let Some((slot, _)) = self.core.next_doomed(self.time()) {
            self.destroy(slot, &mut destroyed);
        }
        destroyed
    }

    /// Time passes from one deadline to the next, the pool's and the callers'.
    fn after(&mut self, ms: u64) -> String {
        let end = self.now + ms * MS;
        let mut destroyed = Vec::new();
        loop {
            let mine = self.parked.iter().filter_map(|name| {
                let (_, patience) = self.actors[name].waiter?;
                let Patience::Until(deadline) = patience else { return None };
                Some((deadline, name.clone()))
            });
            let mine = mine.min_by_key(|(deadline, _)| *deadline);
            let pools = self.core.next_deadline().unwrap_or(Time::NEVER);
            let next = pools.min(mine.as_ref().map_or(Time::NEVER, |mine| mine.0));
            if next > Time(end) {
                break;
            }
            self.now = next.0.max(self.now);
            if let Some((_, name)) = mine.filter(|mine| mine.0 <= self.time()) {
                let (waiter, patience) = self.unpark(&name);
                let next = self.core.timed_out(waiter, self.time());
                let answer = self.carry_out(&name, next, patience);
                self.answers.push(format!("{name} {answer}"));
            } else if self.core.tick(self.time()) == Tick::StartRound {
                self.round(&mut destroyed);
            }
        }
        self.now = end;
        if !destroyed.is_empty() {
            self.answers.push(format!("destroyed {}", destroyed.join(", ")));
        }
        core::mem::take(&mut self.answers).join(", ")
    }

    fn round(&mut self, destroyed: &mut Vec<String>) {
        loop {
            match self.core.next_round_step(self.time()) {
                RoundStep::Check(slot) => {
                    let after = self.core.checked(slot, true, self.time());
                    assert_eq!(after, After::Stored);
                }
                RoundStep::Destroy(slot, _) => self.destroy(slot, destroyed),
                RoundStep::Create(slot) => {
                    self.make(slot);
                    assert_eq!(self.core.warmed(slot, self.time()), After::Stored);
                }
                RoundStep::Wait => panic!("every check has been reported"),
                RoundStep::Done => return,
            }
        }
    }

    fn release(&mut self, name: &str) -> String {
        let Some(slot) = self.actor(name).held else { return "refused".into() };
        let verdict = if self.keeps { Verdict::Keep } else { Verdict::Reject };
        match self.core.release(slot, verdict, self.time()) {
            After::Stored => "kept".into(),
            After::Stale => "refused".into(),
            After::Destroy(slot, _) => {
                let number = self.number(slot);
                assert!(self.core.destroyed(slot, self.time()));
                format!("destroyed {number}")
            }
        }
    }

    fn step(&mut self, words: &[&str]) -> String {
        let time = self.time();
        let answer = match *words {
            ["after", ms] => self.after(ms.parse().unwrap()),
            ["close"] => {
                self.core.close(time);
                self.destroy_doomed().join(", ")
            }
            ["activate"] => {
                self.core.activate(time);
                String::new()
            }
            ["deactivate"] => {
                self.core.deactivate(time);
                String::new()
            }
            ["recover"] => {
                self.core.recover(time);
                String::new()
            }
            [name, "try"] => {
                let next = self.core.acquire(Patience::None, time);
                self.carry_out(name, next, Patience::None)
            }
            [name, "acquire", ref limit @ ..] => {
                let limit = limit.first().map_or(self.acquire_timeout, |ms| ms.parse().unwrap());
                let patience = match limit {
                    0 => Patience::Forever,
                    ms => Patience::Until(Time(self.now + ms * MS)),
                };
                let next = self.core.acquire(patience, time);
                self.carry_out(name, next, patience)
            }
            [name, "release"] => self.release(name),
            [name, "runs"] => {
                let (waiter, patience) = self.unpark(name);
                let next = self.core.resume(waiter, time);
                self.carry_out(name, next, patience)
            }
            [name, "cancel"] => {
                let (waiter, _) = self.unpark(name);
                assert!(self.core.leave(waiter, time));
                "gone".into()
            }
            _ => panic!("no such step: {words:?}"),
        };
        let answer = match (words[0], answer.as_str()) {
            (_, "") => "ok".into(),
            ("close", numbers) => format!("destroyed {numbers}"),
            _ => answer,
        };
        let wakes = self.wakes();
        self.core.check();
        answer + &wakes
    }

    fn count(&self, name: &str) -> u32 {
        match name {
            "total" => self.core.total(),
            "idle" => self.core.idle(),
            "active" => self.core.active(),
            "waiting" => self.core.waiting(),
            _ => panic!("no such count: {name}"),
        }
    }
}

fn word(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Closed => "closed",
        Refusal::Unavailable => "unavailable",
        Refusal::TimedOut => "times out",
        Refusal::TooManyWaiters => "too many waiters",
        Refusal::Exhausted => "none",
        Refusal::Stale => panic!("a stale id"),
    }
}

fn pool(words: &[&str], has_before_acquire: bool) -> Story {
    let mut settings =
        Settings { check: true, before_acquire: has_before_acquire, ..Settings::default() };
    let mut acquire_timeout = 0;
    for word in words {
        let (name, number) = word.split_once('=').expect("name=number");
        let number: u64 = number.parse().expect("a number");
        let span = Duration::from_millis(number);
        match name {
            "min" => settings.min = number as u32,
            "max" => settings.max = number as u32,
            "maxWaiters" => settings.max_waiters = number as u32,
            "recoveryLimit" => settings.recovery_limit = number as u32,
            "maxLifetime" => settings.lifetime = span,
            "idleTimeout" => settings.idle_timeout = span,
            "healthcheckInterval" => settings.round_interval = span,
            "acquireTimeout" => acquire_timeout = number,
            _ => panic!("no such setting: {name}"),
        }
    }
    let mut story = Story::new(settings, acquire_timeout);
    story.prewarm();
    story
}

/// Runs all stories of a file; gives their number.
fn run(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("a vector file");
    let lines: Vec<&str> = text.lines().collect();
    let mut story: Option<Story> = None;
    let mut stories = 0;
    for (at, line) in lines.iter().enumerate() {
        let place = format!("{}:{}: {line}", path.display(), at + 1);
        let (line, counts) = line.split_once('|').unwrap_or((line, ""));
        let (step, expected) = line.split_once(" :").unwrap_or((line, ""));
        let words: Vec<&str> = step.split_whitespace().collect();
        match words[..] {
            [] | ["#", ..] => continue,
            ["pool", ref settings @ ..] => {
                let rest = lines[at + 1..].iter().take_while(|line| !line.starts_with("pool"));
                let has_hook = rest.clone().any(|line| line.starts_with("beforeAcquire"));
                story = Some(pool(settings, has_hook));
                stories += 1;
                continue;
            }
            _ => {}
        }
        let story = story.as_mut().expect("a pool first");
        match words[..] {
            ["factory", says] => story.factory_works = says == "works",
            ["beforeAcquire", says] => story.accepts = says == "accepts",
            ["beforeRelease", says] => story.keeps = says == "accepts",
            _ => assert_eq!(story.step(&words), expected.trim(), "{place}"),
        }
        for count in counts.split_whitespace() {
            let (name, number) = count.split_once('=').expect("name=number");
            assert_eq!(story.count(name).to_string(), number, "{name} after {place}");
        }
    }
    stories
}

/// SPEC 32.1: the shared stories hold for the core
#[test]
fn the_shared_stories_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let files: BTreeSet<_> = std::fs::read_dir(folder)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    let stories: usize = files.iter().map(|path| run(path)).sum();
    assert!(stories >= 20, "only {stories} stories found");
}
