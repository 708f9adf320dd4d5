#!/usr/bin/env bash
# examples/orders.php on the database servers of scripts/servers/run.sh. Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

[ -n "${CENOTE_POSTGRES:-}" ] && [ -n "${CENOTE_MARIADB:-}" ] || die "run it beside the servers: scripts/servers/run.sh scripts/examples/demo.sh"

passed=0 failed=0
demo() {
    if scripts/php.sh examples/orders.php "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

demo "pgsql:${CENOTE_POSTGRES// /;}"
DB_USER=root demo "mysql:unix_socket=$CENOTE_MARIADB;dbname=mysql"
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
