//! What other extensions keep in their globals while they call user code: libxml the message that it is putting together and where its
//! entity loader is to return to, intl the collator of a running sort (SPEC 30.11). PHP exports neither; the engine's table of modules
//! says where they are.

use crate::zend::{
    globals::{self, ModuleGlobals, SetAtStart},
    sys,
};
use std::{cell::Cell, marker::PhantomData, ptr};

type Libxml = sys::cenote_libxml_globals;
type Intl = sys::cenote_intl_globals;

/// Where the globals of an extension are; nowhere if it is not loaded.
struct Place<T>(Cell<ModuleGlobals>, PhantomData<T>);

static LIBXML: SetAtStart<Place<Libxml>> = SetAtStart::new(Place::nowhere());
static INTL: SetAtStart<Place<Intl>> = SetAtStart::new(Place::nowhere());

impl<T> Place<T> {
    const fn nowhere() -> Self {
        Place(Cell::new(ModuleGlobals::nowhere()), PhantomData)
    }

    /// The rule of [`globals::executor`] holds for it.
    #[inline]
    fn get<'a>(&self) -> Option<&'a mut T> {
        // SAFETY: null, or the globals of a module that stays loaded until its shutdown, after which no coroutine runs; their
        // beginning has this layout (`find`).
        unsafe { self.0.get().here().cast::<T>().as_mut() }
    }
}

/// After all extensions have started, at each start of PHP.
pub(in crate::runtime) fn find() {
    let (libxml, libxml_size) = globals::of_module(c"libxml");
    // The header that the layout is taken from shows the whole structure.
    let is_known = libxml_size == size_of::<Libxml>();
    LIBXML.0.set(if is_known { libxml } else { ModuleGlobals::nowhere() });
    let (intl, intl_size) = globals::of_module(c"intl");
    let is_known = intl_size >= size_of::<Intl>();
    INTL.0.set(if is_known { intl } else { ModuleGlobals::nowhere() });
}

/// The globals of one coroutine, or of one side of a Fiber's switch.
#[derive(Default)]
pub(in crate::runtime) struct ExtensionCalls {
    message: Option<sys::smart_str>,
    #[cfg(not(php84))]
    loaded_to: Option<*mut sys::zval>,
    sort: Option<(*mut sys::UCollator, sys::cenote_collator_compare_func)>,
}

impl ExtensionCalls {
    /// What is in the globals, or'ed together; 0: they are neutral.
    #[inline]
    pub(in crate::runtime) fn left() -> usize {
        #[cfg(not(php84))]
        let returns_to = LIBXML.get().map_or(0, |libxml| libxml.entity_loader.fci.retval as usize);
        #[cfg(php84)]
        let returns_to = 0;
        Self::in_use() | returns_to
    }

    /// The same without what libxml leaves behind.
    #[inline]
    pub(in crate::runtime) fn in_use() -> usize {
        let message = LIBXML.get().map_or(0, |libxml| libxml.error_buffer.s as usize);
        message | INTL.get().map_or(0, |intl| intl.current_collator as usize)
    }

    /// What libxml does not write itself.
    pub(super) fn begin_thread() {
        #[cfg(not(php84))]
        if let Some(libxml) = LIBXML.get() {
            libxml.entity_loader.fci.retval = ptr::null_mut();
        }
    }

    /// Needs no drop.
    pub(in crate::runtime) fn take() -> ExtensionCalls {
        let mut calls = ExtensionCalls::default();
        if let Some(libxml) = LIBXML.get() {
            let none = sys::smart_str { s: ptr::null_mut(), a: 0 };
            calls.message = Some(std::mem::replace(&mut libxml.error_buffer, none));
            // libxml leaves it behind, pointing to a frame that is gone; anyone who takes that along never follows it.
            #[cfg(not(php84))]
            {
                let retval = &mut libxml.entity_loader.fci.retval;
                calls.loaded_to = Some(std::mem::replace(retval, ptr::null_mut()));
            }
        }
        if let Some(intl) = INTL.get() {
            let collator = std::mem::replace(&mut intl.current_collator, ptr::null_mut());
            calls.sort = Some((collator, intl.compare_func));
        }
        calls
    }

    pub(in crate::runtime) fn put_back(self) {
        if let (Some(libxml), Some(message)) = (LIBXML.get(), self.message) {
            libxml.error_buffer = message;
            #[cfg(not(php84))]
            if let Some(place) = self.loaded_to {
                libxml.entity_loader.fci.retval = place;
            }
        }
        if let (Some(intl), Some(sort)) = (INTL.get(), self.sort) {
            (intl.current_collator, intl.compare_func) = sort;
        }
    }
}
