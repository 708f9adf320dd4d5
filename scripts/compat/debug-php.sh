#!/usr/bin/env bash
# The extension's own tests and random programs with a debug build of PHP: the engine checks by assertions what it takes for granted
# elsewhere, and tells of memory that nobody has freed. PHP is built from Debian's source package, below target/compat/.
#   scripts/compat/debug-php.sh [PROGRAMS [FIRST]]      default: 100 programs from a seed made of the time
#   scripts/compat/debug-php.sh -- COMMAND …            anything else with that PHP, such as scripts/check/phpt.sh PATH
# shellcheck source=scripts/compat/own-php.sh
source "$(dirname "$0")/own-php.sh"

# Extensions that are parts of PHP in many images are so here: ext/sockets.
own_php debug-php "-O1 -g" --enable-debug --enable-sockets
# Our own assertions as well.
export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true
"$ROOT/scripts/build.sh"
if [ "${1:-}" = -- ]; then
    shift
    exec "$@"
fi

say "PHP $("$PHP" -n -r 'echo PHP_VERSION, PHP_DEBUG ? " with assertions" : "";')"
status=0
for run in check/phpt.sh "stress/fuzz.sh ${1:-100} ${2:-}"; do
    # shellcheck disable=SC2086  # a script and its arguments
    "$ROOT"/scripts/$run | tee "$COMPAT/debug-php.run" || status=1
    say "$run: $(tail -n 1 "$COMPAT/debug-php.run")"
done
exit "$status"
