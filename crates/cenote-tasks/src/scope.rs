//! Scopes: a tree of owners of coroutines, and whom the end of one of them cancels (SPEC 38).
//!
//! A coroutine belongs to one scope for life. Ending a scope ends its children first. In a scope that is *not safe*
//! coroutines that have begun are cancelled; in a *safe* one they run on as zombies, which no longer count as active.
//! Those that have not begun never run, in either mode.

use std::{
    cell::{Cell, Ref, RefCell},
    collections::VecDeque,
    rc::{Rc, Weak},
};

/// A scope with members `M`, whose order is that in which they are spawned, and `D` for the shell.
pub struct Scope<M, D>(Rc<Inner<M, D>>);

/// A scope that is not kept by this.
pub struct WeakScope<M, D>(Weak<Inner<M, D>>);

struct Inner<M, D> {
    parent: Option<Scope<M, D>>,
    children: RefCell<Vec<Weak<Inner<M, D>>>>,
    /// In order of spawning.
    members: RefCell<VecDeque<Member<M>>>,
    /// Members that are no zombies.
    active: Cell<usize>,
    safe: Cell<bool>,
    cancelled: Cell<bool>,
    disposed: Cell<bool>,
    dropped: Cell<bool>,
    data: D,
}

struct Member<M> {
    id: M,
    zombie: bool,
}

/// How a scope ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Cancelled; it can be asked for nothing new, but was not disposed.
    Cancel,
    /// Disposed.
    Dispose,
    /// Nobody holds it any more.
    Drop,
}

/// What the end of a scope does to others.
pub struct Ended<M, D> {
    /// The scopes that have ended, children first.
    pub scopes: Vec<Scope<M, D>>,
    /// The coroutines that are to be cancelled, in order. Those that have not begun never run.
    pub cancel: Vec<M>,
}

impl<M, D> Clone for Scope<M, D> {
    fn clone(&self) -> Self {
        Scope(self.0.clone())
    }
}

impl<M, D> PartialEq for Scope<M, D> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<M, D> Clone for WeakScope<M, D> {
    fn clone(&self) -> Self {
        WeakScope(self.0.clone())
    }
}

impl<M, D> WeakScope<M, D> {
    /// The scope, if it still exists.
    pub fn upgrade(&self) -> Option<Scope<M, D>> {
        self.0.upgrade().map(Scope)
    }
}

impl<M: Copy + Ord, D> Scope<M, D> {
    /// A scope without parent.
    pub fn root(safe: bool, data: D) -> Self {
        Self::make(None, safe, data)
    }

    /// A scope below this one, in its mode.
    pub fn child(&self, data: D) -> Self {
        let child = Self::make(Some(self.clone()), self.0.safe.get(), data);
        let mut children = self.0.children.borrow_mut();
        children.retain(|child| child.strong_count() > 0);
        children.push(Rc::downgrade(&child.0));
        drop(children);
        child
    }

    fn make(parent: Option<Self>, safe: bool, data: D) -> Self {
        Scope(Rc::new(Inner {
            parent,
            children: RefCell::default(),
            members: RefCell::default(),
            active: Cell::new(0),
            safe: Cell::new(safe),
            cancelled: Cell::new(false),
            disposed: Cell::new(false),
            dropped: Cell::new(false),
            data,
        }))
    }

    /// The shell's part.
    pub fn data(&self) -> &D {
        &self.0.data
    }

    /// The scope above.
    pub fn parent(&self) -> Option<&Self> {
        self.0.parent.as_ref()
    }

    /// This one and those above it, from below.
    pub fn upwards(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.parent())
    }

    /// The children that still exist, in order of creation.
    pub fn children(&self) -> Vec<Self> {
        let children: Ref<'_, _> = self.0.children.borrow();
        children.iter().filter_map(Weak::upgrade).map(Scope).collect()
    }

    /// Whether this is `other` or below it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.upwards().any(|scope| scope == other)
    }

    /// Whether ending it leaves those that run alone.
    pub fn is_safe(&self) -> bool {
        self.0.safe.get()
    }

    /// Sets the mode.
    pub fn set_safe(&self, safe: bool) {
        self.0.safe.set(safe);
    }

    /// Whether it was cancelled or disposed.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.get() || self.0.disposed.get()
    }

    /// Whether it was disposed.
    pub fn is_disposed(&self) -> bool {
        self.0.disposed.get()
    }

    /// Whether it refuses new coroutines.
    pub fn refuses(&self) -> bool {
        self.is_cancelled()
    }

    /// A name for it that does not keep it.
    pub fn downgrade(&self) -> WeakScope<M, D> {
        WeakScope(Rc::downgrade(&self.0))
    }

    /// How many hold it.
    pub fn holders(&self) -> usize {
        Rc::strong_count(&self.0)
    }

    /// A coroutine is spawned in it, later than all that are.
    pub fn enter(&self, id: M) {
        self.0.members.borrow_mut().push_back(Member { id, zombie: false });
        self.0.active.set(self.0.active.get() + 1);
    }

    /// A coroutine has ended.
    pub fn leave(&self, id: M) {
        let mut members = self.0.members.borrow_mut();
        let Ok(at) = members.binary_search_by_key(&id, |member| member.id) else { return };
        if members.remove(at).is_some_and(|member| !member.zombie) {
            self.0.active.set(self.0.active.get() - 1);
        }
    }

    /// Whether no active coroutine is in it or below. Zombies are not active.
    pub fn is_finished(&self) -> bool {
        self.0.active.get() == 0 && self.all_children(Self::is_finished)
    }

    /// Whether no coroutine is in it or below, zombies counted.
    pub fn is_empty(&self) -> bool {
        self.0.members.borrow().is_empty() && self.all_children(Self::is_empty)
    }

    fn all_children(&self, is: fn(&Self) -> bool) -> bool {
        let children: Ref<'_, _> = self.0.children.borrow();
        children.iter().filter_map(Weak::upgrade).all(|child| is(&Scope(child)))
    }

    /// Disposed, or cancelled and empty.
    pub fn is_closed(&self) -> bool {
        self.is_disposed() || (self.is_cancelled() && self.is_empty())
    }

    /// Cancelled, disposed or dropped, and empty: nothing can happen in it any more.
    pub fn is_over(&self) -> bool {
        (self.is_cancelled() || self.0.dropped.get()) && self.is_empty()
    }

    /// Ends it and those below. `safely` asks for safe mode whatever the scopes' own; `begun` tells whether a member has
    /// started to run.
    pub fn end(&self, end: End, safely: bool, begun: &dyn Fn(M) -> bool) -> Ended<M, D> {
        let mut ended = Ended { scopes: Vec::new(), cancel: Vec::new() };
        self.collect(end, safely, begun, &mut ended);
        ended
    }

    fn collect(&self, end: End, safely: bool, begun: &dyn Fn(M) -> bool, ended: &mut Ended<M, D>) {
        for child in self.children() {
            child.collect(end, safely, begun, ended);
        }
        match end {
            End::Cancel => self.0.cancelled.set(true),
            End::Dispose => self.0.disposed.set(true),
            End::Drop => {
                self.0.dropped.set(true);
                self.0.cancelled.set(true);
            }
        }
        let safe = safely || self.is_safe();
        for member in self.0.members.borrow_mut().iter_mut() {
            if safe && begun(member.id) {
                let was_active = !std::mem::replace(&mut member.zombie, true);
                self.0.active.set(self.0.active.get() - usize::from(was_active));
            } else {
                ended.cancel.push(member.id);
            }
        }
        ended.scopes.push(self.clone());
    }
}
