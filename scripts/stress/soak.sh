#!/usr/bin/env bash
# Coroutines on real servers while connections are killed, coroutines cancelled, time limits reached and servers
# restarted (tests/soak). First a short run with a fault planted for each of its checks, all of which have to be noticed.
#   SEED=… scripts/stress/soak.sh [SECONDS]      default: 60 seconds, a seed made of the time
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"

[ -n "${CENOTE_CLIENTS:-}" ] || exec "$ROOT/scripts/servers/run.sh" "$0" "$@"

duration=${1:-60}
seed=${SEED:-$(date +%s)}
passed=0 failed=0

# soak SECONDS [plant]
soak() { timeout -k 5 "$(($1 + 120))" "$ROOT/scripts/php.sh" "$ROOT/tests/soak/soak.php" "$1" "$seed" "${@:2}" </dev/null; }

say "seed $seed"
planted=$(soak 6 plant 2>&1) && status=0 || status=$?
for fault in 'wrong answer: ' '1 coroutines that did not end' '1 coroutines alive beside the main flow' '[0-9]* questions that took too long' \
    '1 resources in closed pools' '1 connections of pooled PDOs that were not given back' '[0-9]* kinds of faults that never came about' \
    '1 clients without an answer' 'the process has grown from ' 'descriptors were left open: .*"/dev/zero"'; do
    noticed=$(grep -m 1 "^FAULT: $fault" <<<"$planted" || true)
    if [ "$status" = 1 ] && [ -n "$noticed" ]; then
        say "planted and noticed: ${noticed#FAULT: }"
        passed=$((passed + 1))
    else
        say "a planted fault was not noticed (exit code $status): $fault"
        failed=$((failed + 1))
    fi
done
[ "$failed" = 0 ] || say "$planted"

say "$duration seconds:"
if soak "$duration"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
