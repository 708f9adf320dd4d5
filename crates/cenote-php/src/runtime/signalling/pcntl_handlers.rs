//! Handlers of `pcntl_signal()` run in coroutines of their own (SPEC 30.14, docs/adr/0011).
//!
//! pcntl calls a handler on the stack of whoever ran last, which may be in the middle of a client library's call, with all
//! signals blocked and Fibers forbidden to switch. So once there are coroutines, pcntl gets a function of ours to call in
//! place of each handler. It notes what has come, and a coroutine of its own runs the handler as soon as switching is
//! possible: ahead of all others, and before the interrupted code goes on.

use super::interrupt_later;
use crate::{
    runtime::{
        coroutines::{
            coroutine::{Coroutine, CoroutineId, Importance, Request, SpawnPoint, State, Work},
            interrupted::Interrupted,
            requests,
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
        Call, Callable, ClassRef, Object, Outcome, Thrown, Value, bailout, class, entry, exception,
        frame,
        globals::{self, EngineLocal},
        guard, startup, sys,
    },
};
use cenote_core::Time;
use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, VecDeque},
    ffi::c_void,
    mem::MaybeUninit,
    rc::Rc,
    time::Duration,
};

/// More of one signal than this do not wait for the end of its handler.
const WAITING_PER_SIGNAL: usize = 32;
/// Where nobody can switch, a handler is put off for so long. Then it runs there, and cannot wait.
const PUT_OFF: u64 = 50_000_000;

/// A handler that the script has set.
struct Registered {
    value: Value,
    callable: Callable,
    file: Option<Value>,
    line: u32,
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
struct Handlers {
    /// What pcntl calls.
    delegate: Option<Value>,
    registered: BTreeMap<i64, Rc<Registered>>,
    /// `pcntl_async_signals()` is on.
    asynchronous: bool,
    due: VecDeque<Due>,
    /// Whose handler runs. Some may have ended.
    running: Vec<(i64, CoroutineId)>,
    /// Where the last interrupt has come.
    interrupted: Option<Place>,
    /// Since when something is due and each interrupt has come where nobody can switch.
    put_off_since: Option<Time>,
}

static HANDLERS: EngineLocal<RefCell<Option<Handlers>>> = EngineLocal::new(RefCell::new(None));

fn handlers<R>(f: impl FnOnce(&mut Handlers) -> R) -> R {
    f(HANDLERS.borrow_mut().get_or_insert_with(Handlers::default))
}

type Function = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

const FUNCTIONS: [(&str, Function); 4] = [
    ("pcntl_signal", signal),
    ("pcntl_signal_get_handler", get_handler),
    ("pcntl_signal_dispatch", dispatch),
    ("pcntl_async_signals", async_signals),
];
const SIGNAL: usize = 0;
const GET_HANDLER: usize = 1;
const DISPATCH: usize = 2;
const ASYNC_SIGNALS: usize = 3;

static ORIGINALS: EngineLocal<[Cell<sys::zif_handler>; FUNCTIONS.len()]> =
    EngineLocal::new([const { Cell::new(None) }; FUNCTIONS.len()]);

/// What the closures for pcntl are made of.
static DELEGATE: EngineLocal<Cell<*mut sys::zend_function>> =
    EngineLocal::new(Cell::new(std::ptr::null_mut()));

/// Module start-up. pcntl may be loaded after us.
pub(in crate::runtime) fn register() {
    startup::afterwards(|| {
        for ((name, ours), original) in FUNCTIONS.into_iter().zip(&*ORIGINALS) {
            let Some(function) = ClassRef::find_function(name) else { continue };
            // SAFETY: a function of an extension, whose entry lives as long as the process.
            unsafe {
                original.set((*function).internal_function.handler);
                (*function).internal_function.handler = Some(ours);
            }
        }
    });
    // SAFETY: an internal function with a name and a handler is what the engine makes of an entry without arguments.
    let function = unsafe {
        let mut function: sys::zend_internal_function = MaybeUninit::zeroed().assume_init();
        function.type_ = sys::ZEND_INTERNAL_FUNCTION as u8;
        function.handler = Some(entry::handler(deliver));
        function.function_name = class::interned(c"Async\\{signal handler}");
        function
    };
    // One for each start, as its name is.
    DELEGATE.set(Box::into_raw(Box::new(function)).cast());
}

pub(in crate::runtime) fn begin_request() {
    HANDLERS.replace(None);
}

pub(in crate::runtime) fn end_request() {
    let left = HANDLERS.take();
    drop(left);
}

// ------------------------------------------------------------------ the functions of pcntl

fn call_original(which: usize, frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    if let Some(original) = ORIGINALS[which].get() {
        // SAFETY: the engine's own handler with the engine's arguments. A jump out of it is resumed by the boundary.
        let _ = guard(move || unsafe { original(frame, result) });
    }
}

unsafe extern "C" fn signal(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        // SAFETY: the frame and the result of the running call.
        let call = unsafe { Call::from_raw(frame, result) };
        if call.count() < 2 {
            return call_original(SIGNAL, frame, result);
        }
        match handler_of(&call) {
            Err(_) => {}
            Ok(None) => {
                let signal = call.value(0).as_int();
                call_original(SIGNAL, frame, result);
                if let Some(signal) = signal.filter(|_| call.result_is_true()) {
                    let before = handlers(|all| all.registered.remove(&signal));
                    drop(before);
                }
            }
            Ok(Some(handler)) => replace(&call, handler, frame, result),
        }
    });
}

/// The handler that the script passes. `None`: it is none that can be called.
fn handler_of(call: &Call) -> Result<Option<Registered>, Thrown> {
    let value = call.value(1);
    if value.as_int().is_some() {
        return Ok(None);
    }
    let callable = match Callable::resolve(value.clone()) {
        Ok(callable) => callable,
        Err(Ok(problem)) => {
            // SAFETY: the engine's text, or null, which is ours.
            unsafe {
                if !problem.is_null() {
                    sys::cenote_free(problem.cast());
                }
            }
            return Ok(None);
        }
        Err(Err(thrown)) => return Err(thrown),
    };
    // SAFETY: the frame of a running call; the file name of live code.
    let (file, line) = unsafe {
        match frame::place_of((*call.frame()).prev_execute_data) {
            Some((file, line)) => (Some(Value::string_ref(file)), line),
            None => (None, 0),
        }
    };
    Ok(Some(Registered { value, callable, file, line }))
}

/// `pcntl_signal()` with ours in place of the script's handler.
fn replace(
    call: &Call,
    handler: Registered,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Ok(delegate) = delegate() else { return };
    let argument = call.raw_arg(1);
    let signal = call.value(0).as_int();
    // SAFETY: an argument of the running call, which the engine frees with the frame: it gets its own back.
    unsafe {
        let own = argument.replace(*delegate.as_ptr());
        call_original(SIGNAL, frame, result);
        argument.write(own);
    }
    if let Some(signal) = signal.filter(|_| !bailout::pending() && call.result_is_true()) {
        let before = handlers(|all| all.registered.insert(signal, Rc::new(handler)));
        drop(before);
    }
}

fn delegate() -> Result<Value, Thrown> {
    if let Some(known) = handlers(|all| all.delegate.clone()) {
        return Ok(known);
    }
    let mut made = Value::undef();
    let (slot, function) = (made.as_mut_ptr(), DELEGATE.get());
    // SAFETY: an empty value, and a function that lives as long as the process.
    guard(move || unsafe {
        let nobody = std::ptr::null_mut();
        sys::zend_create_closure(slot, function, nobody, nobody, std::ptr::null_mut());
    })?;
    handlers(|all| all.delegate = Some(made.clone()));
    Ok(made)
}

unsafe extern "C" fn get_handler(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        call_original(GET_HANDLER, frame, result);
        // SAFETY: the frame and the result of the running call, which the function has set.
        let (mut call, returned) =
            unsafe { (Call::from_raw(frame, result), Value::copy_of(result)) };
        let delegate = handlers(|all| all.delegate.as_ref().and_then(Value::as_object));
        if delegate.is_none() || returned.as_object() != delegate {
            return;
        }
        let handler = handlers(|all| all.registered.get(&call.value(0).as_int()?).cloned());
        // It was refused (SIGKILL cannot be caught), but pcntl has kept it.
        call.returns(handler.map_or(Value::int(0), |handler| handler.value.clone()));
        drop(returned);
    });
}

unsafe extern "C" fn dispatch(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        call_original(DISPATCH, frame, result);
        if are_due() && !bailout::pending() && !exception::pending() {
            // SAFETY: the frame of a running call.
            let _ = run_due(unsafe { (*frame).prev_execute_data });
        }
    });
}

unsafe extern "C" fn async_signals(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    entry::boundary(|| {
        call_original(ASYNC_SIGNALS, frame, result);
        // SAFETY: the frame and the result of the running call.
        let call = unsafe { Call::from_raw(frame, result) };
        if call.count() == 1 && !bailout::pending() && !exception::pending() {
            let on = call.value(0);
            if !on.is_null() {
                // SAFETY: a live value.
                let is_on = unsafe { sys::cenote_is_true(on.as_ptr()) };
                handlers(|all| all.asynchronous = is_on);
            }
        }
    });
}

// ------------------------------------------------------------------ a signal has come

/// What pcntl calls, with the signal and what the kernel says of it.
fn deliver(call: &mut Call) -> Outcome {
    call.expect_args(2, 2)?;
    let (Some(signal), info) = (call.value(0).as_int(), call.value(1)) else { return Ok(()) };
    let Some(handler) = handlers(|all| all.registered.get(&signal).cloned()) else { return Ok(()) };
    let after_all = scheduler::is_over() || globals::compiler().unclean_shutdown;
    if !scheduler::has_spawned() || after_all || !coroutines_still_run() {
        return run_as_without_coroutines(call, &handler, signal, info);
    }
    let due = Due { signal, handler, info, process: fork::process_generation() };
    let refused = handlers(|all| all.note(due));
    drop(refused);
    bailout::count_call();
    attention::ask(attention::PCNTL_HANDLERS);
    interrupt::request();
    Ok(())
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
    let eg = globals::executor();
    // SAFETY: our own frame, which stays where it is, as the stack of frames grows beyond it.
    eg.current_execute_data = unsafe { (*call.frame()).prev_execute_data };
    let called = handler.callable.call(&mut [Value::int(signal), info]);
    globals::executor().current_execute_data = call.frame();
    called.map(drop)
}

impl Handlers {
    /// Takes down that a signal has come. Returns it if too many of the kind wait already.
    fn note(&mut self, due: Due) -> Option<Due> {
        let waiting = self.due.iter().filter(|other| other.signal == due.signal).count();
        if waiting >= WAITING_PER_SIGNAL {
            return Some(due);
        }
        self.due.push_back(due);
        None
    }

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

// ------------------------------------------------------------------ running handlers

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
                scheduler::engine_for_native(),
                spawned_at,
            );
            handlers(|all| all.running.push((signal, coroutine.id)));
            coroutine
        })
        .collect()
}

/// What the coroutine of a handler does.
fn run(due: Due) -> Outcome {
    let called = due.handler.callable.call(&mut [Value::int(due.signal), due.info]);
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
            scheduler.queue.push_front(coroutine);
        }
    });
}

/// Where the engine has asked its interrupt handlers, and how often it had been called from here by then.
#[derive(Clone, Copy)]
pub(in crate::runtime) struct Place {
    frame: *mut sys::zend_execute_data,
    /// Null in a function of an extension.
    opline: *const sys::zend_op,
    calls: u64,
    /// The machine code that has asked.
    caller: *const c_void,
}

impl Place {
    pub(in crate::runtime) fn of(
        frame: *mut sys::zend_execute_data,
        caller: *const c_void,
    ) -> Self {
        // SAFETY: null, or the running frame with its function, which has opcodes only if it is one of PHP code.
        let opline = unsafe {
            let running = frame.as_ref().filter(|frame| {
                frame.func.as_ref().is_some_and(|function| {
                    u32::from(function.type_) != sys::ZEND_INTERNAL_FUNCTION
                })
            });
            running.map_or(std::ptr::null(), |frame| frame.opline)
        };
        Place { frame, opline, calls: bailout::calls(), caller }
    }

    /// Whether this is between two opcodes. The engine asks also when a function of an extension returns that C code has called:
    /// pcntl, which does not allow switching then, or our own code, which is in the middle of something. But only between two
    /// opcodes an interrupt that is asked for at once comes again before anything else happens. Compiled code asks between
    /// opcodes only, and does not ask again.
    fn is_between_opcodes(self) -> bool {
        let before = handlers(|all| all.interrupted.replace(self));
        before.is_some_and(|before| before.is_same(self)) || self.is_asked_by_compiled_code()
    }

    fn is_same(self, other: Self) -> bool {
        !self.opline.is_null()
            && (self.frame, self.opline, self.calls) == (other.frame, other.opline, other.calls)
    }

    /// What the JIT has made is in no file.
    fn is_asked_by_compiled_code(self) -> bool {
        // SAFETY: any address may be asked for; the answer is written into a place of ours.
        unsafe {
            let mut known: libc::Dl_info = std::mem::zeroed();
            library::jit_is_on() && libc::dladdr(self.caller, &raw mut known) == 0
        }
    }
}

/// The engine's interrupt came at `place`.
#[cold]
pub(in crate::runtime) fn run_at_interrupt(place: Place) -> Option<Thrown> {
    if scheduler::running().state.get() != State::Running {
        // Everybody sleeps, and `start_first` comes next. To ask again would be never to look at who can go on.
        return None;
    }
    if place.is_between_opcodes() {
        return run_due(place.frame);
    }
    handlers(|all| all.interrupted = Some(Place { calls: bailout::calls(), ..place }));
    interrupt::request();
    None
}

/// Runs the handlers of what is due, each until it waits or ends, and goes on. What they throw is thrown here, if this
/// is the main flow, and if one has called `exit()`, this is unwound.
fn run_due(frame: *mut sys::zend_execute_data) -> Option<Thrown> {
    let me = scheduler::running();
    if me.state.get() != State::Running {
        // Somebody is about to be chosen: see `start_first`.
        return None;
    }
    let is_main = with(|scheduler| scheduler.is_main(&me));
    // One from before waits for the next waiting place.
    let had_request = me.request.borrow().is_some();
    if !scheduler::may_park() {
        if !run_where_nobody_can_wait(frame) {
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
        with(|scheduler| scheduler.queue.push_front(me.clone()));
        me.state.set(State::Ready);
        put_first(ready);
        switching::rest(&me);
    }
    let obeys = match &*me.request.borrow() {
        Some(Request::Throw(_)) => is_main,
        Some(Request::Force(_) | Request::Unwind | Request::Exit) => true,
        None => false,
    };
    if bailout::pending() || had_request || !obeys {
        return None;
    }
    Interrupted::pending_for(&me).map(Interrupted::throw)
}

fn is_handler(id: CoroutineId) -> bool {
    handlers(|all| all.running.iter().any(|&(_, coroutine)| coroutine == id))
}

/// Waits for a better place, but not for long. Says whether any handler has run.
fn run_where_nobody_can_wait(frame: *mut sys::zend_execute_data) -> bool {
    let now = clock::precise_now();
    let since = handlers(|all| *all.put_off_since.get_or_insert(now));
    let for_now = PUT_OFF.saturating_sub(now.since(since));
    if for_now > 0 {
        // An interrupt that is asked for at once comes here again, before any opcode.
        library::interrupt_on_return(frame);
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
