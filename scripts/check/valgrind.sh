#!/usr/bin/env bash
# The valgrind pass:
#   1. chosen .phpt tests: no invalid access. Chosen are those that match a line of scripts/check/valgrind.list, and for each
#      section of the specification one test that touches it. PATH … or "all" chooses otherwise. With --wait, beside
#      scripts/servers/run.sh, it is those of wait/ on real servers; with --wait --sample those that the list marks with a +.
#   2. each script of scripts/stress/growth/ with N and with 10 N rounds: what is lost must not differ, and what is still
#      reachable at the end must not grow with the rounds.
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

ROUNDS=30
work=$ROOT/target/valgrind
mkdir -p "$work"

chosen_tests() {
    local pattern
    {
        while read -r pattern; do
            case $pattern in
            '' | '#'* | '!'* | '+'*) ;;
            *) find "$PHPT_DIR" -path "*/$pattern.phpt" ;;
            esac
        done <scripts/check/valgrind.list
        scripts/docs/spec-coverage.php --sample "${unsuitable[@]}" | sed "s|^|$ROOT/|"
    } | sort -u | suitable
}

suitable() { grep -vF "${unsuitable[@]/#/--regexp=}"; }

# heap FIGURE LOG: bytes of one line of valgrind's leak summary, 0 if everything was freed.
heap() { awk -v figure="$1" 'index($0, figure ":") {gsub(",", "", $0); sub(".*: *", ""); bytes = $1} END {print bytes + 0}' "$2"; }

# run_growth SCRIPT ROUNDS LOG
run_growth() {
    USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --num-callers=40 \
        --leak-check=summary --error-exitcode=99 --log-file="$3" \
        "$PHP" "${options[@]}" -d pcre.jit=0 -d "extension=$EXTENSION" "$1" "$2" >"$3.out" 2>&1
}

# check_growth SCRIPT
check_growth() {
    local name few many lost_few lost_many kept_few kept_many log
    name=$(basename "$1" .php)
    few=$work/$name-few many=$work/$name-many
    for log in "$few $ROUNDS" "$many $((ROUNDS * 10))"; do
        # shellcheck disable=SC2086 # two words on purpose
        run_growth "$1" ${log#* } "${log% *}" || {
            say "growth: $name failed with ${log#* } rounds:"
            tail -n 40 "${log% *}" "${log% *}.out"
            return 1
        }
    done
    lost_few=$(($(heap 'definitely lost' "$few") + $(heap 'indirectly lost' "$few")))
    lost_many=$(($(heap 'definitely lost' "$many") + $(heap 'indirectly lost' "$many")))
    kept_few=$(($(heap 'still reachable' "$few") + $(heap 'possibly lost' "$few")))
    kept_many=$(($(heap 'still reachable' "$many") + $(heap 'possibly lost' "$many")))
    say "growth: $name: lost $lost_few and $lost_many bytes, reachable $kept_few and $kept_many bytes" \
        "($ROUNDS and $((ROUNDS * 10)) rounds)"
    # Less than a byte for each further round is no growth but the size of a number in a string.
    [ "$lost_few" = "$lost_many" ] && [ $((kept_many - kept_few)) -lt $((ROUNDS * 9)) ]
}

mapfile -t options < <(stock_options)
mapfile -t unsuitable < <(sed -n 's|^!\(.*\)$|/\1.phpt|p' scripts/check/valgrind.list)
passed=0 failed=0 skipped=0

tests=()
growth=()
case "${1:-}" in
--wait)
    [ -n "${CENOTE_POSTGRES:-}" ] || die "these tests need servers: scripts/servers/run.sh scripts/check/valgrind.sh --wait"
    if [ "${2:-}" = --sample ]; then
        mapfile -t tests < <(sed -n "s|^+\(.*\)\$|$PHPT_DIR/\1.phpt|p" scripts/check/valgrind.list)
    else
        mapfile -t tests < <(find "$PHPT_DIR/wait" -name '*.phpt' | sort | suitable)
    fi
    ;;
all) mapfile -t tests < <(find "$PHPT_DIR" -name '*.phpt' | suitable) ;;
'')
    mapfile -t tests < <(chosen_tests)
    mapfile -t growth < <(compgen -G 'scripts/stress/growth/*.php')
    ;;
*) tests=("$@") ;;
esac

scripts/check/phpt.sh --valgrind "${tests[@]}" | tee "$work/phpt.log" || true
read -r passed failed skipped < <(tail -n 1 "$work/phpt.log" |
    sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p') || true
if [ -z "$passed" ]; then
    passed=0 failed=1 skipped=0
fi

pids=()
for script in "${growth[@]}"; do
    check_growth "$script" >"$work/$(basename "$script" .php).report" &
    pids+=($!)
    # Two at a time.
    if [ $((${#pids[@]} % 2)) = 0 ]; then
        wait "${pids[-2]}" "${pids[-1]}" || true
    fi
done
for i in "${!pids[@]}"; do
    if wait "${pids[i]}"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    cat "$work/$(basename "${growth[i]}" .php).report"
done

say "tests run under valgrind: $((passed + failed))"
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
