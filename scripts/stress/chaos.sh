#!/usr/bin/env bash
# Money is transferred through one pooled PDO while everything goes wrong that can (tests/chaos), on each server. First a
# short run in which each check is violated on purpose, which has to be noticed.
#   SEED=… scripts/stress/chaos.sh [SECONDS]      default: 60 seconds on each server, a seed made of the time
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

if [ -z "${CENOTE_CLIENTS:-}" ]; then
    export CENOTE_SERVERS="postgres mariadb"
    exec "$ROOT/scripts/servers/run.sh" "$0" "$@"
fi

duration=${1:-60}
seed=${SEED:-$(date +%s)}
passed=0 failed=0

# chaos SERVER SECONDS [plant]
chaos() {
    timeout -k 5 "$(($2 + 150))" "$ROOT/scripts/php.sh" "$ROOT/tests/chaos/chaos.php" "$1" "$2" "$seed" "${@:3}" </dev/null 2>&1
}

say "seed $seed"
for server in ${CHAOS:-pgsql mysql}; do
    planted=$(chaos "$server" 6 plant) && status=0 || status=$?
    missed=()
    for check in sum committed refused row session open back ended faults; do
        grep -q "^FAULT: $check: " <<<"$planted" || missed+=("$check")
    done
    if [ "$status" = 1 ] && [ ${#missed[@]} = 0 ]; then
        say "$server: each check notices a planted fault:"
        for check in sum committed refused row session open back ended faults; do
            grep -m 1 "^FAULT: $check: " <<<"$planted" | sed 's/^FAULT/  planted/'
        done
        passed=$((passed + 1))
    else
        say "$server: planted faults were not noticed: ${missed[*]}; exit code $status:"
        say "$planted"
        failed=$((failed + 1))
    fi
    say "$server, $duration seconds:"
    if chaos "$server" "$duration"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
