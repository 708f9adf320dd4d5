#!/usr/bin/env bash
# Signals every 3 ms whose handlers query, spawn, wait and throw, while coroutines use PostgreSQL, MariaDB and Redis (SPEC 30.14): each
# answer belongs to its question, and nobody hangs (tests/signals).
#   scripts/stress/signals.sh [SECONDS]      default: 5; a fifth of it once more under valgrind, with a signal every 60 ms
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

[ -n "${CENOTE_POSTGRES:-}" ] || CENOTE_SERVERS="postgres mariadb redis" exec "$ROOT/scripts/servers/run.sh" "$0" "$@"
seconds=${1:-5}
work=$ROOT/target/signals
mkdir -p "$work"
mapfile -t stock < <(stock_options)
passed=0 failed=0 skipped=0

# answered NAME SECONDS MILLISECONDS COMMAND …
answered() {
    local output status=0
    output=$(timeout $(($2 * 3 + 120)) "${@:4}" "${stock[@]}" -d "extension=$EXTENSION" "$ROOT/tests/signals/signalled.php" "$2" "$3" 2>"$work/err") || status=$?
    if [ "$status" = 0 ] && [ "$output" = 'no wrong answer' ]; then
        passed=$((passed + 1)) && say "passed: $1, $2 s: $(tail -n 1 "$work/err")"
    else
        failed=$((failed + 1)) && say "FAILED: $1, ended with $status and printed:" && printf '%s\n' "$output" && tail -n 60 "$work/err"
    fi
}

answered 'signals every 3 ms' "$seconds" 3 "$PHP"
if have valgrind; then
    USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 answered 'the same under valgrind, every 60 ms' $((seconds / 5 + 4)) 60 \
        valgrind -q --num-callers=40 --error-exitcode=99 --log-file="$work/valgrind.%p" \
        "$PHP" -d pcre.jit=0
    [ "$failed" = 0 ] || tail -q -n 60 "$work"/valgrind.*
else
    skipped=1 && say 'skipped: valgrind is not installed'
fi
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
