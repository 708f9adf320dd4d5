//! One scenario with one pool on one thread, for a counter of instructions: the difference between two numbers of rounds,
//! divided by the difference of the numbers, is what one operation takes, whatever else the machine does.

use bench_rust::pools::{Lender, Visitor, visit_all};
use bench_rust::scenarios::{Loops, Scenario};

struct Run {
    scenario: Scenario,
    pool: String,
    is_done: bool,
}

impl Visitor for Run {
    fn visit<L: Lender>(&mut self) {
        if L::NAME == self.pool {
            self.scenario.run::<L>(1);
            self.is_done = true;
        }
    }
}

fn scenario(what: &str, operations: u32) -> Scenario {
    let loops = |max, tasks: u32| {
        let rounds = operations / tasks;
        Scenario::Loops(Loops { max, filled: true, tasks, rounds, limit: None, timed: 0 })
    };
    match what {
        "one" => loops(8, 1),
        "slots" => loops(1_000, 1),
        "queue" => loops(8, 64),
        "few" => loops(8, 18),
        "many" => loops(8, 1_008),
        "cancel" => Scenario::Storm(operations),
        other => panic!("no scenario {other:?}: one, slots, queue, few, many, cancel"),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().expect("one SCENARIO POOL OPERATIONS");
    let (what, pool, operations) = (next(), next(), next().parse().expect("a number"));
    let mut run = Run { scenario: scenario(&what, operations), pool, is_done: false };
    visit_all(&mut run);
    assert!(run.is_done, "no pool {:?}", run.pool);
}
