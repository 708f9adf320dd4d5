#!/usr/bin/env bash
# Whatever a request leaves on a connection that outlives it, the next request of the same php-fpm process finds a clean session: each text of
# tests/session-state (SAMPLE=4: a quarter of them), and each kind of left-over by some ways to end a request (WHOLE=1: by each, which takes
# minutes).
#   scripts/servers/run.sh scripts/stress/persistent-states.sh [postgresql | mariadb | sqlite …]
# Ends with "N passed, N failed, 0 skipped".
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/../compat/lib.sh"

here=$ROOT/scripts/compat/pages/persistent
work=$COMPAT/persistent-states
server=
trap stop EXIT
mapfile -t stock < <(stock_options)
failed=0 passed=0
[ $# -gt 0 ] || set -- postgresql mariadb sqlite

for name in "$@"; do
    for what in corpus kinds; do
        rm -rf "$work"
        fpm_global='process_control_timeout = 20'
        fpm_pool='request_terminate_timeout = 4s'
        serve_fpm "$work" 1 "${stock[@]}" -d "extension=$EXTENSION" -d memory_limit=64M -d display_errors=0
        "$PHP" "${stock[@]}" "$here/states.php" "$work/fpm.sock" "$name" "$what" ${WHOLE:+whole} | tee "$work/out" || true
        read -r a _ b _ < <(tail -n 1 "$work/out" | tr -d ,)
        passed=$((passed + ${a:-0})) failed=$((failed + ${b:-1}))
        kill -QUIT "$server"
        wait "$server" || true
        server=
        if grep -aE 'panick|SIGSEGV|SIGABRT|signal (6|11)' "$work"/*.log "$work/log"; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
    done
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
