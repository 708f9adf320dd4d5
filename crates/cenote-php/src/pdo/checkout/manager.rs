//! Making, telling, checking and destroying connections: the pool's callbacks.

use super::{bounded, credentials, functions};
use crate::pdo::{
    connection::{
        pooled::ConnectionRef,
        process_pools::Closed,
        shared_pool::count,
        template::{MembersOfPool, Template},
    },
    drivers::{Cleaning, Driver},
    drivers::{probe, transport},
    log::Registered,
    messages,
    settings::options::{self, Options},
    stock::{
        classes, errors,
        handle::Handle,
        object_tables, originals,
        persistent::{self, Blank},
        request,
    },
};
use crate::{
    pool::{Callbacks, Hooks, Pool, PoolSettings, Whose},
    runtime, wait,
    zend::{
        Array, ClassRef, Object, Outcome, Thrown, Value, callable, class,
        exception::{self, InFlight},
        guard, sys,
    },
};
use cenote_core::SlotId;
use std::rc::Rc;

/// The owner of a PDO pool.
pub(in crate::pdo) struct Manager {
    members: MembersOfPool,
    /// The driver's connections are looked at before each checkout.
    probes: bool,
    waits_to_connect: bool,
}

impl Manager {
    fn new(members: MembersOfPool, driver: &dyn Driver) -> Self {
        Manager {
            members,
            probes: driver.sockets().is_some(),
            waits_to_connect: driver.traits().waits_to_connect,
        }
    }
}

impl Callbacks for Manager {
    fn hooks(&self) -> Hooks {
        Hooks { check: true, before_acquire: self.probes, before_release: false }
    }

    fn create(&self, slot: SlotId) -> Result<Option<Value>, Thrown> {
        let Some(template) = self.members.preferred() else { return Ok(None) };
        keep_open(&template)?;
        open(&template, slot, None).map(|object| Some(Value::object(object)))
    }

    fn is_full(&self, error: &Object) -> bool {
        let template = self.members.preferred();
        template.is_some_and(|template| {
            template.driver.is_full(&exception::message(error), template.refusal.take())
        })
    }

    fn creates_within_deadline(&self) -> bool {
        self.waits_to_connect
    }

    fn destroy(&self, _slot: SlotId, resource: Value) -> Outcome {
        if let Some(connection) = connection_in(&resource) {
            connection.session_mut().left_pool();
        }
        drop(resource);
        Ok(())
    }

    fn check(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        let Some(connection) = connection_in(resource) else { return Ok(false) };
        let driver = &*connection.template.driver;
        if self.probes && !probe::is_open(driver, connection.handle) {
            return Ok(false);
        }
        bounded::run(connection, || driver.is_alive(connection.handle, connection.original))
    }

    fn is_known_good(&self, resource: &Value) -> bool {
        connection_in(resource).is_some_and(|connection| connection.was_heard_just_now())
    }

    fn before_acquire(&self, _slot: SlotId, resource: &Value) -> Result<bool, Thrown> {
        let Some(connection) = connection_in(resource) else { return Ok(false) };
        let is_open = probe::is_open(&*connection.template.driver, connection.handle);
        if !is_open {
            connection.session_mut().broke();
            count(&connection.template.shared.counters.broken);
            if let Some(process) = &connection.template.process_pool {
                process.figures.closed(Closed::Broken);
            }
        }
        Ok(is_open)
    }

    fn whose(&self, resource: &Value) -> Whose {
        match connection_in(resource) {
            Some(connection) => {
                connection.owner().map_or(Whose::Upkeep, |id| Whose::Coroutine(id.number()))
            }
            None => Whose::Unknown,
        }
    }

    /// It looks at the socket.
    fn accepts_at_once(&self) -> bool {
        true
    }

    fn add_stats(&self, stats: &mut Array) -> Outcome {
        let Some(template) = self.members.preferred() else { return Ok(()) };
        let counters = &template.shared.counters;
        let figures = [
            ("resets", counters.resets.get()),
            ("rollbacks", counters.rollbacks.get()),
            ("broken", counters.broken.get()),
            ("cacheHits", counters.cache_hits.get()),
            ("cacheMisses", counters.cache_misses.get()),
            ("uncacheable", counters.uncacheable.get()),
        ];
        for (name, figure) in figures {
            stats.set_name(name, Value::int(figure as i64))?;
        }
        if let Some(process) = &template.process_pool {
            let mut over_requests = Array::with_capacity(16)?;
            for (name, figure) in process.figures.named() {
                over_requests.set_name(name, Value::int(figure as i64))?;
            }
            stats.set_name("process", Value::array(over_requests))?;
        }
        Ok(())
    }
}

/// The connection that a pool's resource is. None if the collector has closed it already: it frees the members of a
/// cycle in any order, so a template may go after its connections.
pub(in crate::pdo) fn connection_in(resource: &Value) -> Option<ConnectionRef> {
    let object = resource.as_object()?;
    // SAFETY: resources of a PDO pool are PDO objects, whose memory lives as long as a reference to them.
    unsafe {
        if (*object).gc.u.type_info & sys::IS_OBJ_FREE_CALLED != 0 {
            return None;
        }
        ConnectionRef::of(Handle::of(object))
    }
}

/// The pool of a template that is being made.
pub(in crate::pdo) fn make_pool(
    options: &Options,
    driver: &dyn Driver,
    members: MembersOfPool,
) -> Rc<Pool> {
    let limit = options.acquire_timeout();
    let mut core = options.settings();
    if driver.traits().keeps_one_open {
        // Not made in advance, but never let go by the idle timeout (SPEC 26.7).
        core.min = core.min.max(1);
    }
    let settings = PoolSettings {
        core,
        acquire_timeout: (!limit.is_zero()).then_some(limit),
        by_value: false,
        native: true,
    };
    Pool::new(settings, Box::new(Manager::new(members, driver)))
}

/// Keeps a connection of the shared memory database open, beside the pool's (SPEC 26.7).
fn keep_open(template: &Template) -> Outcome {
    if template.traits.keeps_one_open && template.keeper.borrow().is_none() {
        let kept = connect(template)?;
        *template.keeper.borrow_mut() = Some(kept);
    }
    Ok(())
}

/// Connects by PDO's own constructor (SPEC 16.9): a PDO object that nobody else knows.
pub(in crate::pdo) fn connect(template: &Template) -> Result<Object, Thrown> {
    let process = runtime::process_generation();
    let source = &template.source;
    let (user, password) = credentials::for_connect(template)?;
    let object = class::instantiate(source.class)?;
    let mut arguments = [source.dsn.clone(), user, password, options_for_connect(template)?];
    let mut constructor = originals::stock_constructor(source.class);
    persistent::begin(&object);
    wait::expect_refusal();
    // SAFETY: the constructor of the object's class; it lives through the call.
    let made = unsafe {
        let constructor = (&raw mut constructor).cast();
        callable::call_function(constructor, object.as_ptr(), &mut arguments)
    };
    let refusal = wait::take_refusal();
    persistent::make_own(&object);
    if process != runtime::process_generation() {
        leave_to_parent(template, &object);
    }
    if made.is_err() {
        template.refusal.set(refusal);
    }
    made.map(|_| object)
}

/// In a child that a signal handler has forked while its parent connected: this connection was in no pool yet, where it would have been
/// found when the fork was settled (SPEC 29.6).
#[cold]
fn leave_to_parent(template: &Template, object: &Object) {
    // SAFETY: a PDO object, connected or not.
    let handle = unsafe { Handle::of(object.as_ptr()) };
    if let Some(socket) = template.driver.socket(handle) {
        wait::cut_off(socket);
    }
}

fn options_for_connect(template: &Template) -> Result<Value, Thrown> {
    let options = &template.source.options;
    match template.process_pool {
        Some(_) => options::for_persistent_handle(options, &persistent::name()),
        None => Ok(options.clone()),
    }
}

/// An object of a driver's that is no connection, for what the driver says without one. `dsn`: by
/// [`Traits::dsn_without_server`](crate::pdo::drivers::Traits::dsn_without_server).
pub(in crate::pdo) fn unconnected(class: ClassRef, dsn: &[u8]) -> Result<Object, Thrown> {
    let object = class::instantiate(class)?;
    let mut constructor = originals::stock_constructor(class);
    let mut arguments = [Value::string(dsn)?];
    // SAFETY: the constructor of the object's class; object and arguments live through the call.
    let made = unsafe {
        let constructor = (&raw mut constructor).cast();
        callable::call_function(constructor, object.as_ptr(), &mut arguments)
    };
    match made {
        Err(Thrown::Bailout) => Err(Thrown::Bailout),
        // It has nobody to connect to.
        Err(Thrown::Exception) => {
            drop(exception::take());
            Ok(object)
        }
        Ok(_) => Ok(object),
    }
}

/// A new connection with all that the object was told so far, in the pool's books. `object`: whose handle it is to be.
fn open(template: &Rc<Template>, id: SlotId, take: Option<&Object>) -> Result<Object, Thrown> {
    let object = connect(template)?;
    let shown_by = take.unwrap_or(&object).as_ptr();
    // SAFETY: a PDO object that was just connected, and the one that is to show its handle.
    let (handle, connection) = unsafe {
        let handle = Handle::of(object.as_ptr());
        handle.set_sqlstate(crate::pdo::stock::handle::NO_ERROR);
        let to = Rc::clone(template);
        (handle, ConnectionRef::attach(handle, shown_by, id, to, functions::replace))
    };
    if let Some(process) = &template.process_pool {
        count(&process.figures.opened);
        connection.blank.set(Some(Blank::new()?));
    }
    template.driver.opened(handle, &template.source.options);
    if let Some(sockets) = template.driver.sockets() {
        if let Some(socket) = sockets.socket(handle) {
            transport::tune(socket, &sockets.link_options(handle));
        }
    }
    catch_up(connection, &object)?;
    Ok(object)
}

/// Runs a text of the pool's own; its failure is a failed connect.
fn run(connection: ConnectionRef, sql: &Value) -> Outcome {
    let done = connection.handle.run_with(connection.original, sql)?;
    if done { Ok(()) } else { Err(connection.handle.throw_driver_error()) }
}

/// Makes a dirty connection clean, and tells it again what all connections are told (SPEC 21.7, 21.8). `None`: it cannot be
/// made clean.
pub(in crate::pdo) fn clean(connection: ConnectionRef) -> Result<Option<ConnectionRef>, Thrown> {
    match connection.template.traits.cleaning {
        Cleaning::Reopen => reopen(connection),
        Cleaning::InPlace => Ok(clean_in_place(connection)?.then_some(connection)),
        Cleaning::None => Ok(None),
    }
}

pub(in crate::pdo) fn clean_in_place(connection: ConnectionRef) -> Result<bool, Thrown> {
    let template = &connection.template;
    connection.close_pending();
    connection.forget_kept();
    if !template.driver.clean(connection.handle, connection.original)? {
        return Ok(false);
    }
    connection.restored();
    // SAFETY: the pool holds the object of a connection that is being cleaned.
    catch_up(connection, &unsafe { Object::from_borrowed(connection.object) })?;
    Ok(true)
}

/// Opens a connection anew: its object gets the handle of a new connection. `None`: that was lost at once.
pub(in crate::pdo) fn reopen(old: ConnectionRef) -> Result<Option<ConnectionRef>, Thrown> {
    let template = Rc::clone(&old.template);
    // SAFETY: the pool holds the object of a connection that is being cleaned.
    let object = unsafe { Object::from_borrowed(old.object) };
    let new = open(&template, old.id.get(), Some(&object))?;
    // SAFETY: two live PDO objects, neither in a call, with no statement on the old handle.
    unsafe {
        std::ptr::swap(
            persistent::handle_field(object.as_ptr()),
            persistent::handle_field(new.as_ptr()),
        );
    }
    // The other object has the old handle now, and closes it.
    drop(new);
    // SAFETY: a live PDO object.
    Ok(ConnectionRef::of(unsafe { Handle::of(object.as_ptr()) }))
}

/// Tells a connection what came after its version of the log (SPEC 20.3).
#[inline]
pub(in crate::pdo) fn tell_news(connection: ConnectionRef) -> Outcome {
    if connection.session().told().is_up_to(connection.template.version.get()) {
        return Ok(());
    }
    let is_limited = connection.limit_call();
    // SAFETY: the pool holds the object.
    let told = catch_up(connection, &unsafe { Object::from_borrowed(connection.object) });
    if is_limited && connection.lift_limit() {
        return Err(connection.took_too_long());
    }
    told
}

fn catch_up(connection: ConnectionRef, object: &Object) -> Outcome {
    let template = &connection.template;
    let now = template.version.get();
    if template.object().is_none() {
        // It went while the connection was being made.
        return Err(errors::throw(*b"HY000", &messages::TEMPLATE_IS_GONE));
    }
    // Before anything waits: the object, and with it its handle, may go meanwhile.
    connection.handle.copy_pdo_attributes(template.own);
    let in_transaction = connection.in_transaction();
    connection.look_at_reported_settings(in_transaction);
    let is_first = connection.session_mut().told_mut().initialises();
    if is_first && template.options.has_init() {
        run(connection, &template.options.init)?;
    }
    let (attributes, settings, functions) = {
        let (log, told) = (template.log.borrow(), *connection.session().told());
        (
            log.attributes_since(told.version()),
            log.settings_from(told.settings()),
            log.functions_from(told.functions()),
        )
    };
    for attribute in attributes {
        set_attribute(connection, attribute.number, attribute.value)?;
    }
    for setting in &settings {
        tell_setting(connection, setting)?;
    }
    for function in &functions {
        tell_function(connection, object, function)?;
    }
    connection.session_mut().told_mut().everything(now);
    if !in_transaction {
        connection.remember_reported_settings();
    }
    Ok(())
}

fn tell_setting(connection: ConnectionRef, setting: &Value) -> Outcome {
    let template = &connection.template;
    let is_watched = template.reading(setting).is_watched;
    if is_watched {
        template.driver.before_watched_text(connection.handle);
    }
    let done = connection.handle.run_with(connection.original, setting)?;
    if is_watched {
        template.driver.after_watched_text(connection.handle);
    }
    if !done {
        return Err(connection.handle.throw_driver_error());
    }
    connection.session_mut().told_mut().setting();
    Ok(())
}

fn tell_function(connection: ConnectionRef, object: &Object, function: &Registered) -> Outcome {
    let name = Value::string(&function.method)?;
    let mut arguments = function.arguments.clone();
    let done = call_driver_method(object, &name, &mut arguments)?;
    if done.is_false() {
        return Err(errors::throw(*b"HY000", &messages::function_refused(function)));
    }
    connection.session_mut().told_mut().function();
    Ok(())
}

/// Sets a driver attribute on one connection.
pub(in crate::pdo) fn set_attribute(
    connection: ConnectionRef,
    number: i64,
    mut value: Value,
) -> Outcome {
    // Drivers answer no, without an error, to attributes that PDO alone keeps; an earlier error is none of this one's.
    connection.handle.set_sqlstate(crate::pdo::stock::handle::NO_ERROR);
    let (raw, zval, methods) =
        (connection.handle.as_ptr(), value.as_mut_ptr(), connection.handle.methods());
    // SAFETY: the table of a connected handle; the value lives through the call.
    let accepted = guard(move || unsafe {
        (*methods).set_attribute.is_some_and(|set| set(raw, number, zval))
    })?;
    exception::check()?;
    if accepted || connection.handle.sqlstate() == crate::pdo::stock::handle::NO_ERROR {
        return Ok(());
    }
    Err(connection.handle.throw_driver_error())
}

/// Calls a method of the driver on a hidden object.
fn call_driver_method(
    object: &Object,
    name: &Value,
    arguments: &mut [Value],
) -> Result<Value, Thrown> {
    request::bypass(|| {
        // SAFETY: `name` is a string.
        let (raw, name) = (object.as_ptr(), unsafe { (*name.as_ptr()).value.str_ });
        // Looking up may fill the driver's table of methods.
        let function = guard(move || {
            let mut raw = raw;
            // SAFETY: a live PDO object and a name.
            unsafe { object_tables::find_stock_method(&mut raw, name, std::ptr::null()) }
        })?;
        if function.is_null() {
            return Ok(Value::bool(false));
        }
        // SAFETY: found for this object. Who called the method first was told that it is deprecated.
        unsafe { callable::call_method_quietly(function, object.as_ptr(), arguments) }
    })
}

/// `errorInfo()` of a connection, whatever exception is in flight.
pub(in crate::pdo) fn error_info(connection: ConnectionRef) -> Result<Value, Thrown> {
    if connection.has_timed_out() {
        return errors::info_of_timeout(connection.timeout());
    }
    let in_flight = InFlight::put_aside();
    let function = classes::get().pdo.method("errorinfo");
    let info = request::bypass(|| match function {
        // SAFETY: a method of PDO, on a live PDO object.
        Some(function) => unsafe { callable::call_function(function, connection.object, &mut []) },
        None => Ok(Value::null()),
    });
    in_flight.restore();
    info
}
