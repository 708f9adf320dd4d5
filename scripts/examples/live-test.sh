#!/usr/bin/env bash
# The live page (examples/live): its numbers against the pool's and the database's own, and the page in headless Chromium;
# on SQLite, and beside scripts/servers/run.sh on PostgreSQL at the same time.
#   scripts/examples/live-test.sh [--screenshots]      with --screenshots the pictures of docs/img are taken anew, on PostgreSQL
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

PLAYWRIGHT=1.65.1
work=$ROOT/target/live
mkdir -p "$work"
export CENOTE_CLIENTS=pdo_pgsql

screenshots=
[ "${1:-}" != --screenshots ] || screenshots=$ROOT/docs/img/live-

# What the browser needs; prints why it cannot be had.
find_browser() {
    scripts/setup.sh browser >"$work/setup.log" 2>&1 || { tail -n 1 "$work/setup.log"; return 1; }
    [ -f "$work/node_modules/playwright-core/package.json" ] && grep -q "\"version\": \"$PLAYWRIGHT\"" "$work/node_modules/playwright-core/package.json" ||
        npm install --prefix "$work" --no-save --no-audit --no-fund "playwright-core@$PLAYWRIGHT" >"$work/npm.log" 2>&1 ||
        { say "npm could not install playwright-core: $(tail -n 1 "$work/npm.log")"; return 1; }
}

# in_browser NAME PICTURES [DSN]: starts the page on a free port and visits it
in_browser() {
    local name=$1 pictures=$2 log=$work/$1.server server url status=0 tries
    shift 2
    : >"$log" # what an earlier run left is not to be read
    LISTEN=127.0.0.1:0 scripts/examples/live.sh "$@" >"$log" 2>&1 &
    server=$!
    for ((tries = 0; tries < 100; tries++)); do
        url=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$log")
        [ -z "$url" ] || break
        sleep 0.1
    done
    timeout 120 node tests/live/page.mjs "$url" "$(command -v chromium)" "$work" ${pictures:+"$pictures"} || status=$?
    kill -TERM "$server"
    wait "$server" || status=$?
    # It has nothing to say but where it is.
    [ "$(wc -l <"$log")" = 1 ] || { cat "$log"; status=1; }
    return "$status"
}

passed=0 failed=0 skipped=0
names=() pids=()
begin() {
    local name=$1
    shift
    "$@" >"$work/$name.log" 2>&1 &
    names+=("$name") pids+=($!)
}

if reason=$(find_browser); then
    begin page-sqlite in_browser page-sqlite ''
else
    say "SKIPPED: the page in a browser: $reason"
    skipped=$((skipped + 1))
fi
begin numbers-sqlite timeout 60 scripts/php.sh tests/live/numbers.php
if [ -n "${CENOTE_POSTGRES:-}" ]; then
    begin numbers-postgres timeout 60 scripts/php.sh tests/live/numbers.php "pgsql:$CENOTE_POSTGRES"
    [ "$skipped" != 0 ] || begin page-postgres in_browser page-postgres "$screenshots" "pgsql:$CENOTE_POSTGRES_TCP"
else
    say "SKIPPED: on PostgreSQL: no server; scripts/servers/run.sh starts one"
    skipped=$((skipped + 1))
fi
for i in "${!names[@]}"; do
    if wait "${pids[$i]}"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    sed "s/^/${names[$i]}: /" "$work/${names[$i]}.log"
done
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
