#!/usr/bin/env bash
# Runs random programs (tests/fuzz-php) one after another and looks for what must never happen: a crash, a hang, an
# internal error, counts of a pool that do not add up.
#   scripts/stress/fuzz.sh [SEEDS] [FIRST]      default: 40 programs from a seed made of the time; OPCACHE=1 with opcache and
#                                         the tracing JIT (JIT=function: that one),
#                                         VALGRIND=1 for invalid accesses, PROGRAM=pdo_together for the pooled PDO alone
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

seeds=${1:-40}
first=${2:-$(date +%s)}
program=$ROOT/tests/fuzz-php/${PROGRAM:-program}.php
work=$ROOT/target/fuzz-php
mkdir -p "$work"

mapfile -t options < <(stock_options)
[ -z "${OPCACHE:-}" ] || mapfile -t -O ${#options[@]} options < <(opcache_options)
wrapper=(timeout -k 1 40)
if [ -n "${VALGRIND:-}" ]; then
    export USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1
    options+=(-d pcre.jit=0)
    wrapper=(timeout -k 1 200 valgrind -q --error-exitcode=99)
fi

say "seeds $first to $((first + seeds - 1))"
passed=0 failed=0
for ((seed = first; seed < first + seeds; seed++)); do
    # A fatal error's message may end in an output buffer that nobody prints, but not in the error log.
    log=$work/$seed.log errors=$work/$seed.errors status=0
    : >"$errors"
    { "${wrapper[@]}" "$PHP" "${options[@]}" -d log_errors=1 -d "error_log=$errors" -d "extension=$EXTENSION" "$program" "$seed" \
        >"$log" 2>&1 </dev/null; } 2>/dev/null || status=$?
    [ "$seed" != "$first" ] || grep -a '^left out: ' "$log" || true
    # A program ends normally, by exit(0 or 1), or by an uncaught or fatal error.
    if [[ $status =~ ^(0|1|255)$ ]] && ! grep -aqE '^FAULT|internal error|panicked' "$log" &&
        grep -aqsE 'reached the end|Fatal error|Parse error' "$log" "$errors"; then
        passed=$((passed + 1))
        rm -f "$log" "$errors"
    else
        failed=$((failed + 1))
        say "seed $seed: exit code $status, see $log"
        grep -aE '^FAULT|internal error|panicked' "$log" || true
    fi
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
