//! The template: the PDO object that the user holds (SPEC 17).
//!
//! It is a genuine PDO object whose handle never connects. The handle has a driver name and a table of functions that do
//! nothing, so that stock code answers what concerns PDO alone (error mode, fetch mode, statement class …); its private
//! pointer leads to the [`Template`]. Object handlers of our own say what is a template, and free it.

use super::{
    asking::Asking,
    binding::{self, Binding, Bindings},
    pooled::ConnectionRef,
    process_pools::{self, Closed, ProcessPool},
    shared_pool::{Members, SharedPool},
};
use crate::pdo::{
    drivers::readings::{Reading, Readings},
    drivers::{Driver, Traits},
    log::Log,
    messages,
    settings::{
        options::Options,
        source::{Source, driver_name},
    },
    stock::{errors, handle::Handle, inert, object_tables, request},
};
use crate::{
    pool::{Limit, Pool},
    runtime::{self, CoroutineId},
    zend::{Object, Outcome, Thrown, Tracer, Value, globals::engine_local, sys},
};
use cenote_core::session::{Preamble, Transaction};
use cenote_sql::Effect;
use std::{
    cell::{Cell, OnceCell, RefCell},
    ffi::CString,
    ptr::NonNull,
    rc::{Rc, Weak},
    time::Duration,
};

/// The objects that have one pool.
pub(in crate::pdo) type MembersOfPool = Rc<Members<Template>>;

/// What a template sets off, and what is carried out above it.
#[derive(Clone, Copy)]
pub(in crate::pdo) struct Actions {
    /// Makes its pool.
    pub(in crate::pdo) make_pool: fn(&Options, &dyn Driver, MembersOfPool) -> Rc<Pool>,
    /// A coroutine with a binding that has this connection has ended; whether that is the script itself.
    pub(in crate::pdo) owner_ended: fn(&Template, &Binding, ConnectionRef, bool),
    /// Its pool is about to be closed.
    pub(in crate::pdo) closes: fn(&Template),
}

engine_local! {
    /// The templates of this request.
    static TEMPLATES: RefCell<Vec<Weak<Template>>> = RefCell::new(Vec::new());
}

fn remember(template: Weak<Template>) {
    let mut templates = TEMPLATES.borrow_mut();
    templates.retain(|known| known.strong_count() > 0);
    templates.push(template);
}

/// Those that this request has made, once.
pub(in crate::pdo) fn take_all() -> Vec<Weak<Template>> {
    TEMPLATES.take()
}

/// In a forked child, before PHP goes on there: nothing that is still done with a connection, as closing a stream of a large object,
/// reaches the parent's server (SPEC 29.6).
pub(in crate::pdo) fn cut_off_parents() {
    for template in TEMPLATES.borrow().iter().filter_map(Weak::upgrade) {
        for connection in template.own_connections() {
            if let Some(socket) = template.driver.socket(connection.handle) {
                crate::wait::cut_off(socket);
            }
        }
    }
}

/// A pooled PDO object.
pub(in crate::pdo) struct Template {
    /// The user's object; null once it is freed.
    object: Cell<*mut sys::zend_object>,
    /// Its handle, for what PDO itself answers.
    pub(in crate::pdo) own: Handle,
    pub(in crate::pdo) options: Options,
    pub(in crate::pdo) source: Source,
    pub(in crate::pdo) driver: Rc<dyn Driver>,
    pub(in crate::pdo) traits: Traits,
    /// [`Driver::sockets`], [`Driver::last_statement`] and [`Driver::rows_one_by_one`], which calls are too frequent to ask each time.
    pub(in crate::pdo) has_sockets: bool,
    pub(in crate::pdo) keeps_last_statement: bool,
    pub(in crate::pdo) reads_rows_one_by_one: bool,
    pub(in crate::pdo) log: RefCell<Log>,
    pub(in crate::pdo) readings: Readings,
    /// Grows with each entry of the log.
    pub(in crate::pdo) version: Cell<u64>,
    pub(in crate::pdo) preamble: Cell<Preamble>,
    /// The coroutine that constructed it.
    pub(in crate::pdo) maker: CoroutineId,
    /// How long a coroutine waits for a connection.
    pub(in crate::pdo) acquire_limit: Limit,
    /// How long a call waits for the server.
    pub(in crate::pdo) query_timeout: Option<Duration>,
    /// The collector is about to be asked for statements that nobody can reach.
    pub(in crate::pdo) is_looking: Cell<bool>,
    pub(in crate::pdo) shared: Rc<SharedPool<Template, ConnectionRef>>,
    /// Where its connections go at its end, if they outlive the request (SPEC 50).
    pub(in crate::pdo) process_pool: Option<Rc<ProcessPool>>,
    actions: Actions,
    /// The `Async\Pool` object that getPool() gives, once it was asked for.
    view: RefCell<Option<Object>>,
    bindings: Bindings,
    /// The process that its connections belong to (SPEC 29.6).
    generation: u32,
    /// A connection that keeps a memory database alive (SPEC 26.7).
    pub(in crate::pdo) keeper: RefCell<Option<Object>>,
    /// Coroutines inside the function of ATTR_POOL_CREDENTIALS.
    pub(in crate::pdo) asking: Asking,
    /// Why the server refused the last connect that failed, where that was seen.
    pub(in crate::pdo) refusal: Cell<Option<[u8; 5]>>,
    named: OnceCell<Box<Named>>,
    pub(in crate::pdo) this: Weak<Template>,
}

/// PDO's record of a driver, for the name in it.
struct Named {
    name: CString,
    record: sys::pdo_driver_t,
}

impl Template {
    /// A template for `object`, whose handle is still blank.
    ///
    /// # Safety
    /// A live PDO object that outlives the template.
    pub(in crate::pdo) unsafe fn new(
        object: *mut sys::zend_object,
        options: Options,
        source: Source,
        driver: Box<dyn Driver>,
        actions: Actions,
    ) -> Rc<Template> {
        // SAFETY: a live PDO object.
        let own = unsafe { Handle::of(object) };
        let process_pool = process_pools::find(&options, &source, &*driver);
        let make = || {
            let members = Rc::new(Members::default());
            SharedPool::new((actions.make_pool)(&options, &*driver, Rc::clone(&members)), members)
        };
        let shared = match &process_pool {
            Some(process) => process.present(SharedPool::is_open, make),
            None => make(),
        };
        Rc::new_cyclic(|this| Template {
            object: Cell::new(object),
            own,
            shared: {
                shared.members.join(this.clone());
                shared
            },
            process_pool,
            actions,
            acquire_limit: match options.acquire_timeout() {
                Duration::ZERO => Limit::Endless,
                limit => Limit::Within(limit),
            },
            query_timeout: options.query_timeout(),
            options,
            source,
            traits: driver.traits(),
            has_sockets: driver.sockets().is_some(),
            keeps_last_statement: driver.last_statement().is_some(),
            reads_rows_one_by_one: driver.rows_one_by_one().is_some(),
            driver: driver.into(),
            log: RefCell::new(Log::default()),
            readings: Readings::default(),
            version: Cell::new(0),
            preamble: Cell::new(Preamble::default()),
            maker: runtime::current_flow(),
            is_looking: Cell::new(false),
            view: RefCell::new(None),
            bindings: Bindings::default(),
            generation: runtime::process_generation(),
            keeper: RefCell::new(None),
            asking: Asking::default(),
            refusal: Cell::new(None),
            named: OnceCell::new(),
            this: this.clone(),
        })
    }

    /// The template behind a PDO object, if it is one.
    ///
    /// # Safety
    /// A live PDO object; what is returned is used while it lives.
    #[inline]
    pub(in crate::pdo) unsafe fn of<'a>(object: *mut sys::zend_object) -> Option<&'a Template> {
        // SAFETY: by the contract.
        if !unsafe { object_tables::is_template(object) } {
            return None;
        }
        // SAFETY: by the contract; it is one.
        Some(unsafe { Self::behind(object) })
    }

    /// The template behind its object.
    ///
    /// # Safety
    /// A template's live object; what is returned is used while it lives.
    #[inline]
    pub(in crate::pdo) unsafe fn behind<'a>(object: *mut sys::zend_object) -> &'a Template {
        // SAFETY: by the contract; `publish` has set the pointer, and the object keeps the template alive until it is freed.
        unsafe { &*Handle::of(object).driver_data().cast::<Template>() }
    }

    /// Makes the object a pooled one.
    pub(in crate::pdo) fn publish(self: Rc<Template>) {
        let object = self.object.get();
        let name = CString::new(self.driver_name()).unwrap_or_default();
        let named = self.named.get_or_init(|| {
            let record = sys::pdo_driver_t {
                driver_name: name.as_ptr(),
                driver_name_len: name.count_bytes(),
                api_version: 0,
                db_handle_factory: None,
            };
            Box::new(Named { name, record })
        });
        debug_assert!(named.record.driver_name == named.name.as_ptr());
        // SAFETY: the record lives as long as the template, which the object keeps until it is freed.
        unsafe { self.own.set_driver(&raw const named.record) };
        self.own.set_methods(inert::of_handle());
        remember(self.this.clone());
        let own = self.own;
        // SAFETY: the functions of the inert table look at no data; and a live object of class PDO, whose handlers ours are a
        // changed copy of.
        unsafe {
            own.set_driver_data(Rc::into_raw(self).cast_mut().cast());
            (*object).handlers = object_tables::of_templates();
        }
        request::note_template();
    }

    /// Takes [`Template::publish`] back: the constructor has failed.
    ///
    /// # Safety
    /// A live PDO object.
    pub(in crate::pdo) unsafe fn withdraw(object: *mut sys::zend_object) {
        // SAFETY: by the contract; the handlers are those that the object had before, and with them nobody finds the template.
        unsafe {
            let Some(template) = Template::of(object) else { return };
            let own = template.own;
            template.shut();
            (*object).handlers = object_tables::stock();
            own.forget_driver();
            drop(Template::take(object));
        }
    }

    /// Takes the reference to the template out of an object that is being freed, or was never finished.
    ///
    /// # Safety
    /// A live PDO object, whose template nobody uses any more.
    pub(in crate::pdo) unsafe fn take(object: *mut sys::zend_object) -> Option<Rc<Template>> {
        // SAFETY: a live PDO object; the pointer came from `Rc::into_raw` in `publish`, and is cleared here.
        unsafe {
            let own = Handle::of(object);
            let raw = own.driver_data().cast::<Template>().cast_const();
            own.set_driver_data(std::ptr::null_mut());
            (!raw.is_null()).then(|| Rc::from_raw(raw))
        }
    }

    /// The user's object, while it lives.
    pub(in crate::pdo) fn object(&self) -> Option<NonNull<sys::zend_object>> {
        NonNull::new(self.object.get())
    }

    /// A reference to the user's object, kept by a statement: a statement keeps its PDO object alive.
    pub(in crate::pdo) fn hold(&self) {
        if let Some(object) = self.object() {
            // SAFETY: a live object; `let_go` gives the reference up.
            std::mem::forget(unsafe { Object::from_borrowed(object.as_ptr()) });
        }
    }

    /// Takes over the reference of one statement.
    pub(in crate::pdo) fn let_go(&self) -> Option<Object> {
        // SAFETY: `hold` has added a reference for this statement.
        self.object().map(|object| unsafe { Object::from_owned(object.as_ptr()) })
    }

    #[inline]
    pub(in crate::pdo) fn pool(&self) -> &Rc<Pool> {
        &self.shared.engine
    }

    /// `getPool()` (SPEC 16.6).
    pub(in crate::pdo) fn view(&self) -> Result<Object, Thrown> {
        if let Some(view) = &*self.view.borrow() {
            return Ok(view.clone());
        }
        let view = crate::pool::view_of(self.pool())?;
        *self.view.borrow_mut() = Some(view.clone());
        Ok(view)
    }

    /// The binding of the running coroutine, made if need be.
    #[inline]
    pub(in crate::pdo) fn binding(&self) -> Rc<Binding> {
        self.bindings.current(|me| self.bind_anew(me))
    }

    /// What the running coroutine has, as [`Binding::holds`].
    #[inline]
    pub(in crate::pdo) fn holds(&self) -> (Transaction, Option<ConnectionRef>) {
        let known = self.bindings.look_at_latest(Binding::holds);
        known.unwrap_or_else(|| self.binding().holds())
    }

    fn bind_anew(&self, me: CoroutineId) -> Rc<Binding> {
        let template = self.this.clone();
        let ended = move || {
            if let Some(template) = template.upgrade() {
                template.coroutine_ended(me);
            }
        };
        self.bindings.add(me, runtime::on_end(me, Box::new(ended)))
    }

    fn coroutine_ended(&self, coroutine: CoroutineId) {
        let Some(binding) = self.bindings.end(coroutine) else { return };
        if let Some(connection) = binding.connection().filter(|_| !self.is_foreign()) {
            (self.actions.owner_ended)(
                self,
                &binding,
                connection,
                coroutine == request::main_flow(),
            );
        }
    }

    /// Whether its connections belong to the parent process (SPEC 29.6).
    #[inline]
    pub(in crate::pdo) fn is_foreign(&self) -> bool {
        self.generation != runtime::process_generation()
    }

    /// In a forked child the connections are the parent's, and the object refuses.
    #[inline]
    pub(in crate::pdo) fn check_process(&self) -> Outcome {
        if self.is_foreign() {
            return Err(errors::throw_plain(&messages::POOL_OF_PARENT));
        }
        Ok(())
    }

    /// What the driver's rules say of a text.
    #[inline]
    pub(in crate::pdo) fn reading(&self, text: &Value) -> Reading {
        self.readings.of(text, |sql| {
            let is_registered = |name: &[u8]| self.log.borrow().has_function(name);
            Reading::new(&*self.driver, sql, self.readings.round(), &is_registered)
        })
    }

    /// What a text has done to the session that has failed.
    pub(in crate::pdo) fn judge_failed(&self, sql: &[u8], only_compiled: bool) -> Effect {
        let is_registered = |name: &[u8]| self.log.borrow().has_function(name);
        self.driver.judge_failed(sql, only_compiled, &is_registered)
    }

    /// Records a setting of the preamble; how many there are now.
    pub(in crate::pdo) fn record_setting(&self, text: &Value) -> usize {
        self.version.set(self.version.get() + 1);
        let mut log = self.log.borrow_mut();
        log.settings.push(text.clone());
        log.settings.len()
    }

    /// The number of the last checkout of a connection, if that is still open and with nobody.
    pub(in crate::pdo) fn uses_of_idle(&self, connection: ConnectionRef) -> Option<u64> {
        if !self.shared.connections.borrow().contains(&connection) {
            return None;
        }
        let is_idle = !connection.session().has_left() && connection.bound_to.is_none();
        is_idle.then(|| connection.session().use_number())
    }

    pub(in crate::pdo) fn forget_connection(&self, connection: ConnectionRef) {
        self.shared.connections.borrow_mut().retain(|known| *known != connection);
    }

    pub(in crate::pdo) fn driver_name(&self) -> &[u8] {
        driver_name(self.source.dsn.as_bytes().unwrap_or_default())
    }

    /// Closes the pool and every connection (SPEC 29.2), or, if another object has the same pool, those that are this object's and in
    /// use (SPEC 50.13). Bindings become inert.
    pub(in crate::pdo) fn shut(&self) {
        let is_last = self.shared.members.leave(&self.this);
        if is_last && !self.is_foreign() {
            (self.actions.closes)(self);
        }
        self.object.set(std::ptr::null_mut());
        let bindings = self.bindings.take();
        if self.is_foreign() {
            // What dropping these would do is for the parent to do.
            std::mem::forget((bindings, self.view.take(), self.keeper.take(), self.this.upgrade()));
            return;
        }
        let pool = self.pool();
        let is_out =
            |connection: &ConnectionRef| pool.look(|core| core.is_handed_out(connection.id.get()));
        let mut out = Vec::new();
        for connection in
            self.own_connections().iter().filter(|connection| is_last || is_out(connection))
        {
            connection.session_mut().left_pool();
            out.push((connection.id.get(), binding::unbind(*connection)));
        }
        for (owner, binding) in &bindings.0 {
            if let Some(hook) = binding.end_hook.take() {
                runtime::forget_on_end(*owner, hook);
            }
        }
        if is_last {
            let _ = pool.close();
        }
        for (id, _) in &out {
            // What is bound, or on its way back.
            if pool.look(|core| core.is_handed_out(*id)) {
                if let Some(process) = self.process_pool.as_ref().filter(|_| !is_last) {
                    process.figures.closed(Closed::InUse);
                }
                let _ = pool.discard(*id);
            }
        }
        drop((bindings, self.view.take(), self.keeper.take()));
    }

    /// The connections of this object; of the last one of a pool, all.
    fn own_connections(&self) -> Vec<ConnectionRef> {
        let is_last = self.shared.members.are_none();
        let connections = self.shared.connections.borrow();
        connections
            .iter()
            .copied()
            .filter(|connection| is_last || self.is_of(*connection))
            .collect()
    }

    /// Whether the connection was told what this object was told.
    #[inline]
    pub(in crate::pdo) fn is_of(&self, connection: ConnectionRef) -> bool {
        std::ptr::eq(&raw const *connection.template, self)
    }

    /// The request ends: what is left of the statements is closed, then the connections.
    pub(in crate::pdo) fn end_request(&self) {
        // The statements may be the last to hold the object.
        // SAFETY: a live object.
        let held = self.object().map(|object| unsafe { Object::from_borrowed(object.as_ptr()) });
        if !self.is_foreign() {
            for connection in self.own_connections() {
                if !connection.is_left_as_it_is() {
                    connection.make_statements_inert();
                } else if let Some(socket) = self.driver.socket(connection.handle) {
                    // Nobody uses or closes it any more.
                    // SAFETY: it is the connection's alone, whose memory stays as it is.
                    unsafe { libc::close(socket) };
                }
            }
        }
        self.shut();
        drop(held);
    }

    pub(in crate::pdo) fn trace(&self, tracer: &mut Tracer) {
        self.log.borrow().trace(tracer);
        // What another object has as well is no garbage of this one's.
        if self.shared.members.is_one() {
            self.pool().trace(tracer);
        }
        tracer.value(&self.source.options);
        if let Some(credentials) = &self.options.credentials {
            credentials.trace(tracer);
        }
        self.own.trace(tracer);
    }
}
