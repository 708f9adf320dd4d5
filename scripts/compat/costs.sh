#!/usr/bin/env bash
# What cenote costs those who do not use it, in CPU time: the least of several runs that take turns.
#   plain PDO: at most 1.02 times the CPU time; the start of an empty script: at most 1 ms more; a request's start and end
#   under php-fpm: at most 20 µs more (the least of 25 rounds of 400 requests of an empty script).
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

here=$ROOT/scripts/compat
mapfile -t stock < <(stock_options)
core=$(($(nproc) - 1))
run() { taskset --cpu-list "$core" "$PHP" "${stock[@]}" "$@"; }
cenote=(-d "extension=$EXTENSION")

pdo_without=() pdo_with=()
for _ in {1..15}; do
    pdo_without+=("$(run "$here/programs/plain_pdo.php")")
    pdo_with+=("$(run "${cenote[@]}" "$here/programs/plain_pdo.php")")
done
mapfile -t starts < <(run "$here/programs/start_cost.php" "$PHP" "${stock[@]}" -- "${stock[@]}" "${cenote[@]}")
[ ${#starts[@]} = 2 ] || die "the start could not be measured: ${starts[*]}"
least() { printf '%s\n' "$@" | sort -n | head -n 1; }

# Two php-fpm with one process each, on one core; the children inherit it.
work=$COMPAT/costs
rm -rf "$work"
servers=() children=()
trap 'for server in "${servers[@]}"; do stop; done' EXIT
for kind in without with; do
    options=("${stock[@]}")
    [ $kind = without ] || options+=("${cenote[@]}")
    serve_fpm "$work/$kind" 1 "${options[@]}"
    servers+=("$server")
    for ((tries = 0; tries < 100; tries++)); do
        child=$(cat "/proc/$server/task/$server/children")
        [ -z "$child" ] || break
        sleep 0.1
    done
    children+=("$work/$kind/fpm.sock" "${child// /}")
    taskset --all-tasks --pid --cpu-list "$core" "${child// /}" >/dev/null
done
mapfile -t requests < <("$PHP" -n "$here/pages/request_cost.php" "${children[@]}")
[ ${#requests[@]} = 2 ] || die "php-fpm could not be measured: ${requests[*]}"

passed=0 failed=0
# verdict WHAT WITHOUT WITH LIMIT: the greatest that WITH may be
verdict() {
    local state=ok
    if awk -v with="$3" -v limit="$4" 'BEGIN {exit !(with <= limit)}'; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) state=over
    fi
    printf '%-44s %10.1f µs without %10.1f µs with, at most %10.1f: %s\n' "$1" "$2" "$3" "$4" "$state"
}
# The least of several runs is what the code costs; the rest is the machine.
a=$(least "${pdo_without[@]}") b=$(least "${pdo_with[@]}")
verdict 'plain PDO, 40000 statements' "$a" "$b" "$(awk -v a="$a" 'BEGIN {print a * 1.02}')"
a=${starts[0]} b=${starts[1]}
verdict 'an empty script from start to end' "$a" "$b" "$(awk -v a="$a" 'BEGIN {print a + 1000}')"
a=$(awk -v ns="${requests[0]}" 'BEGIN {print ns / 1000}') b=$(awk -v ns="${requests[1]}" 'BEGIN {print ns / 1000}')
verdict 'an empty request under php-fpm' "$a" "$b" "$(awk -v a="$a" 'BEGIN {print a + 20}')"
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
