//! Settings of which the server tells unasked (SPEC 21.4): more than a text shows, as when a trigger or a function sets them.
//!
//! What the server has told is compared with what it had told when the connection was ready, and only costs looking at
//! memory of the client library. A connection on which something else has changed them is dirty, whatever its texts were.

use super::slot::SlotRef;
use cenote_core::binding::Reset;

/// The connection has just been told all that it is to be told.
pub(super) fn remember(slot: SlotRef) {
    slot.told_settings.set(slot.template.driver.told_settings(slot.handle));
}

/// Marks the connection as dirty if its settings are not those that it was ready with. Within a transaction they may be the
/// transaction's own.
pub(super) fn look(slot: SlotRef, in_transaction: bool) {
    let ready = slot.told_settings.get();
    if ready.is_none()
        || in_transaction
        || slot.is_dirty.get()
        || slot.template.options.reset != Reset::Auto
    {
        return;
    }
    if slot.template.driver.told_settings(slot.handle) != ready {
        slot.is_dirty.set(true);
    }
}
