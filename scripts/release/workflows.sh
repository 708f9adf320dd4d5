#!/usr/bin/env bash
# Looks at .github/workflows: the scripts and the parts of scripts/check/test.sh that they name exist, each part is named by one job, and the
# files fit the schema of their kind, by check-jsonschema, where that is installed (pip install check-jsonschema; with "fetch" it is put below target/).
#   scripts/release/workflows.sh [fetch]
# Ends with "N passed, N failed, N skipped".
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

# Parts that belong to other parts' jobs or need a tool that the jobs do not install.
NOT_THERE=(firebird docs)
passed=0 failed=0 skipped=0
result() {
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); shift; say "$*"; fi
}

files=(.github/workflows/*.yml .github/actions/*/action.yml)
while read -r script; do
    [ -x "$script" ] && result 0 || result 1 "there is no $script, which a workflow names"
done < <(grep -ho 'scripts/[a-z/-]*\.sh' "${files[@]}" | sort -u)

mapfile -t named < <(sed -n 's/.*parts: //p; s/.*scripts\/check\/test\.sh //p' "${files[@]}" | sed 's/\${{[^}]*}}//' | tr ' ' '\n' | sed '/^$/d' | sort -u)
mapfile -t parts < <(sed -n 's/^part \([a-z0-9-]*\) .*/\1/p' scripts/check/test.sh | sort -u)
for part in "${named[@]}"; do
    [[ " ${parts[*]} " == *" $part "* ]] && result 0 || result 1 "scripts/check/test.sh has no part $part, which a workflow names"
done
for part in "${parts[@]}"; do
    [[ " ${named[*]} ${NOT_THERE[*]} " == *" $part "* ]] && result 0 || result 1 "no workflow runs the part $part"
done

tool=check-jsonschema
own=$ROOT/target/tools/check-jsonschema/bin/check-jsonschema
have $tool || [ ! -x "$own" ] || tool=$own
if ! have $tool && [ "${1:-}" = fetch ]; then
    python3 -m venv target/tools/check-jsonschema
    target/tools/check-jsonschema/bin/pip install --quiet check-jsonschema
    tool=$own
fi
if have "$tool"; then
    "$tool" --builtin-schema vendor.github-workflows .github/workflows/*.yml && result 0 || result 1 'a workflow does not fit its schema'
    "$tool" --builtin-schema vendor.github-actions .github/actions/*/action.yml && result 0 || result 1 'an action does not fit its schema'
else
    say "SKIPPED: the schemas: check-jsonschema is not installed (scripts/release/workflows.sh fetch)"
    skipped=2
fi
closing_line "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
