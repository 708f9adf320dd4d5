//! What the engine keeps in globals while it calls user code: of `serialize()` and `unserialize()`, of the linking of a
//! class, of a constant expression, of other extensions. docs/internals/engine-globals.md goes through all of them.

use super::extension_calls::ExtensionCalls;
use crate::zend::{globals, sys};

/// What the globals held (SPEC 30.11).
pub(in crate::runtime) struct Reentry {
    serialize_lock: u32,
    serialize: (*mut sys::php_serialize_data, u32),
    unserialize: (*mut sys::php_unserialize_data, u32),
    recorded: Recorded,
    linking: *mut sys::zend_class_entry,
    filename: *mut sys::zend_string,
    line: sys::zend_long,
    extensions: ExtensionCalls,
}

/// Messages that opcache keeps with what it compiles or links.
struct Recorded {
    on: bool,
    count: u32,
    errors: *mut *mut sys::zend_error_info,
}

impl Reentry {
    /// Whether no such call is in progress.
    pub(in crate::runtime) fn is_neutral() -> bool {
        Self::in_use() | ExtensionCalls::in_use() == 0
    }

    /// What is in the globals, or'ed together; 0: they are neutral.
    #[inline]
    pub(in crate::runtime) fn left() -> usize {
        Self::in_use() | ExtensionCalls::left()
    }

    #[inline]
    fn in_use() -> usize {
        let (bg, eg) = (globals::basic(), globals::executor());
        (bg.serialize_lock | bg.serialize.level | bg.unserialize.level | eg.num_errors) as usize
            | usize::from(eg.record_errors)
            | eg.filename_override as usize
            | globals::compiler().current_linking_class as usize
    }

    /// Nobody is in such a call, nor sorts, on a thread that has just begun.
    pub(in crate::runtime) fn begin_thread() {
        globals::basic().user_compare_fci.size = 0;
        globals::compiler().current_linking_class = std::ptr::null_mut();
        ExtensionCalls::begin_thread();
    }

    pub(in crate::runtime) fn put_aside() -> Option<Box<Reentry>> {
        if Self::left() == 0 { None } else { Some(Box::new(Self::take())) }
    }

    /// Takes it out of the globals, as if no such call were in progress. Needs no drop.
    pub(in crate::runtime) fn take() -> Reentry {
        let (mut bg, mut eg) = (globals::basic(), globals::executor());
        let linking = &mut globals::compiler().current_linking_class;
        let aside = Reentry {
            serialize_lock: bg.serialize_lock,
            serialize: (bg.serialize.data, bg.serialize.level),
            unserialize: (bg.unserialize.data, bg.unserialize.level),
            recorded: Recorded { on: eg.record_errors, count: eg.num_errors, errors: eg.errors },
            linking: std::mem::replace(linking, std::ptr::null_mut()),
            filename: eg.filename_override,
            line: eg.lineno_override,
            extensions: ExtensionCalls::take(),
        };
        bg.serialize_lock = 0;
        (bg.serialize.data, bg.serialize.level) = (std::ptr::null_mut(), 0);
        (bg.unserialize.data, bg.unserialize.level) = (std::ptr::null_mut(), 0);
        (eg.record_errors, eg.num_errors, eg.errors) = (false, 0, std::ptr::null_mut());
        (eg.filename_override, eg.lineno_override) = (std::ptr::null_mut(), -1);
        aside
    }

    pub(in crate::runtime) fn put_back(self) {
        let (mut bg, mut eg) = (globals::basic(), globals::executor());
        bg.serialize_lock = self.serialize_lock;
        (bg.serialize.data, bg.serialize.level) = self.serialize;
        (bg.unserialize.data, bg.unserialize.level) = self.unserialize;
        let Recorded { on, count, errors } = self.recorded;
        (eg.record_errors, eg.num_errors, eg.errors) = (on, count, errors);
        globals::compiler().current_linking_class = self.linking;
        (eg.filename_override, eg.lineno_override) = (self.filename, self.line);
        self.extensions.put_back();
    }
}
