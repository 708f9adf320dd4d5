//! What the constructor is given: the pool's own options, checked and clamped (SPEC 16.3, 16.8), and everything else.

use crate::pdo::{
    messages,
    stock::{
        attributes::{self, PoolAttribute},
        classes, errors,
    },
};
use crate::zend::{Callable, Message, Thrown, Value, array, exception, guard, sys, value};
use cenote_core::{Backoff, ChecksAtOnce, IdleOrder, Settings, session::Reset};
use std::{ffi::CString, time::Duration};

/// The pool's part of the constructor's options.
pub(in crate::pdo) struct Options {
    min: u32,
    max: u32,
    healthcheck_interval: f64,
    statement_cache: i64,
    acquire_timeout: Value,
    max_lifetime: Value,
    idle_timeout: Value,
    pub(in crate::pdo) reset: Reset,
    /// SQL text for each new connection; an empty string for none.
    pub(in crate::pdo) init: Value,
    query_timeout: Value,
    /// What is asked for user and password of each new connection.
    pub(in crate::pdo) credentials: Option<Callable>,
    /// Whether the connections outlive the request: false, true, or a name.
    persistent: Value,
}

/// The value of one option in the array of options; `None` if it is not given.
pub(in crate::pdo) fn option(options: &Value, number: i64) -> Option<Value> {
    let options = options.as_array()?;
    // SAFETY: the value holds the table; looking up allocates nothing. An entry is an initialised zval.
    unsafe {
        let found = sys::zend_hash_index_find(options, number as u64);
        (!found.is_null()).then(|| Value::copy_of(value::deref(found)))
    }
}

/// Whether the options ask for a pool. Err: the value is of a wrong type.
pub(in crate::pdo) fn asks_for_pool(options: &Value) -> Result<bool, Thrown> {
    match option(options, PoolAttribute::Enabled.number()) {
        None => Ok(false),
        Some(given) => boolean(PoolAttribute::Enabled, given),
    }
}

/// Whether any option is the pool's, so that it must be kept from a driver (SPEC 34.29).
pub(in crate::pdo) fn mention_pool(options: &Value) -> bool {
    attributes::all().any(|attribute| option(options, attribute.number()).is_some())
}

/// A copy of the options without the pool's own.
pub(in crate::pdo) fn without_pool(options: &Value) -> Result<Value, Thrown> {
    let Some(options) = options.as_array() else { return Ok(options.clone()) };
    // SAFETY: a table that the value holds. The copy has one reference, which goes to the value.
    let copy = guard(move || unsafe {
        let copy = sys::zend_array_dup(options);
        for attribute in attributes::all() {
            sys::zend_hash_index_del(copy, attribute.number() as u64);
        }
        copy
    })?;
    // SAFETY: the copy is new, and its one reference goes to the value.
    Ok(Value::array(unsafe { array::Array::from_owned(copy) }))
}

/// Whether ATTR_PERSISTENT asks for a persistent connection, by PDO's own reading of the value.
pub(in crate::pdo) fn ask_for_persistence(options: &Value) -> bool {
    let Some(given) = option(options, i64::from(sys::PDO_ATTR_PERSISTENT)) else {
        return false;
    };
    if given.as_bytes().is_some_and(|text| !text.is_empty() && !text[0].is_ascii_digit()) {
        return true;
    }
    let zval = given.as_ptr();
    // SAFETY: an initialised zval; conversion of a non-object runs no user code.
    guard(move || unsafe { sys::cenote_is_true(zval) }).unwrap_or(false)
}

impl Options {
    /// Reads the pool's options out of the constructor's array.
    pub(in crate::pdo) fn read(options: &Value) -> Result<Options, Thrown> {
        let int = |attribute: PoolAttribute, default: i64| match option(options, attribute.number())
        {
            None => Ok(default),
            Some(given) => integer(attribute, given),
        };
        let min = count(int(PoolAttribute::Min, 0)?);
        let max = count(int(PoolAttribute::Max, 10)?).max(1).max(min);
        let interval = match option(options, PoolAttribute::HealthcheckInterval.number()) {
            None => 0.0,
            Some(given) => number(&seconds(PoolAttribute::HealthcheckInterval, given)?),
        };
        let persistent = persistent(options)?;
        let credentials = match option(options, PoolAttribute::Credentials.number()) {
            None => None,
            Some(given) => Some(callable(PoolAttribute::Credentials, given)?),
        };
        if credentials.is_some() && !persistent.is_false() {
            return Err(errors::throw_plain(&messages::PERSISTENT_WITH_CREDENTIALS));
        }
        Ok(Options {
            min,
            max,
            healthcheck_interval: if interval.is_finite() { interval.max(0.0) } else { 0.0 },
            statement_cache: int(PoolAttribute::StatementCacheSize, 0)?.max(0),
            acquire_timeout: limit(options, PoolAttribute::AcquireTimeout, 30)?,
            max_lifetime: limit(options, PoolAttribute::MaxLifetime, 1800)?,
            idle_timeout: limit(options, PoolAttribute::IdleTimeout, 600)?,
            reset: reset(options)?,
            init: match option(options, PoolAttribute::Init.number()) {
                None => Value::string("")?,
                Some(given) => text(PoolAttribute::Init, given)?,
            },
            query_timeout: limit(options, PoolAttribute::QueryTimeout, 0)?,
            credentials,
            persistent,
        })
    }

    /// What getAttribute() answers (SPEC 16.5); `None` for the one that cannot be read. `max`: what resize() has made of it.
    pub(in crate::pdo) fn value_of(
        &self,
        attribute: PoolAttribute,
        max: u32,
    ) -> Result<Option<Value>, Thrown> {
        Ok(Some(match attribute {
            PoolAttribute::Enabled => Value::bool(true),
            PoolAttribute::Min => Value::int(self.min.into()),
            PoolAttribute::Max => Value::int(max.into()),
            PoolAttribute::HealthcheckInterval | PoolAttribute::Credentials => return Ok(None),
            PoolAttribute::StatementCacheSize => Value::int(self.statement_cache),
            PoolAttribute::AcquireTimeout => self.acquire_timeout.clone(),
            PoolAttribute::MaxLifetime => self.max_lifetime.clone(),
            PoolAttribute::IdleTimeout => self.idle_timeout.clone(),
            PoolAttribute::Reset => Value::string(word(self.reset))?,
            PoolAttribute::Init => self.init.clone(),
            PoolAttribute::QueryTimeout => self.query_timeout.clone(),
            PoolAttribute::Persistent => self.persistent.clone(),
        }))
    }

    /// The name of a pool that outlives the request; empty if it was given none.
    pub(in crate::pdo) fn persistent_name(&self) -> Option<&[u8]> {
        if self.persistent.is_false() {
            return None;
        }
        Some(self.persistent.as_bytes().unwrap_or_default())
    }

    /// After how long without a check an idle connection is checked; zero: never.
    pub(in crate::pdo) fn healthcheck_interval(&self) -> Duration {
        duration(self.healthcheck_interval)
    }

    pub(in crate::pdo) fn has_init(&self) -> bool {
        self.init.as_bytes().is_some_and(|text| !text.is_empty())
    }

    /// How many statements a connection keeps.
    pub(in crate::pdo) fn statement_cache(&self) -> i64 {
        self.statement_cache
    }

    /// Whether connections are made in the constructor.
    pub(in crate::pdo) fn prewarms(&self) -> bool {
        self.min > 0
    }

    /// How long a coroutine waits for a connection; zero: indefinitely.
    pub(in crate::pdo) fn acquire_timeout(&self) -> Duration {
        duration(number(&self.acquire_timeout))
    }

    /// How long a call waits for the server; `None`: indefinitely.
    pub(in crate::pdo) fn query_timeout(&self) -> Option<Duration> {
        let limit = duration(number(&self.query_timeout));
        (!limit.is_zero()).then_some(limit)
    }

    /// The settings of the pool core.
    pub(in crate::pdo) fn settings(&self) -> Settings {
        Settings {
            min: self.min,
            max: self.max,
            idle_order: IdleOrder::Lifo,
            lifetime: duration(number(&self.max_lifetime)),
            idle_timeout: duration(number(&self.idle_timeout)),
            round_interval: duration(self.healthcheck_interval),
            backoff: Some(Backoff::default()),
            checks_at_once: ChecksAtOnce::All,
            ..Settings::default()
        }
    }
}

fn count(given: i64) -> u32 {
    u32::try_from(given.max(0)).unwrap_or(u32::MAX)
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO)
}

fn number(value: &Value) -> f64 {
    value.as_float().or_else(|| value.as_int().map(|int| int as f64)).unwrap_or(0.0)
}

fn as_bool(value: &Value) -> Option<bool> {
    (value.is_true() || value.is_false()).then(|| value.is_true())
}

/// A bool attribute, as PDO takes them.
fn boolean(attribute: PoolAttribute, given: Value) -> Result<bool, Thrown> {
    let given = unquoted(given);
    let is_on = given.as_int().map(|int| int != 0).or(as_bool(&given));
    is_on.ok_or_else(|| wrong_type(attribute, "bool", &given))
}

/// An int attribute, as PDO takes them.
fn integer(attribute: PoolAttribute, given: Value) -> Result<i64, Thrown> {
    let given = unquoted(given);
    let int = given.as_int().or_else(|| as_bool(&given).map(i64::from));
    int.ok_or_else(|| wrong_type(attribute, "int", &given))
}

/// A numeric string, as environment variables are, becomes its number (SPEC 16.8); everything else stays as it is.
fn unquoted(given: Value) -> Value {
    let number = given.as_bytes().and_then(|text| {
        let text = std::str::from_utf8(text).ok()?;
        let text = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
        // Rust also reads words such as "inf".
        let is_numeric = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        match text.parse::<i64>() {
            Ok(int) => Some(Value::int(int)),
            Err(_) if is_numeric => text.parse().ok().map(Value::float),
            Err(_) => None,
        }
    });
    number.unwrap_or(given)
}

/// An int or float attribute.
fn seconds(attribute: PoolAttribute, given: Value) -> Result<Value, Thrown> {
    let given = unquoted(given);
    if given.as_int().is_some() || given.as_float().is_some() {
        return Ok(given);
    }
    Err(wrong_type(attribute, "int|float", &given))
}

fn text(attribute: PoolAttribute, given: Value) -> Result<Value, Thrown> {
    if given.as_bytes().is_some() {
        Ok(given)
    } else {
        Err(wrong_type(attribute, "string", &given))
    }
}

/// As PDO reads ATTR_PERSISTENT: a text that is no number is a name.
fn persistent(options: &Value) -> Result<Value, Thrown> {
    let Some(given) = option(options, PoolAttribute::Persistent.number()) else {
        return Ok(Value::bool(false));
    };
    let given = unquoted(given);
    match given.as_bytes() {
        Some([]) => Ok(Value::bool(false)),
        Some(_) => Ok(given),
        None => Ok(Value::bool(boolean(PoolAttribute::Persistent, given)?)),
    }
}

/// The constructor's options for a connection whose handle is to outlive the request, under a name that nobody else uses. The class
/// of statements stays out: PDO refuses it on such a handle, and each connection gets it from its object.
pub(in crate::pdo) fn for_persistent_handle(options: &Value, name: &str) -> Result<Value, Thrown> {
    let name = Value::string(name)?;
    let table = options.as_array().unwrap_or(std::ptr::null_mut());
    // SAFETY: a live table or null. The copy has one reference, which goes to the value.
    let copy = guard(move || unsafe {
        let copy =
            if table.is_null() { sys::_zend_new_array(1) } else { sys::zend_array_dup(table) };
        sys::zend_hash_index_del(copy, u64::from(sys::PDO_ATTR_STATEMENT_CLASS));
        copy
    })?;
    // SAFETY: the copy is new, and its one reference goes to the value.
    let mut copy = unsafe { array::Array::from_owned(copy) };
    copy.set(&array::Key::Index(i64::from(sys::PDO_ATTR_PERSISTENT)), name)?;
    Ok(Value::array(copy))
}

fn callable(attribute: PoolAttribute, given: Value) -> Result<Callable, Thrown> {
    match Callable::resolve(given.clone()) {
        Ok(callable) => Ok(callable),
        Err(Err(thrown)) => Err(thrown),
        Err(Ok(problem)) => {
            // SAFETY: null, or engine memory that nobody else holds.
            unsafe { sys::cenote_free(problem.cast()) };
            Err(wrong_type(attribute, "callable", &given))
        }
    }
}

/// A time that is checked (SPEC 16.3).
fn limit(options: &Value, attribute: PoolAttribute, default: i64) -> Result<Value, Thrown> {
    let Some(given) = option(options, attribute.number()) else { return Ok(Value::int(default)) };
    let given = seconds(attribute, given)?;
    let seconds = number(&given);
    if seconds.is_finite() && seconds >= 0.0 {
        return Ok(given);
    }
    Err(exception::argument_value_error(4, &messages::no_time(attribute.name())))
}

fn word(reset: Reset) -> &'static str {
    match reset {
        Reset::Auto => "auto",
        Reset::Always => "always",
        Reset::Never => "never",
    }
}

fn reset(options: &Value) -> Result<Reset, Thrown> {
    let Some(given) = option(options, PoolAttribute::Reset.number()) else {
        return Ok(Reset::Auto);
    };
    let given = text(PoolAttribute::Reset, given)?;
    for reset in [Reset::Auto, Reset::Always, Reset::Never] {
        if given.as_bytes() == Some(word(reset).as_bytes()) {
            return Ok(reset);
        }
    }
    Err(exception::argument_value_error(4, &messages::UNKNOWN_RESET))
}

fn wrong_type(attribute: PoolAttribute, expected: &str, given: &Value) -> Thrown {
    // SAFETY: an initialised zval; the result is a constant of the engine.
    let given = unsafe { std::ffi::CStr::from_ptr(sys::zend_zval_type_name(given.as_ptr())) };
    let message = messages::wrong_type(attribute.name(), expected, &given.to_string_lossy());
    exception::throw(crate::zend::ClassRef::type_error(), &message)
}

/// The text of SPEC 16.4.
pub(in crate::pdo) fn refuse_persistence() -> Thrown {
    errors::throw_plain(&messages::PERSISTENT)
}

/// The DSN with `uri:` and php.ini aliases resolved, as PDO's constructor does it (SPEC 17.1).
pub(in crate::pdo) fn resolve_dsn(given: &[u8]) -> Result<Vec<u8>, Thrown> {
    let pdo_exception = classes::get().exception;
    let argument = |problem: &Message| exception::argument_error(pdo_exception, 1, problem);
    let mut dsn = given.to_vec();
    if !dsn.contains(&b':') {
        let key = [b"pdo.dsn.", given].concat();
        let Some(alias) = configured(&key) else {
            return Err(argument(&messages::NO_DSN));
        };
        dsn = alias;
        if !dsn.contains(&b':') {
            let key = String::from_utf8_lossy(&key).into_owned();
            return Err(exception::throw(pdo_exception, &messages::alias_is_no_dsn(&key)));
        }
    }
    if let Some(uri) = dsn.strip_prefix(b"uri:") {
        if cfg!(php85) {
            exception::deprecated(&messages::DSN_FROM_URI)?;
        }
        let Some(line) = first_line(uri)? else {
            return Err(argument(&messages::NO_DSN_URI));
        };
        if !line.contains(&b':') {
            return Err(argument(&messages::URI_HAS_NO_DSN));
        }
        dsn = line;
    }
    Ok(dsn)
}

/// A setting of php.ini that no extension has registered.
fn configured(key: &[u8]) -> Option<Vec<u8>> {
    let key = CString::new(key).ok()?;
    let mut found: *mut std::ffi::c_char = std::ptr::null_mut();
    // SAFETY: looks the key up in the table of php.ini, which lives as long as the process.
    unsafe {
        if sys::cfg_get_string(key.as_ptr(), &raw mut found) != sys::SUCCESS as _ || found.is_null()
        {
            return None;
        }
        Some(std::ffi::CStr::from_ptr(found).to_bytes().to_vec())
    }
}

/// The first line of what a stream wrapper opens, at most as long as PDO reads it.
fn first_line(uri: &[u8]) -> Result<Option<Vec<u8>>, Thrown> {
    const LONGEST: usize = 512;
    let Ok(uri) = CString::new(uri) else { return Ok(None) };
    let mut buffer = [0_u8; LONGEST];
    let mut read = 0_usize;
    let (path, line, length) = (uri.as_ptr(), buffer.as_mut_ptr(), &raw mut read);
    // SAFETY: C strings and a buffer that outlive the call; the stream is closed before it ends.
    let opened = guard(move || unsafe {
        let stream = sys::cenote_open_stream(path);
        if stream.is_null() {
            return false;
        }
        let got = sys::_php_stream_get_line(stream, line.cast(), LONGEST, length);
        sys::_php_stream_free(stream, sys::PHP_STREAM_FREE_CLOSE as _);
        !got.is_null()
    })?;
    exception::check()?;
    if !opened {
        return Ok(None);
    }
    // What PDO takes from the line ends at a NUL.
    let line = &buffer[..read.min(LONGEST)];
    Ok(Some(line.split(|&byte| byte == 0).next().unwrap_or_default().to_vec()))
}
