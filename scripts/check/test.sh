#!/usr/bin/env bash
# Everything that must pass, or the parts that are named (scripts/check/test.sh build phpt). One line for each part; the log of a part that fails; the total as the last line of all.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

logs=$ROOT/target/test
wanted=("$@")
total_passed=0 total_failed=0 total_skipped=0
# What failed, by part; said again at the end, where the last lines of a long run are all that one sees.
failures=

# one COMMAND …: a command that is one test
one() {
    if "$@"; then closing_line 1 0 0; else closing_line 0 1 0; fi
}

cargo_tests() {
    local status=0
    cargo test --quiet --locked --no-fail-fast "$@" | tee "$logs/cargo.out" || status=$?
    sum_cargo_results <"$logs/cargo.out"
    return "$status"
}

# All targets are those that cargo test runs by itself; the tests that need servers are one more.
lints() {
    cargo clippy --quiet --locked --workspace --all-targets -- -D warnings &&
        cargo clippy --quiet --locked --package cenote-diesel --package cenote-mysql --package cenote-postgres --package cenote-redis --test server -- -D warnings
}

# The crate's lock, wakers and hand-off in the interleavings that loom tries; the switch changes how the crate is built.
loom_tests() {
    # Exported for these tests alone.
    (
        export RUSTFLAGS="--cfg cenote_loom" CARGO_TARGET_DIR=$ROOT/target/loom
        export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=false
        cargo_tests --package cenote --test loom
    )
}

# The core's tests of waiting and creating, the extension's of its cache, payloads and sets, and the crate's of cancellation and the shared vectors, under miri (the rest takes it too long), where a nightly toolchain with miri is installed (rustup +nightly component add miri rust-src).
miri_tests() {
    if ! cargo +nightly miri --version >/dev/null 2>&1; then
        printf 'SKIPPED: no cargo-miri of a nightly toolchain\n'
        closing_line 0 0 1
        return
    fi
    (
        export CARGO_TARGET_DIR=$ROOT/target/miri
        local status=0
        # The vectors are read from files.
        export MIRIFLAGS=-Zmiri-disable-isolation
        {
            cargo +nightly miri test --quiet --locked --package cenote-core --test scenarios -- waiting creating &&
                cargo +nightly miri test --quiet --locked --package cenote-php-units -- values_are_told arrays_are claimed_once least_recently second_live members_are &&
                cargo +nightly miri test --quiet --locked --package cenote --test vectors &&
                cargo +nightly miri test --quiet --locked --package cenote --test behaviour -- cancelling handing_over
        } | tee "$logs/miri.out" || status=$?
        sum_cargo_results <"$logs/miri.out"
        exit "$status"
    )
}

# The crates with the oldest Rust that they promise, where it is installed (rustup toolchain install 1.85 --profile minimal).
msrv_tests() {
    local version toolchain
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    toolchain=$(rustup toolchain list 2>/dev/null | sed -n "s/^\($version[.0-9]*-[^ ]*\).*/\1/p" | head -n 1)
    if [ -z "$toolchain" ]; then
        printf 'SKIPPED: no toolchain of Rust %s\n' "$version"
        closing_line 0 0 1
        return
    fi
    (
        export CARGO_TARGET_DIR=$ROOT/target/msrv
        cargo "+$toolchain" check --quiet --locked --package cenote-diesel --package cenote-mysql --package cenote-postgres --package cenote-redis --package cenote-sqlite
        cargo() { command cargo "+$toolchain" "$@"; }
        cargo_tests --package cenote --tests
    )
}

rust_docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --all-features --package cenote --package cenote-core --package cenote-sql \
        --package cenote-diesel --package cenote-mysql --package cenote-postgres --package cenote-redis --package cenote-sqlite || return
    # The extension's are for its builders. Its library has the name of one of the crates, so they are made apart.
    RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" \
        cargo doc --quiet --locked --no-deps --document-private-items --package cenote-php || return
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --document-private-items --package cenote-php-units --package cenote-tasks
}

# The tests that a log names as failed, or its last lines where it names none.
named_failures() {
    grep -m 10 -hE '^(FAILED|BORKED|LEAKED|survived|does not)\b|^---- .* stdout ----$|^error\b' "$1" || tail -n 4 "$1" | grep -v '^[0-9]* passed, ' || true
}

# part NAME COMMAND …: runs a part whose last line is its closing line and adds that up
part() {
    local name=$1 log=$logs/$1.log status=0 counts passed failed skipped
    shift
    if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
    SECONDS=0
    "$@" >"$log" 2>&1 </dev/null || status=$?
    counts=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    read -r passed failed skipped <<<"${counts:-0 0 0}"
    # A part that broke down before it could count has failed once; so has one that ran nothing.
    if [ "$failed" = 0 ] && { [ "$status" != 0 ] || [ "$((passed + skipped))" = 0 ]; }; then
        failed=1
    fi
    if [ "$failed" != 0 ]; then
        tail -n 200 "$log"
        failures+=$(printf '\n%s: ' "$name" && named_failures "$log")
    else
        grep '^WARNED' "$log" || true
    fi
    printf 'part %-14s %s passed, %s failed, %s skipped (%d s)\n' "$name" "$passed" "$failed" "$skipped" "$SECONDS"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    total_skipped=$((total_skipped + skipped))
}

# A merge that was ended without being solved.
no_conflict_marks() { ! grep -rnE '^(<<<<<<<|>>>>>>>) ' --exclude-dir=target --exclude-dir=.git .; }

# Tests beside servers mostly wait: more of them at a time.
patient=(env CENOTE_JOBS=4)

scripts/setup.sh test
mkdir -p "$logs"

part format one cargo fmt --all --check
part merges one no_conflict_marks
part clippy one lints
part core cargo_tests --workspace --exclude cenote-php
part loom loom_tests
part miri miri_tests
part msrv msrv_tests
part rust-docs one rust_docs
part public-api scripts/rust-api/public-api.php
part semver scripts/release/semver.sh
part manager-tests env CENOTE_SERVERS="postgres mariadb redis" scripts/servers/run.sh scripts/check/managers.sh
part rust-examples env CENOTE_SERVERS="postgres redis" scripts/servers/run.sh scripts/examples/rust.sh
part axum env CENOTE_SERVERS=postgres scripts/servers/run.sh scripts/examples/axum.sh
part build one scripts/build.sh
part phpt scripts/check/phpt.sh
part phpt-opcache scripts/check/phpt.sh --opcache
part wait "${patient[@]}" scripts/servers/run.sh scripts/check/phpt.sh crates/cenote-php/tests/wait
part pdo-servers "${patient[@]}" scripts/servers/run.sh scripts/check/phpt.sh crates/cenote-php/tests/pdo/servers
part session-state env CENOTE_SERVERS="postgres mariadb" scripts/servers/run.sh scripts/check/session-state.sh
part wait-opcache "${patient[@]}" scripts/servers/run.sh scripts/check/phpt.sh --opcache crates/cenote-php/tests/wait
part wait-jit "${patient[@]}" JIT=function scripts/servers/run.sh scripts/check/phpt.sh --opcache crates/cenote-php/tests/wait
part firebird env CENOTE_CLIENTS=pdo_firebird scripts/check/phpt.sh crates/cenote-php/tests/pdo/firebird
part soak scripts/stress/soak.sh 60
part chaos scripts/stress/chaos.sh 10
part closing scripts/stress/closing.sh 8
part signals scripts/stress/signals.sh
part io-examples scripts/servers/run.sh scripts/examples/io.sh
part live env CENOTE_SERVERS=postgres scripts/servers/run.sh scripts/examples/live-test.sh
part frameworks env CENOTE_SERVERS="postgres mariadb redis rabbitmq" scripts/servers/run.sh scripts/compat/frameworks.sh
part clients scripts/compat/clients.sh
part hosts env CENOTE_SERVERS="postgres redis" scripts/servers/run.sh scripts/compat/hosts.sh
part install scripts/release/install-test.sh
part stubs scripts/check/stubs.sh check
part messages scripts/docs/messages.php check
part plots scripts/docs/plots.php check
part waits scripts/docs/waits.php check
part examples env CENOTE_SERVERS=postgres scripts/servers/run.sh scripts/docs/examples.php
part doc-blocks scripts/docs/blocks.php
part doc-links scripts/docs/links.php
part workflows scripts/release/workflows.sh
part licences scripts/release/crates.sh licences
part docs scripts/release/manual.sh check
part comparison env CENOTE_SERVERS="postgres pgbouncer" scripts/servers/run.sh scripts/compat/comparison.sh
part demo one scripts/php.sh examples/orders.php
part demo-servers env CENOTE_SERVERS="postgres mariadb" scripts/servers/run.sh scripts/examples/demo.sh
part valgrind scripts/check/valgrind.sh
part valgrind-wait scripts/servers/run.sh scripts/check/valgrind.sh --wait --sample
part php-tests scripts/compat/php-tests.sh --sample
part php-clients scripts/servers/run.sh scripts/compat/php-tests.sh --clients ext/sockets/tests ext/standard/tests/network ext/pgsql/tests ext/pdo_pgsql/tests
part forced-pool scripts/compat/forced-pool.sh
part forced-pgsql env CENOTE_SERVERS=postgres scripts/servers/run.sh scripts/compat/forced-pool.sh pgsql
part forced-mysql env CENOTE_SERVERS=mariadb scripts/servers/run.sh scripts/compat/forced-pool.sh --sample mysql
part modes scripts/compat/modes.sh --sample
part servers scripts/compat/servers.sh
part restarts scripts/compat/restarts.sh
part persistent env REQUESTS=400 CENOTE_SERVERS="postgres mariadb" scripts/servers/run.sh scripts/stress/persistent.sh
part persistent-states env SAMPLE=4 CENOTE_SERVERS="postgres mariadb" scripts/servers/run.sh scripts/stress/persistent-states.sh
part requests scripts/compat/requests.sh
part extensions scripts/compat/extensions.sh
part interruptions scripts/compat/interruptions.sh
part capi scripts/check/capi.sh
part c-example env CENOTE_SERVERS=redis scripts/servers/run.sh scripts/examples/c.sh
part mutants scripts/check/mutants.sh --sample
part architecture scripts/docs/architecture.php
part spec-coverage scripts/docs/spec-coverage.php

[ "$((total_passed + total_failed + total_skipped))" != 0 ] || die "no part is named ${wanted[*]}: see scripts/check/test.sh."
[ -z "$failures" ] || printf 'what failed:%s\n' "$failures"
closing_line "$total_passed" "$total_failed" "$total_skipped"
[ "$total_failed" = 0 ]
