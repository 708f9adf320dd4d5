#!/usr/bin/env bash
# Runs every statement of tests/session-state on a real server and looks whether it changed the session; one that did and
# was judged harmless fails. To be run beside scripts/servers/run.sh.
#   scripts/check/session-state.sh [--list] [postgresql | mariadb | sqlite …]      --list: also what is dirty without need
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

cargo build --quiet --locked --package cenote-sql --example verdicts
mapfile -t options < <(stock_options)
CENOTE_VERDICTS="${CARGO_TARGET_DIR:-target}/debug/examples/verdicts" exec "$PHP" "${options[@]}" tests/session-state/run.php "$@"
