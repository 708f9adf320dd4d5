//! The functions of the table for events, which come in through the same door as the others.

use super::{
    abi::{
        ZEND_ASYNC_POOL_EVENT_CLOSED, ZEND_ASYNC_POOL_EVENT_FREE, ZEND_ASYNC_TIMER_BACKGROUND,
        ZEND_ASYNC_TIMER_PERIODIC, ZEND_ASYNC_WAIT_FAILED, ZEND_ASYNC_WAIT_TIMED_OUT,
        zend_async_event_t, zend_async_pool_event_t, zend_async_pool_t,
    },
    events::{self, Event, Kind, Listener, Timer},
    messages,
    pool::CPool,
    table::{enter, enter_void},
};
use crate::zend::{ClassRef, Message, Thrown, exception, sys};
use std::{ffi::c_void, ptr::null_mut, rc::Rc, time::Duration};

#[cold]
fn refuse(problem: &Message) -> Thrown {
    exception::throw(ClassRef::value_error(), problem)
}

fn milliseconds(given: sys::zend_long) -> Option<Duration> {
    u64::try_from(given).ok().map(Duration::from_millis)
}

/// The pointer is the caller's.
pub(super) unsafe extern "C" fn pool_event(
    pool: *mut zend_async_pool_t,
    kind: zend_async_pool_event_t,
) -> *mut zend_async_event_t {
    enter(null_mut(), || {
        // SAFETY: the header's contract: C code holds a reference.
        let pool = unsafe { CPool::share(pool) };
        let kind = match kind {
            ZEND_ASYNC_POOL_EVENT_FREE => Kind::Free,
            ZEND_ASYNC_POOL_EVENT_CLOSED => Kind::Closed,
            unknown => return Err(refuse(&messages::no_pool_event(unknown))),
        };
        Ok(Event::of_pool(pool.watch(), kind))
    })
}

/// The pointer is the caller's.
pub(super) unsafe extern "C" fn timer_event(
    time: sys::zend_long,
    flags: u32,
) -> *mut zend_async_event_t {
    enter(null_mut(), || {
        if flags & !(ZEND_ASYNC_TIMER_PERIODIC | ZEND_ASYNC_TIMER_BACKGROUND) != 0 {
            return Err(refuse(&messages::no_timer_flags(flags)));
        }
        let periodic = flags & ZEND_ASYNC_TIMER_PERIODIC != 0;
        let background = flags & ZEND_ASYNC_TIMER_BACKGROUND != 0;
        let Some(period) = milliseconds(time).filter(|period| !periodic || !period.is_zero())
        else {
            return Err(refuse(&messages::timer_out_of_range(time)));
        };
        Ok(Event::of_timer(Timer::new(period, periodic, background)))
    })
}

/// `data` stays the caller's until `dtor`; after a failure it is the caller's for good.
pub(super) unsafe extern "C" fn add_callback(
    event: *mut zend_async_event_t,
    callback: Option<unsafe extern "C" fn(*mut zend_async_event_t, *mut c_void)>,
    data: *mut c_void,
    dtor: Option<unsafe extern "C" fn(*mut c_void)>,
) -> u64 {
    enter(0, || {
        let Some(callback) = callback else {
            return Err(refuse(&messages::NO_EVENT_CALLBACK));
        };
        // SAFETY: the header's contract: C code has not disposed of it.
        let event = unsafe { Event::share(event) };
        if event.is_over() {
            return Ok(0);
        }
        // SAFETY: the header's contract.
        Ok(event.add(unsafe { Listener::new(callback, data, dtor) }))
    })
}

pub(super) unsafe extern "C" fn del_callback(event: *mut zend_async_event_t, number: u64) -> bool {
    enter(false, || {
        // SAFETY: the header's contract: C code has not disposed of the event.
        let removed = unsafe { Event::share(event) }.remove(number);
        exception::check()?;
        Ok(removed)
    })
}

pub(super) unsafe extern "C" fn start(event: *mut zend_async_event_t) -> bool {
    // SAFETY: the header's contract: C code has not disposed of the event.
    enter(false, || Ok(unsafe { Event::share(event) }.start()))
}

pub(super) unsafe extern "C" fn stop(event: *mut zend_async_event_t) {
    enter_void(|| {
        // SAFETY: the header's contract: C code has not disposed of the event.
        unsafe { Event::share(event) }.stop();
        Ok(())
    });
}

/// Takes the pointer over.
pub(super) unsafe extern "C" fn dispose(event: *mut zend_async_event_t) {
    enter_void(|| {
        // SAFETY: C code gives the pointer up.
        unsafe { Event::dispose(event) };
        Ok(())
    });
}

/// Borrows the events, and keeps them for as long as it waits.
pub(super) unsafe extern "C" fn wait(
    given: *const *mut zend_async_event_t,
    count: usize,
    timeout: sys::zend_long,
) -> sys::zend_long {
    enter(ZEND_ASYNC_WAIT_FAILED.into(), || {
        if given.is_null() || count == 0 {
            return Err(refuse(&messages::NOTHING_TO_WAIT_FOR));
        }
        let Some(limit) = milliseconds(timeout) else {
            return Err(refuse(&messages::negative_wait(timeout)));
        };
        // SAFETY: the header's contract: that many pointers, none of which is disposed of.
        let events: Vec<Rc<Event>> = unsafe { std::slice::from_raw_parts(given, count) }
            .iter()
            .map(|&event| unsafe { Event::share(event) })
            .collect();
        let limit = Some(limit).filter(|limit| !limit.is_zero());
        let fired = events::wait(&events, limit)?;
        let place = fired.and_then(|place| sys::zend_long::try_from(place).ok());
        Ok(place.unwrap_or(ZEND_ASYNC_WAIT_TIMED_OUT.into()))
    })
}
