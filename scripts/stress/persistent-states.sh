#!/usr/bin/env bash
# Whatever a request leaves on a connection that outlives it, the next request of the same process finds a clean session: each text of
# tests/session-state (SAMPLE=4: a quarter of them), and each kind of left-over by some ways to end a request (WHOLE=1: by each, which takes
# minutes).
#   scripts/servers/run.sh scripts/stress/persistent-states.sh [postgresql | mariadb | sqlite …]
#   SERVER=fpm | apache | cgi          php-fpm by default; Apache (prefork); php-cgi under valgrind, which may find nothing invalid
# Ends with "N passed, N failed, 0 skipped".
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/../compat/lib.sh"

here=$ROOT/scripts/compat/pages/persistent
work=$COMPAT/persistent-states
server=
trap stop EXIT
mapfile -t stock < <(stock_options)
options=(-d memory_limit=64M -d display_errors=0 "${stock[@]}" -d "extension=$EXTENSION")
failed=0 passed=0
[ $# -gt 0 ] || set -- postgresql mariadb sqlite

# Each starts one process that serves, and says where in $address.
start_fpm() {
    fpm_global='process_control_timeout = 20'
    fpm_pool='request_terminate_timeout = 4s'
    serve_fpm "$work" 1 "${options[@]}"
    address=$work/fpm.sock
}

# By nobody but php-fpm are requests ended from outside.
start_apache() {
    local ini port
    export ENDS=6
    mapfile -t ini < <(printf '%s\n' "${options[@]}" | grep =)
    port=$(free_port)
    serve_apache "$work" "$here" 1 "$port" "${ini[@]}"
    address=http://127.0.0.1:$port
}

start_cgi() {
    export ENDS=6
    serve_cgi "$work" "${options[@]}"
    address=$work/cgi.sock
}

# graceful SIGNAL: has the server end in its own time
graceful() {
    kill "-$1" "$server"
    wait "$server" || true
    server=
}
stop_fpm() { graceful QUIT; }
stop_apache() { graceful WINCH; }
stop_cgi() { graceful TERM; }

is_without_faults() {
    ! grep -asE 'panick|SIGSEGV|SIGABRT|signal (6|11)|Segmentation' "$work"/*.log "$work/log" || return 1
    [ ! -f "$work/valgrind" ] || grep -q 'ERROR SUMMARY: 0 errors' "$work/valgrind" || { cat "$work/valgrind"; return 1; }
}

for name in "$@"; do
    for what in corpus kinds; do
        rm -rf "$work"
        "start_${SERVER:-fpm}"
        "$PHP" "${stock[@]}" "$here/states.php" "$address" "$name" "$what" ${WHOLE:+whole} | tee "$work/out" || true
        read -r a _ b _ < <(tail -n 1 "$work/out" | tr -d ,)
        passed=$((passed + ${a:-0})) failed=$((failed + ${b:-1}))
        "stop_${SERVER:-fpm}"
        if is_without_faults; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    done
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
