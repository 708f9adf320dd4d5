//! What a shell keeps for each slot and for each waiter: arrays beside the core.
//!
//! An id finds its value by its index alone. A stale id would find its successor's value: so the core is told first, which
//! refuses it.

use super::{SlotId, WaiterId};
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// A value for each slot: the resource, who took it, where.
///
/// ```
/// use cenote_core::{BySlot, Core, Next, Patience, Settings, Strategy, Time};
///
/// let settings = Settings { max: 2, ..Settings::default() };
/// let mut core = Core::new(settings, Strategy::None, Time(0));
/// let mut resources = BySlot::default();
/// let Next::Create(slot) = core.acquire(Patience::Forever, Time(0)) else { panic!("it is empty") };
/// *resources.entry(slot) = Some("a connection");
/// assert_eq!(core.created(slot, Time(0)), Next::Take(slot));
/// assert_eq!(resources[slot].take(), Some("a connection"));
/// ```
#[derive(Clone, Debug)]
pub struct BySlot<T>(Vec<T>);

/// A value for each waiter: what wakes it.
#[derive(Clone, Debug)]
pub struct ByWaiter<T>(Vec<T>);

macro_rules! keyed {
    ($map:ident, $id:ty) => {
        impl<T> Default for $map<T> {
            fn default() -> Self {
                $map(Vec::new())
            }
        }

        impl<T: Default> $map<T> {
            /// The value at this id, made by default if there was none.
            #[inline]
            pub fn entry(&mut self, id: $id) -> &mut T {
                if id.index() >= self.0.len() {
                    self.make_room(id.index());
                }
                &mut self.0[id.index()]
            }

            #[cold]
            fn make_room(&mut self, index: usize) {
                self.0.resize_with(index + 1, T::default);
            }
        }

        impl<T> $map<T> {
            /// The value at this id, if there ever was one.
            #[inline]
            pub fn get(&self, id: $id) -> Option<&T> {
                self.0.get(id.index())
            }

            /// The same, to be changed.
            #[inline]
            pub fn get_mut(&mut self, id: $id) -> Option<&mut T> {
                self.0.get_mut(id.index())
            }

            /// All values, in the order of their indices.
            pub fn iter(&self) -> core::slice::Iter<'_, T> {
                self.0.iter()
            }

            /// The same, to be changed.
            pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
                self.0.iter_mut()
            }
        }

        impl<'a, T> IntoIterator for &'a $map<T> {
            type Item = &'a T;
            type IntoIter = core::slice::Iter<'a, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<'a, T> IntoIterator for &'a mut $map<T> {
            type Item = &'a mut T;
            type IntoIter = core::slice::IterMut<'a, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter_mut()
            }
        }

        /// # Panics
        /// If there never was a value at this id.
        impl<T> Index<$id> for $map<T> {
            type Output = T;

            #[inline]
            fn index(&self, id: $id) -> &T {
                &self.0[id.index()]
            }
        }

        /// # Panics
        /// If there never was a value at this id.
        impl<T> IndexMut<$id> for $map<T> {
            #[inline]
            fn index_mut(&mut self, id: $id) -> &mut T {
                &mut self.0[id.index()]
            }
        }
    };
}

keyed!(BySlot, SlotId);
keyed!(ByWaiter, WaiterId);

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 34.33: a later use of a slot has the place of an earlier one
    #[test]
    fn an_id_finds_its_value_by_its_index() {
        let mut map = BySlot::default();
        let (third, its_next_use) = (SlotId::new(3, 0), SlotId::new(3, 1));
        assert_eq!(map.get(third), None);
        *map.entry(third) = Some('a');
        assert_eq!((map[third], map.get(SlotId::new(2, 0))), (Some('a'), Some(&None)));
        assert_eq!((map.get(SlotId::new(4, 0)), map.iter().count()), (None, 4));
        assert_eq!(map[its_next_use].take(), Some('a'));
        assert_eq!(map[third], None);
    }

    #[test]
    fn all_values_in_their_order() {
        let mut map = ByWaiter::default();
        for (index, value) in [(2, 'c'), (0, 'a'), (1, 'b')] {
            *map.entry(WaiterId::new(index, 7)) = Some(value);
        }
        map.iter_mut().skip(2).for_each(|value| *value = Some('z'));
        assert!(map.into_iter().flatten().eq(&['a', 'b', 'z']));
        assert_eq!(map.get_mut(WaiterId::new(3, 0)), None);
    }
}
