//! ZEND_ASYNC_WAIT: parks the calling coroutine until the first of several events fires.

use super::event::{Event, Ready};
use crate::{
    capi::messages,
    pool::pool_closed,
    runtime::{self, Awaited, CoroutineId, Woken},
    zend::{ClassRef, Thrown, exception},
};
use std::{
    cell::Cell,
    rc::{Rc, Weak},
    time::Duration,
};

/// A coroutine that waits.
pub(super) struct Waiter {
    coroutine: CoroutineId,
    generation: u32,
    events: Vec<Weak<Event>>,
    /// The first event that has told it, by its place among them.
    told: Cell<Option<usize>>,
}

impl Waiter {
    pub(super) fn tell(&self, event: &Event) {
        let place = self.events.iter().position(|known| std::ptr::eq(known.as_ptr(), event));
        if self.told.get().is_none() {
            self.told.set(place);
        }
        runtime::wake(self.coroutine);
    }

    /// Those that stayed behind at a fork wait for nothing.
    pub(super) fn is_of_this_process(&self) -> bool {
        self.generation == runtime::process_generation()
    }
}

impl Awaited for Waiter {
    fn state(&self) -> String {
        let states = self.events.iter().filter_map(Weak::upgrade).map(|event| event.state());
        states.collect::<Vec<_>>().join(", ")
    }
}

/// The place of the event that fired first; `None`: none did in time.
pub(in crate::capi) fn wait(
    events: &[Rc<Event>],
    limit: Option<Duration>,
) -> Result<Option<usize>, Thrown> {
    let deadline = limit.map(|limit| runtime::precise_now() + limit);
    if let Some(ready) = first_ready(events) {
        return Ok(Some(ready));
    }
    for event in events {
        refuse_dead(event)?;
    }
    let waiter = Rc::new(Waiter {
        coroutine: runtime::current(),
        generation: runtime::process_generation(),
        events: events.iter().map(Rc::downgrade).collect(),
        told: Cell::new(None),
    });
    for event in events {
        event.enter(&waiter);
    }
    let awaited = Rc::downgrade(&waiter);
    let ended = loop {
        match runtime::park_for(deadline, awaited.clone()) {
            Ok(Woken::Called) if waiter.told.get().is_none() => {}
            Ok(_) => break Ok(()),
            Err(interrupted) => break Err(interrupted),
        }
    };
    for event in events {
        event.leave(&waiter);
    }
    if let Err(interrupted) = ended {
        return Err(interrupted.throw());
    }
    // One that fired in the same step as the deadline counts.
    let Some(place) = waiter.told.get() else { return Ok(None) };
    match (refuse_dead(&events[place]), first_ready(events)) {
        (Ok(()), _) => Ok(Some(place)),
        // Who waits for a pool's close as well is told of that.
        (Err(Thrown::Exception), Some(ready)) => {
            drop(exception::take());
            Ok(Some(ready))
        }
        (Err(thrown), _) => Err(thrown),
    }
}

fn first_ready(events: &[Rc<Event>]) -> Option<usize> {
    events.iter().position(|event| event.is_ready() == Ready::Yes)
}

/// An event that will not happen any more.
fn refuse_dead(event: &Event) -> Result<(), Thrown> {
    if event.is_over() {
        return Err(exception::throw(ClassRef::error(), &messages::EVENT_DISPOSED));
    }
    if event.is_ready() == Ready::Never { Err(pool_closed()) } else { Ok(()) }
}
