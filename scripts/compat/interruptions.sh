#!/usr/bin/env bash
# What cenote replaces is called where it must not disturb: by signal handlers of C at any instruction, a thousand times a second
# (SPEC 29.9), and on other threads, under helgrind (SPEC 29.10).
#   scripts/compat/interruptions.sh [SECONDS]      default: 5
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"

seconds=${1:-5}
work=$COMPAT/interruptions
mkdir -p "$work"
# Under this name some calls are replaced that are so in ext/sockets only.
cp "$(built_extension disturber)" "$work/sockets.so.disturber.so"
mapfile -t stock < <(stock_options)
options=("${stock[@]}" -d "extension=$EXTENSION" -d "extension=$work/sockets.so.disturber.so" "$ROOT/scripts/compat/programs/disturbed.php")
passed=0 failed=0

result() { # WHAT STATUS
    if [ "$2" = 0 ]; then
        passed=$((passed + 1)) && say "passed: $1"
    else
        failed=$((failed + 1)) && say "FAILED: $1"
    fi
}
undisturbed() { # BY COMMAND …
    local output status=0
    output=$("${@:2}" "${options[@]}" "$1" "$seconds" 2>"$work/err") || status=$?
    [ "$status" = 0 ] && [ "$output" = undisturbed ] && return
    printf 'ended with %s and printed:\n%s\n' "$status" "$output"
    tail -n 40 "$work/err"
    return 1
}

status=0
undisturbed signals "$PHP" || status=$?
result 'signal handlers that call what is replaced' "$status"
status=0
undisturbed threads "$PHP" || status=$?
result 'threads that call what is replaced' "$status"

if have valgrind; then
    status=0
    undisturbed threads valgrind --tool=helgrind --log-file="$work/helgrind" "$PHP" || status=$?
    # Each report has its stacks up to an empty line; those without a frame of ours are PHP's or the test extension's.
    races=$(awk '/Possible data race/ {inside = 1; text = ""} inside {text = text "\n" $0}
        inside && /^==[0-9]+== *$/ {if (text ~ /cenote/) print text; inside = 0}' "$work/helgrind")
    [ -z "$races" ] || { status=1 && head -n 60 <<<"$races"; }
    result 'the same under helgrind: no data race of ours' "$status"
    closing_line "$passed" "$failed" 0
else
    say 'skipped: valgrind is not installed'
    closing_line "$passed" "$failed" 1
fi
[ "$failed" = 0 ]
