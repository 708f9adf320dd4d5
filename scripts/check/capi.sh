#!/usr/bin/env bash
# The API for other extensions: the header compiles without warnings; the tests in tests/capi pass with a test extension that
# is loaded before cenote and after it; without cenote, or with one that is too old, everything is refused politely.
#   scripts/check/capi.sh [--valgrind]      --build stops when target/capi/plain.so is there
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

# Two tests are about servers' connections.
if [ "${1:-}" != --build ] && { [ -z "${CENOTE_POSTGRES:-}" ] || [ -z "${CENOTE_MARIADB:-}" ]; }; then
    CENOTE_SERVERS="postgres mariadb" exec "$ROOT/scripts/servers/run.sh" "$0" "$@"
fi

sources=crates/cenote-php/tests/capi/extension
built=$ROOT/target/capi
mkdir -p "$built"
passed=0 failed=0 skipped=0

result() { # WHAT STATUS
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        say "FAILED: $1"
    fi
}

# PHP's own headers are system headers here: what they warn about is not ours.
includes=()
for flag in $(php-config --includes); do includes+=(-isystem "${flag#-I}"); done
includes+=(-I crates/cenote-php/include)
strict=(-D_GNU_SOURCE -Wall -Wextra -Werror -pedantic -fPIC "${includes[@]}")

for threads in -UZTS -DZTS; do
    status=0
    cc -std=c99 "$threads" "${strict[@]}" -c -o "$built/header.o" $sources/header.c || status=$?
    result "the header in C99 with $threads" $status
    status=0
    c++ -std=c++11 "$threads" "${strict[@]}" -x c++ -c -o "$built/header.o" $sources/header.c || status=$?
    result "the header in C++11 with $threads" $status
done

build() { # NAME OPTION …
    local name=$1 status=0
    shift
    cc -std=gnu99 "${strict[@]}" -O2 -Wno-pedantic -DCOMPILE_DL_CAPI_TEST -shared "$@" -o "$built/$name.so" $sources/capi_test.c ||
        status=$?
    result "the test extension as $name" $status
}
build plain
if [ "${1:-}" = --build ]; then
    exit "$failed"
fi
build dependent -DCAPI_WITH_DEPENDENCY
build demanding -DZEND_ASYNC_POOL_NEEDS_MINOR=99

mode=()
[ "${1:-}" != --valgrind ] || mode=(--valgrind)
phpt() { # EXTENSION before|after
    local counts
    CENOTE_TEST_EXTENSION=$built/$1.so CENOTE_TEST_EXTENSION_PLACE=$2 scripts/check/phpt.sh "${mode[@]}" crates/cenote-php/tests/capi |
        tee "$built/phpt.log" || true
    counts=$(tail -n 1 "$built/phpt.log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    read -r p f s <<<"${counts:-0 1 0}"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}
phpt plain after
phpt plain before
phpt dependent before

mapfile -t stock < <(stock_options)
without() { # WHAT EXPECTED OPTION …
    local what=$1 expected=$2 output status=0
    shift 2
    output=$("$PHP" "${stock[@]}" "$@" $sources/without_cenote.php 2>&1) || status=$?
    [ "$status" = 0 ] && [ "$output" = "$expected" ] || { status=1 && say "$output"; }
    result "$what" "$status"
}
absent='Error: cenote is not loaded (or too old): the pool API is not available'
without 'an extension without cenote' "the module cenote is not loaded: add extension=cenote to php.ini
$absent
done" -d "extension=$built/plain.so"
without 'an extension that needs a newer cenote' "the pool API of the cenote that is loaded is older than this extension needs: update cenote
$absent
done" -d "extension=$EXTENSION" -d "extension=$built/demanding.so"

closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
