//! One connection of a pool: a hidden genuine PDO object, and what the pool knows of it.
//!
//! The handle's table of driver functions is replaced by a copy with some functions of ours, which lies at the start of
//! [`Connection`]: so the table leads from a handle to it, and it lives exactly as long as the handle. When PDO closes the
//! handle it calls our `closer`, which frees it and passes the call on.

use super::{
    binding::BoundTo, call_limit::CallLimit, last_statement::LastStatement, template::Template,
};
use crate::pdo::{
    settings::reported_settings::ReportedSettings,
    statements::{cache::Cache, compiled::Compiled, inherited::Inherited, live::LiveStatements},
    stock::{
        handle::{Handle, NO_ERROR},
        inert,
        persistent::Blank,
        statement::Statement,
    },
};
use crate::{
    runtime::{self, CoroutineId, Moment},
    zend::{Outcome, Value, entry, exception::InFlight, sys},
};
use cenote_core::{
    SlotId, Time,
    session::{Entry, Reset, Session, Undo},
};
use std::{
    cell::{Cell, Ref, RefCell, RefMut},
    ops::Deref,
    ptr::NonNull,
    rc::Rc,
};

/// What the pool knows of one connection.
#[repr(C)]
pub(in crate::pdo) struct Connection {
    /// First, see the module's docs.
    methods: sys::pdo_dbh_methods,
    pub(in crate::pdo) original: &'static sys::pdo_dbh_methods,
    pub(in crate::pdo) handle: Handle,
    /// The hidden object around the handle; it owns us, not we it.
    pub(in crate::pdo) object: *mut sys::zend_object,
    /// The present checkout.
    pub(in crate::pdo) id: Cell<SlotId>,
    pub(in crate::pdo) template: Rc<Template>,
    /// Whose it is at the moment. Stays after the owner's end while statements live.
    pub(in crate::pdo) bound_to: BoundTo,
    /// Its state, which only the core changes.
    session: RefCell<Session<CoroutineId>>,
    began: Cell<Time>,
    pub(super) call_limit: CallLimit,
    pub(in crate::pdo) live: LiveStatements,
    /// Statements that are dead and not yet closed: only who has the connection may speak on it.
    pub(in crate::pdo) to_close: RefCell<Vec<Compiled>>,
    pub(in crate::pdo) cache: Cache,
    /// Whether statements are compiled by the server; `None`: an attribute was changed since somebody looked.
    pub(in crate::pdo) prepares_on_server: Cell<Option<bool>>,
    /// When the server has spoken here last.
    heard: Cell<Option<Moment>>,
    /// What the server had told of its settings when the connection was ready.
    pub(in crate::pdo) reported_settings: ReportedSettings,
    pub(in crate::pdo) last_statement: LastStatement,
    pub(in crate::pdo) born: Cell<Time>,
    /// The main script has ended with it, and its give-back is under way.
    pub(in crate::pdo) main_has_ended: Cell<bool>,
    /// Statements that the server knows from an earlier request.
    pub(in crate::pdo) inherited: Inherited,
    /// What the driver's attributes were that were set here, in the order of the first time (SPEC 50.4). `None`: it does not say.
    pub(in crate::pdo) original_attributes: RefCell<Vec<(i64, Option<Value>)>>,
    /// What its object gets if the connection leaves it for the next request. `None`: it cannot.
    pub(in crate::pdo) blank: Cell<Option<Blank>>,
}

/// A [`Connection`] that is known to live: it is made from a [`Handle`], whose maker has promised that the handle lives while it
/// or a copy of it is used, and it is freed with the handle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pdo) struct ConnectionRef(NonNull<Connection>);

impl Deref for ConnectionRef {
    type Target = Connection;

    #[inline]
    fn deref(&self) -> &Connection {
        // SAFETY: the handle lives, see the type, and so does this; a reference is given up when it is unbound or leaves the
        // pool, before it is freed.
        unsafe { self.0.as_ref() }
    }
}

impl ConnectionRef {
    /// What the pool knows of a handle, if it is one of its connections.
    #[inline]
    pub(in crate::pdo) fn of(handle: Handle) -> Option<ConnectionRef> {
        let methods = handle.methods();
        // SAFETY: null, or the table of a live handle.
        if !unsafe { methods.as_ref() }.is_some_and(is_pooled) {
            return None;
        }
        // SAFETY: only our tables have our closer, and they are the first field of a connection.
        Some(ConnectionRef(unsafe { NonNull::new_unchecked(methods.cast_mut().cast()) }))
    }

    /// Makes the connection of `handle`, which `object` shows, one of the pool's. `watch` puts more functions into its table.
    ///
    /// # Safety
    /// A connected handle with its driver's own functions, and the live PDO object that shows it.
    pub(in crate::pdo) unsafe fn attach(
        handle: Handle,
        object: *mut sys::zend_object,
        id: SlotId,
        template: Rc<Template>,
        watch: fn(&mut sys::pdo_dbh_methods),
    ) -> ConnectionRef {
        // SAFETY: a connected handle has a table, which is its driver's own here and lives as long as the driver.
        let original = unsafe { &*handle.methods() };
        let mut methods = *original;
        methods.closer = Some(close);
        watch(&mut methods);
        if let Some(ask) = template.driver.transaction_method() {
            methods.in_transaction = Some(ask);
        }
        let cache = Cache::new(template.options.statement_cache());
        let connection = Box::new(Connection {
            methods,
            original,
            handle,
            object,
            id: Cell::new(id),
            template,
            bound_to: BoundTo::default(),
            session: RefCell::new(Session::new()),
            began: Cell::new(Time(0)),
            call_limit: CallLimit::default(),
            live: LiveStatements::default(),
            to_close: RefCell::new(Vec::new()),
            cache,
            prepares_on_server: Cell::new(None),
            heard: Cell::new(None),
            reported_settings: ReportedSettings::default(),
            last_statement: LastStatement::default(),
            born: Cell::new(runtime::coarse_now()),
            main_has_ended: Cell::new(false),
            inherited: Inherited::default(),
            original_attributes: RefCell::default(),
            blank: Cell::new(None),
        });
        let connection = ConnectionRef(NonNull::from(Box::leak(connection)));
        // SAFETY: the table is the first field, and stays where it is until `closing` or `part` has put another in its place.
        handle.set_methods(unsafe { connection.0.cast().as_ref() });
        connection.template.shared.connections.borrow_mut().push(connection);
        connection
    }

    /// The handle is being closed, and with it everything that is kept here.
    pub(in crate::pdo) fn closing(self) {
        self.session_mut().left_pool();
        self.template.forget_connection(self);
        if self.template.is_foreign() {
            // The connection is the parent process's: it is not spoken on, and what it holds in memory stays (SPEC 29.6).
            self.handle.set_methods(inert::of_handle());
            return;
        }
        self.forget_kept();
        self.template.driver.closed(self.handle);
        self.handle.set_methods(self.original);
    }

    /// The connection leaves its object for the next request, clean: the handle has the driver's own functions again, and what
    /// it goes on with is the caller's to note before.
    ///
    /// # Safety
    /// Nobody has the connection, and no statement of it is left. This reference and its copies are not used any more.
    pub(in crate::pdo) unsafe fn part(self) {
        self.session_mut().left_pool();
        self.template.forget_connection(self);
        self.template.driver.closed(self.handle);
        self.handle.set_methods(self.original);
        // SAFETY: by the contract.
        drop(unsafe { self.into_box() });
    }

    /// Takes the memory back from its handle, which is being closed.
    ///
    /// # Safety
    /// It is not referred to any more.
    pub(in crate::pdo) unsafe fn into_box(self) -> Box<Connection> {
        // SAFETY: `attach` has made it from a box; by the contract this is the end of it.
        unsafe { Box::from_raw(self.0.as_ptr()) }
    }
}

impl Connection {
    /// Its state, to look at.
    #[inline]
    pub(in crate::pdo) fn session(&self) -> Ref<'_, Session<CoroutineId>> {
        self.session.borrow()
    }

    /// Its state, for an event that has happened. Nothing may be called meanwhile that looks at it.
    #[inline]
    pub(in crate::pdo) fn session_mut(&self) -> RefMut<'_, Session<CoroutineId>> {
        self.session.borrow_mut()
    }

    /// A call begins. False: another coroutine is inside one (SPEC 28.2).
    #[inline]
    pub(in crate::pdo) fn enter(&self) -> bool {
        self.enter_knowing(false)
    }

    /// As [`enter`](Self::enter). `is_untouched`: nobody has spoken on it since its give-back, which has asked for the transaction.
    #[inline]
    pub(in crate::pdo) fn enter_knowing(&self, is_untouched: bool) -> bool {
        let me = runtime::current();
        let entry = self.session().entry(me);
        match entry {
            Entry::Refused => return false,
            Entry::Nested => self.session_mut().call_began(me),
            Entry::First => {
                if !is_untouched {
                    self.in_transaction();
                }
                self.session_mut().call_began(me);
                self.began.set(runtime::coarse_now());
                self.limit_call();
                // What a destructor could not close may have rows to be read.
                self.close_pending();
            }
        }
        true
    }

    /// The call has ended. True: it was the outermost one.
    #[inline]
    pub(in crate::pdo) fn leave(&self) -> bool {
        if !self.session().is_in_nested_call() {
            self.close_pending();
        }
        let is_outermost = self.session_mut().call_ended();
        if is_outermost && self.lift_limit() {
            self.session_mut().broke();
        }
        is_outermost
    }

    pub(in crate::pdo) fn call_began(&self) -> Time {
        self.began.get()
    }

    #[inline]
    pub(in crate::pdo) fn is_in_call(&self) -> bool {
        self.session().is_in_call()
    }

    /// Whether a fatal error has left it in the middle of an abandoned call.
    pub(in crate::pdo) fn is_left_as_it_is(&self) -> bool {
        // SAFETY: the hidden object lives as long as its connection.
        unsafe { (*self.object).gc.u.type_info & sys::IS_OBJ_FREE_CALLED != 0 }
    }

    /// Live statements. The one that PDO keeps of a failed `query()` is none.
    #[inline]
    pub(in crate::pdo) fn live_statements(&self) -> usize {
        self.live.count() - usize::from(self.handle.has_failed_query())
    }

    /// Whether a transaction is open; amid rows, whether it was before them.
    #[inline]
    pub(in crate::pdo) fn in_transaction(&self) -> bool {
        if !self.is_amid_rows() {
            let open = self.template.driver.in_transaction(self.handle);
            self.session_mut().transaction_is(open);
        }
        self.session().in_transaction()
    }

    /// What inTransaction() says. Amid rows that is true in any case on plain PDO, which cannot begin one then.
    #[inline]
    pub(in crate::pdo) fn shows_transaction(&self) -> bool {
        self.in_transaction() || self.is_amid_rows()
    }

    /// A statement was executed, or rows of it were read: where its text has ended, the connection is to tell of the
    /// transaction again.
    #[inline]
    pub(in crate::pdo) fn settle(&self, statement: Statement) -> Outcome {
        let rows = self.template.driver.rows_one_by_one();
        let Some(rows) = rows.filter(|rows| rows.may_be_amid_rows(self.handle)) else {
            return Ok(());
        };
        let in_flight = InFlight::put_aside();
        let settled = rows.settle(self.handle, statement);
        in_flight.restore();
        settled
    }

    /// The coroutine that has it, or had it until it ended; none while it is on its way back.
    pub(in crate::pdo) fn owner(&self) -> Option<CoroutineId> {
        self.bound_to.binding().map(|binding| binding.owner)
    }

    /// Whether the coroutine that has it is alive.
    pub(in crate::pdo) fn owner_is_alive(&self) -> bool {
        self.bound_to.is_alive()
    }

    /// Whether nobody but unreachable statements may hold it (SPEC 19.8).
    pub(in crate::pdo) fn is_orphan(&self) -> bool {
        self.bound_to.binding().is_some_and(|binding| binding.has_ended.get())
    }

    /// The server has answered.
    #[inline]
    pub(in crate::pdo) fn heard(&self) {
        if self.template.has_sockets {
            self.heard.set(Moment::now());
        }
    }

    /// Whether nothing was waited for since the server's last answer. Then that answer has told that the connection is open,
    /// and nobody has to look (SPEC 20.2).
    #[inline]
    pub(in crate::pdo) fn was_heard_just_now(&self) -> bool {
        let heard = self.heard.get();
        heard.is_some() && heard == Moment::now()
    }

    /// Notes an error of the driver that means a broken connection (SPEC 22.1).
    #[inline]
    pub(in crate::pdo) fn note_error(&self, sqlstate: [u8; 6]) {
        let driver = &self.template.driver;
        if sqlstate != NO_ERROR && driver.is_broken(self.handle, sqlstate, self.is_amid_rows()) {
            self.session_mut().broke();
        }
        if sqlstate != NO_ERROR && driver.has_turned_read_only(self.handle, sqlstate) {
            self.session_mut().turned_read_only();
        }
    }

    /// Whether the connection broke with an open transaction on it.
    pub(in crate::pdo) fn lost_transaction(&self) -> bool {
        self.session().lost_transaction()
    }

    /// rollBack() was called: whatever became of it, nothing of the transaction is left.
    pub(in crate::pdo) fn acknowledge_end(&self) {
        self.session_mut().end_acknowledged();
    }

    /// Whether it is not ready for this object: it is another one's of the same pool, or was.
    #[inline]
    pub(in crate::pdo) fn is_strange_to(&self, template: &Template) -> bool {
        !std::ptr::eq(&raw const *self.template, template) || self.session().undo() != Undo::Nothing
    }

    /// Takes the connection from what lives of its statements.
    pub(in crate::pdo) fn make_statements_inert(&self) {
        for statement in self.live.all() {
            // Closed before the next one gets the connection.
            self.close_later(statement);
            statement.set_methods(inert::of_statement());
            self.forget(statement);
            drop(self.template.let_go());
        }
    }

    /// It was just told all that it is to be told.
    pub(in crate::pdo) fn remember_reported_settings(&self) {
        self.reported_settings.remember(&*self.template.driver, self.handle);
    }

    /// Marks the connection as dirty if its settings are not those that it was ready with. Within a transaction they may be
    /// the transaction's own.
    #[inline]
    pub(in crate::pdo) fn look_at_reported_settings(&self, in_transaction: bool) {
        if self.reported_settings.are_known() {
            self.compare_reported_settings(in_transaction);
        }
    }

    fn compare_reported_settings(&self, in_transaction: bool) {
        let concerns = self.template.options.reset == Reset::Auto;
        if in_transaction || !concerns || self.session().is_dirty() {
            return;
        }
        if self.reported_settings.have_changed(&*self.template.driver, self.handle) {
            self.session_mut().left_state(false);
        }
    }
}

/// Whether this is the table of a pooled connection.
#[inline]
fn is_pooled(methods: &sys::pdo_dbh_methods) -> bool {
    methods.closer.is_some_and(|closer| closer as usize == close as *const () as usize)
}

unsafe extern "C" fn close(raw: *mut sys::pdo_dbh_t) {
    // SAFETY: PDO's argument, the handle that this table belongs to; it is used until the driver's own function is called.
    let handle = unsafe { Handle::from_raw(raw) };
    let connection = ConnectionRef::of(handle).expect("called through our table");
    entry::boundary(|| connection.closing());
    // SAFETY: nobody refers to the connection any more: it has left the template's list, its statements and its binding.
    let connection = unsafe { connection.into_box() };
    entry::boundary(|| drop(connection));
    // SAFETY: what PDO would have called.
    unsafe {
        if let Some(close) = (*(*raw).methods).closer {
            close(raw);
        }
    }
}
