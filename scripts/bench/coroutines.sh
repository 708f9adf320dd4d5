#!/usr/bin/env bash
# What the coroutine API costs, and what it did before it had scopes: bench/php/coroutine_api.php with this build and an earlier one, in turns on
# one core. CPU time is the median of nine runs; instructions are counted under valgrind. Writes docs/reports/bench-coroutines.md. Fails if a
# ratio is over its bound.
#   scripts/bench/coroutines.sh EARLIER.so [OPERATIONS]
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

earlier=${1:-}
operations=${2:-200000}
[ -f "$earlier" ] || die "name a libcenote.so of before: scripts/bench/coroutines.sh EARLIER.so"
core=$(($(nproc) - 1))
mapfile -t stock < <(stock_options)
stock+=(-d memory_limit=-1)
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
ours=(spawn_await spawn_alone scope suspend channel group group_by_hand)
theirs=(spawn_await spawn_alone suspend channel group_by_hand)

# run SIDE CASE OPERATIONS [WRAPPER …]
run() {
    local so=$EXTENSION side=$1 case=$2 operations=$3
    shift 3
    [ "$side" = now ] || so=$earlier
    taskset --cpu-list "$core" "$@" "$PHP" "${stock[@]}" -d "extension=$so" bench/php/coroutine_api.php "$case" "$operations"
}
# Instructions of one operation.
instructions() {
    local n log=$results/valgrind counted=()
    for n in 4000 8000; do
        run "$1" "$2" "$n" valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$log" >/dev/null
        counted+=("$(sed -n 's/,//g; s/.*I *refs: *//p' "$log")")
    done
    echo $(((counted[1] - counted[0]) / 4000))
}
median() { sort -n "$1" | sed -n 5p; }

for round in 1 2 3 4 5 6 7 8 9; do
    for case in "${ours[@]}"; do run now "$case" "$operations" >>"$results/now.$case"; done
    for case in "${theirs[@]}"; do run earlier "$case" "$operations" >>"$results/earlier.$case"; done
done
for side in now earlier; do run $side memory 10000 >"$results/$side.memory"; done

over=0
# row WHAT CASE SIDE YARDSTICK SIDE FACTOR BOUND: cost of the case by that of the yardstick
row() {
    local a b ia ib
    a=$(median "$results/$3.$2") b=$(median "$results/$5.$4")
    ia=$(instructions "$3" "$2") ib=$(instructions "$5" "$4")
    awk -v what="$1" -v a="$a" -v b="$b" -v ia="$ia" -v ib="$ib" -v bound="$6" 'BEGIN {
        printf "| %s | %.0f ns | %.0f ns | %.2f | %d | %d | %.2f | ≤ %s | %s |\n", what, a, b, a / b, ia, ib, ia / ib, bound, a / b <= bound ? "ok" : "over"
        exit a / b > bound }' || over=1
}
{
    cat <<TEXT
# The coroutine API

Made by \`scripts/bench/coroutines.sh\` on $(date -u +%Y-%m-%d): $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, PHP $("$PHP" -n -r 'echo PHP_VERSION;').

CPU time and instructions of one operation, and those of what it is compared with. *Before* is the last build without scopes.

| what | CPU | of | ratio | instructions | of | ratio | bound | |
|---|--:|--:|--:|--:|--:|--:|--:|---|
TEXT
    row 'spawn + await, by the same before' spawn_await now spawn_await earlier 1.0
    row 'spawn that nobody awaits, by spawn + await' spawn_alone now spawn_await now 0.8
    row 'a child of a scope of 100, by spawn + await' scope now spawn_await now 1.15
    row 'channel: send + recv between two coroutines, by suspend' channel now suspend now 2
    row 'a task of a group of 1000, 10 at a time, by the same with a channel' group now group_by_hand now 1.3
    row 'suspend, by the same before' suspend now suspend earlier 1.05
    row 'channel, by the same before' channel now channel earlier 1.5
    printf '\n%s\n' 'On capacity 0 two values take two switches, to the receiver and back, and on capacity 1 three (SPEC 41.3).'
    printf '\nResident memory of a coroutine parked in recv(), of 10,000: %s bytes, before %s.\n' "$(cat "$results/now.memory")" "$(cat "$results/earlier.memory")"
} >docs/reports/bench-coroutines.md
cat docs/reports/bench-coroutines.md
[ "$over" = 0 ] || die "some figures are over their bound."
