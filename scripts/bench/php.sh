#!/usr/bin/env bash
# Every benchmark of bench/php, first without opcache, then with the tracing JIT, each in one process on one core.
# Then the instructions of single operations, what an event costs while much else waits, and the same beside Swoole if SWOOLE_SO names its
# swoole.so. Prints the tables and writes docs/reports/bench-php.md. Fails if a figure is over its bound.
#   scripts/bench/php.sh [NAME …]      some of them only, and the file stays as it is
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

YARDSTICK_SHA256=62df68f2c023609aaad4ebcd3e9074b3102236c689ad586720cf12785c5accba
echo "$YARDSTICK_SHA256  bench/php/plain_pool.php" | sha256sum --check --quiet ||
    die "bench/php/plain_pool.php is not the agreed yardstick any more."

names=("$@")
[ ${#names[@]} -gt 0 ] ||
    names=(acquire_release c_pool contended spawn_await suspend memory fairness waiters pooled_select)
core=$(($(nproc) - 1))
scripts/check/capi.sh --build
export CENOTE_TEST_EXTENSION=$ROOT/target/capi/plain.so
rows=$ROOT/target/bench
mkdir -p "$rows"

# measure FILE: the rows of each benchmark, on the terminal as it comes, for the document into FILE
measure() {
    local name printed what ours theirs ratio bound verdict
    : >"$1"
    for name in "${names[@]}"; do
        printed=$(taskset --cpu-list "$core" scripts/php.sh -d memory_limit=-1 "bench/php/$name.php") ||
            die "bench/php/$name.php failed: $printed"
        printf '%s\n' "$printed" >>"$1"
        while IFS=$'\t' read -r what ours theirs ratio bound verdict; do
            printf '  %-64s %15s %15s  %7s  %-7s %s\n' "$what" "$ours" "$theirs" "$ratio" "$bound" "$verdict"
        done <<<"$printed"
    done
}

# table FILE: the rows as a Markdown table
table() {
    printf '| what | cenote | yardstick | ratio | bound | |\n|---|--:|--:|--:|--:|---|\n'
    sed 's/\t/ | /g; s/^/| /; s/$/ |/' "$1"
}

say 'without opcache:'
measure "$rows/plain"
say 'with opcache and tracing JIT:'
OPCACHE=1 measure "$rows/jit"

if [ $# = 0 ]; then
    say 'instructions of one operation:'
    over=0
    scripts/bench/instructions.sh | tee "$rows/instructions" || over=1
    say 'while much else waits, and beside Swoole:'
    scripts/bench/swoole.sh || over=1
    {
        cat <<TEXT
# The extension against plain PHP

Made by \`make bench-php\` on $(date -u +%Y-%m-%d): $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), \
$(nproc) cores, PHP $("$PHP" -n -r 'echo PHP_VERSION;').

CPU time per operation, medians of 9 runs in one process pinned to one core; the two sides of a row take turns in that
process. The yardstick is \`bench/php/plain_pool.php\`, the pool that one writes in plain PHP in 60 lines, or what the
row names.

## Without opcache

$(table "$rows/plain")

## With opcache and tracing JIT

$(table "$rows/jit")

## Instructions of one operation

In user space, counted by cachegrind (\`scripts/bench/instructions.sh\`), without opcache; the loop around each, of 28 instructions, included. They
are the same on a busy machine. Memory is that of a coroutine of 4,000 that wait in \`Channel::recv()\`.

| what | cenote | bound | |
|---|--:|--:|---|
$(sed 's/\t/ | /g; s/^/| /; s/$/ |/' "$rows/instructions")

## While much else waits

Microseconds of CPU time per event, those of the kernel included, with so many beside it: medians of five runs (\`scripts/bench/swoole.sh scaling\`). The
bound is on how much dearer the last is than the first.

| what | so many | cenote | Swoole | last by first | bound | |
|---|--:|--:|--:|--:|--:|---|
$(cat "$rows/swoole-scaling")
TEXT
        if [ -n "${SWOOLE_SO:-}" ]; then
            cat <<TEXT

## Beside Swoole

The same work on Swoole $("$PHP" -n -d "extension=$SWOOLE_SO" -r 'echo SWOOLE_VERSION;'), as one writes it there (\`bench/php/swoole.php\`): it has no pool in C, so that is a channel of resources, and what is
awaited is a channel of one value. Instructions and CPU time of one operation, the loop included. The ratio is the median of 31 pairs of runs, one of
each by turns on one core; less than 1 is faster.

| what | cenote | Swoole | CPU | Swoole's | ratio |
|---|--:|--:|--:|--:|--:|
$(cat "$rows/swoole-operations")

A parked coroutine of Swoole takes $("$PHP" -n -d "extension=$SWOOLE_SO" bench/php/swoole.php memory 4000 | sed 's/ / bytes of resident memory and /') of PHP's heap.
TEXT
        fi
    } >docs/reports/bench-php.md
    scripts/docs/plots.php
    [ $over = 0 ] || die "some instruction counts, or costs beside much that waits, are over their bound."
fi
! grep -q 'over$' "$rows/plain" "$rows/jit" || die "some figures are over their bound."
