//! Generates the engine bindings from the headers of the PHP that `php-config` (or `$PHP_CONFIG`) names, and compiles the shim.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo:rerun-if-changed=shim");
    println!("cargo:rerun-if-env-changed=PHP_CONFIG");
    let includes: Vec<_> =
        ask_php_config("--includes").split_whitespace().map(str::to_owned).collect();
    let directories = || folders(&includes);
    let version = directories().find_map(version_of).expect("no main/php_version.h among them");
    for (name, since) in [("php84", 80_400), ("php85", 80_500)] {
        println!("cargo:rustc-check-cfg=cfg({name})");
        if version >= since {
            println!("cargo:rustc-cfg={name}");
        }
    }

    // One module reads it: `zend/module/engine_local.rs`, and those that ask the engine where its globals are.
    println!("cargo:rustc-check-cfg=cfg(zts)");
    if directories().any(is_thread_safe) {
        println!("cargo:rustc-cfg=zts");
    }

    println!("cargo:rustc-check-cfg=cfg(mysqlnd)");
    if directories().any(|directory| Path::new(directory).join("ext/mysqlnd/mysqlnd.h").exists()) {
        println!("cargo:rustc-cfg=mysqlnd");
    }

    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    engine(&includes).write_to_file(out.join("php.rs")).expect("OUT_DIR is writable");
    pool_api(&includes).write_to_file(out.join("pool_api.rs")).expect("OUT_DIR is writable");

    compile_shim(&includes);

    // Symbols of optional modules (pdo) are bound at their first call, whatever the load order; and code that the
    // engine or a patched import can still reach at exit is never unmapped.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,lazy");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}

fn folders(includes: &[String]) -> impl Iterator<Item = &str> {
    includes.iter().filter_map(|flag| flag.strip_prefix("-I"))
}

/// Everything that PHP's headers and the shim's declare.
fn engine(includes: &[String]) -> bindgen::Bindings {
    // The layout differs: Debian has a folder with the API's number in the path, PHP's own `make install` has not.
    let mut bindings = bindgen::Builder::default().header("shim/shim.h").clang_args(includes);
    for directory in folders(includes) {
        bindings = bindings.allowlist_file(format!("{}/.*", directory.replace('.', "\\.")));
    }
    bindings
        .allowlist_file(".*shim/shim\\.h")
        .blocklist_item("SAPI_HEADER_ADD|zend_ini_double|zend_gcvt|smart_str_append_double|smart_str_append_printf|.*gcvt|php_fcvt|_php_math.*")
        .layout_tests(false)
        .generate_comments(false)
        .default_enum_style(bindgen::EnumVariation::Consts)
        .prepend_enum_name(false)
        .generate()
        .expect("bindgen could not read PHP's headers: is php-dev installed?")
}

fn compile_shim(includes: &[String]) {
    let mut shim = cc::Build::new();
    shim.file("shim/shim.c")
        .file("shim/response_headers.c")
        .warnings(true)
        .flag("-fvisibility=hidden");
    for flag in includes {
        shim.flag(flag);
    }
    shim.compile("cenote_shim");
}

/// The types of the header for other extensions, with an assertion for each size and offset. PHP's own types in them are
/// those of the other bindings.
fn pool_api(includes: &[String]) -> bindgen::Bindings {
    println!("cargo:rerun-if-changed=include");
    bindgen::Builder::default()
        .header("include/zend_async_pool.h")
        .clang_args(includes)
        .clang_arg("-DZEND_ASYNC_POOL_TYPES_ONLY")
        // php.h would say so; the engine's headers alone need it from PHP 8.4 on.
        .clang_arg("-D_GNU_SOURCE")
        .allowlist_file(".*include/zend_async_pool\\.h")
        .allowlist_recursively(false)
        .generate_comments(false)
        .default_enum_style(bindgen::EnumVariation::Consts)
        .prepend_enum_name(false)
        .generate()
        .expect("bindgen could not read include/zend_async_pool.h")
}

/// Whether the headers in this folder are those of a build in which several threads can run PHP.
fn is_thread_safe(directory: &str) -> bool {
    let configuration = Path::new(directory).join("main/php_config.h");
    std::fs::read_to_string(configuration)
        .is_ok_and(|text| text.lines().any(|line| line.trim() == "#define ZTS 1"))
}

/// The number of the PHP whose headers lie in this folder.
fn version_of(directory: &str) -> Option<u32> {
    let text = std::fs::read_to_string(Path::new(directory).join("main/php_version.h")).ok()?;
    let number = text.lines().find_map(|line| line.strip_prefix("#define PHP_VERSION_ID "))?;
    number.trim().parse().ok()
}

fn ask_php_config(question: &str) -> String {
    let php_config = env::var("PHP_CONFIG").unwrap_or_else(|_| "php-config".into());
    let output = Command::new(&php_config).arg(question).output().unwrap_or_else(|e| {
        panic!("cannot run {php_config} ({e}): install php-dev, or set PHP_CONFIG")
    });
    String::from_utf8_lossy(&output.stdout).into_owned()
}
