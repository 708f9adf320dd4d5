//! Scopes: who a coroutine belongs to, whom the end of one cancels, and who gets an error that nobody awaits (SPEC 38).
//!
//! What follows from what is decided by [`cenote_tasks::scope`]; here it is carried out. Most coroutines belong to the main
//! scope, which nothing ends and nobody waits for: they are not entered in it, and cost nothing.

use super::{
    completion::Step,
    coroutine::{Coroutine, CoroutineId, Request},
    finally,
};
use crate::{
    runtime::{
        engine::engine_state::Saved,
        errors::{exceptions, report},
        messages, php,
        scheduling::{scheduler, switching},
        script_end::ending,
    },
    zend::{
        Callable, Object, Outcome, Thrown, Tracer, Value, exception, globals::EngineLocal, sys,
    },
};
use cenote_tasks::scope::{End, Scope as Rules};
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
    kept: RefCell<Option<Object>>,
    pub(in crate::runtime) handler: RefCell<Option<Callable>>,
    pub(in crate::runtime) child_handler: RefCell<Option<Callable>>,
    finally: RefCell<Vec<Callable>>,
    waiters: RefCell<Vec<Rc<Waiter>>>,
    pub(in crate::runtime) context: RefCell<Option<Object>>,
    timer: Cell<Option<scheduler::AlarmId>>,
    /// What ends with the scope.
    belongings: RefCell<Vec<Weak<dyn Belonging>>>,
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
    until: Until,
    pub(in crate::runtime) errors: RefCell<VecDeque<Object>>,
    /// The step in which there was something to look at.
    called: Cell<Option<Step>>,
}

impl Waiter {
    pub(in crate::runtime) fn called_in(&self) -> Option<Step> {
        self.called.get()
    }

    fn call(&self) {
        if self.called.get().is_none() {
            self.called.set(Some(scheduler::step()));
        }
        crate::runtime::wake(self.coroutine);
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

static MAIN: EngineLocal<RefCell<Option<Scope>>> = EngineLocal::new(RefCell::new(None));

/// The scope of the main flow. It has no parent and no object.
pub(in crate::runtime) fn main() -> Scope {
    MAIN.borrow_mut().get_or_insert_with(|| Scope::root(true, Data::default())).clone()
}

/// The request's end.
pub(in crate::runtime) fn forget_main() {
    let main = MAIN.take();
    drop(main);
}

/// The running coroutine's scope.
pub(in crate::runtime) fn current() -> Scope {
    of(&scheduler::running())
}

pub(in crate::runtime) fn of(coroutine: &Coroutine) -> Scope {
    coroutine.scope.clone().unwrap_or_else(main)
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
    if let Some(scope) = &scheduler::running().scope {
        let mut belongings = scope.data().belongings.borrow_mut();
        if belongings.len() == belongings.capacity() {
            belongings.retain(|known| known.strong_count() > 0);
        }
        belongings.push(belonging);
    }
}

// ------------------------------------------------------------------ ending a scope

/// Cancels or disposes a scope and those below. `safely`: those that have begun run on, whatever the scope's mode.
pub(in crate::runtime) fn end(scope: &Scope, end: End, safely: bool, error: &Object) -> Outcome {
    let begun = |id| find(id).is_none_or(|coroutine| coroutine.started.get());
    let ended = scope.end(end, safely, &begun);
    for scope in &ended.scopes {
        let belongings = scope.data().belongings.take();
        for belonging in belongings.iter().filter_map(Weak::upgrade) {
            belonging.scope_ended()?;
        }
    }
    for coroutine in ended.cancel.into_iter().filter_map(find) {
        if !coroutine.completion.is_fixed() {
            scheduler::request(&coroutine, Request::Throw(error.clone()));
        }
    }
    ended.scopes.iter().for_each(notify);
    Ok(())
}

fn find(id: CoroutineId) -> Option<Rc<Coroutine>> {
    scheduler::try_with(|scheduler| scheduler.find(id).cloned()).flatten()
}

/// The last reference to the scope's object goes (SPEC 38.8).
pub(in crate::runtime) fn dropped(scope: &Scope, object: &Object) {
    let data = scope.data();
    if scope.is_over() {
        return;
    }
    if !data.finally.borrow().is_empty() {
        data.kept.replace(Some(object.clone()));
    }
    if scope.is_cancelled() {
        // Its coroutines have been told, and may be busy with their end.
        return;
    }
    let aside = exception::InFlight::put_aside();
    let made = exception::create(exceptions::cancellation(), &messages::SCOPE_DROPPED);
    if let Ok(error) = made {
        let how = if scope.is_empty() { End::Dispose } else { End::Drop };
        let _ = end(scope, how, false, &error);
    }
    aside.restore();
}

/// Disposes it at `at`, unless it is empty or closed by then.
pub(in crate::runtime) fn dispose_at(scope: &Scope, at: cenote_core::Time) {
    let known = scope.downgrade();
    // A timer must not call the engine.
    let alarm = scheduler::alarm(
        at,
        Box::new(move || {
            if let Some(scope) = known.upgrade() {
                scope.data().timer.set(None);
                let body = move || dispose_late(&scope);
                crate::runtime::spawn_native(crate::runtime::Importance::Service, Box::new(body));
            }
        }),
    );
    if let Some(earlier) = scope.data().timer.replace(Some(alarm)) {
        scheduler::disarm(earlier);
    }
}

fn dispose_late(scope: &Scope) -> Outcome {
    if scope.is_empty() || scope.is_closed() {
        return Ok(());
    }
    let error = exception::create(exceptions::cancellation(), &messages::SCOPE_TIMED_OUT)?;
    end(scope, End::Dispose, false, &error)
}

// ------------------------------------------------------------------ members

/// A coroutine of it has ended: whoever waits for the scope, or for one above, may go on.
pub(in crate::runtime) fn left(coroutine: &Coroutine) {
    if let Some(scope) = &coroutine.scope {
        scope.leave(coroutine.id);
        notify(scope);
    }
}

fn notify(scope: &Scope) {
    for scope in scope.upwards() {
        if !scope.is_finished() {
            return;
        }
        let waiters: Vec<_> = scope.data().waiters.borrow().clone();
        waiters.iter().filter(|waiter| waiter.until.is_reached(scope)).for_each(|w| w.call());
        if scope.is_over() {
            spawn_finally(scope);
        }
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

// ------------------------------------------------------------------ errors

/// An error that nobody awaits: `Err` if no scope takes it, with what its handlers made of it (SPEC 38.14).
pub(in crate::runtime) fn take_error(
    scope: Option<&Scope>,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Result<(), Object> {
    let Some(scope) = scope else { return Err(error) };
    let mut error = error;
    for (height, scope) in scope.upwards().enumerate() {
        match call_handler(scope, height > 0, coroutine, error) {
            Handled::Yes => return Ok(()),
            Handled::No(left) => error = left,
        }
        // The main scope is never cancelled.
        if scope.parent().is_none() && *scope == main() {
            break;
        }
        if cancel_for(scope, &error).is_err() {
            drop(exception::take());
        }
        let waiters: Vec<_> = scope.data().waiters.borrow().clone();
        for waiter in &waiters {
            waiter.errors.borrow_mut().push_back(error.clone());
            waiter.call();
        }
        if !waiters.is_empty() {
            return Ok(());
        }
    }
    Err(error)
}

/// The scope cannot go on after this error.
fn cancel_for(scope: &Scope, error: &Object) -> Outcome {
    if scope.is_cancelled() {
        return Ok(());
    }
    let cancellation = exception::create(exceptions::cancellation(), &messages::SCOPE_CANCELLED)?;
    exception::chain(&cancellation, error.clone());
    end(scope, End::Cancel, false, &cancellation)
}

pub(in crate::runtime) enum Handled {
    Yes,
    No(Object),
}

/// Asks the handlers of `scope` and of those above, without cancelling anything.
pub(in crate::runtime) fn ask_handlers(
    scope: &Scope,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Handled {
    let mut error = error;
    for (height, scope) in scope.upwards().enumerate() {
        match call_handler(scope, height > 0, coroutine, error) {
            Handled::Yes => return Handled::Yes,
            Handled::No(left) => error = left,
        }
    }
    Handled::No(error)
}

fn call_handler(
    scope: &Scope,
    from_below: bool,
    coroutine: &Rc<Coroutine>,
    error: Object,
) -> Handled {
    let data = scope.data();
    let chosen = {
        let (own, child) = (data.handler.borrow(), data.child_handler.borrow());
        let child = child.as_ref().filter(|_| from_below);
        child.or(own.as_ref()).map(Callable::again)
    };
    let Some(handler) = chosen else { return Handled::No(error) };
    let arguments = php::scope_object(scope)
        .and_then(|scope| Ok([Value::object(scope), Value::object(php::object_of(coroutine)?)]));
    let Ok([scope, coroutine]) = arguments else {
        drop(exception::take());
        return Handled::No(error);
    };
    let mut arguments = [scope, coroutine, Value::object(error.clone())];
    match handler.call(&mut arguments) {
        Ok(_) | Err(Thrown::Bailout) => Handled::Yes,
        Err(Thrown::Exception) => match exception::take() {
            Some(thrown) if exception::is_exit(&thrown) => {
                switching::exit_requested();
                Handled::Yes
            }
            Some(thrown) => {
                if thrown != error {
                    exception::chain(&thrown, error);
                }
                Handled::No(thrown)
            }
            None => Handled::Yes,
        },
    }
}

/// A coroutine has ended with an error.
pub(in crate::runtime) fn coroutine_failed(coroutine: &Rc<Coroutine>) {
    if coroutine.scope.is_none() || !coroutine.completion.has_unobserved_error() {
        return;
    }
    let Some(error) = coroutine.completion.error() else { return };
    match take_error(coroutine.scope.as_ref(), coroutine, error.clone()) {
        Ok(()) => coroutine.completion.needs_no_observer(),
        Err(left) if left == error => {}
        Err(left) => {
            coroutine.completion.needs_no_observer();
            report::lost(left, coroutine);
        }
    }
}

/// An error of something that belongs to `coroutine` and its scope.
pub(in crate::runtime) fn lost_error(
    scope: Option<&Scope>,
    coroutine: &Rc<Coroutine>,
    error: Object,
) {
    if let Err(left) = take_error(scope, coroutine, error) {
        report::lost(left, coroutine);
    }
}

// ------------------------------------------------------------------ callbacks for the end

/// Calls back once the scope is over: at once if it is.
pub(in crate::runtime) fn at_the_end(scope: &Scope, callback: Callable) -> Outcome {
    if scope.is_over() {
        let object = php::scope_object(scope)?;
        callback.call(&mut [Value::object(object)])?;
        return Ok(());
    }
    scope.data().finally.borrow_mut().push(callback);
    Ok(())
}

fn spawn_finally(scope: &Scope) {
    let callbacks = scope.data().finally.take();
    if callbacks.is_empty() || scheduler::is_over() {
        return;
    }
    if ending::ensure_drain().is_err() {
        drop(exception::take());
        return;
    }
    let owner = scope.clone();
    let body = Box::new(move || run_finally(&owner, callbacks));
    // Not below the scope: that is over.
    let above = scope.parent().cloned().unwrap_or_else(main).child(Data::default());
    let place = super::coroutine::SpawnPoint::NOWHERE;
    let work = super::coroutine::Work::Native(body);
    let importance = crate::runtime::Importance::User;
    let handler = scheduler::spawn_in(Some(above), importance, work, Saved::for_spawned(), place);
    handler.is_finally.set(true);
}

fn run_finally(scope: &Scope, callbacks: Vec<Callable>) -> Outcome {
    let object = php::scope_object(scope)?;
    scope.data().kept.take();
    let errors = finally::call_all(callbacks, || Ok(Some(Value::object(object.clone()))))?;
    if let Some(error) = errors {
        lost_error(Some(scope), &scheduler::running(), error);
    }
    exception::check()
}
