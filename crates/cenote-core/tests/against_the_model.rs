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
