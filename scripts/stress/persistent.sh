#!/usr/bin/env bash
# Requests that misbehave at random under php-fpm with 4 children, over pools that outlive them, while connections are cut off: no wrong row,
# nothing left on a connection, descriptors and memory flat, and goodbyes at a graceful stop.
#   scripts/servers/run.sh scripts/stress/persistent.sh       REQUESTS=20000 (for each server)
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/../compat/lib.sh"

here=$ROOT/scripts/compat/pages/persistent
work=$COMPAT/persistent
requests=${REQUESTS:-20000}
server=
trap stop EXIT
mapfile -t stock < <(stock_options)
failed=0 passed=0

try() { # NAME DSN USER
    rm -rf "$work"
    serve_fpm "$work" 4 "${stock[@]}" -d "extension=$EXTENSION" -d memory_limit=64M -d display_errors=0
    "$PHP" "${stock[@]}" "$here/load.php" "$work/fpm.sock" "$2" "$3" "$requests" 4 4 | tee "$work/out" || true
    read -r a _ b _ < <(tail -n 1 "$work/out" | tr -d ,)
    passed=$((passed + a)) failed=$((failed + b))
    kill -QUIT "$server"
    wait "$server" || true
    server=
    if grep -aE 'panick|SIGSEGV|SIGABRT|signal (6|11)' "$work"/*.log "$work/log"; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
    printf '%-12s done\n' "$1"
}
mariadb --no-defaults --socket="$CENOTE_MARIADB" --user=root --execute 'CREATE DATABASE IF NOT EXISTS kept'
try PostgreSQL "pgsql:$CENOTE_POSTGRES application_name=kept" ''
try MariaDB "mysql:unix_socket=$CENOTE_MARIADB;dbname=kept" root
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
