//! When a connection goes back to its pool, and by which steps. The core decides; this file gathers the facts and acts.

use super::{bounded, connections, orphans};
use crate::pdo::{
    connection::{
        binding::{self, Binding},
        slot::SlotRef,
        template::{Template, count},
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
pub(in crate::pdo) fn after_call(slot: SlotRef) {
    if slot.live_statements() > 0 && !slot.session().is_broken() {
        return;
    }
    let moment = if runtime::may_park() { Moment::Call } else { Moment::Destructor };
    consider(slot, moment);
}

/// A statement is being destroyed, which still holds the connection and the user's object.
#[inline]
pub(in crate::pdo) fn after_statement(slot: SlotRef) {
    if let Some(decision) = judge(slot, Moment::Destructor) {
        let in_flight = InFlight::put_aside();
        act(slot, Moment::Destructor, decision);
        in_flight.restore();
    }
}

/// A statement is being destroyed that had lost its connection.
#[cold]
pub(in crate::pdo) fn after_lost_statement(slot: SlotRef) {
    consider(slot, Moment::Destructor);
}

/// The owner has ended.
pub(in crate::pdo) fn at_end(template: &Template, binding: &Binding, slot: SlotRef, is_main: bool) {
    slot.main_has_ended.set(is_main);
    let moment = if is_main { Moment::MainEnd } else { Moment::CoroutineEnd };
    let is_now = slot.tell().owner_ended(moment);
    if is_now {
        consider(slot, moment);
    }
    if binding.slot().is_some() && template.pool().look(|core| core.waiting() > 0) {
        orphans::look_later(template);
    }
}

/// A call on the connection has ended, in whose midst the owner had ended: what was to be done then is done now. What the call
/// did in the owner's transaction is undone by that, so it must not look like a success (SPEC 19.9).
pub(in crate::pdo) fn after_overtaken(slot: SlotRef, moment: Moment) -> Outcome {
    let had_transaction = slot.in_transaction();
    consider(slot, moment);
    if had_transaction && !exception::pending() {
        return Err(errors::transaction_of_ended());
    }
    Ok(())
}

fn consider(slot: SlotRef, moment: Moment) {
    let Some(decision) = judge(slot, moment) else { return };
    let in_flight = InFlight::put_aside();
    // The steps may take away the last statement that keeps the user's object alive, and the pool may be closed while
    // one of them waits: both objects go after them.
    // SAFETY: live objects.
    let held = unsafe {
        let template = slot.template.object().map(|o| Object::from_borrowed(o.as_ptr()));
        (Object::from_borrowed(slot.object), template)
    };
    act(slot, moment, decision);
    drop(held);
    in_flight.restore();
}

/// What is to be done, if anything.
#[inline]
fn judge(slot: SlotRef, moment: Moment) -> Option<Decision> {
    if slot.session().has_left() || slot.is_in_call() || bailout::pending() {
        return None;
    }
    let template = &slot.template;
    if slot.bound_to.is_none() {
        return None;
    }
    let holds_statements = slot.live_statements() > 0 || slot.has_buried();
    let is_amid_rows = slot.is_amid_rows();
    let is_unusable = template.driver.is_unusable(slot.handle, holds_statements);
    if is_unusable && !(holds_statements && is_amid_rows) {
        slot.tell().broke();
    }
    let in_transaction = slot.in_transaction();
    slot.look_at_told_settings(in_transaction);
    let seen = Observed {
        owner_alive: slot.owner_is_alive(),
        statements: u32::try_from(slot.live_statements()).unwrap_or(u32::MAX),
        // It only matters to a rollback.
        rows_in_the_way: in_transaction
            && (is_amid_rows || template.driver.has_rows_in_the_way(slot.handle)),
        driver_cleans: template.traits.cleaning != Cleaning::None,
        reset: template.options.reset,
    };
    let decision = slot.session().decide(moment, seen);
    (!matches!(decision, Decision::Stay(_))).then_some(decision)
}

/// Carries out what was decided. The caller holds both objects, and has put an exception aside.
#[inline]
fn act(slot: SlotRef, moment: Moment, decision: Decision) {
    match decision {
        Decision::Stay(_) => {}
        Decision::RollBack => roll_back_beside_statements(slot, moment),
        Decision::GiveBack(way) => carry_out(slot, way),
    }
}

/// Ends the transaction of an owner that has ended, while statements keep the connection (SPEC 19.9). Where that fails they are
/// closed with the connection, as what they do next would belong to a transaction that nobody can commit.
fn roll_back_beside_statements(slot: SlotRef, moment: Moment) {
    // Meanwhile nobody else may use them.
    if !slot.enter() {
        return;
    }
    let done = roll_back(slot);
    slot.leave();
    let Some(done) = settled(done) else { return };
    if !done {
        slot.tell().broke();
        slot.make_statements_inert();
    }
    // The last statement may have gone meanwhile.
    consider(slot, moment);
}

/// Takes the steps one by one. After the last one the slot may be gone.
fn carry_out(mut slot: SlotRef, mut way: GiveBack) {
    // Nobody has spoken on the connection since it was judged.
    let mut is_as_judged = true;
    while let Some(step) = way.next_step() {
        let done = match step {
            Step::CloseStatements => {
                is_as_judged = false;
                slot.make_statements_inert();
                Ok(true)
            }
            Step::RememberInsertId => {
                remember_insert_id(slot);
                remember_warnings(slot).map(|()| true)
            }
            Step::Unbind => unbind(slot).map(|()| true),
            Step::MoveToBackground => return move_to_background(slot, way),
            Step::Rollback => {
                is_as_judged = false;
                roll_back(slot)
            }
            Step::Clean => {
                is_as_judged = false;
                count(&slot.template.counters.resets);
                // The object may get another handle, and with it another slot.
                bounded::run(slot, || connections::clean(slot)).map(|cleaned| {
                    slot = cleaned.unwrap_or(slot);
                    cleaned.is_some()
                })
            }
            Step::ClearError => {
                clear_error(slot);
                Ok(true)
            }
            Step::Release if slot.has_buried() => {
                if !slot.may_close_here() {
                    return close_in_background(slot);
                }
                bounded::run(slot, || {
                    slot.close_buried();
                    Ok(())
                })
                .map(|()| {
                    finish(slot, false);
                    true
                })
            }
            Step::Release if is_as_judged => return give(slot, false),
            Step::Release => return finish(slot, false),
            Step::Destroy => return finish(slot, true),
        };
        let Some(done) = settled(done) else { return };
        if !done {
            way.failed();
        }
    }
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

fn remember_insert_id(slot: SlotRef) {
    let id = match slot.template.driver.insert_id(slot.handle) {
        Some(id) => InsertId::Value(id),
        None => InsertId::Connection(slot, slot.session().use_number()),
    };
    if let Some(binding) = slot.bound_to.binding() {
        binding.insert_id.set(id);
    }
}

fn remember_warnings(slot: SlotRef) -> Outcome {
    let Some(method) = slot.template.source.warning_count else { return Ok(()) };
    // SAFETY: the pool holds the object of a connection that is on its way back.
    let object = unsafe { Object::from_borrowed(slot.object) };
    let count = request::bypass(|| method.call(&object, &mut []))?;
    if let Some(binding) = slot.bound_to.binding() {
        binding.warnings.set(count.as_int().unwrap_or(0));
    }
    Ok(())
}

/// Takes the connection out of its binding, which keeps the error that the connection shows (SPEC 23.2).
fn unbind(slot: SlotRef) -> Outcome {
    let Some(binding) = binding::unbind(slot) else { return Ok(()) };
    if binding.has_ended.get() {
        return Ok(());
    }
    if slot.session().is_broken() {
        let mut transaction = binding.transaction.get();
        transaction.connection_broke(slot.lost_transaction());
        binding.transaction.set(transaction);
    }
    // After a fatal error the engine calls no more functions for us.
    if slot.handle.has_error() && !globals::compiler().unclean_shutdown {
        let info = connections::error_info(slot)?;
        let old = binding.error.replace(Some(info));
        drop(old);
    }
    Ok(())
}

fn move_to_background(slot: SlotRef, way: GiveBack) {
    in_background(slot, move || carry_out(slot, way));
}

/// Statements died where nothing could be sent: they are closed before anybody else gets the connection.
fn close_in_background(slot: SlotRef) {
    in_background(slot, move || {
        let closed = bounded::run(slot, || {
            slot.close_buried();
            Ok(())
        });
        finish(slot, closed.is_err());
    });
}

fn in_background(slot: SlotRef, body: impl FnOnce() + 'static) {
    // The object keeps the slot alive until the coroutine has run.
    // SAFETY: the pool holds the object of a connection that is on its way back.
    let object = unsafe { Object::from_borrowed(slot.object) };
    let body = move || {
        let held = object;
        if !slot.session().has_left() && !slot.template.is_foreign() {
            body();
        }
        drop(held);
        Ok(())
    };
    runtime::spawn_native(Importance::Service, Box::new(body));
}

/// Whether the server has taken the transaction back.
fn roll_back(slot: SlotRef) -> Result<bool, Thrown> {
    let (raw, methods) = (slot.handle.as_ptr(), slot.original);
    let done = bounded::run(slot, || {
        // Rows that nobody has read may be in the way.
        slot.close_buried();
        // SAFETY: the driver's own function, on a connection that nobody uses.
        let done =
            guard(move || unsafe { (*methods).rollback.is_some_and(|rollback| rollback(raw)) })?;
        Ok(done)
    })?;
    exception::check()?;
    slot.handle.forget_transaction();
    count(&slot.template.counters.rollbacks);
    Ok(done && !slot.in_transaction())
}

/// The next user starts with no error (SPEC 20.1).
fn clear_error(slot: SlotRef) {
    if slot.handle.has_error() {
        slot.handle.drop_failed_query();
        slot.handle.set_sqlstate(crate::pdo::stock::handle::NO_ERROR);
    }
    slot.template.driver.forget_error(slot.handle);
}

/// Gives a connection back that was spoken on meanwhile, unless it cannot be used any more.
fn finish(slot: SlotRef, destroy: bool) {
    if !slot.session().has_left() {
        give(slot, destroy || slot.template.driver.is_unusable(slot.handle, false));
    }
}

#[inline]
fn give(slot: SlotRef, destroy: bool) {
    if slot.session().has_left() {
        return;
    }
    let pool = Rc::clone(slot.template.pool());
    let id = slot.id.get();
    let done = if destroy {
        if slot.session().is_broken() {
            count(&slot.template.counters.broken);
        }
        pool.discard(id)
    } else {
        pool.release(id)
    };
    // An exception (of a strategy, through the pool) stays pending for whoever runs next.
    let _ = done;
}

/// A shutdown function runs after a fatal error. If that struck inside a call on the bound connection, nothing can be said of
/// the connection, and it is left alone until the request ends.
pub(in crate::pdo) fn forsake_cut_off(binding: &Binding) {
    let Some(slot) = binding.slot().filter(|slot| slot.is_in_call()) else { return };
    slot.tell().broke();
    drop(binding::unbind(slot));
    let mut transaction = binding.transaction.get();
    transaction.connection_broke(slot.lost_transaction());
    binding.transaction.set(transaction);
}
