//! The cache of compiled statements against a naive one.

use super::{
    cache::{Cache, Place},
    compiled::Compiled,
};
use crate::{pdo::drivers::readings::Reading, zend::Value};
use proptest::prelude::*;
use std::collections::BTreeMap;

const READ: Reading = Reading { number: 1, round: 0 };

fn keep(cache: &Cache, text: &str, number: u32) -> Option<Compiled> {
    cache.put(Place::NONE, &Value::text(text), READ, Compiled(number))
}

fn take(cache: &Cache, text: &str) -> Option<u32> {
    cache.take(&Value::text(text), 0).map(|taken| taken.statement.0)
}

/// SPEC 25.1, 25.2: what was taken is gone until it comes back
#[test]
fn a_second_live_statement_of_the_same_text_is_a_miss() {
    let cache = Cache::new(2);
    assert!(cache.is_on() && cache.capacity() == 2);
    assert_eq!(keep(&cache, "SELECT 1", 1), None);
    let taken = cache.take(&Value::text("SELECT 1"), 0).expect("it is kept");
    assert_eq!((taken.statement.0, taken.reading), (1, READ));
    assert_eq!(take(&cache, "SELECT 1"), None);
    assert_eq!(cache.put(taken.place, &Value::text("SELECT 1"), READ, taken.statement), None);
    assert_eq!(take(&cache, "SELECT 1"), Some(1));
}

/// SPEC 25.2: the least recently used one goes first
#[test]
fn the_least_recently_used_goes_first() {
    let cache = Cache::new(2);
    assert_eq!(keep(&cache, "a", 1), None);
    assert_eq!(keep(&cache, "b", 2), None);
    let used = cache.take(&Value::text("a"), 0).expect("it is kept");
    assert_eq!(cache.put(used.place, &Value::text("a"), READ, used.statement), None);
    assert_eq!(keep(&cache, "c", 3), Some(Compiled(2)));
    assert_eq!(cache.pop_with_text(), Some((Value::text("a"), Compiled(1))));
    assert_eq!(cache.pop(), Some(Compiled(3)));
    assert_eq!(cache.pop(), None);
}

/// SPEC 25.1: a cache of size 0 keeps nothing
#[test]
fn nothing_is_kept_without_room() {
    for size in [0, -1] {
        let cache = Cache::new(size);
        assert!(!cache.is_on());
        assert_eq!(keep(&cache, "a", 1), Some(Compiled(1)));
        assert_eq!(take(&cache, "a"), None);
    }
}

/// SPEC 25.4: what was read by other rules is compiled anew
#[test]
fn a_statement_read_by_other_rules_is_not_found() {
    let cache = Cache::new(2);
    assert_eq!(keep(&cache, "a", 1), None);
    assert!(cache.take(&Value::text("a"), 1).is_none());
    let newer = Reading { number: 2, round: 1 };
    let old = cache.put(Place::NONE, &Value::text("a"), newer, Compiled(2));
    assert_eq!(old, Some(Compiled(1)), "the older one goes");
    assert_eq!(cache.take(&Value::text("a"), 1).map(|taken| taken.statement), Some(Compiled(2)));
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Prepares a text: takes it from the cache, or compiles it.
    Prepare(usize),
    /// One of the live statements dies, and is kept.
    Die(usize),
    /// One dies that cannot be kept.
    Fail(usize),
    Pop,
}

/// Two of them have the same hash here.
const TEXTS: [&str; 5] = ["ab", "ba", "c", "d", "ee"];

struct Live {
    text: &'static str,
    place: Place,
    number: u32,
}

/// Kept statements, the least recently used first; and which text has the place of its hash, with what the last one who took
/// its statement was told of it. A statement that was taken before the text lost its place does not clear the next one.
#[derive(Default)]
struct Naive {
    kept: Vec<(&'static str, u32)>,
    places: BTreeMap<u64, (&'static str, Place)>,
}

impl Naive {
    fn put(&mut self, text: &'static str, number: u32, capacity: usize) -> Option<u32> {
        let (owner, _) = *self.places.entry(hash(text)).or_insert((text, Place::NONE));
        if owner != text || self.kept.iter().any(|kept| kept.0 == text) {
            return Some(number);
        }
        self.kept.push((text, number));
        if self.kept.len() > capacity { self.pop() } else { None }
    }

    fn pop(&mut self) -> Option<u32> {
        if self.kept.is_empty() {
            return None;
        }
        let (text, number) = self.kept.remove(0);
        self.places.remove(&hash(text));
        Some(number)
    }
}

fn hash(text: &str) -> u64 {
    Value::text(text).text_hash().expect("a text")
}

proptest! {
    /// SPEC 25: under any sequence the cache keeps what a list in the order of use would keep
    #[test]
    fn the_cache_keeps_what_a_plain_list_would_keep(
        capacity in 1..4usize,
        steps in prop::collection::vec(prop_oneof![
            4 => (0..TEXTS.len()).prop_map(Step::Prepare),
            4 => (0..6usize).prop_map(Step::Die),
            1 => (0..6usize).prop_map(Step::Fail),
            1 => Just(Step::Pop),
        ], 1..120),
    ) {
        let cache = Cache::new(capacity as i64);
        let mut naive = Naive::default();
        let mut live: Vec<Live> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Prepare(at) => {
                    let text = TEXTS[at];
                    let kept = naive.kept.iter().position(|kept| kept.0 == text);
                    let expected = kept.map(|at| naive.kept.remove(at).1);
                    let taken = cache.take(&Value::text(text), 0);
                    prop_assert_eq!(taken.as_ref().map(|taken| taken.statement.0), expected);
                    live.push(match taken {
                        Some(taken) => {
                            naive.places.insert(hash(text), (text, taken.place));
                            Live { text, place: taken.place, number: taken.statement.0 }
                        }
                        None => Live { text, place: Place::NONE, number: number as u32 },
                    });
                }
                Step::Die(at) if at < live.len() => {
                    let Live { text, place, number } = live.remove(at);
                    let gone = cache.put(place, &Value::text(text), READ, Compiled(number));
                    prop_assert_eq!(gone.map(|gone| gone.0), naive.put(text, number, capacity));
                }
                Step::Fail(at) if at < live.len() => {
                    let Live { text, place, .. } = live.remove(at);
                    cache.vacate(place, &Value::text(text));
                    let is_kept = naive.kept.iter().any(|kept| kept.0 == text);
                    let is_its_own = naive.places.get(&hash(text)) == Some(&(text, place));
                    if place != Place::NONE && !is_kept && is_its_own {
                        naive.places.remove(&hash(text));
                    }
                }
                Step::Pop => prop_assert_eq!(cache.pop().map(|gone| gone.0), naive.pop()),
                Step::Die(_) | Step::Fail(_) => {}
            }
        }
        while let Some(number) = naive.pop() {
            prop_assert_eq!(cache.pop(), Some(Compiled(number)));
        }
        prop_assert_eq!(cache.pop(), None);
    }
}
