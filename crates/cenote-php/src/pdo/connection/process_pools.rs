//! Connections that belong to the process and to no request (SPEC 50).
//!
//! A pool that outlives the request has a record here, found again by all that its connections are made with. Between two
//! requests the record holds its idle connections, which no PHP code can reach. Nothing in it belongs to a request: handles in
//! memory of the process, and facts about them.

use crate::pdo::{
    drivers::Driver,
    settings::{
        options::Options,
        reported_settings::ReportedSettings,
        source::{Source, driver_name},
    },
    statements::inherited::Named,
    stock::{
        attributes::{Realm, realm},
        persistent::Loose,
    },
};
use crate::{
    runtime,
    zend::{
        Value, array,
        globals::{self, engine_local},
        ini::IntSetting,
        sys,
    },
};
use cenote_core::{Ages, KeptResources, Reason, Time, session::Unfit};
use std::{
    any::Any,
    cell::{Cell, LazyCell, RefCell},
    hash::{BuildHasher, Hash, Hasher, RandomState},
    rc::{Rc, Weak},
    time::Duration,
};

/// Whether pools may outlive their request at all.
pub(in crate::pdo) static PERSISTENT: IntSetting = IntSetting::for_start(
    c"cenote.persistent",
    c"1",
    c"0: PDO::ATTR_POOL_PERSISTENT is ignored, and every pool ends with its request",
    engine_local!(Cell<i64>, Cell::new(0)),
);

/// A clean connection between two requests.
pub(in crate::pdo) struct Kept {
    pub(in crate::pdo) loose: Loose,
    /// ATTR_POOL_INIT has run.
    pub(in crate::pdo) is_initialised: bool,
    pub(in crate::pdo) reported_settings: ReportedSettings,
    /// What the server has compiled.
    pub(in crate::pdo) statements: Vec<Named>,
    /// What is still to be done on it; it is done before the request ends.
    pub(in crate::pdo) unfinished: Option<Unfinished>,
}

/// What makes a kept connection as good as new.
pub(in crate::pdo) struct Unfinished {
    pub(in crate::pdo) driver: Rc<dyn Driver>,
    /// The session is to be cleaned.
    pub(in crate::pdo) cleans: bool,
    /// A text that has the server forget statements; empty for none.
    pub(in crate::pdo) forgets: Vec<u8>,
}

/// One pool of the process.
pub(in crate::pdo) struct ProcessPool {
    identity: Identity,
    /// For figures: the driver, and the name that the pool was given.
    label: String,
    kept: RefCell<KeptResources<Kept>>,
    /// Of the objects of this request.
    present: RefCell<Weak<dyn Any>>,
    pub(in crate::pdo) figures: Figures,
}

/// What became of a pool's connections, over all requests of the process.
#[derive(Default)]
pub(in crate::pdo) struct Figures {
    /// Connections made.
    pub(in crate::pdo) opened: Cell<u64>,
    /// Connections taken over from an earlier request.
    pub(in crate::pdo) adopted: Cell<u64>,
    /// Connections cleaned at a request's end.
    pub(in crate::pdo) cleaned: Cell<u64>,
    /// Connections closed at a request's end or at adoption, by the reason.
    closed: [Cell<u64>; Closed::ALL.len()],
}

/// Why a connection was not kept for, or not handed out to, another request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum Closed {
    /// Nothing can be said of it: it was in use, or inside a call.
    InUse,
    /// It is broken, or the server has ended it.
    Broken,
    /// What its request left there could not be cleaned, or not in time.
    Unclean,
    Expired,
    IdleTooLong,
    Surplus,
}

impl Closed {
    const ALL: [(Closed, &str); 6] = [
        (Closed::InUse, "inUse"),
        (Closed::Broken, "broken"),
        (Closed::Unclean, "unclean"),
        (Closed::Expired, "expired"),
        (Closed::IdleTooLong, "idleTooLong"),
        (Closed::Surplus, "surplus"),
    ];
}

impl From<Unfit> for Closed {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::InUse => Closed::InUse,
            Unfit::Broken => Closed::Broken,
            Unfit::Unclean => Closed::Unclean,
        }
    }
}

impl From<Reason> for Closed {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Expired => Closed::Expired,
            Reason::IdleTooLong => Closed::IdleTooLong,
            _ => Closed::Surplus,
        }
    }
}

impl Figures {
    pub(in crate::pdo) fn closed(&self, reason: Closed) {
        let counter = &self.closed[reason as usize];
        counter.set(counter.get() + 1);
    }

    /// All, by name.
    pub(in crate::pdo) fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let totals = [
            ("opened", self.opened.get()),
            ("adopted", self.adopted.get()),
            ("cleaned", self.cleaned.get()),
        ];
        totals.into_iter().chain(self.reasons())
    }

    /// How many were closed, by reason.
    fn reasons(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Closed::ALL.iter().map(|(reason, name)| (*name, self.closed[*reason as usize].get()))
    }
}

/// All that the connections of a pool are made with, as a number that tells nothing of it: user, password and DSN are hashed
/// with a key that is this process's own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity([u64; 2]);

#[derive(Default)]
struct Registry {
    /// The one that was asked for last at the end.
    pools: Vec<Rc<ProcessPool>>,
    keys: [RandomState; 2],
}

/// How many pools are remembered without a connection, for their figures: a process may see a new password, or a new database, each day.
const EMPTY_REMEMBERED: usize = 32;

engine_local! {
    static REGISTRY: LazyCell<RefCell<Registry>> = LazyCell::new(RefCell::default);
}

/// The pool of the process that a new object belongs to. `None`: its connections end with the request.
pub(in crate::pdo) fn find(
    options: &Options,
    source: &Source,
    driver: &dyn Driver,
) -> Option<Rc<ProcessPool>> {
    let name = options.persistent_name()?;
    if PERSISTENT.get() == 0 || !driver.traits().outlives_request || is_preloading() {
        return None;
    }
    let mut registry = REGISTRY.borrow_mut();
    let identity = identify(&registry.keys, name, options, source, driver)?;
    let known = registry.pools.iter().position(|pool| pool.identity == identity);
    let pool = known.map(|at| registry.pools.remove(at)).unwrap_or_else(|| {
        let driver =
            String::from_utf8_lossy(driver_name(source.dsn.as_bytes().unwrap_or_default()))
                .into_owned();
        let label = match name {
            [] => driver,
            _ => format!("{driver} '{}'", String::from_utf8_lossy(name)),
        };
        Rc::new(ProcessPool {
            identity,
            label,
            kept: RefCell::new(KeptResources::new(runtime::coarse_now())),
            present: RefCell::new(Weak::<()>::new()),
            figures: Figures::default(),
        })
    });
    registry.pools.push(Rc::clone(&pool));
    let settings = options.settings();
    pool.kept.borrow_mut().asked_for(settings.idle_timeout, settings.min);
    Some(pool)
}

/// What opcache preloads runs once, in the process that others come from: no request of that one would ever use a connection.
fn is_preloading() -> bool {
    globals::compiler().compiler_options & sys::ZEND_COMPILE_PRELOAD != 0
}

/// `None`: an option cannot be compared over requests.
fn identify(
    keys: &[RandomState; 2],
    name: &[u8],
    options: &Options,
    source: &Source,
    driver: &dyn Driver,
) -> Option<Identity> {
    let mut hashers = keys.each_ref().map(BuildHasher::build_hasher);
    for state in &mut hashers {
        name.hash(state);
        // What the driver adds to a class works on objects of that class.
        source.class.name().hash(state);
        for text in [&source.dsn, &source.user, &source.password, &options.init] {
            text.as_bytes().hash(state);
        }
        if let Some(table) = source.options.as_array() {
            // SAFETY: the source holds the table.
            hash_table(unsafe { array::entries(table) }, state, true)?;
        }
        driver.hash_surroundings(state);
        // A file that one script may open is no right of another's.
        // SAFETY: null, or a text of the engine's that lives as long as the setting.
        unsafe {
            let allowed = globals::core().open_basedir;
            let allowed = (!allowed.is_null()).then(|| std::ffi::CStr::from_ptr(allowed));
            allowed.hash(state);
        }
    }
    Some(Identity(hashers.each_ref().map(Hasher::finish)))
}

/// What PDO keeps by itself is told every connection anew, and need not be the same.
fn hash_table(
    mut entries: Vec<(array::Key, Value)>,
    state: &mut dyn Hasher,
    are_options: bool,
) -> Option<()> {
    let mut state = state;
    entries.retain(|(key, _)| match key {
        array::Key::Index(number) => !are_options || realm(*number) != Realm::Pdo,
        array::Key::Name(_) => !are_options,
    });
    // Options are set in their order only where the order matters.
    entries.len().hash(&mut state);
    for (key, value) in &entries {
        key.hash(&mut state);
        hash_value(value, state)?;
    }
    Some(())
}

fn hash_value(value: &Value, state: &mut dyn Hasher) -> Option<()> {
    let mut state = state;
    value.kind().hash(&mut state);
    if let Some(table) = value.as_array() {
        // SAFETY: the value holds the table.
        return hash_table(unsafe { array::entries(table) }, state, false);
    }
    let is_simple = value.is_null() || value.is_true() || value.is_false();
    match (value.as_bytes(), value.as_int(), value.as_float()) {
        (Some(text), ..) => text.hash(&mut state),
        (_, Some(int), _) => int.hash(&mut state),
        (.., Some(float)) => float.to_bits().hash(&mut state),
        _ if is_simple => {}
        _ => return None,
    }
    Some(())
}

impl ProcessPool {
    /// The pool that objects of this request have, if one lives that `is_open`; else a new one.
    pub(in crate::pdo) fn present<Pool: 'static>(
        &self,
        is_open: fn(&Pool) -> bool,
        make: impl FnOnce() -> Rc<Pool>,
    ) -> Rc<Pool> {
        let present = self.present.borrow().upgrade();
        let present = present.and_then(|pool| pool.downcast::<Pool>().ok());
        present.filter(|pool| is_open(pool)).unwrap_or_else(|| {
            let made = make();
            let weak = Rc::downgrade(&made);
            *self.present.borrow_mut() = weak;
            made
        })
    }

    /// Puts a connection aside for the next request.
    pub(in crate::pdo) fn keep(&self, ages: Ages, kept: Kept) {
        self.kept.borrow_mut().keep(ages, kept);
    }

    /// Closes what is more than a pool may have.
    pub(in crate::pdo) fn shrink(&self, max: u32) {
        let surplus = self.kept.borrow_mut().shrink(max);
        for _ in &surplus {
            self.figures.closed(Closed::Surplus);
        }
    }

    /// All that is kept, the longest idle first.
    pub(in crate::pdo) fn take_all(&self) -> Vec<(Ages, Kept)> {
        self.kept.borrow_mut().take_all()
    }

    /// Whether a health check is to look at each before it is handed out.
    pub(in crate::pdo) fn begin_check(&self, interval: Duration, now: Time) -> bool {
        self.kept.borrow_mut().begin_check(interval, now)
    }

    /// Closes what may not be handed out any more because of its age.
    fn close_old(&self, now: Time) {
        let closed = self.kept.borrow_mut().end_request(now);
        for (reason, _) in &closed {
            self.figures.closed((*reason).into());
        }
    }

    fn is_forgettable(&self) -> bool {
        self.kept.borrow().is_empty() && self.present.borrow().strong_count() == 0
    }
}

/// The connections on which something is still to be done, with their pools.
pub(in crate::pdo) fn take_unfinished() -> Vec<(Rc<ProcessPool>, Ages, Kept)> {
    let pools = REGISTRY.borrow().pools.clone();
    let unfinished = |pool: Rc<ProcessPool>| {
        let those = pool.kept.borrow_mut().take_those(|kept| kept.unfinished.is_some());
        those.into_iter().map(move |(ages, kept)| (Rc::clone(&pool), ages, kept))
    };
    pools.into_iter().flat_map(unfinished).collect()
}

/// At a request's end: what has become too old is closed, also of pools that no request has asked for since.
pub(in crate::pdo) fn end_request() {
    let pools = REGISTRY.borrow().pools.clone();
    let now = runtime::coarse_now();
    for pool in &pools {
        pool.close_old(now);
    }
    drop(pools);
    let mut registry = REGISTRY.borrow_mut();
    let empty = registry.pools.iter().filter(|pool| pool.is_forgettable()).count();
    let mut surplus = empty.saturating_sub(EMPTY_REMEMBERED);
    registry.pools.retain(|pool| {
        let goes = surplus > 0 && pool.is_forgettable();
        surplus -= usize::from(goes);
        !goes
    });
}

/// One line for each pool, for `phpinfo()`.
pub(in crate::pdo) fn describe() -> String {
    let registry = REGISTRY.borrow();
    let lines: Vec<_> = registry
        .pools
        .iter()
        .map(|pool| {
            let figures: Vec<_> = pool
                .figures
                .named()
                .filter(|(_, count)| *count > 0)
                .map(|(name, count)| format!("{count} {name}"))
                .collect();
            format!("{}: {} kept, {}", pool.label, pool.kept.borrow().len(), figures.join(", "))
        })
        .collect();
    match (PERSISTENT.get(), lines.is_empty()) {
        (0, _) => "off".to_owned(),
        (_, true) => "none".to_owned(),
        _ => lines.join("; "),
    }
}

/// Module shutdown: the engine has closed what was kept when it ended its list of persistent resources.
pub(in crate::pdo) fn shut_down() {
    for pool in std::mem::take(&mut REGISTRY.borrow_mut().pools) {
        pool.take_all().into_iter().for_each(|(_, kept)| kept.loose.forget());
    }
}

/// In a child process everything that is kept is the parent's.
pub(in crate::pdo) fn disown_all() {
    let Ok(mut registry) = REGISTRY.try_borrow_mut() else { return };
    for pool in std::mem::take(&mut registry.pools) {
        for (_, kept) in pool.take_all() {
            kept.loose.disown();
        }
    }
}
