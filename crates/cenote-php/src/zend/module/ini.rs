//! Settings in php.ini.
//!
//! Reading a setting by name costs a hash look-up, so each integer setting of ours mirrors its value, which the engine's
//! change handler keeps up to date.

use crate::zend::{control::entry, globals::EngineLocal, sys, values::value};
use std::{
    cell::Cell,
    ffi::{CStr, c_int, c_void},
};

/// An integer setting.
pub(crate) struct IntSetting {
    name: &'static CStr,
    default: &'static CStr,
    modifiable: u32,
    meaning: &'static CStr,
    value: EngineLocal<Cell<i64>>,
    /// Called when it has changed.
    tell: Option<fn()>,
}

impl IntSetting {
    /// One that scripts may change. `default` is the text that php.ini would have, `meaning` is for `phpinfo()`,
    /// `value` is where each thread has its own.
    pub(crate) const fn new(
        name: &'static CStr,
        default: &'static CStr,
        meaning: &'static CStr,
        value: EngineLocal<Cell<i64>>,
    ) -> Self {
        let modifiable = sys::ZEND_INI_ALL;
        IntSetting { name, default, modifiable, meaning, value, tell: None }
    }

    /// One that holds from start-up on.
    pub(crate) const fn for_start(
        name: &'static CStr,
        default: &'static CStr,
        meaning: &'static CStr,
        value: EngineLocal<Cell<i64>>,
    ) -> Self {
        let modifiable = sys::ZEND_INI_SYSTEM;
        IntSetting { name, default, modifiable, meaning, value, tell: None }
    }

    /// Has `tell` called whenever it has changed.
    pub(crate) const fn telling(mut self, tell: fn()) -> Self {
        self.tell = Some(tell);
        self
    }

    /// The value of now.
    #[inline]
    pub(crate) fn get(&self) -> i64 {
        self.value.get()
    }

    fn definition(&'static self) -> sys::zend_ini_entry_def {
        let mut definition = define(self.name, self.default, self.modifiable);
        definition.on_modify = Some(changed);
        definition.mh_arg1 = std::ptr::from_ref(self).cast_mut().cast();
        definition
    }
}

/// A setting that is read where speed does not matter. Scripts may change it.
pub(crate) struct TextSetting {
    name: &'static CStr,
    default: &'static CStr,
    meaning: &'static CStr,
}

impl TextSetting {
    pub(crate) const fn new(
        name: &'static CStr,
        default: &'static CStr,
        meaning: &'static CStr,
    ) -> Self {
        TextSetting { name, default, meaning }
    }

    /// The text of now.
    pub(crate) fn get(&self) -> Vec<u8> {
        text_of(self.name)
    }

    /// Whether it is on, as PHP reads such a setting.
    pub(crate) fn is_on(&self) -> bool {
        let text = String::from_utf8_lossy(&self.get()).trim().to_ascii_lowercase();
        matches!(text.as_str(), "on" | "yes" | "true")
            || text.parse::<i64>().is_ok_and(|number| number != 0)
    }
}

/// The text of now of any setting; empty if there is none of this name.
pub(crate) fn text_of(name: &CStr) -> Vec<u8> {
    // SAFETY: looks a setting up by its name; the text is copied before anything else runs.
    unsafe {
        let (bytes, length) = (name.as_ptr().cast_mut(), name.count_bytes());
        let text = sys::zend_ini_string_ex(bytes, length, 0, std::ptr::null_mut());
        if text.is_null() { Vec::new() } else { CStr::from_ptr(text).to_bytes().to_vec() }
    }
}

/// A setting of ours.
#[derive(Clone, Copy)]
pub(crate) enum Setting {
    Int(&'static IntSetting),
    Text(&'static TextSetting),
}

impl Setting {
    /// Name and meaning.
    pub(crate) fn explain(self) -> (&'static CStr, &'static CStr) {
        match self {
            Setting::Int(setting) => (setting.name, setting.meaning),
            Setting::Text(setting) => (setting.name, setting.meaning),
        }
    }

    fn definition(self) -> sys::zend_ini_entry_def {
        match self {
            Setting::Int(setting) => setting.definition(),
            Setting::Text(setting) => define(setting.name, setting.default, sys::ZEND_INI_ALL),
        }
    }
}

fn define(name: &CStr, default: &CStr, modifiable: u32) -> sys::zend_ini_entry_def {
    // SAFETY: zero is valid for what is not set here.
    let mut definition: sys::zend_ini_entry_def = unsafe { std::mem::zeroed() };
    definition.name = name.as_ptr();
    definition.name_length = name.count_bytes() as _;
    definition.value = default.as_ptr();
    definition.value_length = default.count_bytes() as _;
    definition.modifiable = modifiable as _;
    definition
}

/// Forgets the settings again. Called at module shutdown.
pub(crate) fn unregister(module_number: c_int) {
    // SAFETY: our own module's number.
    unsafe { sys::zend_unregister_ini_entries(module_number) };
}

/// Makes the settings known to the engine. Called at module start-up.
pub(crate) fn register(settings: &[Setting], module_number: c_int) {
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
        setting.value.set(number.unwrap_or(0));
        if let Some(tell) = setting.tell {
            tell();
        }
    });
    sys::SUCCESS as c_int
}
