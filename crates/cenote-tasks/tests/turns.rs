//! Turns under random sequences, beside a naive model: one has the turn, the others get it in the order of asking.

use cenote_tasks::turns::{Turn, Turns};
use proptest::prelude::*;

proptest! {
    /// SPEC 44.2: one at a time, in the order of asking; anyone who leaves holds nobody up, and nobody is told twice.
    #[test]
    fn one_has_the_turn_and_each_who_asked_gets_it(steps in prop::collection::vec((any::<bool>(), 0..6usize), 1..100)) {
        let mut turns = Turns::default();
        // Those who asked and have not left, oldest first; who was told that it has the turn.
        let (mut line, mut told, mut next) = (Vec::new(), Vec::new(), 0);
        for (asks, n) in steps {
            if asks {
                let answer = turns.ask(next);
                line.push(next);
                prop_assert_eq!(answer == Turn::Now, line.len() == 1);
                if answer == Turn::Now {
                    told.push(next);
                }
                next += 1;
            } else if let Some(&who) = line.get(n) {
                let had_the_turn = line[0] == who;
                line.retain(|&known| known != who);
                let successor = turns.leave(who);
                prop_assert_eq!(successor, line.first().copied().filter(|_| had_the_turn), "the next in line, and only by the first");
                told.extend(successor);
            } else {
                prop_assert_eq!(turns.leave(usize::MAX), None, "one who never asked");
            }
            for who in 0..next {
                prop_assert_eq!(turns.is_of(who), line.first() == Some(&who), "{} of {:?}", who, &line);
            }
            prop_assert!(told.is_sorted_by(|a, b| a < b), "told in order, once each: {:?}", told);
            prop_assert!(line.first().is_none_or(|first| told.last() == Some(first)), "who has the turn was told");
        }
    }
}
