//! Groups of tasks against a naive one, under random sequences, with their invariants recounted after each step.

use cenote_tasks::{
    group::{Group, Kept, Removed, Stage, Start},
    numbered::Numbered,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What each task has is made of its number, so that a mix-up shows.
struct Numbers;

impl Kept for Numbers {
    type Key = String;
    type Work = (usize, &'static str);
    type Run = (usize, bool);
    type Value = usize;
    type Error = isize;
}

#[derive(Default)]
struct Naive {
    stages: BTreeMap<usize, Stage>,
    /// Errors that stay though their tasks are gone.
    left: Vec<usize>,
    running: Vec<usize>,
    started: Vec<usize>,
    total: usize,
}

fn key(index: usize) -> String {
    format!("task {index}")
}

fn error(index: usize) -> isize {
    -1 - index as isize
}

impl Naive {
    fn add(&mut self, group: &mut Group<Numbers>) {
        let index = self.total;
        self.total += 1;
        let is_waiting = group.add(key(index), (index, "work")).map(|start| {
            assert_eq!(start.index, index);
            self.start(group, start);
        });
        self.stages.entry(index).or_insert(Stage::Waiting);
        assert_eq!(is_waiting.is_none(), self.stages[&index] == Stage::Waiting);
    }

    fn start(&mut self, group: &mut Group<Numbers>, start: Start<(usize, &'static str)>) {
        assert_eq!(start.work, (start.index, "work"));
        assert_eq!(group.settle(start.index, |_| unreachable!("nobody runs it yet")), None);
        group.runs(start.index, (start.index, true));
        self.stages.insert(start.index, Stage::Running);
        self.running.push(start.index);
        self.started.push(start.index);
    }

    fn settle(&mut self, group: &mut Group<Numbers>, nth: usize, with_value: bool) {
        let index = self.running.remove(nth % self.running.len());
        let next = group.settle(index, |(ran, _)| {
            assert_eq!(ran, index);
            if with_value { Ok(index) } else { Err(error(index)) }
        });
        self.stages.insert(index, if with_value { Stage::Succeeded } else { Stage::Failed });
        if let Some(next) = next {
            self.start(group, next);
        }
        assert_eq!(group.settle(index, |_| unreachable!("it has settled")), None);
    }

    fn remove(&mut self, group: &mut Group<Numbers>, index: usize, is_wanted: bool) {
        let Removed { key: known, outcome } =
            group.remove(index, |_| is_wanted).expect("it has settled");
        assert_eq!(known, key(index));
        let expected = match self.stages.remove(&index) {
            Some(Stage::Succeeded) => Some(Ok(index)),
            Some(Stage::Failed) if !is_wanted => Some(Err(error(index))),
            _ => {
                self.left.push(index);
                self.left.sort_unstable();
                None
            }
        };
        assert_eq!(outcome, expected);
        assert!(group.remove(index, |_| true).is_none(), "delivered once");
    }

    fn at(&self, stage: Stage) -> impl Iterator<Item = usize> {
        self.stages.iter().filter(move |&(_, &at)| at == stage).map(|(&index, _)| index)
    }

    fn compare(&self, group: &Group<Numbers>) {
        group.check();
        assert_eq!((group.total(), group.count()), (self.total, self.stages.len()));
        for stage in [Stage::Waiting, Stage::Running, Stage::Succeeded, Stage::Failed] {
            assert!(group.at(stage).eq(self.at(stage)), "{stage:?}");
        }
        assert!(group.waiting().map(|&(index, _)| index).eq(self.at(Stage::Waiting)));
        for index in 0..self.total + 1 {
            let stage = self.stages.get(&index).copied().unwrap_or(Stage::Gone);
            assert_eq!(group.stage(index), stage);
            assert_eq!(group.key(index), (stage != Stage::Gone).then(|| key(index)).as_ref());
            let outcome = match stage {
                Stage::Succeeded => Some(Ok(&index)),
                Stage::Failed => Some(Err(error(index))),
                _ => None,
            };
            assert_eq!(group.outcome(index).map(|known| known.map_err(|&error| error)), outcome);
            let has_error = stage == Stage::Failed || self.left.contains(&index);
            assert_eq!(group.error(index).copied(), has_error.then(|| error(index)));
        }
        let errors = (0..self.total).filter_map(|index| group.error(index));
        assert!(group.errors().eq(errors));
        let settled = |index: &usize| group.outcome(*index).is_some();
        assert!(group.outcomes().map(|(index, ..)| index).eq((0..self.total).filter(settled)));
    }
}

proptest! {
    /// The rules of SPEC 40.1, 40.2, 40.8, 40.9, 40.13
    #[test]
    fn a_group_runs_as_many_as_it_may(
        concurrency in 0..4usize,
        limit in prop::option::of(0..4usize),
        steps in prop::collection::vec((0..9u8, any::<bool>(), any::<usize>()), 1..80),
    ) {
        let mut group = Group::new(concurrency, limit);
        let mut naive = Naive::default();
        let mut line = Vec::new();
        for (step, choice, nth) in steps {
            match step {
                0..=2 if group.must_wait() => line.push(group.line_up()),
                0..=2 => naive.add(&mut group),
                3 | 4 if !naive.running.is_empty() => naive.settle(&mut group, nth, choice),
                5 if choice => {
                    let dropped: Vec<usize> = group.drop_waiting().iter().map(|work| work.0).collect();
                    prop_assert!(dropped.into_iter().eq(naive.at(Stage::Waiting)));
                    naive.stages.retain(|_, stage| *stage != Stage::Waiting);
                }
                6 if !line.is_empty() => group.step_out(line.remove(line.len() / 2)),
                7 if !group.settled().is_empty() => {
                    let index = group.settled()[nth % group.settled().len()];
                    naive.remove(&mut group, index, choice);
                }
                8 if !naive.left.is_empty() => {
                    let index = naive.left.remove(nth % naive.left.len());
                    prop_assert_eq!(group.forget(index), Some(error(index)));
                    prop_assert_eq!(group.forget(index), None);
                }
                _ => {}
            }
            while let Some(first) = group.called() {
                prop_assert_eq!(first, line.remove(0), "first come, first served");
                group.step_out(first);
                naive.add(&mut group);
            }
            naive.compare(&group);
            prop_assert!(line.is_empty() || group.is_full(), "somebody waits though there is room");
            let is_idle = naive.running.is_empty() && naive.at(Stage::Waiting).count() == 0;
            prop_assert_eq!(group.is_finished(), is_idle);
            prop_assert!(naive.started.is_sorted(), "tasks start in order");
        }
    }

    /// What a group keeps its tasks in, against a map.
    #[test]
    fn numbered_values_are_found(
        steps in prop::collection::vec((0..8u8, any::<usize>()), 1..300),
    ) {
        let mut numbered = Numbered::default();
        let mut naive = BTreeMap::new();
        let mut next = 0;
        for (step, nth) in steps {
            let number = if next == 0 { 0 } else { nth % next };
            match step {
                0..=3 => {
                    next += nth % 3;
                    numbered.push(next, key(next));
                    naive.insert(next, key(next));
                    next += 1;
                }
                // The oldest ones, mostly in order.
                4 => {
                    let number = naive.keys().nth(nth % 3).copied().unwrap_or(number);
                    prop_assert_eq!(numbered.remove(number), naive.remove(&number));
                }
                5 => {
                    let some = naive.keys().nth(nth % naive.len().max(1)).copied().unwrap_or(number);
                    prop_assert_eq!(numbered.remove(some), naive.remove(&some));
                }
                6 => prop_assert_eq!(numbered.remove(number), naive.remove(&number)),
                _ if nth % 16 == 0 => {
                    numbered.truncate(number);
                    naive.split_off(&number);
                }
                _ => {
                    if let Some(value) = numbered.get_mut(number) {
                        value.push('!');
                    }
                    naive.entry(number).and_modify(|value| value.push('!'));
                }
            }
            numbered.check();
            prop_assert_eq!(numbered.len(), naive.len());
            prop_assert_eq!(numbered.is_empty(), naive.is_empty());
            prop_assert!(numbered.iter().eq(naive.iter().map(|(&number, value)| (number, value))));
            for number in 0..next + 2 {
                prop_assert_eq!(numbered.get(number), naive.get(&number));
            }
        }
    }
}

/// SPEC 40.13: what a set has delivered takes no room, also while an early task runs on, or an early error is kept.
#[test]
fn a_long_lived_set_does_not_grow() {
    for early in ["none", "runs", "has failed"] {
        let mut group = Group::<Numbers>::new(4, Some(0));
        let mut naive = Naive::default();
        if early != "none" {
            naive.add(&mut group);
        }
        if early == "has failed" {
            naive.settle(&mut group, 0, false);
            naive.remove(&mut group, 0, true);
        }
        for _ in 0..10 {
            naive.add(&mut group);
        }
        for _ in 0..100_000 {
            naive.add(&mut group);
            naive.settle(&mut group, usize::from(early == "runs"), true);
            let index = group.settled()[0];
            naive.remove(&mut group, index, false);
        }
        assert_eq!(group.count(), 10 + usize::from(early == "runs"));
        assert!(group.room() < 500, "{early}: room for {}", group.room());
        group.check();
    }
}

/// SPEC 40.2: the room that many waited in is given back, and that for what has come of them.
#[test]
fn a_queue_that_was_long_takes_no_room() {
    let mut group = Group::<Numbers>::new(1, Some(0));
    let mut naive = Naive::default();
    for _ in 0..10_000 {
        naive.add(&mut group);
    }
    while !naive.running.is_empty() {
        naive.settle(&mut group, 0, true);
    }
    while let Some(&index) = group.settled().front() {
        naive.remove(&mut group, index, false);
    }
    assert!(group.room() < 500, "room for {}", group.room());
}
