//! Carriers: C stacks with a VM stack of their own, on which coroutines run one after another.
//!
//! A carrier is the engine's fiber context of a kind of our own, switched symmetrically: the coroutine that stops running picks
//! the next and jumps straight to it. When a coroutine ends, its carrier looks for the next one itself. If that one has
//! not started yet it runs right here, with no switch at all; if it is parked elsewhere the carrier goes to the list of
//! idle ones, from which a later new coroutine takes it. So a C stack is set up once and used for many coroutines.

use crate::{
    runtime::process::mappings::StackBudget,
    zend::{
        Thrown, bailout, entry, exception,
        fiber::FiberRef,
        globals::{self, SetAtStart, engine_local},
        guard, sys,
    },
};
use std::{
    cell::{Cell, RefCell},
    ffi::c_void,
};

/// Where a coroutine continues: a context of the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::runtime) struct Context(*mut sys::zend_fiber_context);

impl Context {
    pub(in crate::runtime) const NONE: Context = Context(std::ptr::null_mut());

    /// The context that is running: a carrier's, the main one, or a user Fiber's.
    #[inline]
    pub(in crate::runtime) fn current() -> Context {
        Context(globals::executor().current_fiber_context)
    }

    /// The user's Fiber that continues here, if one does.
    pub(in crate::runtime) fn fiber(self) -> Option<FiberRef> {
        // SAFETY: the context of a coroutine that is parked is live.
        unsafe { FiberRef::with_context(self.0) }
    }
}

/// The engine's context comes first, so that a pointer to one is a pointer to the other.
#[repr(C)]
struct Carrier {
    context: sys::zend_fiber_context,
    /// The VM stack, noted when the carrier stops running coroutines.
    vm_stack: Cell<sys::zend_vm_stack>,
}

/// More idle C stacks than this are given back to the system whenever nobody can run: it takes microseconds for each,
/// which would otherwise be on the way of anyone who waits for the coroutines that are ending.
pub(in crate::runtime) const IDLE_KEPT: usize = 256;

struct Carriers {
    all: Vec<*mut Carrier>,
    idle: Vec<*mut Carrier>,
    /// Left for good; their memory is freed once the engine has let go of it.
    dead: Vec<*mut Carrier>,
    budget: StackBudget,
}

engine_local! {
    static CARRIERS: RefCell<Carriers> = RefCell::new(Carriers {
        all: Vec::new(),
        idle: Vec::new(),
        dead: Vec::new(),
        budget: StackBudget::unknown(),
    });
}

/// How many stacks there are, and how many of them run nobody.
pub(in crate::runtime) fn counts() -> (usize, usize) {
    let carriers = CARRIERS.borrow();
    (carriers.all.len(), carriers.idle.len())
}

/// What a carrier does after the coroutine on it has ended.
pub(in crate::runtime) enum AfterEnd {
    /// The next coroutine starts on this carrier.
    StartNext,
    /// The next one is parked elsewhere.
    JumpTo(Context),
}

/// What a carrier runs.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Body {
    /// Runs the coroutine that was chosen to its end. `Err`: a fatal error.
    pub(in crate::runtime) run: fn() -> Result<(), Thrown>,
    /// One has ended: who is next.
    pub(in crate::runtime) after_end: fn() -> AfterEnd,
    /// The main flow, which carries a fatal error on.
    pub(in crate::runtime) main_after_fatal_error: fn() -> Context,
}

static BODY: SetAtStart<Cell<Option<Body>>> = SetAtStart::new(Cell::new(None));

/// At module start-up: coroutines start, end and are chosen above this folder.
pub(in crate::runtime) fn run_by(body: Body) {
    BODY.set(Some(body));
}

fn body() -> Body {
    BODY.get().expect("the module has started")
}

/// Its address tells our contexts from other kinds.
static KIND: u8 = 0;

/// No C stack could be had.
pub(in crate::runtime) struct NoStack;

/// An idle carrier, which is the caller's.
#[inline]
pub(in crate::runtime) fn take_idle() -> Option<Context> {
    CARRIERS.borrow_mut().idle.pop().map(|idle| Context(idle.cast()))
}

/// The context on which a coroutine that has not started will run.
pub(in crate::runtime) fn context_for_new() -> Result<Context, NoStack> {
    if let Some(idle) = take_idle() {
        return Ok(idle);
    }
    let is_allowed = {
        let carriers = CARRIERS.borrow();
        carriers.budget.allows(carriers.all.len())
    };
    if !is_allowed {
        return Err(NoStack);
    }
    // SAFETY: an all-zero context is what the engine's initialiser expects; null and zero suit the rest.
    let carrier: Carrier = unsafe { std::mem::zeroed() };
    let carrier = Box::into_raw(Box::new(carrier));
    let ready = guard(move || {
        let size = globals::executor().fiber_stack_size as _; // signed up to PHP 8.3
        // SAFETY: a zeroed context that stays where it is for as long as the engine knows it.
        unsafe {
            let kind = (&raw const KIND).cast_mut().cast::<c_void>();
            sys::cenote_init_context(carrier.cast(), kind, Some(sys::cenote_carrier_entry), size)
        }
    });
    if !matches!(ready, Ok(true)) {
        drop(exception::take()); // the engine's own text does not say what to do
        // SAFETY: just made, and the engine kept no pointer to it.
        drop(unsafe { Box::from_raw(carrier) });
        return Err(NoStack);
    }
    // SAFETY: the context has a stack now; cleanup runs when the engine destroys it.
    unsafe {
        (*carrier).context.cleanup = Some(free_vm_stack);
        sys::cenote_register_stack(carrier.cast());
    }
    CARRIERS.borrow_mut().all.push(carrier);
    Ok(Context(carrier.cast()))
}

unsafe extern "C" fn free_vm_stack(context: *mut sys::zend_fiber_context) {
    let carrier = context.cast::<Carrier>();
    // SAFETY: only set on carriers; the noted stack is not in use by anybody.
    unsafe { sys::cenote_free_vm_stack((*carrier).vm_stack.replace(std::ptr::null_mut())) };
    let mut carriers = CARRIERS.borrow_mut();
    if let Some(at) = carriers.all.iter().position(|&known| known == carrier) {
        carriers.all.swap_remove(at);
        carriers.dead.push(carrier);
    }
}

/// Jumps to `to` and returns when somebody jumps back here.
#[inline]
pub(in crate::runtime) fn jump(to: Context) {
    let mut transfer = std::mem::MaybeUninit::<sys::zend_fiber_transfer>::uninit();
    let fields = transfer.as_mut_ptr();
    // SAFETY: all that the engine looks at is written: a null has nothing but its type. `to` is suspended or fresh, and not the running
    // one. Anyone who comes back does so through here, so no frame is skipped.
    unsafe {
        (*fields).context = to.0;
        (*fields).value.u1.type_info = sys::IS_NULL;
        (*fields).flags = 0;
        sys::zend_fiber_switch_context(fields);
    }
}

/// Frees what [`free_vm_stack`] could not, as it was still in use then.
pub(in crate::runtime) fn reap() {
    if CARRIERS.borrow().dead.is_empty() {
        return;
    }
    let dead = std::mem::take(&mut CARRIERS.borrow_mut().dead);
    for carrier in dead {
        // SAFETY: the engine has destroyed the context, and we are on another one.
        drop(unsafe { Box::from_raw(carrier) });
    }
}

/// Frees all carriers at the end of a request. Coroutines that are still parked on some are abandoned.
pub(in crate::runtime) fn free_all() {
    let all = std::mem::take(&mut CARRIERS.borrow_mut().all);
    CARRIERS.borrow_mut().idle.clear();
    for carrier in all {
        // SAFETY: nobody will jump to it again; we run on the main context. Cleanup frees the VM stack that is noted.
        unsafe {
            sys::zend_fiber_destroy_context(carrier.cast());
            drop(Box::from_raw(carrier));
        }
    }
    reap();
}

fn own() -> *mut Carrier {
    globals::executor().current_fiber_context.cast()
}

/// What every carrier does, called by the shim under a jump target. A panic ends the request like a fatal error.
#[unsafe(no_mangle)]
extern "C" fn cenote_carrier_run() {
    entry::contain(run_coroutines);
}

/// Coroutine after coroutine, until a fatal error.
fn run_coroutines() {
    let body = body();
    while (body.run)().is_ok() {
        match (body.after_end)() {
            AfterEnd::StartNext => {}
            AfterEnd::JumpTo(next) => wait_idle(next),
        }
    }
}

/// Jumps away and waits as an idle carrier for the next new coroutine.
fn wait_idle(next: Context) {
    let me = own();
    // SAFETY: we are running on a carrier.
    unsafe { (*me).vm_stack.set(sys::cenote_vm_stack()) };
    CARRIERS.borrow_mut().idle.push(me);
    jump(next);
}

/// Frees idle carriers beyond [`IDLE_KEPT`]. Called when nobody can run.
pub(in crate::runtime) fn trim() {
    let me = own();
    let surplus = {
        let mut carriers = CARRIERS.borrow_mut();
        if carriers.idle.len() <= IDLE_KEPT {
            return;
        }
        // The ones used last are kept: their memory is warm.
        let surplus = carriers.idle.len() - IDLE_KEPT;
        carriers.idle.drain(..surplus).collect::<Vec<_>>()
    };
    for carrier in surplus {
        debug_assert!(carrier != me, "an idle carrier does not run");
        // SAFETY: an idle carrier has nothing left to unwind, and being off the list nobody will jump to it.
        unsafe { sys::zend_fiber_destroy_context(carrier.cast()) };
    }
    reap();
}

/// The last step of a carrier on which a fatal error hit: jumps to the main flow, which finds the bailout marked as
/// pending. The engine frees the carrier from there.
#[unsafe(no_mangle)]
extern "C" fn cenote_carrier_leave(transfer: *mut sys::zend_fiber_transfer, bailed_out: bool) {
    debug_assert!(bailed_out || bailout::pending(), "only a fatal error ends a carrier");
    bailout::mark_pending();
    // SAFETY: the transfer of our own context's entry function, and the carrier that we are on.
    unsafe {
        (*own()).vm_stack.set(sys::cenote_vm_stack());
        (*transfer).value.u1.type_info = sys::IS_NULL;
        (*transfer).flags = 0;
        (*transfer).context = (body().main_after_fatal_error)().0;
    }
}
