#!/usr/bin/env bash
# Event loops and HTTP servers on coroutines: packages/event-loop, revolt, react and workerman. The hosts themselves are looked for in
# CENOTE_HOSTS, a project with vendor/ or a folder of checkouts; without them our adapters are tested with stand-ins for the hosts'
# interfaces, and what needs a host is skipped.
# shellcheck source=scripts/compat/lib.sh
source "$(dirname "$0")/lib.sh"
cd "$ROOT"

passed=0 failed=0 skipped=0
options=()
builtin=$("$PHP" -n -m)
directory=$("$PHP" -n -r 'echo ini_get("extension_dir");')
for name in ctype dom mbstring phar tokenizer xml xmlwriter; do
    if ! grep -qix "$name" <<<"$builtin" && [ -f "$directory/$name.so" ]; then options+=(-d "extension=$name"); fi
done
[ $# -gt 0 ] || set -- tests/hosts/*.php
for test in "$@"; do
    name=$(basename "$test" .php)
    [[ $name != boot && $name != server ]] || continue
    if ! output=$(timeout 180 scripts/php.sh "${options[@]}" -d zend.assertions=1 "$test" 2>&1); then
        say "failed: $name ended with an error"
        say "$output"
        failed=$((failed + 1))
    elif [ "${output##*$'\n'}" = ok ]; then
        say "passed: $name"
        passed=$((passed + 1))
    elif [[ $output == skipped:* ]]; then
        say "$output ($name)"
        skipped=$((skipped + 1))
    else
        say "failed: $name"
        say "$output"
        failed=$((failed + 1))
    fi
done
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
