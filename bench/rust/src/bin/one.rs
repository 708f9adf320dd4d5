//! One scenario with one pool on one thread, for a counter of instructions: the difference between two numbers of rounds,
//! divided by the difference of the numbers, is what one operation takes, whatever else the machine does.

use bench_rust::scenarios::{drain, loops, storm};
use bench_rust::{Asyncband, Bb8, Cenote, Deadpool, Lender};

fn run<L: Lender>(what: &str, operations: u32) {
    match what {
        "one" => loops::<L>(1, 8, 1, operations, None),
        "queue" => loops::<L>(1, 8, 64, operations / 64, None),
        "drain" => drain::<L>(1, operations),
        "cancel" => storm::<L>(1, operations),
        other => panic!("no scenario {other:?}: one, queue, drain, cancel"),
    };
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().expect("one SCENARIO POOL OPERATIONS");
    let (what, pool, operations) = (next(), next(), next().parse().expect("a number"));
    match pool.as_str() {
        "cenote" => run::<Cenote>(&what, operations),
        "asyncband" => run::<Asyncband>(&what, operations),
        "deadpool" => run::<Deadpool>(&what, operations),
        "bb8" => run::<Bb8>(&what, operations),
        other => panic!("no pool {other:?}"),
    }
}
