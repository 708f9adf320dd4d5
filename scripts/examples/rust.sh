#!/usr/bin/env bash
# Runs the examples of the Rust crates; those for servers need scripts/servers/run.sh around it. Each is one test.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

cargo build --quiet --locked --package cenote --package cenote-postgres --package cenote-redis --package cenote-sqlite --examples
passed=0 failed=0
for example in cenote/in_memory cenote-sqlite/sqlite cenote-postgres/postgres cenote-postgres/postgres_tls cenote-redis/redis; do
    output=$(timeout 60 "target/debug/examples/${example#*/}" 2>&1 </dev/null) || true
    if [ "$(tail -n 1 <<<"$output")" = done ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s\n' "$example:" "$output"
    fi
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
