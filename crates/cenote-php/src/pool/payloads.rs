//! The resources of a pool, by the index of their slot, and the way back from a resource to its slot.
//!
//! A resource stays in its slot for as long as the pool has it, so its entry in the table of keys is made once, when it is
//! created. For a value that lives in one slot only, acquire then notes the id of the checkout in the slot, and release
//! costs one look-up. A value that lives in several slots (the scalar 5, an object that its factory made twice) has a
//! [`Group`], which lists the checkouts; they are interchangeable, so release takes any of them. Either way it costs O(1),
//! except for arrays.
//!
//! The note is taken away when a release begins: what is not noted cannot be released (SPEC 9.6, 9.8).

use super::identity::{FoldBuild, Key, Word};
use crate::zend::{Tracer, Value, sys};
use cenote_core::SlotId;
use std::collections::{HashMap, hash_map::Entry};

pub(super) struct Payloads {
    slots: Vec<Payload>,
    /// Off for pools whose owner gives back slots, not values.
    by_value: bool,
    words: HashMap<Word, Home, FoldBuild>,
    texts: HashMap<Box<[u8]>, Home>,
    groups: Vec<Group>,
    free_groups: Vec<u32>,
    arrays: usize,
    /// Where objects were found last, by some bits of their address. What stands here is a guess.
    lately: [u32; LATELY],
}

const LATELY: usize = 32;

/// The place of an object in [`Payloads::lately`].
#[inline]
fn place(object: u64) -> usize {
    (object.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - LATELY.ilog2())) as usize
}

struct Payload {
    value: Value,
    /// The current checkout, if it can be released; for a member of a group, the group knows.
    handed_out: Option<SlotId>,
    group: Option<u32>,
}

/// Where a value lives.
#[derive(Clone, Copy)]
enum Home {
    Slot(u32),
    Group(u32),
}

/// Slots with equal values.
struct Group {
    members: u32,
    handed_out: Vec<SlotId>,
}

impl Payloads {
    pub(super) fn new(by_value: bool) -> Self {
        Payloads {
            slots: Vec::new(),
            by_value,
            words: HashMap::default(),
            texts: HashMap::default(),
            groups: Vec::new(),
            free_groups: Vec::new(),
            arrays: 0,
            lately: [0; LATELY],
        }
    }

    /// A slot gets its resource.
    pub(super) fn store(&mut self, slot: SlotId, value: Value) {
        let index = slot.index();
        while self.slots.len() <= index {
            self.slots.push(Payload::empty());
        }
        if self.by_value {
            self.slots[index].group = self.settle(index as u32, &value);
        }
        self.slots[index].value = value;
    }

    /// Enters a value in the table; the result is its group, if it has one.
    fn settle(&mut self, index: u32, value: &Value) -> Option<u32> {
        let home = match Key::of(value) {
            Key::Array => {
                self.arrays += 1;
                return None;
            }
            Key::Word(word) => match self.words.entry(word) {
                Entry::Vacant(entry) => {
                    entry.insert(Home::Slot(index));
                    return None;
                }
                Entry::Occupied(entry) => entry.into_mut(),
            },
            Key::Text(text) => match self.texts.entry(text.into()) {
                Entry::Vacant(entry) => {
                    entry.insert(Home::Slot(index));
                    return None;
                }
                Entry::Occupied(entry) => entry.into_mut(),
            },
        };
        let group = match *home {
            Home::Group(group) => group,
            Home::Slot(first) => {
                let first = &mut self.slots[first as usize];
                let new =
                    Group { members: 1, handed_out: first.handed_out.take().into_iter().collect() };
                let group = add(&mut self.groups, &mut self.free_groups, new);
                first.group = Some(group);
                *home = Home::Group(group);
                group
            }
        };
        self.groups[group as usize].members += 1;
        Some(group)
    }

    /// Notes that a slot was handed out, and gives its resource.
    #[inline]
    pub(super) fn hand_out(&mut self, slot: SlotId) -> Value {
        let payload = &mut self.slots[slot.index()];
        match payload.group {
            None => payload.handed_out = Some(slot),
            Some(group) => self.groups[group as usize].handed_out.push(slot),
        }
        payload.value.clone()
    }

    /// The resource of a slot.
    #[inline]
    pub(super) fn get(&self, slot: SlotId) -> Value {
        self.slots[slot.index()].value.clone()
    }

    /// Finds the checkout of a value by its key, and takes its note away. Arrays have no key.
    #[inline]
    pub(super) fn claim(&mut self, value: &Value) -> Option<SlotId> {
        self.claim_as_lately(value).or_else(|| self.claim_by_key(value))
    }

    /// The same for an object that is where it was found last, by comparing it with that one.
    #[inline(always)]
    fn claim_as_lately(&mut self, value: &Value) -> Option<SlotId> {
        if value.kind() != sys::IS_OBJECT {
            return None;
        }
        let object = value.bits();
        let payload = self.slots.get_mut(self.lately[place(object)] as usize)?;
        let is_it = payload.value.kind() == sys::IS_OBJECT && payload.value.bits() == object;
        if is_it { payload.handed_out.take() } else { None }
    }

    #[inline(never)]
    fn claim_by_key(&mut self, value: &Value) -> Option<SlotId> {
        let home = match Key::of(value) {
            Key::Word(word) => self.words.get(&word),
            Key::Text(text) => self.texts.get(&*text),
            Key::Array => None,
        };
        match *home? {
            Home::Slot(index) => {
                // Values of other types may have nothing where an object has its address.
                if value.kind() == sys::IS_OBJECT {
                    self.lately[place(value.bits())] = index;
                }
                self.slots[index as usize].handed_out.take()
            }
            Home::Group(group) => self.groups[group as usize].handed_out.pop(),
        }
    }

    /// The arrays that are handed out, and their slots.
    #[cold]
    pub(super) fn handed_out_arrays(&self) -> Vec<(usize, Value)> {
        if self.arrays == 0 {
            return Vec::new();
        }
        let arrays = self.slots.iter().enumerate().filter(|(_, payload)| {
            payload.handed_out.is_some() && payload.value.as_array().is_some()
        });
        arrays.map(|(index, payload)| (index, payload.value.clone())).collect()
    }

    /// Takes away the note of the checkout in this slot, if there is one.
    pub(super) fn claim_index(&mut self, index: usize) -> Option<SlotId> {
        self.slots[index].handed_out.take()
    }

    /// Takes away the note of this very checkout. False if there is none.
    pub(super) fn claim_slot(&mut self, slot: SlotId) -> bool {
        match self.slots.get_mut(slot.index()) {
            Some(payload) if payload.handed_out == Some(slot) => {
                payload.handed_out = None;
                true
            }
            _ => false,
        }
    }

    /// The resource leaves its slot.
    pub(super) fn take(&mut self, slot: SlotId) -> Value {
        let payload = std::mem::replace(&mut self.slots[slot.index()], Payload::empty());
        if self.by_value {
            self.unsettle(&payload);
        }
        payload.value
    }

    fn unsettle(&mut self, payload: &Payload) {
        if let Some(index) = payload.group {
            let group = &mut self.groups[index as usize];
            group.members -= 1;
            if group.members > 0 {
                return;
            }
            self.free_groups.push(index);
        }
        match Key::of(&payload.value) {
            Key::Word(word) => {
                self.words.remove(&word);
            }
            Key::Text(text) => {
                self.texts.remove(&*text);
            }
            Key::Array => self.arrays -= 1,
        }
    }

    /// The resources that are handed out, when nobody is left to give them back (SPEC 9.7).
    pub(super) fn abandon_handed_out(&mut self) -> Vec<Value> {
        let grouped = self.groups.iter_mut().flat_map(|group| group.handed_out.drain(..));
        let single = self.slots.iter_mut().filter_map(|payload| payload.handed_out.take());
        let handed_out: Vec<_> = grouped.chain(single).collect();
        handed_out.into_iter().map(|slot| self.take(slot)).collect()
    }

    pub(super) fn trace(&self, tracer: &mut Tracer) {
        for payload in &self.slots {
            tracer.value(&payload.value);
        }
    }
}

impl Payload {
    fn empty() -> Self {
        Payload { value: Value::undef(), handed_out: None, group: None }
    }
}

fn add(groups: &mut Vec<Group>, free: &mut Vec<u32>, group: Group) -> u32 {
    if let Some(index) = free.pop() {
        groups[index as usize] = group;
        return index;
    }
    groups.push(group);
    groups.len() as u32 - 1
}
