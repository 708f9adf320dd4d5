#!/usr/bin/env bash
# The quick look before a commit: format, lints, the tests that need no PHP with fewer random cases, and the extension's tests
# that need no server. Warm it takes less than two minutes on two cores. scripts/check/test.sh is everything.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

"$ROOT/scripts/setup.sh" test
export CENOTE_EXTENSION=$ROOT/target/quick/libcenote.so
# A few cases find what is plainly wrong; scripts/check/test.sh tries enough to be a proof of sorts.
export PROPTEST_CASES=${PROPTEST_CASES:-32}
log=$ROOT/target/check.log

# step NAME COMMAND …: silent if it succeeds
step() {
    local name=$1
    shift
    SECONDS=0
    if ! "$@" >"$log" 2>&1 </dev/null; then
        cat "$log"
        die "$name failed."
    fi
    printf '%-8s %4d s  %s\n' "$name" "$SECONDS" "$(grep -hE '^[0-9]+ passed, ' "$log" | tail -n 1 || true)"
}

pure_tests() {
    cargo test --quiet --locked --package cenote-core --package cenote-sql --package cenote-tasks --package cenote-php-units --tests >"$log.pure" 2>&1 || { cat "$log.pure"; return 1; }
    sum_cargo_results <"$log.pure"
}

step format cargo fmt --all --check
step lints cargo clippy --quiet --locked --workspace --all-targets -- -D warnings
step pure pure_tests
step build cargo build --quiet --locked --profile quick --package cenote-php
step phpt scripts/check/phpt.sh
step pages scripts/docs/messages.php check
step rooms scripts/docs/architecture.php
