//! Values by number, given in ascending order: all in one row, found by their place in it.

use std::collections::VecDeque;

/// So many places may be empty whatever there is.
const FEW: usize = 16;

/// Values in order of their numbers. What is taken out leaves an empty place, until those are more than the others.
#[derive(Debug)]
pub struct Numbered<T> {
    /// Neither the first nor the last one is empty.
    places: VecDeque<(usize, Option<T>)>,
    /// How many are not.
    filled: usize,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { places: VecDeque::new(), filled: 0 }
    }
}

impl<T> Numbered<T> {
    /// Adds a value whose number is above all that are there.
    pub fn push(&mut self, number: usize, value: T) {
        debug_assert!(self.places.back().is_none_or(|&(last, _)| last < number));
        self.places.push_back((number, Some(value)));
        self.filled += 1;
    }

    fn place(&self, number: usize) -> Option<usize> {
        let (&(first, _), &(last, _)) = (self.places.front()?, self.places.back()?);
        if number < first || number > last {
            return None;
        }
        // Where it would be with no number missing; it is not behind that.
        let place = (number - first).min(self.places.len() - 1);
        if self.places[place].0 == number {
            return Some(place);
        }
        self.places.binary_search_by_key(&number, |&(known, _)| known).ok()
    }

    /// The value of a number.
    pub fn get(&self, number: usize) -> Option<&T> {
        self.places[self.place(number)?].1.as_ref()
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        let place = self.place(number)?;
        self.places[place].1.as_mut()
    }

    /// Takes a value out.
    pub fn remove(&mut self, number: usize) -> Option<T> {
        let place = self.place(number)?;
        let removed = self.places[place].1.take()?;
        self.filled -= 1;
        self.close_up();
        Some(removed)
    }

    /// Drops the values of this number and of those above.
    pub fn truncate(&mut self, number: usize) {
        let at = self.places.partition_point(|&(known, _)| known < number);
        let dropped = self.places.drain(at..).filter(|(_, value)| value.is_some()).count();
        self.filled -= dropped;
        self.close_up();
    }

    /// Gives up empty places at both ends, and others if there are too many.
    fn close_up(&mut self) {
        while self.places.front().is_some_and(|(_, value)| value.is_none()) {
            self.places.pop_front();
        }
        while self.places.back().is_some_and(|(_, value)| value.is_none()) {
            self.places.pop_back();
        }
        let bound = 2 * self.filled + FEW;
        if self.places.len() > bound {
            self.places.retain(|(_, value)| value.is_some());
        }
        if self.places.capacity() > 4 * bound {
            self.places.shrink_to(bound);
        }
    }

    /// The values with their numbers, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.places.iter().filter_map(|(number, value)| Some((*number, value.as_ref()?)))
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        assert!(self.places.iter().is_sorted_by(|a, b| a.0 < b.0), "in order");
        assert_eq!(self.iter().count(), self.filled);
        assert!(self.places.front().is_none_or(|(_, value)| value.is_some()));
        assert!(self.places.back().is_none_or(|(_, value)| value.is_some()));
        assert!(self.places.len() <= 2 * self.filled + FEW, "too many are empty");
    }

    /// How much room it takes, in values.
    pub fn room(&self) -> usize {
        self.places.capacity()
    }
}
