//! The core against the reference model: eight bytes of settings, then three bytes an event.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/cenote-core/tests/model/mod.rs"]
mod model;

use model::world::{World, decode};

fuzz_target!(|data: &[u8]| {
    let Some((settings, events)) = data.split_first_chunk::<8>() else { return };
    let (settings, strategy) = decode(*settings);
    let mut world = World::new(settings, strategy);
    for event in events.chunks_exact(3) {
        world.apply([event[0], event[1], event[2]]);
    }
    world.finish();
});
