# shellcheck shell=bash
# What the scripts share: where things are, how to speak, how to call PHP. To be sourced.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PATH=$PATH:$HOME/.cargo/bin:/usr/sbin:/sbin
PHP=${PHP:-php}
PHP_CONFIG=${PHP_CONFIG:-php-config}
EXTENSION=${CENOTE_EXTENSION:-$ROOT/target/release/libcenote.so}
PHPT_DIR=$ROOT/crates/cenote-php/tests

say() { printf '%s\n' "$*"; }

die() {
    printf 'cenote: %s\n' "$*" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# The mirror of Debian, or of its security updates, that this machine's apt uses: debian_mirror [security]
debian_mirror() {
    local only=-v
    [ "${1:-}" != security ] || only=-e
    debian_repositories | grep $only security | head -n 1
}

# apt knows the origin of a repository once it has read its lists.
debian_repositories() {
    local found
    # shellcheck disable=SC2016  # for apt
    local -a ask=(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Component: main')
    found=$("${ask[@]}" | sort -u)
    if [ -z "$found" ]; then
        apt-get update >/dev/null 2>&1 || true
        found=$("${ask[@]}" | sort -u)
    fi
    printf '%s\n' "$found"
}

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The programs of the newest PostgreSQL that is installed; nothing if there is none.
postgres_programs() { compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1 || true; }

# The options for PHP that do not depend on the machine's php.ini: no ini file, then the stock
# extensions that are needed and that this PHP has as separate files; beside scripts/servers/run.sh the clients too.
stock_options() {
    local builtin directory name
    builtin=$("$PHP" -n -m)
    directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
    printf '%s\n' -n
    # shellcheck disable=SC2086  # a list of names
    for name in pdo pdo_sqlite pcntl posix ${CENOTE_CLIENTS:-}; do
        if ! grep -qix "$name" <<<"$builtin" && [ -f "$directory/$name.so" ]; then
            printf '%s\n' -d "extension=$name"
        fi
    done
}

# opcache is a separate file up to PHP 8.4.
opcache_enabled() {
    "$PHP" -n -m | grep -x 'Zend OPcache' >/dev/null || printf '%s\n' -d zend_extension=opcache
    printf '%s\n' -d opcache.enable_cli=1
}

opcache_options() {
    opcache_enabled
    printf '%s\n' -d "opcache.jit=${JIT:-tracing}" -d opcache.jit_buffer_size=64M
}

# A loopback port for a server.
free_port() { "$PHP" -n -r 'require $argv[1]; echo free_port();' "$ROOT/scripts/servers/helpers/free_port.inc"; }

# The closing line that every part of the test run ends with.
closing_line() { printf '%d passed, %d failed, %d skipped\n' "$1" "$2" "$3"; }

# sum_cargo_results: cargo's "test result:" lines as one closing line
sum_cargo_results() {
    awk '/^test result:/ {passed += $4; failed += $6; skipped += $8}
        END {printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped}'
}
