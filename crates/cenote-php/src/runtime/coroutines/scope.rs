//! Scopes: who a coroutine belongs to, whom the end of one cancels, and who gets an error that nobody awaits (SPEC 38).
//!
//! What follows from what is decided by [`cenote_tasks::scope`]; here it is carried out. Most coroutines belong to the main
//! scope, which nothing ends and nobody waits for: they are not entered in it, and cost nothing.

use super::{
    completion::Step,
    coroutine::{Coroutine, CoroutineId},
    scheduler,
    timers::TimerId,
};
use crate::zend::{
    Callable, Object, Outcome, Thrown, Tracer,
    globals::{SetAtStart, engine_local},
    sys,
};
use cenote_tasks::scope::{Scope as Rules, WeakScope};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::{Rc, Weak},
};

pub(in crate::runtime) type Scope = Rules<CoroutineId, Data>;

/// What the extension keeps of a scope.
#[derive(Default)]
pub(in crate::runtime) struct Data {
    /// The PHP object that owns it, if there is one.
    pub(in crate::runtime) object: Cell<Option<std::ptr::NonNull<sys::zend_object>>>,
    /// The object is gone for the program, but the callbacks for the end get it.
    pub(in crate::runtime) kept: RefCell<Option<Object>>,
    pub(in crate::runtime) handler: RefCell<Option<Callable>>,
    pub(in crate::runtime) child_handler: RefCell<Option<Callable>>,
    pub(in crate::runtime) finally: RefCell<Vec<Callable>>,
    pub(in crate::runtime) waiters: RefCell<Vec<Rc<Waiter>>>,
    pub(in crate::runtime) context: RefCell<Option<Object>>,
    pub(in crate::runtime) timer: Cell<Option<TimerId>>,
    /// What ends with the scope.
    pub(in crate::runtime) belongings: RefCell<Vec<Weak<dyn Belonging>>>,
}

/// Something that was made in a scope and ends with it.
pub(in crate::runtime) trait Belonging {
    fn scope_ended(self: Rc<Self>) -> Outcome;
}

impl Drop for Data {
    fn drop(&mut self) {
        if let Some(timer) = self.timer.take() {
            scheduler::disarm(timer);
        }
    }
}

impl Data {
    /// Shows the collector what only the scope's object leads to.
    pub(in crate::runtime) fn trace(&self, tracer: &mut Tracer) {
        for handler in [&self.handler, &self.child_handler] {
            if let Some(handler) = &*handler.borrow() {
                handler.trace(tracer);
            }
        }
        self.finally.borrow().iter().for_each(|callback| callback.trace(tracer));
        if let Some(context) = &*self.context.borrow() {
            tracer.object(context);
        }
    }
}

/// What one who waits for a scope waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::runtime) enum Until {
    /// No active coroutine is left.
    Finished,
    /// No coroutine is left, zombies counted.
    Empty,
}

/// One coroutine that waits for a scope.
pub(in crate::runtime) struct Waiter {
    coroutine: CoroutineId,
    pub(in crate::runtime) until: Until,
    pub(in crate::runtime) errors: RefCell<VecDeque<Object>>,
    /// The step in which there was something to look at.
    called: Cell<Option<Step>>,
}

impl Waiter {
    pub(in crate::runtime) fn called_in(&self) -> Option<Step> {
        self.called.get()
    }

    pub(in crate::runtime) fn call(&self) {
        if self.called.get().is_none() {
            self.called.set(Some(scheduler::step()));
        }
        scheduler::wake(self.coroutine);
    }

    /// It has looked, and waits on.
    pub(in crate::runtime) fn goes_on(&self, scope: &Scope) {
        if self.errors.borrow().is_empty() && !self.until.is_reached(scope) {
            self.called.set(None);
        }
    }
}

impl Until {
    pub(in crate::runtime) fn is_reached(self, scope: &Scope) -> bool {
        match self {
            Until::Finished => scope.is_finished(),
            Until::Empty => scope.is_empty(),
        }
    }
}

engine_local! {
    static MAIN: RefCell<Option<Scope>> = RefCell::new(None);
}

/// The scope of the main flow. It has no parent and no object.
pub(in crate::runtime) fn main() -> Scope {
    MAIN.borrow_mut().get_or_insert_with(|| Scope::root(true, Data::default())).clone()
}

engine_local! {
    /// Scopes with callbacks for their end; some are over.
    static CALLING_BACK: RefCell<Vec<WeakScope<CoroutineId, Data>>> = RefCell::new(Vec::new());
}

/// A scope has got its first callback.
pub(in crate::runtime) fn calls_back(scope: &Scope) {
    let mut known = CALLING_BACK.borrow_mut();
    if known.len() == known.capacity() {
        known.retain(|scope| scope.upgrade().is_some());
    }
    known.push(scope.downgrade());
}

/// Those that still have callbacks, in order of their first one.
pub(in crate::runtime) fn calling_back() -> Vec<Scope> {
    let known = CALLING_BACK.borrow();
    let scopes = known.iter().filter_map(WeakScope::upgrade);
    scopes.filter(|scope| !scope.data().finally.borrow().is_empty()).collect()
}

/// The request's end.
pub(in crate::runtime) fn forget_main() {
    let scopes = (MAIN.take(), CALLING_BACK.take());
    drop(scopes);
}

/// The running coroutine's scope.
pub(in crate::runtime) fn current() -> Scope {
    of(&scheduler::running())
}

pub(in crate::runtime) fn of(coroutine: &Coroutine) -> Scope {
    coroutine.scope().unwrap_or_else(main)
}

/// How a coroutine of it notes it: the main scope is not noted.
pub(in crate::runtime) fn entered(scope: &Scope) -> Option<Scope> {
    (*scope != main()).then(|| scope.clone())
}

/// A scope for what belongs to a call of the running coroutine.
pub(in crate::runtime) fn child_of_current() -> Scope {
    current().child(Data::default())
}

/// It ends with the running coroutine's scope.
pub(in crate::runtime) fn belongs_to_current(belonging: Weak<dyn Belonging>) {
    if let Some(scope) = scheduler::running().scope() {
        let mut belongings = scope.data().belongings.borrow_mut();
        if belongings.len() == belongings.capacity() {
            belongings.retain(|known| known.strong_count() > 0);
        }
        belongings.push(belonging);
    }
}

/// While it lives, the running coroutine waits for the scope.
pub(in crate::runtime) struct Waiting<'a> {
    scope: &'a Scope,
    pub(in crate::runtime) waiter: Rc<Waiter>,
}

impl<'a> Waiting<'a> {
    pub(in crate::runtime) fn begin(scope: &'a Scope, until: Until) -> Self {
        let waiter = Rc::new(Waiter {
            coroutine: scheduler::current(),
            until,
            errors: RefCell::default(),
            called: Cell::new(None),
        });
        if until.is_reached(scope) {
            waiter.called.set(Some(scheduler::step()));
        }
        scope.data().waiters.borrow_mut().push(waiter.clone());
        Waiting { scope, waiter }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.scope.data().waiters.borrow_mut().retain(|known| !Rc::ptr_eq(known, &self.waiter));
    }
}

type ObjectOf = fn(&Scope) -> Result<Object, Thrown>;

static OBJECT_OF: SetAtStart<Cell<Option<ObjectOf>>> = SetAtStart::new(Cell::new(None));

/// At module start-up: the class stands above this folder.
pub(in crate::runtime) fn make_objects_by(object_of: ObjectOf) {
    OBJECT_OF.set(Some(object_of));
}

/// The object by which PHP code knows a scope.
pub(in crate::runtime) fn object_of(scope: &Scope) -> Result<Object, Thrown> {
    OBJECT_OF.get().expect("the module has started")(scope)
}
