//! Before a function closes, changes or reads what another coroutine may be inside of (SPEC 28.6, 28.7, 28.9).
//!
//! Each such function claims what it is called with, before it begins. What stands in its way are the calls of others that
//! are in the middle of it ([`crate::runtime::calls::inside`]). They have to return first, as C code cannot be unwound. Who closes makes
//! them leave ([`super::vacating`]) and waits for that; who reads waits for his turn. Where waiting is not possible, or of no
//! use, the function is refused, and has done nothing.

use super::vacating;
use crate::runtime::coroutines::uses::{Claim, Intent, Thing};
use crate::{
    runtime::{
        calls::{inside, things},
        coroutines::{
            coroutine::{Coroutine, CoroutineId, State},
            interrupted::{Eviction, Interrupted},
            scheduler,
        },
        errors::exceptions,
        libraries::evictions,
        messages,
        polling::reactor,
    },
    zend::{
        Outcome, Thrown, exception, frame,
        globals::{SetAtStart, engine_local},
        sys,
    },
};
use libc::c_int;
use std::{cell::Cell, rc::Rc};

engine_local! {
    static TICKETS: Cell<u64> = Cell::new(0);
}

type DescriptorTest = fn(c_int) -> bool;

static IS_CLIENT_CONNECTION: SetAtStart<Cell<Option<DescriptorTest>>> =
    SetAtStart::new(Cell::new(None));

/// At module start-up: how connections of clients are told from other descriptors, which stands above this folder.
pub(crate) fn tell_client_connections_by(test: DescriptorTest) {
    IS_CLIENT_CONNECTION.set(Some(test));
}

type CallTest = unsafe fn(*mut sys::zend_execute_data) -> bool;

static IS_IN_OWN_CALL: SetAtStart<Cell<Option<CallTest>>> = SetAtStart::new(Cell::new(None));

/// At module start-up: how a function finds that its own coroutine is in the middle of a call on what it is called with, in
/// code that the library has called. What it needs is that of [`claim`].
pub(crate) fn tell_own_calls_by(test: CallTest) {
    IS_IN_OWN_CALL.set(Some(test));
}

/// A function that closes or changes is about to begin. `Err`: its own coroutine's call goes on with what would be gone.
///
/// # Safety
/// That of [`claim`].
pub(in crate::runtime) unsafe fn spare_own_call(
    frame: *mut sys::zend_execute_data,
    intent: Intent,
) -> Outcome {
    let Some(is_in_own_call) = IS_IN_OWN_CALL.get() else { return Ok(()) };
    let matters = matches!(intent, Intent::Close | Intent::Change);
    // SAFETY: promised.
    if matters && unsafe { is_in_own_call(frame) } {
        return Err(Interrupted::connection_in_call().throw());
    }
    Ok(())
}

/// How often one closer makes a coroutine leave. One that comes back that often does not look at errors.
const EVICTIONS: usize = 8;

/// What somebody who is inside means to a claim.
enum Obstacle {
    None,
    /// Over once his call has returned, which it does by itself.
    UntilReturned,
    /// Over once his call has returned, which it has to be made to.
    Evictable,
    Lasting,
}

/// A function is about to begin, in `frame`. `Err`: it must not.
///
/// # Safety
/// The live frame of the running internal function.
pub(in crate::runtime) unsafe fn claim(
    frame: *mut sys::zend_execute_data,
    intent: Intent,
) -> Outcome {
    let me = scheduler::running();
    let ticket = TICKETS.get() + 1;
    TICKETS.set(ticket);
    let mine = Claim { intent, ticket };
    let mut evicted: Vec<CoroutineId> = Vec::new();
    let mut has_waited = false;
    loop {
        // SAFETY: the caller's promise.
        let leaving = unsafe { those_in_the_way(frame, &me, mine, &evicted) }?;
        if leaving.is_none() {
            if has_waited {
                // Who waits for this function to return can end its wait from now on.
                evictions::somebody_left();
            }
            return Ok(());
        }
        has_waited = true;
        for user in leaving.into_iter().flatten() {
            let again = evicted.contains(&user.id);
            evictions::evict(&user, if again { Eviction::Repeated } else { Eviction::Quiet });
            evicted.push(user.id);
        }
        me.claim.replace(Some(mine));
        let waited = vacating::until_somebody_leaves();
        me.claim.take();
        waited.map_err(Interrupted::throw)?;
    }
}

/// `None`: nobody. Otherwise they are waited for, and those who are given are to be made to leave.
///
/// # Safety
/// That of [`claim`].
unsafe fn those_in_the_way(
    frame: *mut sys::zend_execute_data,
    me: &Rc<Coroutine>,
    mine: Claim,
    evicted: &[CoroutineId],
) -> Result<Option<Vec<Rc<Coroutine>>>, Thrown> {
    // In a PHP signal handler that runs while everybody waits, the running coroutine is one of those who are inside.
    let runs = me.state.get() == State::Running;
    let may_wait = runs && scheduler::may_park();
    let mut in_the_way = None;
    // SAFETY: promised.
    for thing in unsafe { claimed(frame, mine.intent) } {
        for user in inside::users_of(thing) {
            if runs && Rc::ptr_eq(&user, me) {
                continue;
            }
            let times = evicted.iter().filter(|&&id| id == user.id).count();
            match obstacle(&user, thing, mine, may_wait) {
                Obstacle::None => {}
                Obstacle::UntilReturned if may_wait => {
                    in_the_way.get_or_insert_with(Vec::new);
                }
                Obstacle::Evictable if may_wait && times < EVICTIONS => {
                    in_the_way.get_or_insert_with(Vec::new).push(user);
                }
                _ => {
                    // SAFETY: promised.
                    return Err(refuse(&unsafe { frame::function_name(frame) }, &user, thing));
                }
            }
        }
    }
    Ok(in_the_way)
}

/// # Safety
/// That of [`claim`].
unsafe fn claimed(frame: *mut sys::zend_execute_data, intent: Intent) -> Vec<Thing> {
    let mut claimed = Vec::new();
    // SAFETY: promised.
    unsafe {
        things::each(frame, false, |used| {
            if !matches!(intent, Intent::Read | Intent::Turn) || used.in_turn {
                claimed.push(used.thing);
            }
        });
    }
    claimed
}

fn obstacle(user: &Coroutine, thing: Thing, mine: Claim, may_wait: bool) -> Obstacle {
    if let Some(theirs) = waiting_claim(user, thing) {
        let take_turns = |intent| matches!(intent, Intent::Read | Intent::Turn | Intent::Close);
        let waits = take_turns(mine.intent)
            && take_turns(theirs.intent)
            && theirs.ticket < mine.ticket
            && (may_wait || mine.intent != Intent::Close);
        // Otherwise their function finds it closed or changed when it begins.
        return if waits { Obstacle::UntilReturned } else { Obstacle::None };
    }
    match mine.intent {
        // Two on one connection end for both: the next answer could go to either (SPEC 28.4).
        Intent::Read if inside::has_turn(user, thing) && !waits_on_connection(user) => {
            Obstacle::UntilReturned
        }
        Intent::ChangeBuffer if inside::has_turn(user, thing) => Obstacle::Lasting,
        Intent::Turn if inside::has_turn(user, thing) => Obstacle::UntilReturned,
        Intent::Read | Intent::Turn | Intent::ChangeBuffer => Obstacle::None,
        Intent::Change => Obstacle::Lasting,
        Intent::Close if evictions::is_leaving(user) => Obstacle::UntilReturned,
        Intent::Close if user.evictable.get() && inside::innermost_call_has(user, thing) => {
            Obstacle::Evictable
        }
        Intent::Close => Obstacle::Lasting,
    }
}

fn waits_on_connection(user: &Coroutine) -> bool {
    let Some(is_client_connection) = IS_CLIENT_CONNECTION.get() else { return false };
    user.evictable.get() && reactor::awaited_by(user.id).into_iter().any(is_client_connection)
}

/// The claim of somebody who is in no call on `thing` but the one that waits to begin.
fn waiting_claim(user: &Coroutine, thing: Thing) -> Option<Claim> {
    let claim = user.claim.with(|claim| claim.copied())?;
    let only = inside::calls_with(user, thing) == 1 && inside::innermost_call_has(user, thing);
    only.then_some(claim)
}

#[cold]
fn refuse(function: &str, user: &Coroutine, thing: Thing) -> Thrown {
    let inside = inside::call_with(user, thing);
    let spawned = user.spawned_at.to_text();
    let message = messages::in_use(function, user.id.number(), &spawned, &inside);
    exception::throw(exceptions::async_exception(), &message)
}
