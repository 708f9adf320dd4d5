//! The classes that drivers add to PDO (`Pdo\Sqlite` … since PHP 8.4), and `PDO::connect()`, which chooses among them.
//!
//! Such a class has copied PDO's method entries when it was registered, which may have been before ours were put in; and it
//! has methods of its own. Once all extensions are there, and before any PHP code could inherit from it, both get our
//! handlers. A method of a driver's class on a template runs on the coroutine's connection, as those that are in no class
//! table do ([`super::driver_methods`]). The hidden objects of a template are of its driver's class.

use super::{call, driver_methods};
use crate::pdo::{
    connection::{pooled::ConnectionRef, template::Template},
    messages,
    statements::plain,
    stock::{
        attributes, classes, errors,
        handle::Handle,
        originals::{self, Handler},
        request,
    },
};
use crate::zend::{
    Call, ClassRef, Method, Outcome, Thrown, Value, entry, globals::SetAtStart, sys, value,
};
use std::cell::RefCell;

/// The original of a method. Copies of its entry, in child classes and closures, have the same scope and name; opcache puts
/// another string of the same text in the name's place.
struct Original {
    scope: *mut sys::zend_class_entry,
    name: Vec<u8>,
    handler: Handler,
}

impl Original {
    fn is_of(&self, method: &sys::zend_internal_function) -> bool {
        // SAFETY: a method of a live class has a name.
        let name = unsafe { value::string_bytes(method.function_name) };
        self.scope == method.scope && self.name == name
    }
}

static ORIGINALS: SetAtStart<RefCell<Vec<Original>>> = SetAtStart::new(RefCell::new(Vec::new()));

/// Completes the classes that drivers have registered so far. To be called again when there may be more.
pub(in crate::pdo) fn complete() {
    let pdo = classes::get().pdo;
    for class in pdo.internal_children() {
        originals::adopt(class);
        attributes::declare(class);
        for method in class.object_methods() {
            // SAFETY: an entry of an internal class's method table, which lives as long as the process; module start-up.
            unsafe { take_over(&mut (*method).internal_function) };
        }
    }
}

/// Module shutdown: the classes go.
pub(in crate::pdo) fn shut_down() {
    ORIGINALS.borrow_mut().clear();
}

fn take_over(method: &mut sys::zend_internal_function) {
    let Some(handler) = method.handler else { return };
    let is_inherited = method.scope == classes::get().pdo.as_ptr();
    if is_inherited || std::ptr::fn_addr_eq(handler, driver_method as Handler) {
        return;
    }
    let mut originals = ORIGINALS.borrow_mut();
    if !originals.iter().any(|known| known.is_of(method)) {
        // SAFETY: a method of an internal class has a name.
        let name = unsafe { value::string_bytes(method.function_name) }.to_vec();
        originals.push(Original { scope: method.scope, name, handler });
    }
    method.handler = Some(driver_method);
}

/// The class that a driver's connections belong to by their nature; PDO itself if there is none.
fn of_driver(name: &[u8]) -> ClassRef {
    let pdo = classes::get().pdo;
    let lower = format!("pdo\\{}", String::from_utf8_lossy(name).to_ascii_lowercase());
    ClassRef::find_internal(&lower).filter(|class| class.is_a(pdo)).unwrap_or(pdo)
}

/// The class of the connections behind a template: that of the template without what PHP code has added.
///
/// # Safety
/// A live PDO object.
pub(in crate::pdo) unsafe fn of_connections(template: *mut sys::zend_object) -> ClassRef {
    // SAFETY: a live object of class PDO or a child.
    unsafe { ClassRef::from_raw((*template).ce) }.internal_ancestor()
}

/// What `connect()`, called on `scope`, makes for a driver.
pub(in crate::pdo) fn to_connect(scope: ClassRef, driver: &[u8]) -> Result<ClassRef, Thrown> {
    let class = of_driver(driver);
    if class.is_a(scope) {
        return Ok(class);
    }
    if class != classes::get().pdo && scope.is_a(class) {
        return Ok(scope);
    }
    Err(refuse(scope, class, driver, "connect"))
}

/// Whether an object of `class` may be constructed for a driver, by PDO's rule.
pub(in crate::pdo) fn check_constructor(class: ClassRef, driver: &[u8]) -> Outcome {
    let natural = of_driver(driver);
    let internal = class.internal_ancestor();
    if internal == classes::get().pdo || class.is_a(natural) && natural != classes::get().pdo {
        return Ok(());
    }
    Err(refuse(class, natural, driver, "__construct"))
}

/// The method that counts warnings, if a driver's class has it.
pub(in crate::pdo) fn warning_count(class: ClassRef) -> Option<Method> {
    class.public_method("getwarningcount")
}

/// With PDO's text.
fn refuse(class: ClassRef, natural: ClassRef, driver: &[u8], method: &str) -> Thrown {
    if natural == classes::get().pdo {
        return errors::throw_plain(&messages::class_of_no_driver(class, method));
    }
    let driver = String::from_utf8_lossy(driver);
    errors::throw_plain(&messages::class_of_another_driver(class, natural, &driver, method))
}

/// Answers what takes no connection (SPEC 18.8).
fn answer(template: &Template, call: &mut Call) -> Result<bool, Thrown> {
    let binding = template.binding();
    let is_count = driver_methods::name_of(call).eq_ignore_ascii_case(b"getWarningCount");
    if !is_count || binding.connection().is_some() {
        return Ok(false);
    }
    call.expect_args(0, 0)?;
    call.returns(Value::int(binding.warnings.get()));
    Ok(true)
}

/// The handler of every method that a driver's class declares.
unsafe extern "C" fn driver_method(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    // SAFETY: the frame of a running call on an object of a driver's class.
    let (object, function) =
        unsafe { ((*frame).This.value.obj, &(*(*frame).func).internal_function) };
    let original =
        ORIGINALS.read().iter().find(|known| known.is_of(function)).map(|known| known.handler);
    let Some(original) = original else { return };
    // SAFETY: a live PDO object, which the call holds.
    if let Some(template) = unsafe { Template::of(object) } {
        let mut is_answered = false;
        // SAFETY: the frame and result of the running call.
        let mut call = unsafe { Call::from_raw(frame, result) };
        entry::boundary(|| is_answered = answer(template, &mut call).unwrap_or(true));
        if is_answered {
            return;
        }
        // SAFETY: the engine called this handler with them, for this very function.
        return unsafe { driver_methods::run(template, original, frame, result) };
    }
    if request::is_quiet() || request::is_bypassed() {
        // SAFETY: the engine called this handler with them, for this very function.
        return unsafe { original(frame, result) };
    }
    // SAFETY: a live PDO object.
    let handle = unsafe { Handle::of(object) };
    if let Some(connection) = ConnectionRef::of(handle) {
        // SAFETY: `as_template` puts the template into the frame's `$this` for the length of this closure.
        return unsafe {
            call::as_template(connection, frame, || {
                if let Some(template) = Template::of((*frame).This.value.obj) {
                    driver_methods::run(template, original, frame, result);
                }
            })
        };
    }
    let mut entry = None;
    entry::boundary(|| entry = plain::enter(handle).ok());
    let Some(entry) = entry else { return };
    // SAFETY: the engine called this handler with them, for this very function.
    unsafe { original(frame, result) };
    entry::boundary(|| {
        // What it raises is pending in the engine.
        let _ = plain::leave(handle, entry);
    });
}
