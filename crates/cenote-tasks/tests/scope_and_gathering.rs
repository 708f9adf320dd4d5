//! Scopes and gatherings under random sequences, with their invariants recounted after each step.

use cenote_tasks::{
    gather::{Counts, Gathering, Rule},
    scope::{End, Scope},
};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug)]
enum Step {
    Child(usize),
    Spawn(usize),
    Begin(usize),
    Finish(usize),
    End(usize, bool),
    SetSafe(usize, bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let n = 0..6usize;
    let step = prop_oneof![
        2 => n.clone().prop_map(Step::Child),
        5 => n.clone().prop_map(Step::Spawn),
        4 => n.clone().prop_map(Step::Begin),
        4 => n.clone().prop_map(Step::Finish),
        1 => (n.clone(), any::<bool>()).prop_map(|(n, dispose)| Step::End(n, dispose)),
        1 => (n, any::<bool>()).prop_map(|(n, safe)| Step::SetSafe(n, safe)),
    ];
    prop::collection::vec(step, 1..80)
}

struct Task {
    id: u32,
    scope: usize,
    begun: bool,
    zombie: bool,
}

proptest! {
    /// The rules of SPEC 38.3, 38.4, 38.10
    #[test]
    fn no_scope_is_finished_with_active_coroutines(safe in any::<bool>(), steps in steps()) {
        let mut scopes = vec![Scope::root(safe, ())];
        let mut parents = vec![None];
        let mut tasks: Vec<Task> = Vec::new();
        let mut next = 0;
        for step in steps {
            match step {
                Step::Child(of) => {
                    let of = of % scopes.len();
                    scopes.push(scopes[of].child(()));
                    parents.push(Some(of));
                }
                Step::Spawn(of) => {
                    let of = of % scopes.len();
                    if !scopes[of].refuses() {
                        next += 1;
                        scopes[of].enter(next);
                        tasks.push(Task { id: next, scope: of, begun: false, zombie: false });
                    }
                }
                Step::Begin(nth) if !tasks.is_empty() => {
                    let nth = nth % tasks.len();
                    tasks[nth].begun = true;
                }
                Step::Finish(nth) if !tasks.is_empty() => {
                    let task = tasks.remove(nth % tasks.len());
                    scopes[task.scope].leave(task.id);
                }
                Step::SetSafe(of, safe) => scopes[of % scopes.len()].set_safe(safe),
                Step::End(of, dispose) => {
                    let of = of % scopes.len();
                    let end = if dispose { End::Dispose } else { End::Cancel };
                    let begun = |id| tasks.iter().any(|task| task.id == id && task.begun);
                    let ended = scopes[of].end(end, false, &begun);
                    let below = |mut scope: usize| loop {
                        if scope == of {
                            return true;
                        }
                        let Some(parent) = parents[scope] else { return false };
                        scope = parent;
                    };
                    let affected = (0..scopes.len()).filter(|&scope| below(scope)).count();
                    prop_assert_eq!(ended.scopes.len(), affected);
                    prop_assert!(ended.scopes.last() == Some(&scopes[of]), "the scope itself comes last");
                    let cancelled: BTreeSet<u32> = ended.cancel.iter().copied().collect();
                    prop_assert_eq!(cancelled.len(), ended.cancel.len(), "nobody is cancelled twice");
                    for task in &mut tasks {
                        let spared = scopes[task.scope].is_safe() && task.begun;
                        let meant = below(task.scope) && !spared;
                        prop_assert_eq!(cancelled.contains(&task.id), meant);
                        task.zombie |= below(task.scope) && spared;
                    }
                }
                Step::Begin(_) | Step::Finish(_) => {}
            }
            for (at, scope) in scopes.iter().enumerate() {
                let within = |task: &&Task| scopes[task.scope].is_within(scope);
                prop_assert_eq!(scope.is_empty(), tasks.iter().filter(within).count() == 0);
                let active = tasks.iter().filter(within).any(|task| !task.zombie);
                prop_assert_eq!(scope.is_finished(), !active, "scope {}", at);
                prop_assert!(!scope.is_over() || scope.is_empty());
            }
        }
    }

    /// SPEC 37: a wait for several is over exactly when its rule says so.
    #[test]
    fn a_gathering_is_decided_when_its_rule_says(
        need in prop::option::of(0..5usize),
        values in any::<bool>(),
        fails in any::<bool>(),
        outcomes in prop::collection::vec(any::<bool>(), 0..6),
    ) {
        let counts = if values { Counts::Values } else { Counts::Ends };
        let mut gathering = Gathering::new(Rule { need, counts, fails });
        let mut decisions = usize::from(gathering.is_decided());
        for _ in &outcomes {
            gathering.expect();
        }
        decisions += usize::from(gathering.complete());
        for (index, &ok) in outcomes.iter().enumerate() {
            let so_far = &outcomes[..index];
            let counted = so_far.iter().filter(|&&ok| ok || !values).count();
            let expected = need.is_some_and(|need| counted >= need) || (fails && so_far.contains(&false));
            prop_assert_eq!(gathering.is_decided(), expected);
            decisions += usize::from(gathering.ended(index, ok));
        }
        prop_assert!(gathering.is_decided());
        prop_assert_eq!(decisions, 1, "decided once");
        let failed = outcomes.iter().position(|ok| !ok);
        if let Some(error) = gathering.error() {
            prop_assert_eq!(Some(error), failed);
        }
    }
}
