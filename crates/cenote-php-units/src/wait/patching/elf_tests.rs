//! The import tables of this very test program.

use super::elf::{LoadedObject, load_count, loaded_objects};
use std::{
    collections::BTreeSet,
    ffi::{CStr, c_void},
    sync::{Mutex, PoisonError},
};

/// The tables are this process's: a test that changes one keeps those out that look at it.
static TABLES: Mutex<()> = Mutex::new(());

fn program() -> LoadedObject {
    loaded_objects().into_iter().next().expect("at least the program is loaded")
}

fn address_of(name: &CStr) -> *const c_void {
    // SAFETY: looks a name up.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
}

/// Every loaded object is found, the program itself first
#[test]
fn the_program_comes_first_and_libc_is_among_the_others() {
    let objects = loaded_objects();
    assert_eq!(objects[0].file_name(), "");
    assert!(objects[0].contains(loaded_objects as *const () as usize));
    let libc = address_of(c"getppid") as usize;
    assert!(!objects[0].contains(libc));
    let home: Vec<_> = objects.iter().filter(|object| object.contains(libc)).collect();
    assert_eq!(home.len(), 1);
    assert!(home[0].file_name().contains("libc") || home[0].file_name().contains("musl"));
    assert!(!home[0].has_search_path());
    let keys: BTreeSet<_> = objects.iter().map(LoadedObject::key).collect();
    assert_eq!(keys.len(), objects.len());
}

/// Nothing new to look at: nothing has been loaded
#[test]
fn the_count_tells_whether_anything_was_loaded() {
    let before = load_count();
    assert!(before.loaded >= loaded_objects().len() as u64);
    assert!(before == load_count());
}

/// Calls through an import go where it is sent, and back, also where the loader has sealed the table
#[test]
fn an_import_is_sent_elsewhere_and_back() {
    extern "C" fn ours() -> libc::pid_t {
        -42
    }
    let _alone = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: asks for a number.
    let call = || unsafe { std::hint::black_box(libc::getppid as unsafe extern "C" fn() -> _)() };
    let real = call();
    assert!(real > 0);
    let program = program();
    let mut found = Vec::new();
    program.each_import(|import| {
        if import.function() == c"getppid" {
            found.push((
                import.target(),
                // SAFETY: a function with the signature of what it stands for, in this program.
                unsafe { import.to(ours as *const c_void) },
                // SAFETY: where it leads already.
                unsafe { import.to(import.target()) },
            ));
        }
    });
    assert!(!found.is_empty(), "this program calls getppid()");
    let (there, back): (Vec<_>, Vec<_>) = found
        .into_iter()
        .map(|(target, there, back)| {
            assert_eq!(target, address_of(c"getppid"));
            (there, back)
        })
        .unzip();
    assert_eq!(program.redirect(&there), 0, "all could be stored");
    assert_eq!(call(), -42);
    assert_eq!(program.redirect(&back), 0);
    assert_eq!(call(), real);
}

/// Only functions of other objects are imports
#[test]
fn imports_lead_out_of_the_object_or_nowhere() {
    let _alone = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let program = program();
    let mut count = 0;
    program.each_import(|import| {
        count += 1;
        let target = import.target() as usize;
        let weak = target == 0;
        assert!(weak || !program.contains(target), "{:?}", import.function());
    });
    assert!(count > 10, "{count}");
}
