#!/usr/bin/env bash
# The web service of examples/axum, under 15,000 requests, half of them hung up, with a restart of PostgreSQL: scripts/servers/run.sh scripts/examples/axum.sh
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

cargo build --quiet --locked --package cenote-example-axum
output=$(timeout 300 "${CARGO_TARGET_DIR:-target}/debug/storm" 2>&1 </dev/null) || true
printf '%s\n' "$output"
if [ "$(tail -n 1 <<<"$output")" = done ]; then closing_line 1 0 0; else closing_line 0 1 0; exit 1; fi
