//! One coroutine: its state, its work, what it waits for.

pub(crate) use super::states::{CoroutineId, Signal, Woken};
pub(in crate::runtime) use super::states::{Ending, MainWait, State, WaitInLine};
use super::{
    carrier::Context,
    completion::{Awaits, Completion},
    interrupted::Interrupted,
    scope::Scope,
    timers::TimerId,
};
use crate::runtime::engine::engine_state::{self, Saved};
use crate::zend::{
    Callable, Object, Outcome, Thrown, Value, fiber::FiberRef, globals::SetAtStart, sys,
};
use cenote_core::Time;
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// How long a coroutine matters to the script's end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Importance {
    /// A user's: keeps the script alive, its exceptions are reported, its waiting can be a deadlock.
    User,
    /// Keeps the script alive until it ends (cleaning a connection).
    Service,
    /// Does not count for liveness (maintenance rounds, SPEC 13.10).
    Maintenance,
}

/// What a callable is called with.
#[derive(Default)]
pub(in crate::runtime) struct Arguments {
    pub(in crate::runtime) positional: Vec<Value>,
    /// An array by name.
    pub(in crate::runtime) named: Option<Box<Value>>,
}

/// What a coroutine runs.
pub(in crate::runtime) enum Work {
    Php(Callable, Arguments),
    /// The same, cancelled where it waits first.
    Doomed(Box<(Callable, Arguments, Object)>),
    Native(Box<dyn FnOnce() -> Outcome>),
}

/// A request to leave the current (or next) waiting place with an error.
pub(in crate::runtime) enum Request {
    /// An exception to throw where it waits: a cancellation, a signal handler's.
    Throw(Object),
    /// The same, and no shield holds it back: without it nobody could ever run again.
    Force(Object),
    /// Unwind, running `finally` blocks only: the script is ending.
    Unwind,
    /// Leave as `exit()` does. Only the main flow gets this, when another coroutine called it.
    Exit,
}

/// A callback for the end of a coroutine.
pub(in crate::runtime) struct Finally {
    pub(in crate::runtime) callback: Callable,
    /// Whether it gets the coroutine.
    pub(in crate::runtime) takes_coroutine: bool,
}

/// A value that most owners never have: one word until it is set.
pub(in crate::runtime) struct Seldom<T>(Cell<Option<Box<T>>>);

impl<T> Default for Seldom<T> {
    fn default() -> Self {
        Seldom(Cell::new(None))
    }
}

impl<T> Drop for Seldom<T> {
    /// Many of them end together, nearly all empty.
    #[inline]
    fn drop(&mut self) {
        if self.0.get_mut().is_some() {
            drop_set(self.0.take());
        }
    }
}

#[cold]
#[inline(never)]
fn drop_set<T>(set: Option<Box<T>>) {
    drop(set);
}

impl<T> Seldom<T> {
    /// Sets it, and returns what was there.
    pub(in crate::runtime) fn replace(&self, value: Option<T>) -> Option<T> {
        self.0.replace(value.map(Box::new)).map(|boxed| *boxed)
    }

    #[inline]
    pub(in crate::runtime) fn take(&self) -> Option<T> {
        self.0.take().map(|boxed| *boxed)
    }

    #[inline]
    pub(in crate::runtime) fn is_some(&self) -> bool {
        let boxed = self.0.take();
        let is_some = boxed.is_some();
        self.0.set(boxed);
        is_some
    }

    /// Looks at it. `look` finds nothing here, should it ask.
    pub(in crate::runtime) fn with<R>(&self, look: impl FnOnce(Option<&T>) -> R) -> R {
        let boxed = self.0.take();
        let answer = look(boxed.as_deref());
        self.0.set(boxed);
        answer
    }
}

impl<T: Default> Seldom<T> {
    /// Changes it, and makes it first if need be. `change` must not come back here.
    pub(in crate::runtime) fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let mut boxed = self.0.take().unwrap_or_default();
        let answer = change(&mut boxed);
        self.0.set(Some(boxed));
        answer
    }
}

/// What a coroutine may be parked for that has a state worth telling.
pub(crate) trait Awaited {
    /// For the list of a deadlock, with what it is in front: "pool with max=2 …".
    fn state(&self) -> String;
}

pub(crate) struct Coroutine {
    pub(in crate::runtime) id: CoroutineId,
    pub(in crate::runtime) importance: Importance,
    /// What it belongs to; `None`: the main scope.
    scope: RefCell<Option<Scope>>,
    /// Its own context's object, once somebody has asked for it.
    pub(in crate::runtime) context_object: Seldom<Object>,
    /// What lives at least as long as it runs.
    pub(in crate::runtime) keeps: Seldom<Object>,
    pub(in crate::runtime) state: Cell<State>,
    pub(in crate::runtime) started: Cell<bool>,
    /// It runs what it is there for: neither its beginning nor its end.
    pub(in crate::runtime) is_at_work: Cell<bool>,
    pub(in crate::runtime) work: RefCell<Option<Work>>,
    pub(in crate::runtime) completion: Completion,
    /// Where to switch to when it runs again.
    pub(in crate::runtime) context: Cell<Context>,
    /// The PHP frame it is parked in; null while it runs.
    pub(in crate::runtime) frame: Cell<*mut sys::zend_execute_data>,
    /// Not yet delivered; held back while `shields > 0`.
    pub(in crate::runtime) request: Seldom<Request>,
    /// Those that it has not obeyed before a stronger one came.
    pub(in crate::runtime) overruled: Seldom<Vec<Request>>,
    /// Taken inside a C library, to be raised once that has returned.
    pub(in crate::runtime) outstanding: Seldom<Interrupted>,
    /// The call that is to return before what is outstanding is raised; null: there is none that could be found again.
    pub(in crate::runtime) leaving: Cell<*mut sys::zend_execute_data>,
    /// It was put on top of the library's exception, but may have to be raised again.
    pub(in crate::runtime) early: Seldom<super::interrupted::Early>,
    /// What its calls of extensions' functions work on, while it is parked.
    pub(in crate::runtime) inside: Seldom<Vec<super::uses::Use>>,
    /// What its function wants to do, while it waits to begin.
    pub(in crate::runtime) claim: Seldom<super::uses::Claim>,
    /// Marks of the engine that it has taken off while it is parked.
    pub(in crate::runtime) marks: crate::runtime::engine::recursion::Kept,
    /// It waits inside a library that can be made to return.
    pub(in crate::runtime) evictable: Cell<bool>,
    /// It is to leave the library, for somebody who closes what it is inside of.
    pub(in crate::runtime) evicted: Cell<Option<super::interrupted::Eviction>>,
    pub(in crate::runtime) shields: Cell<u32>,
    /// How many of the shields are the program's.
    pub(in crate::runtime) protects: Cell<u32>,
    /// Until when it waits inside C libraries at most.
    pub(in crate::runtime) patience: Cell<Option<Time>>,
    /// The script is ending: each further wait is one more place to unwind from.
    pub(in crate::runtime) unwinding: Cell<bool>,
    pub(in crate::runtime) deadline: Cell<Option<TimerId>>,
    /// What it is parked for, if that can tell its state.
    pub(in crate::runtime) awaited: RefCell<Option<Weak<dyn Awaited>>>,
    pub(in crate::runtime) woken: Cell<Woken>,
    pub(in crate::runtime) line: WaitInLine,
    /// Somebody has asked which coroutine runs, and it was this one.
    pub(in crate::runtime) is_known: Cell<bool>,
    /// Which handlers it has begun with, as `Handlers::which` tells.
    pub(in crate::runtime) first_handlers: Cell<u8>,
    /// The engine's `error_reporting` that it starts with.
    pub(in crate::runtime) error_reporting: std::ffi::c_int,
    /// The engine state it starts with or was parked with, if it is not the default.
    pub(in crate::runtime) engine: RefCell<crate::runtime::engine::engine_state::Saved>,
    pub(in crate::runtime) end_hooks: EndHooks,
    pub(in crate::runtime) finally: Seldom<Vec<Finally>>,
    /// It runs the `finally` callbacks of another: the end of the script does not drop it, only refuses to let it wait.
    pub(in crate::runtime) is_finally: Cell<bool>,
    /// The user's Fiber that this is, if it is one (SPEC 46.1), until that is freed.
    pub(in crate::runtime) fiber: Cell<Option<FiberRef>>,
    pub(in crate::runtime) spawned_at: SpawnPoint,
    /// Where it waited last.
    pub(in crate::runtime) suspended_at: LastPlace,
    /// Done when it waits for the next time: it must not call the engine.
    pub(in crate::runtime) at_first_wait: Cell<Option<Box<dyn FnOnce()>>>,
    /// What it awaits, for those who look (SPEC 43.7).
    pub(in crate::runtime) awaits: RefCell<Awaits>,
    /// The exception handler that was set when it failed, for an exception that nobody receives.
    pub(in crate::runtime) handler: Seldom<Value>,
    /// The PHP object, if there is one.
    pub(in crate::runtime) object: Cell<*mut sys::zend_object>,
    /// Keeps that object alive as long as the coroutine is.
    pub(in crate::runtime) kept: RefCell<Option<Object>>,
}

impl Coroutine {
    /// One that has not run.
    #[inline(always)]
    pub(in crate::runtime) fn new(
        id: CoroutineId,
        importance: Importance,
        scope: Option<Scope>,
        work: Option<Work>,
        engine: Saved,
        spawned_at: SpawnPoint,
    ) -> Coroutine {
        Coroutine {
            id,
            importance,
            scope: RefCell::new(scope),
            context_object: Seldom::default(),
            keeps: Seldom::default(),
            state: Cell::new(State::New),
            started: Cell::new(false),
            is_at_work: Cell::new(false),
            work: RefCell::new(work),
            completion: Completion::default(),
            context: Cell::new(Context::NONE),
            frame: Cell::new(std::ptr::null_mut()),
            request: Seldom::default(),
            overruled: Seldom::default(),
            outstanding: Seldom::default(),
            early: Seldom::default(),
            leaving: Cell::new(std::ptr::null_mut()),
            inside: Seldom::default(),
            marks: Cell::new(None),
            claim: Seldom::default(),
            evictable: Cell::new(false),
            evicted: Cell::new(None),
            shields: Cell::new(0),
            protects: Cell::new(0),
            patience: Cell::new(None),
            unwinding: Cell::new(false),
            deadline: Cell::new(None),
            awaited: RefCell::new(None),
            woken: Cell::new(Woken::Called),
            line: WaitInLine::default(),
            is_known: Cell::new(false),
            first_handlers: Cell::new(0),
            error_reporting: engine_state::error_reporting_for_spawned(),
            engine: RefCell::new(engine),
            end_hooks: Default::default(),
            finally: Seldom::default(),
            is_finally: Cell::new(false),
            handler: Seldom::default(),
            fiber: Cell::new(None),
            spawned_at,
            suspended_at: LastPlace::default(),
            at_first_wait: Cell::new(None),
            awaits: RefCell::default(),
            object: Cell::new(std::ptr::null_mut()),
            kept: RefCell::new(None),
        }
    }

    /// Whether it has a C stack to go on with.
    pub(in crate::runtime) fn has_stack(&self) -> bool {
        self.context.get() != Context::NONE
    }

    /// What it belongs to; `None`: the main scope.
    #[inline]
    pub(in crate::runtime) fn scope(&self) -> Option<Scope> {
        self.scope.borrow().clone()
    }

    /// Gives up the values of the engine that it still holds.
    pub(in crate::runtime) fn let_go(&self) {
        self.completion.discard();
        drop((self.work.take(), self.request.take(), self.overruled.take(), self.engine.take()));
        drop((self.end_hooks.take(), self.finally.take()));
        drop((self.handler.take(), self.kept.take(), self.outstanding.take()));
        drop((self.early.take(), self.context_object.take(), self.keeps.take()));
        drop((self.suspended_at.forget(), self.awaits.take()));
        drop((self.at_first_wait.take(), self.scope.take()));
    }

    /// Whether one that has ended holds anything whose end can run code of the program.
    pub(in crate::runtime) fn holds_values(&self) -> bool {
        self.completion.holds_result()
            || self.request.is_some()
            || self.overruled.is_some()
            || self.context_object.is_some()
            || self.handler.is_some()
            || self.finally.is_some()
            || self.scope.borrow().is_some()
    }

    /// Whether there is something to do or to obey where it waits, or where it goes on.
    #[inline]
    pub(in crate::runtime) fn has_duties(&self) -> bool {
        !self.is_at_work.get()
            || Interrupted::is_requested_of(self)
            || self.outstanding.is_some()
            || self.has_first_wait()
    }

    /// Whether its next wait lets somebody else begin.
    pub(in crate::runtime) fn has_first_wait(&self) -> bool {
        let action = self.at_first_wait.take();
        let has = action.is_some();
        self.at_first_wait.set(action);
        has
    }

    pub(in crate::runtime) fn is_alive(&self) -> bool {
        self.state.get() != State::Done
    }
}

/// What the pools want done at the end of a coroutine.
#[derive(Default)]
pub(in crate::runtime) struct EndHooks {
    latest: Cell<u64>,
    waiting: RefCell<Vec<NamedHook>>,
}

/// Names one of a coroutine's end hooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndHook(u64);

type NamedHook = (EndHook, Box<dyn FnOnce()>);

impl EndHooks {
    pub(in crate::runtime) fn add(&self, hook: Box<dyn FnOnce()>) -> EndHook {
        let id = EndHook(self.latest.get() + 1);
        self.latest.set(id.0);
        self.waiting.borrow_mut().push((id, hook));
        id
    }

    /// Takes one back; there is none if it runs, or has run. The latest are looked at first, as objects often die in that order.
    pub(in crate::runtime) fn remove(&self, id: EndHook) {
        let mut waiting = self.waiting.borrow_mut();
        let index = waiting.iter().rposition(|(known, _)| *known == id);
        let removed = index.map(|index| waiting.remove(index));
        drop(waiting);
        drop(removed);
    }

    #[inline]
    pub(in crate::runtime) fn is_empty(&self) -> bool {
        self.waiting.borrow().is_empty()
    }

    pub(in crate::runtime) fn take(&self) -> Vec<NamedHook> {
        self.waiting.take()
    }
}

/// Where a coroutine was spawned, say: kept as engine pointers, made readable only when asked.
#[derive(Clone)]
pub(in crate::runtime) struct SpawnPoint {
    pub(in crate::runtime) file: Option<Value>,
    pub(in crate::runtime) line: u32,
}

impl SpawnPoint {
    /// No place in PHP code.
    pub(in crate::runtime) const NOWHERE: SpawnPoint = SpawnPoint { file: None, line: 0 };

    pub(in crate::runtime) fn to_text(&self) -> String {
        match self.file.as_ref().and_then(Value::as_bytes) {
            Some(file) => format!("{}:{}", String::from_utf8_lossy(file), self.line),
            None => "internal".to_owned(),
        }
    }
}

/// Where a coroutine has waited last: written at each wait, and seldom read.
pub(in crate::runtime) struct LastPlace {
    /// That of `file`, or null: to see whether it is another one.
    known: Cell<*const sys::zend_string>,
    line: Cell<u32>,
    file: Cell<Option<Value>>,
}

impl Default for LastPlace {
    fn default() -> Self {
        LastPlace { known: Cell::new(std::ptr::null()), line: Cell::new(0), file: Cell::new(None) }
    }
}

impl LastPlace {
    /// The place in PHP code at which `frame` is.
    ///
    /// # Safety
    /// `frame` is a live frame of user code.
    pub(in crate::runtime) unsafe fn move_to(&self, frame: *mut sys::zend_execute_data) {
        // SAFETY: by the contract; the file name of a function in a live frame is a live string.
        unsafe {
            let (file, line) = crate::zend::frame::place_in(frame);
            self.set(file, line);
        }
    }

    /// The same for one that calls a function: it is at no exception.
    ///
    /// # Safety
    /// `frame` is a live frame of user code, in the middle of a call.
    #[inline]
    pub(in crate::runtime) unsafe fn move_to_call(&self, frame: *mut sys::zend_execute_data) {
        // SAFETY: by the contract, it has a function with a file name, and an opline.
        unsafe { self.set((*(*frame).func).op_array.filename, (*(*frame).opline).lineno) };
    }

    /// # Safety
    /// `file` is a live string.
    #[inline]
    unsafe fn set(&self, file: *mut sys::zend_string, line: u32) {
        self.line.set(line);
        if self.known.get() != file {
            // SAFETY: by the contract.
            unsafe { self.set_file(file) };
        }
    }

    /// # Safety
    /// `file` is a live string.
    #[cold]
    unsafe fn set_file(&self, file: *mut sys::zend_string) {
        // SAFETY: by the contract; it stays live as long as it is known.
        self.file.set(Some(unsafe { Value::of_string(file) }));
        self.known.set(file);
    }

    pub(in crate::runtime) fn get(&self) -> SpawnPoint {
        let file = self.file.take();
        self.file.set(file.clone());
        SpawnPoint { file, line: self.line.get() }
    }

    fn forget(&self) {
        self.known.set(std::ptr::null());
        self.line.set(0);
        self.file.set(None);
    }
}

type ObjectOf = fn(&Rc<Coroutine>) -> Result<Object, Thrown>;

static OBJECT_OF: SetAtStart<Cell<Option<ObjectOf>>> = SetAtStart::new(Cell::new(None));

/// At module start-up: the class stands above this folder.
pub(in crate::runtime) fn make_objects_by(object_of: ObjectOf) {
    OBJECT_OF.set(Some(object_of));
}

/// The object by which PHP code knows a coroutine.
pub(in crate::runtime) fn object_of(coroutine: &Rc<Coroutine>) -> Result<Object, Thrown> {
    OBJECT_OF.get().expect("the module has started")(coroutine)
}
