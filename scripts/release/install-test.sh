#!/usr/bin/env bash
# Installs cenote in each of the ways that users have, uses it as they would, with the machine's own ini files, and takes it
# away again: make install, the Debian package, and the build that PIE does. Needs root, and a PHP without cenote.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

skip_all() {
    say "skipped: $*"
    closing_line 0 0 3
    exit
}

[ "$(id -u)" = 0 ] || skip_all "installing needs root."
! "$PHP" -m | grep -x cenote >/dev/null || skip_all "cenote is installed on this machine already."
"$PHP" -m | grep -x pdo_sqlite >/dev/null || skip_all "this PHP's ini files load no pdo_sqlite."

work=$ROOT/target/install-test
rm -rf "$work"
mkdir -p "$work"
passed=0 failed=0 skipped=0

# Every file in the places that an installation could touch.
places() {
    local registry
    registry=$(compgen -G '/var/lib/php/modules' || true)
    # shellcheck disable=SC2086  # nothing, or one folder
    find "$(php-config --extension-dir)" "$(php-config --include-dir)" /etc/php $registry /usr/share/doc -name '*cenote*' 2>/dev/null | sort
}

# PHP OPTIONS …: the script of a user, its answer, the self-report, and the header in a compiler's eyes
works() {
    local answer
    answer=$("$PHP" "$@" tests/install/use.php) || return 1
    [ "$answer" = '110 by 2' ] || { say "tests/install/use.php said: $answer"; return 1; }
    "$PHP" "$@" --ri cenote >"$work/ri" || return 1
    grep -q '^non-blocking I/O => on: ' "$work/ri" || { cat "$work/ri"; return 1; }
}

header_compiles() {
    local -a includes
    read -ra includes <<<"$(php-config --includes)"
    printf '#include "php.h"\n#include "ext/cenote/zend_async_pool.h"\nint used;\n' >"$work/uses.c"
    cc "${includes[@]}" -c "$work/uses.c" -o "$work/uses.o"
}

by_make() { make install && works && header_compiles && make uninstall; }

by_package() {
    local package status=0
    package=$(scripts/release/deb.sh | tail -n 1) || return 1
    with_package "$package" "$(dpkg-deb --field "$package" Package)" || status=1
    dpkg --purge "$(dpkg-deb --field "$package" Package)" && return "$status"
}

# with_package PACKAGE NAME: what an administrator has disabled stays so when the package is upgraded, removed and installed again
with_package() {
    local package=$1 name=$2 series
    series=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
    dpkg --install "$package" && works && header_compiles || return 1
    grep -q 'Permission is hereby granted' "/usr/share/doc/$name/copyright" || return 1
    phpdismod -v "$series" cenote && ! is_loaded || return 1
    dpkg --install "$package" && ! is_loaded || { say 'an upgrade has enabled what the administrator had disabled'; return 1; }
    dpkg --remove "$name" && dpkg --install "$package" && ! is_loaded || { say 'an installation after a removal has enabled it'; return 1; }
    phpenmod -v "$series" cenote && works || return 1
    # Removed while it was enabled, it is enabled again.
    dpkg --remove "$name" && ! is_loaded && dpkg --install "$package" && works
}

is_loaded() { "$PHP" -m | grep -x cenote >/dev/null; }

# PIE runs these in the folder that composer.json names.
by_phpize() {
    local status=0
    (
        cd packaging/pie
        # Whoever works with Rust may have told cargo to build somewhere else.
        export CARGO_TARGET_DIR=$work/elsewhere
        phpize && ./configure --enable-cenote && make && make install INSTALL_ROOT="$work/root"
    ) || status=1
    (cd packaging/pie && phpize --clean)
    [ "$status" = 0 ] && [ ! -e "$work/elsewhere" ] || return 1
    [ -f "$work/root$(php-config --include-dir)/ext/cenote/zend_async_pool.h" ] || return 1
    works -d "extension=$work/root$(php-config --extension-dir)/cenote.so"
}

# check NAME FUNCTION: whatever happens, nothing may be left behind
check() {
    local name=$1 log=$work/$2.log
    if "$2" >"$log" 2>&1 && [ -z "$(places)" ]; then
        passed=$((passed + 1))
        say "passed: $name"
    else
        failed=$((failed + 1))
        tail -n 50 "$log"
        say "failed: $name; left behind: $(places | tr '\n' ' ')"
        scripts/release/install.sh uninstall >/dev/null 2>&1 || true
    fi
}

check 'make install, used, make uninstall' by_make
if have dpkg-deb && [ -d /etc/php ]; then
    check 'the Debian package installed, used and purged' by_package
else
    say 'skipped: the Debian package: this PHP is not Debian'"'"'s'
    skipped=1
fi
if have autoconf; then
    check 'phpize, configure, make and make install, as PIE does' by_phpize
else
    say 'skipped: the build of PIE: autoconf is not installed'
    skipped=$((skipped + 1))
fi
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
