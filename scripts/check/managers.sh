#!/usr/bin/env bash
# The tests of the Rust crates' managers that need a server, for the servers that are there: scripts/servers/run.sh scripts/check/managers.sh [ARGUMENT OF THE TESTS …]
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

packages=()
[ -z "${CENOTE_POSTGRES:-}" ] || packages+=(--package cenote-postgres)
[ -z "${CENOTE_MARIADB:-}" ] || packages+=(--package cenote-mysql)
[ -z "${CENOTE_MARIADB:-}" ] || [ -z "${CENOTE_POSTGRES:-}" ] || packages+=(--package cenote-diesel)
[ -z "${CENOTE_REDIS:-}" ] || packages+=(--package cenote-redis)
[ ${#packages[@]} -gt 0 ] || die "it needs servers: scripts/servers/run.sh scripts/check/managers.sh"
status=0
output=$(cargo test --quiet --locked --no-fail-fast "${packages[@]}" --test server -- "$@" 2>&1) || status=$?
printf '%s\n' "$output"
sum_cargo_results <<<"$output"
exit "$status"
