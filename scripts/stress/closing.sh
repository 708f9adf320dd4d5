#!/usr/bin/env bash
# Coroutines close, connect, free and cancel clients and streams of each kind at random while others are inside of them (tests/closing).
#   SEED=… KIND=… scripts/stress/closing.sh [--valgrind] [SECONDS]      default: 60 seconds, a seed made of the time, all kinds
# The kinds are functions of tests/closing/random.php. With --valgrind in parts of two minutes at most, each with the next seed; an invalid
# access fails. Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

if [ -z "${CENOTE_REDIS:-}" ]; then
    export CENOTE_SERVERS="postgres mariadb redis"
    exec "$ROOT/scripts/servers/run.sh" "$0" "$@"
fi

longest=3600 under=()
if [ "${1:-}" = --valgrind ]; then
    shift
    longest=120
    under=(valgrind --quiet --num-callers=40 --error-exitcode=99)
    export USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1
fi
CENOTE_CLIENTS+=' sqlite3'
left=${1:-60}
seed=${SEED:-$(date +%s)}
mapfile -t options < <(stock_options)
options+=(-d pcre.jit=0 -d "extension=$EXTENSION")
passed=0 failed=0
while [ "$left" -gt 0 ]; do
    part=$((left < longest ? left : longest))
    say "seed $seed"
    if timeout -k 20 $((part * 3 + 120)) "${under[@]}" "$PHP" "${options[@]}" "$ROOT/tests/closing/random.php" "$part" "$seed" ${KIND:+"$KIND"} </dev/null; then
        passed=$((passed + 1))
    else
        say "failed; again with: SEED=$seed $0 ${under:+--valgrind }$part"
        failed=$((failed + 1))
    fi
    left=$((left - part)) seed=$((seed + 1))
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
