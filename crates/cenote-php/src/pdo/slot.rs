//! One connection of a pool: a hidden genuine PDO object, and what the pool knows of it.
//!
//! The handle's table of driver functions is replaced by a copy with some functions of ours, which lies at the start of the
//! slot: so the table leads from a handle to its slot, and the slot lives exactly as long as the handle. When PDO closes the
//! handle it calls our `closer`, which frees the slot and passes the call on.

use super::{
    binding::BoundTo,
    cache::Cache,
    columns::Circumstances,
    compiled::Compiled,
    drivers::Kept,
    errors, functions,
    handle::{Handle, NO_ERROR, Statement},
    last_statement::LastStatement,
    live::LiveStatements,
    readings::Reading,
    template::Template,
    told_settings::{self, ToldSettings},
};
use crate::{
    runtime::{
        self, CoroutineId,
        reactor::{self, Moment},
    },
    wait,
    zend::{Outcome, Thrown, Value, exception::InFlight, sys},
};
use cenote_core::{
    SlotId, Time,
    session::{Entry, Reset, Session, StatementKind},
};
use cenote_sql::Effect;
use std::{
    cell::{Cell, Ref, RefCell, RefMut},
    ops::Deref,
    os::fd::RawFd,
    ptr::NonNull,
    rc::Rc,
    time::Duration,
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
    pub(super) bound_to: BoundTo,
    /// Its state, which only the core changes.
    session: RefCell<Session<CoroutineId>>,
    /// When the present call began.
    began: Cell<Time>,
    /// The socket whose waits are limited during the present call.
    limited: Cell<Option<RawFd>>,
    /// The limit has ended a call.
    has_timed_out: Cell<bool>,
    pub(super) live: LiveStatements,
    /// Statements that are dead and not yet closed: only who has the connection may speak on it.
    pub(super) graveyard: RefCell<Vec<Compiled>>,
    pub(super) cache: Cache,
    /// Whether statements are compiled by the server; `None`: an attribute was changed since somebody looked.
    pub(super) prepares_on_server: Cell<Option<bool>>,
    /// When the server has spoken here last.
    heard: Cell<Option<Moment>>,
    /// What the server had told of its settings when the connection was ready.
    pub(super) told_settings: ToldSettings,
    pub(super) last_statement: LastStatement,
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
        if methods.is_null() || !functions::are_ours(methods) {
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
        functions::replace(&mut methods);
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
            bound_to: BoundTo::default(),
            session: RefCell::new(Session::new()),
            began: Cell::new(Time(0)),
            limited: Cell::new(None),
            has_timed_out: Cell::new(false),
            live: LiveStatements::default(),
            graveyard: RefCell::new(Vec::new()),
            cache,
            prepares_on_server: Cell::new(None),
            heard: Cell::new(None),
            told_settings: ToldSettings::default(),
            last_statement: LastStatement::default(),
        });
        let slot = SlotRef(NonNull::from(Box::leak(slot)));
        handle.set_methods(slot.0.as_ptr().cast());
        slot.template.slots.borrow_mut().push(slot);
        slot
    }

    /// The handle is being closed, and with it everything that is kept here.
    pub(super) fn closing(self) {
        self.tell().left_pool();
        self.template.forget_slot(self);
        if self.template.is_foreign() {
            // The connection is the parent process's: it is not spoken on, and what it holds in memory stays (SPEC 29.6).
            self.handle.set_methods(functions::inert());
            return;
        }
        self.forget_kept();
        self.template.driver.closed(self.handle);
        self.handle.set_methods(self.original);
    }

    /// Takes the slot back from its handle, which is being closed.
    ///
    /// # Safety
    /// It is not referred to any more.
    pub(super) unsafe fn into_box(self) -> Box<Slot> {
        // SAFETY: `attach` has made it from a box; by the contract this is the end of it.
        unsafe { Box::from_raw(self.0.as_ptr()) }
    }
}

impl Slot {
    /// Its state, to look at.
    #[inline]
    pub(super) fn session(&self) -> Ref<'_, Session<CoroutineId>> {
        self.session.borrow()
    }

    /// Its state, to tell it what has happened. Nothing may be called meanwhile that looks at it.
    #[inline]
    pub(super) fn tell(&self) -> RefMut<'_, Session<CoroutineId>> {
        self.session.borrow_mut()
    }

    /// A call begins. False: another coroutine is inside one (SPEC 28.2).
    #[inline]
    pub(super) fn enter(&self) -> bool {
        let me = runtime::current();
        let entry = self.session().entry(me);
        match entry {
            Entry::Refused => return false,
            Entry::Nested => self.tell().call_began(me),
            Entry::First => {
                self.in_transaction();
                self.tell().call_began(me);
                self.began.set(runtime::coarse_now());
                self.limit_call();
                // What a destructor could not close may have rows to be read.
                self.close_buried();
            }
        }
        true
    }

    /// The call has ended. True: it was the outermost one.
    #[inline]
    pub(super) fn leave(&self) -> bool {
        if !self.session().is_in_nested_call() {
            self.close_buried();
        }
        let is_outermost = self.tell().call_ended();
        if is_outermost && self.lift_limit() {
            self.tell().broke();
        }
        is_outermost
    }

    /// From here on waits for the server are limited, if the object wants that (SPEC 22.9). False: they are not, or were before.
    #[inline]
    pub(super) fn limit_call(&self) -> bool {
        let Some(limit) = self.template.query_timeout else { return false };
        if self.limited.get().is_some() {
            return false;
        }
        self.limited.set(self.template.driver.socket(self.handle));
        if let Some(socket) = self.limited.get() {
            wait::limit_call(socket, runtime::precise_now() + limit);
        }
        self.limited.get().is_some()
    }

    /// Whether the limit has ended a wait.
    #[inline]
    pub(super) fn lift_limit(&self) -> bool {
        self.limited.take().is_some_and(wait::lift_limit)
    }

    #[inline]
    pub(super) fn has_taken_too_long(&self) -> bool {
        self.limited.get().is_some_and(wait::limit_is_over)
    }

    /// Raises that the limit has ended a call: nothing can be said of the connection.
    #[cold]
    pub(super) fn took_too_long(&self) -> Thrown {
        self.tell().broke();
        self.has_timed_out.set(true);
        errors::query_took_too_long(self.timeout())
    }

    pub(super) fn has_timed_out(&self) -> bool {
        self.has_timed_out.get()
    }

    /// The limit of its calls.
    pub(super) fn timeout(&self) -> Duration {
        self.template.query_timeout.unwrap_or_default()
    }

    pub(super) fn call_began(&self) -> Time {
        self.began.get()
    }

    #[inline]
    pub(super) fn is_in_call(&self) -> bool {
        self.session().is_in_call()
    }

    /// Live statements. The one that PDO keeps of a failed `query()` is none.
    #[inline]
    pub(super) fn live_statements(&self) -> usize {
        self.live.count() - usize::from(self.handle.has_failed_query())
    }

    /// A text was compiled, or could not be.
    pub(super) fn prepared(
        &self,
        statement: Statement,
        text: &Value,
        reading: Reading,
        keepable: bool,
        succeeded: bool,
    ) {
        if !succeeded {
            self.note_error(self.handle.sqlstate());
        }
        if reading.effect == Effect::Harmless || self.template.driver.acts_when_compiled() {
            self.ran(text, reading, true, succeeded);
        }
        let acts_later =
            reading.effect != Effect::Harmless && !self.template.driver.acts_when_compiled();
        if succeeded {
            self.live.compiled(statement, reading, keepable, acts_later || reading.ends_connection);
        }
    }

    /// A statement was executed.
    pub(super) fn executed(&self, statement: Statement, succeeded: bool) {
        if succeeded {
            self.heard();
            if !statement.has_columns() {
                self.give_columns(statement);
            }
        } else {
            let text = statement.text();
            self.failed(statement.sqlstate(), text.as_bytes().unwrap_or_default());
        }
        self.after_text(statement.text_in_place().as_bytes().unwrap_or_default(), succeeded);
        if let Some(reading) = self.live.effect_of(statement) {
            self.ran(&statement.text(), reading, false, succeeded);
        }
    }

    /// A statement was executed for the first time: if columns were kept for that, it gets them.
    fn give_columns(&self, statement: Statement) {
        if self.template.traits.keeps_columns {
            let driver = &*self.template.driver;
            let now = Circumstances::of(statement, self.handle, driver);
            if let Some(columns) = self.live.take_columns(statement, now) {
                columns.give_to(statement, now, driver);
            }
        }
    }

    /// Whether a transaction is open; amid rows, whether it was before them.
    #[inline]
    pub(super) fn in_transaction(&self) -> bool {
        if !self.is_amid_rows() {
            let open = self.template.driver.in_transaction(self.handle);
            self.tell().transaction_is(open);
        }
        self.session().in_transaction()
    }

    /// What inTransaction() says. Amid rows that is true in any case on plain PDO, which cannot begin one then.
    #[inline]
    pub(super) fn shows_transaction(&self) -> bool {
        self.in_transaction() || self.is_amid_rows()
    }

    /// A statement was executed, or rows of it were read: where its text has ended, the connection is to tell of the
    /// transaction again.
    #[inline]
    pub(super) fn settle(&self, statement: Statement) -> Outcome {
        if !self.template.driver.may_be_amid_rows(self.handle) {
            return Ok(());
        }
        let in_flight = InFlight::put_aside();
        let settled = self.template.driver.settle(self.handle, statement);
        in_flight.restore();
        settled
    }

    /// The coroutine that has it, or had it until it ended; none while it is on its way back.
    pub(super) fn owner(&self) -> Option<CoroutineId> {
        self.bound_to.binding().map(|binding| binding.owner)
    }

    /// Whether the coroutine that has it is alive.
    pub(super) fn owner_is_alive(&self) -> bool {
        self.bound_to.binding().is_some_and(|binding| !binding.has_ended.get())
    }

    /// Whether nobody but unreachable statements may hold it (SPEC 19.8).
    pub(super) fn is_orphan(&self) -> bool {
        self.bound_to.binding().is_some_and(|binding| binding.has_ended.get())
    }

    /// Judges a text before it is compiled or run.
    pub(super) fn judge(&self, text: &Value) -> Reading {
        let mut reading = self.template.reading(text);
        if reading.is_watched {
            self.template.driver.before_text(self.handle);
        }
        if self.template.options.reset == Reset::Never {
            reading.effect = Effect::Harmless;
        }
        reading
    }

    /// A text was compiled or run: it belongs to the preamble, or leaves its trace (SPEC 21.1, 21.9).
    pub(super) fn ran(&self, text: &Value, reading: Reading, only_compiled: bool, succeeded: bool) {
        let template = &self.template;
        if reading.is_watched {
            template.driver.after_text(self.handle);
        }
        let effect = if succeeded || reading.effect == Effect::Harmless {
            reading.effect
        } else {
            template.judge_failed(text.as_bytes().unwrap_or_default(), only_compiled)
        };
        if self.cache.is_on() {
            match reading.kept {
                Kept::Valid => {}
                Kept::Stale => self.drop_kept(),
                Kept::Gone => self.forget_kept(),
            }
        }
        if reading.ends_connection && succeeded && !only_compiled {
            // What it did is done: no transaction is lost with the connection.
            self.tell().broke();
            self.acknowledge_end();
        }
        let mut preamble = template.preamble.get();
        if effect == Effect::Restores && succeeded {
            self.restored();
        }
        if preamble.is_sealed() {
            if matches!(effect, Effect::Setting | Effect::Dirty) {
                self.stain(text);
            }
            return;
        }
        let kind = match effect {
            Effect::Setting => StatementKind::Setting,
            Effect::Harmless | Effect::Dirty | Effect::Restores => StatementKind::Other,
        };
        let by_maker = runtime::current_flow() == template.maker;
        let record = preamble.ran(kind, by_maker, succeeded);
        template.preamble.set(preamble);
        if record {
            let known = template.record_setting(text);
            if template.driver.recorded(text.as_bytes().unwrap_or_default()) {
                template.readings.forget();
            }
            self.tell().told_mut().setting_came_from_here(known);
            told_settings::remember(self);
        } else if effect == Effect::Dirty || preamble.is_sealed() && effect == Effect::Setting {
            self.stain(text);
        }
    }

    /// A text has left, or may have left, something in the session.
    fn stain(&self, text: &Value) {
        let survives = self.template.driver.survives_cleaning(text.as_bytes().unwrap_or_default());
        self.tell().left_state(survives);
    }

    /// The session is back in its state after connecting (SPEC 21.6, 21.8). What the pool has told the connection is undone
    /// as well, and is to be told again before the next use.
    pub(super) fn restored(&self) {
        self.tell().restored();
        self.forget_kept();
        self.told_settings.forget();
        self.begins_anew();
    }

    /// A text was run and has failed.
    pub(super) fn failed(&self, sqlstate: [u8; 6], text: &[u8]) {
        self.note_error(sqlstate);
        if !self.session().is_broken() {
            // What it raises is pending in the engine, behind the error itself.
            let _ = self.template.driver.failed(self.handle, text);
        }
    }

    /// The server has answered.
    #[inline]
    pub(super) fn heard(&self) {
        if self.template.traits.has_sockets {
            self.heard.set(reactor::moment());
        }
    }

    /// Whether nothing was waited for since the server's last answer. Then that answer has told that the connection is open,
    /// and nobody has to look (SPEC 20.2).
    #[inline]
    pub(super) fn was_heard_just_now(&self) -> bool {
        let heard = self.heard.get();
        heard.is_some() && heard == reactor::moment()
    }

    /// Notes an error of the driver that means a broken connection (SPEC 22.1).
    #[inline]
    pub(super) fn note_error(&self, sqlstate: [u8; 6]) {
        let driver = &self.template.driver;
        if sqlstate != NO_ERROR && driver.is_broken(self.handle, sqlstate, self.is_amid_rows()) {
            self.tell().broke();
        }
        if sqlstate != NO_ERROR && driver.has_turned_read_only(self.handle, sqlstate) {
            self.tell().turned_read_only();
        }
    }

    /// Whether the connection broke with an open transaction on it.
    pub(super) fn lost_transaction(&self) -> bool {
        self.session().lost_transaction()
    }

    /// rollBack() was called: whatever became of it, nothing of the transaction is left.
    pub(super) fn acknowledge_end(&self) {
        self.tell().end_acknowledged();
    }
}
