//! A table by number is on the way of every value that a channel passes on, and needs no hash that withstands an attacker.

use std::hash::{BuildHasherDefault, Hasher};

/// For tables whose keys are numbers of our own, one after the other: nobody can choose some that collide.
pub(crate) type ByTicket = BuildHasherDefault<TicketHasher>;

#[derive(Default)]
pub(crate) struct TicketHasher(u64);

impl Hasher for TicketHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    /// A table takes its place from the lowest bits and a mark from the highest.
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
