#!/usr/bin/env bash
# PHP's own tests of a PDO driver, and ext/pdo's with that driver, with pooling forced on by sources/force_pool.c.
#   scripts/compat/forced-pool.sh [--sample] [--eager] [DRIVER …]   default: sqlite; mysql, pgsql, odbc beside scripts/servers/run.sh
# --sample takes every third test of the driver's own, and none of ext/pdo's. --eager is force_pool.eager; what passes
# then though the table has it is no failure.
# Every test that passes without a pool and not with one must stand in the table of docs/reports/differences.md, with the SPEC
# number and the reason; every test in that table must still differ.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

sample='' eager=''
while [[ ${1:-} = --* ]]; do
    case $1 in
    --sample) sample=-sample ;;
    --eager) eager=-eager ;;
    *) die "there is no option $1: see scripts/compat/forced-pool.sh" ;;
    esac
    shift
done
[ $# -gt 0 ] || set -- sqlite
tests=$("$ROOT/scripts/compat/php-source.sh")
force_pool=$(built_extension force_pool)
cd "$tests"

# Where the tests of a driver find its server.
use_server() {
    case $1 in
    sqlite) unset CENOTE_CLIENTS ;;
    pgsql) export CENOTE_CLIENTS=pdo_pgsql ;;
    mysql) export CENOTE_CLIENTS="mysqlnd pdo_mysql" ;;
    odbc) export CENOTE_CLIENTS=pdo_odbc ;;
    *) die "there is no such driver here: $1" ;;
    esac
    [ "$1" = sqlite ] || use_pdo_servers
}

# listed DRIVER: the tests of the table "| DRIVER … | path | SPEC number | reason |"
listed() {
    awk -F ' *[|] *' -v driver="$1" '" " $2 " " ~ " " driver " " && $3 ~ /\.phpt$/ && $4 ~ /^[0-9]+\.[0-9]+/ && $5 != "" {print $3}' \
        "$ROOT/docs/reports/differences.md" | sort
}

total_passed=0 total_failed=0 total_skipped=0
for driver in "$@"; do
    use_server "$driver"
    mapfile -t options < <(stock_options)
    options+=(-d "extension=$EXTENSION" -d "extension=$force_pool")
    results=$COMPAT/forced-pool/$driver$sample$eager
    run=("ext/pdo_$driver/tests")
    [ -z "$sample" ] || mapfile -t run < <(printf '%s\n' "${run[0]}"/*.phpt | grep -v /common.phpt | sort | awk 'NR % 3 == 0')
    run_php_tests "$results-plain" "${run[@]}" -- "${options[@]}"
    run_php_tests "$results-forced" "${run[@]}" -- "${options[@]}" -d "force_pool.drivers=$driver" \
        -d "force_pool.eager=${eager:+1}"
    worse_than "$results-plain" "$results-forced" >"$results-differences"

    cut -d : -f 1 "$results-differences" | sed 's/@.*//' | sort >"$results-differ"
    unlisted=$(comm -23 "$results-differ" <(listed "$driver"))
    # Only of what was run.
    stale=$(comm -13 "$results-differ" <(listed "$driver" | grep -Fx -f <(awk '{print $2}' "$results-plain" | sed 's/@.*//')))
    [ -z "$eager" ] || stale=
    while IFS= read -r path; do
        [ -z "$path" ] || printf 'not in docs/reports/differences.md: %s\n' "$(grep "^${path}[:@]" "$results-differences")"
    done <<<"$unlisted"
    [ -z "$stale" ] || printf '%s\n' "$stale" | sed 's/^/in docs\/differences.md, but does not differ: /'
    passed=$(count_results "$results-forced" '^PASSED$')
    failed=$(printf '%s\n' "$unlisted" "$stale" | grep -c . || true)
    differ=$(wc -l <"$results-differ")
    printf 'forced pooling%s, %s: %d tests run without a pool, %d pass with one, %d differ\n' "${eager/-/, }" "$driver" \
        "$(count_results "$results-plain" '^(PASSED|FAILED|XFAILED|WARNED|LEAKED)$')" "$passed" "$differ"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    total_skipped=$((total_skipped + differ))
done
closing_line "$total_passed" "$total_failed" "$total_skipped"
[ "$total_failed" = 0 ]
