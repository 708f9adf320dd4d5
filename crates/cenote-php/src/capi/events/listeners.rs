//! The callbacks of an event.

use crate::{
    capi::{abi::zend_async_event_t, messages},
    runtime,
    zend::{Outcome, exception, guard},
};
use std::{
    cell::{Cell, RefCell},
    ffi::c_void,
    rc::Rc,
};

type Callback = unsafe extern "C" fn(*mut zend_async_event_t, *mut c_void);
type Dtor = unsafe extern "C" fn(*mut c_void);

/// One callback with its data, whose `dtor` runs when nothing can call it any more.
pub(in crate::capi) struct Listener {
    call: Callback,
    data: *mut c_void,
    dtor: Option<Dtor>,
}

impl Listener {
    /// # Safety
    /// The header's contract: the callback takes events and this data, which is good until `dtor` has run.
    pub(in crate::capi) unsafe fn new(
        call: Callback,
        data: *mut c_void,
        dtor: Option<Dtor>,
    ) -> Self {
        Listener { call, data, dtor }
    }

    /// What it throws becomes a warning, since there is nobody to catch it; what interrupts the coroutine goes on.
    ///
    /// # Safety
    /// A live event, of the kind that the callback takes.
    pub(super) unsafe fn call(&self, event: *mut zend_async_event_t) -> Outcome {
        let (call, data) = (self.call, self.data);
        // SAFETY: the header's contract: `data` is good until the dtor, which runs when `self` goes.
        quietly(move || unsafe { call(event, data) })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let Some(dtor) = self.dtor else { return };
        let data = self.data;
        // SAFETY: the header's contract: once, and nothing calls the callback any more.
        // What interrupts the coroutine is pending in the engine.
        let _ = quietly(move || unsafe { dtor(data) });
    }
}

/// Calls C code with a clean exception slot.
fn quietly(call: impl FnOnce() + Copy) -> Outcome {
    let in_flight = exception::InFlight::put_aside();
    let outcome = guard(call).map_err(Into::into).and_then(|()| settle());
    in_flight.restore();
    outcome
}

fn settle() -> Outcome {
    // A wait inside a C library that was ended, where no PHP function has called that library.
    if let Some(thrown) = runtime::raise_outstanding() {
        return Err(thrown);
    }
    let Some(error) = exception::take() else { return Ok(()) };
    let interruptions = [runtime::exceptions::cancellation(), runtime::exceptions::deadlock()];
    if exception::is_exit(&error) || interruptions.iter().any(|&class| error.instance_of(class)) {
        return Err(exception::throw_object(error));
    }
    exception::warning(&messages::event_callback_threw(
        &error.class().name(),
        &exception::message(&error),
    ))
}

/// All callbacks of one event, in the order of adding.
#[derive(Default)]
pub(super) struct Listeners {
    list: RefCell<Vec<(u64, Rc<Listener>)>>,
    last: Cell<u64>,
}

impl Listeners {
    /// Its number, never 0.
    pub(super) fn add(&self, listener: Listener) -> u64 {
        let number = self.last.get() + 1;
        self.last.set(number);
        self.list.borrow_mut().push((number, Rc::new(listener)));
        number
    }

    pub(super) fn remove(&self, number: u64) -> bool {
        let removed = {
            let mut list = self.list.borrow_mut();
            list.iter().position(|&(known, _)| known == number).map(|at| list.remove(at))
        };
        // The dtor runs here, with the list free, or when the call that is under way has returned.
        removed.is_some()
    }

    pub(super) fn clear(&self) {
        let all = self.list.take();
        drop(all);
    }

    /// Calls those that are there now and are still there at their turn, as long as `goes_on`.
    ///
    /// # Safety
    /// The event that they listen to, which lives through the call.
    pub(super) unsafe fn call_all(
        &self,
        event: *mut zend_async_event_t,
        goes_on: impl Fn() -> bool,
    ) -> Outcome {
        let present: Vec<u64> = self.list.borrow().iter().map(|&(number, _)| number).collect();
        for number in present {
            if !goes_on() {
                break;
            }
            if let Some(listener) = self.find(number) {
                // SAFETY: by the contract.
                unsafe { listener.call(event) }?;
            }
        }
        Ok(())
    }

    fn find(&self, number: u64) -> Option<Rc<Listener>> {
        let list = self.list.borrow();
        list.iter().find(|&&(known, _)| known == number).map(|(_, listener)| Rc::clone(listener))
    }
}
