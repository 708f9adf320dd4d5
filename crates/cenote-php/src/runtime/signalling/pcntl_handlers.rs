//! Handlers of `pcntl_signal()` run in coroutines of their own (SPEC 30.14, docs/internals/adr/0011).
//!
//! pcntl calls a handler on the stack of the coroutine that ran last, which may be in the middle of a client library's call, with all
//! signals blocked and Fibers forbidden to switch. So once there are coroutines, pcntl gets a function of ours to call in
//! place of each handler ([`super::pcntl_functions`]). It notes what has come, and a coroutine of its own runs the handler as soon as switching is
//! possible: ahead of all others, and before the interrupted code goes on.

use super::{interrupt_later, interrupt_place::InterruptPlace, ticks};
use crate::{
    runtime::{
        cancelling::requests,
        coroutines::{
            coroutine::{Coroutine, CoroutineId, Importance, Request, SpawnPoint, State, Work},
            interrupted::Interrupted,
            scheduler::{self, Scheduler, with},
            spawning,
        },
        engine::interrupt,
        errors::exceptions,
        libraries::library,
        life::lifecycle,
        process::{attention, clock, fork},
        scheduling::switching,
    },
    zend::{
        Call, Callable, Object, Outcome, Thrown, Value, bailout, exception, frame,
        globals::{self, engine_local},
        sys,
    },
};
use cenote_core::Time;
use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
    time::Duration,
};

/// More of one signal than this do not wait for the end of its handler.
const WAITING_PER_SIGNAL: usize = 32;
/// Where nobody can switch, a handler is put off for so long. Then it runs there, and cannot wait.
const PUT_OFF: u64 = 50_000_000;

/// A handler that the script has set.
pub(super) struct Registered {
    pub(super) value: Value,
    pub(super) callable: Callable,
    pub(super) file: Option<Value>,
    pub(super) line: u32,
}

/// A signal that has come, and its handler.
struct Due {
    signal: i64,
    handler: Rc<Registered>,
    info: Value,
    /// A forked child has nothing to do with what came to its parent.
    process: u32,
}

#[derive(Default)]
pub(super) struct Handlers {
    /// What pcntl calls.
    pub(super) delegate: Option<Value>,
    pub(super) registered: BTreeMap<i64, Rc<Registered>>,
    /// `pcntl_async_signals()` is on.
    pub(super) asynchronous: bool,
    due: VecDeque<Due>,
    /// What an interrupt of somebody else has had pcntl call, before the script has asked for it.
    held: VecDeque<Due>,
    /// How many calls of `pcntl_signal_dispatch()` are running.
    pub(super) dispatching: u32,
    /// Whose handler runs. Some may have ended.
    running: Vec<(i64, CoroutineId)>,
    /// Where the last interrupt has come.
    interrupted: Option<InterruptPlace>,
    /// Since when something is due and each interrupt has come where nobody can switch.
    put_off_since: Option<Time>,
}

engine_local! {
    static HANDLERS: RefCell<Option<Handlers>> = RefCell::new(None);
}

pub(super) fn handlers<R>(f: impl FnOnce(&mut Handlers) -> R) -> R {
    f(HANDLERS.borrow_mut().get_or_insert_with(Handlers::default))
}

pub(in crate::runtime) fn begin_request() {
    HANDLERS.replace(None);
    ticks::forget();
}

pub(in crate::runtime) fn end_request() {
    let left = HANDLERS.take();
    drop(left);
}

/// What pcntl calls, with the signal and what the kernel says of it.
pub(super) fn deliver(call: &mut Call) -> Outcome {
    call.expect_args(2, 2)?;
    let (Some(signal), info) = (call.value(0).as_int(), call.value(1)) else { return Ok(()) };
    let Some(handler) = handlers(|all| all.registered.get(&signal).cloned()) else { return Ok(()) };
    let after_all = scheduler::is_over() || globals::compiler().unclean_shutdown;
    if !scheduler::has_spawned() || after_all || !coroutines_still_run() {
        return run_as_without_coroutines(call, &handler, signal, info);
    }
    let due = Due { signal, handler, info, process: fork::process_generation() };
    let is_asked_for = handlers(|all| all.asynchronous || all.dispatching > 0) || is_tick(call);
    let refused = handlers(|all| {
        let queue = if is_asked_for { &mut all.due } else { &mut all.held };
        note(queue, due)
    });
    drop(refused);
    bailout::count_call();
    if is_asked_for {
        start_soon();
    }
    Ok(())
}

/// Whether a tick has had pcntl call this.
fn is_tick(call: &Call) -> bool {
    // SAFETY: the frame of a running call, and the one that runs beneath it, whose opcode is valid if its function has any.
    unsafe {
        let caller = (*call.frame()).prev_execute_data.as_ref();
        caller.filter(|caller| frame::internal_function(*caller).is_none()).is_some_and(|caller| {
            !caller.opline.is_null() && u32::from((*caller.opline).opcode) == sys::ZEND_TICKS
        })
    }
}

fn start_soon() {
    attention::ask(attention::PCNTL_HANDLERS);
    interrupt::request();
}

/// The script asks now for what has come before.
pub(super) fn release_held() {
    let refused: Vec<Due> = handlers(|all| {
        let held = std::mem::take(&mut all.held);
        held.into_iter().filter_map(|due| note(&mut all.due, due)).collect()
    });
    drop(refused);
    if are_due() {
        start_soon();
    }
}

/// Whether a coroutine that begins now would still be run.
fn coroutines_still_run() -> bool {
    let ensured = spawning::ensure_drain();
    if ensured == Err(Thrown::Exception) {
        drop(exception::take());
    }
    ensured.is_ok()
}

/// As pcntl would have done. Backtraces show nothing of us.
fn run_as_without_coroutines(
    call: &Call,
    handler: &Registered,
    signal: i64,
    info: Value,
) -> Outcome {
    let mut eg = globals::executor();
    // SAFETY: our own frame, which stays where it is, as the stack of frames grows beyond it.
    eg.current_execute_data = unsafe { (*call.frame()).prev_execute_data };
    let called = handler.callable.call(&[Value::int(signal), info]);
    globals::executor().current_execute_data = call.frame();
    called.map(drop)
}

/// Takes down that a signal has come. Returns it if too many of the kind wait already.
fn note(queue: &mut VecDeque<Due>, due: Due) -> Option<Due> {
    let waiting = queue.iter().filter(|other| other.signal == due.signal).count();
    if waiting >= WAITING_PER_SIGNAL {
        return Some(due);
    }
    queue.push_back(due);
    None
}

impl Handlers {
    /// Takes what can run: one of each signal whose handler does not run.
    fn take(&mut self) -> Vec<Due> {
        self.put_off_since = None;
        self.running.retain(|&(_, coroutine)| scheduler::exists(coroutine));
        let mut taken: Vec<Due> = Vec::new();
        let mut at = 0;
        while let Some(due) = self.due.get(at) {
            let is_busy = self.running.iter().any(|&(signal, _)| signal == due.signal)
                || taken.iter().any(|other| other.signal == due.signal);
            if is_busy {
                at += 1;
            } else {
                taken.extend(self.due.remove(at));
            }
        }
        taken
    }
}

/// Whether any signal waits for its handler to run.
#[inline]
pub(in crate::runtime) fn are_due() -> bool {
    HANDLERS.borrow().as_ref().is_some_and(|all| !all.due.is_empty())
}

/// Whether a signal could have a handler run while nobody else can (SPEC 30.6).
pub(in crate::runtime) fn may_run(scheduler: &Scheduler) -> bool {
    HANDLERS.borrow().as_ref().is_some_and(|all| {
        let runs = |signal| {
            let mut running = all.running.iter();
            running.any(|&(other, id)| other == signal && scheduler.find(id).is_some())
        };
        all.asynchronous && all.registered.keys().any(|&signal| !runs(signal))
    })
}

/// Coroutines for what is due and can run, in order, not yet in the run queue.
fn make_coroutines() -> Vec<Rc<Coroutine>> {
    let this_process = fork::process_generation();
    let due: Vec<Due> = handlers(Handlers::take);
    due.into_iter()
        .filter(|due| due.process == this_process)
        .map(|due| {
            let signal = due.signal;
            let spawned_at = SpawnPoint { file: due.handler.file.clone(), line: due.handler.line };
            let body = Box::new(move || run(due));
            let coroutine = scheduler::spawn_unqueued(
                None,
                Importance::User,
                Work::Native(body),
                spawning::engine_for_native(),
                spawned_at,
            );
            handlers(|all| all.running.push((signal, coroutine.id)));
            coroutine
        })
        .collect()
}

/// What the coroutine of a handler does.
fn run(due: Due) -> Outcome {
    let called = due.handler.callable.call(&[Value::int(due.signal), due.info]);
    let me = scheduler::current();
    handlers(|all| all.running.retain(|&(_, coroutine)| coroutine != me));
    if are_due() {
        // The next of its kind.
        attention::ask(attention::PCNTL_HANDLERS);
    }
    match called {
        Err(Thrown::Exception) => pass_on_exception(),
        other => other.map(drop),
    }
}

/// What a handler throws goes to the main flow, if there is one.
fn pass_on_exception() -> Outcome {
    let Some(thrown) = exception::take() else { return Ok(()) };
    let main = with(|scheduler| scheduler.main().clone());
    let is_own = exception::is_exit(&thrown) || thrown.instance_of(exceptions::cancellation());
    if is_own || !main.is_alive() {
        return Err(exception::throw_object(thrown));
    }
    throw_into(&main, thrown);
    Ok(())
}

/// One that waits to be thrown already becomes the previous of the new one.
fn throw_into(main: &Rc<Coroutine>, thrown: Object) {
    let pending = requests::take_cancellation(main);
    if let Some(earlier) = pending {
        exception::chain(&thrown, earlier);
    }
    requests::request(main, Request::Throw(thrown));
}

/// Puts the handlers of what is due ahead of all others. Called when it is to be chosen who runs.
#[cold]
pub(in crate::runtime) fn start_first() {
    attention::clear(attention::PCNTL_HANDLERS);
    if are_due() {
        let ready = make_coroutines();
        put_first(ready);
    }
}

fn put_first(coroutines: Vec<Rc<Coroutine>>) {
    with(|scheduler| {
        for coroutine in coroutines.into_iter().rev() {
            scheduler.queue.push_first(coroutine);
        }
    });
}

/// The engine's interrupt came at `place`.
///
/// # Safety
/// The place of the interrupt that is being served.
#[cold]
pub(super) unsafe fn run_at_interrupt(place: InterruptPlace) -> Option<Thrown> {
    if scheduler::running().state.get() != State::Running {
        // Everybody sleeps, and `start_first` comes next. To ask again would be never to look at who can go on.
        return None;
    }
    let before = handlers(|all| all.interrupted.replace(place));
    if place.is_between_opcodes(before) {
        // SAFETY: by the contract.
        return unsafe { run_due(place.frame) };
    }
    handlers(|all| all.interrupted = Some(place.counted_again()));
    interrupt::request();
    None
}

/// Runs the handlers of what is due, each until it waits or ends, and goes on. What they throw is thrown here, if this
/// is the main flow, and if one has called `exit()`, this is unwound.
///
/// # Safety
/// The running frame of PHP code, or the one that has called the running function.
pub(super) unsafe fn run_due(frame: *mut sys::zend_execute_data) -> Option<Thrown> {
    let me = scheduler::running();
    if me.state.get() != State::Running {
        // Somebody is about to be chosen: see `start_first`.
        return None;
    }
    let is_main = with(|scheduler| scheduler.is_main(&me));
    // One from before waits for the next waiting place.
    let had_request = me.request.is_some();
    if !scheduler::may_park() {
        // SAFETY: by the contract.
        if !unsafe { run_where_nobody_can_wait(frame) } {
            return None;
        }
    } else if is_handler(me.id) {
        // As on stock PHP, no handler interrupts another. The next choice is early enough.
        handlers(|all| all.put_off_since = None);
        return None;
    } else {
        let ready = make_coroutines();
        if ready.is_empty() {
            return None;
        }
        with(|scheduler| scheduler.queue.push_first(me.clone()));
        me.state.set(State::Ready);
        put_first(ready);
        switching::rest(&me);
    }
    let obeys = me.request.with(|request| match request {
        Some(Request::Throw(_)) => is_main,
        Some(Request::Force(_) | Request::Unwind | Request::Exit) => true,
        None => false,
    });
    if bailout::pending() || had_request || !obeys {
        return None;
    }
    Interrupted::pending_for(&me).map(Interrupted::throw)
}

fn is_handler(id: CoroutineId) -> bool {
    handlers(|all| all.running.iter().any(|&(_, coroutine)| coroutine == id))
}

/// Waits for a better place, but not for long. Says whether any handler has run.
///
/// # Safety
/// The frame of an interrupt.
unsafe fn run_where_nobody_can_wait(frame: *mut sys::zend_execute_data) -> bool {
    let now = clock::precise_now();
    let since = handlers(|all| *all.put_off_since.get_or_insert(now));
    let for_now = PUT_OFF.saturating_sub(now.since(since));
    if for_now > 0 {
        // An interrupt that is asked for at once comes here again, before any opcode.
        // SAFETY: the frame that the engine has interrupted, or null.
        unsafe { library::interrupt_on_return(frame) };
        interrupt_later::ask(Duration::from_nanos(for_now));
        return false;
    }
    let ready = make_coroutines();
    for coroutine in &ready {
        lifecycle::run_in_place(coroutine);
    }
    !ready.is_empty()
}

/// Somebody is about to block the process, as nobody can switch: looks again afterwards.
#[cold]
pub(in crate::runtime) fn look_after_this_wait() {
    if are_due() {
        interrupt::request();
    }
}
