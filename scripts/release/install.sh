#!/usr/bin/env bash
# Puts the extension, its ini file and the header for other extensions where PHP and phpize look, or takes them away again.
#   scripts/release/install.sh [uninstall]        DESTDIR=folder goes before every path
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

under=${DESTDIR:-}
module=$under$("$PHP_CONFIG" --extension-dir)/cenote.so
headers=$under$("$PHP_CONFIG" --include-dir)/ext/cenote
scanned=$("$PHP_CONFIG" --ini-dir 2>/dev/null || true)
[ -n "$scanned" ] || scanned=$("$PHP" -r 'echo PHP_CONFIG_FILE_SCAN_DIR;')

# Debian keeps one file for all SAPIs and links it into each; elsewhere there is one folder.
available=$(dirname "$(dirname "${scanned:-/none/none}")")/mods-available
if { [ -d "$available" ] && have phpenmod; } || { [ -n "$under" ] && [[ $scanned == /etc/php/* ]]; }; then
    ini=$under$available/cenote.ini
else
    [ -n "$scanned" ] || die "this PHP scans no folder for ini files: add \"extension=cenote\" to php.ini yourself."
    ini=$under$scanned/cenote.ini
    available=
fi
[ -n "$under" ] || [ -w "$(dirname "$(dirname "$module")")" ] || die "$(dirname "$module") cannot be written: run it as root, or set DESTDIR."

if [ "${1:-}" = uninstall ]; then
    if [ -n "$available" ] && [ -z "$under" ]; then
        phpdismod cenote || true
        # phpenmod's notes of who enabled what, and where.
        rm -f /var/lib/php/modules/*/registry/cenote /var/lib/php/modules/*/*/*/cenote
    fi
    rm -f "$module" "$ini" "$headers/zend_async_pool.h"
    rmdir --ignore-fail-on-non-empty "$headers" 2>/dev/null || true
    say "cenote is uninstalled."
    exit
fi

[ -f "$EXTENSION" ] || die "$EXTENSION is not there: make build"
install -D -m 644 "$EXTENSION" "$module"
install -D -m 644 "$ROOT/crates/cenote-php/include/zend_async_pool.h" "$headers/zend_async_pool.h"
install -d "$(dirname "$ini")"
# 20 is where Debian loads extensions that may use others, pdo (10) among them.
printf '%s\n' '; cenote: coroutines, Async\Pool and the pooled PDO' '; priority=20' 'extension=cenote' >"$ini"
[ -z "$available" ] || [ -n "$under" ] || phpenmod cenote
printf 'installed %s\n' "$module" "$headers/zend_async_pool.h" "$ini"
[ -n "$under" ] || "$PHP" --ri cenote >/dev/null || die "PHP does not load it; php --ri cenote says why."
