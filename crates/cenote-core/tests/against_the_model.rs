//! Random sequences of events against the naive reference model: every answer, every count, every wake, after each step.

#[allow(unreachable_pub, missing_docs)]
mod model;

use model::world::{World, decode};
use proptest::prelude::*;

fn run(settings: [u8; 8], events: &[[u8; 3]]) -> usize {
    let (settings, strategy) = decode(settings);
    let mut world = World::new(settings, strategy);
    for &event in events {
        world.apply(event);
    }
    let handed_out = world.handed_out;
    world.finish();
    handed_out
}

/// As many cases as PROPTEST_CASES says, else enough to be worth a few seconds.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(1_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    /// SPEC 5.1, 5.2, 5.3, 5.4, 5.5, 5.6, 5.8, 5.9, 5.10, 6.2, 6.3, 6.4, 6.5, 6.6, 6.7, 6.9, 7.5, 7.7, 8.1, 8.3, 9.2, 9.3, 10.5, 10.6, 11.1, 12.1, 13.3, 13.4, 13.5, 13.6, 13.7, 13.9, 14.3, 14.4, 14.11, 33, 34.1, 34.2, 34.3, 34.4, 34.25, 34.27, 34.32, 34.33: core and model agree
    #[test]
    fn core_and_model_agree(
        settings in any::<[u8; 8]>(),
        events in prop::collection::vec(any::<[u8; 3]>(), 0..400),
    ) {
        run(settings, &events);
    }
}

/// SPEC 13.9: a right to create is taken up, so that there is one more than `min`: what has been idle too long is due at once
#[test]
fn one_more_than_min_makes_an_idle_one_due() {
    run(
        [175, 44, 2, 40, 20, 19, 0, 0],
        &[
            [96, 0, 0],
            [96, 0, 0],
            [172, 0, 33],
            [32, 0, 0],
            [252, 0, 85],
            [50, 0, 0],
            [160, 0, 37],
            [0, 0, 0],
            [44, 0, 29],
            [39, 0, 2],
            [182, 0, 33],
            [150, 0, 41],
            [50, 0, 0],
            [22, 0, 0],
        ],
    );
}

/// SPEC 33: a round in a pool made smaller destroys what is idle before it looks at it
#[test]
fn a_pool_made_smaller_sheds_before_it_checks() {
    run(
        [24, 34, 47, 74, 163, 91, 250, 6],
        &[
            [0, 0, 0],
            [22, 0, 3],
            [182, 0, 11],
            [118, 0, 83],
            [0, 0, 0],
            [22, 0, 103],
            [118, 0, 3],
            [0, 0, 0],
            [108, 0, 1],
            [0, 0, 0],
            [214, 0, 59],
            [157, 0, 170],
            [214, 0, 19],
            [214, 0, 4],
            [30, 0, 0],
            [214, 0, 152],
            [0, 0, 0],
            [214, 0, 49],
            [17, 0, 0],
            [96, 0, 0],
            [32, 0, 0],
            [18, 0, 0],
            [54, 0, 20],
            [18, 0, 0],
            [167, 0, 2],
            [192, 0, 0],
            [160, 0, 141],
            [103, 0, 34],
            [7, 0, 0],
            [224, 0, 5],
            [86, 0, 13],
            [96, 0, 2],
            [204, 0, 72],
            [145, 0, 0],
            [82, 0, 0],
            [135, 0, 114],
            [0, 0, 0],
            [12, 0, 0],
            [182, 0, 48],
            [103, 0, 2],
            [93, 0, 74],
            [118, 0, 29],
            [89, 0, 0],
        ],
    );
}
