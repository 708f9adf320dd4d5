#!/usr/bin/env bash
# The extension's own tests in each mode of the engine.
#   scripts/compat/modes.sh [--sample] [MODE …]      default: every mode; --sample: one test for each section of the SPEC
# Xdebug and pcov come from Debian's packages.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

opcache=$(opcache_enabled | paste -sd ' ')
declare -A modes=(
    [opcache]="$opcache -d opcache.jit=disable"
    [jit-tracing]="$opcache -d opcache.jit=tracing -d opcache.jit_buffer_size=64M"
    [jit-function]="$opcache -d opcache.jit=function -d opcache.jit_buffer_size=64M"
    [preload]="$opcache -d opcache.preload=$ROOT/scripts/compat/programs/preload.php -d opcache.preload_user=$(id -un)"
    [xdebug-develop]="-d zend_extension=@xdebug.so -d xdebug.mode=develop"
    [xdebug-coverage]="-d zend_extension=@xdebug.so -d xdebug.mode=coverage"
    [xdebug-debug]="-d zend_extension=@xdebug.so -d xdebug.mode=debug -d xdebug.start_with_request=no"
    [pcov]="-d extension=@pcov.so -d pcov.enabled=1"
    [no-collector]="-d zend.enable_gc=0"
    [disabled-functions]="-d disable_functions=getservbyname,sys_getloadavg,dl,phpinfo,show_source,getservbyport"
)
order=(opcache jit-tracing jit-function preload xdebug-develop xdebug-coverage xdebug-debug pcov no-collector disabled-functions)

sample=()
if [ "${1:-}" = --sample ]; then
    shift
    mapfile -t sample < <("$ROOT/scripts/docs/spec-coverage.php" --sample)
fi
[ $# = 0 ] || order=("$@")

unpacked "php$(php_branch)-xdebug" "php$(php_branch)-pcov"
extensions=$UNPACKED$("$PHP" -n -r 'echo PHP_EXTENSION_DIR;')

total_passed=0 total_failed=0 total_skipped=0
for mode in "${order[@]}"; do
    log=$COMPAT/mode-$mode.log
    # What a mode changes by design is listed, each test with its reason, and not run there.
    mapfile -t left_out < <(sed -n "s/^$mode \([^ ]*\) .*/\1/p" "$ROOT/scripts/compat/modes.list")
    tests=("${sample[@]}")
    if [ ${#tests[@]} = 0 ]; then
        mapfile -t tests < <(find "$PHPT_DIR" -name '*.phpt' | sort)
    fi
    if [ ${#left_out[@]} -gt 0 ]; then
        mapfile -t tests < <(printf '%s\n' "${tests[@]}" | grep -vFf <(printf '/%s.phpt\n' "${left_out[@]}"))
    fi
    MODE_OPTIONS=${modes[$mode]//@/$extensions/} "$ROOT/scripts/check/phpt.sh" --mode "$mode" "${tests[@]}" >"$log" 2>&1 || true
    counts=$(tail -n 1 "$log" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    read -r passed failed skipped <<<"${counts:-0 1 0}"
    # A worker that breaks down takes the remaining tests with it.
    ! grep '^ERROR: ' "$log" || failed=$((failed + 1))
    [ "$failed" = 0 ] || grep -E '^(FAILED|BORKED|LEAKED|WARNED): |cenote: ' "$log" || tail -n 20 "$log"
    printf 'mode %-20s %s\n' "$mode" "$(closing_line "$passed" "$failed" "$((skipped + ${#left_out[@]}))")"
    total_passed=$((total_passed + passed))
    total_failed=$((total_failed + failed))
    total_skipped=$((total_skipped + skipped + ${#left_out[@]}))
done
closing_line "$total_passed" "$total_failed" "$total_skipped"
[ "$total_failed" = 0 ]
