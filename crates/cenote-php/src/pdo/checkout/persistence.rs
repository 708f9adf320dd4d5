//! From one request to the next (SPEC 50): what of a pool's connections is kept at its end, and how the next request's pool adopts
//! it.
//!
//! Only idle connections are kept: each has gone back by the rules of give-back, which prove it clean or clean it. What the pool
//! itself has told it (settings, attributes, functions) belongs to the object and is undone here, or the connection is closed.
//! What is in use when its pool ends is closed: its coroutine had its chance to give it back.

use super::{
    bounded, functions,
    manager::{connection_in, set_attribute},
    sharing::{Known, introduce},
};
use crate::pdo::{
    connection::{
        pooled::ConnectionRef,
        process_pools::{self, Closed, Kept, ProcessPool, Unfinished},
        shared_pool::count,
        template::Template,
    },
    drivers::{Cleaning, probe},
    stock::{handle::Handle, persistent::Loose},
};
use crate::{
    runtime,
    zend::{ClassRef, Object, Outcome, Value, callable, class, exception, globals, sys},
};
use cenote_core::{
    Ages, SlotId, Time,
    session::{Attributes, Leaving, Settled, Undo},
};
use std::rc::Rc;

/// The pool of this object is about to be closed, and no statement of its idle connections is left.
pub(in crate::pdo) fn keep(template: &Template) {
    let Some(process) = &template.process_pool else { return };
    let pool = template.pool();
    let max = pool.look(|core| core.settings().max);
    let in_use = pool.look(|core| core.total() - core.idle());
    for _ in 0..in_use {
        process.figures.closed(Closed::InUse);
    }
    while let Some(parted) = pool.part_with_idle() {
        let Some(connection) = connection_in(&parted.resource) else { continue };
        let ages = Ages {
            born: connection.born.get(),
            since: parted.since,
            expires: parted.expires,
            lifetime: pool.look(|core| core.settings().lifetime),
        };
        // The resource that stays behind is an object without a connection, or goes with it.
        match part(connection) {
            Ok(kept) => process.keep(ages, kept),
            Err(reason) => process.figures.closed(reason),
        }
    }
    process.shrink(max);
}

/// Takes a clean connection out of its object. Err: it cannot be kept, and goes with its object.
fn part(connection: ConnectionRef) -> Result<Kept, Closed> {
    let template = Rc::clone(&connection.template);
    let driver = &*template.driver;
    let may_speak = !globals::compiler().unclean_shutdown;
    let is_bound = !connection.bound_to.is_none();
    // A copy: what sets attributes back may look at the session.
    let session = *connection.session();
    let leaving = leaving(connection, may_speak);
    let parting = session.part(is_bound, leaving, || restore_attributes(connection))?;
    let mut statements = connection.name_kept();
    let surplus = statements.len().saturating_sub(connection.cache.capacity());
    let surplus: Vec<_> = statements.drain(..surplus).collect();
    let statements_closed = close_statements(connection, may_speak);
    // Whether the server still speaks on it is looked at before it is handed out: it may go until then.
    let is_unusable =
        connection.session().is_broken() || driver.is_unusable(connection.handle, false);
    if !is_unusable {
        // The session is told the driver's word.
        connection.in_transaction();
    }
    let settled =
        Settled { statements_closed, is_unusable, has_surplus: !surplus.is_empty(), may_speak };
    let finish = parting.settle(&connection.session(), settled)?;
    driver.forget_unasked(connection.handle);
    driver.forget_error(connection.handle);
    let names: Vec<_> = surplus.iter().map(|statement| &*statement.name).collect();
    let unfinished = (!finish.is_nothing()).then(|| Unfinished {
        driver: Rc::clone(&template.driver),
        cleans: finish.cleans,
        forgets: driver
            .named_statements()
            .map(|named| named.text_to_forget(&names))
            .unwrap_or_default(),
    });
    let Some(blank) = connection.blank.take() else { return Err(Closed::Unclean) };
    let (object, is_initialised) =
        (connection.object, connection.session().told().is_initialised());
    let reported_settings = connection.reported_settings.clone();
    // SAFETY: nobody has the connection, and it has no statements. The connection is not used any more.
    unsafe {
        connection.part();
        let loose = Loose::take_from(object, blank).ok_or(Closed::Unclean)?;
        Ok(Kept { loose, is_initialised, reported_settings, statements, unfinished })
    }
}

/// Statements that the server does not know by a name belong to the request: they are closed there. Whether all are.
fn close_statements(connection: ConnectionRef, may_speak: bool) -> bool {
    if !connection.has_to_close() || !may_speak {
        return !connection.has_to_close();
    }
    bounded::loose(&*connection.template.driver, connection.handle, || {
        connection.close_pending();
        Ok(!connection.has_to_close())
    })
}

/// What is to be undone of what its object has told a connection. What costs nothing is undone here: attributes of the driver are set
/// back, those that have it speak with its server only if it `may_speak`.
pub(in crate::pdo) fn undo_after(connection: ConnectionRef, may_speak: bool) -> Undo {
    let session = *connection.session();
    session.undo_after(leaving(connection, may_speak), || restore_attributes(connection))
}

fn leaving(connection: ConnectionRef, may_speak: bool) -> Leaving {
    let template = &connection.template;
    Leaving {
        attributes: changed_attributes(connection),
        cleans_in_place: template.traits.cleaning == Cleaning::InPlace,
        reset: template.options.reset,
        may_speak,
    }
}

fn changed_attributes(connection: ConnectionRef) -> Attributes {
    let changed = connection.original_attributes.borrow();
    let speaks = |number: i64| number == i64::from(sys::PDO_ATTR_AUTOCOMMIT);
    if changed.is_empty() {
        Attributes::AsMade
    } else if changed.iter().any(|(_, original)| original.is_none()) {
        Attributes::Unknown
    } else if changed.iter().any(|&(number, _)| speaks(number)) {
        Attributes::Speaking
    } else {
        Attributes::Silent
    }
}

/// Sets the driver's attributes to what they were when the connection was made. Whether that is done.
fn restore_attributes(connection: ConnectionRef) -> bool {
    let changed = connection.original_attributes.take();
    bounded::loose(&*connection.template.driver, connection.handle, || {
        for (number, original) in changed.into_iter().rev() {
            let Some(original) = original else { return Ok(false) };
            set_attribute(connection, number, original)?;
        }
        Ok(true)
    })
}

/// Does what is still to be done on a kept connection. False: it has failed, or was not done in time.
fn finish(kept: &mut Kept, process: &ProcessPool) -> bool {
    let Some(Unfinished { driver, cleans, forgets }) = kept.unfinished.take() else { return true };
    let (driver, handle) = (&*driver, kept.loose.handle());
    let done = bounded::loose(driver, handle, || {
        if cleans {
            return driver.clean(handle, kept.loose.methods());
        }
        handle.run_with(kept.loose.methods(), &Value::string(&forgets)?)
    });
    if cleans && done {
        kept.is_initialised = false;
        kept.reported_settings.forget();
        kept.statements.clear();
        count(&process.figures.cleaned);
    }
    driver.forget_unasked(handle);
    done && !driver.is_unusable(handle, false)
}

/// The request ends: what its objects have left unfinished is done, after the answer where there is a way to send that before.
pub(in crate::pdo) fn end_request() {
    let unfinished = process_pools::take_unfinished();
    if unfinished.is_empty() {
        return;
    }
    let may_speak = !globals::compiler().unclean_shutdown;
    if may_speak {
        finish_response();
    }
    for (process, ages, mut kept) in unfinished {
        if may_speak && finish(&mut kept, &process) {
            process.keep(ages, kept);
        } else {
            process.figures.closed(Closed::Unclean);
        }
    }
}

/// Sends the answer, and lets the client go, where the server program has a function for that. Not while a session is open, which is
/// written after us: the client's next request may read it.
fn finish_response() {
    const ACTIVE: i64 = 2;
    let call = |name| {
        let function = ClassRef::find_function(name)?;
        // SAFETY: a function of the engine's table, without arguments.
        unsafe { callable::call_function(function, std::ptr::null_mut(), &mut []) }.ok()
    };
    if ClassRef::find_function("fastcgi_finish_request").is_none()
        || call("session_status").is_some_and(|status| status.as_int() == Some(ACTIVE))
    {
        return;
    }
    drop(call("fastcgi_finish_request"));
    if exception::pending() {
        drop(exception::take());
    }
}

/// Gives a new object what earlier requests have left of its pool. What has become due meanwhile is closed, before anybody is
/// lent a connection.
pub(in crate::pdo) fn adopt(template: &Rc<Template>) -> Outcome {
    let Some(process) = &template.process_pool else { return Ok(()) };
    process.shrink(template.pool().look(|core| core.settings().max));
    let kept = process.take_all();
    if kept.is_empty() {
        return Ok(());
    }
    let now = runtime::coarse_now();
    let is_check_due = process.begin_check(template.options.healthcheck_interval(), now);
    let mut others = kept.len() as u32;
    for (ages, mut kept) in kept {
        others -= 1;
        // Of an object that this very request has dropped.
        if !finish(&mut kept, process) {
            process.figures.closed(Closed::Unclean);
            continue;
        }
        let idle = template.pool().look(|core| core.is_idle_too_long(ages.since, others, now));
        if idle {
            process.figures.closed(Closed::IdleTooLong);
            continue;
        }
        if !is_fit(template, &kept, is_check_due) {
            process.figures.closed(Closed::Broken);
            continue;
        }
        let object = class::instantiate(template.source.class)?;
        let mut given = Some((kept, object));
        let adopted = template.pool().adopt(ages, |id| {
            let (kept, object) = given.take().expect("called once");
            attach(template, ages.born, kept, &object, id);
            Value::object(object)
        });
        match adopted {
            Ok(()) => count(&process.figures.adopted),
            Err(reason) => process.figures.closed(reason.into()),
        }
    }
    Ok(())
}

/// Whether a connection may be counted. Where none has to be there in advance, whether the server still speaks on it is looked at when it
/// is lent.
fn is_fit(template: &Template, kept: &Kept, is_check_due: bool) -> bool {
    let looks = template.has_sockets && template.options.prewarms();
    template.driver.leads_to(kept.loose.handle())
        && (!looks || probe::is_open(&*template.driver, kept.loose.handle()))
        && (!is_check_due || is_alive(template, kept))
}

fn is_alive(template: &Template, kept: &Kept) -> bool {
    let handle = kept.loose.handle();
    let ask = || template.driver.is_alive(handle, kept.loose.methods());
    bounded::loose(&*template.driver, handle, ask)
}

fn attach(template: &Rc<Template>, born: Time, kept: Kept, object: &Object, id: SlotId) {
    let Kept { loose, is_initialised, reported_settings, statements, .. } = kept;
    let handle: Handle = loose.handle();
    let blank = loose.give_to(object);
    // SAFETY: a kept handle has its driver's own functions; it was just given to the object.
    let connection = unsafe {
        let to = Rc::clone(template);
        ConnectionRef::attach(handle, object.as_ptr(), id, to, functions::replace)
    };
    connection.blank.set(Some(blank));
    connection.born.set(born);
    introduce(connection, Known { is_initialised, reported_settings, statements });
}
