#!/usr/bin/env bash
# What waits cost those who do not wait: a read of 4 kB from a plain file in memory, with a coroutine alive, by stock PHP's; and a switch with
# the detector of blocking calls on, by one with it off. CPU time of pairs of processes that take turns on one core; the median of the
# pairs' ratios and differences. Writes docs/reports/bench-blocking.md. Fails if a figure is over its bound.
#   scripts/bench/blocking.sh [PAIRS]
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

pairs=${1:-41}
core=$(($(nproc) - 1))
mapfile -t stock < <(stock_options)
file=$(mktemp)
rows=$(mktemp)
trap 'rm -f "$file" "$rows"' EXIT
head -c 4096000 /dev/urandom >"$file"
run() { taskset --cpu-list "$core" "$PHP" "${stock[@]}" "$@"; }

for ((pair = 0; pair < pairs; pair++)); do
    ours=$(run -d "extension=$EXTENSION" bench/php/plain_file.php "$file" 100000)
    printf 'read %s %s\n' "$ours" "$(run bench/php/plain_file.php "$file" 100000)"
    ours=$(run -d "extension=$EXTENSION" -d cenote.block_threshold_ms=100 bench/php/detector.php 1000000)
    printf 'switch %s %s\n' "$ours" "$(run -d "extension=$EXTENSION" bench/php/detector.php 1000000)"
done >"$rows"

# column NAME EXPRESSION: the median of it, of the rows of that name; $2 is ours, $3 the other
column() { awk -v name="$1" '$1 == name {print '"$2"'}' "$rows" | sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}'; }

{
    cat <<TEXT
# What waits cost those who do not wait

Made by \`scripts/bench/blocking.sh $pairs\` on $(date -u +%Y-%m-%d): $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, PHP $("$PHP" -n -r 'echo PHP_VERSION;').

CPU time of pairs of processes that take turns on one core: medians, and the median of the pairs' ratios (differences).

| what | cenote | yardstick | | bound |
|---|--:|--:|--:|--:|
TEXT
    # shellcheck disable=SC2016  # for awk
    printf '| a read of 4 kB from a plain file in memory, a coroutine alive, by stock PHP | %.0f ns | %.0f ns | %.3f | ≤ 1.05 |\n' \
        "$(column read '$2')" "$(column read '$3')" "$(column read '$2 / $3')"
    # shellcheck disable=SC2016
    printf '| a switch with `cenote.block_threshold_ms = 100`, by one with 0 | %.1f ns | %.1f ns | %+.1f ns | ≤ 3 ns |\n' \
        "$(column switch '$2')" "$(column switch '$3')" "$(column switch '$2 - $3')"
} >docs/reports/bench-blocking.md
cat docs/reports/bench-blocking.md
# shellcheck disable=SC2016
awk -v read="$(column read '$2 / $3')" -v more="$(column switch '$2 - $3')" 'BEGIN {exit read > 1.05 || more > 3}' ||
    die "some figures are over their bound."
