#!/usr/bin/env bash
# Faults on purpose: each patch of tests/mutants breaks one statement of SPEC 34, and a test must turn red.
#   scripts/check/mutants.sh [--sample | NAME …]      default: all of them; --sample: those of the core,
#                                                 and every fourth of the extension
# Works in a copy below target/, whose builds are kept and incremental. The head of a patch names the statement and what
# runs: "Core:" words that choose tests of the core (none: all), or "PHP:" .phpt files below crates/cenote-php/tests, or
# "C:" the tests of the API for other extensions.
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../lib.sh"
cd "$ROOT"

patches=()
case "${1:-}" in
--sample) mapfile -t patches < <(grep -l '^Core:' tests/mutants/*.patch; grep -l '^PHP:' tests/mutants/*.patch | awk 'NR % 4 == 1') ;;
'') patches=(tests/mutants/*.patch) ;;
*) for name in "$@"; do patches+=("tests/mutants/$name.patch"); done ;;
esac

copy=$ROOT/target/mutants/tree
export CARGO_TARGET_DIR=$ROOT/target/mutants/target CARGO_TERM_COLOR=never CARGO_INCREMENTAL=1 CARGO_PROFILE_DEV_DEBUG=0
# Memory that was freed shows: the engine takes each piece from libc, which overwrites what comes back.
export USE_ZEND_ALLOC=0 MALLOC_PERTURB_=165
# A fault may be that something never ends: seconds for one .phpt file.
export TEST_TIMEOUT=15
log=$ROOT/target/mutants/log
# Only what changed is copied, so that cargo builds only that. What has moved or gone is removed first: a file may have become a folder.
mkdir -p "$copy"
files=$(git ls-files --cached --others --exclude-standard | while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done | sort)
find "$copy" -type f -printf '%P\n' | sort | comm -13 <(printf '%s\n' "$files") - | while IFS= read -r file; do rm "$copy/$file"; done
find "$copy" -mindepth 1 -depth -type d -empty -delete
while IFS= read -r file; do
    cmp --silent "$file" "$copy/$file" || cp --parents "$file" "$copy"
done <<<"$files"

# Whether tests fail: "killed", "survived", or why that cannot be said.
judge_core() {
    (cd "$copy" && cargo test --quiet --locked --package cenote-core --no-run) >"$log" 2>&1 || { echo 'does not compile'; return; }
    (cd "$copy" && timeout 300 cargo test --quiet --locked --package cenote-core -- "$@") >"$log" 2>&1 && echo survived || echo killed
}
judge_extension() {
    local tests=("${@/#/$copy/crates/cenote-php/tests/}")
    (cd "$copy" && cargo build --quiet --locked --package cenote-php) >"$log" 2>&1 || { echo 'does not compile'; return; }
    CENOTE_EXTENSION=$CARGO_TARGET_DIR/debug/libcenote.so timeout 300 "$copy/scripts/check/phpt.sh" "${tests[@]}" >"$log" 2>&1 &&
        echo survived || echo killed
}
judge_capi() {
    (cd "$copy" && cargo build --quiet --locked --package cenote-php) >"$log" 2>&1 || { echo 'does not compile'; return; }
    CENOTE_EXTENSION=$CARGO_TARGET_DIR/debug/libcenote.so timeout 300 "$copy/scripts/check/capi.sh" >"$log" 2>&1 && echo survived || echo killed
}

# apply PATCH [--dry-run]: to the copy
apply() {
    local patch=$1
    shift
    patch --directory "$copy" --strip 1 --forward --silent --fuzz 3 --no-backup-if-mismatch "$@" <"$patch" >"$log" 2>&1
}

# What is red without a fault proves nothing.
unbroken() {
    [ "$1" = survived ] || { tail -n 50 "$log"; die "the tests do not pass without a fault either."; }
}
mapfile -t php < <(sed -n 's/^PHP: *//p' "${patches[@]}" | tr ' ' '\n' | sort -u)
[ ${#php[@]} = 0 ] || unbroken "$(judge_extension "${php[@]}")"
! grep -q '^C:' "${patches[@]}" || unbroken "$(judge_capi)"
! grep -q '^Core:' "${patches[@]}" || unbroken "$(judge_core)"

passed=0 failed=0
misfit='does not fit the code any more'
# Those that a sample leaves out have to fit all the same.
for patch in tests/mutants/*.patch; do
    if [ "${1:-}" = --sample ] && ! apply "$patch" --dry-run; then
        printf '%s: %s\n' "$misfit" "$patch"
        failed=$((failed + 1))
    fi
done
for patch in "${patches[@]}"; do
    name=$(basename "$patch" .patch)
    statement=$(head -n 1 "$patch")
    read -r kind words < <(grep -m 1 '^Core:\|^PHP:\|^C:' "$patch")
    read -r -a words <<<"$words"
    if ! apply "$patch"; then
        verdict=$misfit
    elif [ "$kind" = Core: ]; then
        verdict=$(judge_core "${words[@]}")
    elif [ "$kind" = C: ]; then
        verdict=$(judge_capi)
    else
        verdict=$(judge_extension "${words[@]}")
    fi
    # The files of the patch as they were.
    sed -n 's|^+++ b/||p' "$patch" | while IFS= read -r file; do
        rm -f "$copy/$file.rej" "$copy/$file.orig"
        cmp --silent "$file" "$copy/$file" || cp "$file" "$copy/$file"
    done
    printf '%-9s %-48s %s\n' "$verdict" "$name" "$statement"
    if [ "$verdict" = killed ]; then passed=$((passed + 1)); else failed=$((failed + 1)); cp "$log" "$log.$name"; fi
done
closing_line "$passed" "$failed" 0
[ "$failed" = 0 ]
