#!/usr/bin/env bash
# Pages of six queries under php-fpm with 4 children, in five ways: one after another on a new or a persistent connection, on a pool, on a
# pool that outlives the request, and on six persistent PDO objects in coroutines.
#   scripts/servers/run.sh scripts/bench/fpm.sh       SECONDS_EACH=5
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/../compat/lib.sh"

work=$COMPAT/bench-fpm
rm -rf "$work"
server=
trap stop EXIT
mapfile -t stock < <(stock_options)
serve_fpm "$work" 4 "${stock[@]}" -d "extension=$EXTENSION"
seconds=${SECONDS_EACH:-5}

ask() { # MODE DSN USER QUERY CLIENTS
    local query
    # shellcheck disable=SC2016  # PHP code
    query=$("$PHP" -n -r 'echo http_build_query(["mode" => $argv[1], "dsn" => $argv[2], "user" => $argv[3], "query" => $argv[4]]);' "$1" "$2" "$3" "$4")
    "$PHP" "${stock[@]}" "$ROOT/bench/fpm/load.php" "$work/fpm.sock" "$seconds" "$5" "$query"
}
table() { # NAME DSN USER SLEEP
    local mode name slow many trivial
    printf '\n| %s | 30 ms queries, p50 at c=1 | requests/s at c=4 | trivial queries, p50 at c=1 |\n|---|--:|--:|--:|\n' "$1"
    for mode in new persistent pooled 'persistent pool' 'by hand'; do
        # The first requests connect.
        SECONDS_EACH=1 seconds=1 ask "$mode" "$2" "$3" 'SELECT 1' 4 >/dev/null
        slow=$(ask "$mode" "$2" "$3" "$4" 1)
        many=$(ask "$mode" "$2" "$3" "$4" 4)
        trivial=$(ask "$mode" "$2" "$3" 'SELECT 1' 1)
        printf '| %s | %.1f ms | %.0f | %.2f ms |\n' "$mode" "${slow% *}" "${many#* }" "${trivial% *}"
    done
}
table PostgreSQL "pgsql:$CENOTE_POSTGRES" '' 'SELECT 1 FROM pg_sleep(0.03)'
table MariaDB "mysql:unix_socket=$CENOTE_MARIADB" root 'SELECT 1 + SLEEP(0.03)'
