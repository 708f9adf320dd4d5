//! Awaiting: one result, several, and a second one (the token) that ends the wait (SPEC 37).
//!
//! An awaiting coroutine enters itself into the waiter list of everything it awaits, parks, and leaves the lists when it
//! runs again, whatever woke it; so no list ever names a coroutine that waits for something else.

use super::timeout;
use crate::{
    runtime::{
        coroutines::{
            completion::What,
            completion::{Held, Step},
            coroutine::Coroutine,
            scheduler,
        },
        errors::exceptions,
        php::messages,
        scheduling::parking::park,
    },
    zend::{
        ClassBuilder, ClassRef, Object, Outcome, Param, Signature, Thrown, Type, Value, exception,
        started::PerStart, sys,
    },
};

static AWAITABLE: PerStart<ClassRef> = PerStart::new();
static COMPLETABLE: PerStart<ClassRef> = PerStart::new();

/// What an object is awaited by.
pub(in crate::runtime::php) struct Source {
    pub(in crate::runtime::php) completion: Held,
    pub(in crate::runtime::php) what: What,
    /// Keeps a timeout armed.
    pub(in crate::runtime::php) _timer: Option<timeout::Armed>,
}

impl Source {
    pub(in crate::runtime::php) fn new(what: What, completion: Held) -> Self {
        Source { completion, what, _timer: None }
    }
}

/// While it lives, the running coroutine shows that it awaits what was added (SPEC 43.7).
pub(in crate::runtime::php) struct Awaiting<'a> {
    coroutine: &'a Coroutine,
    before: usize,
}

impl<'a> Awaiting<'a> {
    pub(in crate::runtime::php) fn nothing(coroutine: &'a Coroutine) -> Self {
        let before = coroutine.awaits.borrow().all().len();
        Awaiting { coroutine, before }
    }

    #[inline]
    pub(in crate::runtime::php) fn one(
        coroutine: &'a Coroutine,
        what: What,
        completion: Held,
    ) -> Self {
        let mut awaits = coroutine.awaits.borrow_mut();
        let before = awaits.all().len();
        awaits.push((what, completion));
        Awaiting { coroutine, before }
    }
}

impl Drop for Awaiting<'_> {
    #[inline]
    fn drop(&mut self) {
        self.coroutine.awaits.borrow_mut().truncate(self.before);
    }
}

/// How the objects of a class are awaited: a pointer to a live object of it.
pub(in crate::runtime::php) type Find = unsafe fn(*mut sys::zend_object) -> Result<Source, Thrown>;

/// Each class whose objects can be awaited, in a list that grows at module start-up.
struct Kind {
    class: ClassRef,
    find: Find,
    next: Option<&'static Kind>,
}

static KINDS: PerStart<Kind> = PerStart::new();

/// The interface `Async\Awaitable`.
pub(in crate::runtime::php) fn awaitable() -> ClassRef {
    *AWAITABLE.get().expect("registered at module start-up")
}

/// The interface `Async\Completable`.
pub(in crate::runtime::php) fn completable() -> ClassRef {
    *COMPLETABLE.get().expect("registered at module start-up")
}

/// The signature of each `cancel()`.
pub(in crate::runtime::php) const CANCEL: Signature = Signature::new(
    const {
        &[Param::optional(
            c"cancellation",
            Type::object(c"Async\\AsyncCancellation").or_null(),
            c"null",
        )]
    },
    Type::VOID,
);

/// Only our own classes implement the two (SPEC 37.4).
pub(in crate::runtime::php) fn register_interfaces() {
    let is = Signature::new(&[], Type::BOOL);
    let awaitable = ClassBuilder::new(c"Async\\Awaitable").register_interface();
    awaitable.only_implemented_internally();
    let completable = ClassBuilder::new(c"Async\\Completable")
        .implements(awaitable)
        .abstract_method(c"cancel", CANCEL)
        .abstract_method(c"isCompleted", is)
        .abstract_method(c"isCancelled", is)
        .register_interface();
    completable.only_implemented_internally();
    AWAITABLE.set(awaitable);
    COMPLETABLE.set(completable);
    KINDS.clear();
}

/// Module start-up: objects of `class` can be awaited.
pub(in crate::runtime::php) fn register_kind(class: ClassRef, find: Find) {
    KINDS.set(Kind { class, find, next: KINDS.get() });
}

/// Something that can be awaited, held for as long as it is.
pub(in crate::runtime::php) struct Awaited {
    source: Source,
    /// Keeps the object alive: an error that we are about to receive must not be reported as nobody's.
    object: Object,
}

impl Awaited {
    /// # Safety
    /// `object` is a live object of a class that implements `Awaitable`.
    pub(in crate::runtime::php) unsafe fn new(
        object: *mut sys::zend_object,
    ) -> Result<Self, Thrown> {
        // SAFETY: by the contract.
        let object = unsafe { Object::from_borrowed(object) };
        let mut kinds = std::iter::successors(KINDS.get(), |kind| kind.next);
        let kind = kinds.find(|kind| kind.class == object.class());
        let find = kind.expect("only our own classes implement the interface").find;
        // SAFETY: a live object of the class that the function was registered for.
        let source = unsafe { find(object.as_ptr()) }?;
        Ok(Awaited { source, object })
    }

    pub(in crate::runtime::php) fn is(&self, other: &Awaited) -> bool {
        self.object == other.object
    }

    pub(in crate::runtime::php) fn completion(&self) -> &Held {
        &self.source.completion
    }

    /// What the coroutine that awaits this shows of it.
    pub(in crate::runtime::php) fn shown(&self) -> (What, Held) {
        (self.source.what, self.source.completion.clone())
    }

    #[inline]
    fn show<'a>(&self, me: &'a Coroutine) -> Awaiting<'a> {
        Awaiting::one(me, self.source.what, self.source.completion.clone())
    }

    pub(in crate::runtime::php) fn object(&self) -> Object {
        self.object.clone()
    }

    /// What keeps it armed, if it is a timeout.
    pub(in crate::runtime::php) fn into_timer(self) -> Option<timeout::Armed> {
        self.source._timer
    }

    fn enter(&self) {
        self.completion().add_waiter(scheduler::current(), None);
    }

    fn leave(&self) {
        self.completion().remove_waiter(scheduler::current());
    }

    pub(in crate::runtime::php) fn result(&self) -> Result<Value, Object> {
        self.completion().observe().expect("only asked when fixed")
    }
}

/// The token has ended: what it failed with, behind an OperationCanceledException (SPEC 37.8).
fn operation_canceled(token: &Awaited) -> Thrown {
    let reason = token.result().err();
    match exception::create(exceptions::operation_canceled(), &messages::TOKEN_ENDED_THE_WAIT) {
        Ok(error) => {
            if let Some(reason) = reason {
                exception::chain(&error, reason);
            }
            exception::throw_object(error)
        }
        Err(thrown) => thrown,
    }
}

/// Waits until `ended()` says in which step it has, or the token ends. The caller has entered the other waiter lists.
/// What has ended already wins over the token; if both end in one step, the token does (SPEC 37.8).
pub(in crate::runtime::php) fn wait(
    ended: impl Fn() -> Option<Step>,
    token: Option<&Awaited>,
) -> Outcome {
    if ended().is_some() {
        return Ok(());
    }
    let shown_by = token.map(|_| scheduler::running());
    let _shown = token.zip(shown_by.as_deref()).map(|(token, me)| token.show(me));
    token.inspect(|token| token.enter());
    let waited = loop {
        let step = ended();
        let token_step = token.and_then(|token| token.completion().fixed_in());
        match (token, token_step, step) {
            (Some(token), Some(first), step) if step.is_none_or(|step| first <= step) => {
                break Err(operation_canceled(token));
            }
            (_, _, Some(_)) => break Ok(()),
            _ => {}
        }
        if let Err(interrupted) = park(None) {
            break Err(interrupted.throw());
        }
    };
    token.inspect(|token| token.leave());
    waited
}

/// The value of `awaited`, or its exception raised.
pub(in crate::runtime::php) fn await_one(
    awaited: &Awaited,
    token: Option<&Awaited>,
) -> Result<Value, Thrown> {
    let token = token.filter(|token| !token.is(awaited));
    let completion = awaited.completion();
    if !completion.is_fixed() {
        let me = scheduler::running();
        let _shown = awaited.show(&me);
        completion.add_waiter(me.id, None);
        let waited = wait(|| completion.fixed_in(), token);
        // Those who waited have left when it is fixed.
        if !completion.is_fixed() {
            awaited.leave();
        }
        waited?;
    }
    awaited.result().map_err(exception::throw_object)
}
