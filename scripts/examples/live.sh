#!/usr/bin/env bash
# Shows a living pool on a page: scripts/examples/live.sh [DSN]. Without a DSN on SQLite; for PostgreSQL see examples/live/server.php.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

export CENOTE_CLIENTS=pdo_pgsql
exec "$ROOT/scripts/php.sh" "$ROOT/examples/live/server.php" "$@"
