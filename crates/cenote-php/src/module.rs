//! The module entry: what PHP reads when it loads `cenote.so`.

use crate::{
    capi, ownership, pdo, pool, runtime, wait,
    zend::{entry, ini, sys, threads},
};
use std::ffi::{CStr, CString, c_int};

extern "C" fn startup(_kind: c_int, number: c_int) -> c_int {
    entry::boundary(|| {
        threads::start();
        ownership::expect_no_other_owner();
        ini::register(&settings(), number);
        runtime::register();
        pool::register();
        pdo::register();
        wait::register();
        ownership::remember_our_classes();
    });
    sys::SUCCESS as c_int
}

extern "C" fn shutdown(_kind: c_int, number: c_int) -> c_int {
    // A server that ends a process from a signal handler has interrupted us anywhere: nothing is touched.
    if runtime::signal_handlers::is_inside() {
        return sys::SUCCESS as c_int;
    }
    entry::boundary(|| {
        wait::shut_down();
        pdo::shut_down();
        runtime::shut_down();
        ini::unregister(number);
    });
    sys::SUCCESS as c_int
}

extern "C" fn request_startup(_kind: c_int, _number: c_int) -> c_int {
    entry::boundary(|| {
        if threads::begin() {
            runtime::begin_thread();
        }
        ownership::expect_our_classes();
        runtime::begin_request();
        pdo::begin_request();
    });
    sys::SUCCESS as c_int
}

extern "C" fn request_shutdown(_kind: c_int, _number: c_int) -> c_int {
    if runtime::signal_handlers::is_inside() {
        return sys::SUCCESS as c_int;
    }
    entry::boundary(|| {
        runtime::settle_fork();
        capi::end_request();
        pdo::end_request();
        runtime::end_request();
        threads::end_request();
    });
    sys::SUCCESS as c_int
}

/// A thread runs PHP no more.
fn end_thread() {
    wait::end_thread();
    pdo::end_thread();
    runtime::end_thread();
}

extern "C" fn info(module: *mut sys::zend_module_entry) {
    // SAFETY: the engine passes our own entry, whose version is a C string.
    let version = unsafe { CStr::from_ptr((*module).version) }.to_string_lossy();
    entry::contain(|| {
        let facts = [
            ("cenote", version.into_owned()),
            ("features", "coroutines, Async\\Pool, pooled PDO, pool API for extensions".to_owned()),
            ("non-blocking I/O", wait::describe()),
            ("waits replaced in", wait::hooked()),
            ("helper threads", wait::describe_helpers()),
            ("drivers of the pooled PDO", pdo::describe()),
            ("persistent pools", pdo::describe_process_pools()),
            ("pool API for extensions", capi::version()),
        ];
        print_table(facts.into_iter().map(|(name, value)| (name.to_owned(), value)));
        print_table(settings().iter().map(|setting| {
            let (name, meaning) = setting.explain();
            (name.to_string_lossy().into_owned(), meaning.to_string_lossy().into_owned())
        }));
    });
    // SAFETY: the engine passes our own entry.
    unsafe { sys::display_ini_entries(module) };
}

fn print_table(rows: impl Iterator<Item = (String, String)>) {
    // SAFETY: `phpinfo()` is being printed.
    unsafe { sys::php_info_print_table_start() };
    for (name, value) in rows {
        let (name, value) =
            (CString::new(name).unwrap_or_default(), CString::new(value).unwrap_or_default());
        // SAFETY: two columns, two C strings.
        unsafe { sys::php_info_print_table_row(2, name.as_ptr(), value.as_ptr()) };
    }
    // SAFETY: `phpinfo()` is being printed, and a table was begun.
    unsafe { sys::php_info_print_table_end() };
}

fn settings() -> Vec<ini::Setting> {
    let numbers =
        [&pool::SETTINGS[..], &wait::SETTINGS, &pdo::SETTINGS, &runtime::NUMBERS].concat();
    let texts = runtime::SETTINGS.map(ini::Setting::Text);
    numbers.into_iter().map(ini::Setting::Int).chain(texts).collect()
}

/// The one symbol the engine looks for.
///
/// # Safety
/// Called once by the engine's loader.
#[unsafe(no_mangle)]
unsafe extern "C" fn get_module() -> *mut sys::zend_module_entry {
    let mut functions: Vec<_> =
        runtime::functions().iter().map(entry::FunctionEntry::to_raw).collect();
    // SAFETY: all zero is the end marker of the table.
    functions.push(unsafe { std::mem::zeroed() });
    // SAFETY: all zero is the end marker of this table, too.
    let end_of_dependencies: sys::zend_module_dep = unsafe { std::mem::zeroed() };
    let dependencies = vec![
        sys::zend_module_dep {
            name: c"pdo".as_ptr(),
            rel: std::ptr::null(),
            version: std::ptr::null(),
            type_: sys::MODULE_DEP_OPTIONAL as u8,
        },
        end_of_dependencies,
    ];
    // SAFETY: a valid start for the entry.
    let mut module: sys::zend_module_entry = unsafe { std::mem::zeroed() };
    module.size = size_of::<sys::zend_module_entry>() as u16;
    module.zend_api = sys::ZEND_MODULE_API_NO;
    module.zend_debug = sys::ZEND_DEBUG as u8;
    module.zts = sys::USING_ZTS as u8;
    module.deps = dependencies.leak().as_ptr();
    module.name = c"cenote".as_ptr();
    module.functions = functions.leak().as_ptr();
    module.module_startup_func = Some(startup);
    module.module_shutdown_func = Some(shutdown);
    module.request_startup_func = Some(request_startup);
    module.request_shutdown_func = Some(request_shutdown);
    module.info_func = Some(info);
    module.version = VERSION.as_ptr().cast();
    // SAFETY: returns a constant of the headers we were built with.
    module.build_id = unsafe { sys::cenote_build_id() };
    threads::tell(&mut module, end_thread);
    // The engine keeps the pointer for as long as the process lives.
    Box::leak(Box::new(module))
}

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
