//! The run queue, timers and admission against naive ones, under random sequences.

use cenote_tasks::{
    admission::{Admission, QUEUE_SPAN},
    run_queue::RunQueue,
    timers::{Target, TimerId, Timers},
};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Step {
    Push,
    PushFirst,
    Next,
    Leave(usize),
    Take(usize),
    YoungestFirst(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Push),
        1 => Just(Step::PushFirst),
        3 => Just(Step::Next),
        2 => (0..12usize).prop_map(Step::Leave),
        1 => (1..4usize).prop_map(Step::Take),
        1 => any::<bool>().prop_map(Step::YoungestFirst),
    ];
    prop::collection::vec(step, 1..80)
}

proptest! {
    /// SPEC 30.1
    #[test]
    fn who_came_first_runs_first_but_for_those_that_are_moved(steps in steps()) {
        let mut queue = RunQueue::default();
        let mut naive: Vec<usize> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Push => {
                    queue.push(number);
                    naive.push(number);
                }
                Step::PushFirst => {
                    queue.push_first(number);
                    naive.insert(0, number);
                }
                Step::Next => {
                    let next = (!naive.is_empty()).then(|| naive.remove(0));
                    prop_assert_eq!(queue.pop(), next);
                }
                Step::Leave(at) => {
                    let leaving = naive.get(at).copied().unwrap_or(usize::MAX);
                    prop_assert_eq!(queue.contains(|&ready| ready == leaving), leaving != usize::MAX);
                    queue.leave(|&ready| ready == leaving);
                    naive.retain(|&ready| ready != leaving);
                }
                Step::Take(divisor) => {
                    let taken: Vec<_> = naive.iter().copied().filter(|it| it % divisor == 0).collect();
                    naive.retain(|it| it % divisor != 0);
                    prop_assert_eq!(queue.take(|it| it % divisor == 0), taken);
                }
                Step::YoungestFirst(is_meant) => {
                    let youngest = naive.last().copied().filter(|_| is_meant);
                    queue.put_youngest_first(|&last| Some(last) == youngest);
                    if let Some(youngest) = youngest {
                        naive.pop();
                        naive.insert(0, youngest);
                    }
                }
            }
            prop_assert_eq!((queue.len(), queue.is_empty()), (naive.len(), naive.is_empty()));
        }
        let rest: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        prop_assert_eq!(rest, naive);
    }
}

/// A timer that tells itself from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bell {
    number: usize,
    visible: bool,
}

impl Target for Bell {
    fn is_visible(&self) -> bool {
        self.visible
    }
}

#[derive(Clone, Copy, Debug)]
enum Tick {
    Arm { after: u64, visible: bool },
    Disarm(usize),
    Pass(u64),
}

fn ticks() -> impl Strategy<Value = Vec<Tick>> {
    let tick = prop_oneof![
        4 => (0..6u64, any::<bool>()).prop_map(|(after, visible)| Tick::Arm { after, visible }),
        2 => (0..40usize).prop_map(Tick::Disarm),
        3 => (0..4u64).prop_map(Tick::Pass),
    ];
    prop::collection::vec(tick, 1..60)
}

proptest! {
    /// SPEC 30.6, 13.10
    #[test]
    fn timers_fire_in_time_and_equal_ones_as_they_were_set(ticks in ticks()) {
        let mut timers = Timers::default();
        let mut ids: Vec<(TimerId<u64>, Bell)> = Vec::new();
        let mut naive: Vec<(u64, Bell)> = Vec::new();
        let mut now = 0;
        for (number, tick) in ticks.into_iter().enumerate() {
            match tick {
                Tick::Arm { after, visible } => {
                    let bell = Bell { number, visible };
                    ids.push((timers.arm(now + after, bell), bell));
                    naive.push((now + after, bell));
                    naive.sort_by_key(|&(at, bell)| (at, bell.number));
                }
                Tick::Disarm(at) => {
                    let Some(&(id, bell)) = ids.get(at) else { continue };
                    let was_armed = naive.iter().any(|&(_, other)| other == bell);
                    naive.retain(|&(_, other)| other != bell);
                    prop_assert_eq!(timers.disarm(id), was_armed.then_some(bell));
                }
                Tick::Pass(span) => {
                    now += span;
                    while naive.first().is_some_and(|&(at, _)| at <= now) {
                        prop_assert_eq!(timers.pop_due(now), Some(naive.remove(0).1));
                    }
                    prop_assert_eq!(timers.pop_due(now), None);
                }
            }
            prop_assert_eq!(timers.next(), naive.first().map(|&(at, _)| at));
            prop_assert_eq!(timers.is_empty(), naive.is_empty());
            prop_assert_eq!(timers.any_visible(), naive.iter().any(|(_, bell)| bell.visible));
        }
    }
}

/// SPEC 30.18: a look wakes as many as are done within about four milliseconds, and somebody always
#[test]
fn long_runs_keep_the_queue_short_and_short_ones_do_not() {
    let mut admission = Admission::new();
    assert_eq!(admission.allowed(0, 0, 0), 1, "a run that nobody has seen is taken to be long");
    let (mut now, mut runs) = (0, 0_u32);
    let mut look = |count: u32, each: u64, queued: usize| {
        admission.look_ended(now, runs);
        (now, runs) = (now + u64::from(count) * each, runs.wrapping_add(count));
        admission.allowed(now, runs, queued)
    };
    // What was short for a while is believed to be short.
    let allowed = (0..1000).map(|_| look(10, 1_000, 0)).last();
    assert!(allowed > Some(1_000), "{allowed:?}");
    // One long run is believed at once.
    assert_eq!(look(1, 2 * QUEUE_SPAN, 0), 1);
    assert!(look(1, 1_000, 0) < 3, "and is not forgotten by the next look");
    assert_eq!(look(1, QUEUE_SPAN / 4, 100), 1, "whoever is queued already counts");
    // The count of runs may wrap.
    let mut admission = Admission::new();
    admission.look_ended(0, u32::MAX);
    assert_eq!(admission.allowed(QUEUE_SPAN, 1, 0), 1);
    assert_eq!(admission.allowed(QUEUE_SPAN, u32::MAX, 0), 1, "no run, no new figure");
}
