//! One method call on a template, from the user's frame to the connection and back (SPEC 33).

use super::own_answers::{self, Answers};
use crate::pdo::{
    checkout::{credentials, give_back, manager, orphans, refusal, sharing},
    connection::{
        binding::{self, Binding},
        pooled::ConnectionRef,
        template::Template,
    },
    messages,
    statements::{
        in_use::{self, Entry},
        plain,
    },
    stock::{
        attributes::{self, PoolAttribute, Realm},
        errors,
        handle::{Handle, TIMED_OUT},
        originals::{Handler, Method},
        request,
    },
};
use crate::zend::{Call, Object, Outcome, Thrown, Value, entry, exception, globals, sys};
use cenote_core::{
    SlotId,
    session::{self as core, Admission, Reset},
};
use std::rc::Rc;

/// What is left to do after the beginning of a call.
enum Plan {
    /// It is answered.
    Done,
    /// The original runs on the template itself, which answers what concerns PDO alone.
    OnTemplate,
    /// The original runs on this connection.
    OnConnection(ConnectionRef),
}

/// A method is called on a template.
///
/// # Safety
/// `frame` and `result` are those of the running call; `object` is a template.
pub(in crate::pdo) unsafe fn on_template(
    method: Method,
    original: Handler,
    object: *mut sys::zend_object,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    // SAFETY: by the contract; the call holds the object.
    let template = unsafe { Template::behind(object) };
    let mut plan = Plan::Done;
    entry::boundary(|| {
        // SAFETY: by the contract.
        let mut call = unsafe { Call::from_raw(frame, result) };
        plan = begin(method, template, &mut call).unwrap_or(Plan::Done);
    });
    match plan {
        Plan::Done => {}
        Plan::OnTemplate => {
            // SAFETY: by the contract; the template's handle answers stock code.
            unsafe { original(frame, result) };
            entry::boundary(|| {
                // SAFETY: by the contract.
                let call = unsafe { Call::from_raw(frame, result) };
                // What it raises is pending in the engine.
                let _ = end_on_template(method, template, &call);
            });
        }
        Plan::OnConnection(connection) => {
            // SAFETY: by the contract.
            unsafe { run_on(connection, original, frame, result) };
            entry::boundary(|| {
                // SAFETY: by the contract.
                let call = unsafe { Call::from_raw(frame, result) };
                // What it raises is pending in the engine.
                let _ = end_on_connection(method, connection, &call);
            });
        }
    }
}

/// Runs a method with the connection's own object in the place of the template (SPEC 33).
///
/// # Safety
/// `frame` and `result` are those of the running call on a template whose connection is bound to the running coroutine.
pub(in crate::pdo) unsafe fn run_on(
    connection: ConnectionRef,
    original: Handler,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let blocked = connection.template.traits.forbids_switching;
    // SAFETY: by the contract; the hidden object is held by the pool while its connection is bound.
    unsafe {
        let object = (*frame).This.value.obj;
        (*frame).This.value.obj = connection.object;
        plain::without_switching(blocked, || original(frame, result));
        (*frame).This.value.obj = object;
    }
}

fn begin(method: Method, template: &Template, call: &mut Call) -> Result<Plan, Thrown> {
    template.check_process()?;
    let binding = template.binding();
    if globals::compiler().unclean_shutdown {
        give_back::forsake_cut_off(&binding);
    }
    if let Some(answered) = without_connection(method, template, &binding, call)? {
        return Ok(answered);
    }
    let (connection, is_untouched) = match binding.connection() {
        Some(connection) => (connection, false),
        None => bind(template, &binding)?,
    };
    if connection.enter_knowing(is_untouched) {
        Ok(Plan::OnConnection(connection))
    } else {
        Err(in_use::refuse_pooled())
    }
}

/// The plan of a call for which no connection is needed. `None`: one has to be bound.
#[inline]
fn without_connection(
    method: Method,
    template: &Template,
    binding: &Rc<Binding>,
    call: &mut Call,
) -> Result<Option<Plan>, Thrown> {
    match method {
        Method::ErrorCode | Method::ErrorInfo => {
            own_answers::tell_error(method, binding, call)?;
            return Ok(Some(Plan::Done));
        }
        Method::InTransaction => {
            own_answers::tell_transaction(binding.holds(), call)?;
            return Ok(Some(Plan::Done));
        }
        _ => binding.clear_error(),
    }
    match method {
        Method::LastInsertId if binding.connection().is_none() => {
            call.optional_text(0)?;
            if let Some(id) = known_insert_id(template, binding)? {
                call.returns(Value::string(insert_id_text(template, id))?);
                return Ok(Some(Plan::Done));
            }
        }
        Method::GetAttribute | Method::SetAttribute => {
            let reads = method == Method::GetAttribute;
            let arguments = if reads { 1 } else { 2 };
            call.expect_args(arguments, arguments)?;
            return Ok(match own_answers::begin_attribute(template, binding, call, reads)? {
                Answers::Pool => Some(Plan::Done),
                Answers::Template => Some(Plan::OnTemplate),
                Answers::Connection => None,
            });
        }
        Method::Quote if own_answers::quotes_itself(template, binding) => {
            return Ok(Some(Plan::OnTemplate));
        }
        _ if admit_method(method, template, binding, call)? => return Ok(Some(Plan::Done)),
        _ => {}
    }
    Ok(None)
}

/// Refuses what a lost transaction does not allow (SPEC 22.3). True: the call is answered by that.
#[inline]
fn admit_method(
    method: Method,
    template: &Template,
    binding: &Binding,
    call: &mut Call,
) -> Result<bool, Thrown> {
    let kind = match method {
        Method::Exec if binding.transaction.get().is_lost() && is_rollback(template, call) => {
            core::Call::RollBackText
        }
        Method::Exec | Method::Prepare | Method::Query | Method::BeginTransaction => {
            core::Call::Statement
        }
        Method::Commit => core::Call::Commit,
        Method::RollBack => core::Call::RollBack,
        _ => return Ok(false),
    };
    if matches!(method, Method::Commit | Method::RollBack) {
        call.expect_args(0, 0)?;
    }
    let is_answered = admit(kind, binding, call)?;
    if is_answered && method == Method::Exec {
        call.returns(Value::int(0));
    }
    Ok(is_answered)
}

/// The last insert id without a bound connection. `None`: the connection that ran the last statement is bound again, as
/// nobody has used it since, and has to be asked (SPEC 23.5).
fn known_insert_id(template: &Template, binding: &Rc<Binding>) -> Result<Option<i64>, Thrown> {
    let remembered = binding.insert_id.take();
    let uses = |connection: &ConnectionRef| template.uses_of_idle(*connection);
    let revisited = match remembered.answer(false, uses) {
        core::Answer::Value(id) => {
            let id = *id;
            binding.insert_id.set(remembered);
            return Ok(Some(id));
        }
        core::Answer::Nothing if !template.traits.asks_for_insert_id => return Ok(Some(0)),
        core::Answer::Nothing | core::Answer::Gone | core::Answer::Ask => None,
        core::Answer::Revisit(connection) => Some(*connection),
    };
    let Some(wanted) = revisited else { return Err(refuse_insert_id()) };
    let (connection, _) = bind(template, binding)?;
    if connection == wanted {
        return Ok(None);
    }
    if connection.enter() && connection.leave() {
        give_back::after_call(connection);
    }
    binding.insert_id.take();
    Err(refuse_insert_id())
}

/// As the driver's lastInsertId() writes it.
fn insert_id_text(template: &Template, id: i64) -> String {
    template.driver.insert_ids().map_or_else(|| id.to_string(), |ids| ids.text(id))
}

#[cold]
fn refuse_insert_id() -> Thrown {
    errors::throw(*b"55000", &messages::INSERT_ID_OUT_OF_REACH)
}

/// Whether this exec() takes the transaction back.
#[cold]
fn is_rollback(template: &Template, call: &Call) -> bool {
    call.count() == 1
        && call
            .value(0)
            .as_bytes()
            .is_some_and(|sql| cenote_sql::is_rollback(sql, template.traits.dialect))
}

/// Asks what a lost transaction allows (SPEC 22.3). True: the call is answered.
fn admit(kind: core::Call, binding: &Binding, call: &mut Call) -> Result<bool, Thrown> {
    let mut transaction = binding.transaction.get();
    let admission = transaction.admit(kind, binding.connection().is_some());
    binding.transaction.set(transaction);
    match admission {
        Admission::Run => Ok(false),
        Admission::Acknowledged => {
            call.returns(Value::bool(true));
            Ok(true)
        }
        Admission::Lost => Err(errors::lost_transaction()),
        Admission::NoTransaction => Err(errors::throw_plain(&messages::NO_TRANSACTION)),
    }
}

/// PDO itself has answered, or refused, on the template.
fn end_on_template(method: Method, template: &Template, call: &Call) -> Outcome {
    if template.own.has_error() {
        own_answers::keep_own_error(template.own, &template.binding())?;
    }
    if method != Method::SetAttribute || exception::pending() || !call.result_is_true() {
        return Ok(());
    }
    let number = call.int(0)?;
    template.version.set(template.version.get() + 1);
    if attributes::realm(number) == Realm::Both {
        record(template, number, call.value(1));
    }
    match template.binding().connection() {
        Some(connection) => manager::tell_news(connection),
        None => Ok(()),
    }
}

fn record(template: &Template, number: i64, value: Value) {
    let version = template.version.get();
    let old = template.log.borrow_mut().set_attribute(number, value, version);
    drop(old);
}

fn end_on_connection(method: Method, connection: ConnectionRef, call: &Call) -> Outcome {
    if method == Method::SetAttribute && !exception::pending() && call.result_is_true() {
        // SPEC 24.1: accepted once, it holds on every connection; this one has it.
        let template = &connection.template;
        let before = template.version.get();
        template.version.set(before + 1);
        record(template, call.int(0)?, call.value(1));
        connection.session_mut().told_mut().attribute_came_from_here(before, before + 1);
    }
    if method == Method::Quote {
        own_answers::learn_to_quote(&connection.template, connection.handle);
    }
    let takes_back = method == Method::RollBack
        || method == Method::Exec
            && connection.handle.has_error()
            && is_rollback(&connection.template, call);
    if takes_back {
        connection.acknowledge_end();
    }
    end(connection)
}

/// A call on a bound connection has ended.
pub(in crate::pdo) fn end(connection: ConnectionRef) -> Outcome {
    if connection.handle.has_error() {
        connection.note_error(connection.handle.sqlstate());
    }
    let interrupted = connection.note_interruption();
    if connection.has_timed_out() {
        connection.handle.set_sqlstate(TIMED_OUT);
    }
    if connection.leave() {
        give_back::after_method(connection);
    }
    interrupted
}

/// The connection of this coroutine, taken from the pool if none is bound.
#[inline]
pub(in crate::pdo) fn bound_connection(
    template: &Template,
    binding: &Rc<Binding>,
) -> Result<ConnectionRef, Thrown> {
    match binding.connection() {
        Some(connection) => Ok(connection),
        None => bind(template, binding).map(|(connection, _)| connection),
    }
}

/// Takes a connection from the pool for this coroutine. True: nobody has spoken on it since its last give-back.
fn bind(template: &Template, binding: &Rc<Binding>) -> Result<(ConnectionRef, bool), Thrown> {
    credentials::refuse_inside(template)?;
    let pool = template.pool();
    let is_full = pool.look(|core| core.idle() == 0 && core.total() >= core.settings().max);
    if is_full {
        orphans::before_waiting(template)?;
    }
    template.shared.members.prefer(&template.this);
    let lease = pool
        .acquire(template.acquire_limit)
        .map_err(|failed| refusal::from_pool(failed, template))?;
    let Some(mut connection) = manager::connection_in(&lease.resource) else {
        pool.discard(lease.slot)?;
        return Err(errors::throw(*b"08000", &messages::CONNECTION_LOST));
    };
    connection.id.set(lease.slot);
    let mut is_untouched = is_as_given_back(connection, template);
    if connection.is_strange_to(template) {
        is_untouched = false;
        connection = match sharing::take_over(connection, template) {
            Ok(connection) => connection,
            Err(thrown) => return Err(discard_after(thrown, template, lease.slot)?),
        };
    }
    let last_use = connection.session().use_number();
    connection.session_mut().handed_out(template.shared.next_use());
    connection.changed_hands(binding, last_use);
    if template.options.reset != Reset::Never {
        template.driver.forget_unasked(connection.handle);
    }
    binding::bind(connection, binding);
    if let Some(ids) = template.driver.insert_ids() {
        ids.set(connection.handle, binding.remembered_insert_id());
    }
    if !is_untouched {
        if let Err(thrown) = manager::tell_news(connection) {
            drop(binding::unbind(connection));
            return Err(discard_after(thrown, template, lease.slot)?);
        }
    }
    Ok((connection, is_untouched))
}

/// Whether a connection that was just taken has had a user before, and there is nothing to tell it.
#[inline]
fn is_as_given_back(connection: ConnectionRef, template: &Template) -> bool {
    let session = connection.session();
    session.use_number() != 0 && session.told().is_up_to(template.version.get())
}

/// A connection could not be made ready.
#[cold]
fn discard_after(thrown: Thrown, template: &Template, slot: SlotId) -> Result<Thrown, Thrown> {
    let in_flight = exception::InFlight::put_aside();
    let discarded = template.pool().discard(slot);
    in_flight.restore();
    discarded.map(|()| thrown)
}

/// PHP code got hold of a hidden object: the call is routed as if made on its template (SPEC 16.7).
///
/// # Safety
/// The running frame, of a method of PDO.
pub(in crate::pdo) unsafe fn as_template(
    connection: ConnectionRef,
    frame: *mut sys::zend_execute_data,
    call: impl FnOnce() + Copy,
) {
    let Some(template) = connection.template.object() else {
        entry::boundary(|| {
            let _ = errors::throw_plain(&messages::TEMPLATE_IS_GONE);
        });
        return;
    };
    // SAFETY: by the contract the frame of the running call. The template may die in it, so it is held meanwhile.
    unsafe {
        let hidden = (*frame).This.value.obj;
        (*template.as_ptr()).gc.refcount += 1;
        (*frame).This.value.obj = template.as_ptr();
        call();
        (*frame).This.value.obj = hidden;
        entry::boundary(|| drop(Object::from_owned(template.as_ptr())));
    }
}

/// A method is called on a plain object. `None`: it is answered.
///
/// # Safety
/// `frame` and `result` are those of the running call.
pub(in crate::pdo) unsafe fn begin_plain(
    method: Method,
    handle: Handle,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) -> Result<Option<Entry>, Thrown> {
    // SAFETY: by the contract.
    let mut call = unsafe { Call::from_raw(frame, result) };
    let is_about_attribute = matches!(method, Method::SetAttribute | Method::GetAttribute);
    if is_about_attribute && handle.is_constructed() && call.count() > 0 {
        let given = call.value(0).as_int().and_then(PoolAttribute::from_number);
        if let Some(attribute) = given {
            let reads = method == Method::GetAttribute;
            call.expect_args(if reads { 1 } else { 2 }, if reads { 1 } else { 2 })?;
            if !reads || attribute == PoolAttribute::HealthcheckInterval {
                own_answers::refuse_attribute(handle, attribute, reads, None)?;
            }
            call.returns(Value::bool(false));
            return Ok(None);
        }
    }
    if request::is_quiet() {
        return Ok(Some(Entry::Nested));
    }
    plain::enter(handle).map(Some)
}

/// The call on a plain object has ended.
///
/// # Safety
/// `frame` and `result` are those of the running call.
pub(in crate::pdo) unsafe fn end_plain(
    method: Method,
    handle: Handle,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    if method == Method::SetAttribute {
        // SAFETY: by the contract.
        let call = unsafe { Call::from_raw(frame, result) };
        let timeout = i64::from(sys::PDO_ATTR_TIMEOUT);
        if call.count() > 0 && call.value(0).as_int() == Some(timeout) {
            // The driver has put its own way of waiting back.
            handle.set_busy_wait(false);
        }
    }
}
