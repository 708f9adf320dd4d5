#!/usr/bin/env bash
# Installs what the build needs and this machine lacks (Debian, as root); with "test", what the tests need too; with "browser", only what shows the live page in a browser.
# Asks for things, not for packages, so that a PHP from elsewhere is as good as Debian's.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

RUST_MINIMUM=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml")
PHP_MINIMUM=8.2

check_rust() {
    have cargo || die "Rust is not installed: version $RUST_MINIMUM or newer is needed (https://rustup.rs)."
    local version
    version=$(rustc --version | awk '{print $2}')
    version_at_least "$version" "$RUST_MINIMUM" ||
        die "Rust $RUST_MINIMUM or newer is needed; this is $version (\"rustup update\" brings the newest)."
}

check_rust_tools() {
    local tool
    for tool in fmt clippy; do
        cargo $tool --version >/dev/null 2>&1 && continue
        say "adding cargo $tool"
        rustup component add "${tool/fmt/rustfmt}" >/dev/null 2>&1 ||
            die "\"cargo $tool\" is not installed: rustup component add ${tool/fmt/rustfmt}"
    done
}

# The library and the headers that belong to it. (No grep -q after a pipe here: it leaves early, and its writer could die of that.)
have_libclang() {
    [ -z "${LIBCLANG_PATH:-}" ] || return 0
    compgen -G '/usr/lib*/clang/*/include/stddef.h' >/dev/null ||
        compgen -G '/usr/lib/llvm-*/lib/clang/*/include/stddef.h' >/dev/null || return 1
    compgen -G '/usr/lib/llvm-*/lib/libclang[-.]*so*' >/dev/null || ldconfig -p 2>/dev/null | grep 'libclang[-.]' >/dev/null
}

have_pdo_sqlite() {
    have "$PHP" || return 1
    local options
    mapfile -t options < <(stock_options)
    "$PHP" "${options[@]}" -m | grep -x pdo_sqlite >/dev/null
}

# What the tests of the wait layer run against.
missing_clients_and_servers() {
    local directory
    directory=$("$PHP" -n -r 'echo ini_get("extension_dir");' 2>/dev/null) || directory=
    [ -f "$directory/pdo_pgsql.so" ] || printf '%s\n' php-pgsql
    [ -f "$directory/pdo_mysql.so" ] || printf '%s\n' php-mysql
    [ -f "$directory/pdo_odbc.so" ] || printf '%s\n' php-odbc
    [ -f "$directory/redis.so" ] || printf '%s\n' php-redis
    [ -f "$directory/curl.so" ] || printf '%s\n' php-curl
    compgen -G '/usr/lib/*/odbc/psqlodbcw.so' >/dev/null || printf '%s\n' odbc-postgresql
    compgen -G '/usr/lib/*/odbc/libmaodbc.so' >/dev/null || printf '%s\n' odbc-mariadb
    [ -x "$(postgres_programs)/postgres" ] || printf '%s\n' postgresql
    have pgbouncer || printf '%s\n' pgbouncer
    have mariadbd || printf '%s\n' mariadb-server
    have redis-server || printf '%s\n' redis-server
    [ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || printf '%s\n' rabbitmq-server
    have openssl || printf '%s\n' openssl
}

missing_packages() {
    have cc || printf '%s\n' gcc libc6-dev
    have "$PHP" || printf '%s\n' php-cli
    have php-config || printf '%s\n' php-dev
    have_pdo_sqlite || printf '%s\n' php-sqlite3
    have_libclang || printf '%s\n' libclang-dev
    if [ "${1:-}" = test ]; then
        have valgrind || printf '%s\n' valgrind
        have c++ || printf '%s\n' g++
        have pkg-config || printf '%s\n' pkg-config
        pkg-config --exists sqlite3 2>/dev/null || printf '%s\n' libsqlite3-dev
        missing_clients_and_servers
    fi
}

# Packages that the distribution does not have for this PHP may be named in CENOTE_LACKS; the tests that need them are skipped.
expected_packages() {
    local package
    missing_packages "$@" | while read -r package; do
        [[ " ${CENOTE_LACKS:-} " == *" $package "* ]] || printf '%s\n' "$package"
    done
}

# A PDO driver that the extension does not know, with a database that needs no server. Its tests are skipped without it.
optional_packages() {
    local directory
    directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
    [ -f "$directory/pdo_firebird.so" ] || printf '%s\n' php-interbase
    compgen -G '/usr/lib/*/firebird/*/plugins/libEngine*.so' >/dev/null || printf '%s\n' firebird3.0-server-core
    have isql-fb || printf '%s\n' firebird3.0-utils
}

# Where they cannot be had, that is all.
install_optional() {
    local optional
    mapfile -t optional < <(optional_packages)
    if [ ${#optional[@]} = 0 ] || [ "$(id -u)" != 0 ] || ! have apt-cache; then return; fi
    if ! apt-cache show "${optional[@]}" >/dev/null 2>&1; then return; fi
    say "installing ${optional[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${optional[@]}" >/dev/null 2>&1 ||
        say "they could not be installed; the tests that need them are skipped"
}

install() {
    local log package
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    say "updating the package lists"
    apt-get update -qq >"$log" 2>&1 || { cat "$log" >&2; die "apt-get update failed."; }
    for package in "$@"; do
        say "installing $package"
        apt-get install -y -qq --no-install-recommends "$package" >"$log" 2>&1 || {
            tail -n 20 "$log" >&2
            die "apt-get could not install $package."
        }
    done
    rm -f "$log"
}

# What the live page is tested in: a browser and what drives it.
missing_browser_packages() {
    have chromium || printf '%s\n' chromium
    have node || printf '%s\n' nodejs
    have npm || printf '%s\n' npm
}

if [ "${1:-}" = browser ]; then
    mapfile -t missing < <(missing_browser_packages)
    [ ${#missing[@]} = 0 ] && exit 0
    have apt-get || die "not installed: ${missing[*]}"
    [ "$(id -u)" = 0 ] || die "not root, so please install first: apt-get install ${missing[*]}"
    install "${missing[@]}"
    exit 0
fi

check_php() {
    local version
    version=$("$PHP" -n -r 'echo PHP_VERSION;')
    version_at_least "$version" "$PHP_MINIMUM" || die "PHP $PHP_MINIMUM or newer is needed; this is $version."
    [ "$(php-config --vernum)" = "$("$PHP" -n -r 'echo PHP_VERSION_ID;')" ] ||
        die "php is $version but php-config belongs to $(php-config --version): install the headers of the same PHP."
}

check_rust
mapfile -t missing < <(expected_packages "${1:-}")
if [ ${#missing[@]} -gt 0 ]; then
    have apt-get || die "this is no Debian: please install a C compiler, PHP $PHP_MINIMUM or newer with headers and pdo_sqlite, libclang and valgrind (Debian's names of what is missing: ${missing[*]})."
    [ "$(id -u)" = 0 ] || die "not root, so please install first: apt-get install ${missing[*]}"
    install "${missing[@]}"
    mapfile -t missing < <(expected_packages "${1:-}")
    [ ${#missing[@]} = 0 ] || die "still not found after its installation: what ${missing[*]} should have brought."
fi
check_php
if [ "${1:-}" = test ]; then
    check_rust_tools
    install_optional
fi
