#!/usr/bin/env bash
# Pages of six queries under php-fpm with 4 children, in five ways: one after another on a new or a persistent connection, on a pool, on a
# pool that outlives the request, and on six persistent PDO objects in coroutines. The ways take turns; the medians of the rounds are told, and it
# fails if the pool that outlives the request is too far from the objects by hand.
#   scripts/servers/run.sh scripts/bench/fpm.sh       ROUNDS=9 SECONDS_EACH=1
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/../compat/lib.sh"

work=$COMPAT/bench-fpm
rm -rf "$work"
server=
trap stop EXIT
mapfile -t stock < <(stock_options)
serve_fpm "$work" 4 "${stock[@]}" -d "extension=$EXTENSION"

try() { # NAME DSN USER QUERY
    "$PHP" "${stock[@]}" "$ROOT/bench/fpm/load.php" "$work/fpm.sock" "${ROUNDS:-9}" "${SECONDS_EACH:-1}" "$@" || missed=1
}
missed=0
try PostgreSQL "pgsql:$CENOTE_POSTGRES" '' 'SELECT 1 FROM pg_sleep(0.03)'
try MariaDB "mysql:unix_socket=$CENOTE_MARIADB" root 'SELECT 1 + SLEEP(0.03)'
[ "$missed" = 0 ]
