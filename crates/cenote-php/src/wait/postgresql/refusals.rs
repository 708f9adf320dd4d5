//! The SQLSTATE with which a PostgreSQL server refuses a connection.
//!
//! libpq keeps it to itself and hands on only the text, in the language of the server. So it is read in what libpq receives,
//! while a coroutine connects. Encrypted input shows nothing.

use crate::{
    runtime::{self, CoroutineId},
    wait::patching::gate,
    zend::globals::engine_local,
};
use std::{
    cell::RefCell,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

type Sqlstate = [u8; 5];

struct Connecting {
    caller: CoroutineId,
    refused: Option<Sqlstate>,
}

engine_local! {
    static CONNECTING: RefCell<Vec<Connecting>> = RefCell::new(Vec::new());
    /// How many there are, for who must not touch the list: libraries receive on threads of their own, too.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
}

/// The running coroutine begins to connect.
pub(crate) fn expect_refusal() {
    let mut connecting = CONNECTING.borrow_mut();
    connecting.push(Connecting { caller: runtime::current(), refused: None });
    COUNT.store(connecting.len(), Relaxed);
}

/// It has connected, or was refused: with what, if that was seen.
pub(crate) fn take_refusal() -> Option<Sqlstate> {
    let me = runtime::current();
    let mut connecting = CONNECTING.borrow_mut();
    let at = connecting.iter().rposition(|one| one.caller == me)?;
    let refused = connecting.remove(at).refused;
    COUNT.store(connecting.len(), Relaxed);
    refused
}

/// A request begins: connects of the last one may have been left by a jump.
pub(crate) fn forget_refusals() {
    CONNECTING.borrow_mut().clear();
    COUNT.store(0, Relaxed);
}

/// The running coroutine has received this on some connection to PostgreSQL.
#[inline]
pub(in crate::wait) fn look_at(input: &[u8]) {
    if COUNT.load(Relaxed) == 0 || input.first() != Some(&b'E') || !gate::is_engine_thread() {
        return;
    }
    let me = runtime::current();
    if let Some(one) = CONNECTING.borrow_mut().iter_mut().rfind(|one| one.caller == me) {
        one.refused = sqlstate(input).or(one.refused);
    }
}

/// The field C of an ErrorResponse: its letter, four bytes of length, then fields, each a letter and a text that a zero ends.
fn sqlstate(message: &[u8]) -> Option<Sqlstate> {
    let fields = message.get(5..)?.split(|&byte| byte == 0);
    let code = fields.take_while(|field| !field.is_empty()).find(|field| field[0] == b'C')?;
    code[1..].try_into().ok()
}
