//! Settings in php.ini.
//!
//! Reading a setting by name costs a hash look-up, so each integer setting of ours mirrors its value in an atomic that
//! the engine's change handler keeps up to date.

use crate::zend::{control::entry, sys, values::value};
use std::{
    ffi::{CStr, c_int, c_void},
    sync::atomic::{AtomicI64, Ordering::Relaxed},
};

/// An integer setting.
pub(crate) struct IntSetting {
    name: &'static CStr,
    default: &'static CStr,
    modifiable: u32,
    meaning: &'static CStr,
    value: AtomicI64,
}

impl IntSetting {
    /// One that scripts may change. `default` is the text that php.ini would have, `meaning` is for `phpinfo()`.
    pub(crate) const fn new(
        name: &'static CStr,
        default: &'static CStr,
        meaning: &'static CStr,
    ) -> Self {
        let modifiable = sys::ZEND_INI_ALL;
        IntSetting { name, default, modifiable, meaning, value: AtomicI64::new(0) }
    }

    /// One that holds from start-up on.
    pub(crate) const fn for_start(
        name: &'static CStr,
        default: &'static CStr,
        meaning: &'static CStr,
    ) -> Self {
        IntSetting { modifiable: sys::ZEND_INI_SYSTEM, ..Self::new(name, default, meaning) }
    }

    /// Name and meaning.
    pub(crate) fn explain(&self) -> (&'static CStr, &'static CStr) {
        (self.name, self.meaning)
    }

    /// The value of now.
    #[inline]
    pub(crate) fn get(&self) -> i64 {
        self.value.load(Relaxed)
    }

    fn definition(&'static self) -> sys::zend_ini_entry_def {
        // SAFETY: zero is valid for what is not set here.
        let mut definition: sys::zend_ini_entry_def = unsafe { std::mem::zeroed() };
        definition.name = self.name.as_ptr();
        definition.name_length = self.name.count_bytes() as _;
        definition.value = self.default.as_ptr();
        definition.value_length = self.default.count_bytes() as _;
        definition.on_modify = Some(changed);
        definition.mh_arg1 = std::ptr::from_ref(self).cast_mut().cast();
        definition.modifiable = self.modifiable as _;
        definition
    }
}

/// Forgets the settings again. Called at module shutdown.
pub(crate) fn unregister(module_number: c_int) {
    // SAFETY: our own module's number.
    unsafe { sys::zend_unregister_ini_entries(module_number) };
}

/// Makes the settings known to the engine. Called at module start-up.
pub(crate) fn register(settings: &[&'static IntSetting], module_number: c_int) {
    let mut table: Vec<_> = settings.iter().map(|setting| setting.definition()).collect();
    // SAFETY: all zero is the engine's end marker.
    table.push(unsafe { std::mem::zeroed() });
    // SAFETY: module start-up; the table lives as long as the process.
    unsafe { sys::zend_register_ini_entries(table.leak().as_ptr(), module_number) };
}

extern "C" fn changed(
    _entry: *mut sys::zend_ini_entry,
    new_value: *mut sys::zend_string,
    setting: *mut c_void,
    _arg2: *mut c_void,
    _arg3: *mut c_void,
    _stage: c_int,
) -> c_int {
    entry::boundary(|| {
        // SAFETY: `definition` put the setting there; the engine passes the new text or null.
        let (setting, text) = unsafe {
            let text: &[u8] =
                if new_value.is_null() { b"" } else { value::string_bytes(new_value) };
            (&*setting.cast::<IntSetting>(), text)
        };
        let number = std::str::from_utf8(text).ok().and_then(|text| text.trim().parse().ok());
        setting.value.store(number.unwrap_or(0), Relaxed);
    });
    sys::SUCCESS as c_int
}
