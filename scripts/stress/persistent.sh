#!/usr/bin/env bash
# Requests that misbehave at random under php-fpm with 4 children, over pools that outlive them, while connections are cut off and servers
# restarted: no wrong row, nothing left on a connection, descriptors and memory flat, and goodbyes at a graceful stop.
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

# What a server says of clients that go without a word; PostgreSQL says it only at debug1.
readonly NO_GOODBYE='unexpected EOF on client|could not receive data from client|Aborted connection|Connection reset'

try() { # NAME DSN USER LOG
    local before
    rm -rf "$work"
    # By default php-fpm ends its children at once by SIGTERM, whatever it was told.
    fpm_global='process_control_timeout = 20'
    serve_fpm "$work" 4 "${stock[@]}" -d "extension=$EXTENSION" -d memory_limit=64M -d display_errors=0
    "$PHP" "${stock[@]}" "$here/load.php" "$work/fpm.sock" "$2" "$3" "$requests" 4 4 | tee "$work/out" || true
    read -r a _ b _ < <(tail -n 1 "$work/out" | tr -d ,)
    passed=$((passed + a)) failed=$((failed + b))
    before=$(wc -c <"$4")
    kill -${STOP:-QUIT} "$server"
    wait "$server" || true
    server=
    sleep 0.5
    if tail -c "+$((before + 1))" "$4" | grep -aE "$NO_GOODBYE"; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
    if grep -aE 'panick|SIGSEGV|SIGABRT|signal (6|11)' "$work"/*.log "$work/log"; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
    printf '%-12s done\n' "$1"
}
mariadb --no-defaults --socket="$CENOTE_MARIADB" --user=root --execute 'CREATE DATABASE IF NOT EXISTS kept; SET GLOBAL log_warnings = 3'
try PostgreSQL "pgsql:$CENOTE_POSTGRES application_name=kept options='-c log_min_messages=debug1'" '' "$CENOTE_FOLDER/postgres.log"
try MariaDB "mysql:unix_socket=$CENOTE_MARIADB;dbname=kept" root "$CENOTE_FOLDER/mariadb.log"
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
