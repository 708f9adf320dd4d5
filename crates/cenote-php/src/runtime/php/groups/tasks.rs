//! The tasks of a group: started, settled, delivered (SPEC 40). Which one starts when is decided by
//! [`cenote_tasks::group`]; here are the coroutines, the results, and those who wait for them.

use super::{
    answers::{Look, Wanted},
    keys::{Called, Keys},
};
use crate::{
    runtime::{
        coroutines::{
            completion::{Completion, Fixed, Follower, Held},
            coroutine::{Arguments, Coroutine, CoroutineId, Importance, SpawnPoint, Work},
            interrupted::Interrupted,
            scheduler::{self, wake},
            scope::{self, Scope},
            spawning,
        },
        engine::engine_state::Saved,
        errors::exceptions,
        life::{finally, scope_ends},
        php::futures::future,
        php::messages,
        scheduling::parking,
    },
    zend::{Callable, Message, Object, Outcome, Tracer, Value, array::Key, exception, sys},
};
use cenote_tasks::group::{Group, Kept, Start};
use std::{
    cell::{Cell, RefCell},
    ptr::NonNull,
    rc::Rc,
};

/// What a group keeps of its tasks.
pub(in crate::runtime::php) struct OfTasks;

impl Kept for OfTasks {
    type Key = Called;
    type Work = Planned;
    type Run = Rc<Coroutine>;
    type Value = Value;
    type Error = Box<Failure>;
}

/// What a task is to do.
pub(in crate::runtime::php) struct Planned {
    callable: Callable,
    arguments: Arguments,
    engine: Saved,
    place: SpawnPoint,
}

/// A task's error.
pub(in crate::runtime::php) struct Failure {
    pub(super) error: Object,
    pub(super) coroutine: Rc<Coroutine>,
    /// Somebody has looked at it.
    pub(super) seen: Cell<bool>,
}

/// Those who wait until something about the group changes.
#[derive(Default)]
struct Bell {
    waiting: RefCell<Vec<CoroutineId>>,
}

pub(in crate::runtime::php) struct Core {
    /// A task that was delivered is removed: it is a TaskSet.
    pub(super) is_set: bool,
    /// With all that is kept of the tasks. Of those that are delivered: the errors that nobody has looked at yet.
    pub(in crate::runtime::php) rules: RefCell<Group<OfTasks>>,
    pub(super) keys: Keys,
    pub(in crate::runtime::php) scope: Scope,
    /// The object of the scope above, which is to live as long as the group.
    pub(in crate::runtime::php) above: Option<Object>,
    pub(super) pending: RefCell<Vec<(Wanted, Rc<future::Core>)>>,
    pub(super) looks: RefCell<Vec<Look>>,
    /// The answers of race() and any(), once they are known.
    pub(super) winners: [Cell<Option<usize>>; 2],
    bell: Bell,
    /// Fixed whenever everything is settled.
    pub(super) settled: RefCell<Rc<Completion>>,
    finally: RefCell<Vec<Callable>>,
    /// The object, when only the callbacks of the end are left to get it.
    kept: RefCell<Option<Object>>,
    /// The PHP object, while there is one.
    pub(in crate::runtime::php) object: Cell<Option<NonNull<sys::zend_object>>>,
    /// Nobody will ask for results any more.
    pub(super) abandoned: Cell<bool>,
}

impl Core {
    pub(in crate::runtime::php) fn new(
        is_set: bool,
        rules: Group<OfTasks>,
        scope: Scope,
        above: Option<Object>,
    ) -> Rc<Core> {
        scope.set_safe(false);
        let core = Rc::new(Core {
            is_set,
            rules: RefCell::new(rules),
            keys: Keys::default(),
            scope,
            above,
            pending: RefCell::default(),
            looks: RefCell::default(),
            winners: Default::default(),
            bell: Bell::default(),
            settled: RefCell::default(),
            finally: RefCell::default(),
            kept: RefCell::default(),
            object: Cell::new(None),
            abandoned: Cell::new(false),
        });
        scheduler::fix(&core.settled.borrow(), Fixed::Value(Value::null()));
        core
    }

    /// What is fixed when everything is settled.
    pub(in crate::runtime::php) fn settled(&self) -> Rc<Completion> {
        self.settled.borrow().clone()
    }

    pub(in crate::runtime::php) fn is_finished(&self) -> bool {
        self.rules.borrow().is_finished()
    }

    pub(in crate::runtime::php) fn is_closed(&self) -> bool {
        self.rules.borrow().is_closed()
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_closed() && self.is_finished()
    }

    pub(in crate::runtime::php) fn trace(&self, tracer: &mut Tracer) {
        let rules = self.rules.borrow();
        for work in rules.waiting() {
            work.callable.trace(tracer);
            let arguments = &work.arguments;
            let all = arguments.positional.iter().chain(arguments.named.as_deref());
            all.for_each(|argument| tracer.value(argument));
        }
        for (.., outcome) in rules.outcomes() {
            let _ = outcome.map(|value| tracer.value(value));
        }
        rules.errors().for_each(|failure| tracer.object(&failure.error));
        self.finally.borrow().iter().for_each(|callback| callback.trace(tracer));
        self.above.iter().for_each(|above| tracer.object(above));
    }

    // -------------------------------------------------------------- spawning

    pub(in crate::runtime::php) fn refuse(&self, key: Option<&Key>) -> Outcome {
        let refused = |text: &Message| Err(exception::throw(exceptions::async_exception(), text));
        if self.is_closed() {
            return refused(&messages::GROUP_CLOSED);
        }
        match key {
            Some(key) if self.is_taken(key) => refused(&messages::duplicate_key(&key.to_string())),
            _ => Ok(()),
        }
    }

    /// Adds a task; waits first if too many wait already.
    pub(in crate::runtime::php) fn spawn(
        self: &Rc<Self>,
        key: Option<Key>,
        callable: Callable,
        arguments: Arguments,
        place: SpawnPoint,
    ) -> Outcome {
        self.refuse(key.as_ref())?;
        if self.rules.borrow().must_wait() {
            self.wait_for_room()?;
            self.refuse(key.as_ref())?;
        }
        spawning::ensure_drain()?;
        let key = key.unwrap_or_else(|| self.next_key());
        let work = Planned { callable, arguments, engine: Saved::for_spawned(), place };
        if self.settled.borrow().is_fixed() {
            self.settled.replace(Rc::default());
        }
        let number = self.rules.borrow().total();
        let called = self.call(number, key);
        let started = self.rules.borrow_mut().add(called, work);
        if let Some(start) = started {
            self.start(start);
        }
        self.bell.ring();
        Ok(())
    }

    fn wait_for_room(&self) -> Outcome {
        let ticket = self.rules.borrow_mut().line_up();
        let waited = self.wait_until(|| {
            let rules = self.rules.borrow();
            rules.is_closed() || rules.called() == Some(ticket)
        });
        self.rules.borrow_mut().step_out(ticket);
        // The next one in the queue may have room as well.
        self.bell.ring();
        waited
    }

    fn start(self: &Rc<Self>, start: Start<Planned>) {
        let Start { index, work: Planned { callable, arguments, engine, place } } = start;
        // The scope has ended: it begins, and is cancelled where it waits first (SPEC 40.8).
        let doom = if self.scope.is_cancelled() {
            exception::create(exceptions::cancellation(), &messages::GROUP_DISPOSED).ok()
        } else {
            None
        };
        let work = match doom {
            Some(error) => Work::Doomed(Box::new((callable, arguments, error))),
            None => Work::Php(callable, arguments),
        };
        // It is never the main one.
        let scope = Some(self.scope.clone());
        let coroutine = scheduler::spawn_in(scope, Importance::User, work, engine, place);
        // What it throws is the group's to deliver.
        coroutine.completion.needs_no_observer();
        coroutine.completion.follow(self.clone(), index);
        self.rules.borrow_mut().runs(index, coroutine);
    }

    /// A task has ended.
    fn settle(self: &Rc<Self>, index: usize) {
        let mut ended = None;
        let next = self.rules.borrow_mut().settle(index, |coroutine: Rc<Coroutine>| {
            let outcome = match coroutine.completion.error() {
                Some(error) => {
                    let coroutine = coroutine.clone();
                    Err(Box::new(Failure { error, coroutine, seen: Cell::new(false) }))
                }
                None => Ok(coroutine.completion.value().unwrap_or(Value::null())),
            };
            ended = Some(coroutine);
            outcome
        });
        if let Some(next) = next {
            self.start(next);
        }
        self.answer_after(index);
        self.after_a_change();
        if self.abandoned.get() {
            self.tell_lost_errors();
        }
        // Not while the rules are borrowed: the last reference may be this one.
        drop(ended);
    }

    /// Wakes those who wait for something that may be so now.
    fn after_a_change(self: &Rc<Self>) {
        self.bell.ring();
        if self.is_finished() {
            scheduler::fix(&self.settled.borrow(), Fixed::Value(Value::null()));
        }
        if self.is_over() {
            self.spawn_finally();
        }
    }

    // -------------------------------------------------------------- ending

    pub(in crate::runtime::php) fn close(self: &Rc<Self>) {
        self.rules.borrow_mut().close();
        self.answer(None);
        self.after_a_change();
    }

    /// Closes it and drops those that wait.
    pub(in crate::runtime::php) fn drop_waiting(self: &Rc<Self>) {
        let dropped = {
            let mut rules = self.rules.borrow_mut();
            rules.close();
            rules.drop_waiting()
        };
        self.answer(None);
        self.after_a_change();
        drop(dropped);
    }

    pub(in crate::runtime::php) fn at_the_end(
        &self,
        callback: Callable,
        object: &Object,
    ) -> Outcome {
        if self.is_over() {
            return callback.call(&[Value::object(object.clone())]).map(drop);
        }
        self.finally.borrow_mut().push(callback);
        Ok(())
    }

    /// Keeps the object until the callbacks of the end have it.
    pub(in crate::runtime::php) fn keep(&self, object: &Object) {
        self.kept.replace(Some(object.clone()));
    }

    pub(in crate::runtime::php) fn has_finally(&self) -> bool {
        !self.finally.borrow().is_empty()
    }

    fn spawn_finally(self: &Rc<Self>) {
        let callbacks = self.finally.take();
        if callbacks.is_empty() || scheduler::is_over() {
            return;
        }
        if spawning::ensure_drain().is_err() {
            drop(exception::take());
            return;
        }
        // SAFETY: cleared when the object is freed.
        let object =
            self.object.get().map(|object| unsafe { Object::from_borrowed(object.as_ptr()) });
        drop(self.kept.take());
        let core = self.clone();
        let body = move || {
            let argument = || Ok(object.clone().map(Value::object));
            if let Some(error) = finally::call_all(callbacks, argument)? {
                scope_ends::lost_error(core.scope.parent(), &scheduler::running(), error);
            }
            exception::check()
        };
        let above = self.scope.parent().cloned().unwrap_or_else(scope::main);
        let handler = scheduler::spawn_in(
            scope::entered(&above),
            Importance::User,
            Work::Native(Box::new(body)),
            Saved::for_spawned(),
            SpawnPoint::NOWHERE,
        );
        handler.is_finally.set(true);
    }

    pub(super) fn wait_until(&self, reached: impl Fn() -> bool) -> Outcome {
        let me = scheduler::running();
        while !reached() {
            self.bell.waiting.borrow_mut().push(me.id);
            let _shown = crate::runtime::php::awaits::awaiting::Awaiting::one(
                &me,
                self.what(),
                Held::open(),
            );
            let woken = parking::park(None);
            self.bell.waiting.borrow_mut().retain(|&waiting| waiting != me.id);
            woken.map_err(Interrupted::throw)?;
        }
        Ok(())
    }

    pub(in crate::runtime::php) fn what(&self) -> crate::runtime::coroutines::completion::What {
        crate::runtime::coroutines::completion::What::Group { is_set: self.is_set }
    }
}

pub(in crate::runtime::php) fn empty_group(value_only: bool) -> Message {
    if value_only { messages::NO_ANY_OF_NOTHING } else { messages::NO_RACE_OF_NOTHING }
}

impl Follower for Core {
    fn fixed(self: Rc<Self>, number: usize) {
        self.settle(number);
    }
}

impl Bell {
    fn ring(&self) {
        if self.waiting.borrow().is_empty() {
            return;
        }
        let waiting = self.waiting.borrow().clone();
        waiting.into_iter().for_each(wake);
    }
}
