//! Idle resources between two pools.

use super::kit::*;
use cenote_core::*;
use proptest::prelude::*;

/// As long as a wait in this test's model; zero is none.
type Millis = u64;

fn ages(since: Millis, expires: Option<Millis>) -> Ages {
    let expires = expires.map_or(Time::NEVER, at);
    Ages { born: at(0), since: at(since), expires, lifetime: ms(0) }
}

/// Three, idle since 1, 2 and 3, with an idle timeout of 10.
fn three(min: u32) -> KeptResources<char> {
    let mut kept = KeptResources::new(at(0));
    kept.asked_for(ms(10), min);
    for (since, name) in [(2, 'b'), (3, 'c'), (1, 'a')] {
        kept.keep(ages(since, None), name);
    }
    kept
}

/// SPEC 50.3: those that are idle longest are more than MAX
#[test]
fn what_is_more_than_max_goes_first() {
    let mut kept = three(0);
    assert_eq!(kept.shrink(3), []);
    assert_eq!(kept.shrink(1), ['a', 'b']);
    assert_eq!((kept.len(), kept.shrink(0)), (1, vec!['c']));
    assert!(kept.is_empty());
}

/// SPEC 50.3: MIN of those that were idle too long stay for the next request, unless nobody has asked for the pool in this one
#[test]
fn min_stays_while_somebody_asks() {
    let mut kept = three(2);
    assert_eq!(kept.end_request(at(10)), [], "nobody is idle too long");
    kept.asked_for(ms(10), 2);
    assert_eq!(kept.end_request(at(13)), [(Reason::IdleTooLong, 'a')]);
    assert_eq!(
        kept.end_request(at(13)),
        [(Reason::IdleTooLong, 'b'), (Reason::IdleTooLong, 'c')],
        "nobody has asked for it since"
    );
}

/// SPEC 50.3: the end of a life is no matter of MIN
#[test]
fn an_ended_life_is_not_kept_for_min() {
    let mut kept = three(4);
    kept.keep(ages(4, Some(12)), 'd');
    assert_eq!(kept.end_request(at(11)), []);
    assert_eq!(
        kept.end_request(at(12)),
        [(Reason::Expired, 'd'), (Reason::IdleTooLong, 'a'), (Reason::IdleTooLong, 'b')]
    );
}

/// SPEC 50.3: a health check looks at them once in its interval
#[test]
fn a_check_is_due_once_in_its_interval() {
    let mut kept = three(0);
    assert!(!kept.begin_check(ms(0), at(100)), "never");
    assert!(!kept.begin_check(ms(30), at(29)));
    assert!(kept.begin_check(ms(30), at(30)));
    assert!(!kept.begin_check(ms(30), at(59)));
    assert!(kept.begin_check(ms(30), at(60)));
}

/// What is kept, in no order.
#[derive(Default)]
struct Naive {
    all: Vec<(Millis, Option<Millis>, usize)>,
    idle_timeout: Millis,
    min: usize,
    asked_for: bool,
}

impl Naive {
    fn remove_longest_idle(&mut self, of: impl Fn(Millis) -> bool) -> Option<usize> {
        let those = self.all.iter().filter(|(since, ..)| of(*since));
        // Of those that came at the same moment, the one that came first.
        let (_, _, name) = *those.min_by_key(|(since, _, name)| (*since, *name))?;
        self.all.retain(|(.., other)| *other != name);
        Some(name)
    }

    fn end_request(&mut self, now: Millis) -> Vec<(Reason, usize)> {
        let is_over = |expires: Option<Millis>| expires.is_some_and(|expires| expires <= now);
        let mut expired: Vec<_> =
            self.all.iter().filter(|(_, expires, _)| is_over(*expires)).collect();
        expired.sort_by_key(|(since, _, name)| (*since, *name));
        let mut gone: Vec<_> = expired.iter().map(|(.., name)| (Reason::Expired, *name)).collect();
        self.all.retain(|(_, expires, _)| !is_over(*expires));
        let stay = if self.asked_for { self.min } else { 0 };
        let timeout = self.idle_timeout;
        while self.all.len() > stay && timeout > 0 {
            let Some(name) = self.remove_longest_idle(|since| since + timeout <= now) else {
                break;
            };
            gone.push((Reason::IdleTooLong, name));
        }
        self.asked_for = false;
        gone
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// SPEC 50.3: who is closed, and why, over random requests beside a naive model
    #[test]
    fn kept_resources_and_model_agree(events in prop::collection::vec(any::<[u8; 4]>(), 0..60)) {
        let (mut kept, mut naive) = (KeptResources::new(at(0)), Naive::default());
        let mut now = 0;
        for (name, [what, how, more, step]) in events.into_iter().enumerate() {
            now += u64::from(step % 4);
            let how = u64::from(how);
            match what % 8 {
                0..=3 => {
                    let since = now.saturating_sub(how % 8);
                    let expires = (more % 2 == 0).then_some(now + u64::from(more % 16));
                    kept.keep(ages(since, expires), name);
                    naive.all.push((since, expires, name));
                }
                4 => {
                    kept.asked_for(ms(how % 6), u32::from(more % 4));
                    (naive.idle_timeout, naive.min, naive.asked_for) = (how % 6, usize::from(more % 4), true);
                }
                5 => {
                    let max = how % 8;
                    let mut surplus = Vec::new();
                    while naive.all.len() as u64 > max {
                        surplus.extend(naive.remove_longest_idle(|_| true));
                    }
                    prop_assert_eq!(kept.shrink(max as u32), surplus);
                }
                6 => {
                    let odd = kept.take_those(|name| name % 2 == 1);
                    prop_assert!(odd.is_sorted_by_key(|(ages, _)| ages.since));
                    let mut names: Vec<_> = odd.into_iter().map(|(_, name)| name).collect();
                    names.sort_unstable();
                    let model: Vec<_> = naive.all.iter().map(|(.., name)| *name).filter(|name| name % 2 == 1).collect();
                    prop_assert_eq!(names, model);
                    naive.all.retain(|(.., name)| name % 2 == 0);
                }
                _ => prop_assert_eq!(kept.end_request(at(now)), naive.end_request(now)),
            }
            prop_assert_eq!(kept.len(), naive.all.len());
        }
        let all = kept.take_all();
        prop_assert!(all.is_sorted_by_key(|(ages, _)| ages.since));
        prop_assert_eq!(all.len(), naive.all.len());
        prop_assert!(kept.is_empty());
    }
}
