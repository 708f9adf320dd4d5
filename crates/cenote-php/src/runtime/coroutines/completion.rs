//! A result that can be awaited: of a coroutine, a future, a timer.
//!
//! Fixed once, then only read. Waiters are coroutines that parked in an await; they are woken in the order in which they
//! came, by the step that fixes the result. A waiter that leaves early removes itself, so a completion never wakes
//! somebody who waits for something else by now.

pub(in crate::runtime) use super::states::Step;
use super::{
    coroutine::{Coroutine, CoroutineId, Seldom},
    scheduler,
};
use crate::zend::{Object, Tracer, Value};
use cenote_tasks::gather::{Gathering, Rule};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

pub(crate) enum Fixed {
    Value(Value),
    Error(Object),
}

/// A wait for several completions, and when it was decided (SPEC 37).
pub(in crate::runtime) struct Join {
    gathering: RefCell<Gathering>,
    decided_in: Cell<Step>,
}

impl Join {
    pub(in crate::runtime) fn new(rule: Rule) -> Rc<Join> {
        Rc::new(Join { gathering: RefCell::new(Gathering::new(rule)), decided_in: Cell::new(0) })
    }

    /// Tells the gathering something. True: that decides it.
    pub(in crate::runtime) fn tell(&self, event: impl FnOnce(&mut Gathering) -> bool) -> bool {
        let decided = event(&mut self.gathering.borrow_mut());
        if decided {
            self.decided_in.set(scheduler::step());
        }
        decided
    }

    pub(in crate::runtime) fn expect(&self) -> usize {
        self.gathering.borrow_mut().expect()
    }

    pub(in crate::runtime) fn ask<R>(&self, question: impl FnOnce(&Gathering) -> R) -> R {
        question(&self.gathering.borrow())
    }

    /// When it was decided; `None`: it is not.
    pub(in crate::runtime) fn decided_in(&self) -> Option<Step> {
        self.ask(Gathering::is_decided).then(|| self.decided_in.get())
    }
}

struct Waiter {
    coroutine: CoroutineId,
    /// One trigger of several that it waits for.
    join: Option<(Rc<Join>, usize)>,
}

/// In the order in which they came. The first one, which mostly is the only one, needs no memory of its own.
#[derive(Default)]
struct Waiters {
    first: Option<Waiter>,
    others: Seldom<Vec<Waiter>>,
}

impl Waiters {
    fn push(&mut self, waiter: Waiter) {
        match self.first {
            None => self.first = Some(waiter),
            Some(_) => self.others.change(|others| others.push(waiter)),
        }
    }

    /// Strikes the latest entry of a coroutine.
    fn remove(&mut self, coroutine: CoroutineId) {
        let is_it = |waiter: &Waiter| waiter.coroutine == coroutine;
        let is_first = self.first.as_ref().is_some_and(is_it);
        if !self.others.is_some() {
            self.first.take_if(|_| is_first);
            return;
        }
        self.others.change(|others| {
            if let Some(at) = others.iter().rposition(is_it) {
                others.remove(at);
            } else if is_first {
                self.first = if others.is_empty() { None } else { Some(others.remove(0)) };
            }
        });
    }
}

/// Somebody who is told once results are fixed.
pub(in crate::runtime) trait Follower {
    /// The one that it follows as `number` is fixed. This must not call the engine.
    fn fixed(self: Rc<Self>, number: usize);
}

/// What to do once the result is fixed. It must not call the engine.
enum Action {
    Call(Box<dyn FnOnce()>),
    Tell(Rc<dyn Follower>, usize),
}

impl Action {
    #[inline]
    fn run(self) {
        match self {
            Action::Call(call) => call(),
            Action::Tell(follower, number) => follower.fixed(number),
        }
    }
}

/// In the order in which they came. Mostly there is one.
#[derive(Default)]
struct Actions {
    first: Option<Action>,
    others: Vec<Action>,
}

#[derive(Default)]
pub(crate) struct Completion {
    fixed: RefCell<Option<Fixed>>,
    /// The step in which it was fixed.
    fixed_in: Cell<Option<Step>>,
    /// Somebody has received the error, or will.
    observed: Cell<bool>,
    waiters: RefCell<Waiters>,
    actions: Seldom<Actions>,
}

impl Completion {
    pub(crate) fn is_fixed(&self) -> bool {
        self.fixed_in.get().is_some()
    }

    /// The step in which it was fixed.
    pub(in crate::runtime) fn fixed_in(&self) -> Option<Step> {
        self.fixed_in.get()
    }

    /// Fixes the result and wakes the waiters. The first call wins; a later one gets its result back.
    pub(crate) fn fix(&self, fixed: Fixed) -> Result<(), Fixed> {
        if self.is_fixed() {
            return Err(fixed);
        }
        let is_error = matches!(fixed, Fixed::Error(_));
        self.fixed.replace(Some(fixed));
        self.fixed_in.set(Some(scheduler::step()));
        let first = self.waiters.borrow_mut().first.take();
        if let Some(first) = first {
            let others = self.waiters.borrow_mut().others.take();
            self.tell(first, is_error);
            others.into_iter().flatten().for_each(|waiter| self.tell(waiter, is_error));
        }
        if self.actions.is_some() {
            self.run_actions();
        }
        Ok(())
    }

    #[inline(never)]
    fn run_actions(&self) {
        let Some(Actions { first, others }) = self.actions.take() else { return };
        if let Some(first) = first {
            first.run();
        }
        others.into_iter().for_each(Action::run);
    }

    #[inline]
    fn tell(&self, waiter: Waiter, is_error: bool) {
        let due = waiter
            .join
            .is_none_or(|(join, index)| join.tell(|gathering| gathering.ended(index, !is_error)));
        // In a forked child, those who waited may be in the parent only.
        if scheduler::wake_if(due, waiter.coroutine) {
            self.observed.set(true);
        }
    }

    /// Runs `action`, which must not call the engine, when the result is fixed: at once if it is.
    pub(in crate::runtime) fn then(&self, action: Box<dyn FnOnce()>) {
        if self.is_fixed() {
            action();
        } else {
            self.act(Action::Call(action));
        }
    }

    /// Tells `follower` when the result, which it knows as `number`, is fixed; it is not yet.
    pub(in crate::runtime) fn follow(&self, follower: Rc<dyn Follower>, number: usize) {
        debug_assert!(!self.is_fixed());
        self.act(Action::Tell(follower, number));
    }

    fn act(&self, action: Action) {
        self.actions.change(|actions| match actions.first {
            None => actions.first = Some(action),
            Some(_) => actions.others.push(action),
        });
    }

    pub(in crate::runtime) fn add_waiter(
        &self,
        coroutine: CoroutineId,
        join: Option<(Rc<Join>, usize)>,
    ) {
        self.waiters.borrow_mut().push(Waiter { coroutine, join });
    }

    pub(in crate::runtime) fn has_waiters(&self) -> bool {
        self.waiters.borrow().first.is_some()
    }

    pub(in crate::runtime) fn remove_waiter(&self, coroutine: CoroutineId) {
        self.waiters.borrow_mut().remove(coroutine);
    }

    pub(crate) fn error(&self) -> Option<Object> {
        match &*self.fixed.borrow() {
            Some(Fixed::Error(error)) => Some(error.clone()),
            _ => None,
        }
    }

    pub(crate) fn value(&self) -> Option<Value> {
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => Some(value.clone()),
            _ => None,
        }
    }

    /// For a receiver: the result, which counts as observed from now on.
    pub(in crate::runtime) fn observe(&self) -> Option<Result<Value, Object>> {
        if !self.is_fixed() {
            return None;
        }
        self.observed.set(true);
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => Some(Ok(value.clone())),
            Some(Fixed::Error(error)) => Some(Err(error.clone())),
            None => None,
        }
    }

    pub(in crate::runtime) fn holds_result(&self) -> bool {
        self.fixed.borrow().is_some()
    }

    /// Nobody will ask for the result any more.
    pub(in crate::runtime) fn discard(&self) {
        drop(self.fixed.take());
    }

    /// An error, should it come to one, is nobody's loss.
    pub(in crate::runtime) fn needs_no_observer(&self) {
        self.observed.set(true);
    }

    pub(in crate::runtime) fn has_unobserved_error(&self) -> bool {
        !self.observed.get() && matches!(&*self.fixed.borrow(), Some(Fixed::Error(_)))
    }

    /// The error, if nobody has received it. Asking counts as receiving.
    pub(in crate::runtime) fn take_unobserved_error(&self) -> Option<Object> {
        if self.observed.replace(true) { None } else { self.error() }
    }

    /// To be called by the object that owns it. The collector frees what garbage holds without asking who else does, so
    /// it is shown nothing while a frame or a waiter holds the completion too.
    pub(crate) fn trace(self: &Rc<Self>, tracer: &mut Tracer) {
        if Rc::strong_count(self) == 1 {
            self.trace_result(tracer);
        }
    }

    /// The same for an owner that knows that nobody else holds it.
    pub(in crate::runtime) fn trace_result(&self, tracer: &mut Tracer) {
        match &*self.fixed.borrow() {
            Some(Fixed::Value(value)) => tracer.value(value),
            Some(Fixed::Error(error)) => tracer.object(error),
            None => {}
        }
    }
}

/// A completion that somebody holds, for as long as it may be needed: by itself, or with the coroutine that it is a part of.
#[derive(Clone)]
pub(in crate::runtime) enum Held {
    Alone(Rc<Completion>),
    OfCoroutine(Rc<Coroutine>),
}

/// A look at a [`Held`], if that is still there.
pub(in crate::runtime) enum WeakHeld {
    Alone(Weak<Completion>),
    OfCoroutine(Weak<Coroutine>),
}

impl Held {
    /// One that nobody fixes.
    pub(in crate::runtime) fn open() -> Held {
        Held::Alone(Rc::default())
    }

    pub(in crate::runtime) fn downgrade(&self) -> WeakHeld {
        match self {
            Held::Alone(completion) => WeakHeld::Alone(Rc::downgrade(completion)),
            Held::OfCoroutine(coroutine) => WeakHeld::OfCoroutine(Rc::downgrade(coroutine)),
        }
    }
}

impl WeakHeld {
    pub(in crate::runtime) fn upgrade(&self) -> Option<Held> {
        match self {
            WeakHeld::Alone(completion) => completion.upgrade().map(Held::Alone),
            WeakHeld::OfCoroutine(coroutine) => coroutine.upgrade().map(Held::OfCoroutine),
        }
    }
}

impl std::ops::Deref for Held {
    type Target = Completion;

    #[inline]
    fn deref(&self) -> &Completion {
        match self {
            Held::Alone(completion) => completion,
            Held::OfCoroutine(coroutine) => &coroutine.completion,
        }
    }
}

/// The kind of thing that a coroutine awaits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runtime) enum What {
    Coroutine { number: u64 },
    Future,
    Timeout,
    Channel,
    Scope,
    Group { is_set: bool },
    Iteration,
    Watcher,
}

impl std::fmt::Display for What {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            What::Coroutine { number } => write!(out, "Coroutine #{number}"),
            What::Future => out.write_str("Future"),
            What::Timeout => out.write_str("Timeout"),
            What::Channel => out.write_str("Channel"),
            What::Scope => out.write_str("Scope"),
            What::Group { is_set: false } => out.write_str("TaskGroup"),
            What::Group { is_set: true } => out.write_str("TaskSet"),
            What::Iteration => out.write_str("iterate()"),
            What::Watcher => out.write_str("FileSystemWatcher"),
        }
    }
}

/// What a coroutine awaits, as others see it: mostly one thing.
#[derive(Default)]
pub(in crate::runtime) enum Awaits {
    #[default]
    Nothing,
    One((What, Held)),
    Several(Vec<(What, Held)>),
}

impl Awaits {
    #[inline]
    pub(in crate::runtime) fn push(&mut self, one: (What, Held)) {
        match self {
            // Of nothing there is nothing to drop.
            Awaits::Nothing => std::mem::forget(std::mem::replace(self, Awaits::One(one))),
            Awaits::One(_) => {
                let Awaits::One(first) = std::mem::take(self) else { return };
                *self = Awaits::Several(vec![first, one]);
            }
            Awaits::Several(all) => all.push(one),
        }
    }

    #[inline]
    pub(in crate::runtime) fn truncate(&mut self, to: usize) {
        match self {
            Awaits::Several(all) if to > 0 => all.truncate(to),
            Awaits::One(_) if to > 0 => {}
            Awaits::Nothing => {}
            one_or_several => *one_or_several = Awaits::Nothing,
        }
    }

    #[inline]
    pub(in crate::runtime) fn all(&self) -> &[(What, Held)] {
        match self {
            Awaits::Nothing => &[],
            Awaits::One(one) => std::slice::from_ref(one),
            Awaits::Several(all) => all,
        }
    }
}
