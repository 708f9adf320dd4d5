//! The texts of the module's start.

use crate::zend::Message;

/// Fatal error, when PHP starts or at the first request.
///
/// Another extension has classes of the same names, a PHP with the TrueAsync API for instance.
///
/// Load only one of the two.
pub(crate) fn name_is_taken(owner: &str, class: &str) -> Message {
    Message::made(format!(
        "cenote cannot work beside the extension {owner}, which has a class {class} too: load only one of the two"
    ))
}
