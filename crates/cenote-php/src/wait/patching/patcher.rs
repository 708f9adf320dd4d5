//! Redirects imports of the program and of its libraries to our functions.
//!
//! Each family of calls lists what it replaces. The table is applied to every loaded object but a few: ourselves (our
//! calls must reach the originals), libc and the loader (which call each other by other ways), and tools that put
//! themselves between the program and libc on purpose. Objects that are loaded later are found by the replaced
//! `dlopen`, and at the first spawn of each request. Nothing is ever put back: a call outside of coroutines goes on to
//! the original, and the module is never unloaded.

use super::{
    elf::{self, LoadCount, LoadedObject},
    turns::Turn,
};
use crate::zend::{
    globals::{self, SetAtStart},
    sys,
};
use std::{
    cell::RefCell,
    collections::HashSet,
    ffi::{CStr, c_void},
};

/// One function of libc, and what is called instead.
pub(in crate::wait) struct Replacement {
    pub(in crate::wait) name: &'static str,
    pub(in crate::wait) function: *const c_void,
    pub(in crate::wait) place: Place,
}

impl Replacement {
    pub(in crate::wait) const fn everywhere(name: &'static str, function: *const c_void) -> Self {
        Replacement { name, function, place: Place::Everywhere }
    }
}

/// A family's list of them.
pub(in crate::wait) struct Replacements(&'static [Replacement]);

// SAFETY: addresses of functions, the same for every thread.
unsafe impl Sync for Replacements {}

impl Replacements {
    pub(in crate::wait) const fn new(list: &'static [Replacement]) -> Self {
        Replacements(list)
    }

    pub(in crate::wait) fn get(&self) -> &'static [Replacement] {
        self.0
    }
}

/// In which objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::wait) enum Place {
    Everywhere,
    /// Only in the object whose file name starts so; the empty string is PHP itself.
    Only(&'static str),
    /// Only in the file of the extension of this name, or in PHP itself if the extension is built into it.
    Extension(&'static CStr),
    /// Not in the object whose file name starts so.
    Except(&'static str),
    /// Except in objects with a library search path of their own, which the loader takes from the caller.
    WithoutSearchPath,
}

#[derive(Default)]
struct Patched {
    /// All replacements by [`sketch`]: a program has thousands of imports, and every start looks at each.
    wanted: Vec<(u32, &'static Replacement)>,
    beginnings: Beginnings,
    seen: LoadCount,
    objects: HashSet<usize>,
    imports: usize,
    refused: usize,
}

/// Import tables are the process's: what is here is touched under [`Turn`].
static PATCHED: SetAtStart<RefCell<Option<Patched>>> = SetAtStart::new(RefCell::new(None));

const LEFT_ALONE: [&str; 10] = [
    "libc.so",
    "libc-",
    "ld-",
    "ld.so",
    "linux-vdso",
    "libpthread",
    "libdl",
    "vgpreload",
    "libasan",
    "libtsan",
];

/// Patches everything that is loaded, and from now on what comes.
pub(in crate::wait) fn install() {
    let mut wanted: Vec<_> = crate::wait::replacements()
        .map(|replacement| (sketch(replacement.name.as_bytes()), replacement))
        .collect();
    wanted.sort_by_key(|&(sketch, _)| sketch);
    let _turn = Turn::take();
    let beginnings = Beginnings::of(wanted.iter().map(|&(_, replacement)| replacement.name));
    *PATCHED.borrow_mut() = Some(Patched { wanted, beginnings, ..Patched::default() });
    rescan();
}

/// Patches what was loaded since the last look. Cheap if there is nothing.
pub(in crate::wait) fn rescan() {
    let _turn = Turn::take();
    // A signal handler that comes in the middle finds it borrowed.
    let Ok(mut patched) = PATCHED.try_borrow_mut() else { return };
    let Some(patched) = patched.as_mut() else { return };
    let now = elf::load_count();
    if patched.seen == now {
        return;
    }
    if patched.seen.unloaded != now.unloaded {
        // Another object may be where one was: looking again does no harm.
        patched.objects.clear();
    }
    patched.seen = now;
    for object in elf::loaded_objects() {
        if patched.objects.insert(object.key()) && !is_left_alone(&object) {
            patch(&object, patched);
        }
    }
}

fn is_left_alone(object: &LoadedObject) -> bool {
    object.contains(install as fn() as usize)
        || LEFT_ALONE.iter().any(|name| object.file_name().starts_with(name))
}

/// With which two letters the names begin. Most imports are told to be none of them before their names are measured.
struct Beginnings([u64; 64]);

impl Default for Beginnings {
    fn default() -> Self {
        Beginnings([0; 64])
    }
}

impl Beginnings {
    fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut beginnings = Beginnings::default();
        for name in names {
            if let [first, second, ..] = *name.as_bytes() {
                beginnings.0[usize::from(first % 64)] |= 1 << (second % 64);
            }
        }
        beginnings
    }

    fn contain(&self, [first, second]: [u8; 2]) -> bool {
        self.0[usize::from(first % 64)] >> (second % 64) & 1 != 0
    }
}

/// A number that tells most names apart.
fn sketch(name: &[u8]) -> u32 {
    let (Some(&first), Some(&last)) = (name.first(), name.last()) else { return 0 };
    u32::from(first) << 24 | u32::from(last) << 16 | (name.len() as u32 & 0xffff)
}

fn patch(object: &LoadedObject, patched: &mut Patched) {
    let mut redirections = Vec::new();
    object.each_import(|import| {
        if !patched.beginnings.contain(import.beginning()) {
            return;
        }
        let name = import.function().to_bytes();
        let sketch = sketch(name);
        let first = patched.wanted.partition_point(|wanted| wanted.0 < sketch);
        let wanted = patched.wanted[first..]
            .iter()
            .take_while(|wanted| wanted.0 == sketch)
            .map(|&(_, replacement)| replacement)
            .find(|wanted| wanted.name.as_bytes() == name && applies(wanted.place, object));
        if let Some(replacement) = wanted.filter(|wanted| wanted.function != import.target()) {
            // SAFETY: the lists of replacements have for each name of libc's a function of this module with its signature, and
            // the module is never unloaded.
            redirections.push(unsafe { import.to(replacement.function) });
        }
    });
    let refused = object.redirect(&redirections);
    patched.imports += redirections.len() - refused;
    patched.refused += refused;
}

/// Whether PHP itself is in this object: the program, or the library that a web server loads.
fn is_php(object: &LoadedObject) -> bool {
    object.contains(sys::zend_hash_str_find as *const () as usize)
}

fn applies(place: Place, object: &LoadedObject) -> bool {
    match place {
        Place::Everywhere => true,
        Place::Only("") => is_php(object),
        Place::Only(name) => object.file_name().starts_with(name),
        Place::Extension(name) if is_php(object) => globals::is_built_in(name),
        Place::Extension(name) => {
            let rest = name.to_str().ok().and_then(|name| object.file_name().strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with(".so"))
        }
        Place::Except(name) => !object.file_name().starts_with(name),
        Place::WithoutSearchPath => !object.has_search_path(),
    }
}

/// What was done, for the self-test.
pub(in crate::wait) struct Figures {
    pub(in crate::wait) objects: usize,
    pub(in crate::wait) imports: usize,
    pub(in crate::wait) refused: usize,
}

/// `None`: never installed.
pub(in crate::wait) fn figures() -> Option<Figures> {
    let _turn = Turn::take();
    PATCHED.borrow().as_ref().map(|patched| Figures {
        objects: patched.objects.len(),
        imports: patched.imports,
        refused: patched.refused,
    })
}

/// Names of the loaded files that have an import of ours.
pub(in crate::wait) fn hooked() -> Vec<String> {
    let mut names = Vec::new();
    for object in elf::loaded_objects().iter().filter(|object| !is_left_alone(object)) {
        let mut ours = false;
        object.each_import(|import| ours |= crate::wait::is_ours(import.target()));
        if ours {
            let name = if is_php(object) { "php" } else { object.file_name() };
            names.push(name.to_owned());
        }
    }
    names
}

/// Where PHP's own calls of `function` go.
pub(in crate::wait) fn target_in_php(function: &str) -> Option<*const c_void> {
    let objects = elf::loaded_objects();
    let php = objects.iter().find(|object| is_php(object))?;
    let mut target = None;
    php.each_import(|import| {
        if import.function().to_bytes() == function.as_bytes() {
            target = Some(import.target());
        }
    });
    target
}
