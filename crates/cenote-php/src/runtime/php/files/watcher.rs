//! The class `Async\FileSystemWatcher`.
//!
//! The kernel keeps what has changed until a `foreach` asks; only then somebody waits. So an open watcher keeps no script alive by itself,
//! and has neither a coroutine nor a timer of its own (SPEC 44.15).

use super::{event, folder::Folder, messages};
use crate::{
    runtime::{
        coroutines::{
            completion::{Completion, Fixed, Held, What},
            interrupted::Interrupted,
            scheduler,
        },
        errors::exceptions,
        libraries::descriptors,
        php::{
            arguments::flag,
            awaits::awaiting::{self, Source},
        },
        polling::reactor,
        process::{clock::precise_now, fork},
        scheduling::parking,
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value,
        array::Walk,
        cursor::{self, Cursor, Iterable, MakeCursor},
        exception, function,
        object::Native,
        path, sys,
    },
};
use cenote_core::Time;
use cenote_tasks::file_changes::{Change, FileChanges, Keeping, Next};
use std::{
    cell::{Cell, OnceCell, RefCell},
    io,
    rc::Rc,
};

pub(in crate::runtime::php) struct Watcher {
    /// Set by the constructor.
    core: OnceCell<Core>,
}

struct Core {
    /// As given.
    path: Value,
    /// How many changes have been told since a loop last let others run.
    told: Cell<u32>,
    /// `None`: it is closed.
    folder: RefCell<Option<Folder>>,
    changes: RefCell<FileChanges>,
    /// What the next one who asks is told instead.
    trouble: RefCell<Option<Message>>,
    closed: Rc<Completion>,
    /// The process that it was made in: a forked child would take events from its parent.
    generation: u32,
}

/// So many changes are told before others run: a loop over a folder that changes all the time never has to wait.
const PATIENCE: u32 = 100;

static CLASS: Class<Watcher> = Class::new();

impl Native for Watcher {
    fn blank() -> Self {
        Watcher { core: OnceCell::new() }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(core) = self.core.get() {
            core.closed.trace(tracer);
        }
    }
}

impl Core {
    /// The next change, waiting for it; `None`: it is closed, and all is told.
    fn next(&self) -> Result<Option<Change>, Thrown> {
        loop {
            if !self.is_of_this_process() {
                let class = exceptions::async_exception();
                return Err(exception::throw(class, &messages::WATCHER_OF_PARENT));
            }
            if self.told.get() >= PATIENCE && scheduler::may_park() {
                self.told.set(0);
                parking::yield_now().map_err(Interrupted::throw)?;
            }
            if !self.changes.borrow().is_behind() {
                self.read();
            }
            let next = self.changes.borrow_mut().next(precise_now().0);
            let until = match next {
                Next::Change(change) => {
                    self.told.set(self.told.get().saturating_add(1));
                    return Ok(Some(change));
                }
                Next::Wait(until) => until.map(Time),
            };
            if let Some(trouble) = self.trouble.take() {
                return Err(exception::throw(exceptions::async_exception(), &trouble));
            }
            let folder = self.folder.borrow().as_ref().map(Folder::descriptor);
            let Some(fd) = folder else { return Ok(None) };
            let mut fds = [libc::pollfd { fd, events: libc::POLLIN, revents: 0 }];
            self.told.set(0);
            // Whatever has ended the wait: what there is by now is looked at above.
            descriptors::wait(&mut fds, until, false).map_err(Interrupted::throw)?;
        }
    }

    /// Takes over what the kernel has to tell; where that was the last, the watcher closes.
    fn read(&self) {
        let mut is_new = false;
        let (told, fd) = match &mut *self.folder.borrow_mut() {
            Some(folder) => {
                let (now, mut changes) = (precise_now().0, self.changes.borrow_mut());
                let told = folder.read(&mut |subject, kind| {
                    is_new = true;
                    changes.changed(subject, kind, now);
                });
                (told, folder.descriptor())
            }
            None => return,
        };
        // The kernel tells the other loops nothing of what was read here, but they may take it, too.
        if is_new && reactor::is_awaited(fd) {
            reactor::look_again(fd);
        }
        match told {
            Ok(true) => {}
            Ok(false) => self.end(),
            Err(error) => {
                let text = messages::folder_not_watched(&self.shown_path(), &reason(&error));
                self.trouble.replace(Some(text));
            }
        }
    }

    /// What has changed until now is still told.
    fn close(&self) {
        if self.is_of_this_process() {
            self.read();
        }
        self.end();
    }

    fn end(&self) {
        let Some(folder) = self.folder.take() else { return };
        // Those who wait for it look again.
        reactor::closing(folder.descriptor());
        drop(folder);
        self.changes.borrow_mut().ended();
        scheduler::fix(&self.closed, Fixed::Value(Value::null()));
    }

    fn is_of_this_process(&self) -> bool {
        self.generation == fork::process_generation()
    }

    fn shown_path(&self) -> String {
        shown(&self.path)
    }
}

fn shown(path: &Value) -> String {
    String::from_utf8_lossy(path.as_bytes().unwrap_or_default()).into_owned()
}

/// An error of the system's in words.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or_default();
    let limit = match error.raw_os_error() {
        Some(libc::ENOSPC) => " (the limit fs.inotify.max_user_watches is reached)",
        Some(libc::EMFILE) => {
            " (the limit fs.inotify.max_user_instances, or that of open files, is reached)"
        }
        _ => "",
    };
    format!("{words}{limit}")
}

fn this<'a>(call: &Call) -> Result<&'a Core, Thrown> {
    // SAFETY: the method table is that of FileSystemWatcher; `$this`, which holds the core once it has it, lives through the call.
    core_of(unsafe { CLASS.native(call.this()) })
}

fn core_of(watcher: &Watcher) -> Result<&Core, Thrown> {
    let not_initialised = || messages::not_initialised("Async\\FileSystemWatcher");
    watcher.core.get().ok_or_else(|| exception::throw_error(&not_initialised()))
}

fn construct(call: &mut Call) -> Outcome {
    call.expect_args(1, 6)?;
    let path = call.text(0)?;
    let (recursive, coalesce) = (flag(call, 1, false)?, flag(call, 2, true)?);
    let (quiet, longest) = (milliseconds(call, 3)?, milliseconds(call, 4)?);
    let extensions = extensions(call, 5)?;
    // SAFETY: the method table is that of FileSystemWatcher.
    let watcher = unsafe { CLASS.native(call.this()) };
    if watcher.core.get().is_some() {
        return Err(exception::throw_error(&messages::WATCHER_CONSTRUCTED_TWICE));
    }
    let keeping = match (quiet, longest) {
        (0, _) if coalesce => Keeping::Coalesced,
        (0, _) => Keeping::Each,
        (quiet, longest) => Keeping::Debounced { quiet, longest: (longest > 0).then_some(longest) },
    };
    let extensions: Vec<&[u8]> = extensions.iter().filter_map(Value::as_bytes).collect();
    let absolute = path::absolute(&path, 1)?;
    let folder = match absolute.and_then(|absolute| Folder::new(&absolute, recursive)) {
        Ok(folder) => folder,
        Err(error) => {
            let text = messages::cannot_watch(&shown(&path), &reason(&error));
            return Err(exception::throw(exceptions::async_exception(), &text));
        }
    };
    let core = Core {
        path,
        told: Cell::new(0),
        folder: RefCell::new(Some(folder)),
        changes: RefCell::new(FileChanges::new(keeping, &extensions)),
        trouble: RefCell::new(None),
        closed: Rc::default(),
        generation: fork::process_generation(),
    };
    let _ = watcher.core.set(core); // looked at above
    Ok(())
}

/// A span, in nanoseconds.
fn milliseconds(call: &Call, index: u32) -> Result<u64, Thrown> {
    let given = call.int_or(index, 0)?;
    let span = u64::try_from(given)
        .map_err(|_| exception::argument_value_error(index + 1, &messages::NEGATIVE))?;
    Ok(span.saturating_mul(1_000_000))
}

fn extensions(call: &Call, index: u32) -> Result<Vec<Value>, Thrown> {
    let mut all = Vec::new();
    let Some(array) = call.optional_array(index)? else { return Ok(all) };
    let mut walk = Walk::over(array);
    while let Some((_, value)) = walk.as_mut().and_then(Walk::next) {
        let value = value.dereferenced();
        if value.as_bytes().is_none() {
            let class = ClassRef::type_error();
            return Err(exception::argument_error(class, index + 1, &messages::NOT_ALL_STRINGS));
        }
        all.push(value);
    }
    Ok(all)
}

/// A `foreach` over a watcher.
struct Watching {
    watcher: Object,
    told: i64,
}

impl Cursor for Watching {
    fn advance(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        // SAFETY: `watcher` is a FileSystemWatcher, and we hold it.
        let core = core_of(unsafe { CLASS.native(self.watcher.as_ptr()) })?;
        let Some(change) = core.next()? else { return Ok(None) };
        let event = event::object_for(&core.path, change)?;
        self.told += 1;
        Ok(Some((Value::int(self.told - 1), event)))
    }
}

impl Iterable for Watcher {
    const BY_REFERENCE: Message = messages::WATCHER_BY_REFERENCE;
    const CURSOR: MakeCursor = |watcher| {
        // SAFETY: the engine asks for an iterator of a live object.
        Box::new(Watching { watcher: unsafe { Object::from_borrowed(watcher) }, told: 0 })
    };
}

/// # Safety
/// A live FileSystemWatcher.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let core = core_of(unsafe { CLASS.native(object) })?;
    Ok(Source::new(What::Watcher, Held::Alone(core.closed.clone())))
}

pub(in crate::runtime::php) fn register() {
    event::register();
    let class = ClassBuilder::new(c"Async\\FileSystemWatcher")
        .method(function(
            c"__construct",
            construct,
            Signature::new(
                const {
                    &[
                        Param::required(c"path", Type::STRING),
                        Param::optional(c"recursive", Type::BOOL, c"false"),
                        Param::optional(c"coalesce", Type::BOOL, c"true"),
                        Param::optional(c"debounceMs", Type::INT, c"0"),
                        Param::optional(c"maxHoldMs", Type::INT, c"0"),
                        Param::optional(c"extensions", Type::ARRAY, c"[]"),
                    ]
                },
                Type::NONE,
            ),
        ))
        .method(function(
            c"close",
            |call| {
                call.expect_args(0, 0)?;
                this(call)?.close();
                Ok(())
            },
            Signature::new(&[], Type::VOID),
        ))
        .method(function(
            c"isClosed",
            |call| {
                call.expect_args(0, 0)?;
                let is_closed = this(call)?.folder.borrow().is_none();
                call.returns(Value::bool(is_closed));
                Ok(())
            },
            Signature::new(&[], Type::BOOL),
        ))
        .method(function(
            c"getIterator",
            cursor::get_iterator_method,
            Signature::new(&[], Type::object(c"Iterator")),
        ))
        .implements(awaiting::awaitable())
        .implements(ClassRef::aggregate())
        .sealed()
        .register();
    CLASS.bind(class);
    cursor::make_iterable::<Watcher>(class);
    awaiting::register_kind(class, source);
}
