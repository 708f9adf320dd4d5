#!/usr/bin/env bash
# The facts of docs/reports/comparison.md that can be looked at here: on the real PgBouncer beside scripts/servers/run.sh (postgres, pgbouncer), on Debian's
# amphp/amp, and the same questions to cenote. What cannot be had is skipped, with a line that says so.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$ROOT"

passed=0 failed=0 skipped=0

# facts OUTPUT-OF-A-SCRIPT: counts its lines
facts() {
    say "$1"
    passed=$((passed + $(grep -c '^passed: ' <<<"$1" || true)))
    failed=$((failed + $(grep -vc '^passed: ' <<<"$1" || true)))
}

skip() {
    say "skipped: $1"
    skipped=$((skipped + 1))
}

run() { timeout 60 "$@" 2>&1 || say "ended with $?"; }

[ -n "${CENOTE_POSTGRES:-}" ] || die "beside a server: CENOTE_SERVERS=\"postgres pgbouncer\" scripts/servers/run.sh scripts/compat/comparison.sh"
CENOTE_CLIENTS=pdo_pgsql
mapfile -t options < <(stock_options)
if [ -n "${CENOTE_PGBOUNCER:-}" ]; then
    facts "$(run "$PHP" "${options[@]}" tests/comparison/pgbouncer.php)"
else
    skip "no PgBouncer (Debian: pgbouncer)"
fi
if (unpacked php-amphp-amp) >"$COMPAT/amphp.log" 2>&1; then
    facts "$(run "$PHP" "${options[@]}" -d "include_path=$UNPACKED/usr/share/php" tests/comparison/amphp.php)"
else
    skip "Debian's php-amphp-amp could not be fetched: $(tail -n 1 "$COMPAT/amphp.log")"
fi
facts "$(run scripts/php.sh tests/comparison/cenote.php)"
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
