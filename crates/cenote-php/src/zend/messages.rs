//! The texts that have nothing to do with one area.

use super::{ClassRef, Message};

/// Argument of a function or method, `\ValueError`.
///
/// A number is too small. Nothing was changed or created.
///
/// Pass a number within the bound: `stubs/cenote.php` has bounds and units of every argument.
pub(crate) fn at_least(bound: i64) -> Message {
    Message::made(format!("must be >= {bound}"))
}

/// Argument of a function or method, `\ValueError`.
///
/// A path has a byte of value 0 in it, which no file system takes.
///
/// Look where the path comes from.
pub(super) const NULL_BYTES: Message = Message::fixed("must not contain any null bytes");

/// Fatal error.
///
/// A panic inside the extension: a fault of ours. It did not reach the engine, and the request ends here.
///
/// Please report it, with a script that shows it.
pub(super) fn internal_error(cause: &str) -> Message {
    Message::made(format!(
        "cenote: internal error ({cause}). The request cannot go on; please report this with a script that shows it"
    ))
}

/// Fatal error, when the class is declared.
///
/// A class of the script implements an interface that only classes of the extension can implement, `Async\Completable` say.
///
/// Implement nothing, and hand out an `Async\Future` that your class completes.
pub(super) fn only_classes_of_the_extension(class: ClassRef, interface: ClassRef) -> Message {
    let (class, interface) = (class.name(), interface.name());
    Message::made(format!(
        "Class {class} cannot implement interface {interface}: only classes of the extension do. Hand out an Async\\Future instead"
    ))
}
