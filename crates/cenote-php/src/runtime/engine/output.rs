//! Output buffers, one stack per coroutine (SPEC 30.11).
//!
//! A coroutine's own buffers are simply its part of the engine's stack, moved aside while it does not run. What needs
//! thought is the *inherited* buffer: a new coroutine writes to the buffer that was active at its spawn, which belongs
//! to somebody else and may end at any time. While the heir runs, that buffer is the bottom of its stack, with the
//! flags that allow cleaning, flushing and removing masked out. Whether the buffer still exists is the owner's
//! knowledge: each time an owner is parked (or ends), [`review`] looks which of its shared buffers are still on
//! its stack. A shared buffer is marked in its flags, so that a new one at the same address is not taken for it.

use crate::zend::{
    globals::{self, SetAtStart, engine_local},
    guard, sys,
};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// Names a coroutine.
type Owner = u64;

type Running = fn() -> Owner;

static RUNNING: SetAtStart<Cell<Option<Running>>> = SetAtStart::new(Cell::new(None));

/// At module start-up: who is running is known above this folder.
pub(in crate::runtime) fn tell_owner_by(running: Running) {
    RUNNING.set(Some(running));
}

fn running() -> Owner {
    RUNNING.get().map_or(0, |running| running())
}

type Handler = *mut sys::php_output_handler;

/// The permissions that a borrower of a buffer does not have.
const OWNER_ONLY: i32 = sys::PHP_OUTPUT_HANDLER_STDFLAGS as i32;
/// Set on a buffer that has been shared; the engine leaves this bit alone.
const SHARED: i32 = 0x4000_0000;

/// A buffer shared with coroutines spawned while it was active.
struct SharedBuffer {
    handler: Handler,
    owner: Owner,
    exists: Cell<bool>,
}

engine_local! {
    static ALL_SHARED: RefCell<Vec<Weak<SharedBuffer>>> = RefCell::new(Vec::new());
    /// Whether there is one, looked at by each switch.
    static ARE_SHARED: Cell<bool> = Cell::new(false);
}

/// A shared buffer in use, and the permissions masked out of the buffer.
type Borrowed = (Rc<SharedBuffer>, i32);

engine_local! {
    /// What the running coroutine has borrowed.
    static BORROWED: RefCell<Option<Borrowed>> = RefCell::new(None);
}

/// The output state of one coroutine while it does not run.
pub(in crate::runtime) struct Buffers {
    own: Vec<Handler>,
    running: Handler,
    inherited: Option<Rc<SharedBuffer>>,
}

engine_local! {
    /// Borrowed buffers that the engine ended by force, and whose they were.
    static LOST: RefCell<Vec<(Owner, Handler)>> = RefCell::new(Vec::new());
}

engine_local! {
    /// Buffers of a coroutine that died of a fatal error, for the main flow to flush at the end. Between the two they may be
    /// those of a coroutine that ran something in its name.
    static BEQUEATHED: RefCell<Vec<Handler>> = RefCell::new(Vec::new());
}

impl Buffers {
    /// Leaves the open buffers to the one that is about to run, without their callbacks: after a fatal error no code of a
    /// coroutine runs (SPEC 30.8).
    pub(in crate::runtime) fn bequeath(self) {
        // SAFETY: buffers that the coroutine had open are live.
        self.own.iter().for_each(|&handler| unsafe { sys::cenote_pass_through(handler) });
        BEQUEATHED.borrow_mut().extend(self.own);
    }

    /// For a coroutine spawned now: the active buffer, shared.
    pub(in crate::runtime) fn inherited() -> Option<Box<Buffers>> {
        let active = globals::output().active;
        if active.is_null() {
            return None;
        }
        let passed_on = BORROWED
            .borrow()
            .as_ref()
            .filter(|(shared, _)| shared.handler == active)
            .map(|(shared, _)| shared.clone());
        let shared = passed_on.unwrap_or_else(|| share(active));
        Some(Box::new(Buffers {
            own: Vec::new(),
            running: std::ptr::null_mut(),
            inherited: Some(shared),
        }))
    }

    #[inline]
    pub(in crate::runtime) fn is_neutral() -> bool {
        globals::output().handlers.top == 0 && !ARE_SHARED.get()
    }

    pub(in crate::runtime) fn put_aside() -> Option<Box<Buffers>> {
        if Self::is_neutral() { None } else { Self::take() }
    }

    #[cold]
    fn take() -> Option<Box<Buffers>> {
        let mut og = globals::output();
        let mut own = stack_content();
        review(running(), &own);
        let inherited = return_borrowed(&mut own);
        if own.is_empty() && inherited.is_none() {
            return None;
        }
        let buffers = Buffers { own, running: og.running, inherited };
        og.handlers.top = 0;
        og.active = std::ptr::null_mut();
        og.running = std::ptr::null_mut();
        Some(Box::new(buffers))
    }

    pub(in crate::runtime) fn put_back(self) {
        let mut stack = self.own;
        drop_lost(&mut stack);
        if let Some(shared) = self.inherited.filter(|shared| shared.exists.get()) {
            stack.insert(0, shared.handler);
            // SAFETY: the record says that the buffer exists; its owner gets the flags back when we are parked.
            let masked = unsafe {
                let masked = (*shared.handler).flags & OWNER_ONLY;
                (*shared.handler).flags &= !masked;
                masked
            };
            *BORROWED.borrow_mut() = Some((shared, masked));
        }
        push_all(&stack, self.running);
    }
}

/// After a fatal error: what the dead coroutine left, on top of the running one's own buffers.
pub(in crate::runtime) fn accept_bequest() {
    let bequest = std::mem::take(&mut *BEQUEATHED.borrow_mut());
    if !bequest.is_empty() {
        push_all(&bequest, std::ptr::null_mut());
    }
}

/// Puts handlers on the engine's stack.
fn push_all(handlers: &[Handler], running: Handler) {
    if globals::output().flags & sys::PHP_OUTPUT_ACTIVATED as i32 == 0 {
        // A fatal error inside an output callback has shut the output layer down, and with it every buffer there is.
        handlers.iter().for_each(|&handler| release(handler));
        return;
    }
    for &handler in handlers {
        let slot = &raw const handler;
        // SAFETY: the engine's stack of pointers; pushing may allocate, hence the guard. The handlers are ours or on
        // shared, so they are live.
        let level = guard(move || unsafe {
            sys::zend_stack_push(&raw mut globals::output().handlers, slot.cast())
        });
        if let Ok(depth) = level {
            // SAFETY: it was live before it was pushed, and pushing frees none.
            unsafe { (*handler).level = depth - 1 };
            globals::output().active = handler;
        }
    }
    globals::output().running = running;
}

/// How many buffers of its own a coroutine has that writes to somebody else's as well. `None`: all are its own.
#[inline]
pub(in crate::runtime) fn own_depth_of_heir() -> Option<i32> {
    BORROWED.borrow().is_some().then(|| globals::output().handlers.top - 1)
}

/// Whether an output callback is running.
pub(in crate::runtime) fn in_callback() -> bool {
    !globals::output().running.is_null()
}

/// Whether an output callback is running whose buffer others write to as well: while it waited, one of them would have the
/// engine enter it once more.
#[inline]
pub(in crate::runtime) fn in_shared_callback() -> bool {
    let running = globals::output().running;
    // SAFETY: the running handler is live.
    !running.is_null() && unsafe { (*running).flags & SHARED != 0 }
}

/// Whether others may run while output is being written: not after a fatal error, whose message may be what is written, as
/// no code of others runs any more (SPEC 30.8).
pub(crate) fn may_wait() -> bool {
    let core = globals::core();
    let is_fatal =
        core.last_error_type & globals::FATAL_ERRORS != 0 && !core.last_error_message.is_null();
    !is_fatal && (is_whole() || is_flushed_off())
}

/// Lets `wait` switch while output is being written. `ob_flush()` takes its buffer off the stack meanwhile, where it would be
/// lost to its coroutine: it is put back until then.
pub(crate) fn while_writing<T>(wait: impl FnOnce() -> T) -> T {
    let is_off = is_flushed_off();
    globals::output().handlers.top += i32::from(is_off);
    let result = wait();
    globals::output().handlers.top -= i32::from(is_off);
    result
}

fn is_whole() -> bool {
    stack_content()
        .last()
        .map_or(globals::output().active.is_null(), |&top| top == globals::output().active)
}

/// The buffer that is being written is the one that was on top of the stack.
fn is_flushed_off() -> bool {
    let stack = &globals::output().handlers;
    let top = stack.top as usize;
    // SAFETY: the engine's stack has room for `max` pointers, and leaves one that is taken off where it was.
    !is_whole()
        && stack.top < stack.max
        && unsafe { *stack.elements.cast::<Handler>().add(top) == globals::output().active }
}

fn release(mut handler: Handler) {
    let handler = &raw mut handler;
    // SAFETY: a handler that is on no stack any more, and that nobody else frees.
    let _ = guard(move || unsafe { sys::php_output_handler_free(handler) });
}

/// Ends the buffers that a finished coroutine has left open: their content goes where its output goes.
#[inline]
pub(in crate::runtime) fn end_own_buffers() {
    if Buffers::is_neutral() && BORROWED.borrow().is_none() {
        let mut og = globals::output();
        og.running = std::ptr::null_mut();
        og.active = std::ptr::null_mut();
    } else {
        end_all_own_buffers();
    }
}

#[cold]
fn end_all_own_buffers() {
    // A callback that was never resumed (an abandoned Fiber) will not come back for its buffer.
    globals::output().running = std::ptr::null_mut();
    let inherited = i32::from(BORROWED.borrow().is_some());
    loop {
        let open = globals::output().handlers.top;
        if open <= inherited {
            break;
        }
        // SAFETY: the topmost buffer, which nobody writes to any more: one that may not be removed ends as well, as at
        // the end of a script.
        unsafe { (*globals::output().active).flags |= OWNER_ONLY };
        // SAFETY: pops and runs the topmost buffer's handler, which is PHP code at times.
        let popped = guard(|| unsafe { sys::php_output_end() });
        if popped.is_err() || globals::output().handlers.top >= open {
            break; // what is left is dropped with the stack
        }
    }
    review(running(), &[]);
    return_borrowed(&mut stack_content());
    let mut og = globals::output();
    og.handlers.top = 0;
    og.active = std::ptr::null_mut();
}

/// Takes the borrowed buffer off the bottom of the running coroutine's stack, with its owner's permissions restored.
fn return_borrowed(stack: &mut Vec<Handler>) -> Option<Rc<SharedBuffer>> {
    let (shared, masked) = BORROWED.take()?;
    // SAFETY: handlers on the stack are live.
    if stack.first() == Some(&shared.handler) && unsafe { (*shared.handler).flags & SHARED != 0 } {
        stack.remove(0);
        // SAFETY: it was found on the engine's stack just now, and has only been taken off ours.
        unsafe { (*shared.handler).flags |= masked };
        return Some(shared);
    }
    // The engine ended all buffers by force, as it does when memory runs out.
    shared.exists.set(false);
    LOST.borrow_mut().push((shared.owner, shared.handler));
    None
}

/// Strikes the running coroutine's buffers that were ended by force while somebody had borrowed them.
fn drop_lost(stack: &mut Vec<Handler>) {
    let mut lost = LOST.borrow_mut();
    if !lost.is_empty() {
        let me = running();
        stack.retain(|&handler| !lost.contains(&(me, handler)));
        lost.retain(|(owner, _)| *owner != me);
    }
}

/// The request is over, and its buffers with it.
pub(in crate::runtime) fn forget_all() {
    ALL_SHARED.take();
    ARE_SHARED.set(false);
    BORROWED.take();
    LOST.take();
    BEQUEATHED.take();
}

fn share(handler: Handler) -> Rc<SharedBuffer> {
    // SAFETY: the active handler is live.
    unsafe { (*handler).flags |= SHARED };
    let owner = running();
    ARE_SHARED.set(true);
    let mut all = ALL_SHARED.borrow_mut();
    all.retain(|shared| shared.strong_count() > 0);
    let known = all
        .iter()
        .filter_map(Weak::upgrade)
        .find(|shared| shared.handler == handler && shared.owner == owner && shared.exists.get());
    known.unwrap_or_else(|| {
        let shared = Rc::new(SharedBuffer { handler, owner, exists: Cell::new(true) });
        all.push(Rc::downgrade(&shared));
        shared
    })
}

/// Notes which of `owner`'s shared buffers are no longer on its stack.
fn review(owner: Owner, stack: &[Handler]) {
    let mut all = ALL_SHARED.borrow_mut();
    all.retain(|shared| shared.strong_count() > 0);
    ARE_SHARED.set(!all.is_empty());
    for shared in all.iter().filter_map(Weak::upgrade).filter(|l| l.owner == owner) {
        let there = stack.contains(&shared.handler)
            // SAFETY: handlers on the stack are live.
            && unsafe { (*shared.handler).flags & SHARED != 0 };
        if !there {
            shared.exists.set(false);
        }
    }
}

fn stack_content() -> Vec<Handler> {
    let stack = &globals::output().handlers;
    if stack.top == 0 {
        return Vec::new();
    }
    // SAFETY: the engine's stack holds `top` pointers.
    unsafe { std::slice::from_raw_parts(stack.elements.cast::<Handler>(), stack.top as usize) }
        .to_vec()
}
