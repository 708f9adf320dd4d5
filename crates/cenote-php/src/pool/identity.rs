//! The key by which a resource is found when PHP code gives it back (SPEC 9.7).
//!
//! Objects and PHP's own resources are matched by identity: the key is their address, which cannot be reused while the
//! pool holds a reference. Scalars are matched by value; all NaNs are one, and −0.0 is 0.0. Arrays have no key: they are
//! compared one by one.

use crate::zend::{Value, sys};
use std::{
    borrow::Cow,
    hash::{BuildHasherDefault, Hash, Hasher},
};

pub(super) enum Key<'a> {
    Word(Word),
    Text(Cow<'a, [u8]>),
    Array,
}

/// A type and up to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    kind: u32,
    bits: u64,
}

impl Word {
    #[inline]
    fn new(kind: u32, bits: u64) -> Self {
        Word { kind, bits }
    }
}

impl<'a> Key<'a> {
    #[inline]
    pub(super) fn of(value: &'a Value) -> Key<'a> {
        match value.kind() {
            kind @ sys::IS_OBJECT => Key::Word(Word::new(kind, value.bits())),
            sys::IS_STRING => Key::Text(Cow::Borrowed(value.as_bytes().unwrap_or_default())),
            sys::IS_ARRAY => Key::Array,
            kind @ sys::IS_DOUBLE => {
                let float = value.as_float().unwrap_or_default();
                let float = if float.is_nan() { f64::NAN } else { float + 0.0 };
                Key::Word(Word::new(kind, float.to_bits()))
            }
            kind @ (sys::IS_UNDEF | sys::IS_NULL | sys::IS_FALSE | sys::IS_TRUE) => {
                Key::Word(Word::new(kind, 0))
            }
            kind => Key::Word(Word::new(kind, value.bits())),
        }
    }
}

impl Hash for Word {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.bits ^ u64::from(self.kind) << 56);
    }
}

/// Hashes one word by a multiplication whose halves are folded together: addresses differ only in their middle bits.
#[derive(Default)]
pub(super) struct Fold(u64);

pub(super) type FoldBuild = BuildHasherDefault<Fold>;

impl Hasher for Fold {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
