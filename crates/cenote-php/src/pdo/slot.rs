//! One connection of a pool: a hidden genuine PDO object, and what the pool knows of it.
//!
//! The handle's table of driver functions is replaced by a copy with some functions of ours, which lies at the start of the
//! slot: so the table leads from a handle to its slot, and the slot lives exactly as long as the handle. When PDO closes the
//! handle it calls our `closer`, which frees the slot and passes the call on.

use super::{
    binding::Binding,
    cache::Cache,
    handle::{Handle, NO_ERROR, Statement},
    in_use::Buried,
    session::Effect,
    template::{Template, count},
};
use crate::{
    runtime::{self, CoroutineId},
    zend::{entry, sys, value},
};
use cenote_core::{
    SlotId,
    binding::{Reset, StatementKind},
};
use std::{
    cell::{Cell, RefCell},
    ops::Deref,
    ptr::NonNull,
    rc::Rc,
};

/// What the pool knows of one connection.
#[repr(C)]
pub(super) struct Slot {
    /// First, see the module's docs.
    methods: sys::pdo_dbh_methods,
    pub(super) original: *const sys::pdo_dbh_methods,
    pub(super) handle: Handle,
    /// The hidden object around the handle; it owns us, not we it.
    pub(super) object: *mut sys::zend_object,
    /// The present hand-out.
    pub(super) id: Cell<SlotId>,
    pub(super) template: Rc<Template>,
    /// Whose it is at the moment. Stays after the owner's end while statements live.
    pub(super) binding: RefCell<Option<Rc<Binding>>>,
    /// Who is inside a call, and how deep.
    user: Cell<Option<CoroutineId>>,
    depth: Cell<u32>,
    statements: RefCell<Vec<Statement>>,
    graveyard: RefCell<Vec<Buried>>,
    cache: Cache,
    /// Live statements that the cache may take over.
    keepable: RefCell<Vec<Statement>>,
    /// Not every statement since hand-out is proved harmless (SPEC 21.1).
    pub(super) is_dirty: Cell<bool>,
    pub(super) is_broken: Cell<bool>,
    /// It has left the pool: what still holds the object only waits for its end.
    pub(super) has_left: Cell<bool>,
    /// The version of the template's log that has been applied.
    pub(super) version: Cell<u64>,
    pub(super) preamble_applied: Cell<usize>,
    pub(super) functions_applied: Cell<usize>,
}

/// A slot that is known to live: its handle does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SlotRef(NonNull<Slot>);

impl Deref for SlotRef {
    type Target = Slot;

    #[inline]
    fn deref(&self) -> &Slot {
        // SAFETY: see the type; a reference is given up when the slot is unbound or leaves the pool, before it is freed.
        unsafe { self.0.as_ref() }
    }
}

impl SlotRef {
    /// The slot of a handle, if it is a pooled connection.
    #[inline]
    pub(super) fn of(handle: Handle) -> Option<SlotRef> {
        let methods = handle.methods();
        if methods.is_null() {
            return None;
        }
        // SAFETY: a connected handle has a table.
        let closer = unsafe { (*methods).closer }?;
        if closer as usize != close as *const () as usize {
            return None;
        }
        // SAFETY: only our tables have our closer, and they are the first field of a slot.
        Some(SlotRef(unsafe { NonNull::new_unchecked(methods.cast_mut().cast()) }))
    }

    /// Makes the connection of `handle`, which `object` shows, one of the pool's.
    pub(super) fn attach(
        handle: Handle,
        object: *mut sys::zend_object,
        id: SlotId,
        template: Rc<Template>,
    ) -> SlotRef {
        let original = handle.methods();
        // SAFETY: a connected handle has a table.
        let mut methods = unsafe { *original };
        methods.closer = Some(close);
        methods.preparer = methods.preparer.map(|_| prepare as _);
        methods.doer = methods.doer.map(|_| run as _);
        methods.set_attribute = methods.set_attribute.map(|_| set_attribute as _);
        if let Some(ask) = template.driver.transaction_method() {
            methods.in_transaction = Some(ask);
        }
        let cache = Cache::new(template.options.statement_cache());
        let slot = Box::new(Slot {
            methods,
            original,
            handle,
            object,
            id: Cell::new(id),
            template,
            binding: RefCell::new(None),
            user: Cell::new(None),
            depth: Cell::new(0),
            statements: RefCell::new(Vec::new()),
            graveyard: RefCell::new(Vec::new()),
            cache,
            keepable: RefCell::new(Vec::new()),
            is_dirty: Cell::new(false),
            is_broken: Cell::new(false),
            has_left: Cell::new(false),
            version: Cell::new(0),
            preamble_applied: Cell::new(0),
            functions_applied: Cell::new(0),
        });
        let slot = SlotRef(NonNull::from(Box::leak(slot)));
        handle.set_methods(slot.0.as_ptr().cast());
        slot.template.slots.borrow_mut().push(slot);
        slot
    }
}

impl Slot {
    /// A call begins. False: another coroutine is inside one (SPEC 28.2).
    #[inline]
    pub(super) fn enter(&self) -> bool {
        let me = runtime::current();
        if self.depth.get() > 0 && self.user.get() != Some(me) {
            return false;
        }
        self.user.set(Some(me));
        self.depth.set(self.depth.get() + 1);
        true
    }

    /// The call has ended. True: it was the outermost one.
    #[inline]
    pub(super) fn leave(&self) -> bool {
        let depth = self.depth.get() - 1;
        self.depth.set(depth);
        if depth > 0 {
            return false;
        }
        self.user.set(None);
        if !self.graveyard.borrow().is_empty() {
            self.empty_graveyard();
        }
        true
    }

    #[inline]
    pub(super) fn is_in_call(&self) -> bool {
        self.depth.get() > 0
    }

    /// Whether another coroutine than the running one is inside a call.
    pub(super) fn is_in_use_elsewhere(&self) -> bool {
        self.depth.get() > 0 && self.user.get() != Some(runtime::current())
    }

    /// Live statements. The one that PDO keeps of a failed `query()` is none.
    #[inline]
    pub(super) fn live_statements(&self) -> usize {
        self.statements.borrow().len() - usize::from(self.handle.has_failed_query())
    }

    pub(super) fn statements(&self) -> Vec<Statement> {
        self.statements.borrow().clone()
    }

    /// A statement is being destroyed. False: it was not made here.
    pub(super) fn forget_statement(&self, statement: Statement) -> bool {
        let mut statements = self.statements.borrow_mut();
        match statements.iter().rposition(|known| *known == statement) {
            Some(at) => {
                statements.swap_remove(at);
                true
            }
            None => false,
        }
    }

    /// Keeps the driver's part of a dying statement until the connection's user has left.
    pub(super) fn bury(&self, statement: Statement) {
        if let Some(buried) = Buried::dig(statement) {
            self.graveyard.borrow_mut().push(buried);
        }
    }

    /// A statement of this text is being prepared: one that was kept takes its place, if there is one.
    fn take_kept(&self, text: &[u8], statement: Statement) -> bool {
        let counters = &self.template.counters;
        match self.cache.take(text) {
            Some((kept, placeholders)) => {
                kept.revive(statement, placeholders);
                count(&counters.cache_hits);
                true
            }
            None => {
                count(&counters.cache_misses);
                false
            }
        }
    }

    /// A statement is dying: the cache takes its driver's part, unless an execution has failed (SPEC 25.5).
    pub(super) fn keep(&self, statement: Statement) {
        let usable = !self.has_left.get() && !self.is_broken.get() && !self.is_dirty.get();
        if !usable || statement.has_error() {
            return;
        }
        let (text, placeholders) = (statement.text(), statement.placeholders());
        if !self.template.driver.reset_statement(statement) {
            return;
        }
        if let Some(buried) = Buried::dig(statement) {
            self.cache.put(text, buried, placeholders, self.handle, self.object);
        }
    }

    /// A statement is dying or loses its connection. True: the cache may take over its driver's part.
    pub(super) fn forget_keepable(&self, statement: Statement) -> bool {
        let mut keepable = self.keepable.borrow_mut();
        let at = keepable.iter().rposition(|known| *known == statement);
        at.map(|at| keepable.swap_remove(at)).is_some()
    }

    fn empty_graveyard(&self) {
        loop {
            let Some(buried) = self.graveyard.borrow_mut().pop() else { return };
            buried.close(self.handle, self.object);
        }
    }

    #[inline]
    pub(super) fn in_transaction(&self) -> bool {
        self.template.driver.in_transaction(self.handle)
    }

    /// Whether the coroutine that has it is alive.
    pub(super) fn owner_is_alive(&self) -> bool {
        self.binding.borrow().as_ref().is_some_and(|binding| !binding.has_ended.get())
    }

    /// Whether nobody but unreachable statements may hold it (SPEC 19.8).
    pub(super) fn is_orphan(&self) -> bool {
        self.binding.borrow().as_ref().is_some_and(|binding| binding.has_ended.get())
    }

    /// Judges a text before it is compiled or run.
    fn judge(&self, sql: &[u8]) -> Effect {
        self.template.driver.before_text(self.handle, sql);
        if self.template.options.reset == Reset::Never {
            return Effect::Harmless;
        }
        self.template.judge(sql)
    }

    /// A text was compiled or run: it belongs to the preamble, or leaves its trace (SPEC 21.1, 21.9).
    fn ran(
        &self,
        sql: *const sys::zend_string,
        effect: Effect,
        only_compiled: bool,
        succeeded: bool,
    ) {
        // SAFETY: PDO holds the string through the call.
        let text = unsafe { value::string_bytes(sql) };
        let template = &self.template;
        template.driver.after_text(self.handle, text);
        let effect = if succeeded || effect == Effect::Harmless {
            effect
        } else {
            template.judge_failed(text, only_compiled)
        };
        let mut preamble = template.preamble.get();
        if preamble.is_sealed() {
            if effect != Effect::Harmless {
                self.is_dirty.set(true);
            }
            return;
        }
        let kind = match effect {
            Effect::Setting => StatementKind::Setting,
            Effect::Harmless | Effect::Dirty => StatementKind::Other,
        };
        let by_maker = runtime::current() == template.maker;
        let record = preamble.ran(kind, by_maker, succeeded);
        template.preamble.set(preamble);
        if record {
            let known = template.record_setting(sql);
            self.preamble_applied.set(known);
        } else if effect == Effect::Dirty || preamble.is_sealed() && effect != Effect::Harmless {
            self.is_dirty.set(true);
        }
    }

    /// Notes an error of the driver that means a broken connection (SPEC 22.1).
    #[inline]
    pub(super) fn note_error(&self, sqlstate: [u8; 6]) {
        if sqlstate != NO_ERROR && self.template.driver.is_broken(sqlstate) {
            self.is_broken.set(true);
        }
    }
}

fn slot_of(raw: *mut sys::pdo_dbh_t) -> SlotRef {
    SlotRef::of(Handle::from_raw(raw)).expect("called through our table")
}

unsafe extern "C" fn prepare(
    raw: *mut sys::pdo_dbh_t,
    sql: *mut sys::zend_string,
    statement: *mut sys::pdo_stmt_t,
    options: *mut sys::zval,
) -> bool {
    let slot = slot_of(raw);
    let mut effect = Effect::Harmless;
    let (mut keepable, mut was_kept) = (false, false);
    entry::boundary(|| {
        slot.template.hold();
        slot.statements.borrow_mut().push(Statement::from_raw(statement));
        // SAFETY: PDO holds the string through the call.
        let text = unsafe { value::string_bytes(sql) };
        effect = slot.judge(text);
        keepable = slot.cache.is_on()
            && options.is_null()
            && effect == Effect::Harmless
            && slot.template.driver.keeps_statement(text);
        was_kept = keepable && slot.take_kept(text, Statement::from_raw(statement));
    });
    // SAFETY: the driver's own function with PDO's arguments.
    let prepared = was_kept
        || unsafe {
            (*slot.original).preparer.is_some_and(|prepare| prepare(raw, sql, statement, options))
        };
    entry::boundary(|| {
        if keepable && prepared {
            slot.keepable.borrow_mut().push(Statement::from_raw(statement));
        }
        slot.ran(sql, effect, true, prepared);
    });
    prepared
}

unsafe extern "C" fn run(raw: *mut sys::pdo_dbh_t, sql: *const sys::zend_string) -> sys::zend_long {
    let slot = slot_of(raw);
    let mut effect = Effect::Harmless;
    // SAFETY: PDO holds the string through the call.
    entry::boundary(|| effect = slot.judge(unsafe { value::string_bytes(sql) }));
    // SAFETY: the driver's own function with PDO's arguments.
    let affected = unsafe { (*slot.original).doer.map_or(-1, |run| run(raw, sql)) };
    entry::boundary(|| slot.ran(sql, effect, false, affected != -1));
    affected
}

unsafe extern "C" fn set_attribute(
    raw: *mut sys::pdo_dbh_t,
    attribute: sys::zend_long,
    value: *mut sys::zval,
) -> bool {
    let slot = slot_of(raw);
    // SAFETY: the driver's own function with PDO's arguments.
    let accepted =
        unsafe { (*slot.original).set_attribute.is_some_and(|set| set(raw, attribute, value)) };
    if accepted {
        entry::boundary(|| {
            // SAFETY: PDO holds the value through the call.
            let value = unsafe { crate::zend::Value::copy_of(value) };
            slot.template.driver.attribute_set(slot.handle, attribute, &value);
        });
    }
    accepted
}

unsafe extern "C" fn close(raw: *mut sys::pdo_dbh_t) {
    let slot = slot_of(raw);
    entry::boundary(|| {
        slot.has_left.set(true);
        slot.template.forget_slot(slot);
        if slot.template.is_foreign() {
            // The connection is the parent process's: it is not spoken on, and what it holds in memory stays (SPEC 29.6).
            slot.handle.set_methods(inert_methods());
            return;
        }
        slot.empty_graveyard();
        slot.cache.clear(slot.handle, slot.object);
        slot.template.driver.closed(slot.handle);
        slot.handle.set_methods(slot.original);
    });
    // SAFETY: nobody refers to the slot any more: it has left the template's list, its statements and its binding.
    let slot = unsafe { Box::from_raw(slot.0.as_ptr()) };
    entry::boundary(|| drop(slot));
    // SAFETY: what PDO would have called.
    unsafe {
        if let Some(close) = (*(*raw).methods).closer {
            close(raw);
        }
    }
}

/// Functions for a handle on which nothing is ever sent.
pub(super) fn inert_methods() -> *const sys::pdo_dbh_methods {
    &INERT.0
}

static INERT: InertMethods = InertMethods(sys::pdo_dbh_methods {
    closer: Some(do_nothing),
    set_attribute: Some(refuse),
    // SAFETY: all other functions are optional, and zero is none. Newer versions have more of them.
    ..unsafe { std::mem::zeroed() }
});

#[repr(transparent)]
struct InertMethods(sys::pdo_dbh_methods);

// SAFETY: a constant table of function pointers.
unsafe impl Sync for InertMethods {}

unsafe extern "C" fn do_nothing(_raw: *mut sys::pdo_dbh_t) {}

unsafe extern "C" fn refuse(
    _raw: *mut sys::pdo_dbh_t,
    _attribute: sys::zend_long,
    _value: *mut sys::zval,
) -> bool {
    false
}
