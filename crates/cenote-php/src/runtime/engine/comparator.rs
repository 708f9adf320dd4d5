//! The comparator of a running sort: one global of the engine for `usort` and its like, which call user code through it.

use crate::zend::{globals, sys};

/// What the global held.
pub(in crate::runtime) struct Comparator {
    call: sys::zend_fcall_info,
    cache: sys::zend_fcall_info_cache,
}

impl Comparator {
    /// Whether no sort is running.
    #[inline]
    pub(in crate::runtime) fn left() -> usize {
        globals::basic().user_compare_fci.size
    }

    /// Takes it out of the global, and leaves none behind.
    #[inline]
    pub(in crate::runtime) fn put_aside() -> Self {
        let mut bg = globals::basic();
        let aside = Comparator { call: bg.user_compare_fci, cache: bg.user_compare_fci_cache };
        bg.user_compare_fci.size = 0;
        aside
    }

    #[inline]
    pub(in crate::runtime) fn put_back(self) {
        let mut bg = globals::basic();
        bg.user_compare_fci = self.call;
        bg.user_compare_fci_cache = self.cache;
    }
}
