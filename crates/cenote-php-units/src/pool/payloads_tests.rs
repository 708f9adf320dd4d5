//! The way back from a resource to its slot.

use super::payloads::Payloads;
use crate::zend::{Tracer, Value};
use cenote_core::{Core, Next, Patience, Settings, SlotId, Time};
use proptest::prelude::*;

fn slots(count: u32) -> Vec<SlotId> {
    let settings = Settings { max: count, ..Settings::default() };
    let mut core = Core::new(settings, cenote_core::Strategy::None, Time(0));
    let mut create = || match core.acquire(Patience::None, Time(0)) {
        Next::Create(slot) => slot,
        other => panic!("{other:?}"),
    };
    (0..count).map(|_| create()).collect()
}

/// A pool in which all these are handed out.
fn handed_out(values: &[Value]) -> (Payloads, Vec<SlotId>) {
    let slots = slots(values.len() as u32);
    let mut payloads = Payloads::new(true);
    for (&slot, value) in slots.iter().zip(values) {
        payloads.store(slot, value.clone());
        assert_eq!(payloads.hand_out(slot), *value);
    }
    (payloads, slots)
}

/// SPEC 9.7: scalars are matched by type and value, objects by identity
#[test]
fn values_are_told_apart_by_type_and_value() {
    let values = [
        Value::int(5),
        Value::text("5"),
        Value::float(5.0),
        Value::object(5),
        Value::null(),
        Value::bool(false),
        Value::bool(true),
        Value::int(0),
        Value::text(""),
    ];
    let (mut payloads, slots) = handed_out(&values);
    for (value, slot) in values.iter().zip(slots).rev() {
        assert_eq!(payloads.claim(value), Some(slot), "{value:?}");
        assert_eq!(payloads.claim(value), None, "{value:?} twice");
    }
}

/// SPEC 9.7: all NaNs are one, and −0.0 is 0.0
#[test]
fn there_is_one_nan_and_one_zero() {
    let (mut payloads, slots) = handed_out(&[Value::float(f64::NAN), Value::float(-0.0)]);
    let other_nan = f64::from_bits(f64::NAN.to_bits() ^ 1);
    assert!(other_nan.is_nan());
    assert_eq!(payloads.claim(&Value::float(other_nan)), Some(slots[0]));
    assert_eq!(payloads.claim(&Value::float(0.0)), Some(slots[1]));
}

/// SPEC 9.7: arrays have no key, and are listed instead
#[test]
fn arrays_are_listed() {
    let (mut payloads, slots) = handed_out(&[Value::array(1), Value::int(1), Value::array(2)]);
    assert_eq!(payloads.claim(&Value::array(1)), None);
    assert_eq!(payloads.handed_out_arrays(), [(0, Value::array(1)), (2, Value::array(2))]);
    assert_eq!(payloads.claim_index(2), Some(slots[2]));
    assert_eq!(payloads.claim_index(2), None);
    assert_eq!(payloads.handed_out_arrays(), [(0, Value::array(1))]);
    assert_eq!(payloads.take(slots[0]), Value::array(1));
    assert!(payloads.handed_out_arrays().is_empty());
}

/// SPEC 9.6: only this very checkout is given back by its slot
#[test]
fn a_hand_out_is_claimed_once() {
    let (mut payloads, slots) = handed_out(&[Value::object(1), Value::object(2)]);
    assert!(payloads.claim_slot(slots[0]));
    assert!(!payloads.claim_slot(slots[0]));
    assert_eq!(payloads.claim(&Value::object(1)), None);
    assert_eq!(payloads.hand_out(slots[0]), Value::object(1));
    assert_eq!(payloads.claim(&Value::object(1)), Some(slots[0]));
}

/// SPEC 9.7: an object is found where it is, wherever it or another one was found before
#[test]
fn an_object_is_found_after_a_move() {
    // More than there are guesses, so that some share one.
    let objects: Vec<Value> = (0..200).map(|address| Value::object(address * 16)).collect();
    let (mut payloads, slots) = handed_out(&objects);
    for round in 0..3 {
        for (object, &slot) in objects.iter().zip(&slots) {
            assert_eq!(payloads.claim(object), Some(slot), "{round}");
            assert_eq!(payloads.claim(object), None, "{round}: twice");
            payloads.hand_out(slot);
        }
    }
    // Two change places, and a third one is in two.
    assert_eq!(payloads.take(slots[0]), objects[0]);
    assert_eq!(payloads.take(slots[1]), objects[1]);
    payloads.store(slots[0], objects[1].clone());
    assert_eq!(payloads.claim(&objects[0]), None);
    assert_eq!(payloads.claim(&objects[1]), None, "not handed out");
    payloads.hand_out(slots[0]);
    assert_eq!(payloads.claim(&objects[1]), Some(slots[0]));
    payloads.store(slots[1], objects[2].clone());
    payloads.hand_out(slots[1]);
    let both = [payloads.claim(&objects[2]), payloads.claim(&objects[2])];
    assert!(both.contains(&Some(slots[1])) && both.contains(&Some(slots[2])), "{both:?}");
    assert_eq!(payloads.claim(&objects[2]), None);
}

/// SPEC 9.7: what nobody can give back is let go, and nothing else
#[test]
fn what_is_handed_out_is_abandoned() {
    let values = [Value::int(7), Value::int(7), Value::object(1), Value::object(2)];
    let (mut payloads, slots) = handed_out(&values);
    assert_eq!(payloads.claim(&Value::object(2)), Some(slots[3]));
    let mut abandoned = payloads.abandon_handed_out();
    abandoned.sort_by_key(|value| (value.kind(), value.bits()));
    assert_eq!(abandoned, [Value::int(7), Value::int(7), Value::object(1)]);
    let mut seen = Tracer::default();
    payloads.trace(&mut seen);
    seen.0.retain(|value| *value != Value::undef());
    assert_eq!(seen.0, [Value::object(2)]);
    assert_eq!(payloads.take(slots[3]), Value::object(2));
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Create(usize, u64),
    HandOut(usize),
    Release(u64, bool),
    Destroy(usize),
}

const SLOTS: usize = 6;

/// What may be in a slot, so that values repeat.
fn value(number: u64) -> Value {
    match number {
        0 => Value::int(1),
        1 => Value::text("1"),
        2 => Value::object(1),
        _ => Value::float(1.0),
    }
}

proptest! {
    /// SPEC 9.6, 9.7, 9.8: a value is taken back as often as it is handed out, whatever slots it lives in
    #[test]
    fn a_value_comes_back_as_often_as_it_went_out(steps in prop::collection::vec(prop_oneof![
        3 => (0..SLOTS, 0..4u64).prop_map(|(at, number)| Step::Create(at, number)),
        4 => (0..SLOTS).prop_map(Step::HandOut),
        4 => (0..4u64, any::<bool>()).prop_map(|(number, keep)| Step::Release(number, keep)),
        1 => (0..SLOTS).prop_map(Step::Destroy),
    ], 1..100)) {
        let ids = slots(SLOTS as u32);
        let mut payloads = Payloads::new(true);
        // The value of each slot, and whether it is out.
        let mut naive: [Option<(u64, bool)>; SLOTS] = [None; SLOTS];
        for step in steps {
            match step {
                Step::Create(at, number) if naive[at].is_none() => {
                    payloads.store(ids[at], value(number));
                    naive[at] = Some((number, false));
                }
                Step::HandOut(at) => {
                    if let Some((number, out @ false)) = &mut naive[at] {
                        *out = true;
                        prop_assert_eq!(payloads.hand_out(ids[at]), value(*number));
                        prop_assert_eq!(payloads.get(ids[at]), value(*number));
                    }
                }
                Step::Release(number, keep) => match payloads.claim(&value(number)) {
                    Some(slot) => {
                        let at = ids.iter().position(|&id| id == slot).expect("a slot of this pool");
                        prop_assert_eq!(naive[at], Some((number, true)));
                        if keep {
                            naive[at] = Some((number, false));
                        } else {
                            prop_assert_eq!(payloads.take(slot), value(number));
                            naive[at] = None;
                        }
                    }
                    None => prop_assert!(!naive.contains(&Some((number, true)))),
                },
                Step::Destroy(at) => {
                    if let Some((number, false)) = naive[at] {
                        prop_assert_eq!(payloads.take(ids[at]), value(number));
                        naive[at] = None;
                    }
                }
                Step::Create(..) => {}
            }
        }
    }
}
