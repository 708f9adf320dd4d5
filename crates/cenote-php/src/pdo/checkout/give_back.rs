//! When a connection goes back to its pool, and by which steps. The core decides; this file gathers the facts and acts.

use super::{bounded, manager, orphans};
use crate::pdo::{
    connection::{
        binding::{self, Binding},
        pooled::ConnectionRef,
        process_pools::Closed,
        shared_pool::count,
        template::Template,
    },
    drivers::Cleaning,
    stock::{errors, request},
};
use crate::{
    runtime::{self, Importance},
    zend::{
        Object, Outcome, Thrown, bailout,
        exception::{self, InFlight},
        globals, guard,
    },
};
use cenote_core::session::{Decision, GiveBack, InsertId, Moment, Observed, Step};
use std::rc::Rc;

/// A call on a bound connection has ended, in its coroutine.
#[inline]
pub(in crate::pdo) fn after_call(connection: ConnectionRef) {
    if connection.live_statements() > 0 && !connection.session().is_broken() {
        return;
    }
    let moment = if runtime::may_park() { Moment::Call } else { Moment::Destructor };
    consider(connection, moment);
}

/// A method of the user's object has ended, in its coroutine. The call holds the object.
#[inline]
pub(in crate::pdo) fn after_method(connection: ConnectionRef) {
    if connection.live_statements() > 0 && !connection.session().is_broken() {
        return;
    }
    let Some(seen) = observe(connection) else { return };
    let is_plain = connection.session().goes_back_plainly(seen);
    if is_plain && needs_nothing_else(connection) {
        remember_insert_id(connection);
        drop(binding::unbind(connection));
        connection.template.driver.forget_error(connection.handle);
        return give(connection, false);
    }
    let moment = if runtime::may_park() { Moment::Call } else { Moment::Destructor };
    if let Some(decision) = decide(connection, moment, seen) {
        settle(connection, moment, decision);
    }
}

/// Whether the plain way back of the connection runs no code of anybody else's before the pool has it.
#[inline]
fn needs_nothing_else(connection: ConnectionRef) -> bool {
    let engine = globals::executor();
    !connection.handle.has_error()
        && connection.template.source.warning_count.is_none()
        && !connection.has_to_close()
        && engine.exception.is_null()
        && engine.prev_exception.is_null()
}

/// A statement is being destroyed, which still holds the connection and the user's object.
#[inline]
pub(in crate::pdo) fn after_statement(connection: ConnectionRef) {
    if let Some(decision) = judge(connection, Moment::Destructor) {
        let in_flight = InFlight::put_aside();
        act(connection, Moment::Destructor, decision);
        in_flight.restore();
    }
}

/// A statement is being destroyed that had lost its connection.
#[cold]
pub(in crate::pdo) fn after_lost_statement(connection: ConnectionRef) {
    consider(connection, Moment::Destructor);
}

/// The owner has ended.
pub(in crate::pdo) fn at_end(
    template: &Template,
    binding: &Binding,
    connection: ConnectionRef,
    is_main: bool,
) {
    connection.main_has_ended.set(is_main);
    let moment = if is_main { Moment::MainEnd } else { Moment::CoroutineEnd };
    let is_now = connection.session_mut().owner_ended(moment);
    if is_now {
        consider(connection, moment);
    }
    if binding.connection().is_some() && template.pool().look(|core| core.waiting() > 0) {
        orphans::look_later(template);
    }
}

/// A call on the connection has ended, in whose midst the owner had ended: what was to be done then is done now. What the call
/// did in the owner's transaction is undone by that, so it must not look like a success (SPEC 19.9).
pub(in crate::pdo) fn after_overtaken(connection: ConnectionRef, moment: Moment) -> Outcome {
    let had_transaction = connection.in_transaction();
    consider(connection, moment);
    if had_transaction && !exception::pending() {
        return Err(errors::transaction_of_ended());
    }
    Ok(())
}

fn consider(connection: ConnectionRef, moment: Moment) {
    let Some(decision) = judge(connection, moment) else { return };
    settle(connection, moment, decision);
}

/// Carries out what was decided, of a connection whose objects nobody holds for certain.
fn settle(connection: ConnectionRef, moment: Moment, decision: Decision) {
    let in_flight = InFlight::put_aside();
    // The steps may take away the last statement that keeps the user's object alive, and the pool may be closed while
    // one of them waits: both objects go after them.
    // SAFETY: live objects.
    let held = unsafe {
        let template = connection.template.object().map(|o| Object::from_borrowed(o.as_ptr()));
        (Object::from_borrowed(connection.object), template)
    };
    act(connection, moment, decision);
    drop(held);
    in_flight.restore();
}

/// What is to be done, if anything.
#[inline]
fn judge(connection: ConnectionRef, moment: Moment) -> Option<Decision> {
    decide(connection, moment, observe(connection)?)
}

#[inline]
fn decide(connection: ConnectionRef, moment: Moment, seen: Observed) -> Option<Decision> {
    let decision = connection.session().decide(moment, seen);
    (!matches!(decision, Decision::Stay(_))).then_some(decision)
}

/// What there is to see of a connection that may go back; `None`: nobody has to ask.
#[inline]
fn observe(connection: ConnectionRef) -> Option<Observed> {
    let is_elsewhere = {
        let session = connection.session();
        session.has_left() || session.is_in_call()
    };
    if is_elsewhere || bailout::pending() || connection.bound_to.is_none() {
        return None;
    }
    let template = &connection.template;
    let statements = connection.live_statements();
    let holds_statements = statements > 0 || connection.has_to_close();
    let is_amid_rows = connection.is_amid_rows();
    let is_unusable = template.driver.is_unusable(connection.handle, holds_statements);
    if is_unusable && !(holds_statements && is_amid_rows) {
        connection.session_mut().broke();
    }
    let in_transaction = connection.in_transaction();
    connection.look_at_reported_settings(in_transaction);
    Some(Observed {
        owner_alive: connection.owner_is_alive(),
        statements: u32::try_from(statements).unwrap_or(u32::MAX),
        // It only matters to a rollback.
        rows_in_the_way: in_transaction
            && (is_amid_rows || template.driver.has_rows_in_the_way(connection.handle)),
        driver_cleans: template.traits.cleaning != Cleaning::None,
        reset: template.options.reset,
    })
}

/// Carries out what was decided. The caller holds both objects, and has put an exception aside.
#[inline]
fn act(connection: ConnectionRef, moment: Moment, decision: Decision) {
    match decision {
        Decision::Stay(_) => {}
        Decision::RollBack => roll_back_beside_statements(connection, moment),
        Decision::GiveBack(way) => carry_out(connection, way),
    }
}

/// Ends the transaction of an owner that has ended, while statements keep the connection (SPEC 19.9). Where that fails they are
/// closed with the connection, as what they do next would belong to a transaction that nobody can commit.
fn roll_back_beside_statements(connection: ConnectionRef, moment: Moment) {
    // Meanwhile nobody else may use them.
    if !connection.enter() {
        return;
    }
    let done = roll_back(connection);
    connection.leave();
    let Some(done) = settled(done) else { return };
    if !done {
        connection.session_mut().broke();
        connection.make_statements_inert();
    }
    // The last statement may have gone meanwhile.
    consider(connection, moment);
}

/// Takes the steps one by one. After the last one the connection may be gone.
fn carry_out(mut connection: ConnectionRef, mut way: GiveBack) {
    // Nobody has spoken on the connection since it was judged.
    let mut is_as_judged = true;
    while let Some(step) = way.next_step() {
        let done = match step {
            Step::CloseStatements => {
                is_as_judged = false;
                connection.make_statements_inert();
                Ok(true)
            }
            Step::RememberInsertId => {
                remember_insert_id(connection);
                remember_warnings(connection).map(|()| true)
            }
            Step::Unbind => unbind(connection).map(|()| true),
            Step::MoveToBackground => return move_to_background(connection, way),
            Step::Rollback => {
                is_as_judged = false;
                roll_back(connection)
            }
            Step::Clean => {
                is_as_judged = false;
                count(&connection.template.shared.counters.resets);
                // The object may get another handle, and with it another connection.
                bounded::run(connection, || manager::clean(connection)).map(|cleaned| {
                    connection = cleaned.unwrap_or(connection);
                    cleaned.is_some()
                })
            }
            Step::ClearError => {
                clear_error(connection);
                Ok(true)
            }
            Step::Release if connection.has_to_close() => {
                if !connection.may_close_here() {
                    return close_in_background(connection);
                }
                close_and_finish(connection).map(|()| true)
            }
            Step::Release if is_as_judged => return give(connection, false),
            Step::Release => return finish(connection, false),
            Step::Destroy => return finish(connection, true),
        };
        let Some(done) = settled(done) else { return };
        if !done {
            way.failed();
        }
    }
}

fn close_and_finish(connection: ConnectionRef) -> Outcome {
    bounded::run(connection, || {
        connection.close_pending();
        Ok(())
    })?;
    finish(connection, false);
    Ok(())
}

/// Whether a step was done. Nobody is there to catch what it threw. `None`: a fatal error ends the request.
fn settled(done: Result<bool, Thrown>) -> Option<bool> {
    match done {
        Ok(done) => Some(done),
        Err(Thrown::Exception) => {
            drop(exception::take());
            Some(false)
        }
        Err(Thrown::Bailout) => None,
    }
}

fn remember_insert_id(connection: ConnectionRef) {
    let id = match connection.template.driver.insert_id(connection.handle) {
        Some(id) => InsertId::Value(id),
        None => InsertId::Connection(connection, connection.session().use_number()),
    };
    if let Some(binding) = connection.bound_to.binding() {
        binding.insert_id.set(id);
    }
}

fn remember_warnings(connection: ConnectionRef) -> Outcome {
    let Some(method) = connection.template.source.warning_count else { return Ok(()) };
    // SAFETY: the pool holds the object of a connection that is on its way back.
    let object = unsafe { Object::from_borrowed(connection.object) };
    let count = request::bypass(|| method.call(&object, &mut []))?;
    if let Some(binding) = connection.bound_to.binding() {
        binding.warnings.set(count.as_int().unwrap_or(0));
    }
    Ok(())
}

/// Takes the connection out of its binding, which keeps the error that the connection shows (SPEC 23.2).
fn unbind(connection: ConnectionRef) -> Outcome {
    let Some(binding) = binding::unbind(connection) else { return Ok(()) };
    if binding.has_ended.get() {
        return Ok(());
    }
    if connection.session().is_broken() {
        let mut transaction = binding.transaction.get();
        transaction.connection_broke(connection.lost_transaction());
        binding.transaction.set(transaction);
    }
    // After a fatal error the engine calls no more functions for us.
    if connection.handle.has_error() && !globals::compiler().unclean_shutdown {
        let info = manager::error_info(connection)?;
        let old = binding.error.replace(Some(info));
        drop(old);
    }
    Ok(())
}

fn move_to_background(connection: ConnectionRef, way: GiveBack) {
    in_background(connection, move || carry_out(connection, way));
}

/// Statements died where nothing could be sent: they are closed before anybody else gets the connection.
fn close_in_background(connection: ConnectionRef) {
    in_background(connection, move || {
        let closed = bounded::run(connection, || {
            connection.close_pending();
            Ok(())
        });
        finish(connection, closed.is_err());
    });
}

fn in_background(connection: ConnectionRef, body: impl FnOnce() + 'static) {
    // The object keeps the connection alive until the coroutine has run.
    // SAFETY: the pool holds the object of a connection that is on its way back.
    let object = unsafe { Object::from_borrowed(connection.object) };
    let body = move || {
        let held = object;
        if !connection.session().has_left() && !connection.template.is_foreign() {
            body();
        }
        drop(held);
        Ok(())
    };
    runtime::spawn_native(Importance::Service, Box::new(body));
}

/// Whether the server has taken the transaction back.
fn roll_back(connection: ConnectionRef) -> Result<bool, Thrown> {
    let (raw, methods) = (connection.handle.as_ptr(), connection.original);
    let done = bounded::run(connection, || {
        // Rows that nobody has read may be in the way.
        connection.close_pending();
        // SAFETY: the driver's own function, on a connection that nobody uses.
        let done =
            guard(move || unsafe { methods.rollback.is_some_and(|rollback| rollback(raw)) })?;
        Ok(done)
    })?;
    exception::check()?;
    connection.handle.forget_transaction();
    count(&connection.template.shared.counters.rollbacks);
    Ok(done && !connection.in_transaction())
}

/// The next user starts with no error (SPEC 20.1).
fn clear_error(connection: ConnectionRef) {
    if connection.handle.has_error() {
        connection.handle.drop_failed_query();
        connection.handle.set_sqlstate(crate::pdo::stock::handle::NO_ERROR);
    }
    connection.template.driver.forget_error(connection.handle);
}

/// Gives a connection back that was spoken on meanwhile, unless it cannot be used any more.
fn finish(connection: ConnectionRef, destroy: bool) {
    if !connection.session().has_left() {
        give(
            connection,
            destroy || connection.template.driver.is_unusable(connection.handle, false),
        );
    }
}

#[inline]
fn give(connection: ConnectionRef, destroy: bool) {
    if connection.session().has_left() {
        return;
    }
    let pool = Rc::clone(connection.template.pool());
    let id = connection.id.get();
    let done = if destroy {
        let is_broken = connection.session().is_broken();
        if is_broken {
            count(&connection.template.shared.counters.broken);
        }
        if let Some(process) = &connection.template.process_pool {
            process.figures.closed(if is_broken { Closed::Broken } else { Closed::Unclean });
        }
        pool.discard(id)
    } else {
        pool.release(id)
    };
    // An exception (of a strategy, through the pool) stays pending for the coroutine that runs next.
    let _ = done;
}

/// A shutdown function runs after a fatal error. If that struck inside a call on the bound connection, nothing can be said of
/// the connection, and it is left alone until the request ends.
pub(in crate::pdo) fn forsake_cut_off(binding: &Binding) {
    let Some(connection) = binding.connection().filter(|connection| connection.is_in_call()) else {
        return;
    };
    connection.session_mut().broke();
    drop(binding::unbind(connection));
    let mut transaction = binding.transaction.get();
    transaction.connection_broke(connection.lost_transaction());
    binding.transaction.set(transaction);
}
