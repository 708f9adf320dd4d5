//! PDO's constructor and `PDO::connect()`: a plain object as ever, or a template (SPEC 16.1, 17.1).

use super::{driver_classes, handlers};
use crate::pdo::{
    checkout::{give_back, manager, persistence},
    connection::template::{Actions, Template},
    drivers::{self, Driver},
    messages,
    settings::{
        options::{self, Options},
        source::{Source, driver_name},
    },
    stock::{
        attributes::{self, Realm},
        classes, errors,
        handle::Handle,
        object_tables,
        originals::{self, CONNECT, CONSTRUCTOR},
    },
};
use crate::zend::{
    Call, ClassRef, Outcome, Thrown, Value, array, callable, class, entry, exception, guard, sys,
    value,
};

const OPTIONS: u32 = 3;

/// Our handler for `PDO::__construct`.
pub(in crate::pdo) unsafe extern "C" fn construct(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let mut is_plain = false;
    entry::boundary(|| {
        // SAFETY: the frame and result of the running call.
        let call = unsafe { Call::from_raw(frame, result) };
        is_plain = begin(&call).unwrap_or(false);
    });
    if is_plain {
        // SAFETY: the engine called this handler with them, instead of the stock constructor.
        unsafe { originals::call_stock(CONSTRUCTOR, frame, result) };
    }
}

/// False: the object is pooled now, and nothing is left to do.
fn begin(call: &Call) -> Result<bool, Thrown> {
    let object = call.this();
    // SAFETY: `$this` of PDO's constructor.
    unsafe {
        if object_tables::is_template(object) {
            return Err(errors::constructed_twice());
        }
        handlers::prepare(object)?;
    }
    let Some(given) = &given_options(call) else { return Ok(true) };
    if options::asks_for_pool(given)? {
        // SAFETY: `$this` of PDO's constructor.
        if unsafe { Handle::of(object) }.is_constructed() {
            return Err(errors::constructed_twice());
        }
        let wanted = Wanted::read(call, given)?;
        // SAFETY: a live object.
        let class = unsafe { ClassRef::from_raw((*object).ce) };
        driver_classes::check_constructor(class, wanted.driver_name())?;
        // SAFETY: `$this`, whose handle nobody has constructed.
        unsafe { make_template(object, wanted, given) }?;
        return Ok(false);
    }
    hide_pool_options(call, given)?;
    Ok(true)
}

/// Our handler for `PDO::connect`.
pub(in crate::pdo) unsafe extern "C" fn connect(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let mut is_plain = false;
    entry::boundary(|| {
        // SAFETY: the frame and result of the running call.
        let mut call = unsafe { Call::from_raw(frame, result) };
        is_plain = begin_connect(&mut call).unwrap_or(false);
    });
    if !is_plain {
        return;
    }
    // SAFETY: the engine called this handler with them, instead of the stock method.
    unsafe { originals::call_stock(CONNECT, frame, result) };
    entry::boundary(|| {
        // SAFETY: the slot of the result, which a function always fills.
        let made = unsafe { Value::copy_of(result) };
        if let (false, Some(object)) = (exception::pending(), made.as_object()) {
            // What it raises is pending in the engine.
            // SAFETY: the PDO object that was made.
            let _ = unsafe { handlers::prepare(object) };
        }
    });
}

/// False: the result is a pooled object, or an exception.
fn begin_connect(call: &mut Call) -> Result<bool, Thrown> {
    let Some(given) = &given_options(call) else { return Ok(true) };
    if !options::asks_for_pool(given)? {
        hide_pool_options(call, given)?;
        return Ok(true);
    }
    let wanted = Wanted::read(call, given)?;
    // SAFETY: the frame of a static call has the called class in the place of `$this`.
    let scope = unsafe { ClassRef::from_raw((*call.frame()).This.value.ce) };
    let object = class::instantiate(driver_classes::to_connect(scope, wanted.driver_name())?)?;
    // SAFETY: a new object of PDO's class or of a child, whose constructor was not called.
    let made = unsafe {
        handlers::prepare(object.as_ptr())
            .and_then(|()| make_template(object.as_ptr(), wanted, given))
    };
    match made {
        Ok(()) => call.returns(Value::object(object)),
        Err(thrown) => {
            object.skip_destructor();
            let in_flight = exception::InFlight::put_aside();
            drop(object);
            in_flight.restore();
            return Err(thrown);
        }
    }
    Ok(false)
}

/// Takes the pool's options out of the argument: PDO does not know them.
fn hide_pool_options(call: &Call, given: &Value) -> Outcome {
    if options::mention_pool(given) {
        let rest = options::without_pool(given)?;
        // SAFETY: an argument of the running call, which the engine frees after it.
        let old = unsafe {
            let argument = call.raw_arg(OPTIONS);
            let old = Value::take_from(argument);
            argument.write(rest.into_raw());
            old
        };
        drop(old);
    }
    Ok(())
}

/// The array of options, held beside the call.
fn given_options(call: &Call) -> Option<Value> {
    if call.count() <= OPTIONS {
        return None;
    }
    // SAFETY: an argument is an initialised zval.
    let given = unsafe { Value::copy_of(value::deref(call.raw_arg(OPTIONS))) };
    given.as_array().is_some().then_some(given)
}

/// What a pooled object is to be, by arguments that are all in order.
struct Wanted {
    source: Source,
    options: Options,
    driver: Box<dyn Driver>,
}

impl Wanted {
    fn read(call: &Call, given: &Value) -> Result<Wanted, Thrown> {
        let source = read_arguments(call)?;
        if options::ask_for_persistence(given) {
            return Err(options::refuse_persistence());
        }
        let options = Options::read(given)?;
        let dsn = options::resolve_dsn(source.dsn.as_bytes().unwrap_or_default())?;
        require_driver(&dsn)?;
        let driver = drivers::choose(&dsn)?;
        let source =
            Source { dsn: Value::string(&dsn)?, options: options::without_pool(given)?, ..source };
        Ok(Wanted { source, options, driver })
    }

    fn driver_name(&self) -> &[u8] {
        driver_name(self.source.dsn.as_bytes().unwrap_or_default())
    }
}

/// # Safety
/// A live PDO object whose handle is blank.
unsafe fn make_template(object: *mut sys::zend_object, wanted: Wanted, given: &Value) -> Outcome {
    // SAFETY: by the contract.
    let class = unsafe { driver_classes::of_connections(object) };
    let source =
        Source { class, warning_count: driver_classes::warning_count(class), ..wanted.source };
    // SAFETY: a live PDO object.
    unsafe { Handle::of(object) }.set_pdo_defaults();
    let actions = Actions {
        make_pool: manager::make_pool,
        owner_ended: give_back::at_end,
        closes: persistence::keep,
    };
    // SAFETY: by the contract; the object has the template, and lets go of it when it is freed.
    unsafe {
        Template::new(object, wanted.options, source, wanted.driver, actions).publish();
        let finished = finish(object, given);
        if finished.is_err() {
            let in_flight = exception::InFlight::put_aside();
            Template::withdraw(object);
            in_flight.restore();
        }
        finished
    }
}

/// What may still fail: PDO's own attributes, and the connections of MIN.
///
/// # Safety
/// A live PDO object.
unsafe fn finish(object: *mut sys::zend_object, given: &Value) -> Outcome {
    let Some(set_attribute) = classes::get().pdo.method("setattribute") else { return Ok(()) };
    let Some(given) = given.as_array() else { return Ok(()) };
    // SAFETY: the caller holds the array through the call.
    for (key, value) in unsafe { array::entries(given) } {
        let array::Key::Index(number) = key else { continue };
        let is_pdos = matches!(attributes::realm(number), Realm::Pdo | Realm::Both);
        let is_settable = number != i64::from(sys::PDO_ATTR_PERSISTENT)
            && number != i64::from(sys::PDO_ATTR_DRIVER_NAME);
        if is_pdos && is_settable {
            let mut arguments = [Value::int(number), value];
            // SAFETY: a method of PDO, on a live PDO object.
            let set = unsafe { callable::call_function(set_attribute, object, &mut arguments) };
            set.map_err(as_of_the_constructor)?;
        }
    }
    // SAFETY: by the contract; the caller holds the object.
    match unsafe { Template::of(object) } {
        Some(template) => {
            // The connections are made with the same options, so there is no news for them yet.
            template.version.set(0);
            if let Some(template) = template.this.upgrade() {
                persistence::adopt(&template)?;
            }
            if template.options.prewarms() && template.shared.members.is_one() {
                template.pool().prewarm()
            } else {
                Ok(())
            }
        }
        None => Ok(()),
    }
}

/// PDO names the function and the argument in its errors since PHP 8.5: here those of the constructor, not of setAttribute().
fn as_of_the_constructor(thrown: Thrown) -> Thrown {
    /// PDO counts one less than there are.
    const ARGUMENT: u32 = 3;
    if !cfg!(php85) || thrown == Thrown::Bailout {
        return thrown;
    }
    let Some(error) = exception::take() else { return thrown };
    let text = exception::message(&error);
    match text.strip_prefix("PDO::setAttribute(): Argument #2 ($value) ") {
        Some(problem) => {
            let problem = messages::option_refused(problem);
            exception::argument_error(error.class(), ARGUMENT, &problem)
        }
        None => exception::throw_object(error),
    }
}

/// Reads the arguments by PDO's own signature, with its TypeErrors.
fn read_arguments(call: &Call) -> Result<Source, Thrown> {
    let count = call.count();
    let (mut dsn, mut dsn_length) = (std::ptr::null::<u8>(), 0_usize);
    let (mut user, mut user_length) = (std::ptr::null::<u8>(), 0_usize);
    let (mut password, mut password_length) = (std::ptr::null::<u8>(), 0_usize);
    let mut options = std::ptr::null_mut::<sys::zval>();
    let out = (
        (&raw mut dsn, &raw mut dsn_length),
        (&raw mut user, &raw mut user_length),
        (&raw mut password, &raw mut password_length),
        &raw mut options,
    );
    // SAFETY: the pointers match the letters of the format.
    guard(move || unsafe {
        sys::zend_parse_parameters(
            count,
            c"s|s!s!a!".as_ptr(),
            out.0.0,
            out.0.1,
            out.1.0,
            out.1.1,
            out.2.0,
            out.2.1,
            out.3,
        )
    })?;
    exception::check()?;
    // SAFETY: the engine has set the pointers to bytes of the arguments, which live through the call.
    let text = |start: *const u8, length| unsafe {
        if start.is_null() {
            Ok(Value::null())
        } else {
            Value::string(std::slice::from_raw_parts(start, length))
        }
    };
    Ok(Source {
        class: classes::get().pdo,
        warning_count: None,
        dsn: text(dsn, dsn_length)?,
        user: text(user, user_length)?,
        password: text(password, password_length)?,
        options: Value::null(),
    })
}

/// SPEC 17.1: an unknown driver fails in the constructor, with PDO's text.
fn require_driver(dsn: &[u8]) -> Outcome {
    let name = driver_name(dsn);
    let Some(list) = classes::get().pdo.method("getavailabledrivers") else { return Ok(()) };
    // SAFETY: a static method of PDO.
    let drivers = unsafe { callable::call_function(list, std::ptr::null_mut(), &mut [])? };
    let known = drivers.as_array().is_some_and(|table| {
        // SAFETY: `drivers` holds the table.
        let entries = unsafe { array::entries(table) };
        entries.iter().any(|(_, driver)| driver.as_bytes() == Some(name))
    });
    if known { Ok(()) } else { Err(errors::throw_plain(&messages::NO_DRIVER)) }
}
