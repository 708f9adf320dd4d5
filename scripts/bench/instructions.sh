#!/usr/bin/env bash
# Instructions of one operation, counted by cachegrind: a run of 2N operations less one of N. They do not depend on what else the machine does.
# Prints a row for each, fields separated by tabs: what, count, bound, "ok" or "over". Fails if one is over its bound, which is that of a release
# build. A row can be what a case costs more than another, or than the same case without the extension.
#   scripts/bench/instructions.sh [CASE …]
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"
have valgrind || die "valgrind is missing: scripts/setup.sh test installs it."

OPERATIONS=4000
PARKED=4000

# case, less this case ("-": nothing; "stock:CASE": that one without the extension), bound, what
ROWS='
acquire               -                    555    acquire + release, one coroutine
acquire_limited       -                    585    the same with a timeout argument
hooks                 -                    2215   the same with both hooks in PHP
contended             -                    2130   64 coroutines on 8, suspend between acquire and release
spawn_await           -                    3400   spawn + await, empty
spawn_many            -                    3045   1,000 spawned, then awaited, each
suspend               -                    445    suspend among 64
channel_one           -                    390    channel of capacity 1, send + recv in one coroutine
channel_two           -                    950    the same between two coroutines
future                -                    7000   spawn + complete a Future + await it
pooled_exec           exec                 1200   pooled PDO on SQLite, more than plain: exec
pooled_begin_commit   begin_commit         2280   … beginTransaction + commit
pooled_in_transaction in_transaction       65     … inTransaction
pooled_quote          quote                170    … quote
in_transaction        stock:in_transaction 10     a call of plain PDO, more than without cenote
socket_after_spawn    stock:socket         590    write + read of a socket after a spawn, more than without cenote
fiber                 stock:fiber          105    resume + suspend of a Fiber, more than without cenote
'
MEMORY_ROWS='
memory      8600  3200  a parked coroutine
memory_deep 12700 12000 … 20 calls deep
'

mapfile -t stock < <(stock_options)
stock+=(-d memory_limit=-1)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# count CASE OPERATIONS [OPTION …]: instructions of the whole run
count() {
    local case=$1 operations=$2
    shift 2
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$log" \
        "$PHP" "${stock[@]}" "$@" bench/php/instructions.php "$case" "$operations" >&2
    sed -n 's/,//g; s/.*I *refs: *//p' "$log"
}

# each CASE [OPTION …]: instructions of one operation
each() {
    local once twice case=$1
    shift
    once=$(count "$case" $OPERATIONS "$@")
    twice=$(count "$case" $((2 * OPERATIONS)) "$@")
    echo $(((twice - once) / OPERATIONS))
}

over=0
# row WHAT COUNT BOUND [UNIT]
row() {
    local verdict=ok
    [ "$2" -le "$3" ] || verdict=over over=1
    printf '%s\t%s%s\t≤ %s%s\t%s\n' "$1" "$2" "${4:-}" "$3" "${4:-}" "$verdict"
}

asked() { [ -n "$1" ] && { [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]; }; }

names=("$@")
ours=(-d "extension=$EXTENSION")
while read -r case less bound what; do
    if ! asked "$case"; then continue; fi
    counted=$(each "$case" "${ours[@]}")
    case $less in
        -) ;;
        stock:*) counted=$((counted - $(each "${less#stock:}"))) ;;
        *) counted=$((counted - $(each "$less" "${ours[@]}"))) ;;
    esac
    row "$what" "$counted" "$bound"
done <<<"$ROWS"
while read -r case bound heap_bound what; do
    if ! asked "$case"; then continue; fi
    read -r resident heap < <("$PHP" "${stock[@]}" "${ours[@]}" bench/php/instructions.php "$case" $PARKED)
    row "$what, resident" "$resident" "$bound" ' B'
    row "$what, PHP heap" "$heap" "$heap_bound" ' B'
done <<<"$MEMORY_ROWS"
[ $over = 0 ] || die "some figures are over their bound."
