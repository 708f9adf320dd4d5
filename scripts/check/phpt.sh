#!/usr/bin/env bash
# Runs .phpt tests through PHP's own run-tests.php, with exactly the extensions they need.
#   scripts/check/phpt.sh [--opcache | --valgrind | --mode NAME] [PATH …]      default: every test of the extension
# So many tests at a time as $CENOTE_JOBS says, else 2. --mode takes the options for PHP from $MODE_OPTIONS, separated by spaces.
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

runner_options=(-q "-j${CENOTE_JOBS:-2}" -g "FAIL,BORK,LEAK,WARN" --no-progress --show-diff)
[ -t 1 ] || runner_options+=(--no-color)
mode=plain
mapfile -t options < <(stock_options)
# The tests use the names that every PHP has, which are deprecated since 8.5 (PDO::sqliteCreateFunction …); a test of what cenote
# makes of a deprecation asks for all messages itself.
[ "$("$PHP" -n -r 'echo PHP_VERSION_ID;')" -lt 80500 ] || options+=(-d "error_reporting=$("$PHP" -n -r 'echo E_ALL & ~E_DEPRECATED;')")
case "${1:-}" in
--opcache)
    mode=opcache
    shift
    mapfile -t -O ${#options[@]} options < <(opcache_options)
    ;;
--mode)
    mode=$2
    shift 2
    read -r -a extra <<<"${MODE_OPTIONS:-}"
    options+=("${extra[@]}")
    ;;
--valgrind)
    mode=valgrind
    shift
    # The engine's own JIT for regular expressions makes code that valgrind cannot follow.
    options+=(-d pcre.jit=0)
    runner_options+=(-m --show-mem)
    export VALGRIND_OPTS="--num-callers=40" PATH="$ROOT/scripts/check/valgrind:$PATH"
    ;;
esac
# scripts/check/capi.sh has its test extension loaded too, on one side of ours or the other.
extensions=("$EXTENSION")
case "${CENOTE_TEST_EXTENSION_PLACE:-}" in
before) extensions=("$CENOTE_TEST_EXTENSION" "${extensions[@]}") ;;
after) extensions+=("$CENOTE_TEST_EXTENSION") ;;
esac
for extension in "${extensions[@]}"; do options+=(-d "extension=$extension"); done

paths=()
for path in "$@"; do
    paths+=("$(realpath "$path")")
done
[ ${#paths[@]} -gt 0 ] || paths=("$PHPT_DIR")

run_tests=$("$PHP_CONFIG" --prefix)/lib/php/build/run-tests.php
[ -f "$run_tests" ] || run_tests=$(compgen -G "$(php-config --prefix)/lib/php/*/build/run-tests.php" | tail -n 1)
[ -f "$run_tests" ] || die "run-tests.php was not found below $(php-config --prefix)/lib/php (it comes with PHP's headers)."

# Diffs and logs go below target/, not beside the tests.
work=$ROOT/target/phpt/$mode
(cd "$ROOT" && find crates -type d -path '*/tests*' -exec mkdir -p "$work/{}" \;)
results=$work/results
rm -f "$results"
export TEST_PHP_EXECUTABLE NO_INTERACTION=1
TEST_PHP_EXECUTABLE=$(command -v "$PHP")
"$PHP" -n "$run_tests" "${options[@]}" "${runner_options[@]}" -W "$results" \
    --temp-source "$ROOT" --temp-target "$work" "${paths[@]}" && status=0 || status=$?
# 1 means that tests failed, which the results tell; anything else, that it did not get to its end.
[ "$status" -le 1 ] || die "run-tests.php ended with status $status before all tests had run."

[ -s "$results" ] || die "run-tests.php ran no test below ${paths[*]}."
# It ends with 1 too when one of its workers has died.
wanted=$(find "${paths[@]}" -name '*.phpt' | sort -u | wc -l)
told=$(cut -f 2 "$results" | sort -u | wc -l)
[ "$told" -ge "$wanted" ] || die "run-tests.php told of $told of $wanted tests; its last lines, above, say why it ended."
count() { awk -v want="$1" '$1 ~ want {n++} END {print n + 0}' "$results"; }
failed=$(count '^(FAILED|BORKED|LEAKED)$')
# WARNED: passed when run-tests.php tried once more, which it does with tests that look at the clock.
awk '$1 ~ /^(FAILED|BORKED|LEAKED|WARNED)$/ {print $1 ": " $2}' "$results"
closing_line "$(count '^(PASSED|WARNED)$')" "$failed" "$(count '^(SKIPPED|XFAILED|XLEAKED)$')"
[ "$failed" = 0 ]
