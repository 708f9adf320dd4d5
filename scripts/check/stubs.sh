#!/usr/bin/env bash
# stubs/cenote.php, written anew from the extension's signatures, and docs/reference/api.md, from the stubs; or, with "check", compared with them.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

mapfile -t options < <(stock_options)
options+=(-d "extension=$EXTENSION")
builtin=$("$PHP" -n -m)
tokenizer=()
grep -qix tokenizer <<<"$builtin" || tokenizer=(-d extension=tokenizer)

# The report of the settings has to be that of no ini file.
api() { "$PHP" "${options[@]}" --ri cenote | "$PHP" -n scripts/docs/api.php "$@"; }

if [ "${1:-}" != check ]; then
    "$PHP" "${options[@]}" "${tokenizer[@]}" stubs/generate.php
    api
    exit
fi
passed=0
"$PHP" "${options[@]}" "${tokenizer[@]}" stubs/generate.php check && passed=1
# The printer could leave something out; so what PHP makes of the file is compared as well.
work=$ROOT/target/stubs
mkdir -p "$work"
"$PHP" "${options[@]}" stubs/generate.php loaded >"$work/loaded"
"$PHP" -n stubs/generate.php declared stubs/cenote.php >"$work/declared"
diff "$work/loaded" "$work/declared" && passed=$((passed + 1))
api check && passed=$((passed + 1))
closing_line "$passed" $((3 - passed)) 0
[ "$passed" = 3 ]
